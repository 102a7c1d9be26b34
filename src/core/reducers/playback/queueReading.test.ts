import { expect, test } from 'vitest'
import type { QueueItem, QueueState } from '#core/model/entities.ts'
import type { ReadonlyStore } from '../store.ts'
import { following } from './queueReading.ts'

/** A playlist of so many songs plays; how many of them were looked at is counted. */
function playing(count: number) {
  let looked = 0
  const songs = Array.from({ length: count }, (_, n) => ({ uuid: `i1.${n}` }))
  const counted = (list: typeof songs) =>
    new Proxy(list, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) looked++
        return Reflect.get(target, key)
      },
    })
  const itemOf = (list: typeof songs) => ({ uuid: 'i1', songs: counted(list) }) as unknown as QueueItem
  const queue: QueueState = { items: ['i1'], history: [], selectedItem: 'i1', selectedSong: `i1.${count - 2}` }
  const at = { queue, item: itemOf(songs) }
  const state = { single: () => at.queue, get: () => at.item } as unknown as ReadonlyStore
  return { at, state, songs, itemOf, looked: () => looked }
}

test('what follows in a playlist of thousands is looked for once, not at each event', () => {
  const { state, looked } = playing(5000)
  expect(following(state)?.song.uuid).toBe('i1.4999')
  const once = looked()
  for (let n = 0; n < 10; n++) expect(following(state)?.song.uuid).toBe('i1.4999')
  expect(looked()).toBe(once)
})

test('it is another one once the song is another, or what follows was taken out', () => {
  const { at, state, songs, itemOf } = playing(5)
  expect(following(state)?.song.uuid).toBe('i1.4')
  at.item = itemOf(songs.slice(0, 4))
  expect(following(state)).toBeNull()
  at.queue = { ...at.queue, selectedSong: 'i1.0' }
  expect(following(state)?.song.uuid).toBe('i1.1')
})

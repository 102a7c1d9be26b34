import { expect, test } from 'vitest'
import { cutQueue, QUEUE_KEPT_SONGS, readKeptQueue } from './keptQueue.ts'

const item = (name: string, songs: number) => ({ name, songs: Array.from({ length: songs }, (_, n) => n) })
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)

test('a queue that fits is kept whole', () => {
  const { items, history } = cutQueue([item('h', 2)], [item('a', 3), item('b', 4)])
  expect([names(history), names(items)]).toEqual([['h'], ['a', 'b']])
})
test('of a longer one what follows goes before what was heard, the nearest first', () => {
  const half = QUEUE_KEPT_SONGS / 2
  const { items, history } = cutQueue(
    [item('long ago', half), item('just now', 5)],
    [item('plays', 5), item('follows', half)],
  )
  expect([names(history), names(items)]).toEqual([['just now'], ['plays', 'follows']])
})
test('what was heard stays in its order', () => {
  const { history } = cutQueue(
    [item('first', 1), item('second', 2), item('third', 3)],
    [item('plays', QUEUE_KEPT_SONGS - 5)],
  )
  expect(names(history)).toEqual(['second', 'third'])
})
test('what plays is kept however long it is', () => {
  const { items, history } = cutQueue([item('h', 1)], [item('plays', QUEUE_KEPT_SONGS + 1), item('follows', 1)])
  expect([names(history), names(items)]).toEqual([[], ['plays']])
})

const song = (uuid: string, fields = {}) => ({ uuid, trackid: `t.${uuid}`, releaseid: 'r1', title: 'Song', artist: 'Ana', version: '', explicit: false, duration: 200, coverart: '', ordinal: 1, ...fields }) // biome-ignore format: one line
const kept = (uuid: string, songs: object[] = [song(`${uuid}.1`)], fields = {}) => ({ uuid, releaseid: 'r1', title: 'Release', artist: 'Ana', thumbnail: '', songs, ...fields }) // biome-ignore format: one line
const items = [kept('i1', [song('i1.1'), song('i1.2')]), kept('i2')]
const stored = { history: [kept('h1')], items, song: 'i1.2' }
const at = (position: unknown, uuid: unknown = 'i1.2') =>
  readKeptQueue(stored, { song: uuid, position }, 'position')?.position

test('what was stored of a queue is read as it was', () => {
  expect(readKeptQueue(stored, { song: 'i1.2', position: 42.5 }, 'position')).toEqual({ ...stored, position: 42.5 })
})
test('a position beyond the song, in another song or of no sense is the beginning', () => {
  expect([at(199.9), at(0), at(200), at(42, 'i9.1'), at(-1), at('soon'), readKeptQueue(stored, undefined, 'position')?.position]).toEqual([199.9, 0, 0, 0, 0, 0, 0]) // biome-ignore format: one line
})
test('the song is that of the position, which is written at each song; that of the queue where the queue is newer', () => {
  const other = { song: 'i1.1', position: 42 }
  expect(readKeptQueue(stored, other, 'position')).toMatchObject(other)
  expect(readKeptQueue(stored, other, 'queue')).toMatchObject({ song: 'i1.2', position: 0 })
  expect(readKeptQueue(stored, { song: 'i2.1', position: 42 }, 'position')).toMatchObject({ song: 'i1.2', position: 0 })
})
test('a song that is not there is the first of what plays', () => {
  expect(readKeptQueue({ ...stored, song: 'x' }, null, 'position')).toMatchObject({ song: 'i1.1', position: 0 })
})
test('an item that cannot be read, or comes twice, costs that item alone', () => {
  const bad = [kept('b1', []), kept('b2', [song('x', { duration: 0 })]), kept('b3', [song('y', { ordinal: 0 })]), kept('', undefined), kept('b4', undefined, { playlistid: '' })] // biome-ignore format: one line
  const read = readKeptQueue({ ...stored, items: [...bad, ...items, kept('i1')], history: [...bad, kept('i2'), kept('h1')] }, null, 'position') // biome-ignore format: one line
  expect([read?.items.map(({ uuid }) => uuid), read?.history.map(({ uuid }) => uuid)]).toEqual([['i1', 'i2'], ['h1']])
})
test('a playlist stays one', () => {
  const list = kept('i1', undefined, { playlistid: 'p1' })
  expect(readKeptQueue({ history: [], items: [list], song: 'i1.1' }, null, 'position')?.items).toEqual([list])
})
test.each([undefined, 'nonsense', { items, song: 'i1.1' }, { history: [], items: [], song: 'x' }, { history: [kept('h1')], items: [{}], song: 'h1.1' }])('nothing that can be played is no queue: %j', (queue) => {
  expect(readKeptQueue(queue, null, 'position')).toBeNull()
}) // biome-ignore format: one line

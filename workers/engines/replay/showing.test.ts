// What the replayed player is told, in which parts, and when.
import { describe, expect, it } from 'vitest'
import type { ToReplayed } from '#core/contracts/replay.ts'
import type { Entities } from '#core/model/entities.ts'
import { Store } from '#core/reducers/store.ts'
import { Showing } from './showing.ts'

function shown(state = new Store()) {
  const told: ToReplayed[] = []
  let seq = 0
  const showing = new Showing((message) => told.push(message), () => ({ state, seq, address: '/a' })) // biome-ignore format: one line
  const set = (id: string, row: object) => state.set('job', id, row as Entities['job'])
  const at = (place: number) => {
    seq = place
  }
  return { state, told, showing, set, at }
}
const named = (ids: readonly string[]) => ids.map((id) => ({ kind: 'job' as const, id }))

describe('what is told', () => {
  it('is everything at first and what changed afterwards, with what is gone', () => {
    const { told, showing, set, state, at } = shown()
    set('a', { n: 1 })
    showing.changed(null)
    expect(told).toMatchObject([{ seq: 0, fresh: true, more: false, address: '/a' }])
    expect(told[0]?.changes).toContainEqual({ kind: 'job', id: 'a', text: '{"n":1}' })
    expect(told[0]?.changes.length).toBeGreaterThan(20)
    showing.drawn()
    expect(told).toHaveLength(1)
    state.drop('job', 'a')
    set('b', { n: 2 })
    at(7)
    showing.changed(named(['a', 'b']))
    expect(told[1]).toEqual({
      seq: 7,
      fresh: false,
      more: false,
      address: '/a',
      changes: [
        { kind: 'job', id: 'a', gone: true },
        { kind: 'job', id: 'b', text: '{"n":2}' },
      ],
    })
  })

  it('waits while it draws, and is then the newest of all that changed meanwhile', () => {
    const { told, showing, set, at } = shown()
    showing.changed(null)
    for (const n of [1, 2]) {
      set('a', { n })
      at(n)
      showing.changed(named(['a']))
    }
    expect(told).toHaveLength(1)
    showing.drawn()
    expect(told[1]).toMatchObject({ seq: 2, changes: [{ id: 'a', text: '{"n":2}' }] })
    showing.drawn()
    expect(told).toHaveLength(2)
  })

  it('is in parts of five hundred, or a quarter of a megabyte, the last of which says that it is', () => {
    const { told, showing, set } = shown()
    showing.changed(null)
    showing.drawn()
    told.length = 0
    const ids = Array.from({ length: 1001 }, (_, n) => `j${n}`)
    for (const id of ids) set(id, {})
    showing.changed(named(ids))
    expect(told.map(({ changes, more, fresh }) => [changes.length, more, fresh])).toEqual([
      [500, true, false],
      [500, true, false],
      [1, false, false],
    ])
    showing.drawn()
    told.length = 0
    const large = ['l1', 'l2', 'l3', 'l4']
    for (const id of large) set(id, { text: 'x'.repeat(100_000) })
    showing.changed(named(large))
    expect(told.map(({ changes }) => changes.map(({ id }) => id))).toEqual([['l1', 'l2'], ['l3', 'l4']]) // biome-ignore format: one line
  })

  it('leads to no picture, by the name of a field or by what an address looks like', () => {
    const { told, showing, set } = shown()
    showing.changed(null)
    showing.drawn()
    set('a', {
      coverart: 'x',
      thumbnail: 'x',
      logo: 'x',
      icon: 'x',
      any: '/art/a.webp',
      far: 'HTTPS://cdn.test/a.JPEG?w=1',
      old: '/images/7',
      list: ['/b.svg', 'b.svg'],
      title: 'a.png',
      page: '/releases',
      count: 3,
    })
    showing.changed(named(['a']))
    const [change] = told[1]?.changes ?? []
    expect(change && 'text' in change && JSON.parse(change.text)).toEqual({
      coverart: '',
      thumbnail: '',
      logo: '',
      icon: '',
      any: '',
      far: '',
      old: '',
      list: ['', 'b.svg'],
      title: 'a.png',
      page: '/releases',
      count: 3,
    })
  })
})

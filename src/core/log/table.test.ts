import { describe, expect, test } from 'vitest'
import { finished, recordedLog } from '#tests/support/recordedLog.ts'
import { aCard, aRelease } from '#tests/support/story.ts'
import { playerVolumeChanged } from '../events/player.ts'
import { releaseDetailReceived } from '../events/releases.ts'
import { type ReadonlyStore, Store } from '../reducers/store.ts'
import { touching } from './changes.ts'
import { parsePath, valueAt } from './path.ts'
import { isTable, tableHolds } from './table.ts'
import { Timeline } from './timeline.ts'

/** A state of so many releases, and how many of its rows were looked at. */
function counted(rows: number) {
  const store = new Store()
  for (let at = 0; at < rows; at++) store.set('release', `r${at}`, aCard(`r${at}`))
  let looks = 0
  const state: ReadonlyStore = {
    get: (kind, id) => {
      looks++
      return store.get(kind, id)
    },
    has: (kind, id) => store.has(kind, id),
    single: (kind) => store.single(kind),
    ids: (kind) => store.ids(kind),
  }
  return { state, looks: () => looks }
}

describe('a question about a whole table', () => {
  test('for a row of it looks at that row alone', () => {
    const { state, looks } = counted(5000)
    expect(tableHolds(state, 'release', 'contains', 'r4999')).toBe(true)
    expect(tableHolds(state, 'release', 'contains', 'toString')).toBe(false)
    expect(looks()).toBe(2)
  })

  test('whether it is so is over at the first row that differs', () => {
    const { state, looks } = counted(5000)
    expect(tableHolds(state, 'release', '=', {})).toBe(false)
    expect(tableHolds(state, 'release', '!=', { r0: aCard('r0') })).toBe(true)
    expect(looks()).toBeLessThan(4)
    const all = valueAt(state, parsePath('release'))
    expect(tableHolds(state, 'release', '=', structuredClone(all))).toBe(true)
    expect(tableHolds(state, 'release', '=', { ...(all as object), more: 1 })).toBe(false)
    expect(tableHolds(new Store(), 'release', '=', {})).toBe(true)
    expect(tableHolds(state, 'release', '=', [])).toBe(false)
    expect(tableHolds(state, 'release', '>', 1)).toBe(false)
  })

  test('is none about a row, or about a table of a single one', () => {
    const { state } = counted(1)
    expect(isTable(state, parsePath('release'))).toBe(true)
    expect(isTable(state, parsePath('release.r0'))).toBe(false)
    expect(isTable(new Store(), parsePath('player'))).toBe(false)
  })
})

test('which events changed a table is asked of what they touched, not of all its rows', () => {
  const timeline = new Timeline(
    recordedLog([
      ...Array.from({ length: 200 }, (_, at) => releaseDetailReceived({ release: aRelease(`r${at}`) })),
      ...Array.from({ length: 300 }, (_, at) => playerVolumeChanged({ volume: at % 101 })),
      releaseDetailReceived({ release: aRelease('last') }),
    ]),
  )
  finished(timeline.prepare())
  let looks = 0
  const seek = timeline.seek.bind(timeline)
  timeline.seek = (seq) => {
    const state = seek(seq)
    if (seq <= 200) return state
    return new Proxy(state, {
      get(held, name) {
        if (name === 'ids') looks++
        const field = held[name as keyof ReadonlyStore] as unknown
        return typeof field === 'function' ? field.bind(held) : field
      },
    })
  }
  const found = finished(touching(timeline, parsePath('detail')))
  expect(found).toHaveLength(201)
  expect(found.at(-1)?.seq).toBe(501)
  expect(Object.keys(found.at(-1)?.before as object)).not.toContain('last')
  expect(Object.keys(found.at(-1)?.after as object)).toContain('last')
  expect(looks).toBe(1)
})

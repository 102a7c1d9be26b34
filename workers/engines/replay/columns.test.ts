// What lists and lanes look at, of events that are written down here one by one.
import { describe, expect, it } from 'vitest'
import type { AppEvent } from '#core/events/index.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { Timeline } from '#core/log/timeline.ts'
import { Store } from '#core/reducers/store.ts'
import { addressAt, ColumnsReader, lanesOf } from './columns.ts'

/** The part of an event that is looked at. */
interface Given {
  readonly type: string
  readonly source?: string
  readonly t: number
  readonly payload?: object
}

/** @param start sequence number before the first */
function logOf(given: readonly Given[], start = 0, checkpoints: readonly number[] = [], startT = 0): ReadLog {
  const events = given.map(
    (one, at) => ({ seq: start + 1 + at, source: 'person', cause: null, v: 1, payload: {}, ...one }) as unknown as AppEvent,
  ) // biome-ignore format: one line
  return { start, startT, events, checkpoints: checkpoints.map((seq) => ({ seq, state: '' })), skipped: new Map(), lineOf: () => 1 } as unknown as ReadLog // biome-ignore format: one line
}

function columnsOf(log: ReadLog) {
  const reader = new ColumnsReader()
  // As they come while a log is read, a few at a time.
  for (let at = 0; at < log.events.length; at += 4) reader.events(log.events.slice(at, at + 4), log.skipped)
  return reader.columns()
}

const moved = (path: string, search = ''): Given => ({ type: 'app.navigated', t: 0, payload: { path, search } })

describe('columns', () => {
  const log = logOf(
    [
      { type: 'app.opened', source: 'platform', t: 5 },
      { type: 'player.toggled', t: 7 },
      { type: 'download.hindered', source: 'downloads', t: 9 },
      moved('/releases'),
      { type: 'app.opened', source: 'platform', t: 20 },
      { type: 'player.toggled', t: 30 },
    ],
    10,
  )
  const columns = columnsOf(log)

  it('count each type and each source in the order in which they first came', () => {
    expect(columns.types).toEqual([
      { name: 'app.opened', count: 2 },
      { name: 'player.toggled', count: 2 },
      { name: 'download.hindered', count: 1 },
      { name: 'app.navigated', count: 1 },
    ])
    expect(columns.sources).toEqual([
      { name: 'platform', count: 2 },
      { name: 'person', count: 3 },
      { name: 'downloads', count: 1 },
    ])
  })

  it('say of each event its type, its source and its time', () => {
    expect([...columns.typeOf]).toEqual([0, 1, 2, 3, 0, 1])
    expect([...columns.sourceOf]).toEqual([0, 1, 2, 1, 0, 1])
    expect([...columns.times]).toEqual([5, 7, 9, 0, 20, 30])
  })

  it('name failures and changes of the address by number, and the place of the first window', () => {
    expect([...columns.failures]).toEqual([13])
    expect([...columns.routes]).toEqual([14])
    expect(columns.opened).toBe(0)
    expect(columnsOf(logOf([moved('/a'), { type: 'app.opened', t: 1 }])).opened).toBe(1)
    expect(columnsOf(logOf([moved('/a')])).opened).toBe(-1)
  })
})

it('of many events are as long as these, however they came', () => {
  const reader = new ColumnsReader()
  const part = (from: number, count: number) =>
    logOf(Array.from({ length: count }, (_, at) => ({ type: `a.${(from + at) % 300}`, source: `s${(from + at) % 7}`, t: from + at }))).events // biome-ignore format: one line
  let from = 0
  for (const count of [60_000, 10, 10_000, 200_000]) {
    reader.events(part(from, count).slice(), new Map())
    from += count
  }
  const { times, typeOf, sourceOf } = reader.columns()
  expect([times.length, typeOf.length, sourceOf.length]).toEqual([from, from, from])
  for (const at of [0, 59_999, 65_535, 65_536, 70_009, 131_072, from - 1])
    expect([times[at], typeOf[at], sourceOf[at]]).toEqual([at, at % 300, at % 7])
})

describe('lanes', () => {
  it('cut the time into equal stretches, the last event in the last', () => {
    const log = logOf([0, 24, 25, 74, 75, 99, 100].map((t) => ({ type: 'player.muteToggled', t })))
    const { person, engines, network, failures } = lanesOf(log, columnsOf(log), 4)
    expect([...person]).toEqual([2, 1, 1, 3])
    for (const lane of [engines, network, failures]) expect([...lane]).toEqual([0, 0, 0, 0])
  })

  it.each([
    ['player.muteToggled', 'person', 'person'],
    ['player.started', 'platform', 'engines'],
    ['release.pageReceived', 'releases', 'network'],
    ['download.finished', 'downloads', 'engines'],
    ['search.answered', 'search', 'network'],
    // Whoever asks no server had no answer of one.
    ['app.logLost', 'platform', 'engines'],
    ['selection.released', 'selection', 'engines'],
    ['setting.restored', 'settings', 'engines'],
    ['decision.answered', 'decisions', 'engines'],
    ['session.refreshed', 'tab', 'engines'],
  ] as const)('put %s of %s with %s', (type, source, lane) => {
    const log = logOf([{ type, source, t: 1 }])
    const { person, engines, network } = lanesOf(log, columnsOf(log), 1)
    const counts = { person: person[0], engines: engines[0], network: network[0] }
    expect(counts).toEqual({ person: 0, engines: 0, network: 0, [lane]: 1 })
  })

  it('have failures besides, and checkpoints where the event before them stands', () => {
    const log = logOf(
      [
        { type: 'player.muteToggled', t: 10 },
        { type: 'download.failed', source: 'downloads', t: 60 },
        { type: 'player.muteToggled', t: 100 },
      ],
      40,
      [40, 41, 42, 43],
    )
    const { failures, network, checkpoints } = lanesOf(log, columnsOf(log), 2)
    expect([...failures]).toEqual([0, 1])
    expect([...network]).toEqual([0, 1])
    expect([...checkpoints], 'one before the first event stands at the beginning').toEqual([2, 2])
  })

  it('of a log whose oldest events made room begin where it begins', () => {
    const day = 86_400_000
    // Past what 32 bits hold.
    const log = logOf(
      [50, 60, 75, 100].map((ms) => ({ type: 'player.muteToggled', t: 60 * day + ms })),
      7,
      [7],
      60 * day,
    )
    expect(columnsOf(log).times[0]).toBe(60 * day + 50)
    const { person, checkpoints } = lanesOf(log, columnsOf(log), 4)
    expect([...person]).toEqual([0, 0, 2, 2])
    expect([...checkpoints]).toEqual([1, 0, 0, 0])
  })

  it('of a log without time, or without events, are one stretch', () => {
    const still = logOf([{ type: 'player.muteToggled', t: 0 }])
    expect([...lanesOf(still, columnsOf(still), 3).person]).toEqual([1, 0, 0])
    const empty = logOf([])
    expect([...lanesOf(empty, columnsOf(empty), 2).person]).toEqual([0, 0])
  })
})

describe('more types than any log of ours has', () => {
  it('are counted as one beyond ten thousand, and every event has its own place', () => {
    const log = logOf(Array.from({ length: 70_000 }, (_, n) => ({ type: `lamp.n${n}`, t: n })))
    const { types, typeOf } = columnsOf(log)
    expect(types).toHaveLength(10_001)
    expect(types.at(-1)).toEqual({ name: 'other types', count: 60_000 })
    expect([typeOf[0], typeOf[9_999], typeOf[10_000], typeOf[69_999]]).toEqual([0, 9_999, 10_000, 10_000])
  })
})

describe('where the person stood', () => {
  const log = logOf([{ type: 'app.opened', t: 0 }, moved('/releases', '?a=1'), { type: 'player.toggled', t: 1 }, moved('/playlists')], 5) // biome-ignore format: one line
  it.each([
    [5, '/'],
    [6, '/'],
    [7, '/releases?a=1'],
    [8, '/releases?a=1'],
    [9, '/playlists'],
  ])('after event %i: %s', (seq, address) => {
    expect(addressAt(new Timeline(log), columnsOf(log), seq)).toBe(address)
  })

  it('takes no event that makes no part of the states: skipped, left out, or behind one at which a reducer throws', () => {
    const at = (seq: number, timeline: Timeline) => addressAt(timeline, columnsOf(timeline.log), seq)
    expect(at(9, new Timeline(log, { leftOut: new Set([9]) }))).toBe('/releases?a=1')
    expect(at(9, new Timeline({ ...log, skipped: new Map([[7, 'version 9'], [9, 'version 9']]) }))).toBe('/') // biome-ignore format: one line
    const throwing = new Timeline(log, {
      reduce(_, { seq }) {
        if (seq === 8) throw new Error('no')
      },
    })
    throwing.seek(9)
    expect([7, 9].map((seq) => at(seq, throwing))).toEqual(['/releases?a=1', '/releases?a=1'])
  })

  it('is the path of the snapshot before the first change of it', () => {
    const base = new Store()
    base.patch('app', 'self', { path: '/playlists' })
    expect([5, 7].map((seq) => addressAt(new Timeline({ ...log, base }), columnsOf(log), seq))).toEqual([
      '/playlists',
      '/releases?a=1',
    ])
  })
})

// Which events a filter lets through, and the rows of a list that begins anywhere in a log.
import { describe, expect, it } from 'vitest'
import type { EventFilter } from '#core/contracts/replay.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { finished } from '#tests/support/recordedLog.ts'
import { ColumnsReader } from './columns.ts'
import { Listing, listed, rowOf } from './listing.ts'

const START = 20
const given = [
  ['player.toggled', 'person', {}],
  ['download.failed', 'downloads', { reason: 'Network', title: 'Slow Harbour' }],
  ['download.progressed', 'downloads', { jobs: [1] }],
  ['search.answered', 'search', { term: 'Harbour, the "long" way' }],
] as const
const log = {
  start: START,
  events: given.map(([type, source, payload], at) => ({ seq: START + 1 + at, t: at, type, source, payload, v: 1, cause: null })), // biome-ignore format: one line
  skipped: new Map([[22, 'unknown type']]),
} as unknown as ReadLog
function columnsOf({ events }: ReadLog) {
  const reader = new ColumnsReader()
  reader.events(events.slice(), new Map())
  return reader.columns()
}
const columns = columnsOf(log)
const NO_FILTER: EventFilter = { domains: [], types: [], sources: [], text: '' }
const found = (filter: Partial<EventFilter>) => finished(listed(log, columns, { ...NO_FILTER, ...filter }))

describe('a filter', () => {
  it.each([
    [{ domains: ['download'] }, [22, 23]],
    [{ types: ['player.toggled', 'search.answered'] }, [21, 24]],
    [{ sources: ['downloads'] }, [22, 23]],
    [{ domains: ['download'], types: ['download.failed', 'player.toggled'] }, [22]],
    [{ domains: ['search'], sources: ['downloads'] }, []],
    [{ text: 'HARBOUR' }, [22, 24]],
    [{ text: ' toggled ' }, [21]],
    [{ text: 'downloads' }, [22, 23]],
    [{ text: 'harbour', sources: ['search'] }, [24]],
    [{ text: '"title": "slow harbour"' }, [22]],
    [{ text: 'the "long" way' }, [24]],
  ])('%j lets through %j', (filter, seqs) => {
    expect([...(found(filter) ?? [0])]).toEqual(seqs)
  })

  it('of nothing lets all through', () => {
    expect(found({})).toBeNull()
    expect(found({ text: '  ' })).toBeNull()
  })

  it('says every two thousand events how far it is', () => {
    const events = Array.from({ length: 5000 }, (_, at) => ({ seq: at + 1, t: 0, type: 'player.toggled', source: 'person', payload: {} })) // biome-ignore format: one line
    const long = { start: 0, events, skipped: new Map() } as unknown as ReadLog
    const steps = listed(long, columnsOf(long), { ...NO_FILTER, domains: ['player'] })
    const told: number[] = []
    let step = steps.next()
    for (; !step.done; step = steps.next()) told.push(step.value)
    expect(told).toEqual([2047, 4095])
    expect(step.value).toHaveLength(5000)
  })
})

const NOTHING = { leftOut: new Set<number>(), threw: null }

describe('a list', () => {
  const all = new Listing(log, null)
  const some = new Listing(log, Uint32Array.of(22, 24))
  const seqs = (list: Listing, first: number, count: number) => list.rows(first, count, NOTHING).map(({ seq }) => seq)

  it('holds all events, or those that were found', () => {
    expect([all.count, some.count]).toEqual([4, 2])
    expect(seqs(all, 0, 9)).toEqual([21, 22, 23, 24])
    expect(seqs(some, 0, 9)).toEqual([22, 24])
  })

  it('gives the rows that are asked for and no more', () => {
    expect(seqs(all, 1, 2)).toEqual([22, 23])
    expect(seqs(some, 1, 1)).toEqual([24])
    expect(seqs(all, -2, 3)).toEqual([21])
    expect(seqs(all, 4, 3)).toEqual([])
  })

  it.each([
    [20, 0, 0],
    [21, 0, 0],
    [22, 1, 0],
    [23, 2, 1],
    [24, 3, 1],
    [25, -1, -1],
  ])('places event %i, or the next that is listed', (seq, ofAll, ofSome) => {
    expect([all.placeOf(seq), some.placeOf(seq)]).toEqual([ofAll, ofSome])
  })

  it('says from an event on at which a reducer throws that it is not applied', () => {
    const threw = { seq: 23, type: 'player.toggled', line: 4, message: 'no song' }
    const rows = all.rows(0, 4, { ...NOTHING, threw })
    expect(rows.map(({ skipped }) => skipped)).toEqual([
      null,
      'unknown type',
      'a reducer throws: no song',
      'a reducer throws at event 23',
    ])
  })

  it('says of an event what a row shows', () => {
    const event = log.events.at(1)
    if (!event) throw new Error('there is one')
    const said = { leftOut: new Set([22]), threw: null }
    expect(rowOf(log, event, said)).toEqual({
      seq: 22,
      t: 1,
      source: 'downloads',
      type: 'download.failed',
      cause: null,
      failed: true,
      leftOut: true,
      skipped: 'unknown type',
    })
    expect(all.rows(0, 1, said)).toMatchObject([{ failed: false, leftOut: false, skipped: null }])
  })
})

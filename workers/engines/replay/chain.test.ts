// How the causes of an event and what it led to are laid out.
import { describe, expect, it } from 'vitest'
import type { Chain } from '#core/contracts/replay.ts'
import type { AppEvent } from '#core/events/index.ts'
import { KeptEvents } from '#core/log/reading/events.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { chainOf, summaryOf } from './chain.ts'

/** Events by the number of what led to them; types by number. */
function logOf(causes: readonly (number | null)[], types: Readonly<Record<number, string>> = {}, start = 0): ReadLog {
  const events = causes.map((cause, at) => ({
    seq: start + 1 + at,
    t: at,
    source: 'person',
    type: types[start + 1 + at] ?? 'player.toggled',
    v: 1,
    cause,
    payload: { at },
  }))
  return { start, events, skipped: new Map() } as unknown as ReadLog
}
const SAID = { leftOut: new Set<number>(), threw: null }
const drawn = ({ nodes }: Chain) => nodes.map(({ seq, column, row, more }) => [seq, column, row, more])

describe('a chain', () => {
  it('shows the three nearest causes, the farthest first, and counts them all', () => {
    const chain = chainOf(logOf([null, 1, 2, 3, 4]), 5, SAID)
    expect(chain).toMatchObject({ seq: 5, before: 4, after: 0, isCapped: false })
    expect(drawn(chain)).toEqual([
      [2, -3, 0, 0],
      [3, -2, 0, 0],
      [4, -1, 0, 0],
      [5, 0, 0, 0],
    ])
  })

  it('shows three columns of effects, and at their end how many follow', () => {
    const chain = chainOf(logOf([null, 1, 2, 3, 4, 4, 6]), 1, SAID)
    expect(chain).toMatchObject({ before: 0, after: 6 })
    expect(drawn(chain)).toEqual([
      [1, 0, 0, 0],
      [2, 1, 0, 0],
      [3, 2, 0, 0],
      [4, 3, 0, 2],
    ])
  })

  it('shows three effects of a column and counts the others where they come from', () => {
    const chain = chainOf(logOf([null, 1, 1, 2, 2, 3, 3, 3]), 1, SAID)
    expect(drawn(chain)).toEqual([
      [1, 0, 0, 0],
      [2, 1, 0, 0],
      [3, 1, 1, 2],
      [4, 2, 0, 0],
      [5, 2, 1, 0],
      [6, 2, 2, 0],
    ])
  })

  it('shows first what led to a failure, however far it is', () => {
    const chain = chainOf(logOf([null, 1, 1, 1, 1, 5, 6], { 7: 'download.failed' }), 1, SAID)
    expect(drawn(chain).map(([seq, column]) => [seq, column])).toEqual([
      [1, 0],
      [5, 1],
      [2, 1],
      [3, 1],
      [6, 2],
      [7, 3],
    ])
    expect(chain.nodes[0]?.more, 'the fourth').toBe(1)
  })

  it('marks events as lists do, in a log whose beginning is gone too', () => {
    const log = logOf([null, 31], { 32: 'download.failed' }, 30)
    const { nodes } = chainOf(log, 31, { leftOut: new Set([32]), threw: null })
    expect(nodes).toMatchObject([
      { seq: 31, failed: false, leftOut: false, summary: 'at 0' },
      { seq: 32, failed: true, leftOut: true, summary: 'at 1', column: 1 },
    ])
  })

  it.each([0, 30, 33])('of event %i, which is not there, is empty', (seq) => {
    expect(chainOf(logOf([null, null], {}, 30), seq, SAID)).toEqual({ seq, before: 0, madeRoom: null, after: 0, isCapped: false, nodes: [] }) // biome-ignore format: one line
  })

  it('H-604: says which event that made room led to the first of its causes, or to itself', () => {
    const log = logOf([null, 7, 32, 33], {}, 30)
    const madeRoom = [31, 32, 34].map((seq) => chainOf(log, seq, SAID).madeRoom)
    expect(madeRoom).toEqual([null, 7, 7])
    expect(chainOf(logOf([null, 1, 0, 9]), 2, SAID).madeRoom, 'of a whole log').toBeNull()
  })

  it('counts ten thousand effects and says that there may be more', () => {
    const log = (effects: number) => logOf([null, ...Array.from({ length: effects }, () => 1)])
    expect(chainOf(log(9_999), 1, SAID)).toMatchObject({ after: 9_999, isCapped: false })
    expect(chainOf(log(10_001), 1, SAID)).toMatchObject({ after: 10_000, isCapped: true })
  })
})

describe('a summary', () => {
  const of = (payload: unknown) => summaryOf({ payload } as unknown as AppEvent)
  it.each([
    [{ status: 'playing', count: 2, more: 3 }, 'playing, count 2'],
    [{ text: '', open: false, ids: ['a', 'b'] }, 'open false, ids 2'],
    [{ held: { a: 1 }, none: null, text: 'x'.repeat(50) }, 'x'.repeat(40)],
    [{}, ''],
    [null, ''],
    ['text', ''],
  ])('of %j', (payload, summary) => {
    expect(of(payload)).toBe(summary)
  })
})

describe('of a long log', () => {
  it('only what is drawn is made of its text', () => {
    const kept = logOf(Array.from({ length: 5000 }, (_, at) => at || null))
    const made = new Set<number>()
    const events = new KeptEvents(0)
    events.add(kept.events.slice(), true)
    const make = events.at.bind(events)
    events.at = (place) => {
      made.add(place)
      return make(place)
    }
    const log = { ...kept, events }
    const chain = chainOf(log, 2500, SAID, () => false)
    expect(chain).toMatchObject({ before: 2499, after: 2500 })
    expect(drawn(chain).map(([seq]) => seq)).toEqual([2497, 2498, 2499, 2500, 2501, 2502, 2503])
    expect(made.size).toBeLessThan(8)
  })
})

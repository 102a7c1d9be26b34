// The state at any event is the state of replaying up to it, however one came there.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { history } from '#tests/support/histories.ts'
import type { AppEvent } from '../events/index.ts'
import { playerVolumeChanged } from '../events/player.ts'
import { reduce } from '../reducers/root.ts'
import { Store } from '../reducers/store.ts'
import { HASH_VERSION, hashState } from './hash.ts'
import { Order } from './order.ts'
import type { ReadLog } from './reading/log.ts'
import { differences, Timeline } from './timeline.ts'

/** What was recorded of these drafts, with a checkpoint after every `apart` events. */
function recorded(drafts: Parameters<Order['append']>[0][], apart = 7): ReadLog & { states: string[] } {
  const order = new Order()
  const states = [order.hash()]
  const events: AppEvent[] = []
  for (const draft of drafts) {
    const event = order.append(draft, { source: 'person', t: events.length, cause: null })
    if (event.seq === 0) continue
    events.push(event)
    states.push(order.hash())
  }
  const checkpoints = events
    .filter(({ seq }) => seq % apart === 0)
    .map(({ seq }) => ({ seq, state: states[seq] ?? '' }))
  const header = { format: 'evlog', version: 2, logId: 'l', build: 'b', startedAt: 0, stateHash: HASH_VERSION } as const
  return {
    header,
    start: 0,
    startT: 0,
    base: null,
    events,
    checkpoints,
    skipped: new Map(),
    cut: null,
    lineOf: (seq) => seq + 1,
    states,
  }
}
const finish = (timeline: Timeline) => {
  const steps = timeline.prepare()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
const volumes = (n: number) => Array.from({ length: n }, (_, at) => playerVolumeChanged({ volume: at % 101 }))

describe('seeking', () => {
  test('in any order leads to the state of replaying, and what was touched covers what differs', () => {
    fc.assert(
      fc.property(history(60), fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), (drafts, places) => {
        const log = recorded(drafts)
        const timeline = new Timeline(log, { snapshots: 2 })
        finish(timeline)
        let shown = timeline.frozen(0) as never
        expect(timeline.takeTouched()).toBeNull()
        for (const place of places) {
          const seq = place % (log.events.length + 1)
          timeline.seek((place * 31) % (log.events.length + 1))
          expect(hashState(timeline.seek(seq) as never)).toBe(log.states[seq])
          const touched = new Set(timeline.takeTouched()?.map(({ kind, id }) => `${kind} ${id}`))
          const now = timeline.frozen(seq) as never
          for (const { kind, id } of differences(now, shown)) expect(touched).toContain(`${kind} ${id}`)
          shown = now
        }
      }),
      { numRuns: 40 },
    )
  })
  test('over snapshots, forwards and back', () => {
    const log = recorded(volumes(2600))
    const timeline = new Timeline(log, { snapshots: 4 })
    finish(timeline)
    for (const seq of [2600, 0, 1300, 1299, 650, 651, 2599, 1951, 1950])
      expect(hashState(timeline.seek(seq) as never)).toBe(log.states[seq])
  })
  test('beyond the log is refused', () => {
    const timeline = new Timeline(recorded(volumes(3)))
    for (const seq of [-1, 4, 1.5, Number.NaN]) expect(() => timeline.seek(seq)).toThrow('the log holds 1 to 3')
    expect(() => timeline.event(0)).toThrow(RangeError)
  })
  test('a frozen state stays what it was', () => {
    const timeline = new Timeline(recorded(volumes(10)))
    const then = timeline.frozen(4)
    timeline.seek(10)
    expect(then.single('player').volume).toBe(3)
  })
})

describe('seeking over what changed', () => {
  /** Every entity in the order of its table. */
  const rows = (state: Store) => [...state.all()].map(({ kind, id }) => [kind, id, state.get(kind, id)])
  const places = fc.array(fc.nat(), { minLength: 1, maxLength: 12 })
  const keeping = fc.record({
    snapshots: fc.integer({ min: 1, max: 4 }),
    deltas: fc.integer({ min: 1, max: 12 }),
    apart: fc.integer({ min: 1, max: 12 }),
  })
  /** Does more than the reducers: an entity goes and comes back, at the end of its table. */
  const restless = (state: Store, event: AppEvent) => {
    reduce(state, event)
    const [first] = state.ids('queueItem')
    const item = first === undefined ? undefined : state.get('queueItem', first)
    if (first === undefined || !item || event.seq % 3 !== 0) return
    state.drop('queueItem', first)
    if (event.seq % 2 === 0) state.set('queueItem', first, item)
  }
  const kinds = { leftOut: fc.boolean(), reduce: fc.boolean(), base: fc.boolean(), skipped: fc.boolean() }

  test('leads to the very state of replaying, and names what differs from the one before', () => {
    fc.assert(
      fc.property(history(120), places, keeping, fc.record(kinds), fc.integer({ min: 1, max: 40 }), (...given) => {
        const [drafts, seqs, keep, is, apart] = given
        const whole = recorded(drafts, apart)
        const start = is.base ? whole.events.length >> 1 : 0
        const log: ReadLog = {
          ...whole,
          start,
          base: is.base ? (new Timeline(whole).frozen(start) as Store) : null,
          events: whole.events.slice(start),
          checkpoints: whole.checkpoints.filter(({ seq }) => seq >= start),
          skipped: is.skipped ? new Map(seqs.map((seq) => [seq % 120, 'unknown type'])) : new Map(),
        }
        const options = {
          ...keep,
          reduce: is.reduce ? restless : reduce,
          ...(is.leftOut ? { leftOut: new Set(seqs.map((seq) => (seq * 7) % 120)) } : {}),
        }
        const states = replayed(log, options)
        const timeline = new Timeline(log, options)
        finish(timeline)
        timeline.takeTouched()
        let shown = states.at(-1) as Store
        for (const place of seqs) {
          const seq = place % states.length
          timeline.seek(start + ((place * 31) % states.length))
          const state = timeline.seek(start + seq) as Store
          const expected = states[seq] as Store
          expect(rows(state)).toEqual(rows(expected))
          expect(hashState(state)).toBe(hashState(expected))
          const touched = new Set(timeline.takeTouched()?.map(({ kind, id }) => `${kind} ${id}`))
          for (const key of unlike(expected, shown)) expect(touched).toContain(key)
          shown = expected
        }
      }),
      { numRuns: 60 },
    )
  }, 30_000)

  /** The state after each event, without any that was kept. */
  function replayed(log: ReadLog, options: { leftOut?: Set<number>; reduce: typeof reduce }): Store[] {
    const store = log.base?.copy() ?? new Store()
    const states = [store.copy()]
    for (const event of log.events) {
      if (!log.skipped.has(event.seq) && !options.leftOut?.has(event.seq)) options.reduce(store, event)
      states.push(store.copy())
    }
    return states
  }
  /** What is another in one state than in the other, or there in one alone. */
  function unlike(state: Store, other: Store): string[] {
    const all = [...state.all(), ...other.all()]
    const isUnlike = ({ kind, id }: (typeof all)[number]) =>
      JSON.stringify(state.get(kind, id)) !== JSON.stringify(other.get(kind, id))
    return all.filter(isUnlike).map(({ kind, id }) => `${kind} ${id}`)
  }

  test('replays few events, wherever it goes', () => {
    let count = 0
    const counting = (state: Store, event: AppEvent) => {
      count++
      reduce(state, event)
    }
    const log = recorded(volumes(9000), 100)
    const timeline = new Timeline(log, { snapshots: 1, reduce: counting })
    finish(timeline)
    for (const seq of [8999, 1, 4499, 4498, 5100, 8400, 300]) {
      count = 0
      expect(hashState(timeline.seek(seq) as Store)).toBe(log.states[seq])
      expect(count).toBeLessThanOrEqual(600)
    }
  })
})

describe('the verdict', () => {
  test('agrees with what was recorded, and tells how far it has come', () => {
    const log = recorded(volumes(1100))
    const steps = new Timeline(log).prepare()
    expect([steps.next().value, steps.next().value]).toEqual([512, 1024])
    expect(steps.next().value).toEqual({ state: log.states.at(-1), checkpoints: 157, difference: null, threw: null })
  })
  test('of a log with many checkpoints compares them all', () => {
    const log = recorded(volumes(2400), 2)
    const whole = finish(new Timeline(log, { snapshots: 4 }))
    expect(whole).toEqual({ difference: null, state: log.states.at(-1), checkpoints: 1200, threw: null })
    const broken = (state: Parameters<typeof reduce>[0], event: AppEvent) => {
      reduce(state, event)
      if (event.seq === 1501) state.patch('app', 'self', { path: '/nowhere' })
    }
    expect(finish(new Timeline(log, { snapshots: 4, reduce: broken })).difference).toMatchObject({
      seq: 1502,
      after: 1500,
      recorded: log.states[1502],
    })
  })
  test('names the first checkpoint that differs and the last that agreed', () => {
    const log = recorded(volumes(21))
    const broken = (state: Parameters<typeof reduce>[0], event: AppEvent) => {
      reduce(state, event)
      if (event.seq === 9) state.patch('app', 'self', { path: '/nowhere' })
    }
    expect(finish(new Timeline(log, { reduce: broken })).difference).toMatchObject({ seq: 14, after: 7 })
  })
})

describe('an event at which a reducer throws', () => {
  const log = recorded(volumes(1500))
  /** Half of what follows from it is done by then. */
  const throwing = (state: Store, event: AppEvent) => {
    reduce(state, event)
    if (event.seq === 1203) throw new TypeError('no such thing')
  }
  const threw = { seq: 1203, type: 'player.volumeChanged', line: 1204, message: 'no such thing' }

  test('is named, with all before it compared, and nothing of it', () => {
    const verdict = finish(new Timeline(log, { reduce: throwing }))
    expect(verdict).toEqual({ state: log.states[1202], checkpoints: 171, difference: null, threw })
  })
  test.each(['walked', 'not walked'])(
    'is no end of seeking, in a log that was %s: behind it the state is that before',
    (how) => {
      const timeline = new Timeline(log, { reduce: throwing })
      if (how === 'walked') finish(timeline)
      let before = timeline.frozen(0)
      timeline.takeTouched()
      for (const seq of [1500, 1202, 1203, 700, 1204, 1201, 1499]) {
        const after = timeline.seek(seq)
        expect(hashState(after as Store)).toBe(log.states[Math.min(seq, 1202)])
        const touched = new Set(timeline.takeTouched()?.map(({ kind, id }) => `${kind} ${id}`))
        expect(differences(after, before).filter(({ kind, id }) => !touched.has(`${kind} ${id}`))).toEqual([])
        before = timeline.frozen(seq)
      }
      expect(timeline.threw).toEqual(threw)
      expect([1202, 1203, 1204].map((seq) => timeline.applies(seq))).toEqual([true, false, false])
    },
  )
  test('is none when it is left out', () => {
    const timeline = new Timeline(log, { reduce: throwing, leftOut: new Set([1203]) })
    finish(timeline)
    expect(timeline.seek(1204).single('player').volume).toBe(1203 % 101)
    expect(timeline.threw).toBeNull()
  })
})

test('an event that is left out, or that no build knows, is not applied', () => {
  const log = recorded(volumes(6))
  expect(new Timeline(log, { leftOut: new Set([6, 5]) }).seek(6).single('player').volume).toBe(3)
  expect(new Timeline({ ...log, skipped: new Map([[6, 'unknown type']]) }).seek(6).single('player').volume).toBe(4)
})

// A log that is replayed while it is read: the same verdict and the same states as one that is walked afterwards.
import fc from 'fast-check'
import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { history } from '#tests/support/histories.ts'
import type { AppEvent } from '../events/index.ts'
import { playerVolumeChanged } from '../events/player.ts'
import { reduce } from '../reducers/root.ts'
import type { Store } from '../reducers/store.ts'
import { encodeEvents } from './codec.ts'
import { exportLines } from './export.ts'
import { FirstPass } from './firstPass.ts'
import { hashState } from './hash.ts'
import { Order } from './order.ts'
import { LogReader } from './read.ts'
import type { Follower } from './reading/log.ts'
import { Timeline } from './timeline.ts'
import { headerOf } from './upcast.ts'

const header = headerOf('l', 'b', 0)
type Draft = Parameters<Order['append']>[0]
const volumes = (n: number) => Array.from({ length: n }, (_, at) => playerVolumeChanged({ volume: at % 101 }))

/** The lines of a log of these drafts, with a checkpoint after every `apart` events, and the state after each event. */
function logged(drafts: readonly Draft[], apart = 5): { lines: string[]; states: string[] } {
  const order = new Order()
  const states = [order.hash()]
  const frames: {
    head: { first: number; count: number; lines: string; before: string; state: string }
    lines: string[]
  }[] = []
  let part: AppEvent[] = []
  const close = () => {
    const [first] = part
    if (!first) return
    const head = { first: first.seq, count: part.length, lines: '', before: '', state: order.hash() }
    frames.push({ head, lines: encodeEvents(part) })
    part = []
  }
  for (const draft of drafts) {
    const event = order.append(draft, { source: 'person', t: states.length, cause: null })
    if (event.seq === 0) continue
    part.push(JSON.parse(JSON.stringify(event)))
    states.push(order.hash())
    if (part.length === apart) close()
  }
  close()
  return { lines: [...exportLines(header, frames)], states }
}

/** Reads it in pieces of some bytes. */
function read(lines: readonly string[], size: number, ...followers: Follower[]) {
  const reader = new LogReader({}, ...followers)
  const bytes = strToU8(`${lines.join('\n')}\n`)
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
  return reader.end()
}

const walked = (timeline: Timeline) => {
  const steps = timeline.prepare()
  for (let turns = 0; ; turns++) {
    const step = steps.next()
    if (step.done) return { verdict: step.value, turns }
  }
}

describe('a first pass that follows the reader', () => {
  test('says of any history what a walk afterwards says, without another walk, and seeks to the same states', () => {
    fc.assert(
      fc.property(
        history(60),
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: 1, max: 9 }),
        (drafts, size, apart) => {
          const { lines, states } = logged(drafts, apart)
          const passed = new FirstPass()
          const log = read(lines, size, passed)
          const timeline = new Timeline(log, { passed })
          const { verdict, turns } = walked(timeline)
          expect(turns).toBe(0)
          expect(verdict).toEqual(walked(new Timeline(log)).verdict)
          expect(verdict).toMatchObject({ difference: null, state: states.at(-1), checkpoints: log.checkpoints.length })
          for (let seq = states.length - 1; seq >= 0; seq -= 7)
            expect(hashState(timeline.seek(seq) as Store)).toBe(states[seq])
        },
      ),
      { numRuns: 40 },
    )
  })
  test('names the first checkpoint that differs, and the last that agreed', () => {
    const { lines } = logged(volumes(40), 5)
    const passed = new FirstPass({
      reduce(state, event) {
        reduce(state, event)
        if (event.seq === 12) state.patch('app', 'self', { path: '/elsewhere' })
      },
    })
    read(lines, 100, passed)
    expect(passed.end()?.verdict).toMatchObject({ checkpoints: 8, difference: { seq: 15, after: 10 } })
  })
  describe('of a log with more than a thousand checkpoints', () => {
    const drafts = volumes(2405)
    const spoiltAt = (at: number) => (state: Store, event: AppEvent) => {
      reduce(state, event)
      if (event.seq === at) state.patch('app', 'self', { path: '/elsewhere' })
    }
    const passOf = (apply = reduce, apart = 2, lines = logged(drafts, apart).lines) => {
      const passed = new FirstPass({ reduce: apply })
      return { passed, log: read(lines, 1 << 16, passed) }
    }
    test('compares some, and the last', () => {
      const { passed, log } = passOf()
      expect(log.checkpoints).toHaveLength(1203)
      expect(passed.end()?.verdict).toMatchObject({ checkpoints: 1000 + 25 + 1, difference: null })
    })
    test.each([
      ['between two that are compared', 2203, 2204, 2202],
      ['at the last, which is no eighth', 2405, 2405, 2404],
    ])('where one %s differs, a walk finds the first', (_, at, seq, after) => {
      const { passed, log } = passOf(spoiltAt(at))
      expect(passed.end()).toBeNull()
      const { verdict } = walked(new Timeline(log, { passed, reduce: spoiltAt(at) }))
      expect(verdict).toMatchObject({ checkpoints: 1203, difference: { seq, after } })
    })
    test('that ends without one leaves what was passed over to a walk', () => {
      const { lines } = logged(drafts, 2)
      // Without its last checkpoint; the one before it is none that is compared.
      const { passed, log } = passOf(reduce, 2, lines.slice(0, -1))
      expect(log.events).toHaveLength(2405)
      expect(passed.end()).toBeNull()
      expect(walked(new Timeline(log, { passed })).verdict).toMatchObject({ checkpoints: 1202, difference: null })
    })
  })
  test('begins with the snapshot of a log that made room', () => {
    const { lines, states } = logged(volumes(900), 10)
    const whole = read(lines, 5000)
    const base = new Timeline(whole).frozen(600) as Store
    const rest: Follower & { begun: number[] } = {
      begun: [],
      events: () => {},
      begins: (start) => rest.begun.push(start),
    }
    const passed = new FirstPass()
    for (const follower of [rest, passed]) follower.begins?.(600, base)
    passed.events([...whole.events].slice(600), new Map())
    passed.checkpoint({ seq: 900, state: states[900] ?? '' })
    expect(passed.end()?.verdict).toEqual({ checkpoints: 1, difference: null, threw: null, state: states[900] })
    expect(hashState(base)).toBe(states[600])
  })
  test('an event that cannot be applied ends it without a word to the reader; a walk says which', () => {
    const { lines, states } = logged(volumes(30), 5)
    const spoilt = (state: Store, event: AppEvent) => {
      reduce(state, event)
      if (event.seq === 17) throw new Error('no such thing')
    }
    const passed = new FirstPass({ reduce: spoilt })
    const log = read(lines, 64, passed)
    expect(log.events).toHaveLength(30)
    expect(passed.end()).toBeNull()
    expect(walked(new Timeline(log, { passed, reduce: spoilt })).verdict).toEqual({
      checkpoints: 3,
      difference: null,
      threw: { seq: 17, type: 'player.volumeChanged', line: 21, message: 'no such thing' },
      state: states[16],
    })
  })
  test('events that are skipped, or left out, are passed over', () => {
    const events = [...read(logged(volumes(6)).lines, 1000).events]
    const skipping = new FirstPass()
    skipping.events(events, new Map([[6, 'unknown type']]))
    expect(skipping.end()?.store.single('player').volume).toBe(4)
    const leaving = new FirstPass({ leftOut: new Set([5, 6]) })
    leaving.events(events, new Map())
    expect(leaving.end()?.store.single('player').volume).toBe(3)
  })
})

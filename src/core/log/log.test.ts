// Order, hash, frames and replay: the same log gives the same state, and what is wrong is named.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Segment } from '#core/contracts/log.ts'
import { type AppEvent, definitionOf } from '#core/events/index.ts'
import { playerToggled, playerVolumeChanged } from '#core/events/player.ts'
import { Store } from '#core/reducers/store.ts'
import { draftOf, history } from '#tests/support/histories.ts'
import { parseLog } from '#tests/support/parsedLog.ts'
import { replay } from '#tests/support/replayed.ts'
import { Story } from '#tests/support/story.ts'
import { eachFrame, encodeEvents, encodeFrame, encodeHeader, type Frame, type WriteUtf8 } from './codec.ts'
import { exportLines } from './export.ts'
import { canonicalJson, hashState, StateHash } from './hash.ts'
import { Order } from './order.ts'
import { hashText } from './textHash.ts'
import { Timeline } from './timeline.ts'
import { headerOf } from './upcast.ts'

const header = headerOf('l1', 'test', 1)
const START = hashText(encodeHeader(header))

/** A live log: events in order, cut into segments of these sizes, each with the state hash at its end. */
function live(drafts: readonly Parameters<Story['happens']>[0][], sizes: readonly number[]) {
  const order = new Order()
  const events: AppEvent[] = []
  const segments: Segment[] = []
  let held: AppEvent[] = []
  const cut = () => {
    const count = held.length
    if (count === 0) return
    segments.push({ first: order.seq - count + 1, count, lines: encodeEvents(held), state: order.hash() })
    held = []
  }
  drafts.forEach((draft, n) => {
    const event = order.append(draft, { source: 'platform', t: n * 3, cause: null })
    if (event.seq === 0) return
    events.push(event)
    held.push(event)
    if (held.length >= (sizes[segments.length % sizes.length] ?? 5)) cut()
  })
  cut()
  return { order, events, segments, state: order.hash() }
}

/** The bytes of a log on disk, and where each frame ends. */
function onDisk(segments: readonly Segment[]): { bytes: Uint8Array; ends: number[] } {
  const frames: Uint8Array[] = []
  const ends: number[] = []
  let before = START
  let length = 0
  for (const segment of segments) {
    const frame = encodeFrame(segment, before)
    frames.push(frame.bytes)
    before = frame.hash
    length += frame.bytes.length
    ends.push(length)
  }
  return { bytes: Uint8Array.from(frames.flatMap((frame) => [...frame])), ends }
}

/** The good frames, where they end, and the hash for the next one. */
function decodeFrames(bytes: Uint8Array, before: string): { frames: Frame[]; end: number; hash: string } {
  const all = [...eachFrame(bytes, before)]
  const last = all.at(-1)
  return { frames: all.map(({ frame }) => frame), end: last?.end ?? 0, hash: last?.hash ?? before }
}

const framesOf = (segments: readonly Segment[]): Frame[] => decodeFrames(onDisk(segments).bytes, START).frames
const textOf = (segments: readonly Segment[]) => [...exportLines(header, framesOf(segments))].join('\n')
const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 })
const some = (n: number) => Array.from({ length: n }, (_, i) => playerVolumeChanged({ volume: i % 101 }))

describe('order', () => {
  test('numbers kept events from 1 without a gap, the others 0, and time never runs back', () => {
    const times = fc.array(fc.integer({ min: -5, max: 1000 }), { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(history(40), times, (drafts, ts) => {
        const order = new Order()
        let seq = 0
        let t = 0
        drafts.forEach((draft, n) => {
          const event = order.append(draft, { source: 'platform', t: ts[n] ?? 0, cause: null })
          if (definitionOf(draft).durable) seq++
          expect(event.seq).toBe(definitionOf(draft).durable ? seq : 0)
          expect(event.t).toBeGreaterThanOrEqual(t)
          expect(Number.isInteger(event.t)).toBe(true)
          t = event.t
        })
        expect(order.seq).toBe(seq)
      }),
    )
  })
  test('a cause names an earlier event of this log or nothing', () => {
    const order = new Order()
    const causes = [1, 0, 2, 7].map((cause) => order.append(playerToggled({}), { source: 'player', t: 0, cause }).cause)
    expect(causes).toEqual([null, null, 2, null])
  })
  test('reading the hash takes nothing away from what changed', () => {
    const order = new Order()
    order.takeTouched()
    order.append(playerVolumeChanged({ volume: 3 }), { source: 'person', t: 0, cause: null })
    order.hash()
    expect(order.takeTouched().map((touched) => touched.kind)).toContain('player')
    expect(order.takeTouched()).toEqual([])
  })
})

describe('the state hash', () => {
  test('kept up to date in steps of any size, it is the hash from nothing', () => {
    fc.assert(
      fc.property(history(), fc.infiniteStream(fc.boolean()), (drafts, looks) => {
        const story = new Story()
        for (const draft of drafts) {
          story.happens(draft)
          if (looks.next().value) story.order.takeTouched()
          if (looks.next().value) expect(story.order.hash()).toBe(hashState(story.order.store))
        }
        expect(story.order.hash()).toBe(hashState(story.order.store))
      }),
      { numRuns: 60 },
    )
  })
  test('does not depend on the order of keys or of entities', () => {
    expect(canonicalJson({ b: 1, a: [{ d: null, c: 'x' }] })).toBe(canonicalJson({ a: [{ c: 'x', d: null }], b: 1 }))
    const ids = ['r1', 'r2']
    const [one, two] = [ids, ids.toReversed()].map((order) => {
      const store = new Store()
      for (const id of order) store.set('page', id, { ids: [id] })
      return hashState(store)
    })
    expect(one).toBe(two)
  })
  test('tells states apart that differ in one field, and comes back when the field does', () => {
    const store = new Store()
    const hash = new StateHash(store)
    const update = () => hash.update(store, store.takeTouched())
    const before = hash.toString()
    store.patch('player', 'self', { volume: 51 })
    update()
    expect(hash.toString()).not.toBe(before)
    store.patch('player', 'self', { volume: 50 })
    update()
    expect(hash.toString()).toBe(before)
    expect(hash.toString()).toMatch(/^[0-9a-f]{16}$/)
  })
})

describe('frames', () => {
  test('give back the segments they were made of', () => {
    fc.assert(
      fc.property(history(60), sizes, (drafts, cuts) => {
        const { segments } = live(drafts, cuts)
        const read = framesOf(segments)
        expect(read.map(({ lines }) => lines)).toEqual(segments.map(({ lines }) => lines))
        expect(read.map(({ head }) => [head.first, head.count, head.state])).toEqual(
          segments.map(({ first, count, state }) => [first, count, state]),
        )
      }),
      { numRuns: 40 },
    )
  })
  test('hold texts of any alphabet and length, each frame its own, whoever writes them', () => {
    const encoder = new TextEncoder()
    const write: WriteUtf8 = (text, into) => encoder.encodeInto(text, into).written
    const texts = [
      ['\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}\ufeff'],
      ['未来は明るい 🎧', ''],
      ['長'.repeat(400_000), 'x'],
    ]
    const segments = [...texts, ['short after long']].map((held) => {
      const lines = held.map((text) => JSON.stringify(text))
      return { first: 1, count: lines.length, lines, state: '0123456789abcdef' }
    })
    for (const body of [undefined, write]) {
      const frames = segments.map((segment) => encodeFrame(segment, START, body))
      for (const [nth, { bytes }] of frames.entries())
        expect(decodeFrames(bytes, START).frames[0]?.lines).toEqual(segments[nth]?.lines)
    }
  })
  test('a tail torn at any byte is cut at the last whole frame', () => {
    const { segments } = live(some(9), [3])
    const { bytes, ends } = onDisk(segments)
    for (let length = 0; length <= bytes.length; length++) {
      const { frames, end } = decodeFrames(bytes.subarray(0, length), START)
      const whole = ends.filter((at) => at <= length)
      expect(frames).toHaveLength(whole.length)
      expect(end).toBe(whole.at(-1) ?? 0)
    }
  })
  test('any changed byte ends the log before its frame', () => {
    const { segments } = live(some(9), [3])
    const { bytes, ends } = onDisk(segments)
    const [first = 0, second = 0] = ends
    for (let at = first; at < second; at++) {
      const damaged = bytes.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 0x55
      const { frames } = decodeFrames(damaged, START)
      // A gzip header says when and where it was packed; nothing that was written hangs on those bytes.
      const whole = frames[1]
      expect(frames.length === 1 || whole?.lines.join() === segments[1]?.lines.join()).toBe(true)
    }
  })
  test('a frame of another log is refused', () => {
    const [segment] = live(some(3), [3]).segments
    if (!segment) throw new Error('no segment')
    const foreign = encodeFrame(segment, hashText('another header')).bytes
    expect(decodeFrames(foreign, START)).toMatchObject({ frames: [], end: 0, hash: START })
  })
  test('a chain that misses a link ends there', () => {
    const { segments } = live(some(9), [3])
    const { bytes, ends } = onDisk(segments)
    const [first = 0, second = 0] = ends
    const gap = Uint8Array.from([...bytes.subarray(0, first), ...bytes.subarray(second)])
    expect(decodeFrames(gap, START)).toMatchObject({ end: first })
    expect(decodeFrames(gap, START).frames).toHaveLength(1)
  })
  test('a head that counts other lines than there are is refused', () => {
    const [segment] = live(some(3), [3]).segments
    if (!segment) throw new Error('no segment')
    expect(decodeFrames(encodeFrame({ ...segment, count: 4 }, START).bytes, START).frames).toEqual([])
  })
})

describe('replay', () => {
  test('reaches the state of the live log at every checkpoint, whatever was not kept', () => {
    fc.assert(
      fc.property(history(), sizes, (drafts, cuts) => {
        const { order, segments, state } = live(drafts, cuts)
        const result = replay(parseLog(textOf(segments)))
        expect(result).toMatchObject({ difference: null, checkpoints: segments.length, state, seq: order.seq })
      }),
      { numRuns: 100 },
    )
  })
  test('cut anywhere and resumed, it reaches the same state', () => {
    fc.assert(
      fc.property(history(60), fc.nat(), (drafts, where) => {
        const { events, state, segments } = live(drafts, [7])
        const cut = events.length === 0 ? 0 : where % (events.length + 1)
        const order = new Order()
        for (const event of events.slice(0, cut)) order.replay(event)
        const timeline = new Timeline(parseLog(textOf(segments)))
        expect(hashState(timeline.frozen(cut) as Store)).toBe(order.hash())
        for (const event of events.slice(cut)) order.replay(event)
        expect(order.hash()).toBe(state)
      }),
      { numRuns: 60 },
    )
  })
  test('names the first checkpoint after an event that was altered', () => {
    const { events, segments } = live(some(12), [4])
    const altered = (seq: number, volume: number) => ({
      ...parseLog(textOf(segments)),
      events: events.map((event) => (event.seq === seq ? { ...event, payload: { volume } } : event) as AppEvent),
    })
    // The next event sets the volume again, so only what remembers the one in between would differ: nothing does.
    expect(replay(altered(6, 77)).difference).toBeNull()
    expect(replay(altered(8, 78)).difference).toMatchObject({ seq: 8, recorded: segments[1]?.state })
  })
  test('a single event replays as it was applied', () => {
    fc.assert(
      fc.property(draftOf(['download.requested', 'player.releaseChosen']), (draft) => {
        const { events, state } = live([draft], [1])
        const order = new Order()
        for (const event of events) order.replay(JSON.parse(JSON.stringify(event)) as AppEvent)
        expect(order.hash()).toBe(state)
      }),
    )
  })
})

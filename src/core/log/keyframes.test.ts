// States that are kept, whole or as what changed: few enough, near enough, and each the state it stands for.
import { describe, expect, test } from 'vitest'
import { Store } from '../reducers/store.ts'
import { type Keeping, Keyframes } from './keyframes.ts'

/** Keyframes of so many events of one volume each. @param every where somebody asks what changed; 0: nowhere */
function taken(events: number, keeping: Keeping, every = 0) {
  const store = new Store().keepDelta()
  const frames = new Keyframes(0, store.copy(), keeping)
  for (let seq = 1; seq <= events; seq++) {
    store.patch('player', 'self', { volume: seq })
    if (frames.isLate(seq) || (every > 0 && seq % every === 0)) frames.passed(seq, store, store.takeDelta())
  }
  frames.finish()
  return frames
}
const volumeOf = (state: Store) => state.single('player').volume
const FIRST = volumeOf(new Store().keepDelta())

describe('whole states', () => {
  test.each([
    [50, 400, 0],
    [50, 25_499, 50],
    [50, 90_000, 50],
    [4, 2600, 4],
    [1, 2600, 1],
  ])('of %i at most in a log of %i events there are %i', (snapshots, events, count) => {
    expect(taken(events, { snapshots }, 250).wholes).toBe(count)
  })
  test('lie evenly where nothing is known of what changed', () => {
    const store = new Store().keepDelta()
    const frames = new Keyframes(0, store.copy(), { snapshots: 10 })
    for (let seq = 1; seq <= 73_000; seq++) {
      store.patch('player', 'self', { volume: seq })
      frames.walked(seq, store)
    }
    frames.finish()
    expect(frames.wholes).toBe(frames.count)
    for (let seq = 0; seq <= 73_000; seq += 613) {
      const from = frames.before(seq)
      expect(from).toBeLessThanOrEqual(seq)
      expect(seq - from).toBeLessThan((2 * 73_000) / 10)
      expect(volumeOf(frames.state(from))).toBe(from || FIRST)
    }
  })
})

describe('frames of a long log', () => {
  test.each([
    ['every segment', 256, 80_000],
    ['at every eighth', 2048, 80_000],
    ['after every event', 1, 20_000],
    ['nowhere', 0, 80_000],
    ['rarely', 9001, 80_000],
  ])('whose state is hashed %s are few, lie evenly, and are the states they stand for', (_, every, events) => {
    const frames = taken(events, { deltas: 40, snapshots: 5 }, every)
    expect(frames.wholes).toBeLessThanOrEqual(5)
    expect(frames.count).toBeLessThanOrEqual(40 + 2 * 5)
    for (let seq = 0; seq <= events; seq += 97) {
      const from = frames.before(seq)
      expect(from).toBeLessThanOrEqual(seq)
      expect(seq - from).toBeLessThan((4 * events) / 40)
      expect(volumeOf(frames.state(from))).toBe(from || FIRST)
    }
  })
  test('of a million events are 2,600 apart at most', () => {
    const frames = new Keyframes(0, new Store().keepDelta(), {})
    const store = new Store().keepDelta()
    // As a log of segments of 256 events is compared: all of the first thousand, then every eighth.
    const isCompared = (seq: number) => seq % 2048 === 0 || (seq <= 256_000 && seq % 256 === 0)
    for (let seq = 1; seq <= 1_000_000; seq++)
      if (frames.isLate(seq) || isCompared(seq)) frames.passed(seq, store, store.takeDelta())
    let apart = 0
    for (let seq = 0; seq < 1_000_000; seq += 500) apart = Math.max(apart, seq - frames.before(seq))
    expect(apart).toBeLessThan(2600)
  })
})

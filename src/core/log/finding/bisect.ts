/**
 * The first event of a log after which something is wrong. What stays wrong once it is costs one way through, with a
 * look at fifty states, and a look after each event between two of them. What was wrong for a while only is looked
 * for after every event.
 */
import type { AppEvent } from '../../events/index.ts'
import type { ReadonlyStore } from '../../reducers/store.ts'
import type { Timeline } from '../timeline.ts'

/** Whether something is wrong with the state after an event; the event is undefined before the first. */
export type IsBad = (state: ReadonlyStore, event: AppEvent | undefined) => boolean

export interface Bisected {
  /** The first event after which it was bad; the beginning when it was so before any; null when it never was. */
  readonly seq: number | null
  /** `stays`: it was bad at one of the fifty looks. `passes`: at none, so it was looked for after every event. */
  readonly how: 'stays' | 'passes'
  /** How many states were looked at. */
  readonly looks: number
}

/** So many states are looked at on the first way through. */
const LOOKS = 50
/** Progress is told after so many events. */
const PAUSE = 256

/** Yields the sequence number it has come to, for whoever wants to rest, to show progress or to stop. */
export function* bisect(timeline: Timeline, isBad: IsBad): Generator<number, Bisected> {
  const { first, last } = timeline
  const apart = Math.max(1, Math.ceil((last - first) / LOOKS))
  let looks = 0
  const isBadAt = (seq: number) => {
    looks++
    return isBad(timeline.seek(seq), seq === first ? undefined : timeline.event(seq))
  }
  if (isBadAt(first)) return { seq: first, how: 'stays', looks }
  let good = first
  while (good < last) {
    const next = Math.min(good + apart, last)
    const bad = isBadAt(next)
    yield next
    if (bad) {
      for (let seq = good + 1; seq < next; seq++) {
        if (isBadAt(seq)) return { seq, how: 'stays', looks }
        if (seq % PAUSE === 0) yield seq
      }
      return { seq: next, how: 'stays', looks }
    }
    good = next
  }
  return { ...(yield* firstBad(timeline, isBad, looks)), how: 'passes' }
}

/** The first event after which it is bad, looked for after every one. */
export function* firstBad(
  timeline: Timeline,
  isBad: IsBad,
  before = 0,
): Generator<number, Pick<Bisected, 'seq' | 'looks'>> {
  let looks = before
  for (let seq = timeline.first; seq <= timeline.last; seq++) {
    const state = timeline.seek(seq)
    looks++
    if (isBad(state, seq === timeline.first ? undefined : timeline.event(seq))) return { seq, looks }
    if (seq % PAUSE === 0) yield seq
  }
  return { seq: null, looks }
}

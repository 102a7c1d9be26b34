// What led to an event of a log, and what it led to.
import type { AppEvent } from '../../events/index.ts'
import { causeAt } from '../reading/events.ts'
import type { ReadLog } from '../reading/log.ts'

/**
 * The chain of causes of an event: what led to it directly first, the root last. Empty for a root.
 * @param most how many at most, the nearest of them: each is made of its text. Default: all
 */
export function causesOf(log: ReadLog, seq: number, most = Number.POSITIVE_INFINITY): readonly AppEvent[] {
  const chain: AppEvent[] = []
  for (let at = causeOf(log, seq); at !== null && chain.length < most; at = causeOf(log, at))
    chain.push(eventAt(log, at))
  return chain
}

/** How many steps lead from an event to its root; no event is made for it. */
export function depthOf(log: ReadLog, seq: number): number {
  let depth = 0
  for (let at = causeOf(log, seq); at !== null; at = causeOf(log, at)) depth++
  return depth
}

/** Number of the event that led to the root of a chain of causes and made room for this log; null: none did. */
export function madeRoomOf(log: ReadLog, seq: number): number | null {
  let root = seq
  for (let at = causeOf(log, seq); at !== null; at = causeOf(log, at)) root = at
  const cause = causeAt(log.events, root - log.start - 1)
  return cause !== null && cause > 0 && cause <= log.start ? cause : null
}

/**
 * Everything an event led to, over any number of steps, in the order of the log.
 * @param most how many at most, the earliest of them. Default: all
 */
export function effectsOf(log: ReadLog, seq: number, most = Number.POSITIVE_INFINITY): readonly AppEvent[] {
  return effectSeqsOf(log, seq, most).map((effect) => eventAt(log, effect))
}

/** The numbers of what `effectsOf` gives; no event is made for them. */
export function effectSeqsOf(log: ReadLog, seq: number, most = Number.POSITIVE_INFINITY): readonly number[] {
  const { first, next } = childrenOf(log)
  const found: number[] = []
  const open = [seq - log.start]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (let child = first[at] ?? 0; child > 0; child = next[child] ?? 0) {
      found.push(child)
      open.push(child)
    }
  return found
    .sort((a, b) => a - b)
    .slice(0, most)
    .map((place) => place + log.start)
}

/** Number of the cause of an event within the log, without making it: one from before its beginning, or from after the event, is none. */
export function causeOf(log: ReadLog, seq: number): number | null {
  const cause = causeAt(log.events, seq - log.start - 1)
  return cause !== null && cause > log.start && cause < seq ? cause : null
}

function eventAt(log: ReadLog, seq: number): AppEvent {
  return log.events.at(seq - log.start - 1) as AppEvent
}

/** By place in the log, from 1: the first event one led to directly, and the next of the same cause. 0: none. */
interface Children {
  readonly first: Int32Array
  readonly next: Int32Array
}

const known = new WeakMap<ReadLog, Children>()

function childrenOf(log: ReadLog): Children {
  const held = known.get(log)
  if (held) return held
  const size = log.events.length + 1
  const children = { first: new Int32Array(size), next: new Int32Array(size) }
  // From the end on, so that each list ascends.
  for (let place = log.events.length; place > 0; place--) {
    const cause = causeOf(log, place + log.start)
    if (cause === null) continue
    children.next[place] = children.first[cause - log.start] ?? 0
    children.first[cause - log.start] = place
  }
  known.set(log, children)
  return children
}

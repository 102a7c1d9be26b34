/**
 * The states of a log at some of its events, as a video has them: some whole, each a copy by reference (an entity is
 * replaced, never changed), and between these what changed since the one before. Memory is bounded: as a log turns out
 * to be long, whole ones are let go and neighbours become one.
 */
import { type Delta, Stretch } from '../reducers/delta.ts'
import { Store } from '../reducers/store.ts'

interface Keyframe {
  /** Number of the event after which the state is this. */
  readonly seq: number
  /** The state, to be copied, not changed; null: to be made of the frame before. */
  readonly state: Store | null
  /** What changed since the frame before; null: not known, and the state is whole. */
  readonly delta: Delta | null
}

/** How much of the past is kept. */
export interface Keeping {
  /** Whole states besides the beginning, at most. Default: 50 */
  readonly snapshots?: number | undefined
  /** Keyframes that only say what changed, at most. Default: 512 */
  readonly deltas?: number | undefined
  /** Fewer events than this are replayed rather than remembered. Default: 500 */
  readonly apart?: number | undefined
}

/** On the way, before anybody knows how long the log is, so many times as many whole states are kept. */
const ON_THE_WAY = 2
/** A frame ends where somebody asks what changed (a checkpoint does); where nobody does, after so many times as many events. */
const LATE = 1.25

export class Keyframes {
  /** Fewer events than this are replayed rather than remembered. */
  readonly least: number
  readonly #mostWholes: number
  readonly #mostDeltas: number
  /** Events between two whole states, and between two frames. */
  #apart: number
  #between: number
  #frames: Keyframe[]
  /** Place of the last whole one. */
  #lastWhole = 0
  #wholes = 0
  /** What changed since the last frame. */
  #since: Delta[] = []

  constructor(first: number, beginning: Store, { snapshots = 50, deltas = 512, apart = 500 }: Keeping = {}) {
    this.least = apart
    this.#mostWholes = snapshots
    this.#mostDeltas = deltas
    this.#apart = apart
    this.#between = apart
    this.#frames = [{ seq: first, state: beginning, delta: null }]
  }

  /** Whether what changed is to be told after this event, though nothing else asks for it there. */
  isLate(seq: number): boolean {
    return seq - this.#last.seq >= this.#between * LATE
  }

  /** Keeps the state after this event where one is due. @param delta what changed since this was called last */
  passed(seq: number, state: Store, delta: Delta): void {
    this.#since.push(delta)
    if (seq - this.#last.seq < this.#between) return
    const isWhole = this.#isWholeDue(seq)
    this.#add({ seq, state: isWhole ? state.copy() : null, delta: joined(this.#since) })
    this.#since = []
    if (this.#frames.length - 1 > this.#mostDeltas + this.#mostWholes * ON_THE_WAY) this.#join()
  }

  /** The same of a state of which nobody knows what changed: it is kept whole or not at all. */
  walked(seq: number, state: Store): void {
    if (seq > this.#last.seq && this.#isWholeDue(seq)) this.#add({ seq, state: state.copy(), delta: null })
  }

  /** The log ends here: as many whole ones are kept as may be, as evenly as they lie. */
  finish(): void {
    const surplus = this.#wholes - this.#mostWholes
    if (surplus <= 0) return
    const every = this.#wholes / surplus
    const dropped = new Set(Array.from({ length: surplus }, (_, at) => 1 + Math.floor(at * every)))
    this.#thin((nth) => !dropped.has(nth))
  }

  /** Whole states besides the beginning. */
  get wholes(): number {
    return this.#wholes
  }

  /** All of them besides the beginning. */
  get count(): number {
    return this.#frames.length - 1
  }

  /** Number of the event of the last frame that is not after this one. */
  before(seq: number): number {
    return this.#frames[this.#placeOf(seq)]?.seq ?? 0
  }

  /** The state of a frame, to keep and to change: costs a Map per table and what changed since the last whole one. */
  state(seq: number): Store {
    const place = this.#placeOf(seq)
    const whole = this.#frames.findLastIndex(({ state }, at) => at <= place && state)
    const state = this.#frames[whole]?.state?.copy() ?? new Store()
    for (const { delta } of this.#frames.slice(whole + 1, place + 1)) state.apply(delta ?? [])
    return state
  }

  get #last(): Keyframe {
    return this.#frames.at(-1) as Keyframe
  }

  #isWholeDue(seq: number): boolean {
    return seq - (this.#frames[this.#lastWhole] as Keyframe).seq >= this.#apart
  }

  #add(frame: Keyframe): void {
    this.#frames.push(frame)
    if (!frame.state) return
    this.#lastWhole = this.#frames.length - 1
    if (++this.#wholes <= this.#mostWholes * ON_THE_WAY) return
    this.#thin((nth) => nth % 2 === 0)
    this.#apart *= 2
  }

  /** Lets go of whole states. @param isKept is asked by which of them it is; the beginning is 0 and stays */
  #thin(isKept: (nth: number) => boolean): void {
    let nth = 0
    this.#replace(
      this.#frames.flatMap((frame) => {
        if (!frame.state || isKept(nth++)) return frame
        return frame.delta ? { ...frame, state: null } : []
      }),
    )
  }

  /** Two frames become one, unless the first of them is whole. */
  #join(): void {
    const joint: Keyframe[] = []
    for (let at = 0; at < this.#frames.length; at++) {
      const frame = this.#frames[at] as Keyframe
      const next = this.#frames[at + 1]
      if (frame.state || !frame.delta || !next?.delta) joint.push(frame)
      else {
        joint.push({ ...next, delta: joined([frame.delta, next.delta]) })
        at++
      }
    }
    this.#replace(joint)
    this.#between *= 2
  }

  #replace(frames: Keyframe[]): void {
    this.#frames = frames
    this.#wholes = frames.filter(({ state }) => state).length - 1
    this.#lastWhole = frames.findLastIndex(({ state }) => state)
  }

  #placeOf(seq: number): number {
    let low = 0
    let high = this.#frames.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#frames[middle]?.seq ?? 0) <= seq) low = middle
      else high = middle
    }
    return low
  }
}

function joined(deltas: readonly Delta[]): Delta {
  const [only, ...others] = deltas
  if (only && others.length === 0) return only
  const stretch = new Stretch()
  for (const delta of deltas) stretch.add(delta)
  return stretch.delta()
}

/**
 * The first way through a log: applies its events, compares its checkpoints and keeps states for whoever seeks later.
 * It can follow a reader, so that events are made of their text once; or a timeline walks it over a log that was read.
 */
import type { LogHeader } from '../contracts/log.ts'
import type { AppEvent } from '../events/index.ts'
import { touchedOf } from '../reducers/delta.ts'
import { reduce } from '../reducers/root.ts'
import { Store } from '../reducers/store.ts'
import '../reducers/late.ts'
import { HASH_VERSION, hashVersionOf, StateHash } from './hash.ts'
import { type Keeping, Keyframes } from './keyframes.ts'
import type { Checkpoint, Follower } from './reading/log.ts'

/** An event at which a reducer throws. Neither it nor what stands behind it is applied: nobody knows what it would lead to. */
export interface Threw {
  readonly seq: number
  readonly type: string
  /** Of the file, from 1. */
  readonly line: number
  /** What was thrown, in its own words. */
  readonly message: string
}

export interface Verdict {
  /** State hash after the last event that was applied. */
  readonly state: string
  /** How many were compared: of a log with very many some, unless one of these differs. */
  readonly checkpoints: number
  /** Null when every event could be applied. */
  readonly threw: Threw | null
  /** The first checkpoint whose state was another one. */
  readonly difference: {
    readonly seq: number
    readonly recorded: string
    readonly replayed: string
    /** The last checkpoint before it, which agreed; the beginning when it is the first. */
    readonly after: number
  } | null
}

export interface PassOptions extends Keeping {
  /** Events that are not applied. What is compared with a checkpoint then says nothing of the recording. */
  readonly leftOut?: ReadonlySet<number>
  /** What follows from an event. Default: the reducers of this build */
  readonly reduce?: (state: Store, event: AppEvent) => void
}

/** So many checkpoints are all compared, and of those behind them every `SPARSE`th: hashing what changed costs as well. */
const ALL_COMPARED = 1000
const SPARSE = 8

/** What a first pass leaves behind. */
export interface Passed {
  readonly verdict: Verdict
  readonly keyframes: Keyframes
  /** The state after the last event. */
  readonly store: Store
  /** Number of the last event. */
  readonly at: number
}

export class FirstPass implements Follower {
  readonly #leftOut: ReadonlySet<number> | null
  readonly #reduce: (state: Store, event: AppEvent) => void
  readonly #keeping: Keeping
  readonly #every: boolean
  /** How the states of the log were hashed. */
  #hashed = HASH_VERSION
  #store = new Store().keepDelta()
  #hash = new StateHash(this.#store)
  #keyframes: Keyframes
  #at = 0
  #after = 0
  #checkpoints = 0
  #compared = 0
  /** The last checkpoint, when it was passed over. */
  #passedOver: Checkpoint | null = null
  #difference: Verdict['difference'] = null
  #broken = false

  /** @param every compares every checkpoint, also of a long log */
  constructor({ leftOut, reduce: apply = reduce, ...keeping }: PassOptions = {}, every = false) {
    this.#every = every
    this.#leftOut = leftOut && leftOut.size > 0 ? leftOut : null
    this.#reduce = apply
    this.#keeping = keeping
    this.#keyframes = new Keyframes(0, this.#store.copy(), keeping)
  }

  opens(header: LogHeader): void {
    this.#hashed = hashVersionOf(header)
    this.#hash = new StateHash(this.#store, this.#hashed)
  }

  begins(start: number, base: Store): void {
    this.#store = base.copy().keepDelta()
    this.#hash = new StateHash(this.#store, this.#hashed)
    this.#keyframes = new Keyframes(start, base.copy(), this.#keeping)
    this.#at = start
    this.#after = start
  }

  /** Follows a reader: an event that throws is for whoever asks for the verdict, not for the reader. */
  events(events: readonly AppEvent[], skipped: ReadonlyMap<number, string>): void {
    if (this.#broken) return
    try {
      if (skipped.size > 0) for (const event of events) this.event(event, skipped.has(event.seq))
      else for (const event of events) this.event(event)
    } catch {
      this.#broken = true
    }
  }

  /** @throws whatever a reducer throws at it; the state it leaves behind is none */
  event(event: AppEvent, isSkipped = false): void {
    if (!isSkipped && !this.#leftOut?.has(event.seq)) this.#reduce(this.#store, event)
    this.#at = event.seq
    if (this.#keyframes.isLate(event.seq)) this.#take()
  }

  checkpoint(checkpoint: Checkpoint): void {
    if (this.#broken) return
    const nth = ++this.#checkpoints
    const isSparse = !this.#every && nth > ALL_COMPARED
    this.#passedOver = isSparse && nth % SPARSE !== 0 ? checkpoint : null
    if (this.#passedOver) return
    this.#compare(checkpoint)
    // Which of those since the last one was the first to differ is for a walk that compares all.
    if (isSparse && this.#difference) this.#broken = true
  }

  #compare({ seq, state: recorded }: Checkpoint): void {
    this.#compared++
    if (this.#difference) return
    this.#take()
    const replayed = this.#hash.toString()
    if (replayed === recorded) this.#after = seq
    else this.#difference = { seq, recorded, replayed, after: this.#after }
  }

  /** @returns null when that takes a walk over the log: an event could not be applied, or where it differs is not known */
  end(): Passed | null {
    const last = this.#passedOver
    this.#passedOver = null
    if (last?.seq === this.#at) this.#compare(last)
    if (last && (last.seq !== this.#at || this.#difference)) this.#broken = true
    if (this.#broken) return null
    this.#take()
    this.#keyframes.finish()
    const verdict = {
      state: this.#hash.toString(),
      checkpoints: this.#compared,
      threw: null,
      difference: this.#difference,
    }
    // A copy: who goes on with it takes no deltas, and they would be kept for nobody.
    return { verdict, keyframes: this.#keyframes, store: this.#store.copy(), at: this.#at }
  }

  /** Takes what was touched since, for the hash and for the frame that is under way. */
  #take(): void {
    const delta = this.#store.takeDelta()
    this.#hash.update(this.#store, touchedOf(delta))
    this.#keyframes.passed(this.#at, this.#store, delta)
  }
}

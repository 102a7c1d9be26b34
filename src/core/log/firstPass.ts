/**
 * The first way through a log: applies its events, compares its checkpoints and keeps snapshots for whoever seeks later.
 * It can follow a reader, so that events are made of their text once; or a timeline walks it over a log that was read.
 */
import type { AppEvent } from '../events/index.ts'
import { reduce } from '../reducers/root.ts'
import { Store } from '../reducers/store.ts'
import '../reducers/late.ts'
import { StateHash } from './hash.ts'
import type { Checkpoint, Follower } from './reading/log.ts'

export interface Verdict {
  /** State hash after the last event. */
  readonly state: string
  /** How many were compared: of a log with very many some, unless one of these differs. */
  readonly checkpoints: number
  /** The first checkpoint whose state was another one. */
  readonly difference: {
    readonly seq: number
    readonly recorded: string
    readonly replayed: string
    /** The last checkpoint before it, which agreed; the beginning when it is the first. */
    readonly after: number
  } | null
}

export interface PassOptions {
  /** Events that are not applied. What is compared with a checkpoint then says nothing of the recording. */
  readonly leftOut?: ReadonlySet<number>
  /** How many snapshots are kept at most. Default: 50 */
  readonly snapshots?: number
  /** What follows from an event. Default: the reducers of this build */
  readonly reduce?: (state: Store, event: AppEvent) => void
}

/** Fewer events than this are replayed rather than remembered. */
const MIN_APART = 500
/** So many checkpoints are all compared, and of those behind them every `SPARSE`th: hashing what changed costs as well. */
const ALL_COMPARED = 1000
const SPARSE = 8
/** On the way, before anybody knows how long the log is, so many times as many are kept. */
const ON_THE_WAY = 2

/** Copies by reference of the states after some events: an entity is replaced, never changed. */
export class Snapshots {
  readonly #most: number
  #apart = MIN_APART
  #kept: { readonly seq: number; readonly state: Store }[]

  /** @param most how many at most, besides the beginning */
  constructor(first: number, beginning: Store, most = 50) {
    this.#most = most
    this.#kept = [{ seq: first, state: beginning }]
  }

  /** Keeps the state after this event where one is due. */
  passed(seq: number, state: Store): void {
    const last = this.#kept.at(-1) as { seq: number }
    if (seq - last.seq < this.#apart) return
    this.#kept.push({ seq, state: state.copy() })
    if (this.#kept.length - 1 <= this.#most * ON_THE_WAY) return
    this.#kept = this.#kept.filter((_, at) => at % 2 === 0)
    this.#apart *= 2
  }

  /** The log ends here: as many are kept as may be, as evenly as they lie. */
  finish(): void {
    const surplus = this.#kept.length - 1 - this.#most
    if (surplus <= 0) return
    const every = (this.#kept.length - 1) / surplus
    const dropped = new Set(Array.from({ length: surplus }, (_, at) => 1 + Math.floor(at * every)))
    this.#kept = this.#kept.filter((_, at) => !dropped.has(at))
  }

  get count(): number {
    return this.#kept.length - 1
  }

  /** The last one that is not after this event. Its state is to be copied, not changed. */
  before(seq: number): { readonly seq: number; readonly state: Store } {
    let low = 0
    let high = this.#kept.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#kept[middle]?.seq ?? 0) <= seq) low = middle
      else high = middle
    }
    return this.#kept[low] as { seq: number; state: Store }
  }
}

/** What a first pass leaves behind. */
export interface Passed {
  readonly verdict: Verdict
  readonly snapshots: Snapshots
  /** The state after the last event. */
  readonly store: Store
  /** Number of the last event. */
  readonly at: number
}

export class FirstPass implements Follower {
  readonly #leftOut: ReadonlySet<number> | null
  readonly #reduce: (state: Store, event: AppEvent) => void
  readonly #most: number | undefined
  readonly #every: boolean
  #store = new Store()
  #hash = new StateHash(this.#store)
  #snapshots: Snapshots
  #at = 0
  #after = 0
  #checkpoints = 0
  #compared = 0
  /** The last checkpoint, when it was passed over. */
  #passedOver: Checkpoint | null = null
  #difference: Verdict['difference'] = null
  #broken = false

  /** @param every compares every checkpoint, also of a long log */
  constructor({ leftOut, snapshots, reduce: apply = reduce }: PassOptions = {}, every = false) {
    this.#every = every
    this.#leftOut = leftOut && leftOut.size > 0 ? leftOut : null
    this.#reduce = apply
    this.#most = snapshots
    this.#snapshots = new Snapshots(0, this.#store.copy(), snapshots)
  }

  begins(start: number, base: Store): void {
    this.#store = base.copy()
    this.#store.takeTouched()
    this.#hash = new StateHash(this.#store)
    this.#snapshots = new Snapshots(start, base.copy(), this.#most)
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

  event(event: AppEvent, isSkipped = false): void {
    if (!isSkipped && !this.#leftOut?.has(event.seq)) this.#reduce(this.#store, event)
    this.#at = event.seq
    this.#snapshots.passed(event.seq, this.#store)
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
    const replayed = this.#hashed()
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
    this.#snapshots.finish()
    const verdict = { state: this.#hashed(), checkpoints: this.#compared, difference: this.#difference }
    return { verdict, snapshots: this.#snapshots, store: this.#store, at: this.#at }
  }

  #hashed(): string {
    this.#hash.update(this.#store, this.#store.takeTouched())
    return this.#hash.toString()
  }
}

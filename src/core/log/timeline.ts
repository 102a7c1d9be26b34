/**
 * The state at any event of a log. Snapshots are copies by reference (an entity is replaced, never changed), made on
 * the first way through; to seek is to copy the nearest one before and replay the rest.
 */
import type { AppEvent } from '../events/index.ts'
import { KINDS } from '../model/entities.ts'
import { reduce } from '../reducers/root.ts'
import { type ReadonlyStore, Store, type Touched } from '../reducers/store.ts'
import { Touches } from '../reducers/touches.ts'
import '../reducers/late.ts'
import { StateHash } from './hash.ts'
import type { Checkpoint, ReadLog } from './read.ts'

export interface Verdict {
  /** State hash after the last event. */
  readonly state: string
  /** How many were compared: of a long log not all (`prepare`). */
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

export interface TimelineOptions {
  /** Events that are not applied. What is compared with a checkpoint then says nothing of the recording. */
  readonly leftOut?: ReadonlySet<number>
  /** How many snapshots are made at most. Default: 50 */
  readonly snapshots?: number
  /** Compares every checkpoint, also of a long log. */
  readonly everyCheckpoint?: boolean
  /** What follows from an event. Default: the reducers of this build */
  readonly reduce?: (state: Store, event: AppEvent) => void
}

/** Progress is told after so many events. */
const STEP = 512
/** Up to so many checkpoints are all compared: hashing what changed takes as long as reducing. */
const ALL_COMPARED = 1000
/** Fewer events than this are replayed rather than remembered. */
const MIN_APART = 500

export class Timeline {
  readonly log: ReadLog
  readonly first: number
  readonly last: number
  readonly #leftOut: ReadonlySet<number>
  readonly #reduce: (state: Store, event: AppEvent) => void
  readonly #every: boolean
  readonly #apart: number
  /** `[n]` is the state after event `first + n * apart`. */
  readonly #snapshots: Store[]
  #store: Store
  #at: number
  /** The state of the last seek whose touches were taken, when it is another store than this one. */
  #shown: Store | null = null
  /** Touched on the way to `#shown`, or since. */
  readonly #touched = new Touches()
  #isFresh = true

  constructor(log: ReadLog, options: TimelineOptions = {}) {
    this.log = log
    this.first = log.start
    this.last = log.start + log.events.length
    this.#leftOut = options.leftOut ?? new Set()
    this.#reduce = options.reduce ?? reduce
    this.#every = options.everyCheckpoint ?? false
    this.#apart = Math.max(MIN_APART, Math.ceil(log.events.length / (options.snapshots ?? 50)))
    this.#store = log.base?.copy() ?? new Store()
    this.#snapshots = [this.#store.copy()]
    this.#at = this.first
  }

  /**
   * Replays once from the beginning, makes the snapshots and compares checkpoints: all of them, or of a long log those
   * that stand last before a snapshot, and where one of these differs all since the one before. Yields the number of the
   * event it has come to, every few hundred, for whoever wants to rest, to show progress or to stop.
   */
  *prepare(): Generator<number, Verdict> {
    const due = this.#compared()
    this.#goTo(this.first)
    this.#store.takeTouched()
    const rough = yield* this.#compare(due, new StateHash(this.#store))
    if (!rough.difference || due.length === this.log.checkpoints.length) return rough
    const { after, seq } = rough.difference
    this.#goTo(after)
    this.#store.takeTouched()
    const between = this.log.checkpoints.filter((one) => one.seq > after && one.seq <= seq)
    const { difference } = yield* this.#compare(between, new StateHash(this.#store), seq)
    return { ...rough, difference }
  }

  /** The checkpoints that are compared on the first way through. */
  #compared(): readonly Checkpoint[] {
    const { checkpoints } = this.log
    if (this.#every || checkpoints.length <= ALL_COMPARED) return checkpoints
    const part = ({ seq }: Checkpoint) => Math.floor((seq - this.first) / this.#apart)
    return checkpoints.filter((one, at) => {
      const next = checkpoints[at + 1]
      return next === undefined || part(next) > part(one)
    })
  }

  *#compare(due: readonly Checkpoint[], hash: StateHash, to = this.last): Generator<number, Verdict> {
    let compared = 0
    let difference: Verdict['difference'] = null
    let after = this.#at
    for (;;) {
      const next = due[compared]
      if (next?.seq === this.#at) {
        hash.update(this.#store, this.#store.takeTouched())
        const replayed = hash.toString()
        if (replayed !== next.state) difference ??= { seq: next.seq, recorded: next.state, replayed, after }
        else if (!difference) after = next.seq
        compared++
        continue
      }
      if (this.#at === to) break
      this.#step()
      if ((this.#at - this.first) % STEP === 0) yield this.#at
    }
    hash.update(this.#store, this.#store.takeTouched())
    return { state: hash.toString(), checkpoints: compared, difference }
  }

  /** @throws RangeError when it is not of this log */
  event(seq: number): AppEvent {
    const event = seq > this.first ? this.log.events.at(seq - this.first - 1) : undefined
    if (!event) throw new RangeError(`there is no event ${seq}: the log holds ${this.first + 1} to ${this.last}`)
    return event
  }

  /** The state after that event. It is the timeline's own and valid until the next seek. @throws RangeError */
  seek(seq: number): ReadonlyStore {
    if (!Number.isInteger(seq) || seq < this.first || seq > this.last)
      throw new RangeError(`there is no event ${seq}: the log holds ${this.first + 1} to ${this.last}`)
    this.#goTo(seq)
    return this.#store
  }

  /** What may look different since this was called last; null: everything. An entity made anew counts, though it be equal. */
  takeTouched(): readonly Touched[] | null {
    const touched = this.#touched
    touched.addAll(this.#store.takeTouched())
    if (this.#shown) touched.addAll(differences(this.#store, this.#shown))
    this.#shown = null
    const isFresh = this.#isFresh
    this.#isFresh = false
    const all = touched.take()
    return isFresh ? null : all
  }

  /** The state after that event, to keep. Entities are shared, so it costs a Map per table. @throws RangeError */
  frozen(seq: number): ReadonlyStore {
    this.seek(seq)
    return this.#store.copy()
  }

  #goTo(seq: number): void {
    const nearest = Math.min(Math.floor((seq - this.first) / this.#apart), this.#snapshots.length - 1)
    const from = this.first + nearest * this.#apart
    if (this.#at > seq || this.#at < from) {
      this.#touched.addAll(this.#store.takeTouched())
      this.#shown ??= this.#store
      this.#store = (this.#snapshots[nearest] as Store).copy()
      this.#at = from
    }
    while (this.#at < seq) this.#step()
  }

  #step(): void {
    const event = this.event(this.#at + 1)
    if (!this.#leftOut.has(event.seq) && !this.log.skipped.has(event.seq)) this.#reduce(this.#store, event)
    this.#at++
    const due = this.first + this.#snapshots.length * this.#apart
    if (this.#at === due) this.#snapshots.push(this.#store.copy())
  }
}

/** What stands in one state otherwise than in another, by reference. An entity that was made anew counts, though it be equal. */
export function differences(state: ReadonlyStore, other: ReadonlyStore): Touched[] {
  const found: Touched[] = []
  for (const kind of KINDS) {
    for (const id of state.ids(kind)) if (other.get(kind, id) !== state.get(kind, id)) found.push({ kind, id })
    for (const id of other.ids(kind)) if (state.get(kind, id) === undefined) found.push({ kind, id })
  }
  return found
}

/**
 * The state at any event of a log. On the first way through it is kept at some events, as a copy or as what changed
 * since the one before; to seek is to make the nearest of these and replay the rest.
 */
import type { AppEvent } from '../events/index.ts'
import { KINDS } from '../model/entities.ts'
import { messageOf } from '../model/text/messageOf.ts'
import { reduce } from '../reducers/root.ts'
import { type ReadonlyStore, Store, type Touched } from '../reducers/store.ts'
import { Touches } from '../reducers/touches.ts'
import '../reducers/late.ts'
import { FirstPass, type Passed, type PassOptions, type Threw, type Verdict } from './firstPass.ts'
import { Keyframes } from './keyframes.ts'
import type { ReadLog } from './reading/log.ts'

export interface TimelineOptions extends PassOptions {
  /** The first way through, when it went with the reader of this very log. */
  readonly passed?: FirstPass
}

/** Progress is told after so many events. */
const STEP = 512
export class Timeline {
  readonly log: ReadLog
  readonly first: number
  readonly last: number
  readonly #options: TimelineOptions
  readonly #reduce: (state: Store, event: AppEvent) => void
  #keyframes: Keyframes
  #store: Store
  #at: number
  /** The state of the last seek whose touches were taken, when it is another store than this one. */
  #shown: Store | null = null
  #threw: Threw | null = null
  /** Touched on the way to `#shown`, or since. */
  readonly #touched = new Touches()
  #isFresh = true

  constructor(log: ReadLog, options: TimelineOptions = {}) {
    this.log = log
    this.first = log.start
    this.last = log.start + log.events.length
    this.#options = options
    this.#reduce = options.reduce ?? reduce
    this.#store = log.base?.copy() ?? new Store()
    this.#keyframes = new Keyframes(this.first, this.#store.copy(), options)
    this.#at = this.first
  }

  /**
   * Where a reducer throws; null while nobody came there. Behind it the state is that before it: one may seek there, to
   * see what was recorded.
   */
  get threw(): Threw | null {
    return this.#threw
  }

  /** Whether an event makes part of the states: it is known, was not left out, and no reducer threw at it or before. */
  applies(seq: number): boolean {
    const isOut = this.#options.leftOut?.has(seq) || this.log.skipped.has(seq)
    return !isOut && (this.#threw === null || seq < this.#threw.seq)
  }

  /**
   * Replays once from the beginning, unless that went with the reader: keeps the states and compares checkpoints.
   * Yields the number of the event it has come to, every few hundred, for whoever wants to rest, to show progress or to
   * stop.
   */
  *prepare(): Generator<number, Verdict> {
    const passed = this.#options.passed?.end()
    return this.#passed(passed ?? (yield* this.#walk()))
  }

  *#walk(): Generator<number, Passed> {
    const { log } = this
    const pass = new FirstPass(this.#options, true)
    pass.opens(log.header)
    if (log.base) pass.begins(log.start, log.base)
    let compared = 0
    const compare = (seq: number) => {
      for (let next = log.checkpoints[compared]; next?.seq === seq; next = log.checkpoints[++compared])
        pass.checkpoint(next)
    }
    compare(log.start)
    for (const event of log.events) {
      try {
        pass.event(event, !this.applies(event.seq))
      } catch (error) {
        // What the reducers did of their work by then stays in that state: it is made anew, up to there.
        this.#throws(event, error)
        return yield* this.#walk()
      }
      // Of what was not applied no checkpoint says anything.
      if (!this.#isBehindThrow(event.seq)) compare(event.seq)
      if ((event.seq - this.first) % STEP === 0) yield event.seq
    }
    const passed = pass.end() as Passed
    return { ...passed, verdict: { ...passed.verdict, threw: this.#threw } }
  }

  #isBehindThrow(seq: number): boolean {
    return this.#threw !== null && seq >= this.#threw.seq
  }

  #throws({ seq, type }: AppEvent, error: unknown): void {
    const message = messageOf(error)
    this.#threw = { seq, type, line: this.log.lineOf(seq), message }
  }

  #passed({ verdict, keyframes, store, at }: Passed): Verdict {
    this.#keyframes = keyframes
    this.#shown ??= this.#store
    this.#store = store
    this.#at = at
    return verdict
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
    const nearest = this.#keyframes.before(seq)
    // A few steps from where it stands cost less than a copy.
    if (this.#at > seq || (this.#at < nearest && seq - this.#at > this.#keyframes.least)) this.#takeFrame(nearest)
    while (this.#at < seq) this.#step()
  }

  /** Stands at a frame from now on. */
  #takeFrame(seq: number): void {
    this.#touched.addAll(this.#store.takeTouched())
    this.#shown ??= this.#store
    this.#store = this.#keyframes.state(seq)
    this.#at = seq
  }

  #step(): void {
    const event = this.event(this.#at + 1)
    if (this.applies(event.seq))
      try {
        this.#reduce(this.#store, event)
      } catch (error) {
        this.#throws(event, error)
        // What the reducers did of their work by then is let go.
        this.#takeFrame(this.#keyframes.before(event.seq - 1))
        while (this.#at < event.seq - 1) this.#step()
      }
    this.#at++
    this.#keyframes.walked(this.#at, this.#store)
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

/**
 * The one place that gives events their order. It numbers an event, applies it, and keeps the state
 * and its hash; whoever hosts it decides where events come from and who is told.
 */
import '../reducers/late.ts'
import { type AppDraft, type AppEvent, definitionOf, type Source } from '../events/index.ts'
import { reduce } from '../reducers/root.ts'
import { Store, type Touched } from '../reducers/store.ts'
import { Touches } from '../reducers/touches.ts'
import { HASH_VERSION, StateHash } from './hash.ts'

export interface Placed {
  readonly source: Source
  /** Whole ms since the log began; never earlier than the event before. */
  readonly t: number
  readonly cause: number | null
}

export class Order {
  readonly store: Store
  readonly #hash: StateHash
  /** Changed since the hash was read last. */
  readonly #unhashed = new Touches()
  /** Changed since `takeTouched` was called last. */
  readonly #untaken = new Touches()
  #seq: number
  #t: number

  /**
   * @param base the state after event `seq`, which came at `t` ms; it is this order's own from now on. Default: the
   * beginning of a log
   * @param hashed how its states are hashed. Default: as this build does
   */
  constructor(base = new Store(), seq = 0, t = 0, hashed = HASH_VERSION) {
    this.store = base
    this.#hash = new StateHash(base, hashed)
    this.#seq = seq
    this.#t = t
  }

  /** Sequence number of the last kept event; 0 when the log is empty. */
  get seq(): number {
    return this.#seq
  }

  /** Gives a draft its place and applies it. @throws whatever a reducer throws at it */
  append(draft: AppDraft, placed: Placed): AppEvent {
    const event = this.place(draft, placed)
    this.apply(event)
    return event
  }

  /** Gives a draft its place; `apply` has to follow. Events that are not kept get sequence number 0. */
  place(draft: AppDraft, { source, t, cause }: Placed): AppEvent {
    this.#t = Math.max(this.#t, Math.floor(t))
    const seq = definitionOf(draft).durable ? ++this.#seq : 0
    // A cause names an event of this log: what an engine still answers of the log before leads nowhere.
    const known = cause !== null && cause > 0 && cause <= this.#seq && cause !== seq ? cause : null
    return { seq, t: this.#t, source, cause: known, ...draft } as AppEvent
  }

  /** Reduces an event that was given its place last. @throws whatever a reducer throws at it */
  apply(event: AppEvent): void {
    reduce(this.store, event)
  }

  /** Applies an event that has its place already, as a replay does. @throws whatever a reducer throws at it */
  replay(event: AppEvent): void {
    this.#seq = event.seq || this.#seq
    this.#t = event.t
    this.apply(event)
  }

  /** Goes on past an event that cannot be applied. */
  pass(event: AppEvent): void {
    this.#seq = event.seq
    this.#t = event.t
  }

  /** What changed since the last call. Reading the hash in between takes nothing away from it. @param most how many */
  takeTouched(most?: number): Touched[] {
    this.#note()
    return this.#untaken.take(most)
  }

  /** How many entities changed and were not taken yet. */
  get untaken(): number {
    this.#note()
    return this.#untaken.size
  }

  /** How many entities changed and are not in the hash yet. */
  get unhashed(): number {
    this.#note()
    return this.#unhashed.size
  }

  /** Takes some of them into the hash ahead of who will ask for it. @param most how many */
  hashSome(most: number): void {
    this.#note()
    this.#hash.update(this.store, this.#unhashed.take(most))
  }

  /** State hash after the last event, 16 hex digits. */
  hash(): string {
    this.hashSome(Number.POSITIVE_INFINITY)
    return this.#hash.toString()
  }

  /** The store's list has two readers with a pace of their own: the batches and the hash. */
  #note(): void {
    const touched = this.store.takeTouched()
    this.#unhashed.addAll(touched)
    this.#untaken.addAll(touched)
  }
}

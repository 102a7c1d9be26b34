/**
 * The one place that gives events their order. It numbers an event, applies it, and keeps the state
 * and its hash; whoever hosts it decides where events come from and who is told.
 */
import { type AppDraft, type AppEvent, definitionOf, type Source } from '../events/index.ts'
import { reduce } from '../reducers/root.ts'
import { Store, type Touched } from '../reducers/store.ts'
import { StateHash } from './hash.ts'

export interface Placed {
  readonly source: Source
  /** Whole ms since the log began; never earlier than the event before. */
  readonly t: number
  readonly cause: number | null
}

export class Order {
  readonly store = new Store()
  readonly #hash = new StateHash(this.store)
  /** Changed since the hash was read last. */
  readonly #unhashed = new Map<string, Touched>()
  /** Changed since `takeTouched` was called last. */
  readonly #untaken = new Map<string, Touched>()
  #seq = 0
  #t = 0

  /** Sequence number of the last kept event; 0 when the log is empty. */
  get seq(): number {
    return this.#seq
  }

  /** Gives a draft its place and applies it. Events that are not kept get sequence number 0. */
  append(draft: AppDraft, { source, t, cause }: Placed): AppEvent {
    this.#t = Math.max(this.#t, Math.floor(t))
    const seq = definitionOf(draft).durable ? ++this.#seq : 0
    // A cause names an event of this log: what an engine still answers of the log before leads nowhere.
    const known = cause !== null && cause > 0 && cause <= this.#seq && cause !== seq ? cause : null
    const event = { seq, t: this.#t, source, cause: known, ...draft } as AppEvent
    reduce(this.store, event)
    return event
  }

  /** Applies an event that has its place already, as a replay does. */
  replay(event: AppEvent): void {
    this.#seq = event.seq || this.#seq
    this.#t = event.t
    reduce(this.store, event)
  }

  /** What changed since the last call. Reading the hash in between takes nothing away from it. */
  takeTouched(): Touched[] {
    this.#note()
    const touched = [...this.#untaken.values()]
    this.#untaken.clear()
    return touched
  }

  /** State hash after the last event, 16 hex digits. */
  hash(): string {
    this.#note()
    this.#hash.update(this.store, this.#unhashed.values())
    this.#unhashed.clear()
    return this.#hash.toString()
  }

  /** The store's list has two readers with a pace of their own: the batches and the hash. */
  #note(): void {
    for (const one of this.store.takeTouched()) {
      const key = `${one.kind}\n${one.id}`
      this.#unhashed.set(key, one)
      this.#untaken.set(key, one)
    }
  }
}

/**
 * The main thread's copy of what it looks at, always one press ahead of the state worker.
 *
 * A wish is reduced here at once (the echo) and sent. A batch that comes back carries the number of the
 * last wish in it. Then: what the echoes changed is put back to what was confirmed, the batch is applied,
 * and the wishes that are still on their way are reduced again on top.
 *
 * Invariant: with no wish pending, the mirror holds exactly what the worker sent.
 */
import type { FromState } from '#core/contracts/state.ts'
import type { AppEvent } from '#core/events/index.ts'
import type { Entities, Kind } from '#core/model/entities.ts'
import { reduce } from '#core/reducers/root.ts'
import { Store, type Touched } from '#core/reducers/store.ts'

interface Pending {
  readonly wish: number
  readonly event: AppEvent
}

export class Mirror {
  #store = new Store()
  #pending: Pending[] = []
  /** Parts of a batch whose rest has not come yet. */
  #early: FromState[] = []
  /** What stood here before the pending wishes were echoed, by entity. */
  #confirmed = new Map<string, { touched: Touched; entity: Entities[Kind] | undefined }>()

  get store(): Store {
    return this.#store
  }

  /** How many wishes are not confirmed yet. */
  get pendingCount(): number {
    return this.#pending.length
  }

  /** Reduces a wish that is sent with this number. @returns what changed */
  echo(wish: number, event: AppEvent): Touched[] {
    this.#pending.push({ wish, event })
    return this.#reduce([event])
  }

  /** Applies a batch, once all of it is there. @returns what may look different now */
  confirm(part: FromState): Touched[] {
    this.#early.push(part)
    if (part.more) return []
    const batch = {
      ack: part.ack,
      fresh: this.#early.some((early) => early.fresh),
      changes: this.#early.flatMap((early) => early.changes),
    }
    this.#early = []
    const changed = new Map<string, Touched>()
    const note = (touched: Touched) => changed.set(keyOf(touched), touched)
    if (batch.fresh) {
      for (const touched of this.#store.all()) note(touched)
      this.#store = new Store()
      this.#confirmed.clear()
    }
    for (const { touched, entity } of this.#confirmed.values()) {
      if (entity === undefined) this.#store.drop(touched.kind, touched.id)
      else this.#store.set(touched.kind, touched.id, entity as never)
    }
    this.#confirmed.clear()
    for (const change of batch.changes) {
      if ('entity' in change) this.#store.set(change.kind, change.id, change.entity as never)
      else if ('text' in change) this.#store.setText(change.kind, change.id, change.text)
      else this.#store.drop(change.kind, change.id)
    }
    for (const touched of this.#store.takeTouched()) note(touched)
    this.#pending = this.#pending.filter((pending) => pending.wish > batch.ack)
    for (const touched of this.#reduce(this.#pending.map((pending) => pending.event))) note(touched)
    return [...changed.values()]
  }

  /** Applies an event for good: the state worker is gone and nobody will confirm it. */
  apply(event: AppEvent): Touched[] {
    reduce(this.#store, event)
    return this.#store.takeTouched()
  }

  #reduce(events: readonly AppEvent[]): Touched[] {
    const all = new Map<string, Touched>()
    for (const event of events) {
      const before = new Snapshot(this.#store)
      reduce(before, event)
      for (const touched of this.#store.takeTouched()) {
        const key = keyOf(touched)
        all.set(key, touched)
        if (!this.#confirmed.has(key)) this.#confirmed.set(key, { touched, entity: before.first.get(key) })
      }
    }
    return [...all.values()]
  }
}

/** A store that writes through and remembers what stood there before the first write. */
class Snapshot extends Store {
  readonly first = new Map<string, Entities[Kind] | undefined>()
  readonly #under: Store

  constructor(under: Store) {
    super()
    this.#under = under
  }

  override get<K extends Kind>(kind: K, id: string): Readonly<Entities[K]> | undefined {
    return this.#under.get(kind, id)
  }

  override ids(kind: Kind): IterableIterator<string> {
    return this.#under.ids(kind)
  }

  override set<K extends Kind>(kind: K, id: string, entity: Entities[K]): void {
    this.#remember(kind, id)
    this.#under.set(kind, id, entity)
  }

  override drop(kind: Kind, id: string): void {
    this.#remember(kind, id)
    this.#under.drop(kind, id)
  }

  #remember(kind: Kind, id: string): void {
    const key = keyOf({ kind, id })
    if (!this.first.has(key)) this.first.set(key, this.#under.get(kind, id) as Entities[Kind] | undefined)
  }
}

function keyOf({ kind, id }: Touched): string {
  return `${kind}\n${id}`
}

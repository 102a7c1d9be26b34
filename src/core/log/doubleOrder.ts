/**
 * An order that reduces every event twice, on two equal states of other objects, and says where they part: what a
 * reducer makes of an event may hang on nothing but the state and the event. For development and tests.
 */
import type { AppEvent } from '../events/index.ts'
import type { Entities, Kind } from '../model/entities.ts'
import { reduce } from '../reducers/root.ts'
import { Store, type Touched } from '../reducers/store.ts'
import { Touches } from '../reducers/touches.ts'
import { canonicalJson } from './hash.ts'
import { Order } from './order.ts'

/** The same event made two states of one. */
export class ReducedDifferently extends Error {
  override name = 'ReducedDifferently'
}

type Reducer = (state: Store, event: AppEvent) => void

export class DoubleOrder extends Order {
  readonly #mine: NotingStore
  readonly #twin = new NotingStore()
  readonly #reduce: Reducer

  /** @param again how the second state is reduced; for tests */
  constructor(again: Reducer = reduce) {
    const mine = new NotingStore()
    super(mine)
    this.#mine = mine
    this.#reduce = again
  }

  /** @throws ReducedDifferently naming the event and the table */
  override apply(event: AppEvent): void {
    const again = JSON.parse(JSON.stringify(event)) as AppEvent
    super.apply(event)
    this.#again(again)
  }

  #again(event: AppEvent): void {
    this.#reduce(this.#twin, event)
    for (const { kind, id } of [...this.#mine.takeNoted(), ...this.#twin.takeNoted()])
      if (textOf(this.#mine.get(kind, id)) !== textOf(this.#twin.get(kind, id)))
        throw new ReducedDifferently(
          `${event.type} (event ${event.seq}), reduced twice on equal states, gives two of them: table "${kind}", "${id}"`,
        )
  }
}

const textOf = (entity: unknown): string => (entity === undefined ? '' : canonicalJson(entity))

/** Notes what was written, for a reader of its own. */
class NotingStore extends Store {
  readonly #noted = new Touches()

  override set<K extends Kind>(kind: K, id: string, entity: Entities[K]): void {
    super.set(kind, id, entity)
    this.#noted.add(kind, id)
  }

  override setText(kind: Kind, id: string, text: string): void {
    super.setText(kind, id, text)
    this.#noted.add(kind, id)
  }

  override drop(kind: Kind, id: string): void {
    super.drop(kind, id)
    this.#noted.add(kind, id)
  }

  takeNoted(): Touched[] {
    return this.#noted.take()
  }
}

/**
 * One signal per entity somebody looks at. A signal appears with its first reader and is forgotten
 * with its last, so that scrolling past ten thousand releases leaves none behind.
 */
import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { type Entities, type Kind, SELF, type SINGLES } from '#core/model/entities.ts'
import { type ReadonlyStore, Store, type Touched } from '#core/reducers/store.ts'

let source: ReadonlyStore = new Store()
const signals = new Map<string, Signal<unknown>>()

/** Reads from this state from now on and tells every reader. */
export function attach(store: ReadonlyStore): void {
  source = store
  batch(() => {
    for (const [key, held] of signals) held.value = read(key)
  })
}

/** Tells the readers of what was touched, in one go. Entities nobody looks at stay silent. */
export function project(touched: readonly Touched[]): void {
  batch(() => {
    for (const { kind, id } of touched) {
      const held = signals.get(`${kind}\n${id}`)
      if (held) held.value = source.get(kind, id)
    }
  })
}

/** The signal of one entity; undefined while there is none. */
export function entity<K extends Kind>(kind: K, id: string): ReadonlySignal<Readonly<Entities[K]> | undefined> {
  const key = `${kind}\n${id}`
  const known = signals.get(key)
  if (known) return known as Signal<Entities[K] | undefined>
  const made: Signal<unknown> = signal<unknown>(source.get(kind, id), {
    name: `${kind}/${id}`,
    watched: () => {
      // Between the last reader and this one the entity may have changed unseen.
      signals.set(key, made)
      made.value = source.get(kind, id)
    },
    unwatched: () => {
      if (signals.get(key) === made) signals.delete(key)
    },
  })
  signals.set(key, made)
  return made as Signal<Entities[K] | undefined>
}

/** The signal of a table's only row. */
export function single<K extends keyof typeof SINGLES>(kind: K): ReadonlySignal<Readonly<Entities[K]>> {
  return entity(kind, SELF) as ReadonlySignal<Readonly<Entities[K]>>
}

/** The state itself, for readers that are no views: platform and the audio element. */
export function peekState(): ReadonlyStore {
  return source
}

function read(key: string): unknown {
  const [kind, id] = key.split('\n') as [Kind, string]
  return source.get(kind, id)
}

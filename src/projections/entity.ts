/**
 * One signal per entity somebody looks at. A signal lives as long as somebody holds it, so that scrolling
 * past ten thousand releases leaves none behind.
 */
import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { type Entities, type Kind, SELF, type SINGLES } from '#core/model/entities.ts'
import { type ReadonlyStore, Store, type Touched } from '#core/reducers/store.ts'

let source: ReadonlyStore = new Store()
/** By table and id. */
const signals = new Map<Kind, Map<string, WeakRef<Signal<unknown>>>>()
/** The names of the signals somebody follows. */
const watched = new Set<string>()
const forgotten = new FinalizationRegistry<readonly [kind: Kind, id: string]>(([kind, id]) => {
  const held = signals.get(kind)
  if (held?.get(id)?.deref() === undefined) held?.delete(id)
})

type Follower = (ids: readonly string[] | null) => void
const followers = new Map<Kind, Follower>()

/**
 * Tells of every change of a table, in the same go as its signals: for figures over all of it.
 * @param changed gets the ids of what was touched; null: the state is another one
 */
export function follow(kind: Kind, changed: Follower): void {
  followers.set(kind, changed)
}

/** Reads from this state from now on and tells every reader. */
export function attach(store: ReadonlyStore): void {
  source = store
  batch(() => {
    for (const [kind, ids] of signals)
      for (const [id, held] of ids) {
        const found = held.deref()
        if (found) found.value = source.get(kind, id)
      }
    for (const changed of followers.values()) changed(null)
  })
}

/** Tells the readers of what was touched, in one go. Entities nobody looks at stay silent. */
export function project(touched: readonly Touched[]): void {
  batch(() => {
    const followed = new Map<Kind, string[]>()
    for (const { kind, id } of touched) {
      const held = signals.get(kind)?.get(id)?.deref()
      if (held) held.value = source.get(kind, id)
      if (!followers.has(kind)) continue
      const ids = followed.get(kind)
      if (ids) ids.push(id)
      else followed.set(kind, [id])
    }
    for (const [kind, changed] of followers) {
      const ids = followed.get(kind)
      if (ids) changed(ids)
    }
  })
}

/** The signal of one entity; undefined while there is none. */
export function entity<K extends Kind>(kind: K, id: string): ReadonlySignal<Readonly<Entities[K]> | undefined> {
  const ids = signals.get(kind) ?? new Map<string, WeakRef<Signal<unknown>>>()
  signals.set(kind, ids)
  const known = ids.get(id)?.deref()
  if (known) return known as Signal<Entities[K] | undefined>
  const name = `${kind}/${id}`
  const made = signal<unknown>(source.get(kind, id), {
    name,
    watched: () => void watched.add(name),
    unwatched: () => void watched.delete(name),
  })
  ids.set(id, new WeakRef(made))
  forgotten.register(made, [kind, id])
  return made as Signal<Entities[K] | undefined>
}

/** Whether anybody follows the signal of an entity now: a view or an effect that shows it. */
export function isFollowed(kind: Kind, id: string): boolean {
  return watched.has(`${kind}/${id}`)
}

/** The signal of a table's only row. */
export function single<K extends keyof typeof SINGLES>(kind: K): ReadonlySignal<Readonly<Entities[K]>> {
  return entity(kind, SELF) as ReadonlySignal<Readonly<Entities[K]>>
}

/** The state itself, for readers that bind outside React: the gallery's slots and the audio element. */
export function peekState(): ReadonlyStore {
  return source
}

/**
 * The owned state: one Map per table, changed in place by the reducers, read-only for everybody else.
 * Every write names what it touched; that list is exactly what the signals, the other threads and
 * the state hash need. An entity may be held as JSON text until somebody reads it: most of what a
 * thread is sent it never looks at.
 */
import { type Entities, KINDS, type Kind, SELF, SINGLES } from '../model/entities.ts'
import type { Delta } from './delta.ts'
import { type Touched, Touches } from './touches.ts'

export type { Touched } from './touches.ts'

/** What everybody outside the reducers may do with the state. */
export interface ReadonlyStore {
  get<K extends Kind>(kind: K, id: string): Readonly<Entities[K]> | undefined
  /** Whether there is one, without reading it: of thousands that came as text reading takes long. */
  has(kind: Kind, id: string): boolean
  /** The only row of a table that always has one. */
  single<K extends keyof typeof SINGLES>(kind: K): Readonly<Entities[K]>
  ids(kind: Kind): IterableIterator<string>
}

export class Store implements ReadonlyStore {
  readonly #tables = new Map<Kind, Map<string, unknown>>(KINDS.map((kind) => [kind, new Map()]))
  /** Touched; for whoever takes deltas: written and there, where what comes back stands where it came back. */
  readonly #written = new Touches()
  /** For whoever takes deltas: dropped, perhaps back since. */
  #gone: Touches | null = null

  constructor() {
    for (const kind of Object.keys(SINGLES) as (keyof typeof SINGLES)[]) this.#table(kind).set(SELF, SINGLES[kind])
  }

  get<K extends Kind>(kind: K, id: string): Readonly<Entities[K]> | undefined {
    const table = this.#table(kind)
    const held = table.get(id)
    if (typeof held !== 'string') return held as Entities[K] | undefined
    const entity = JSON.parse(held) as Entities[K]
    table.set(id, entity)
    return entity
  }

  has(kind: Kind, id: string): boolean {
    return this.#table(kind).has(id)
  }

  single<K extends keyof typeof SINGLES>(kind: K): Readonly<Entities[K]> {
    return this.get(kind, SELF) as Readonly<Entities[K]>
  }

  ids(kind: Kind): IterableIterator<string> {
    return this.#table(kind).keys()
  }

  /** Looks at every entity of a table, which must stay as it is meanwhile. Half the cost of asking for each by its id. */
  each<K extends Kind>(kind: K, look: (entity: Readonly<Entities[K]>, id: string) => void): void {
    this.#table(kind).forEach((held, id) => {
      look((typeof held === 'string' ? this.get(kind, id) : held) as Entities[K], id)
    })
  }

  /** Replaces an entity and names it as touched. */
  set<K extends Kind>(kind: K, id: string, entity: Entities[K]): void {
    this.#table(kind).set(id, entity)
    this.#written.add(kind, id)
  }

  /** Replaces some fields of an entity that is there; does nothing when it is not, or when all of them are as they were. */
  patch<K extends Kind>(kind: K, id: string, fields: Partial<Entities[K]>): void {
    const entity = this.get(kind, id)
    if (!entity) return
    for (const name in fields)
      if (entity[name] !== fields[name]) return this.set(kind, id, { ...entity, ...fields } as Entities[K])
  }

  /** Holds an entity as text, unread. The sender vouches for it being one. */
  setText(kind: Kind, id: string, text: string): void {
    this.#table(kind).set(id, text)
    this.#written.add(kind, id)
  }

  drop(kind: Kind, id: string): void {
    if (!this.#table(kind).delete(id)) return
    if (!this.#gone) return this.#written.add(kind, id)
    this.#written.delete(kind, id)
    this.#gone.add(kind, id)
  }

  /** What was written since the last call, each entity once. @throws Error when deltas are taken, which say that as well */
  takeTouched(): Touched[] {
    if (this.#gone) throw new Error('of this state deltas are taken')
    return this.#written.take()
  }

  /** From now on what changes can be taken with what it became (`takeDelta`), which costs every write a little. */
  keepDelta(): this {
    this.#written.clear()
    this.#gone = new Touches()
    return this
  }

  /**
   * In place of `takeTouched`, with what each has become: a copy of the state as it was then can be brought to this one.
   * @throws Error when none is kept
   */
  takeDelta(): Delta {
    if (!this.#gone) throw new Error('no delta is kept of this state')
    const written = this.#written.takeTables()
    const gone = this.#gone.takeTables()
    return [...new Set([...written.keys(), ...gone.keys()])].map((kind) => {
      const table = this.#table(kind)
      const ids = [...(written.get(kind) ?? [])]
      return { kind, gone: [...(gone.get(kind) ?? [])], ids, held: ids.map((id) => table.get(id)) }
    })
  }

  /** Brings this state, the one the delta begins with, to the one it ends with. Nothing counts as touched. */
  apply(delta: Delta): void {
    for (const { kind, gone, ids, held } of delta) {
      const table = this.#table(kind)
      for (const id of gone) table.delete(id)
      for (let at = 0; at < ids.length; at++) table.set(ids[at] as string, held[at])
    }
  }

  /** The same state again, to be changed apart from this one: costs a Map per table, the entities are shared. */
  copy(): Store {
    const copy = new Store()
    for (const [kind, table] of this.#tables) copy.#tables.set(kind, new Map(table))
    return copy
  }

  /** Every entity there is, for a first copy, a snapshot or a full hash. */
  *all(): Generator<Touched> {
    for (const kind of KINDS) for (const id of this.#table(kind).keys()) yield { kind, id }
  }

  #table(kind: Kind): Map<string, unknown> {
    return this.#tables.get(kind) as Map<string, unknown>
  }
}

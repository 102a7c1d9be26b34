/**
 * A state as lines: `[table, id, entity]`, one each, in the order of the tables. A log that grew too long begins with
 * one instead of its oldest events; it stands there as a segment of its own, with the state hash at its end.
 */
import * as z from 'zod/mini'
import { EventError } from '../../events/index.ts'
import { type Entities, KINDS, type Kind, SELF, SINGLES } from '../../model/entities.ts'
import { later } from '../../model/later.ts'
import { Store } from '../../reducers/store.ts'

const kinds: ReadonlySet<string> = new Set(KINDS)
const Entity = later(() => z.record(z.string(), z.unknown()))

/** @returns one line for each entity */
export function snapshotLines(store: Store): string[] {
  return [...store.all()].map(({ kind, id }) => JSON.stringify([kind, id, store.get(kind, id)]))
}

/** Takes an entity for what its table holds. @throws EventError when it is another */
export type EntityOf = (kind: Kind, id: string, entity: unknown) => Entities[Kind]

/** What this build wrote on this device is taken at its word. */
const asWritten: EntityOf = (_kind, _id, entity) => entity as Entities[Kind]

/**
 * The state that lines of a snapshot are. Rows that always exist are there whether they were written or not.
 * @param entityOf for lines that came from elsewhere: `parseEntity`, which only their readers load
 * @throws EventError when a line is none; `at` says which, from 0
 */
export function storeOf(
  lines: readonly string[],
  at: (line: number) => void = () => undefined,
  entityOf = asWritten,
): Store {
  const store = new Store()
  lines.forEach((line, nth) => {
    at(nth)
    const [kind, id, entity] = arrayOf(line)
    if (typeof kind !== 'string' || !kinds.has(kind) || typeof id !== 'string')
      throw new EventError('a line of a snapshot is [table, id, entity]')
    const held = z.safeParse(Entity, entity)
    if (!held.success) throw new EventError(`a snapshot holds no entity for ${kind}`)
    store.set(kind as Kind, id, entityOf(kind as Kind, id, withDefaults(kind as Kind, id, held.data)) as never)
  })
  store.takeTouched()
  return store
}

/** A row that always exists may have had fewer fields in an earlier build. */
function withDefaults(kind: Kind, id: string, entity: Readonly<Record<string, unknown>>): unknown {
  return id === SELF && kind in SINGLES ? { ...SINGLES[kind as keyof typeof SINGLES], ...entity } : entity
}

function arrayOf(line: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(line)
    return Array.isArray(value) && value.length === 3 ? value : []
  } catch {
    return []
  }
}

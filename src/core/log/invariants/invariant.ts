import type { Kind } from '../../model/entities.ts'
import type { ReadonlyStore } from '../../reducers/store.ts'

/** Something that holds after any event of any log. */
export interface Invariant {
  readonly name: string
  /** The tables it looks at: as long as none of them is touched it goes on holding. */
  readonly of: readonly Kind[]
  /** @returns what breaks it; null while it holds */
  readonly fault: (state: ReadonlyStore) => string | null
}

/** Says which id stands twice, or null. */
export function twice(ids: Iterable<string>): string | null {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) return `${id} stands twice`
    seen.add(id)
  }
  return null
}

/** Whether an order names each row of a table once, and nothing else; says what is wrong, or null. */
export function namesAll(state: ReadonlyStore, kind: Kind, ids: readonly string[]): string | null {
  const double = twice(ids)
  if (double) return double
  const named = new Set(ids)
  for (const id of ids) if (state.get(kind, id) === undefined) return `there is no ${kind} ${id}`
  for (const id of state.ids(kind)) if (!named.has(id)) return `${kind} ${id} is not in the order`
  return null
}

/** The first of a table's rows that is wrong. @param fault says what is wrong with one, or null */
export function eachRow<K extends Kind>(
  state: ReadonlyStore,
  kind: K,
  fault: (row: NonNullable<ReturnType<typeof state.get<K>>>, id: string) => string | null,
): string | null {
  for (const id of state.ids(kind)) {
    const row = state.get(kind, id)
    const wrong = row === undefined ? null : fault(row, id)
    if (wrong) return `${kind} ${id}: ${wrong}`
  }
  return null
}

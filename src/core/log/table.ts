/** Questions about a whole table of several rows, answered without making one object of all of them. */
import type { Comparison } from '../contracts/replay.ts'
import { type Kind, SELF } from '../model/entities.ts'
import { isEqual } from '../reducers/equal.ts'
import type { ReadonlyStore } from '../reducers/store.ts'
import type { Path } from './path.ts'

/** Whether a path leads to a table, and to none of its rows. */
export function isTable(state: ReadonlyStore, { kind, steps }: Path): boolean {
  return steps.length === 0 && state.get(kind, SELF) === undefined
}

/** Whether a table is what a value says: an object of its rows by id. Over at the first row that differs. */
function tableEquals(state: ReadonlyStore, kind: Kind, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return false
  let left = Object.keys(wanted).length
  for (const id of state.ids(kind)) {
    if (left-- === 0 || !Object.hasOwn(wanted, id)) return false
    if (!isEqual(state.get(kind, id), (wanted as Readonly<Record<string, unknown>>)[id])) return false
  }
  return left === 0
}

/** Of a table, which has neither more nor less than anything: whether it is so, is not so, or has a row of that id. */
export function tableHolds(state: ReadonlyStore, kind: Kind, comparison: Comparison, wanted: unknown): boolean {
  if (comparison === '=') return tableEquals(state, kind, wanted)
  if (comparison === '!=') return !tableEquals(state, kind, wanted)
  return comparison === 'contains' && state.get(kind, String(wanted)) !== undefined
}

// A question about the state without a line of code: a path, a comparison and a value.
import type { Kind } from '../../model/entities.ts'
import type { ReadonlyStore } from '../../reducers/store.ts'
import { isEqual } from '../changes.ts'
import { parsePath, valueAt } from '../path.ts'
import { isTable, tableEquals } from '../table.ts'

export const COMPARISONS = ['=', '!=', '<', '>', 'contains'] as const
export type Comparison = (typeof COMPARISONS)[number]

/**
 * @param path as `parsePath` reads it
 * @param value as it is typed: JSON where it is, or else the text itself
 * @throws PathError when the path cannot be read
 */
export function conditionOf(path: string, comparison: Comparison, value: string): (state: ReadonlyStore) => boolean {
  const parsed = parsePath(path)
  const wanted = typed(value)
  return (state) =>
    isTable(state, parsed)
      ? tableHolds(state, parsed.kind, comparison, wanted)
      : holds(valueAt(state, parsed), comparison, wanted)
}

/** Of a table, which has neither more nor less than anything: whether it is so, is not so, or has a row of that id. */
export function tableHolds(state: ReadonlyStore, kind: Kind, comparison: Comparison, wanted: unknown): boolean {
  if (comparison === '=') return tableEquals(state, kind, wanted)
  if (comparison === '!=') return !tableEquals(state, kind, wanted)
  return comparison === 'contains' && state.get(kind, String(wanted)) !== undefined
}

/** What is not there equals nothing, is neither less nor greater than anything, and holds nothing. */
function holds(held: unknown, comparison: Comparison, wanted: unknown): boolean {
  switch (comparison) {
    case '=':
      return isEqual(held, wanted)
    case '!=':
      return !isEqual(held, wanted)
    case '<':
      return order(held, wanted) === -1
    case '>':
      return order(held, wanted) === 1
    case 'contains':
      if (typeof held === 'string') return held.includes(typeof wanted === 'string' ? wanted : String(wanted))
      if (Array.isArray(held)) return held.some((one) => isEqual(one, wanted))
      return typeof held === 'object' && held !== null && Object.hasOwn(held, String(wanted))
  }
}

/** -1, 0 or 1 for two numbers or two texts; null for anything else. */
function order(a: unknown, b: unknown): number | null {
  if (typeof a === 'number' && typeof b === 'number') return Math.sign(a - b)
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b)
  return null
}

function typed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

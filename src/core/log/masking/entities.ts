// What names people in the entities of a snapshot.
import { KINDS, type Kind, SELF } from '../../model/entities.ts'
import { NAMES_SINCE } from '../hash.ts'
import { MASKED, NAMES } from './personal.ts'

const kinds: ReadonlySet<string> = new Set(KINDS)
/** A field that a schema names, not a value that became a key. */
const FIELD = /^[A-Za-z_]\w*$/

/**
 * A line of a snapshot without what names people. The state hash leaves those fields out, so it stays what it is.
 * @param stateHash how the log's states were hashed
 */
export function maskSnapshotLine(line: string, maskOf: (text: string) => string, stateHash = NAMES_SINCE): string {
  const [kind, id, entity] = JSON.parse(line) as [Kind, string, unknown]
  if (!kinds.has(kind)) return JSON.stringify([kind, id === SELF ? id : maskOf(id), maskUnknown(entity, maskOf)])
  const fields: readonly string[] = MASKED[kind] ?? []
  if (fields.length === 0 || (stateHash < NAMES_SINCE && kind in NAMES)) return line
  return JSON.stringify([kind, id, fields.reduce((held, field) => masked(held, field.split('.'), maskOf), entity)])
}

function masked(value: unknown, [name, ...rest]: readonly string[], maskOf: (text: string) => string): unknown {
  if (name === undefined) return allMasked(value, maskOf)
  if (Array.isArray(value)) return value.map((one) => masked(one, [name, ...rest], maskOf))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value
  return { ...value, [name]: masked((value as Record<string, unknown>)[name], rest, maskOf) }
}

function allMasked(value: unknown, maskOf: (text: string) => string): unknown {
  if (typeof value === 'string') return maskOf(value)
  if (Array.isArray(value)) return value.map((one) => allMasked(one, maskOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, allMasked(held, maskOf)]))
}

/** A value of which nobody here knows what it says: every text in it is masked, also a key that no schema would name. */
export function maskUnknown(value: unknown, maskOf: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => maskUnknown(one, maskOf))
  if (typeof value !== 'object' || value === null) return allMasked(value, maskOf)
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [FIELD.test(key) ? key : maskOf(key), maskUnknown(held, maskOf)]),
  )
}

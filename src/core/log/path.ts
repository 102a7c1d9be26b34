/**
 * Paths into the state, as a person writes them: `player.isPlaying`, `job.j1.status`, `queue.items.0`,
 * `page["sort=-date#1"].ids.length`. A table of one row needs no id. An id with dots may stand bare: the longest run of
 * steps that names a row is taken. Only what a value holds itself is followed, so no path leads to a prototype.
 */
import { KINDS, type Kind, SELF } from '../model/entities.ts'
import type { ReadonlyStore } from '../reducers/store.ts'

export interface Path {
  readonly kind: Kind
  /** Id and fields, not told apart before there is a state. */
  readonly steps: readonly string[]
}

/** A path that cannot be read. */
export class PathError extends Error {
  override name = 'PathError'
}

/** A step: bare, or quoted or counted in brackets. */
const STEP = /\.?([^.[\]]+)|\[(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\d+))\]/y

/** @throws PathError that says from where on it cannot be read, or that there is no such table */
export function parsePath(text: string): Path {
  const steps: string[] = []
  STEP.lastIndex = 0
  for (let at = 0; at < text.length; at = STEP.lastIndex) {
    const step = STEP.exec(text)
    if (!step) throw new PathError(`not a path from "${text.slice(at, at + 20)}" on`)
    steps.push(step[1] ?? step[4] ?? quoted(step[2]) ?? bare(step[3] ?? step[2] ?? ''))
  }
  const kind = KINDS.find((known) => known === steps[0])
  if (!kind) throw new PathError(`no table is called "${steps[0] ?? ''}"; there are ${KINDS.join(', ')}`)
  return { kind, steps: steps.slice(1) }
}

/** A text between double quotes as JSON means it, which is how the tree writes one; undefined where it is none. */
function quoted(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(`"${text}"`) as string)
  } catch {
    return undefined
  }
}

const bare = (text: string): string => text.replace(/\\(.)/g, '$1')

/** The row a path leads into, and the fields from there on; null when the state has none such. */
function rowOf(state: ReadonlyStore, { kind, steps }: Path): { id: string; fields: readonly string[] } | null {
  for (let length = steps.length; length > 0; length--) {
    const id = steps.slice(0, length).join('.')
    if (state.get(kind, id) !== undefined) return { id, fields: steps.slice(length) }
  }
  return state.get(kind, SELF) === undefined ? null : { id: SELF, fields: steps }
}

/** What stands at a path, or undefined. A table of several rows stands as an object of them by id. */
export function valueAt(state: ReadonlyStore, path: Path): unknown {
  const row = rowOf(state, path)
  if (row) return fieldOf(state.get(path.kind, row.id), row.fields)
  if (path.steps.length > 0) return undefined
  const rows = Object.create(null) as Record<string, unknown>
  for (const id of state.ids(path.kind)) rows[id] = state.get(path.kind, id)
  return rows
}

function fieldOf(entity: unknown, fields: readonly string[]): unknown {
  let value = entity
  for (const field of fields) {
    if (value === null || value === undefined || !Object.hasOwn(Object(value), field)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[field]
  }
  return value
}

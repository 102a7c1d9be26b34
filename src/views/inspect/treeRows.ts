/** The state as the rows of a tree: tables, entities, fields; of what is closed nothing is looked at. */
import { KINDS, type Kind, SELF, SINGLES } from '#core/model/entities.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

export interface TreeRow {
  readonly path: string
  readonly depth: number
  readonly name: string
  /** Null: it holds nothing to open. */
  readonly open: boolean | null
  /** Of what can be opened how much it holds; of all else the value. */
  readonly value: string
  readonly held: number | null
  /** Left out below it. */
  readonly more: number
}

/** Of one table or value no more are shown. */
const MOST = 300
const SHOWN = 200

/** @param opened paths of what is open */
export function treeRows(state: ReadonlyStore, opened: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = []

  function add(name: string, path: string, depth: number, value: unknown): void {
    if (typeof value !== 'object' || value === null) {
      const text = value === undefined ? '' : JSON.stringify(value)
      rows.push({ path, depth, name, open: null, value: shortened(text), held: null, more: 0 })
      return
    }
    const children = Array.isArray(value)
      ? value.map((one, at) => [String(at), one] as const)
      : Object.entries(value as Readonly<Record<string, unknown>>)
    hold(name, path, depth, children.length, () => children)
  }

  function hold(
    name: string,
    path: string,
    depth: number,
    held: number,
    children: () => readonly (readonly [name: string, value: unknown])[],
  ): void {
    const open = held > 0 && opened.has(path)
    rows.push({ path, depth, name, open: held > 0 ? open : null, value: '', held, more: 0 })
    if (!open) return
    for (const [child, value] of children().slice(0, MOST)) add(child, `${path}/${child}`, depth + 1, value)
    const more = held - MOST
    if (more > 0) rows.push({ path: `${path}/…`, depth: depth + 1, name: '…', open: null, value: '', held: null, more })
  }

  for (const kind of KINDS.toSorted()) {
    if (kind in SINGLES) add(kind, kind, 0, state.get(kind, SELF))
    else table(kind)
  }
  return rows

  function table(kind: Kind): void {
    const ids = [...state.ids(kind)]
    hold(kind, kind, 0, ids.length, () => ids.slice(0, MOST).map((id) => [id, state.get(kind, id)] as const))
  }
}

const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

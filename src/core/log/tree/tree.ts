/**
 * The state as rows of a tree, beside another state of the same log: what was added, what is gone, what stayed. Long
 * stretches of equal neighbours are one row that can be opened, so that a table of thousands stays a few rows.
 */
import type { TreeAsked, TreeRow } from '../../contracts/replay.ts'
import { KINDS, type Kind, SELF, SINGLES } from '../../model/entities.ts'
import { isEqual } from '../../reducers/equal.ts'
import type { ReadonlyStore } from '../../reducers/store.ts'
import { type Change, changedFields } from '../changes.ts'

/** Rows there are at most. */
const MOST_ROWS = 20_000
/** Neighbours that are one row: so many at most, and fewer than so many are not worth one. */
const STRETCH = 100
const SHORTEST = 4
/** Changed entities whose fields are counted. */
const COUNTED = 2000
/** Characters of a value. */
const SHOWN = 160

type Mark = 'same' | 'added' | 'removed' | 'holds changes'

/** What stands under one name in both states; `NONE` where there is nothing. */
interface Pair {
  readonly name: string
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}
const NONE = Symbol('nothing')

export interface TreeRows {
  readonly rows: readonly TreeRow[]
  readonly changed: number
  readonly isCapped: boolean
}

/** @param changes everything that differs between the two states */
export function treeRows(
  before: ReadonlyStore,
  after: ReadonlyStore,
  changes: readonly Change[],
  asked: Pick<TreeAsked, 'onlyChanges' | 'opened' | 'closed'>,
): TreeRows {
  const tables = new Map<Kind, Change[]>()
  for (const change of changes) {
    const known = tables.get(change.kind)
    if (known) known.push(change)
    else tables.set(change.kind, [change])
  }
  const writer = new Writer(asked)
  for (const kind of KINDS.toSorted()) {
    const changed = tables.get(kind) ?? []
    if (asked.onlyChanges && changed.length === 0) continue
    if (kind in SINGLES) {
      writer.pair(
        { name: kind, path: kind, before: held(before.get(kind, SELF)), after: held(after.get(kind, SELF)) },
        0,
        changed.length === 0 ? 'same' : undefined,
      )
    } else writer.table(kind, before, after, changed)
  }
  const counted = changes.slice(0, COUNTED).reduce((sum, one) => sum + changedFields(one.before, one.after).length, 0)
  return { rows: writer.rows, changed: counted, isCapped: changes.length > COUNTED || writer.isFull }
}

class Writer {
  readonly rows: TreeRow[] = []
  readonly #onlyChanges: boolean
  readonly #opened: ReadonlySet<string>
  readonly #closed: ReadonlySet<string>

  constructor({ onlyChanges, opened, closed }: Pick<TreeAsked, 'onlyChanges' | 'opened' | 'closed'>) {
    this.#onlyChanges = onlyChanges
    this.#opened = new Set(opened)
    this.#closed = new Set(closed)
  }

  get isFull(): boolean {
    return this.rows.length >= MOST_ROWS
  }

  table(kind: Kind, before: ReadonlyStore, after: ReadonlyStore, changes: readonly Change[]): void {
    const ids = [...after.ids(kind)]
    const gone = changes.flatMap(({ id, after: now }) => (now === undefined ? [id] : []))
    const size = ids.length
    const open = this.#isOpen(kind, changes.length > 0)
    const isEmpty = size + gone.length === 0
    this.#row(kind, kind, 0, changes.length > 0 ? 'holds changes' : 'same', {
      open: isEmpty ? null : open,
      changed: changes.length,
      size,
      sizeBefore: changes.length > 0 ? countOf(before, kind) : size,
    })
    if (!open || isEmpty) return
    const changed = new Set(changes.map(({ id }) => id))
    this.#children(
      [...ids, ...gone].map((id) => ({
        name: id,
        path: stepOf(kind, id),
        // What did not change is not looked at.
        before: changed.has(id) ? held(before.get(kind, id)) : held(after.get(kind, id)),
        after: held(after.get(kind, id)),
      })),
      kind,
      1,
      true,
    )
  }

  /** @param known what is known of it already */
  pair({ name, path, before, after }: Pair, depth: number, known?: Mark): void {
    const mark = known ?? markOf(before, after)
    if (this.isFull || (this.#onlyChanges && mark === 'same')) return
    const value = after === NONE ? before : after
    const both = mark === 'holds changes'
    if (both && !(isHolder(before) && isHolder(after) && Array.isArray(before) === Array.isArray(after))) {
      this.pair({ name, path: `${path} -`, before, after: NONE }, depth, 'removed')
      this.pair({ name, path, before: NONE, after }, depth, 'added')
      return
    }
    if (!isHolder(value) || sizeOf(value) === 0) {
      this.#row(path, name, depth, mark, { open: null, value: shown(value) })
      return
    }
    const open = this.#isOpen(path, both)
    this.#row(path, name, depth, mark, {
      open,
      changed: both ? changedFields(before, after).length : 0,
      size: sizeOf(value),
      sizeBefore: both ? sizeOf(before) : sizeOf(value),
    })
    if (open) this.#children(childrenOf(path, before, after), path, depth + 1, Array.isArray(value))
  }

  #children(pairs: readonly Pair[], path: string, depth: number, isList: boolean): void {
    const marks = pairs.map(({ before, after }) => markOf(before, after))
    const isLong = isList && (pairs.length > STRETCH || marks.some((mark) => mark !== 'same'))
    for (let at = 0; at < pairs.length && !this.isFull; ) {
      const mark = marks[at] ?? 'same'
      let end = at + 1
      while (end < pairs.length && marks[end] === mark && end - at < STRETCH) end++
      const isStretch = isLong && mark !== 'holds changes' && end - at >= (mark === 'same' ? SHORTEST : STRETCH / 5)
      const some = pairs.slice(at, end)
      at = end
      if (this.#onlyChanges && mark === 'same') continue
      if (isStretch) this.#stretch(some, path, depth, mark)
      else for (const [n, pair] of some.entries()) this.pair(pair, depth, marks[at - some.length + n])
    }
  }

  /** Neighbours of which nothing else is to be said, as one row. */
  #stretch(pairs: readonly Pair[], path: string, depth: number, mark: Mark): void {
    const [first, last] = [pairs[0]?.name ?? '', pairs.at(-1)?.name ?? '']
    const name = `${first} … ${last}`
    const own = `${path}[${name}]`
    const open = this.#opened.has(own)
    this.#row(own, name, depth, mark, { open, size: pairs.length, sizeBefore: pairs.length })
    if (open) for (const pair of pairs) this.pair(pair, depth + 1, mark)
  }

  #row(path: string, name: string, depth: number, mark: Mark, rest: Partial<TreeRow>): void {
    if (this.isFull) return
    this.rows.push({
      open: null,
      value: '',
      changed: 0,
      size: null,
      sizeBefore: null,
      ...rest,
      path,
      name,
      depth,
      mark,
    })
  }

  #isOpen(path: string, hasChanges: boolean): boolean {
    return hasChanges ? !this.#closed.has(path) : this.#opened.has(path)
  }
}

function childrenOf(path: string, before: unknown, after: unknown): Pair[] {
  const names = new Set<string>()
  for (const value of [after, before]) if (isHolder(value)) for (const name of Object.keys(value)) names.add(name)
  return [...names].map((name) => ({
    name,
    path: stepOf(path, name),
    before: fieldOf(before, name),
    after: fieldOf(after, name),
  }))
}

function markOf(before: unknown, after: unknown): Mark {
  if (before === NONE) return after === NONE ? 'same' : 'added'
  if (after === NONE) return 'removed'
  return isEqual(before, after) ? 'same' : 'holds changes'
}

/** As a person writes it: `queue.items`, `job["a.b"]`. */
function stepOf(path: string, name: string): string {
  return /^[\w-]+$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
}

function countOf(state: ReadonlyStore, kind: Kind): number {
  let count = 0
  for (const _ of state.ids(kind)) count++
  return count
}

const held = (value: unknown): unknown => (value === undefined ? NONE : value)

function fieldOf(value: unknown, name: string): unknown {
  return isHolder(value) && Object.hasOwn(value, name) ? held(value[name]) : NONE
}

function isHolder(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

const sizeOf = (value: unknown): number => (isHolder(value) ? Object.keys(value).length : 0)

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

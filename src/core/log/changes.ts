// What differs between two states of a log: entities, and the fields within them.
import { KINDS, type Kind } from '../model/entities.ts'
import { isEqual, isHolder, ownOf } from '../reducers/equal.ts'
import type { ReadonlyStore } from '../reducers/store.ts'
import { type Path, valueAt } from './path.ts'
import type { Timeline } from './timeline.ts'

/** An entity that is not what it was; undefined where there is none. */
export interface Change {
  readonly kind: Kind
  readonly id: string
  readonly before: unknown
  readonly after: unknown
}

/** A field that is not what it was: `songs.0.title`, empty for a whole value. */
export interface FieldChange {
  readonly path: readonly string[]
  readonly before: unknown
  readonly after: unknown
}

/** What differs between two states, table by table. Entities they share cost a look each. */
export function changesOf(before: ReadonlyStore, after: ReadonlyStore): readonly Change[] {
  const found: Change[] = []
  for (const kind of KINDS) {
    for (const id of before.ids(kind)) note(found, kind, id, before.get(kind, id), after.get(kind, id))
    for (const id of after.ids(kind))
      if (before.get(kind, id) === undefined) note(found, kind, id, undefined, after.get(kind, id))
  }
  return found
}

function note(found: Change[], kind: Kind, id: string, before: unknown, after: unknown): void {
  if (!isEqual(before, after)) found.push({ kind, id, before, after })
}

/** Fields in which two values differ, as deep as both have them; of lists the places. */
export function changedFields(before: unknown, after: unknown): readonly FieldChange[] {
  const found: FieldChange[] = []
  compare(before, after, [], found)
  return found
}

function compare(before: unknown, after: unknown, path: readonly string[], found: FieldChange[]): void {
  if (isEqual(before, after)) return
  if (!isHolder(before) || !isHolder(after) || Array.isArray(before) !== Array.isArray(after)) {
    found.push({ path, before, after })
    return
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    compare(ownOf(before, key), ownOf(after, key), [...path, key], found)
}

/** An event that changed what stands at a path. */
export interface Touching {
  readonly seq: number
  readonly before: unknown
  readonly after: unknown
}

/** Every so many events it says where it is. */
const PAUSE = 512

/**
 * Which events changed what stands at a path, from the beginning on. Yields the sequence number reached.
 * @param most how many at most, the earliest of them. Default: all
 */
export function* touching(
  timeline: Timeline,
  path: Path,
  most = Number.POSITIVE_INFINITY,
): Generator<number, readonly Touching[]> {
  const found: Touching[] = []
  const changes = changing(timeline, path)
  let before = valueAt(timeline.seek(timeline.first), path)
  for (let seq = timeline.first + 1; seq <= timeline.last && found.length < most; seq++) {
    const state = timeline.seek(seq)
    if (changes(state)) {
      const after = valueAt(state, path)
      if (!isEqual(before, after)) found.push({ seq, before, after })
      before = after
    }
    if (seq % PAUSE === 0) yield seq
  }
  return found
}

/** Whether an event may have changed what stands at a path: of a table, which is made of all its rows, it has to touch one. */
function changing(timeline: Timeline, { kind, steps }: Path): (state: ReadonlyStore) => boolean {
  if (steps.length > 0) return () => true
  timeline.seek(timeline.first)
  timeline.takeTouched()
  return () => timeline.takeTouched()?.some((touched) => touched.kind === kind) ?? true
}

/** Looks for the first event after which a place in the state is as somebody says. */
import type { Comparison, PathQuestion } from '#core/contracts/replay.ts'
import { parsePath, valueAt } from '#core/log/path.ts'
import { isTable, tableHolds } from '#core/log/table.ts'
import type { Timeline } from '#core/log/timeline.ts'
import { isEqual } from '#core/reducers/equal.ts'

/** Events between two looks at the clock, by which a turn ends: one event may cost as much as a long table. */
const STEP = 16

/**
 * The first event behind `after` that makes it true: it was not true before it, but for the beginning of the log.
 * Yields how many events were looked at.
 * @throws PathError when the path is none
 */
export function* firstWhere(timeline: Timeline, question: PathQuestion): Generator<number, number | null> {
  const path = parsePath(question.path.trim())
  const wanted = wantedOf(question.value)
  const { after, comparison } = question
  const start = Math.max(timeline.first, Math.min(after, timeline.last))
  const holdsAt = (seq: number) => {
    const state = timeline.seek(seq)
    return isTable(state, path)
      ? tableHolds(state, path.kind, comparison, wanted)
      : compares(valueAt(state, path), comparison, wanted)
  }
  let held = holdsAt(start)
  if (held && start === timeline.first) return start
  for (let seq = start + 1; seq <= timeline.last; seq++) {
    const holds = holdsAt(seq)
    if (holds && !held) return seq
    held = holds
    if (seq % STEP === 0) yield seq - start
  }
  return null
}

/** JSON where it is some, else the text itself. */
function wantedOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trim() === 'undefined' ? undefined : text
  }
}

/** Whether what stands there compares so to what is wanted. */
export function compares(value: unknown, comparison: Comparison, wanted: unknown): boolean {
  switch (comparison) {
    case '=':
      return isEqual(value, wanted)
    case '!=':
      return !isEqual(value, wanted)
    case '<':
      return order(value, wanted) < 0
    case '>':
      return order(value, wanted) > 0
    case 'contains':
      return contains(value, wanted)
  }
}

/** Below 0: smaller; NaN: the two have no order. */
function order(value: unknown, wanted: unknown): number {
  if (typeof value === 'number' && typeof wanted === 'number') return value - wanted
  if (typeof value !== 'string' || typeof wanted !== 'string') return Number.NaN
  return value < wanted ? -1 : Number(value > wanted)
}

function contains(value: unknown, wanted: unknown): boolean {
  if (typeof value === 'string') return value.includes(String(wanted))
  if (Array.isArray(value)) return value.some((one) => isEqual(one, wanted))
  return typeof value === 'object' && value !== null && Object.hasOwn(value, String(wanted))
}

/** What becomes of the state when some events had not happened. */
import type { LeftOut } from '#core/contracts/replay.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { Timeline } from '#core/log/timeline.ts'
import { isEqual } from '#core/reducers/equal.ts'

/** Events between two words of progress. */
const STEP = 512

/**
 * Replays a log twice side by side, with these events and without, and keeps account of which entities differ. Yields
 * how many events were compared. The timeline without them has its snapshots by then.
 */
export function* withoutEvents(
  log: ReadLog,
  seqs: ReadonlySet<number>,
): Generator<number, { readonly timeline: Timeline; readonly outcome: LeftOut }> {
  const timeline = new Timeline(log, { leftOut: seqs })
  const recorded = new Timeline(log, { snapshots: 1 })
  const first = Math.min(...seqs)
  // From now on both name what they touch; up to the first event that is left out they are the same.
  recorded.takeTouched()
  timeline.takeTouched()
  const differing = new Set<string>()
  let count = 0
  let from: number | null = null
  let sameFrom: number | null = null
  for (let seq = log.start + 1; seq <= timeline.last; seq++) {
    const without = timeline.seek(seq)
    const as = recorded.seek(seq)
    if (seq % STEP === 0) yield seq - log.start
    if (seq < first) continue
    const touched = [...(recorded.takeTouched() ?? []), ...(timeline.takeTouched() ?? [])]
    for (const { kind, id } of touched) {
      if (isEqual(as.get(kind, id), without.get(kind, id))) differing.delete(`${kind} ${id}`)
      else differing.add(`${kind} ${id}`)
    }
    if (differing.size === 0) {
      sameFrom ??= from === null ? null : seq
      continue
    }
    from ??= seq
    sameFrom = null
    count++
  }
  const threw = timeline.threw?.seq === recorded.threw?.seq ? null : timeline.threw
  return { timeline, outcome: { seqs: [...seqs].toSorted((a, b) => a - b), differing: count, from, sameFrom, threw } }
}

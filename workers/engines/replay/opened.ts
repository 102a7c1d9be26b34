// What the page is told of a log that was opened.
import type { OpenedLog } from '#core/contracts/replay.ts'
import type { AppEvent } from '#core/events/index.ts'
import type { Verdict } from '#core/log/firstPass.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { isOurs } from '#core/log/reading/vocabulary.ts'
import type { Timeline } from '#core/log/timeline.ts'
import type { Columns } from './columns.ts'

/** @param timeline prepared. @param verdict what came of that */
export function opened(name: string, log: ReadLog, columns: Columns, timeline: Timeline, verdict: Verdict): OpenedLog {
  const { header, events, cut, skipped } = log
  const first = columns.opened < 0 ? undefined : events.at(columns.opened)
  return {
    name,
    logId: header.logId,
    build: header.build,
    isOurs: isOurs(header),
    first: timeline.first,
    last: timeline.last,
    startT: log.startT,
    times: columns.times.slice(),
    failures: columns.failures.slice(),
    window: windowOf(first),
    types: columns.types,
    sources: columns.sources,
    checkpoints: log.checkpoints.length,
    compared: verdict.checkpoints,
    state: verdict.state,
    difference: verdict.difference,
    threw: verdict.threw,
    cut,
    skipped: skipped.size,
    isChained: header.version === 2 && cut === null,
    isMasked: header.masked === true,
  }
}

/** How large the person's window was, px. What vouches for itself may say anything. */
function windowOf(event: AppEvent | undefined): OpenedLog['window'] {
  const { width, height } = { ...(event?.type === 'app.opened' ? event.payload : null) }
  const isSize = (px: unknown): px is number => typeof px === 'number' && px > 0 && px < 100_000
  return isSize(width) && isSize(height) ? { width, height } : { width: 1280, height: 800 }
}

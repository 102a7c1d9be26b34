/** Logs that have to be whole. */
import { EventError } from '#core/events/index.ts'
import { readLog } from '#core/log/read.ts'
import type { ReadLog } from '#core/log/reading/log.ts'

/** A whole text at once. @throws EventError naming the line that is wrong, also where a reader would only cut */
export function parseLog(text: string): ReadLog {
  const log = readLog(text)
  if (log.cut) throw new EventError(`line ${log.cut.line}: ${log.cut.reason}`)
  return log
}

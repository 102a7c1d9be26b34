// What happened in a log before somebody looked on, out of what was stored of it.
import { gunzipSync } from 'fflate'
import type { LogWorker } from '#core/contracts/log.ts'
import type { AppEvent } from '#core/events/index.ts'
import { LogReader } from '#core/log/read.ts'

/** @param seq the last event that is wanted */
export async function logSoFar(
  log: Pick<LogWorker, 'export'>,
  playerId: string | null,
  seq: number,
): Promise<readonly AppEvent[]> {
  const reader = new LogReader()
  reader.push(gunzipSync(await log.export(null, playerId, { personal: true })))
  return [...reader.end().events].filter((event) => event.seq <= seq)
}

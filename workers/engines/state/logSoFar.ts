// What happened in a log before somebody looked on, out of what was stored of it.
import { Gunzip } from 'fflate'
import type { LogWorker } from '#core/contracts/log.ts'
import type { AppEvent } from '#core/events/index.ts'
import { LogReader } from '#core/log/read.ts'

/** So much is unpacked and read in one task, packed bytes: the player goes on between two of them. */
const PIECE = 16 * 1024

/** @param seq the last event that is wanted. @param rest lets other tasks come first */
export async function logSoFar(
  log: Pick<LogWorker, 'export'>,
  playerId: string | null,
  seq: number,
  rest: () => Promise<void>,
): Promise<readonly AppEvent[]> {
  const all: AppEvent[] = []
  const events = (some: readonly AppEvent[]) => {
    for (const event of some) if (event.seq <= seq) all.push(event)
  }
  const reader = new LogReader({}, { events })
  const gunzip = new Gunzip((bytes) => reader.push(bytes))
  const packed = await log.export(null, playerId, { personal: true })
  for (let at = 0; at < packed.length; at += PIECE) {
    gunzip.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length)
    await rest()
  }
  reader.end()
  return all
}

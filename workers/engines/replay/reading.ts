/** Reads a picked file as it comes: unpacked when it is gzip, never all of it at once. */
import { Gunzip } from 'fflate'
import { LogReader, type ReadLog } from '#core/log/read.ts'
import { Stopped } from './turns.ts'

const TOLD_BYTES = 1024 * 1024

/**
 * @param isOver whether it shall stop
 * @param told share of the file that is read, 0 to 1, and events found
 * @throws EventError that names the line when it is no log; Stopped
 */
export async function readFile(
  file: Blob,
  isOver: () => boolean,
  told: (share: number, events: number) => void,
): Promise<ReadLog> {
  const reader = new LogReader()
  const stream = file.stream().getReader()
  let take: ((bytes: Uint8Array, isLast: boolean) => void) | null = null
  let read = 0
  let toldAt = 0
  let torn: string | undefined
  try {
    for (;;) {
      const { done, value } = await stream.read()
      if (isOver()) throw new Stopped()
      if (done) break
      take ??= value[0] === 0x1f && value[1] === 0x8b ? unpacked(reader) : (bytes) => reader.push(bytes)
      read += value.length
      torn = unpack(take, value, false)
      if (torn !== undefined || reader.isCut) break
      if (read - toldAt < TOLD_BYTES) continue
      toldAt = read
      told(read / file.size, reader.events)
    }
    if (take && torn === undefined && !reader.isCut) torn = unpack(take, new Uint8Array(0), true)
  } finally {
    await stream.cancel().catch(() => undefined)
  }
  return reader.end(torn)
}

function unpacked(reader: LogReader): (bytes: Uint8Array, isLast: boolean) => void {
  const gunzip = new Gunzip((bytes) => reader.push(bytes))
  return (bytes, isLast) => gunzip.push(bytes, isLast)
}

/** @returns why it cannot be unpacked any further */
function unpack(
  take: (bytes: Uint8Array, isLast: boolean) => void,
  bytes: Uint8Array,
  isLast: boolean,
): string | undefined {
  try {
    take(bytes, isLast)
    return undefined
  } catch (error) {
    // What no log is says so with a line of its own.
    if (error instanceof Error && error.name === 'EventError') throw error
    return `the file ends here or is damaged: ${error instanceof Error ? error.message : String(error)}`
  }
}

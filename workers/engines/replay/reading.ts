/**
 * Reads a picked file as it comes: unpacked when it is gzip, never all of it at once. What the browser has built in
 * unpacks three times as fast as a script, but of a damaged file it keeps nothing back to the byte; then the file is read
 * once more, by a script that does.
 */
import { Gunzip } from 'fflate'
import { type Follower, LogReader, type ReadLog } from '#core/log/read.ts'
import { Stopped, TURN_MS, type Turns } from './turns.ts'

/** Taken at one go, bytes: what is done with so many takes some milliseconds. */
const STEP = 128 * 1024
const SMALL_STEP = 16 * 1024

export interface Reading {
  readonly turns: Turns
  /** Whether it shall stop. */
  isOver(): boolean
  /** @param share of the file that is read, 0 to 1. @param events found */
  told(share: number, events: number): void
  /** Makes those who are told what is read; made anew when the file is read once more. */
  following(): readonly Follower[]
}

/** @throws EventError that names the line when it is no log; Stopped */
export async function readFile(file: Blob, reading: Reading): Promise<ReadLog> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isPacked = head[0] === 0x1f && head[1] === 0x8b
  if (!isPacked) return (await read(file, reading, file.stream(), 'plain')) as ReadLog
  if (typeof DecompressionStream !== 'undefined') {
    const unpacked = file.stream().pipeThrough(new DecompressionStream('gzip'))
    const log = await read(file, reading, unpacked, 'unpacked')
    if (log) return log
  }
  return (await read(file, reading, file.stream(), 'packed')) as ReadLog
}

/** @returns null when the browser cannot unpack it */
async function read(
  file: Blob,
  { turns, isOver, told, following }: Reading,
  bytes: ReadableStream<Uint8Array>,
  kind: 'plain' | 'unpacked' | 'packed',
): Promise<ReadLog | null> {
  const reader = new LogReader({}, ...following())
  const take = kind === 'packed' ? unpacking(reader) : (part: Uint8Array) => reader.push(part)
  const step = kind === 'packed' ? SMALL_STEP : STEP
  const stream = bytes.getReader()
  let done = 0
  let torn: string | undefined
  let began = turns.now()
  try {
    for (;;) {
      const next = await stream.read().catch(() => null)
      if (isOver()) throw new Stopped()
      // A spoilt file, or one whose storage is gone: the reader that unpacks by itself says which.
      if (next === null && kind === 'unpacked') return null
      if (next === null) {
        torn = 'the file cannot be read any further'
        break
      }
      if (next.done) break
      for (let at = 0; at < next.value.length && torn === undefined && !reader.isCut; at += step) {
        torn = attempt(take, next.value.subarray(at, at + step), false)
        if (turns.now() - began <= TURN_MS) continue
        await turns.rest()
        if (isOver()) throw new Stopped()
        began = turns.now()
      }
      done += next.value.length
      // How much of it is read is not known while the browser unpacks; a log packs to some twentieth.
      told(Math.min(1, done / file.size / (kind === 'unpacked' ? PACKED : 1)), reader.events)
      if (torn !== undefined || reader.isCut) break
    }
    if (kind === 'packed' && torn === undefined && !reader.isCut) torn = attempt(take, new Uint8Array(0), true)
  } finally {
    await stream.cancel().catch(() => undefined)
  }
  return reader.end(torn)
}

/** How many times as long a log is as when it is packed. */
const PACKED = 20

function unpacking(reader: LogReader): (bytes: Uint8Array, isLast: boolean) => void {
  const gunzip = new Gunzip((bytes) => reader.push(bytes))
  return (bytes, isLast) => gunzip.push(bytes, isLast)
}

/** @returns why it cannot be unpacked any further */
function attempt(
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

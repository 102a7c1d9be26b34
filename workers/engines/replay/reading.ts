/** Reads a picked file as it comes: unpacked when it is gzip, never all of it at once. */
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
  /** Are told what is read. */
  readonly followers: readonly Follower[]
}

/** @throws EventError that names the line when it is no log; Stopped */
export async function readFile(file: Blob, { turns, isOver, told, followers }: Reading): Promise<ReadLog> {
  const reader = new LogReader({}, ...followers)
  const stream = file.stream().getReader()
  let take: ((bytes: Uint8Array, isLast: boolean) => void) | null = null
  let step = STEP
  let done = 0
  let torn: string | undefined
  let began = turns.now()
  try {
    for (;;) {
      const next = await stream.read().catch(() => null)
      if (isOver()) throw new Stopped()
      if (next === null) {
        torn = 'the file cannot be read any further'
        break
      }
      if (next.done) break
      if (take === null) {
        const isPacked = next.value[0] === 0x1f && next.value[1] === 0x8b
        take = isPacked ? unpacking(reader) : (bytes) => reader.push(bytes)
        step = isPacked ? SMALL_STEP : STEP
      }
      for (let at = 0; at < next.value.length && torn === undefined && !reader.isCut; at += step) {
        torn = attempt(take, next.value.subarray(at, at + step), false)
        if (turns.now() - began <= TURN_MS) continue
        await turns.rest()
        if (isOver()) throw new Stopped()
        began = turns.now()
      }
      done += next.value.length
      told(done / file.size, reader.events)
      if (torn !== undefined || reader.isCut) break
    }
    if (take && torn === undefined && !reader.isCut) torn = attempt(take, new Uint8Array(0), true)
  } finally {
    await stream.cancel().catch(() => undefined)
  }
  return reader.end(torn)
}

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

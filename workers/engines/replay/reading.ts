/** Reads a picked file as it comes: unpacked when it is gzip, never all of it at once. */
import { Gunzip } from 'fflate'
import { isPacked } from '#core/log/codec.ts'
import { LogReader } from '#core/log/read.ts'
import type { Follower, ReadLog } from '#core/log/reading/log.ts'
import { Stopped, TOLD_MS, TURN_MS, type Turns } from './turns.ts'

/** Taken at one go, bytes: what is done with so many takes some milliseconds. */
const STEP = 128 * 1024
const SMALL_STEP = 16 * 1024

export interface Reading {
  readonly turns: Turns
  /** Whether it shall stop. */
  isOver(): boolean
  /** Now and then. @param share of the file that is read, 0 to 1. @param events found */
  told(share: number, events: number): void
  /** Are told what is read. */
  readonly followers: readonly Follower[]
}

/** A way to the text of a file. */
interface Way {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly step: number
  take(bytes: Uint8Array, isLast: boolean): void
  /** How many bytes of the file were read, when so many of the stream were. */
  readOf(bytes: number): number
}

/** @throws EventError that names the line when it is no log; Stopped */
export async function readFile(file: Blob, reading: Reading): Promise<ReadLog> {
  const reader = new LogReader({}, ...reading.followers)
  if (!isPacked(await headOf(file))) return reader.end(await follow(plain(file, reader), file.size, reader, reading))
  // The browser's own unpacks beside this thread; of a damaged file it gives up more than what is damaged.
  const failed = await follow(unpackedBeside(file, reader), file.size, reader, reading)
  if (failed === undefined) return reader.end()
  return reader.end(await follow(unpackedHere(file, reader), file.size, reader, reading))
}

/** As many bytes as tell whether it is packed. */
const HEAD = 2
const headOf = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(
    await file
      .slice(0, HEAD)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  )

function plain(file: Blob, reader: LogReader): Way {
  return { stream: file.stream(), step: STEP, take: (bytes) => reader.push(bytes), readOf: (bytes) => bytes }
}

function unpackedBeside(file: Blob, reader: LogReader): Way {
  let read = 0
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, line) {
      read += bytes.length
      line.enqueue(bytes)
    },
  })
  const stream = file.stream().pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'))
  return { stream, step: STEP, take: (bytes) => reader.push(bytes), readOf: () => read }
}

/** Leaves out what was read before: the text begins anew. */
function unpackedHere(file: Blob, reader: LogReader): Way {
  let known = reader.bytes
  const gunzip = new Gunzip((bytes) => {
    const isNew = bytes.length > known
    if (isNew) reader.push(bytes.subarray(known))
    known = isNew ? 0 : known - bytes.length
  })
  const take = (bytes: Uint8Array, isLast: boolean) => gunzip.push(bytes, isLast)
  return { stream: file.stream(), step: SMALL_STEP, take, readOf: (bytes) => bytes }
}

/** @returns why no more can be read; undefined at the end, and when the reader wants no more */
async function follow(
  { stream, step, take, readOf }: Way,
  size: number,
  reader: LogReader,
  { turns, isOver, told }: Reading,
): Promise<string | undefined> {
  const line = stream.getReader()
  let done = 0
  let began = turns.now()
  let toldAt = began
  try {
    for (;;) {
      const next = await line.read().catch(() => null)
      if (isOver()) throw new Stopped()
      if (next === null) return 'the file cannot be read any further'
      if (next.done) return attempt(take, new Uint8Array(0), true)
      for (let at = 0; at < next.value.length && !reader.isCut; at += step) {
        const torn = attempt(take, next.value.subarray(at, at + step), false)
        if (torn !== undefined) return torn
        if (turns.now() - began <= TURN_MS) continue
        await turns.rest()
        if (isOver()) throw new Stopped()
        began = turns.now()
      }
      done += next.value.length
      const now = turns.now()
      if (now - toldAt > TOLD_MS) {
        toldAt = now
        told(Math.min(1, readOf(done) / size), reader.events)
      }
      if (reader.isCut) return undefined
    }
  } finally {
    await line.cancel().catch(() => undefined)
  }
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

/** The text of a picked file as it comes: unpacked when it is gzip, never all of it at once. */
import { Gunzip } from 'fflate'
import { isPacked } from '#core/log/codec.ts'
import { messageOf } from '#core/model/text/messageOf.ts'

/** Taken at one go, bytes: what is done with so many takes some milliseconds. */
const STEP = 128 * 1024
const SMALL_STEP = 16 * 1024
const LINE_FEED = 10
const DAMAGED = 'the file ends here or is damaged: '

/** Takes the text, piece by piece. */
export interface Sink {
  push(bytes: Uint8Array): void
  /** Bytes of text that came. */
  readonly bytes: number
  /** True when it wants no more. */
  readonly isCut: boolean
}

/** Called after each piece: when it answers with a promise, that is waited for. @param read bytes of the file so far @throws what ends it */
export type Pace = (read: number) => Promise<void> | undefined

/** A way to the text of a file. */
interface Way {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly step: number
  take(bytes: Uint8Array, isLast: boolean): void
  /** How many bytes of the file were read, when so many of the stream were. */
  readOf(bytes: number): number
}

/**
 * Pushes the text of a file into a sink, to its end or for as long as it is wanted.
 * @returns why no more can be read; undefined at its end, and when it was enough
 * @throws what the pace throws; EventError of the sink
 */
export async function unpack(file: Blob, sink: Sink, pace: Pace): Promise<string | undefined> {
  if (!isPacked(await headOf(file))) return follow(plain(file, sink), sink, pace)
  // The browser's own unpacks beside this thread; of a damaged file it gives up more than what is damaged.
  const failed = await follow(unpackedBeside(file, sink), sink, pace)
  if (failed === undefined) return undefined
  const here = unpackedHere(file, sink)
  const torn = await follow(here, sink, pace)
  // Not every end that is missing is noticed here; a log ends with a line.
  return torn ?? (here.endsLine() ? undefined : `${DAMAGED}its end is missing`)
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

function plain(file: Blob, sink: Sink): Way {
  return { stream: file.stream(), step: STEP, take: (bytes) => sink.push(bytes), readOf: (bytes) => bytes }
}

function unpackedBeside(file: Blob, sink: Sink): Way {
  let read = 0
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, line) {
      read += bytes.length
      line.enqueue(bytes)
    },
  })
  const stream = file.stream().pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'))
  return { stream, step: STEP, take: (bytes) => sink.push(bytes), readOf: () => read }
}

/** Leaves out what was read before: the text begins anew. */
function unpackedHere(file: Blob, sink: Sink): Way & { endsLine(): boolean } {
  let known = sink.bytes
  let last: number | undefined
  const gunzip = new Gunzip((bytes) => {
    last = bytes.at(-1) ?? last
    const isNew = bytes.length > known
    if (isNew) sink.push(bytes.subarray(known))
    known = isNew ? 0 : known - bytes.length
  })
  const take = (bytes: Uint8Array, isLast: boolean) => gunzip.push(bytes, isLast)
  return { stream: file.stream(), step: SMALL_STEP, take, readOf: (bytes) => bytes, endsLine: () => last === LINE_FEED }
}

/** @returns as `unpack` does */
async function follow({ stream, step, take, readOf }: Way, sink: Sink, pace: Pace): Promise<string | undefined> {
  const line = stream.getReader()
  let done = 0
  try {
    for (;;) {
      const next = await line.read().catch(() => null)
      if (next === null) return 'the file cannot be read any further'
      if (next.done) return attempt(take, new Uint8Array(0), true)
      for (let at = 0; at < next.value.length && !sink.isCut; at += step) {
        const piece = next.value.subarray(at, at + step)
        const torn = attempt(take, piece, false)
        if (torn !== undefined) return torn
        const rest = pace(readOf(done + at + piece.length))
        if (rest) await rest
      }
      done += next.value.length
      if (sink.isCut) return undefined
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
    return `${DAMAGED}${messageOf(error)}`
  }
}

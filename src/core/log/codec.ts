/**
 * How a log is written on this device: a run of frames, one per segment. Exported it is lines alone (export.ts).
 *
 * A frame: 4 bytes length of its head, the head as JSON, 4 bytes length of its body, the body (the event lines, plain
 * or gzip: its first byte tells). Lengths are big-endian. Each head carries the hash of its lines and
 * the hash of the head before, so a torn or foreign frame is found and cut.
 *
 * Segments are kept plain: packing one costs twice as much as all else that is done with it, and of a log that is
 * exported all is packed at once.
 */

import { gunzipSync, strFromU8, strToU8 } from 'fflate'
import * as z from 'zod/mini'
import type { LogHeader, Segment } from '../contracts/log.ts'
import type { AppEvent } from '../events/index.ts'
import { later } from '../model/later.ts'
import { hashText, hashUtf8 } from './textHash.ts'

export const LogHeaderShape = later(() =>
  z.object({
    format: z.literal('evlog'),
    version: z.union([z.literal(1), z.literal(2)]),
    logId: z.string().check(z.minLength(1)),
    build: z.string(),
    startedAt: z.int(),
    schemas: z.optional(z.string()),
    versions: z.optional(z.record(z.string(), z.int())),
    settings: z.optional(z.record(z.string(), z.unknown())),
    masked: z.optional(z.literal(true)),
    stateHash: z.optional(z.int()),
  }),
)

/** The newest format this build reads. */
export const FORMAT = 2
/** What is sure of the header of a log in a format that is still to come. */
export const LaterHeader = later(() => z.object({ format: z.literal('evlog'), version: z.int().check(z.gt(FORMAT)) }))

const Hash = later(() => z.string().check(z.regex(/^[0-9a-f]{16}$/)))
const FrameHead = later(() =>
  z.object({
    first: z.int(),
    count: z.int().check(z.positive()),
    /** Hash of the frame's lines. */
    lines: Hash,
    /** Hash of the head before; of the log's header for the first. */
    before: Hash,
    /** State hash after the last event. */
    state: Hash,
    /** The lines are the entities of the state after event `first - 1`, which came at this time, ms. */
    snapshot: z.optional(z.int()),
  }),
)
export type FrameHead = z.infer<typeof FrameHead>

/**
 * One event as a line: `[type, ms since the event before, source, how far back its cause stands or 0, payload]`.
 * Its sequence number follows from its place.
 * @param before the event before it in its segment; the first one's time is counted from the log's beginning
 */
export function encodeEvent(
  { seq, t, source, cause, type, payload }: AppEvent,
  before: { readonly t: number },
): string {
  // Logs of version 1 may name a cause that stands behind; here it is none.
  const back = cause === null || cause >= seq ? 0 : seq - cause
  return `[${JSON.stringify(type)},${t - before.t},"${source}",${back},${JSON.stringify(payload)}]`
}

/** The events of one segment as its lines. */
export function encodeEvents(events: readonly AppEvent[]): string[] {
  return events.map((event, at) => encodeEvent(event, events[at - 1] ?? SEGMENT_START))
}

/** What a gzip member begins with (RFC 1952), and no text. */
const GZIP = [0x1f, 0x8b]

/** Whether bytes are packed, by how they begin. */
export const isPacked = (bytes: Uint8Array): boolean => GZIP.every((byte, at) => bytes[at] === byte)

const LINE_FEED = 0x0a

/** What stands before the first event of a segment. */
export const SEGMENT_START = { t: 0 }

/** Writes a text without half a surrogate pair as UTF-8 where these bytes begin. @returns how many it wrote */
export type WriteUtf8 = (text: string, into: Uint8Array) => number

/** Of core, which knows no platform. */
const written: WriteUtf8 = (text, into) => {
  const bytes = strToU8(text)
  into.set(bytes)
  return bytes.length
}

/**
 * Encodes a segment as a frame.
 * @param before hash of the head before, or of the header text for the first frame
 * @param body writes the lines; or what they are as gzip, joined by line feeds. Default: written without the platform's help
 * @returns the bytes and the hash that the next frame names
 */
export function encodeFrame(
  segment: Segment & { readonly snapshot?: number },
  before: string,
  body: WriteUtf8 | Uint8Array = written,
): { bytes: Uint8Array<ArrayBuffer>; hash: string } {
  const { first, count, state, snapshot } = segment
  const bytes = typeof body === 'function' ? writtenLines(segment.lines, body) : body
  const lines = (typeof body === 'function' && hashUtf8('', bytes, '')) || hashText(segment.lines.join('\n'))
  return frameOf({ first, count, lines, before, state, ...(snapshot === undefined ? {} : { snapshot }) }, bytes)
}

/** Lines up to this length are written into memory that is used again, bytes: fresh memory costs more than all else here. */
const ROOM = 1 << 20
let room = new Uint8Array(0)

/** Lines joined by line feeds, without making the text they are. @returns valid until it is called again */
function writtenLines(lines: readonly string[], write: WriteUtf8): Uint8Array {
  // A UTF-16 unit takes three bytes at most.
  const least = lines.reduce((sum, line) => sum + 3 * line.length + 1, 0)
  if (room.length < Math.min(least, ROOM)) room = new Uint8Array(ROOM)
  const into = least > ROOM ? new Uint8Array(least) : room
  let at = 0
  for (let nth = 0; nth < lines.length; nth++) {
    if (nth > 0) into[at++] = LINE_FEED
    at += write(lines[nth] as string, into.subarray(at))
  }
  return into.subarray(0, at)
}

/** The frame of a body that is made already: where it stands in the chain is said anew. */
function frameOf(fields: FrameHead, body: Uint8Array): { bytes: Uint8Array<ArrayBuffer>; hash: string } {
  const head = JSON.stringify(fields)
  const headBytes = strToU8(head)
  const bytes = new Uint8Array(8 + headBytes.length + body.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, headBytes.length)
  bytes.set(headBytes, 4)
  view.setUint32(4 + headBytes.length, body.length)
  bytes.set(body, 8 + headBytes.length)
  return { bytes, hash: hashText(head) }
}

export interface Frame {
  readonly head: FrameHead
  readonly lines: readonly string[]
}

export interface FrameAt {
  readonly frame: Frame
  /** Where it ends, bytes. */
  readonly end: number
  /** Hash the next frame must name. */
  readonly hash: string
}

/**
 * Reads one frame after the other, until the bytes end or a frame is torn, broken or out of its chain.
 * @param before hash the first frame must name
 */
export function* eachFrame(bytes: Uint8Array, before: string): Generator<FrameAt, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = 0
  let hash = before
  while (end + 8 <= bytes.length) {
    const headLength = view.getUint32(end)
    const bodyAt = end + 4 + headLength + 4
    if (bodyAt > bytes.length) return
    const bodyLength = view.getUint32(bodyAt - 4)
    if (bodyAt + bodyLength > bytes.length) return
    const read = decodeFrame(bytes.subarray(end + 4, bodyAt - 4), bytes.subarray(bodyAt, bodyAt + bodyLength), hash)
    if (!read) return
    hash = read.hash
    end = bodyAt + bodyLength
    yield { frame: read.frame, end, hash }
  }
}

/** Sequence number of the last event a frame leads to. */
export function lastIn({ first, count, snapshot }: FrameHead): number {
  return snapshot === undefined ? first + count - 1 : first - 1
}

/**
 * Whole frames in another place of a chain: their bodies stay as they are.
 * @param before hash the first of them is to name
 * @returns the frames, and the hash for the next one
 */
export function rechain(bytes: Uint8Array, before: string): { frames: Uint8Array<ArrayBuffer>[]; hash: string } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frames: Uint8Array<ArrayBuffer>[] = []
  let hash = before
  let at = 0
  while (at < bytes.length) {
    const bodyAt = at + 8 + view.getUint32(at)
    const end = bodyAt + view.getUint32(bodyAt - 4)
    const head = z.parse(FrameHead, JSON.parse(strFromU8(bytes.subarray(at + 4, bodyAt - 4))))
    const frame = frameOf({ ...head, before: hash }, bytes.subarray(bodyAt, end))
    frames.push(frame.bytes)
    hash = frame.hash
    at = end
  }
  return { frames, hash }
}

function decodeFrame(headBytes: Uint8Array, body: Uint8Array, before: string): { frame: Frame; hash: string } | null {
  try {
    const text = strFromU8(headBytes)
    const head = z.parse(FrameHead, JSON.parse(text))
    const lines = strFromU8(isPacked(body) ? gunzipSync(body) : body)
    if (head.before !== before || head.lines !== hashText(lines)) return null
    const events = lines.split('\n')
    return events.length === head.count ? { frame: { head, lines: events }, hash: hashText(text) } : null
  } catch {
    return null
  }
}

/** The text that stands for a log's header, in files and in the chain. */
export function encodeHeader(header: LogHeader): string {
  const { format, version, logId, build, startedAt, schemas, versions, settings, masked, stateHash } = header
  return JSON.stringify({ format, version, logId, build, startedAt, schemas, versions, settings, masked, stateHash })
}

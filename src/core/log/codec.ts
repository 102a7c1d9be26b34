/**
 * How a log is written. On disk it is a run of frames, one per segment; exported it is one gzip
 * stream of JSON lines (`.evlog.gz`): the header, then events, and after each segment a checkpoint
 * with the state hash. One stream, not members back to back, because readers differ on those.
 *
 * A frame: 4 bytes length of its head, the head as JSON, 4 bytes length of its body, the body
 * (gzip of the event lines). Lengths are big-endian. Each head carries the hash of its lines and
 * the hash of the head before, so a torn or foreign frame is found and cut.
 */

import { gunzipSync, gzipSync, strFromU8, strToU8 } from 'fflate'
import * as z from 'zod/mini'
import type { LogHeader, Segment } from '../contracts/log.ts'
import { type AppEvent, definitionOf, EventError, parseEvent } from '../events/index.ts'
import { hashText } from './hash.ts'
import { createMasking } from './masking.ts'

export const LogHeaderShape = z.object({
  format: z.literal('evlog'),
  version: z.literal(1),
  logId: z.string().check(z.minLength(1)),
  build: z.string(),
  startedAt: z.int(),
})

const Hash = z.string().check(z.regex(/^[0-9a-f]{16}$/))
const FrameHead = z.object({
  first: z.int(),
  count: z.int().check(z.positive()),
  /** Hash of the frame's lines. */
  lines: Hash,
  /** Hash of the head before; of the log's header for the first. */
  before: Hash,
  /** State hash after the last event. */
  state: Hash,
})
export type FrameHead = z.infer<typeof FrameHead>
const Checkpoint = z.strictObject({ checkpoint: z.int(), state: Hash })

/** One event as a line: place first, then what happened. */
export function encodeEvent(event: AppEvent): string {
  const { seq, t, source, cause, type, v, payload } = event
  return JSON.stringify({ seq, t, source, cause, type, v, payload })
}

/**
 * Encodes a segment as a frame.
 * @param before hash of the head before, or of the header text for the first frame
 * @returns the bytes and the hash that the next frame names
 */
export function encodeFrame(segment: Segment, before: string): { bytes: Uint8Array<ArrayBuffer>; hash: string } {
  const text = segment.lines.join('\n')
  const head = JSON.stringify({
    first: segment.first,
    count: segment.count,
    lines: hashText(text),
    before,
    state: segment.state,
  } satisfies FrameHead)
  const headBytes = strToU8(head)
  const body = gzipSync(strToU8(text), { level: 1 })
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

/**
 * All of them at once.
 * @returns the good frames, where they end, and the hash for the next one
 */
export function decodeFrames(bytes: Uint8Array, before: string): { frames: Frame[]; end: number; hash: string } {
  const all = [...eachFrame(bytes, before)]
  const last = all.at(-1)
  return { frames: all.map(({ frame }) => frame), end: last?.end ?? 0, hash: last?.hash ?? before }
}

function decodeFrame(headBytes: Uint8Array, body: Uint8Array, before: string): { frame: Frame; hash: string } | null {
  try {
    const text = strFromU8(headBytes)
    const head = z.parse(FrameHead, JSON.parse(text))
    const lines = strFromU8(gunzipSync(body))
    if (head.before !== before || head.lines !== hashText(lines)) return null
    const events = lines.split('\n')
    return events.length === head.count ? { frame: { head, lines: events }, hash: hashText(text) } : null
  } catch {
    return null
  }
}

/** The text that stands for a log's header, in files and in the chain. */
export function encodeHeader(header: LogHeader): string {
  const { format, version, logId, build, startedAt } = header
  return JSON.stringify({ format, version, logId, build, startedAt })
}

/** The lines of an exported log; what names people is masked. */
export function* exportLines(header: LogHeader, frames: Iterable<Frame>): Generator<string> {
  const masked = createMasking()
  yield encodeHeader(header)
  for (const { head, lines } of frames) {
    for (const line of lines) yield masked(line)
    yield JSON.stringify({ checkpoint: head.first + head.count - 1, state: head.state })
  }
}

export interface ImportedLog {
  readonly header: LogHeader
  readonly steps: readonly ({ readonly event: AppEvent } | { readonly checkpoint: number; readonly state: string })[]
}

/**
 * Reads the text of an exported log.
 * @throws EventError naming the line that is wrong
 */
export function parseLog(text: string): ImportedLog {
  const [first = '', ...lines] = text.split('\n')
  const header = z.safeParse(LogHeaderShape, jsonOf(first, 1))
  if (!header.success) throw new EventError('line 1: not the header of an event log')
  const steps: ImportedLog['steps'][number][] = []
  let seq = 0
  let t = 0
  lines.forEach((line, index) => {
    if (line === '') return
    const number = index + 2
    const value = jsonOf(line, number)
    try {
      const step = stepOf(value, seq, t)
      if ('event' in step) ({ seq, t } = step.event)
      steps.push(step)
    } catch (error) {
      throw new EventError(`line ${number}: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
  return { header: header.data, steps }
}

/** @throws EventError when the line is no event, or does not follow the events before it */
function stepOf(value: unknown, seq: number, t: number): ImportedLog['steps'][number] {
  const checkpoint = z.safeParse(Checkpoint, value)
  if (checkpoint.success) {
    if (checkpoint.data.checkpoint !== seq)
      throw new EventError(`a checkpoint of event ${checkpoint.data.checkpoint} stands after event ${seq}`)
    return checkpoint.data
  }
  const event = parseEvent(value)
  if (!definitionOf(event).durable) throw new EventError(`event ${event.type} is never kept`)
  if (event.seq !== seq + 1) throw new EventError(`sequence number ${event.seq} follows ${seq}`)
  if (event.t < t) throw new EventError(`time ${event.t} ms stands after ${t} ms`)
  return { event }
}

function jsonOf(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new EventError(`line ${number}: not JSON`)
  }
}

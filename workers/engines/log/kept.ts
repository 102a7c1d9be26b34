// What is known of a log beside its bytes, and where those lie.
import * as z from 'zod/mini'
import type { LogEntry, LogHeader } from '#core/contracts/log.ts'
import { eachFrame, encodeHeader, type Frame, LogHeaderShape, lastIn } from '#core/log/codec.ts'
import { hashText } from '#core/log/textHash.ts'
import { later } from '#core/model/later.ts'

/** Another build may have written more than is known here: it stays as it is where what is known of a log is noted anew. */
export const Kept = later(() =>
  z.looseObject({
    header: z.looseObject(LogHeaderShape.shape),
    /** What its first frame names as the hash before it: of the header as the build that began it writes headers. Left out by older builds. */
    start: z.optional(z.string()),
    owner: z.nullable(z.string()),
    closedAt: z.nullable(z.int()),
    events: z.int(),
    bytes: z.int(),
    /** How many times its oldest events made room: each time it lies in a new file. */
    rotated: z.optional(z.int()),
  }),
)
export type Kept = z.infer<typeof Kept>

/** What is looked for in what this build cannot read: how long it stays, and where its bytes lie. */
export const KeptElsewhere = later(() =>
  z.object({
    header: z.object({ startedAt: z.int() }),
    closedAt: z.optional(z.nullable(z.int())),
    rotated: z.optional(z.int()),
  }),
)

export const idOf = (kept: Kept): string => kept.header.logId
/** The file a log lies in. A log that was rotated lies in another one than before. */
export const fileOf = (kept: Kept): string => fileName(idOf(kept), kept.rotated)
export const fileName = (logId: string, rotated = 0): string => (rotated === 0 ? logId : `${logId}~${rotated}`)
/** What the first frame of a log this build begins names as the hash before it. */
export const startFor = (header: LogHeader): string => hashText(encodeHeader(header))
/** What the first frame of a log names as the hash before it. */
export const startOf = ({ header, start }: Pick<Kept, 'header' | 'start'>): string => start ?? startFor(header)

/** As it stands in the list of logs. */
export function entryOf({ header, owner, closedAt, events, bytes }: Kept): LogEntry {
  return { logId: header.logId, owner, startedAt: header.startedAt, closedAt, events, bytes }
}

/** The frames of a log, one after the other as somebody asks for them. */
export function* framesOf(bytes: Uint8Array, kept: Kept): Generator<Frame, void> {
  for (const { frame } of eachFrame(bytes, startOf(kept))) yield frame
}

/** So much of a log is checked in one task, in UTF-16 units. */
const READ_AT_ONCE = 250_000

/**
 * How far a log is whole. It may be long: it is read in several tasks.
 * @param rest lets other tasks come first
 */
export async function lastOf(
  bytes: Uint8Array,
  kept: Kept,
  rest: () => Promise<void>,
): Promise<{ events: number; end: number; hash: string }> {
  let last = { events: 0, end: 0, hash: startOf(kept) }
  let read = 0
  for (const { frame, end, hash } of eachFrame(bytes, last.hash)) {
    last = { events: lastIn(frame.head), end, hash }
    for (const line of frame.lines) read += line.length
    if (read < READ_AT_ONCE) continue
    read = 0
    await rest()
  }
  return last
}

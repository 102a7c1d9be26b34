/** Writes the log that is open as a file again, with what names people masked. */
import { Gzip, strToU8 } from 'fflate'
import type { LogHeader } from '#core/contracts/log.ts'
import { encodeEvents, type Frame } from '#core/log/codec.ts'
import { exportLines } from '#core/log/export.ts'
import { maskedSettings } from '#core/log/masking/settings.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { isOurs } from '#core/log/reading/vocabulary.ts'
import { snapshotLines } from '#core/log/snapshots/snapshot.ts'
import { headerOf } from '#core/log/upcast.ts'

/**
 * The file, packed. Yields how many lines were written. A state is vouched for only where one was recorded: events behind
 * the last checkpoint stand there without one, as they did.
 */
export function* maskedFile(log: ReadLog): Generator<number, Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  const gzip = new Gzip({ level: 6 }, (part) => parts.push(part))
  let written = 0
  for (const line of recorded(exportLines(headFor(log), framesOf(log)), log)) {
    gzip.push(strToU8(`${line}\n`))
    written++
    if (written % 256 === 0) yield written
  }
  gzip.push(new Uint8Array(0), true)
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/**
 * Events were brought into the versions of this build when they were read. The states were not: their hashes are the
 * recorded ones, made in the way the log says, or in that of builds which said nothing, and by reducers of then. So this
 * build's vocabulary is named where the log names it alone (H-468): a difference is otherwise taken for a defect of this
 * build.
 */
function headFor({ header, events, start, skipped }: ReadLog): LogHeader {
  const { logId, build, startedAt, stateHash, settings } = header
  const { schemas, versions, ...head } = headerOf(logId, build, startedAt)
  const others: Record<string, number> = {}
  for (const seq of skipped.keys()) {
    const event = events.at(seq - start - 1)
    if (event) others[event.type] = event.v
  }
  // Those that were skipped are as they were written: under the name of this vocabulary they would be taken for its own.
  return {
    ...head,
    stateHash,
    ...(skipped.size === 0 && isOurs(header) ? { schemas } : {}),
    versions: { ...versions, ...others },
    ...(settings ? { settings: maskedSettings(settings) } : {}),
  }
}

/** Number of the event behind which nothing was recorded of the state; the one before the first where nothing ever was. */
const lastChecked = ({ checkpoints, start }: ReadLog): number => checkpoints.at(-1)?.seq ?? start

/** The lines without the checkpoint at their end, where none was recorded there. */
function* recorded(lines: Iterable<string>, log: ReadLog): Generator<string> {
  const isTorn = log.start + log.events.length > lastChecked(log)
  let held: string | null = null
  for (const line of lines) {
    if (held !== null) yield held
    held = line
  }
  if (held !== null && !isTorn) yield held
}

/** The segments as they were recorded: each ends with a checkpoint, but for what stands behind the last of them. */
function* framesOf({ base, start, startT, events, checkpoints }: ReadLog): Generator<Frame> {
  const nothing = { lines: '', before: '' }
  if (base) {
    const lines = snapshotLines(base)
    const state = checkpoints.find(({ seq }) => seq === start)?.state ?? ''
    yield { head: { ...nothing, first: start + 1, count: lines.length, state, snapshot: startT }, lines }
  }
  let from = start
  const last = start + events.length
  const ends = checkpoints.filter(({ seq }) => seq > start)
  if (last > (ends.at(-1)?.seq ?? start)) ends.push({ seq: last, state: '' })
  for (const { seq, state } of ends) {
    const lines = encodeEvents(events.slice(from - start, seq - start))
    yield { head: { ...nothing, first: from + 1, count: lines.length, state }, lines }
    from = seq
  }
}

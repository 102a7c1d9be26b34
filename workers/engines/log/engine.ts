/**
 * Keeps the logs of this device: one per visit and session, each with one owner at most. A log is closed
 * when its session ends or its page is gone; only its owner may take it out again. Old ones make room.
 *
 * A log whose storage fails goes on in memory, so that it can still be exported while the page lives.
 * Invariant: nothing of a log is written to disk while the index there does not name its owner.
 */

import { Gzip, strToU8 } from 'fflate'
import * as z from 'zod/mini'
import type { LogEntry, LogHeader, LogWorker, Segment } from '#core/contracts/log.ts'
import { decodeFrames, eachFrame, encodeFrame, encodeHeader, LogHeaderShape } from '#core/log/codec.ts'
import { exportLines } from '#core/log/export.ts'
import { hashText } from '#core/log/hash.ts'
import { joined } from '#core/model/bytes/bytes.ts'
import { memoryStorage, type SegmentStorage, StorageError } from './storage.ts'

/** What may be kept: 20 MB of segments, seven days (events.md). */
const KEPT_BYTES = 20_000_000
const KEPT_MS = 7 * 86_400_000

const Kept = z.object({
  header: LogHeaderShape,
  owner: z.nullable(z.string()),
  closedAt: z.nullable(z.int()),
  events: z.int(),
  bytes: z.int(),
})
export type Kept = z.infer<typeof Kept>

/** So much of a log is checked in one task, in UTF-16 units. */
const READ_AT_ONCE = 250_000

export interface LogParts {
  /** Chosen by feature test. */
  readonly storage: SegmentStorage
  /** The list of logs, by id. */
  readonly index: {
    entries(): Promise<readonly (readonly [string, unknown])[]>
    put(logId: string, kept: Kept): Promise<void>
    remove(logId: string): Promise<void>
  }
  /** Held for as long as this page writes to a log. */
  readonly hold: (logId: string) => void
  /** True when no living page writes to this log. */
  readonly isFree: (logId: string) => Promise<boolean>
  readonly now: () => number
  /** Lets other tasks come first. */
  readonly rest: () => Promise<void>
  /** Whether this page may leave anything on this device, and the end of that. */
  readonly mayKeep: () => boolean
  readonly keepNothing: () => void
}

export function createLogEngine(parts: LogParts): LogWorker {
  const { index, now } = parts
  const memory = memoryStorage()
  /** The logs of this page: the truth about them, whatever the index was able to take. */
  const mine = new Map<string, Kept>()
  let storage = parts.storage
  let current: string | null = null
  let before = ''

  /** @throws Error when no log is open */
  function running(): Kept {
    const kept = current === null ? undefined : mine.get(current)
    if (!kept || kept.closedAt !== null) throw new Error('no log is open')
    return kept
  }

  /** Notes what is known of a log now, on disk too as long as it is kept there. @throws when the index refuses */
  async function note(kept: Kept): Promise<void> {
    mine.set(idOf(kept), kept)
    if (storage.kind !== 'memory') await index.put(idOf(kept), kept)
  }

  /** Every log there is, newest first, the running one before all others. */
  async function known(): Promise<Kept[]> {
    const entries = await index.entries().catch(() => [])
    const logs = new Map<string, Kept>()
    for (const [logId, held] of entries) {
      const read = z.safeParse(Kept, held)
      if (read.success) logs.set(logId, read.data)
    }
    for (const [logId, kept] of mine) logs.set(logId, kept)
    const isRunning = (kept: Kept) => (idOf(kept) === current ? 1 : 0)
    return [...logs.values()].sort((a, b) => isRunning(b) - isRunning(a) || b.header.startedAt - a.header.startedAt)
  }

  async function drop(logId: string): Promise<void> {
    mine.delete(logId)
    await memory.remove(logId)
    await parts.storage.remove(logId)
    await index.remove(logId)
  }

  /** Closes what dead pages left open, cuts torn tails, and removes what is unreadable, too old or too much. */
  async function tidy(): Promise<void> {
    if (!parts.mayKeep()) return
    for (const [logId, held] of await index.entries())
      if (!z.safeParse(Kept, held).success && (await parts.isFree(logId))) await drop(logId)
    let bytes = 0
    for (const kept of await known()) {
      const logId = idOf(kept)
      bytes += kept.bytes
      if (logId === current || (kept.closedAt === null && !(await parts.isFree(logId)))) continue
      if (bytes > KEPT_BYTES || now() - kept.header.startedAt > KEPT_MS) await drop(logId)
      else if (kept.closedAt === null) await closeDead(kept)
    }
  }

  /** The page of a log died: what it wrote last may be torn. */
  async function closeDead(kept: Kept): Promise<void> {
    const logId = idOf(kept)
    const bytes = await parts.storage.read(logId)
    const { events, end } = await lastOf(bytes, kept.header)
    if (end < bytes.length) await parts.storage.truncate(logId, end)
    await index.put(logId, { ...kept, events, bytes: end, closedAt: now() })
  }

  /** What is known of a log that is on the disk and open: the worker that wrote it died, and what it wrote last may be torn. */
  async function goOn(header: LogHeader): Promise<Kept> {
    const fresh: Kept = { header, owner: null, closedAt: null, events: 0, bytes: 0 }
    const held = (await index.entries().catch(() => [])).find(([logId]) => logId === header.logId)
    const read = z.safeParse(Kept, held?.[1])
    if (!read.success || read.data.closedAt !== null) return fresh
    const bytes = await parts.storage.read(header.logId)
    const { events, end, hash } = await lastOf(bytes, header)
    if (end < bytes.length) await parts.storage.truncate(header.logId, end)
    before = hash
    return { ...read.data, events, bytes: end }
  }

  /** How far a log is whole. It may be long: it is read in several tasks. */
  async function lastOf(bytes: Uint8Array, header: LogHeader): Promise<{ events: number; end: number; hash: string }> {
    let last = { events: 0, end: 0, hash: startOf(header) }
    let read = 0
    for (const { frame, end, hash } of eachFrame(bytes, last.hash)) {
      last = { events: frame.head.first + frame.head.count - 1, end, hash }
      for (const line of frame.lines) read += line.length
      if (read < READ_AT_ONCE) continue
      read = 0
      await parts.rest()
    }
    return last
  }

  async function framesOf(kept: Kept) {
    const disk = parts.mayKeep() ? await parts.storage.read(idOf(kept)) : new Uint8Array(0)
    const stored = decodeFrames(disk, startOf(kept.header))
    // What came after the storage failed continues the same chain in memory.
    const rest = decodeFrames(await memory.read(idOf(kept)), stored.hash)
    return [...stored.frames, ...rest.frames]
  }

  return {
    async open(header: LogHeader) {
      // The log before may have met a full disk; since then there may be room again.
      storage = parts.mayKeep() ? parts.storage : memory
      current = header.logId
      before = startOf(header)
      parts.hold(header.logId)
      await note(await goOn(header)).catch(() => {
        storage = memory
      })
      await tidy().catch(() => undefined)
      return parts.mayKeep() ? storage.kind : 'public'
    },
    async append(segment: Segment) {
      const kept = running()
      // The worker before stored it and died before it could say so.
      if (segment.first + segment.count - 1 <= kept.events) return 'stored'
      const { bytes, hash } = encodeFrame(segment, before)
      before = hash
      const events = segment.first + segment.count - 1
      mine.set(idOf(kept), { ...kept, events, bytes: kept.bytes + bytes.length })
      try {
        await storage.append(idOf(kept), bytes)
      } catch (error) {
        storage = memory
        await memory.append(idOf(kept), bytes)
        return error instanceof StorageError ? error.reason : 'refused'
      }
      // Counts on disk are for the list alone; a torn one is put right when the log is closed.
      await note(mine.get(idOf(kept)) ?? kept).catch(() => undefined)
      return 'stored'
    },
    async own(playerId) {
      try {
        await note({ ...running(), owner: playerId })
      } catch (error) {
        // A disk that cannot say whose this is must not hold what follows.
        storage = memory
        throw error
      }
    },
    async forget() {
      const logId = current
      storage = memory
      if (logId !== null && parts.mayKeep()) {
        const before = await parts.storage.read(logId).catch(() => new Uint8Array(0))
        const rest = await memory.read(logId)
        await memory.remove(logId)
        await memory.append(logId, joined([before, rest]))
        await parts.storage.remove(logId).catch(() => undefined)
        await index.remove(logId).catch(() => undefined)
      }
      parts.keepNothing()
    },
    async close() {
      if (current === null) return
      const logId = current
      await note({ ...running(), closedAt: now() }).catch(() => undefined)
      current = null
      await parts.storage.close(logId)
    },
    async list(playerId) {
      return (await known()).filter((kept) => kept.owner === playerId).map(entryOf)
    },
    async export(logId, playerId) {
      const wanted = logId ?? current
      const kept = (await known()).find((one) => idOf(one) === wanted)
      if (!kept) throw new Error('unknown log')
      if (kept.owner !== null && kept.owner !== playerId) throw new Error('not yours')
      return gzipLines(exportLines(kept.header, await framesOf(kept)))
    },
  }
}

const idOf = (kept: Kept): string => kept.header.logId
const startOf = (header: LogHeader): string => hashText(encodeHeader(header))

function entryOf({ header, owner, closedAt, events }: Kept): LogEntry {
  return { logId: header.logId, owner, startedAt: header.startedAt, closedAt, events }
}

/** One gzip stream of lines. */
function gzipLines(lines: Iterable<string>): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  const gzip = new Gzip({ level: 6 }, (chunk) => chunks.push(chunk))
  for (const line of lines) gzip.push(strToU8(`${line}\n`))
  gzip.push(new Uint8Array(0), true)
  return joined(chunks)
}

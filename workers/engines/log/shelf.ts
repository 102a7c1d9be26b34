/** The logs of this device, those of pages that are gone among them: which there are, and what becomes of them. */
import * as z from 'zod/mini'
import type { rotate } from '#core/log/snapshots/rotate.ts'
import { fileName, fileOf, idOf, Kept, KeptElsewhere, lastOf } from './kept.ts'
import type { SegmentStorage } from './storage.ts'

/** What may be kept: so many bytes of segments, about 200,000 events, seven days from its end. */
const KEPT_BYTES = 60_000_000
const KEPT_MS = 7 * 86_400_000
/** A log that ended so much later than now ended while the device's clock was ahead, ms (H-346). */
const AHEAD_MS = 60_000

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
  /**
   * Loads what makes room in a log, once: it brings all reducers with it, which no first screen waits for.
   * @throws when it does not come
   */
  readonly rotator: () => Promise<typeof rotate>
  /** A log is rotated beyond so many bytes. Default: 30 MB */
  readonly rotateBytes?: number
  /** Resolves after so many ms. */
  readonly pause: (ms: number) => Promise<void>
  /** Lets other tasks come first. */
  readonly rest: () => Promise<void>
  /** Whether this page may leave anything on this device, and the end of that. */
  readonly mayKeep: () => boolean
  readonly keepNothing: () => void
}

/** The logs of this page: the truth about them, whatever the index was able to take. */
export interface Mine {
  readonly logs: Map<string, Kept>
  readonly memory: SegmentStorage
  /** The running one. */
  current(): string | null
}

export function createShelf(parts: LogParts, { logs: mine, memory, current }: Mine) {
  const { index, now } = parts

  /** Every log there is, newest first, the running one before all others. */
  async function known(): Promise<Kept[]> {
    const entries = await index.entries().catch(() => [])
    const logs = new Map<string, Kept>()
    for (const [logId, held] of entries) {
      const read = z.safeParse(Kept, held)
      if (read.success) logs.set(logId, read.data)
    }
    for (const [logId, kept] of mine) logs.set(logId, kept)
    const isRunning = (kept: Kept) => (idOf(kept) === current() ? 1 : 0)
    // One that began while the device's clock was ahead is no newer than its end says.
    const beganAt = ({ header, closedAt }: Kept) => Math.min(header.startedAt, closedAt ?? now())
    return [...logs.values()].sort((a, b) => isRunning(b) - isRunning(a) || beganAt(b) - beganAt(a))
  }

  async function drop(logId: string, rotated = 0): Promise<void> {
    mine.delete(logId)
    await memory.remove(logId)
    // Of a page that died while it rotated there may be one more.
    for (let nth = Math.max(0, rotated - 1); nth <= rotated + 1; nth++) await parts.storage.remove(fileName(logId, nth))
    await index.remove(logId)
  }

  /** The page of a log died: what it wrote last may be torn. */
  async function closeDead(kept: Kept): Promise<void> {
    const logId = idOf(kept)
    const bytes = await parts.storage.read(fileOf(kept))
    const { events, end } = await lastOf(bytes, kept, parts.rest)
    if (!parts.mayKeep()) return
    // Nothing of it is to be read here: what another build wrote, perhaps, is not this one's to cut.
    if (end === 0) return index.put(logId, { ...kept, closedAt: now() })
    if (end < bytes.length) await parts.storage.truncate(fileOf(kept), end)
    await index.put(logId, { ...kept, events, bytes: end, closedAt: now() })
  }

  /** @param since ms since 1970 */
  const isOld = (since: number) => now() - since > KEPT_MS

  return {
    known,
    /** Closes what dead pages left open, cuts torn tails, and removes what is unreadable, too old or too much. */
    async tidy(): Promise<void> {
      if (!parts.mayKeep()) return
      for (const [logId, held] of await index.entries()) {
        const read = z.safeParse(Kept, held).data
        if (read && (read.closedAt ?? 0) > now() + AHEAD_MS && parts.mayKeep())
          await index.put(logId, { ...read, closedAt: now() }).catch(() => undefined)
        if (read || !(await parts.isFree(logId))) continue
        // A later build may have left it, which reads it once it is back.
        const elsewhere = z.safeParse(KeptElsewhere, held).data
        if (!elsewhere || isOld(elsewhere.closedAt ?? elsewhere.header.startedAt)) await drop(logId, elsewhere?.rotated)
      }
      let bytes = 0
      for (const kept of await known()) {
        const logId = idOf(kept)
        bytes += kept.bytes
        if (logId === current() || (kept.closedAt === null && !(await parts.isFree(logId)))) continue
        if (!parts.mayKeep()) return
        // One left open ages from when it was found: that of a tab which was open for weeks ended a moment ago, perhaps.
        if (bytes > KEPT_BYTES || (kept.closedAt !== null && isOld(kept.closedAt))) await drop(logId, kept.rotated)
        else if (kept.closedAt === null)
          // One that can never be closed must not stay for ever; it may be why there is no room for that.
          await closeDead(kept).catch(() => (isOld(kept.header.startedAt) ? drop(logId, kept.rotated) : undefined))
      }
    },
  }
}

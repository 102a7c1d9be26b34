/**
 * Keeps the logs of this device: one per visit and session, each with one owner at most. A log is closed
 * when its session ends or its page is gone; only its owner may take it out again. Old ones make room.
 *
 * A log whose storage fails goes on in memory, so that it can still be exported while the page lives.
 * Invariant: nothing of a log is written to disk while the index there does not name its owner.
 */

import * as z from 'zod/mini'
import type { LogHeader, LogWorker, Segment } from '#core/contracts/log.ts'
import { decodeFrames, encodeFrame, rechain } from '#core/log/codec.ts'
import { exportLines } from '#core/log/export.ts'
import type { Rotated, rotate } from '#core/log/snapshots/rotate.ts'
import { joined } from '#core/model/bytes/bytes.ts'
import { gzipLines, settingsIn } from './exporting.ts'
import { entryOf, fileName, fileOf, idOf, Kept, lastOf, startOf } from './kept.ts'
import { memoryStorage, type SegmentStorage, StorageError } from './storage.ts'

/** What may be kept: so many bytes of segments, about 200,000 events, seven days (events.md). */
const KEPT_BYTES = 60_000_000
const KEPT_MS = 7 * 86_400_000
/** A log that grows beyond this begins with a snapshot from then on, and keeps half of it as events. */
const ROTATE_BYTES = 30_000_000

/** How much there is of a running log is noted this often at most, ms. */
const COUNTED_MS = 250

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
  /** Makes room in a log. Loaded when it is needed: it brings all reducers with it. */
  readonly rotate: typeof rotate
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

export function createLogEngine(parts: LogParts): LogWorker {
  const { index, now } = parts
  const memory = memoryStorage()
  /** The logs of this page: the truth about them, whatever the index was able to take. */
  const mine = new Map<string, Kept>()
  let storage = parts.storage
  let current: string | null = null
  let before = ''
  /** Writing goes one after another; a rotation changes places at its end, in between. */
  let writing: Promise<unknown> = Promise.resolve()
  let isRotating = false
  /** A log smaller than this does not make room yet, in bytes: what came to nothing is not tried with every segment. */
  let roomFrom = 0
  let isCounting = false
  let areCountsDue = false
  const { rotateBytes = ROTATE_BYTES, pause } = parts

  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const mine = writing.then(write, write)
    writing = mine.catch(() => undefined)
    return mine
  }

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

  /**
   * Notes on disk how much there is of the running log. That is for the list alone, so nothing waits for it and it comes
   * at most so often; of a page that died it is put right when its log is closed.
   */
  async function noteCounts(): Promise<void> {
    areCountsDue = true
    if (isCounting) return
    isCounting = true
    while (areCountsDue) {
      areCountsDue = false
      const kept = current === null ? undefined : mine.get(current)
      if (kept) await note(kept).catch(() => undefined)
      await pause(COUNTED_MS)
    }
    isCounting = false
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
    const rotated = mine.get(logId)?.rotated ?? (await known()).find((kept) => idOf(kept) === logId)?.rotated ?? 0
    mine.delete(logId)
    await memory.remove(logId)
    // Of a page that died while it rotated there may be one more.
    for (let nth = Math.max(0, rotated - 1); nth <= rotated + 1; nth++) await parts.storage.remove(fileName(logId, nth))
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
    const bytes = await parts.storage.read(fileOf(kept))
    const { events, end } = await lastOf(bytes, kept.header, parts.rest)
    if (end < bytes.length) await parts.storage.truncate(fileOf(kept), end)
    await index.put(logId, { ...kept, events, bytes: end, closedAt: now() })
  }

  /** What is known of a log that is on the disk and open: the worker that wrote it died, and what it wrote last may be torn. */
  async function goOn(header: LogHeader): Promise<Kept> {
    const fresh: Kept = { header, owner: null, closedAt: null, events: 0, bytes: 0 }
    const held = (await index.entries().catch(() => [])).find(([logId]) => logId === header.logId)
    const read = z.safeParse(Kept, held?.[1])
    if (!read.success || read.data.closedAt !== null) return fresh
    const file = fileOf(read.data)
    const bytes = await parts.storage.read(file)
    const { events, end, hash } = await lastOf(bytes, header, parts.rest)
    if (end < bytes.length) await parts.storage.truncate(file, end)
    await parts.storage.remove(fileName(header.logId, (read.data.rotated ?? 0) + 1))
    before = hash
    return { ...read.data, events, bytes: end }
  }

  async function framesOf(kept: Kept) {
    return decodeFrames(await bytesOf(kept), startOf(kept.header)).frames
  }

  /** What came after the storage failed continues the same chain in memory. */
  async function bytesOf(kept: Kept): Promise<Uint8Array<ArrayBuffer>> {
    const disk = parts.mayKeep() ? await parts.storage.read(fileOf(kept)) : new Uint8Array(0)
    const { end } = await lastOf(disk, kept.header, parts.rest)
    return joined([disk.subarray(0, end), await memory.read(idOf(kept))])
  }

  async function store(segment: Segment): Promise<'stored' | 'quota' | 'refused'> {
    const kept = running()
    // The worker before stored it and died before it could say so.
    if (segment.first + segment.count - 1 <= kept.events) return 'stored'
    const { bytes, hash } = encodeFrame(segment, before)
    before = hash
    const now: Kept = { ...kept, events: segment.first + segment.count - 1, bytes: kept.bytes + bytes.length }
    mine.set(idOf(kept), now)
    // A rotation that fails leaves the log as it is; it is tried again when the log has grown.
    if (now.bytes > Math.max(rotateBytes, roomFrom)) void makeRoom(idOf(kept)).catch(() => undefined)
    try {
      await storage.append(storage.kind === 'memory' ? idOf(kept) : fileOf(kept), bytes)
    } catch (error) {
      storage = memory
      await memory.append(idOf(kept), bytes)
      return error instanceof StorageError ? error.reason : 'refused'
    }
    void noteCounts()
    return 'stored'
  }

  /** The oldest events of the running log make room for newer ones. What is written meanwhile comes along at the end. */
  async function makeRoom(logId: string): Promise<void> {
    const kept = mine.get(logId)
    if (!kept || isRotating) return
    isRotating = true
    roomFrom = grownFrom(kept.bytes)
    try {
      const made = await parts.rotate(await bytesOf(kept), startOf(kept.header), rotateBytes / 2, parts.rest)
      if (made) await inTurn(() => moveBehind(logId, made))
    } finally {
      isRotating = false
    }
  }

  async function moveBehind(logId: string, { frame, hash, cut }: Rotated): Promise<void> {
    const kept = mine.get(logId)
    if (!kept || current !== logId) return
    const rest = rechain((await bytesOf(kept)).subarray(cut), hash)
    const bytes = joined([frame, ...rest.frames])
    if (storage.kind === 'memory') {
      await memory.remove(logId)
      await memory.append(logId, bytes)
      mine.set(logId, { ...kept, bytes: bytes.length })
      before = rest.hash
      roomFrom = grownFrom(bytes.length)
      if (parts.mayKeep()) await parts.storage.remove(fileOf(kept))
    } else {
      const moved: Kept = { ...kept, bytes: bytes.length, rotated: (kept.rotated ?? 0) + 1 }
      // An earlier try may have left its own there.
      await storage.remove(fileOf(moved))
      await storage.append(fileOf(moved), bytes)
      try {
        // The index says which file holds: the moment it does, the old one is nobody's.
        await note(moved)
      } catch (error) {
        // It says so of the old one still: that is where the log goes on.
        mine.set(logId, kept)
        void noteCounts()
        throw error
      }
      // The new file holds from here on, whatever becomes of the old one.
      before = rest.hash
      roomFrom = grownFrom(bytes.length)
      await storage.remove(fileOf(kept))
    }
  }

  /** What a log of so many bytes has to grow to before it makes room again. */
  function grownFrom(bytes: number): number {
    return bytes + rotateBytes / 8
  }

  return {
    async open(header: LogHeader) {
      // The log before may have met a full disk; since then there may be room again.
      storage = parts.mayKeep() ? parts.storage : memory
      current = header.logId
      before = startOf(header)
      roomFrom = 0
      parts.hold(header.logId)
      await note(await goOn(header)).catch(() => {
        storage = memory
      })
      await tidy().catch(() => undefined)
      return parts.mayKeep() ? storage.kind : 'public'
    },
    append: (segment: Segment) => inTurn(() => store(segment)),
    own: (playerId) =>
      inTurn(async () => {
        try {
          await note({ ...running(), owner: playerId })
        } catch (error) {
          // A disk that cannot say whose this is must not hold what follows.
          storage = memory
          throw error
        }
      }),
    forget: () =>
      inTurn(async () => {
        const logId = current
        storage = memory
        if (logId !== null && parts.mayKeep()) {
          const file = fileName(logId, mine.get(logId)?.rotated)
          const before = await parts.storage.read(file).catch(() => new Uint8Array(0))
          const rest = await memory.read(logId)
          await memory.remove(logId)
          await memory.append(logId, joined([before, rest]))
          await parts.storage.remove(file).catch(() => undefined)
          await index.remove(logId).catch(() => undefined)
        }
        parts.keepNothing()
      }),
    close: () =>
      inTurn(async () => {
        if (current === null) return
        const kept = running()
        await note({ ...kept, closedAt: now() }).catch(() => undefined)
        current = null
        await parts.storage.close(fileOf(kept))
      }),
    async list(playerId) {
      return (await known()).filter((kept) => kept.owner === playerId).map(entryOf)
    },
    async export(logId, playerId, choice = { personal: false }) {
      const wanted = logId ?? current
      const kept = (await known()).find((one) => idOf(one) === wanted)
      if (!kept) throw new Error('unknown log')
      if (kept.owner !== null && kept.owner !== playerId) throw new Error('not yours')
      const header: LogHeader = { ...kept.header, settings: settingsIn(choice) }
      return gzipLines(exportLines(header, await framesOf(kept), choice.personal))
    },
  }
}

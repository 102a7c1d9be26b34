/**
 * Keeps the logs of this device: one per visit and session, each with one owner at most. A log is closed
 * when its session ends or its page is gone; only its owner may take it out again. Old ones make room.
 *
 * A log whose storage fails goes on in memory, so that it can still be exported while the page lives.
 * Invariant: nothing of a log is written to disk while the index there does not name its owner.
 */

import * as z from 'zod/mini'
import type { LogHeader, LogWorker, Segment } from '#core/contracts/log.ts'
import { encodeFrame, rechain } from '#core/log/codec.ts'
import { exportLines } from '#core/log/export.ts'
import { joined } from '#core/model/bytes/bytes.ts'
import { gzipLines, settingsIn } from './exporting.ts'
import { entryOf, fileName, fileOf, framesOf, idOf, Kept, lastOf, startOf } from './kept.ts'
import { createShelf, type LogParts } from './shelf.ts'
import { memoryStorage, StorageError } from './storage.ts'
import { writeUtf8 } from './writing.ts'

export type { LogParts } from './shelf.ts'

/** A log that grows beyond this begins with a snapshot from then on, and keeps half of it as events. */
const ROTATE_BYTES = 30_000_000

/**
 * What makes room is loaded so long after the first log began, ms: no first screen waits for it then, and a new build has
 * hardly taken the place of the one the page is of. A page that is open for days could not have it any more.
 */
const READY_MS = 60_000

/** What is written of a log that made room goes in pieces of this length, in bytes: what comes meanwhile goes between. */
const PIECE = 1 << 20
/** How much there is of a running log is noted this often at most, ms. */
const COUNTED_MS = 250

export function createLogEngine(parts: LogParts): LogWorker {
  const { index, now } = parts
  const memory = memoryStorage()
  /** The logs of this page: the truth about them, whatever the index was able to take. */
  const mine = new Map<string, Kept>()
  /** Those that memory holds from their beginning on: what lies on the disk of them is for when this page is gone. */
  const wholes = new Set<string>()
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
  let isReady = false
  const { rotateBytes = ROTATE_BYTES, pause } = parts
  const { known, tidy } = createShelf(parts, { logs: mine, memory, current: () => current })
  /** Logs of pages that are gone are looked through beside what is written. */
  let tidying: Promise<unknown> = Promise.resolve()

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

  /** What is known of a log that is on the disk and open: the worker that wrote it died, and what it wrote last may be torn. @throws when it cannot be read or cut */
  async function goOn(header: LogHeader, held: Kept): Promise<Kept> {
    const file = fileOf(held)
    const bytes = await parts.storage.read(file)
    const { events, end, hash } = await lastOf(bytes, header, parts.rest)
    if (end < bytes.length) await parts.storage.truncate(file, end)
    await parts.storage.remove(fileName(header.logId, (held.rotated ?? 0) + 1))
    before = hash
    return { ...held, events, bytes: end }
  }

  /** How a log that is open was noted before this worker began. */
  async function notedOf({ logId }: LogHeader): Promise<Kept | null> {
    const held = (await index.entries().catch(() => [])).find(([known]) => known === logId)
    const read = z.safeParse(Kept, held?.[1])
    return read.success && read.data.closedAt === null ? read.data : null
  }

  /** What came after the storage failed continues the same chain in memory. @returns the bytes, and how many of them lie on the disk */
  async function bytesOf(kept: Kept): Promise<{ bytes: Uint8Array<ArrayBuffer>; onDisk: number }> {
    const isInMemory = wholes.has(idOf(kept)) || !parts.mayKeep()
    // Asked for in one task: what is written between the two would be missing.
    const [disk, held] = await Promise.all([
      isInMemory ? new Uint8Array(0) : parts.storage.read(fileOf(kept)),
      memory.read(idOf(kept)),
    ])
    const { end } = await lastOf(disk, kept.header, parts.rest)
    return { bytes: joined([disk.subarray(0, end), held]), onDisk: end }
  }

  async function store(segment: Segment): Promise<'stored' | 'quota' | 'refused' | 'gap'> {
    const kept = running()
    // The worker before stored it and died before it could say so.
    if (segment.first + segment.count - 1 <= kept.events) return 'stored'
    // What stood between was in the memory of a worker that died: a log with a hole is none.
    if (segment.first > kept.events + 1) return 'gap'
    const { bytes, hash } = encodeFrame(segment, before, writeUtf8)
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

  /**
   * The oldest events of the running log make room for newer ones. What it becomes is made beside what is written; what
   * was written meanwhile comes along at the end, in its turn.
   */
  async function makeRoom(logId: string): Promise<void> {
    const kept = mine.get(logId)
    if (!kept || isRotating) return
    isRotating = true
    roomFrom = grownFrom(kept.bytes)
    try {
      // Before the whole log is read.
      const rotate = await parts.rotator()
      const { bytes, onDisk } = await bytesOf(kept)
      const made = await rotate(bytes, startOf(kept.header), rotateBytes / 2, parts.rest)
      if (!made) return
      const { frames, hash } = rechain(bytes.subarray(made.cut), made.hash)
      const moved = joined([made.frame, ...frames])
      if (storage.kind !== 'memory') return await moveOnDisk(logId, moved, hash, bytes.length)
      await inTurn(() => moveInMemory(logId, moved, hash, bytes.length - onDisk))
    } finally {
      isRotating = false
    }
  }

  /** What lies on the disk stays there: of a page that is gone it is all there is. @param taken bytes in memory that it stands for */
  async function moveInMemory(logId: string, moved: Uint8Array, hash: string, taken: number): Promise<void> {
    const kept = mine.get(logId)
    if (!kept || current !== logId) return
    const since = rechain((await memory.read(logId)).subarray(taken), hash)
    const bytes = joined([moved, ...since.frames])
    await memory.remove(logId)
    await memory.append(logId, bytes)
    wholes.add(logId)
    before = since.hash
    roomFrom = grownFrom(bytes.length)
    mine.set(logId, { ...kept, bytes: bytes.length })
  }

  /** @param taken bytes of the old file that it stands for */
  async function moveOnDisk(logId: string, moved: Uint8Array<ArrayBuffer>, hash: string, taken: number): Promise<void> {
    const disk = storage
    const file = fileName(logId, (mine.get(logId)?.rotated ?? 0) + 1)
    const isOver = () => current !== logId || storage !== disk
    let isMoved = false
    try {
      // An earlier try may have left its own there.
      await disk.remove(file)
      for (let at = 0; at < moved.length && !isOver(); at += PIECE) {
        await disk.append(file, moved.subarray(at, at + PIECE))
        await parts.rest()
      }
      isMoved = await inTurn(async () => {
        const kept = mine.get(logId)
        if (!kept || isOver()) return false
        const since = rechain(await disk.read(fileOf(kept), taken), hash)
        const rest = joined(since.frames)
        if (rest.length > 0) await disk.append(file, rest)
        const bytes = moved.length + rest.length
        try {
          // The index says which file holds: the moment it does, the old one is nobody's.
          await note({ ...kept, bytes, rotated: (kept.rotated ?? 0) + 1 })
        } catch (error) {
          // It says so of the old one still: that is where the log goes on.
          mine.set(logId, kept)
          void noteCounts()
          throw error
        }
        // The new file holds from here on, whatever becomes of the old one.
        before = since.hash
        roomFrom = grownFrom(bytes)
        await disk.remove(fileOf(kept)).catch(() => undefined)
        return true
      })
    } finally {
      if (!isMoved) await disk.remove(file).catch(() => undefined)
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
      if (!isReady)
        void pause(READY_MS)
          .then(parts.rotator)
          .catch(() => undefined)
      isReady = true
      const fresh: Kept = { header, owner: null, closedAt: null, events: 0, bytes: 0 }
      const held = await notedOf(header)
      const kept = await (held ? goOn(header, held) : Promise.resolve(fresh)).catch(() => {
        // What lies on the disk is for when this page is gone; what it is noted as stays there. Its file is known still: it may have to go.
        storage = memory
        return held?.rotated === undefined ? fresh : { ...fresh, rotated: held.rotated }
      })
      await note(kept).catch(() => {
        storage = memory
      })
      // Answered first: what is written waits for the answer, and the logs of other pages may be long.
      tidying = tidying.then(tidy).catch(() => undefined)
      return parts.mayKeep() ? storage.kind : 'public'
    },
    append: (segment: Segment) => inTurn(() => store(segment)),
    rebase: (base: Segment, t: number) =>
      inTurn(async () => {
        const kept = running()
        if (kept.events >= base.first - 1) return
        storage = memory
        const { bytes, hash } = encodeFrame({ ...base, snapshot: t }, startOf(kept.header), writeUtf8)
        await memory.remove(idOf(kept))
        await memory.append(idOf(kept), bytes)
        wholes.add(idOf(kept))
        before = hash
        mine.set(idOf(kept), { ...kept, events: base.first - 1, bytes: bytes.length })
      }),
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
          const isWhole = wholes.has(logId)
          const before = isWhole ? null : await parts.storage.read(file).catch(() => null)
          const rest = await memory.read(logId)
          await memory.remove(logId)
          await memory.append(logId, joined(before ? [before, rest] : [rest]))
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
      await tidying
      return (await known()).filter((kept) => kept.owner === playerId).map(entryOf)
    },
    async export(logId, playerId, choice = { personal: false }) {
      const wanted = logId ?? current
      const kept = (await known()).find((one) => idOf(one) === wanted)
      if (!kept) throw new Error('unknown log')
      if (kept.owner !== null && kept.owner !== playerId) throw new Error('not yours')
      // Of a page that is gone nobody knows who typed what stands in it: whoever sits here now may be somebody else.
      const personal = choice.personal && (kept.owner !== null || mine.has(idOf(kept)))
      const header: LogHeader = { ...kept.header, settings: settingsIn({ ...choice, personal }) }
      const { bytes } = await bytesOf(kept)
      return gzipLines(exportLines(header, framesOf(bytes, kept.header), personal), parts.rest)
    },
  }
}

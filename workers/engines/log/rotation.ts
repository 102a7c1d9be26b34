/**
 * A log that has grown long makes room: its oldest events become a snapshot. What it is to be is made beside what is
 * written, and takes its place in its turn.
 */
import { rechain } from '#core/log/codec.ts'
import { joined } from '#core/model/bytes/bytes.ts'
import { fileName, fileOf, idOf, type Kept, startOf } from './kept.ts'
import type { RunningLog } from './runningLog.ts'
import type { LogParts } from './shelf.ts'

/** A log that grows beyond this begins with a snapshot from then on, and keeps half of it as events. */
const ROTATE_BYTES = 30_000_000

/** What is written of a log that made room goes in pieces of this length, in bytes: what comes meanwhile goes between. */
const PIECE = 1 << 20

export interface Rotation {
  /** Another log runs. */
  begin(): void
  /** The running log has grown. What fails leaves it as it is; it is tried again when it has grown more. */
  grown(kept: Kept): void
}

/** @param inTurn runs what is written one after another */
export function createRotation(
  parts: Pick<LogParts, 'rotator' | 'rotateBytes' | 'rest'>,
  log: RunningLog,
  inTurn: <T>(write: () => Promise<T>) => Promise<T>,
): Rotation {
  const { rotateBytes = ROTATE_BYTES } = parts
  let isRotating = false
  /** A log smaller than this does not make room yet, in bytes: what came to nothing is not tried with every segment. */
  let roomFrom = 0

  /**
   * The oldest events of the running log make room for newer ones. What it becomes is made beside what is written; what
   * was written meanwhile comes along at the end, in its turn.
   */
  async function makeRoom(logId: string): Promise<void> {
    const kept = log.mine.get(logId)
    if (!kept || isRotating) return
    isRotating = true
    roomFrom = grownFrom(kept.bytes)
    try {
      // Before the whole log is read.
      const rotate = await parts.rotator()
      const { storage } = log
      const { bytes, onDisk } = await log.bytesOf(kept)
      const made = await rotate(bytes, startOf(kept), rotateBytes / 2, parts.rest)
      // What was written to a disk that became full meanwhile would be in neither.
      if (!made || log.storage !== storage) return
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
    const kept = log.mine.get(logId)
    if (!kept || log.current !== logId) return
    const since = rechain((await log.memory.read(logId)).subarray(taken), hash)
    const bytes = joined([moved, ...since.frames])
    await log.memory.remove(logId)
    await log.memory.append(logId, bytes)
    log.wholes.add(logId)
    log.chain(since.hash)
    roomFrom = grownFrom(bytes.length)
    log.mine.set(logId, { ...kept, bytes: bytes.length })
  }

  /** @param taken bytes of the old file that it stands for */
  async function moveOnDisk(logId: string, moved: Uint8Array<ArrayBuffer>, hash: string, taken: number): Promise<void> {
    const disk = log.storage
    const file = fileName(logId, (log.mine.get(logId)?.rotated ?? 0) + 1)
    const isOver = () => log.current !== logId || log.storage !== disk
    let isMoved = false
    try {
      // An earlier try may have left its own there.
      await disk.remove(file)
      for (let at = 0; at < moved.length && !isOver(); at += PIECE) {
        await disk.append(file, moved.subarray(at, at + PIECE))
        await parts.rest()
      }
      isMoved = await inTurn(async () => {
        const kept = log.mine.get(logId)
        if (!kept || isOver()) return false
        const since = rechain(await disk.read(fileOf(kept), taken), hash)
        const rest = joined(since.frames)
        if (rest.length > 0) await disk.append(file, rest)
        const bytes = moved.length + rest.length
        try {
          // The index says which file holds: the moment it does, the old one is nobody's.
          await log.note({ ...kept, bytes, rotated: (kept.rotated ?? 0) + 1 })
        } catch (error) {
          // It says so of the old one still: that is where the log goes on.
          log.mine.set(logId, kept)
          void log.noteCounts()
          throw error
        }
        // The new file holds from here on, whatever becomes of the old one.
        log.chain(since.hash)
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
    begin() {
      roomFrom = 0
    },
    grown(kept) {
      if (kept.bytes > Math.max(rotateBytes, roomFrom)) void makeRoom(idOf(kept)).catch(() => undefined)
    },
  }
}

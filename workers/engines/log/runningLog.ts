// The log that is written now: where it lies, what is known of it, and what its next segment is chained to.
import * as z from 'zod/mini'
import type { LogHeader, Segment } from '#core/contracts/log.ts'
import { encodeFrame } from '#core/log/codec.ts'
import { joined } from '#core/model/bytes/bytes.ts'
import { fileName, fileOf, idOf, Kept, lastOf } from './kept.ts'
import type { LogParts } from './shelf.ts'
import { memoryStorage, type SegmentStorage, StorageError } from './storage.ts'
import { writeUtf8 } from './writing.ts'

/** How much there is of a running log is noted this often at most, ms. */
const COUNTED_MS = 250

export class RunningLog {
  readonly memory = memoryStorage()
  /** The logs of this page: the truth about them, whatever the index was able to take. */
  readonly mine = new Map<string, Kept>()
  /** Those that memory holds from their beginning on: what lies on the disk of them is for when this page is gone. */
  readonly wholes = new Set<string>()
  storage: SegmentStorage
  /** Its id; null when none is open. */
  current: string | null = null
  readonly #parts: LogParts
  #before = ''
  #isCounting = false
  #areCountsDue = false

  constructor(parts: LogParts) {
    this.#parts = parts
    this.storage = parts.storage
  }

  /** What is written next follows on this hash. To be called in turn with what is written. */
  chain(hash: string): void {
    this.#before = hash
  }

  /** @throws Error when no log is open */
  running(): Kept {
    const kept = this.current === null ? undefined : this.mine.get(this.current)
    if (!kept || kept.closedAt !== null) throw new Error('no log is open')
    return kept
  }

  /** Notes what is known of a log now, on disk too as long as it is kept there. @throws when the index refuses */
  async note(kept: Kept): Promise<void> {
    this.mine.set(idOf(kept), kept)
    if (this.storage.kind !== 'memory') await this.#parts.index.put(idOf(kept), kept)
  }

  /**
   * Notes on disk how much there is of the running log. That is for the list alone, so nothing waits for it and it comes
   * at most so often; of a page that died it is put right when its log is closed.
   */
  async noteCounts(): Promise<void> {
    this.#areCountsDue = true
    if (this.#isCounting) return
    this.#isCounting = true
    while (this.#areCountsDue) {
      this.#areCountsDue = false
      const kept = this.current === null ? undefined : this.mine.get(this.current)
      if (kept) await this.note(kept).catch(() => undefined)
      await this.#parts.pause(COUNTED_MS)
    }
    this.#isCounting = false
  }

  /** What is known of a log that is on the disk and open: the worker that wrote it died, and what it wrote last may be torn. @throws when it cannot be read or cut */
  async goOn(header: LogHeader, held: Kept): Promise<Kept> {
    const file = fileOf(held)
    const bytes = await this.#parts.storage.read(file)
    const { events, end, hash } = await lastOf(bytes, held, this.#parts.rest)
    if (end < bytes.length) await this.#parts.storage.truncate(file, end)
    await this.#parts.storage.remove(fileName(header.logId, (held.rotated ?? 0) + 1))
    this.#before = hash
    return { ...held, events, bytes: end }
  }

  /** How a log that is open was noted before this worker began. */
  async notedOf({ logId }: LogHeader): Promise<Kept | null> {
    const held = (await this.#parts.index.entries().catch(() => [])).find(([known]) => known === logId)
    const read = z.safeParse(Kept, held?.[1])
    return read.success && read.data.closedAt === null ? read.data : null
  }

  /** What came after the storage failed continues the same chain in memory. @returns the bytes, and how many of them lie on the disk */
  async bytesOf(kept: Kept): Promise<{ bytes: Uint8Array<ArrayBuffer>; onDisk: number }> {
    const isInMemory = this.wholes.has(idOf(kept)) || !this.#parts.mayKeep()
    // Asked for in one task: what is written between the two would be missing.
    const [disk, held] = await Promise.all([
      isInMemory ? new Uint8Array(0) : this.#parts.storage.read(fileOf(kept)),
      this.memory.read(idOf(kept)),
    ])
    const { end } = await lastOf(disk, kept, this.#parts.rest)
    return { bytes: joined([disk.subarray(0, end), held]), onDisk: end }
  }

  /** @param grown told how long the log has become, before it is */
  async store(segment: Segment, grown: (kept: Kept) => void): Promise<'stored' | 'quota' | 'refused' | 'gap'> {
    const kept = this.running()
    // The worker before stored it and died before it could say so.
    if (segment.first + segment.count - 1 <= kept.events) return 'stored'
    // What stood between was in the memory of a worker that died: a log with a hole is none.
    if (segment.first > kept.events + 1) return 'gap'
    const { bytes, hash } = encodeFrame(segment, this.#before, writeUtf8)
    this.#before = hash
    const now: Kept = { ...kept, events: segment.first + segment.count - 1, bytes: kept.bytes + bytes.length }
    this.mine.set(idOf(kept), now)
    grown(now)
    try {
      await this.storage.append(this.storage.kind === 'memory' ? idOf(kept) : fileOf(kept), bytes)
    } catch (error) {
      this.storage = this.memory
      await this.memory.append(idOf(kept), bytes)
      return error instanceof StorageError ? error.reason : 'refused'
    }
    void this.noteCounts()
    return 'stored'
  }
}

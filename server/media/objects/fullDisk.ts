/**
 * What caches keep on one disk of this machine, which is there to save work alone: where the disk has no room for what
 * somebody waits for, it goes first (H-356).
 */
import type { FileCache } from './cache.ts'

/** Bytes that come free beside those of a file: the next one, and the database, need some as well. */
const RESERVE_BYTES = 32 * 1024 * 1024

export class FullDisk {
  readonly #caches: FileCache[] = []

  /** @param cache lies on this disk */
  join(cache: FileCache): void {
    this.#caches.push(cache)
  }

  /**
   * Lets what nobody reads go until so many bytes have room, and some more.
   * @param first the cache they are for: others give way where it has too little
   * @returns whether anything came free
   */
  async makeRoom(bytes: number, first: FileCache): Promise<boolean> {
    let free = 0
    for (const cache of [first, ...this.#caches.filter((other) => other !== first)]) {
      if (this.#caches.includes(cache)) free += await cache.giveWay(bytes + RESERVE_BYTES - free)
    }
    return free > 0
  }
}

/** Whether a disk had no room for something. */
export const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOSPC'

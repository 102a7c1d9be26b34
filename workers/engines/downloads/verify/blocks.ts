/**
 * SHA-256 of the blocks of a file while their bytes arrive, from several connections at once. A block whose bytes did not
 * come in one go, from its first to its last, is not among them: who wants it reads it back.
 */
import { BLOCK_BYTES } from '#core/model/catalogue/media.ts'

/** SHA-256 of bytes, which may be written over as soon as this was called. */
export type DigestBlock = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>

/** What is known of a file's blocks: all are right, some are wrong, or nothing. */
export type BlocksVerdict = 'right' | 'wrong' | 'unknown'

/** So many blocks are hashed at once before more bytes are taken: each is a copy in the browser's memory. */
const AT_ONCE = 12

export class BlockHashes {
  readonly count: number
  readonly #digests: (Uint8Array | null)[]
  readonly #hashing = new Set<Promise<void>>()

  /** @param total length of the file, bytes */
  constructor(
    readonly total: number,
    readonly digest: DigestBlock,
  ) {
    this.count = Math.ceil(total / BLOCK_BYTES)
    this.#digests = new Array<null>(this.count).fill(null)
  }

  /** What one connection brings. */
  lane(): BlockLane {
    return new BlockLane(this)
  }

  /** Where a block begins and ends in the file, bytes. */
  range(block: number): { readonly from: number; readonly to: number } {
    return { from: block * BLOCK_BYTES, to: Math.min(this.total, (block + 1) * BLOCK_BYTES) }
  }

  /** The digest of a block that came in one go; null: it is not known. */
  of(block: number): Uint8Array | null {
    return this.#digests[block] ?? null
  }

  /** Hashes a block. @returns a promise that settles when there is room for more; undefined: there is */
  take(block: number, bytes: Uint8Array): Promise<void> | undefined {
    const done = this.#hash(block, bytes).finally(() => this.#hashing.delete(done))
    this.#hashing.add(done)
    return this.#hashing.size < AT_ONCE ? undefined : Promise.race(this.#hashing)
  }

  /** Settles when every block that came is hashed. Never rejects. */
  async settled(): Promise<void> {
    await Promise.all(this.#hashing)
  }

  async #hash(block: number, bytes: Uint8Array): Promise<void> {
    this.#digests[block] = null
    try {
      this.#digests[block] = new Uint8Array(await this.digest(bytes as Uint8Array<ArrayBuffer>))
    } catch {
      // The browser refuses: the block is read back, or all of them.
    }
  }
}

export class BlockLane {
  /** Where the next byte belongs. */
  #at = 0
  /** What came of a block whose end did not come yet. */
  #held: Uint8Array<ArrayBuffer> | null = null
  #filled = 0

  constructor(readonly hashes: BlockHashes) {}

  /**
   * Bytes that belong at `at`; where they do not follow the ones before, the block that was begun is let go.
   * @returns a promise to wait for before more is brought; undefined: none
   */
  take(at: number, bytes: Uint8Array): Promise<void> | undefined {
    if (at !== this.#at) this.#filled = 0
    this.#at = at
    let full: Promise<void> | undefined
    for (let taken = 0; taken < bytes.length; ) {
      const block = Math.floor(this.#at / BLOCK_BYTES)
      const { from, to } = this.hashes.range(block)
      const piece = bytes.subarray(taken, taken + to - this.#at)
      const isBegun = this.#filled > 0 || this.#at === from
      if (piece.length === 0) break
      if (piece.length === to - from) full = this.hashes.take(block, piece)
      else if (isBegun) full = this.#gather(block, piece, to - from) ?? full
      this.#at += piece.length
      taken += piece.length
    }
    return full
  }

  #gather(block: number, piece: Uint8Array, length: number): Promise<void> | undefined {
    this.#held ??= new Uint8Array(BLOCK_BYTES)
    this.#held.set(piece, this.#filled)
    this.#filled += piece.length
    if (this.#filled < length) return undefined
    this.#filled = 0
    return this.hashes.take(block, this.#held.subarray(0, length))
  }
}

/**
 * Holds the blocks of a file against those the server says it has, as its bytes come, and fetches a bad one alone. Where
 * the server says nothing of blocks, or not of this very file, its bytes are checked as a whole when all are there.
 */
import { BLOCK_BYTES, SHA256_BYTES } from '#core/model/catalogue/media.ts'
import type { BlockList } from '../../../api/media.ts'
import type { Clock } from '../../../api/transport/clock.ts'
import { beforeDeadline, untilAborted } from '../../waiting.ts'
import type { Part } from '../sinks/sink.ts'
import { sleep } from '../trouble/waiting.ts'
import { BlockHashes, type BlockLane, type BlocksVerdict, type DigestBlock } from '../verify/blocks.ts'
import type { Announced } from './answer.ts'

/** Shorter files are checked as a whole: a call costs more than it saves, bytes. */
const PROVED_FROM_BYTES = 4_194_304
/** So long the list may come later than the file, ms. */
const LIST_WAIT_MS = 10_000
/** Of a file with more bad blocks the whole is bad: it is fetched anew. */
const MENDED_MAX = 16
/** After so many blocks read back, other work of the thread gets its turn. */
const BREATHE_EVERY = 16

export interface ProofParts {
  readonly clock: Clock
  /** Fetches bytes of the file, up to and without `to`; null: what came was not that. @throws Trouble `network` */
  fetch(from: number, to: number): Promise<Uint8Array<ArrayBuffer> | null>
}

/**
 * What hashes the blocks of a file as they come.
 * @param digest null where the browser has none
 * @param list asks what the server says of the file's blocks; null: nothing. What it answers never rejects
 * @returns null when the file is short, nobody can say which file it is, or nothing is said of its blocks
 */
export function proofOf(
  file: Announced,
  digest: DigestBlock | null,
  list: () => Promise<BlockList | null> | null,
): Proof | null {
  const { total, validator } = file
  if (total === null || total < PROVED_FROM_BYTES || validator === null || digest === null) return null
  const asked = list()
  return asked && new Proof({ ...file, total, validator }, asked, list, digest)
}

export class Proof {
  /** What brings the file's beginning, and what brings its second half. */
  readonly head: BlockLane
  readonly tail: BlockLane
  readonly #hashes: BlockHashes
  /** Of a second half, which may be dropped yet. */
  readonly #tailHashes: BlockHashes
  #isJoined = false
  readonly #list: Promise<BlockList | null>
  readonly #askAgain: () => Promise<BlockList | null> | null

  /**
   * @param list what the server says of the file's blocks. It never rejects
   * @param askAgain for the same; null: there is no use
   */
  constructor(
    readonly file: Announced & { readonly total: number; readonly validator: string },
    list: Promise<BlockList | null>,
    askAgain: () => Promise<BlockList | null> | null,
    digest: DigestBlock,
  ) {
    this.#hashes = new BlockHashes(file.total, digest)
    this.#tailHashes = new BlockHashes(file.total, digest)
    this.#list = list
    this.#askAgain = askAgain
    this.head = this.#hashes.lane()
    this.tail = this.#tailHashes.lane()
  }

  /** The second half belongs to the file's bytes now. */
  joined(): void {
    this.#isJoined = true
  }

  /** Every byte is there. @throws Trouble when a bad block could not be fetched, or bytes not be read or written */
  async check(part: Part, parts: ProofParts, signal: AbortSignal): Promise<BlocksVerdict> {
    const digests = await untilAborted(this.#digests(parts.clock), signal)
    if (digests === null) return 'unknown'
    await untilAborted(Promise.all([this.#hashes.settled(), this.#tailHashes.settled()]), signal)
    const isRight = (block: number, digest: Uint8Array) =>
      digest.every((byte, at) => byte === digests[block * SHA256_BYTES + at])
    const bad: number[] = []
    let read = 0
    for (let block = 0; block < this.#hashes.count; block++) {
      const seen = this.#of(block)
      // What lies in a folder can be read once nothing can be added any more.
      if (seen === null && part.seal) return 'unknown'
      const digest = seen ?? (await this.#readBack(part, block))
      if (digest === null) return 'unknown'
      if (!isRight(block, digest)) bad.push(block)
      if (seen === null && ++read % BREATHE_EVERY === 0) await sleep(parts.clock, 0, signal)
      signal.throwIfAborted()
    }
    if (bad.length > MENDED_MAX) return 'wrong'
    for (const block of bad) {
      const { from, to } = this.#hashes.range(block)
      const bytes = await parts.fetch(from, to)
      if (bytes?.length !== to - from) return 'wrong'
      const digest = await this.#digest(bytes)
      if (digest === null || !isRight(block, digest)) return 'wrong'
      await part.rewrite(from, bytes)
      await this.#hashes.take(block, bytes)
    }
    return 'right'
  }

  #of(block: number): Uint8Array | null {
    return this.#hashes.of(block) ?? (this.#isJoined ? this.#tailHashes.of(block) : null)
  }

  async #readBack(part: Part, block: number): Promise<Uint8Array | null> {
    const { from, to } = this.#hashes.range(block)
    return this.#digest((await part.read(from, to - from)) as Uint8Array<ArrayBuffer>)
  }

  /** Null where the browser refuses. */
  async #digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
    return this.#hashes.digest(bytes).then(
      (digest) => new Uint8Array(digest),
      () => null,
    )
  }

  /** Of this very file; null: none are known. */
  async #digests(clock: Clock): Promise<Uint8Array | null> {
    const late = new Error('the list of blocks did not come')
    const came = (list: Promise<BlockList | null>) => beforeDeadline(clock, LIST_WAIT_MS, list, () => late)
    // Where files had every connection the call may have waited in vain; the one of this file is free now.
    const list = await came(this.#list)
      .then((first) => first ?? came(this.#askAgain() ?? Promise.resolve(null)))
      .catch(() => null)
    const { validator, total } = this.file
    const isOfIt = list?.etag === validator && list.bytes === total
    const length = Math.ceil(total / BLOCK_BYTES) * SHA256_BYTES
    return isOfIt && list.digests.length === length ? list.digests : null
  }
}

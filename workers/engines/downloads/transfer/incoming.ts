/**
 * A file as far as it has come: its bytes in one part or two, which file of the server's they belong to, and what hashes
 * them on their way. Who asks for more of it, and how often, is not decided here.
 */
import type { BlockList } from '../../../api/media.ts'
import type { Fetch } from '../../../api/transport/client.ts'
import type { Clock } from '../../../api/transport/clock.ts'
import type { OnlineLatch } from '../../onlineLatch.ts'
import type { Part } from '../sinks/sink.ts'
import type { TailedSinks } from '../sinks/tails.ts'
import { Trouble } from '../trouble/trouble.ts'
import type { BlocksVerdict } from '../verify/blocks.ts'
import type { Hasher } from '../verify/digest.ts'
import type { Hashing } from '../verify/hashing.ts'
import type { Announced, Asked, Judged } from './answer.ts'
import { Halves, type HalvesJob } from './halves.ts'
import type { Helpers, Splittable } from './helpers.ts'
import { type Proof, proofOf } from './proof.ts'
import { requestBytes } from './request.ts'
import type { Resting } from './serverWatch.ts'
import type { UseLimit } from './useLimit.ts'

/** How often a file may become another one while it is fetched. */
const CHANGES_MAX = 3
/** When no more than this is still to come, bytes, and than this share of the file, the next one is prepared. */
const NEAR_END_BYTES = 8_388_608
const NEAR_END_SHARE = 1 / 8

export interface IncomingParts {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly latch: OnlineLatch
  readonly watch: Resting
  readonly sinks: TailedSinks
  readonly random: () => number
  readonly hashing: Hashing
  readonly helpers: Helpers
  readonly useLimit: UseLimit
}

export interface IncomingJob extends Pick<HalvesJob, 'id' | 'tail' | 'splitAt'> {
  /** What the server says of its blocks; null: nothing. The promise never rejects. */
  blocks(signal: AbortSignal): Promise<BlockList | null> | null
  /** What is known of the bytes in the part from an earlier visit or try; null when there are none. */
  readonly known: Announced | null
  /** An address with a token that is not stale. */
  address(signal: AbortSignal): Promise<string>
  /** Bytes flow now, from `resumedAt`. Called again when the transfer starts over. */
  started(file: Announced, resumedAt: number): void
  progressed(bytes: number): void
  /** Little is still to come. Said once. */
  nearEnd(): void
  /** A connection that helped is done with. */
  helped(): void
}

export class Incoming implements Splittable {
  /** What the server announced last. */
  known: Announced | null
  /** Has seen every byte in order; null when there is nothing to compare with, or the bytes shall be read back. */
  hasher: Hasher | null = null
  /** There is more of this file than there ever was. Whoever counts the tries takes it back. */
  hasGrown = false
  readonly #halves: Halves
  #proof: Proof | null = null
  /** Most bytes the first part had. */
  #furthest: number
  #changes = 0
  /** An answer has said what file it is since the transfer started, or started over. */
  #begun = false
  #isNearEnd = false

  /** @param signal of the job: ends what it asks of the server, and that it can be helped */
  constructor(
    readonly parts: IncomingParts,
    readonly job: IncomingJob,
    head: Part,
    readonly signal: AbortSignal,
  ) {
    this.known = job.known
    this.#furthest = head.size
    this.#halves = new Halves(
      parts,
      {
        id: job.id,
        tail: job.tail,
        splitAt: (from) => job.splitAt(from),
        address: (of) => job.address(of),
        seen: (at, bytes) => this.#proof?.tail.take(at, bytes),
        moved: () => this.#moved(),
        ended() {
          parts.helpers.active -= 1
          job.helped()
        },
      },
      head,
    )
  }

  /** Where bytes are added now. */
  get part(): Part {
    return this.#halves.part
  }

  /** The byte before which the first part may stop: the second has the rest, or will have. */
  get meeting(): number | null {
    return this.#halves.meeting
  }

  /** What is asked for next. A part that is already whole is asked for its last byte, so that the validator is compared. */
  get wanted(): Asked {
    const { known, part } = this
    const last = Math.max(0, (known?.total ?? Number.POSITIVE_INFINITY) - 1)
    return { offset: isNamed(known) ? Math.min(part.size, last) : 0, until: this.meeting, known }
  }

  /** Bytes; null when not announced. */
  get #total(): number | null {
    return this.known?.total ?? null
  }

  /** Takes up what an earlier visit or try left. */
  async takeUp(): Promise<void> {
    await this.#halves.takeUp(this.known)
    this.startOverUnlessNamed()
  }

  /**
   * Goes by an answer: which file it is of, and where its bytes belong.
   * @returns how many of its bytes are there already
   * @throws Trouble `quota` when there is no room for the rest, `changed` when the file changes again and again
   */
  async answered({ start, file, changed }: Judged): Promise<number> {
    const { parts, job } = this
    if (changed) this.noteChange()
    if (start === 0 && this.part.size > 0) this.startOver()
    const { size } = this.part
    this.known = file
    const { there } = this.#halves
    if (file.total !== null && file.total > there) await parts.sinks.reserve(job.id, file.total - there)
    this.#proof ??= proofOf(file, parts.hashing.block, () => job.blocks(this.signal))
    const isWholeHashed = file.sha256 !== null && this.#proof === null
    if (size === 0) this.hasher = isWholeHashed ? await parts.hashing.running(file.total) : null
    if (!this.#begun) job.started(file, start + this.#halves.there - size)
    this.#begun = true
    return size - start
  }

  /** Puts bytes behind those that are there. */
  async append(bytes: Uint8Array): Promise<void> {
    const { part } = this
    const at = part.size
    await part.append(bytes)
    this.hasher?.update(bytes)
    await this.#proof?.head.take(at, bytes)
    if (part.size > this.#furthest) {
      this.#furthest = part.size
      this.hasGrown = true
    }
    this.#moved()
  }

  /** Lets go of a second half that came too late: the first part is past it. */
  dropIfPast(): void {
    if (this.#halves.isPast) this.#halves.dropTail()
  }

  /** Puts the second half behind the first. @returns whether the file is complete, and known to be the server's */
  async join(signal: AbortSignal): Promise<boolean> {
    // What lies in the folder cannot be read yet, so the whole is read back.
    if (this.part.innerTail) this.hasher = null
    const was = await this.#halves.join(this.hasher, signal)
    if (!was) return false
    this.#proof?.joined()
    this.job.progressed(this.#halves.there)
    return this.#begun && this.part.size === this.known?.total
  }

  /** After an answer that ended: whether that was all. @throws Trouble when it is too much or too little */
  isWhole(): boolean {
    const { size } = this.part
    const total = this.#total
    if (total === null || size === total) return true
    if (size > total) throw new Trouble('wrongLength', `${size} bytes of ${total}`)
    // However politely it was closed, the line was cut: what came is good.
    throw new Trouble('lineCut', `the answer ended after ${size} of ${total} bytes`, { again: true })
  }

  /** Holds all blocks against the server's, and fetches bad ones anew. */
  async proved(): Promise<BlocksVerdict> {
    const { parts, job, known, signal } = this
    const fetch = (offset: number, until: number) =>
      parts.latch.through(signal, async (of) =>
        requestBytes(parts, await job.address(of), { offset, until, known }, of),
      )
    return (await this.#proof?.check(this.part, { clock: parts.clock, fetch }, signal)) ?? 'unknown'
  }

  /** Drops every byte. */
  startOver(): void {
    this.#halves.startOver()
    this.hasher = null
    this.#proof = null
    this.#begun = false
  }

  /** Without a strong validator nobody can say that the rest belongs to these bytes. */
  startOverUnlessNamed(): void {
    if (this.part.size > 0 && !isNamed(this.known)) this.startOver()
  }

  /** The file is another one. @throws Trouble `changed` after the third time */
  noteChange(): void {
    this.#halves.dropTail()
    this.known = null
    this.#proof = null
    this.#furthest = 0
    this.#begun = false
    this.#changes += 1
    if (this.#changes > CHANGES_MAX) throw new Trouble('fileChanges', 'the file on the server changes again and again')
  }

  /** Nothing is fetched any more. @param keep whether what is not joined stays for a later try */
  async end(keep: boolean): Promise<void> {
    await this.#halves.end(keep)
  }

  rest(): number {
    return this.#total === null ? 0 : this.#total - this.#halves.there
  }

  canSplit(): boolean {
    const isFixed = this.#begun && isNamed(this.known) && this.#total !== null
    return isFixed && this.#halves.canHelp && !this.signal.aborted
  }

  split(): void {
    const { known } = this
    const total = this.#total
    if (known === null || total === null) return
    this.parts.helpers.active += 1
    this.#halves.help({ ...known, total })
  }

  giveWay(): boolean {
    return this.#halves.giveWay()
  }

  #moved(): void {
    const { there } = this.#halves
    this.job.progressed(there)
    const total = this.#total
    const isFar = total === null || total - there > Math.min(NEAR_END_BYTES, total * NEAR_END_SHARE)
    if (this.#isNearEnd || isFar) return
    this.#isNearEnd = true
    this.job.nearEnd()
  }
}

const isNamed = (file: Announced | null) => Boolean(file?.validator)

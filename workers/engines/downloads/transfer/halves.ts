/**
 * The one or two parts the bytes of a file lie in: its beginning, and a second half that an idle slot brings or an
 * earlier visit left. The two are one as soon as the first reaches the second, whole or not.
 */

import { BLOCK_BYTES } from '#core/model/catalogue/media.ts'
import { untilAborted } from '../../waiting.ts'
import type { Part } from '../sinks/sink.ts'
import type { TailedSinks } from '../sinks/tails.ts'
import type { Hasher } from '../verify/digest.ts'
import type { Announced } from './answer.ts'
import { Tail, type TailParts, type TailWanted } from './tail.ts'
import { type TailPlace, type TailPlaceJob, tailPlace } from './tailPlace.ts'

/** The second half of a split file is hashed in pieces of this length. */
const PIECE_BYTES = 1_048_576

export interface HalvesJob extends TailPlaceJob, Pick<TailWanted, 'address' | 'seen' | 'moved' | 'ended'> {}

export class Halves {
  /** Where bytes are added now. */
  part: Part
  #tail: Tail | null = null
  /** The second half once it belongs to `part`. */
  #end: Part | null = null
  /** A file is helped once in each try, and what is left of a second half is gone on with in order. */
  #wasSplit = false
  /** What is still being let go of. Never rejects. */
  #leaving: Promise<unknown> = Promise.resolve()
  readonly #place: TailPlace

  constructor(
    readonly parts: TailParts & { readonly sinks: TailedSinks },
    readonly job: HalvesJob,
    readonly head: Part,
  ) {
    this.part = head
    this.#place = tailPlace(head, parts.sinks, job)
  }

  /** Bytes that are there. */
  get there(): number {
    return this.part.size + (this.#tail?.received ?? 0)
  }

  /** Whether another connection could help. */
  get canHelp(): boolean {
    return this.#place.canBe && !this.#wasSplit && !this.#tail?.isWhole && !this.#tail?.isComing
  }

  /** The byte before which the first half may stop: the second has the rest, or will have. */
  get meeting(): number | null {
    const tail = this.#tail
    return tail?.isProven && this.part.size <= tail.from ? tail.from : null
  }

  /** Whether the first half is past the beginning of the second, which came too late. */
  get isPast(): boolean {
    return this.#tail?.isProven === true && this.part.size > this.#tail.from
  }

  /** Takes up what an earlier visit or try left of the second half, if it belongs to the same bytes. */
  async takeUp(known: Announced | null): Promise<void> {
    const { from } = this.#place
    // What a place remembers that this one is not is of no use here.
    if (from === null) return this.job.tail === null ? undefined : this.#place.remove()
    const total = known?.validator ? known.total : null
    if (known !== null && total !== null && this.head.size <= from && from < total) {
      const end = await this.#place.takeUp()
      // Somebody has it open still: it must not be written over.
      if (end === null) this.#wasSplit = true
      else if (end.size > 0 && end.size <= total - from)
        this.#tail = new Tail(this.parts, this.#wanted(from, { ...known, total }), end)
      else end.close()
      if (this.#tail || end === null) return
    }
    await this.#place.remove()
  }

  /** Has another connection fetch the second half of what is missing, or the rest of a second half. */
  help(known: Announced & { readonly total: number }): void {
    this.#wasSplit = true
    const { size } = this.part
    // One of which nothing came begins where the half is now.
    if (!this.#tail?.isProven) this.#tail = null
    this.#tail ??= new Tail(this.parts, this.#wanted(middle(size, known.total), known))
    this.#tail.bring()
  }

  /** The connection that helps is needed elsewhere; it may help again. @returns whether there was one */
  giveWay(): boolean {
    if (!this.#tail?.rest()) return false
    this.#wasSplit = false
    return true
  }

  /**
   * Puts the second half behind the first, which has reached it, once nothing more comes of it.
   * @param hasher has seen the first half
   * @returns whether there was any of it
   */
  async join(hasher: Hasher | null, signal: AbortSignal): Promise<boolean> {
    const tail = this.#tail
    if (!tail) return false
    await untilAborted(tail.settled(), signal)
    if (this.#tail !== tail) return false
    this.#tail = null
    const end = tail.handOver()
    if (!end || end.size === 0) {
      end?.close()
      this.#later(this.#place.remove())
      return false
    }
    this.#wasSplit = true
    this.#end = end
    this.part = this.#place.join(this.head, end)
    for (let at = 0; hasher && at < end.size; ) {
      const bytes = await end.read(at, PIECE_BYTES)
      if (bytes.length === 0) break
      signal.throwIfAborted()
      hasher.update(bytes)
      at += bytes.length
    }
    return true
  }

  /** Drops every byte. */
  startOver(): void {
    this.dropTail()
    this.part.truncate()
    if (this.#end === null) return
    this.#end.close()
    this.#end = null
    this.part = this.head
    this.#later(this.#place.remove())
  }

  /** The second half is of no use. */
  dropTail(): void {
    const tail = this.#tail
    this.#tail = null
    if (!tail) return
    this.#wasSplit = true
    this.#later(this.job.splitAt(null))
    this.#later(tail.drop())
  }

  /** Nothing is fetched any more. @param keep whether what is not joined stays for a later try */
  async end(keep: boolean): Promise<void> {
    if (keep) this.#later(this.#tail?.leave())
    else this.dropTail()
    this.#tail = null
    await this.#leaving
  }

  #wanted(from: number, known: TailWanted['known']): TailWanted {
    const { address, seen, moved, ended } = this.job
    return { place: this.#place, from, known, address, seen, moved, ended }
  }

  #later(work: Promise<void> | undefined): void {
    this.#leaving = Promise.all([this.#leaving, work?.catch(() => {})])
  }
}

/** Half way from a byte to the end, where a block begins if there is one behind it. */
function middle(from: number, total: number): number {
  const exact = from + Math.ceil((total - from) / 2)
  const even = Math.ceil(exact / BLOCK_BYTES) * BLOCK_BYTES
  return even < total ? even : exact
}

/** Brings the light index of the list, part by part in the background, so that a fling passes words and colours. */
import { listIndexPart } from '#actions/resources.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import type { ReleaseListState } from '#core/model/entities.ts'
import type { Sketch } from '../slots/slot.ts'
import { listIndexOf } from './listIndex.ts'

/** After the first page came: its covers go first. In ms. */
const BEGINS_MS = 1000
/** Between one part and the next, ms: what a person asks for meanwhile finds a free line. */
const BETWEEN_MS = 50
/** Somebody looks at what passes: so long until it is tried again, ms. A part costs the frame it comes in some milliseconds. */
const BUSY_MS = 200
/** A part did not come, or the list changed while it was on its way: so long until the next is asked for, doubled each time. */
const AGAIN_MS = 2000
const AGAIN_MAX_MS = 300_000

interface Parts {
  readonly queryId: string
  /** The first place that can be seen. */
  near(): number
  /** It moves, at a speed at which pages come in time. */
  isLookedAt(): boolean
  /** Words came. */
  came(): void
}

export class Sketches {
  readonly #parts: Parts
  readonly #index
  #list: Readonly<ReleaseListState> | undefined
  #timer: ReturnType<typeof setTimeout> | null = null
  #isAsking = false
  #failed = 0
  #isFresh = true
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#index = listIndexOf(parts.queryId)
  }

  at(place: number): Sketch | null {
    return this.#index.at(place)
  }

  listChanged(list: Readonly<ReleaseListState> | undefined): void {
    this.#index.follow(list, this.#isFresh)
    this.#isFresh = false
    if (isAnother(list, this.#list)) this.#rested()
    this.#list = list
    // What has one page alone is there with it.
    if ((list?.total ?? 0) > PAGE_SIZE) this.#wait(BEGINS_MS)
  }

  /** Somebody scrolls faster than pages come. */
  hurry(): void {
    if (this.#timer === null || this.#failed > 0) return
    clearTimeout(this.#timer)
    this.#timer = null
    void this.#ask()
  }

  /** The connection is back: what did not come without one may. */
  again(): void {
    if (this.#rested()) void this.#ask()
  }

  stop(): void {
    this.#isStopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  /** What made the next part wait is over. @returns whether anything did */
  #rested(): boolean {
    if (this.#failed === 0) return false
    this.#failed = 0
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    return true
  }

  #wait(ms: number): void {
    if (this.#isAsking || this.#isStopped || this.#timer !== null) return
    if (this.#index.hole(this.#parts.near()) === null) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      if (this.#parts.isLookedAt()) this.#wait(BUSY_MS)
      else void this.#ask()
    }, ms)
  }

  async #ask(): Promise<void> {
    const first = this.#index.hole(this.#parts.near())
    if (first === null || this.#isAsking) return
    const edition = this.#list?.edition ?? 0
    this.#isAsking = true
    const part = await listIndexPart(this.#parts.queryId, first)
    this.#isAsking = false
    if (this.#isStopped) return
    const isTaken = part !== null && this.#index.take(part, first, edition)
    this.#failed = isTaken ? 0 : this.#failed + 1
    if (isTaken) this.#parts.came()
    this.#wait(isTaken ? BETWEEN_MS : Math.min(AGAIN_MAX_MS, AGAIN_MS * 2 ** (this.#failed - 1)))
  }
}

/** Whether the server's list is another one than before; marks change its length as well, and nothing of what a server can. */
function isAnother(
  now: Readonly<ReleaseListState> | undefined,
  before: Readonly<ReleaseListState> | undefined,
): boolean {
  if (!now || !before) return false
  const isCountedAnew = (now.counted ?? now.total) !== (before.counted ?? before.total)
  return now.round !== before.round || (now.edition === before.edition && isCountedAnew)
}

/** Which transfers have a second connection: idle slots are lent to halves of the longest, and taken back at once. */
import { type Clock, steady, type Timer } from '../../../api/transport/clock.ts'

/** No piece is shorter than this, bytes: a request costs less time than it saves, also of a song of 10 MB. */
const PIECE_MIN_BYTES = 2_097_152

/** So long at least nothing is lent after a server asked for patience, ms. */
const PEACE_MS = 60_000

/** What a running transfer lets others know, so that an idle slot can help it. */
export interface Splittable {
  /** Bytes still to come, 0 while nobody knows. */
  rest(): number
  /** Whether another connection could fetch a part of them. */
  canSplit(): boolean
  /** Lets another connection fetch the second half of the rest, or what is missing of that. */
  split(): void
  /** Ends the connection that helps it, whose bytes stay. @returns whether there was one */
  giveWay(): boolean
}

/** Connections are lent so much later, ms: of many jobs that are removed one after the other none is helped in between. */
export const OFFER_AFTER_MS = 20

/** The running transfers that could be helped, and how many connections help now. */
export class Helpers {
  readonly #jobs = new Map<string, Splittable>()
  active = 0
  #free = 0
  #timer: Timer | null = null
  readonly #steady: Clock
  /** Until then nothing is lent. */
  #peaceUntil = 0

  /** @param pieceMin bytes; no half is shorter */
  constructor(
    readonly clock: Clock,
    readonly pieceMin = PIECE_MIN_BYTES,
  ) {
    this.#steady = steady(clock)
  }

  add(id: string, job: Splittable): () => void {
    this.#jobs.set(id, job)
    return () => void this.#jobs.delete(id)
  }

  /** Takes so many connections back, those first whose transfers have the least to come. */
  giveWay(count: number): void {
    this.#free = 0
    const jobs = [...this.#jobs.values()].sort((a, b) => a.rest() - b.rest())
    let left = count
    for (const job of jobs) {
      if (left <= 0) return
      if (job.giveWay()) left -= 1
    }
  }

  /** Soon gives `free` idle slots to the transfers with the most to come, or as many as are idle by then. */
  offer(free: number): void {
    this.#free = this.#steady.now() < this.#peaceUntil ? 0 : free
    this.#timer ??= this.clock.setTimer(() => this.giveNow(), OFFER_AFTER_MS)
  }

  /** A server refused what was lent, or asked for patience in so many ms: it gets all of it back (H-112). */
  leaveAlone(ms = 0): void {
    this.#peaceUntil = Math.max(this.#peaceUntil, this.#steady.now() + Math.max(PEACE_MS, ms))
    this.giveWay(this.active)
  }

  /** Gives what was offered without waiting: a file has just begun, so none is being removed. */
  giveNow(): void {
    if (this.#timer === null) return
    this.clock.clearTimer(this.#timer)
    this.#timer = null
    this.#give()
  }

  #give(): void {
    for (; this.#free > 0; this.#free--) {
      const [longest] = [...this.#jobs.values()]
        .filter((job) => job.canSplit() && job.rest() >= 2 * this.pieceMin)
        .sort((a, b) => b.rest() - a.rest())
      if (!longest) return
      longest.split()
    }
  }
}

/**
 * How fast bytes may come while somebody uses the page. A line that brings more than a machine can handle takes the
 * processor from whoever scrolls: measured on two cores, nothing but fewer bytes a second gives it back. How many it can
 * handle the page tells by how late it comes to what is pressed and scrolled: the limit falls when that is more than a
 * frame, and rises again, beyond what it began with, when it is not.
 */
import { type Clock, steady } from '../../../api/transport/clock.ts'
import { sleep } from '../trouble/waiting.ts'

/** What all connections together bring at first: 60 MB/s, more than most lines have. */
export const FIRST_BYTES_PER_MS = 60_000
/** It falls no lower, so that files still come on a machine whose page is slow by itself. */
export const LEAST_BYTES_PER_MS = 20_000
/** Nor does it rise higher than any line brings, so that it is not far away when it is needed. */
export const MOST_BYTES_PER_MS = 1_000_000
/** A page that comes later than this to what was pressed has lost a frame, one that comes sooner has time left, ms. */
export const LATE_MS = 20
const IN_TIME_MS = 10
const FALLS = 1.5
const RISES = 1.25
/** So much may come at once after a rest, ms' worth. */
const BURST_MS = 20
/** What else is done holds bytes up for so long at most, ms: a large zip is not to stop everything. */
const WORK_MAX_MS = 1000
/** Shorter waits are not worth a timer, ms. */
const WAIT_MIN_MS = 4
/** For so long bytes give way to a press, ms: three frames, in which what it changes is made and drawn. */
export const GIVES_WAY_MS = 50
/** Two presses at once, as a button that goes down and up; then one in so long, ms: whoever types still gets most. */
export const GIVES_WAY_EVERY_MS = 4 * GIVES_WAY_MS
const GIVES_WAY_AT_ONCE = 2

export class UseLimit {
  readonly #clock: Clock
  #inUseUntil = Number.NEGATIVE_INFINITY
  /** When what has come so far would be there at the limit, ms of the clock. */
  #due = Number.NEGATIVE_INFINITY
  #bytesPerMs = FIRST_BYTES_PER_MS
  /** Until when the presses so far have had their share, ms of the clock. */
  #pressedUntil = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = steady(clock)
  }

  /**
   * Somebody uses the page now.
   * @param ms for how long that holds
   * @param lag how late the page came to what they did, ms. Told of the first thing they do after a rest it says nothing
   * of the limit, which did not hold until then; null: nothing is known of it
   * @param pressed what they did is a press: bytes give way to it
   */
  inUse(ms: number, lag: number | null, pressed = false): void {
    if (lag !== null && this.isInUse) {
      if (lag > LATE_MS) this.#bytesPerMs = Math.max(LEAST_BYTES_PER_MS, this.#bytesPerMs / FALLS)
      else if (lag < IN_TIME_MS) this.#bytesPerMs = Math.min(MOST_BYTES_PER_MS, this.#bytesPerMs * RISES)
    }
    const now = this.#clock.now()
    this.#inUseUntil = now + ms
    if (pressed) this.#giveWay(now)
  }

  /** Nothing comes for a moment. A machine that bears whatever a line brings has no need of it. */
  #giveWay(now: number): void {
    const until = Math.max(this.#pressedUntil, now - GIVES_WAY_AT_ONCE * GIVES_WAY_EVERY_MS) + GIVES_WAY_EVERY_MS
    if (until > now || this.#bytesPerMs === MOST_BYTES_PER_MS) return
    this.#pressedUntil = until
    this.#due = Math.max(this.#due, now + GIVES_WAY_MS)
  }

  get isInUse(): boolean {
    return this.#clock.now() < this.#inUseUntil
  }

  /**
   * So many bytes are read back, hashed and saved beside those that come, which takes as much of the processor: fewer
   * come meanwhile (worst key-to-paint beside 20 x 50 MB 72 to 88 ms, without it 80 to 136, measured).
   */
  works(bytes: number): void {
    const now = this.#clock.now()
    if (this.isInUse) this.#due = Math.min(this.#dueAfter(bytes, now), now + WORK_MAX_MS)
  }

  #dueAfter(bytes: number, now: number): number {
    return Math.max(this.#due, now - BURST_MS) + bytes / this.#bytesPerMs
  }

  /** Settles when the next bytes may come; null: at once. Rejects with the signal's reason. */
  after(bytes: number, signal: AbortSignal): Promise<void> | null {
    const now = this.#clock.now()
    if (now >= this.#inUseUntil) return null
    this.#due = this.#dueAfter(bytes, now)
    const wait = this.#due - now
    return wait < WAIT_MIN_MS ? null : sleep(this.#clock, wait, signal)
  }
}

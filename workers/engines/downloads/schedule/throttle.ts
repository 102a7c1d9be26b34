/** How many connections files may have now: fewer after the server asked for patience, and none that others need. */
import { type Clock, steady, type Timer } from '../../../api/transport/clock.ts'
import type { UseLimit } from '../transfer/useLimit.ts'
import { allowed, FREE, grown, throttled } from './plan.ts'

export interface ThrottlingParts {
  readonly clock: Clock
  readonly useLimit: UseLimit
  /** How many may load at once, as the person chose. */
  limit(): number
  /** Whether another tab needs connections. */
  isNeededElsewhere(): boolean
  settle(): void
}

export class Throttling {
  readonly #parts: ThrottlingParts
  readonly #steady: Clock
  #throttle = FREE
  #isNeeded = true
  #useEnds: Timer | null = null

  constructor(parts: ThrottlingParts) {
    this.#parts = parts
    this.#steady = steady(parts.clock)
  }

  /** How many files may load at once now. */
  get most(): number {
    return allowed(this.#throttle, this.#parts.limit())
  }

  /** The server did not ask for patience. */
  get isFree(): boolean {
    return this.#throttle.cap === null
  }

  /** Whether this page needs connections for music or lists. */
  get isNeeded(): boolean {
    return this.#isNeeded
  }

  /** Whether halves of files may have the connections that music, lists and covers would need (D-124). */
  get lends(): boolean {
    const { useLimit, isNeededElsewhere } = this.#parts
    return this.isFree && !this.#isNeeded && !useLimit.isInUse && !isNeededElsewhere()
  }

  /** @returns whether that is new */
  needed(now: boolean): boolean {
    if (now === this.#isNeeded) return false
    this.#isNeeded = now
    return true
  }

  /** As `UseLimit.inUse`. */
  inUse(ms: number, lag: number | null, pressed = false): void {
    const { clock, useLimit, settle } = this.#parts
    const lent = this.lends
    useLimit.inUse(ms, lag, pressed)
    if (lent) settle()
    if (this.#useEnds !== null) clock.clearTimer(this.#useEnds)
    this.#useEnds = clock.setTimer(() => {
      this.#useEnds = null
      settle()
    }, ms)
  }

  /** The server asked for patience. @param loading how many files hold a slot */
  busy(loading: number): void {
    this.#throttle = throttled(loading, this.#steady.now())
  }

  /** A file arrived and is whole. */
  arrived(): void {
    this.#throttle = grown(this.#throttle, this.#parts.limit(), this.#steady.now())
  }

  /** What follows is another player's. */
  end(): void {
    this.#throttle = FREE
  }
}

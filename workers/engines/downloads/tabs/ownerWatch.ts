/**
 * Whether the owner of the downloads still answers. A system may suspend a tab for as long as another one is looked at,
 * and a suspended tab keeps its lock: every other would wait for it for ever.
 */
import type { Clock, Timer } from '../../../api/transport/clock.ts'

/** How long an owner may take to answer each of three questions, ms. A busy one answers the last of them at least. */
const ANSWER_MS = 5000
/** A timer that comes later than this behind its time slept, and its tab with it: the owner may have slept as well, ms. */
const LATE_MS = 1000

export interface OwnerWatchParts {
  readonly clock: Clock
  /** For how long something lasts. */
  readonly steady: Clock
  /** Something here waits for the owner. */
  readonly waits: () => boolean
  /** Asks it to say something. */
  readonly ask: (how: 'ping' | 'hello') => void
  /** It answered none of the questions. */
  readonly silent: () => void
}

export class OwnerWatch {
  readonly #parts: OwnerWatchParts
  #unanswered = 0
  #timer: Timer | null = null

  constructor(parts: OwnerWatchParts) {
    this.#parts = parts
  }

  /** It said something. */
  heard(): void {
    this.#unanswered = 0
  }

  /** Something may wait for the owner from now on. What waits counts as the first question. */
  look(): void {
    const { clock, steady, waits } = this.#parts
    if (this.#timer !== null || !waits()) return
    const due = steady.now() + ANSWER_MS
    this.#timer = clock.setTimer(() => {
      this.#timer = null
      this.#over(steady.now() > due + LATE_MS)
    }, ANSWER_MS)
  }

  stop(): void {
    if (this.#timer !== null) this.#parts.clock.clearTimer(this.#timer)
    this.#timer = null
  }

  #over(isLate: boolean): void {
    const { waits, ask, silent } = this.#parts
    this.#unanswered = isLate || !waits() ? 0 : this.#unanswered + 1
    if (this.#unanswered > 2) {
      this.#unanswered = 0
      silent()
    } else if (waits()) ask(this.#unanswered < 2 ? 'ping' : 'hello')
    this.look()
  }
}

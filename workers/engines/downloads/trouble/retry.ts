/**
 * How often and when a job tries again: full jitter (each wait is random between 0 and a bound that
 * doubles), counted without progress only, `Retry-After` obeyed.
 */
import type { Trouble } from './trouble.ts'

/** Tries without a new byte before a job fails. */
export const MAX_TRIES = 6
const BACKOFF_BASE_MS = 500
export const BACKOFF_CAP_MS = 30_000
/** A server that asks for a longer wait than this is not waited for by one job: the whole line waits (H-622). */
export const PATIENCE_MS = 600_000

export class Tries {
  #failed = 0

  /** @param random answers 0 to below 1 */
  constructor(readonly random: () => number) {}

  /** Something new arrived: counting begins anew. */
  progressed(): void {
    this.#failed = 0
  }

  /**
   * Counts a failed try, unless the server takes up what is asked for later, and answers how long to wait before the
   * next one, ms.
   * @throws the trouble itself when it is final or the bound is reached
   */
  after(trouble: Trouble): number {
    if (!trouble.isInLine) this.#failed += 1
    // Of tries that are not counted there is no end: they keep their distance whatever the server names.
    const asked = trouble.isInLine ? Math.max(BACKOFF_CAP_MS, trouble.retryAfterMs ?? 0) : trouble.retryAfterMs
    if (!trouble.again || this.#failed >= MAX_TRIES || (asked ?? 0) > PATIENCE_MS) throw trouble
    if (asked !== undefined) return asked + this.random() * BACKOFF_BASE_MS
    return this.random() * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** (this.#failed - 1))
  }
}

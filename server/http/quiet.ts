/** Knows when nobody has asked the server for anything for a while: then it may do what nobody waits for. */

/** So long after the last request the server counts as quiet, ms. */
const QUIET_AFTER_MS = 3000

export interface Quiet {
  /** Somebody asked. */
  asked(): void
  /** Settles once it is quiet; at once when it is. */
  wait(): Promise<void>
}

/** @param now ms of a clock that only goes forward */
export function createQuiet(now: () => number = () => performance.now()): Quiet {
  let last = Number.NEGATIVE_INFINITY
  return {
    asked() {
      last = now()
    },
    async wait() {
      for (;;) {
        const left = last + QUIET_AFTER_MS - now()
        if (left <= 0) return
        await new Promise<void>((done) => setTimeout(done, left).unref())
      }
    },
  }
}

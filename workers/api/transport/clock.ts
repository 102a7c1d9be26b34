/**
 * Time as a port: engines and the API layer are handed a clock, so that a test can run an hour in a millisecond.
 * Only the worker entries use `systemClock`.
 */
export type Timer = ReturnType<typeof setTimeout>

export interface Clock {
  /** Wall clock, ms since 1970. */
  now(): number
  /** Runs `run` once after `ms`. */
  setTimer(run: () => void, ms: number): Timer
  clearTimer(timer: Timer): void
}

/**
 * The same clock for how long something lasts: what it says never goes back. Somebody may put the device's clock back by
 * an hour, and a wait for a time of day would last for that hour.
 */
export function steady(clock: Clock): Clock {
  let seen = clock.now()
  let putBack = 0
  return {
    now() {
      const now = clock.now()
      if (now < seen) putBack += seen - now
      seen = now
      return now + putBack
    },
    setTimer: (run, ms) => clock.setTimer(run, ms),
    clearTimer: (timer) => clock.clearTimer(timer),
  }
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer),
}

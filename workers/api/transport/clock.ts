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

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer),
}

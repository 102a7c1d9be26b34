// Waits of every engine that end: by a signal, or at a deadline.
import type { Clock, Timer } from '#workers/api/transport/clock.ts'

/** How often a wait looks whether its time has passed, ms. */
const LOOK_MS = 10_000

/**
 * Runs `run` once `ms` have passed by the timers or by the wall clock, whichever goes further: timers stand still while
 * the machine sleeps (H-426, H-546).
 * @returns ends the wait
 */
export function after(clock: Clock, ms: number, run: () => void): () => void {
  const until = clock.now() + ms
  let timer: Timer
  const wait = (left: number): void => {
    const some = Math.min(left, LOOK_MS)
    timer = clock.setTimer(() => {
      const still = Math.min(left - some, until - clock.now())
      if (still > 0) wait(still)
      else run()
    }, some)
  }
  wait(ms)
  return () => clock.clearTimer(timer)
}

/** Settles with `work`, or rejects with the signal's reason as soon as it aborts. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const aborted = () => reject(signal.reason as Error)
    if (signal.aborted) {
      work.catch(() => {})
      return aborted()
    }
    signal.addEventListener('abort', aborted)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted))
  })
}

/**
 * Settles with `work`, or rejects with what `late` makes once `ms` are over. The work itself goes on: whoever can end
 * it does so.
 */
export async function beforeDeadline<T>(
  clock: Pick<Clock, 'setTimer' | 'clearTimer'>,
  ms: number,
  work: Promise<T>,
  late: () => Error,
): Promise<T> {
  let timer: Timer | undefined
  const over = new Promise<never>((_, reject) => {
    timer = clock.setTimer(() => reject(late()), ms)
  })
  try {
    return await Promise.race([work, over])
  } finally {
    if (timer !== undefined) clock.clearTimer(timer)
  }
}

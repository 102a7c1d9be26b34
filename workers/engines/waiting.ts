// Waits of every engine that end: by a signal, or at a deadline.
import type { Clock, Timer } from '#workers/api/transport/clock.ts'

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

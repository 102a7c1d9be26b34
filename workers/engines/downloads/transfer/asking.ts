// Calls of the player API with the engine's patience: they wait for the network, take turns, and are tried again.
import type { FailureReason } from '#core/model/downloads/download.ts'
import type { Clock } from '../../../api/transport/clock.ts'
import type { OnlineLatch } from '../../onlineLatch.ts'
import type { Semaphore } from '../../semaphore.ts'
import { Tries } from '../trouble/retry.ts'
import { troubleOfCall } from '../trouble/trouble.ts'
import type { Resting } from './serverWatch.ts'

export interface AskParts {
  readonly clock: Clock
  readonly latch: OnlineLatch
  readonly watch: Resting
  readonly random: () => number
  /** Many jobs may ask; few of them at the same time, so that lists and the player keep their connections. */
  readonly turns: Semaphore
}

export type Ask = <T>(call: (signal: AbortSignal) => Promise<T>) => Promise<T>

/**
 * @param delayed hears why and in how many ms a call is tried again
 * @returns what makes the calls of one job
 * @throws (the made function) Trouble when the patience is over, the signal's reason when it aborts
 */
export function patiently(
  parts: AskParts,
  signal: AbortSignal,
  delayed: (reason: FailureReason, ms: number) => void,
): Ask {
  const tries = new Tries(parts.random)
  return async (call) => {
    for (;;) {
      try {
        const answer = await parts.latch.through(signal, (inner) => parts.turns.take(() => call(inner)))
        tries.progressed()
        return answer
      } catch (error) {
        if (signal.aborted) throw signal.reason
        const trouble = troubleOfCall(error)
        await parts.watch.rest(tries, trouble, signal, (ms) => delayed(trouble.reason, ms))
      }
    }
  }
}

// Callers who leave before they are answered: nobody waits for them, and what is done for them alone ends.
import type { ServerResponse } from 'node:http'
import { ApiProblem } from './apiProblem.ts'

/** Nobody reads this one. */
const callerLeft = () => new ApiProblem(499, 'CALLER_LEFT', 'Nobody waits for the answer any more.')

/**
 * Aborts when the connection of a request closes before the last byte of its answer is written, with a refusal as its
 * reason. It ends the waiting of this caller and what is done for nobody else; work that others share or that is kept
 * must not end by it once it was begun.
 * @param raw the answer that is being made
 */
export function leaving(raw: ServerResponse): AbortSignal {
  const left = new AbortController()
  const close = () => {
    if (!raw.writableFinished) left.abort(callerLeft())
  }
  // Who left before this was asked is not told of again.
  if (raw.destroyed) close()
  else raw.once('close', close)
  return left.signal
}

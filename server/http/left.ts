// Callers who leave before they are answered: what is done for them alone is not done any further.
import type { ServerResponse } from 'node:http'
import { ApiProblem } from './apiProblem.ts'

/** Nobody reads this one. */
const callerLeft = () => new ApiProblem(499, 'CALLER_LEFT', 'Nobody waits for the answer any more.')

/**
 * Aborts when the connection of a request closes before its answer is written, with a refusal as its reason. Not for
 * work that others share or that is kept.
 * @param raw the answer that is being made
 */
export function leaving(raw: ServerResponse): AbortSignal {
  const left = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort(callerLeft())
  })
  return left.signal
}

/**
 * A limit and what it limits, in one transaction: either both happen or neither, and of calls that come together
 * one counts after the other, on whichever server.
 */
import type { Kysely } from 'kysely'
import { ApiProblem } from '../http/apiProblem.ts'
import type { Schema } from './schema.ts'
import { transact } from './transact.ts'

/**
 * @param work a refusal it returns is thrown when the transaction has ended, so that the try stays counted; one it
 *   throws takes everything back
 * @throws ApiProblem
 */
export async function counted<T>(
  db: Kysely<Schema>,
  work: (trx: Kysely<Schema>) => Promise<T | ApiProblem>,
): Promise<T> {
  const outcome = await transact(db, work)
  if (outcome instanceof ApiProblem) throw outcome
  return outcome as T
}

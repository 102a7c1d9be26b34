// A transaction, and what waits until it is committed: another connection sees nothing of it before.
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

const waiting = new WeakMap<Kysely<Schema>, (() => void)[]>()

/** Does `work` in a transaction, and once it is committed what `onceCommitted` was given meanwhile. */
export async function transact<T>(db: Kysely<Schema>, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  const due: (() => void)[] = []
  const outcome = await db.transaction().execute((trx) => {
    waiting.set(trx, due)
    return work(trx)
  })
  for (const done of due) done()
  return outcome
}

/** Calls `done` when the transaction is committed, and never when it is taken back; at once outside of any `transact`. */
export function onceCommitted(within: Kysely<Schema>, done: () => void): void {
  const due = waiting.get(within)
  if (due) due.push(done)
  else done()
}

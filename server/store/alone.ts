// Work that of several servers on one PostgreSQL server one does at a time.
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Any constants, one for each work. */
const LOCKS = { seed: 7_204_174 } as const
/** Milliseconds between two looks whether another is done. */
const LOOK_MS = 250

/**
 * Runs `work` while no other server runs the same. A server that dies gives its place free with its connection.
 * Only for a PostgreSQL server: it holds a connection of its own, and the embedded database has but one.
 */
export function alone<T>(db: Kysely<Schema>, what: keyof typeof LOCKS, work: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (held) => {
    // Asked again and again: a statement that waited for minutes would pass for one that nobody answers.
    const lock = sql<{ taken: boolean }>`select pg_try_advisory_lock(${sql.lit(LOCKS[what])}) as taken`
    while (!(await lock.execute(held)).rows[0]?.taken) await pause(LOOK_MS)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(LOCKS[what])})`.execute(held)
    }
  })
}

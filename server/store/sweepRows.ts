// Clearing away what has run out, on several servers at once and beside calls that are at work on the same rows.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Removes the rows of a table that nobody holds; the next sweep finds the others. One that waited for them would take
 * rows in an order of its own, and PostgreSQL would end it, or the call it met (server/README.md).
 * @param over whether a row has run out
 */
export async function sweepRows(db: Kysely<Schema>, table: keyof Schema, over: RawBuilder<unknown>): Promise<void> {
  const rows = sql.table(table)
  await sql`delete from ${rows}
    where ctid = any(array(select ctid from ${rows} where ${over} for update skip locked))`.execute(db)
}

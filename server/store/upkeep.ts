/**
 * What a PostgreSQL server does by itself beside its connections, and the embedded database, which is one process, does
 * not: it writes a checkpoint at its start and end alone, and never vacuums.
 */
import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * So many rows that are gone or replaced are worth a vacuum. No share of the table, as a server takes: the embedded
 * database forgets its counts when it ends, and one that is started every day would never come to a fifth of a large one.
 */
const DEAD_ROWS = 500
/** They are large, and who writes many of their rows vacuums them (catalogue/writeCatalogue.ts). */
const OF_CATALOGUE: readonly (keyof Schema)[] = [
  'releases',
  'tracks',
  'search_artists',
  'search_labels',
  'search_words',
]

/**
 * Keeps the embedded database in shape. Each statement has its one connection for itself, and others come in between.
 * Not for a PostgreSQL server, which has workers for it.
 */
export async function keepUp(db: Kysely<Schema>): Promise<void> {
  // What was swept just now is counted too.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const worn = await sql<{ name: string }>`select relname as name from pg_stat_user_tables
    where n_dead_tup >= ${DEAD_ROWS} and relname <> all(${OF_CATALOGUE}::text[]) order by relname`.execute(db)
  for (const { name } of worn.rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
  // Without one the write-ahead log only grows, and all of it is gone through again after a kill.
  await sql`checkpoint`.execute(db)
}

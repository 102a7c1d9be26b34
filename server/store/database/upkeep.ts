/**
 * What a PostgreSQL server does by itself beside its connections, and the embedded database, which is one process, does
 * not: it writes a checkpoint at its start and end alone, and never vacuums.
 */
import { type Kysely, sql } from 'kysely'
import { countGrownWords } from '../catalogue/commonWords.ts'
import type { Schema } from '../schema.ts'

/**
 * So many rows that are new, gone or replaced are worth a vacuum. No share of the table, as a server takes: the embedded
 * database forgets its counts when it ends, and one that is started every day would never come to a fifth of a large one.
 */
const CHANGED_ROWS = 500
/** Lists and searches follow plans of these: one nobody has ever counted is, however small; an import writes row by row. */
const OF_CATALOGUE: readonly (keyof Schema)[] = [
  'releases',
  'tracks',
  'search_artists',
  'search_labels',
  'search_words',
]

/**
 * Keeps the embedded database in shape, and in any the counts of common words. Each statement has the one connection for
 * itself, and others come in between.
 * @param isEmbedded a PostgreSQL server has workers for all but the words
 */
export async function keepUp(db: Kysely<Schema>, isEmbedded: boolean): Promise<void> {
  if (isEmbedded) await vacuum(db)
  await countGrownWords(db)
  // Without one the write-ahead log only grows, and all of it is gone through again after a kill.
  if (isEmbedded) await sql`checkpoint`.execute(db)
}

async function vacuum(db: Kysely<Schema>): Promise<void> {
  // What was written just now is counted too.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const worn = await sql<{ name: string }>`select c.relname as name
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where greatest(s.n_dead_tup, s.n_mod_since_analyze) >= ${CHANGED_ROWS}
      or (c.reltuples < 0 and c.relname = any(${OF_CATALOGUE}::text[]) and pg_relation_size(c.oid) > 0)
    order by 1`.execute(db)
  for (const { name } of worn.rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
}

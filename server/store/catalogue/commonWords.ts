// Which words are so common that the search should not ask the index for them (migration 0007).
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** Tracks that are looked at; their share of words stands for all. */
const SAMPLE = 50_000
/** Below so many tracks no word is common enough to matter. */
const TRACKS_MIN = 20_000
/** A word in fewer tracks than one in so many is not common. */
const ONE_IN = 200
/** So many times the tracks of the last count are worth another. */
const GROWN = 2

/**
 * Estimates how many tracks have each common word, from a part of them. Fast enough to be done after
 * each larger change of the catalogue; between two of them an old estimate does no harm but to speed.
 */
export async function countCommonWords(db: Kysely<Schema>): Promise<void> {
  const found = await sql<{ tracks: number }>`select count(*) as tracks from tracks where words <> ''`.execute(db)
  const tracks = Number(found.rows[0]?.tracks ?? 0)
  await sql`delete from common_words`.execute(db)
  if (tracks < TRACKS_MIN) return
  const percent = Math.min(100, (100 * SAMPLE) / tracks)
  // Pages and not rows: a tenth of a second for any size. Repeatable, so that two servers agree.
  const part = `from tracks tablesample system (${percent}) repeatable (1) where words <> ''`
  const words = `select array_to_tsvector(string_to_array(words, ' ')) ${part}`
  await sql`insert into common_words (word, tracks)
    select word, (ndoc * ${tracks}::float8 / sampled)::bigint
    from ts_stat(${words}::text), (select greatest(1, count(*)) as sampled ${sql.raw(part)}) part
    where ndoc * ${ONE_IN} >= sampled
    union all select '', ${tracks}::bigint`.execute(db)
}

/** Counts anew where the catalogue has grown a release at a time since. */
export async function countGrownWords(db: Kysely<Schema>): Promise<void> {
  /** Whether so many tracks are worth another count. @param tracks an expression */
  const isGrown = async (trx: Kysely<Schema>, tracks: RawBuilder<unknown>): Promise<boolean> => {
    const found = await sql<{ isGrown: boolean }>`select (${tracks}) >= greatest(${TRACKS_MIN}::float8,
      ${GROWN}::float8 * (select coalesce(max(tracks), 0) from common_words where word = '')) as "isGrown"`.execute(trx)
    return found.rows[0]?.isGrown === true
  }
  // What the database's last vacuum counted costs nothing, and counts the tracks of closed releases, too.
  if (!(await isGrown(db, sql`select reltuples from pg_class where oid = 'tracks'::regclass`))) return
  await db.transaction().execute(async (trx) => {
    // Of several servers one counts; searches read what there was until it is done.
    await sql`lock table common_words in share row exclusive mode`.execute(trx)
    if (await isGrown(trx, sql`select count(*) from tracks where words <> ''`)) await countCommonWords(trx)
  })
}

// What is known of a song's loudness only after it was there: all of it in the demo, a note of earlier imports.
import { type Kysely, sql } from 'kysely'
import type { Loudness } from '#core/model/catalogue/release.ts'
import type { TrackSource } from '../../media/contract.ts'
import type { Schema } from '../schema.ts'

export interface Unmeasured {
  trackid: string
  source: Extract<TrackSource, { kind: 'synth' }>
}

/**
 * Songs of the newest demo releases that are there in several versions and have not been measured: the ones somebody
 * compares. Newest release first.
 * @param releases of so many
 */
export async function unmeasuredVersions(db: Kysely<Schema>, releases: number): Promise<Unmeasured[]> {
  const newest = await db
    .selectFrom('releases')
    .where('origin', '=', 'demo')
    .where('access', '=', 'open')
    .select('releaseid')
    .orderBy('available_at', 'desc')
    .limit(releases)
    .execute()
  const found: Unmeasured[] = []
  for (const { releaseid } of newest) {
    const songs = await db
      .selectFrom('tracks')
      .where('releaseid', '=', releaseid)
      .where('assettype', '=', 'audio')
      .select(['trackid', 'title', 'meta', 'source'])
      .orderBy('ordinal')
      .execute()
    for (const { trackid, title, meta, source } of songs) {
      const isOne = songs.filter((other) => other.title === title).length > 1
      if (isOne && source.kind === 'synth' && !('loudness' in meta)) found.push({ trackid, source })
    }
  }
  return found
}

/** Whether anything was imported: asked of the releases, which are few beside their songs. */
export async function hasImports(db: Kysely<Schema>): Promise<boolean> {
  const found = await db.selectFrom('releases').where('origin', '=', 'import').select('releaseid').executeTakeFirst()
  return found !== undefined
}

export interface Unnoted {
  trackid: string
  loudness: Loudness
  /** Where its MP3 lies in the media store. */
  path: string
  bytes: number
}

/**
 * Imported songs that were measured and are not noted to be of one channel, by their ids.
 * @param after the id before the first
 * @param count so many at most
 */
export async function measuredFiles(db: Kysely<Schema>, after: string, count: number): Promise<Unnoted[]> {
  const found = await sql<Unnoted>`
    select trackid, meta->'loudness' as loudness, source->'files'->'mp3'->>'path' as path,
      (source->'files'->'mp3'->>'bytes')::float8 as bytes
    from tracks where trackid > ${after} and source->>'kind' = 'file' and meta->'loudness' is not null
      and meta->'loudness'->'mono' is null and source->'files'->'mp3' is not null
    order by trackid limit ${count}`.execute(db)
  return found.rows
}

/** Says of a song how loud it is; of the release nothing changes but that. */
export async function keepLoudness(db: Kysely<Schema>, trackid: string, loudness: Loudness): Promise<void> {
  const meta = sql<string>`meta || ${JSON.stringify({ loudness })}::jsonb`
  await db.updateTable('tracks').set({ meta }).where('trackid', '=', trackid).execute()
}

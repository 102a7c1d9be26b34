// Loudness of songs of the demo, which is known only after they were there.
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

/** Says of a song how loud it is; of the release nothing changes but that. */
export async function keepLoudness(db: Kysely<Schema>, trackid: string, loudness: Loudness): Promise<void> {
  const meta = sql<string>`meta || ${JSON.stringify({ loudness })}::jsonb`
  await db.updateTable('tracks').set({ meta }).where('trackid', '=', trackid).execute()
}

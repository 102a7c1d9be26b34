// Playlists the demo account starts with: an empty one, a pinned one, one with several covers.
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { fold } from '../../store/catalogue/fold.ts'

const OWNER = 'demo-verified'

/** Adds them when the demo account has no playlist at all; a playlist that was deleted stays deleted. */
export async function seedDemoPlaylists({ db, now }: Context): Promise<void> {
  const known = await sql`select 1 from playlists where playerid = ${OWNER} limit 1`.execute(db)
  if (known.rows.length > 0) return
  // One song each of the newest releases: as many covers as songs.
  const found = await sql<{ trackid: string }>`
    select distinct on (r.available_at, r.releaseid) t.trackid from releases r join tracks t using (releaseid)
    where r.access = 'open' and r.origin = 'demo' and r.cover is not null and t.assettype = 'audio'
    order by r.available_at desc, r.releaseid desc, t.ordinal limit 12`.execute(db)
  const tracks = found.rows.map((row) => row.trackid)
  const plans = [
    { id: 'demo-playlist-empty', name: 'To be filled', description: '', pinned: false, tracks: [] },
    {
      id: 'demo-playlist-pinned',
      name: 'Morning show',
      description: 'Week 47',
      pinned: true,
      tracks: tracks.slice(0, 1),
    },
    { id: 'demo-playlist-covers', name: 'Late night', description: '', pinned: false, tracks: tracks.slice(1) },
  ]
  await db.transaction().execute(async (trx) => {
    for (const [index, plan] of plans.entries()) {
      const { id: playlistid, name, description, pinned } = plan
      await trx
        .insertInto('playlists')
        .values({
          playlistid,
          playerid: OWNER,
          name,
          name_sort: fold(name),
          description,
          pinned,
          created_at: new Date(now() - (plans.length - index) * 60_000),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      for (const [place, trackid] of plan.tracks.entries()) {
        await trx
          .insertInto('playlist_tracks')
          .values({ playlistid, trackid, place: place + 1 })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
    }
  })
}

/**
 * Playlists and their order (API-PL). Every change of the tracks holds the playlist's row, so that two
 * tabs that move songs at once leave one order and no gaps.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Song } from '#core/model/catalogue/release.ts'
import {
  PLAYLIST_COVERS_MAX,
  PLAYLIST_TRACKS_MAX,
  type Playlist,
  type PlaylistMove,
} from '#core/model/playlists/playlist.ts'
import { beside } from '#core/model/playlists/playlistChange.ts'
import { coverAddress } from '../catalogue/addresses.ts'
import { fold } from '../catalogue/fold.ts'
import { bothSongNames, type Catalogue, type TrackAccess } from '../catalogue/readCatalogue.ts'
import type { PlaylistsTable } from '../contentSchema.ts'
import type { ReleaseRow, Schema } from '../schema.ts'
import { createMarks } from './marks.ts'
import { holdPlayer } from './players.ts'

export type PlaylistRow = Selectable<PlaylistsTable>
type Covered = Pick<ReleaseRow, 'releaseid' | 'cover' | 'revision'>
export type PlaylistSort = 'date' | 'name' | 'pinned'

/** Songs of several playlists in one answer: a hundred long ones would be half a gigabyte of text. */
const SONGS_LISTED_MAX = 2 * PLAYLIST_TRACKS_MAX

/** Places whose covers are looked at first: seldom are more needed for those that are shown. */
const COVERED_FIRST = 50

/** Playlists of one player: more than anybody keeps, and what a program in a loop comes to. */
export const PLAYLISTS_MAX = 2000

/** A player has as many as there may be. */
export class TooManyPlaylists extends Error {}

/** Playlists of which not all songs are put into one answer. */
export class TooManySongs extends Error {}

/** It was deleted since it was found. */
export class PlaylistGone extends Error {}

export function createPlaylists(db: Kysely<Schema>, catalogue: Catalogue) {
  const marks = createMarks(db)

  /** Ids of the tracks in order, tracks that cannot be had any more among them. */
  async function trackids(playlistid: string): Promise<string[]> {
    const found = await sql<{ trackid: string }>`
      select trackid from playlist_tracks where playlistid = ${playlistid} order by place, trackid`.execute(db)
    return found.rows.map((row) => row.trackid)
  }

  async function tracks(playlist: PlaylistRow): Promise<TrackAccess[]> {
    const ids = await trackids(playlist.playlistid)
    return catalogue.tracksByIds(ids, await marks.flaggedAmong(playlist.playerid, ids))
  }

  /** Counts and covers of playlists, without their songs. */
  async function summaries(rows: readonly PlaylistRow[]): Promise<Playlist[]> {
    const ids = rows.map((row) => row.playlistid)
    const counted = await sql<{ playlistid: string; tracks: number }>`
      select playlistid, (select count(*) from playlist_tracks p
        join tracks t using (trackid) join releases r using (releaseid)
        where p.playlistid = asked.playlistid and r.access = 'open') as tracks
      from unnest(${ids}::text[]) as asked(playlistid)`.execute(db)
    const counts = new Map(counted.rows.map((row) => [row.playlistid, row.tracks]))
    const covers = await coversOf(ids, COVERED_FIRST)
    const isShort = (id: string) => (covers.get(id)?.length ?? 0) < Math.min(PLAYLIST_COVERS_MAX, counts.get(id) ?? 0)
    for (const [id, all] of await coversOf(ids.filter(isShort), null)) covers.set(id, all)
    return rows.map((row) => {
      const covered = covers.get(row.playlistid) ?? []
      return {
        playlistid: row.playlistid,
        name: row.name,
        desc: row.description,
        description: row.description,
        default: false,
        tracks: counts.get(row.playlistid) ?? 0,
        pinned: row.pinned,
        thumbnail: covered[0] ? coverAddress(covered[0], 300) : '',
        thumbnails: covered.map((entry) => coverAddress(entry, 300)),
        coverart: covered[0] ? coverAddress(covered[0], 1400) : '',
        created: row.created_at.toISOString(),
      }
    })
  }

  /**
   * The releases whose covers stand for each of these playlists, in the order of their songs.
   * @param most places that are looked at, from the first; null for all
   */
  async function coversOf(ids: readonly string[], most: number | null): Promise<Map<string, Covered[]>> {
    const covers = new Map<string, Covered[]>()
    if (ids.length === 0) return covers
    // A hundred playlists of five thousand releases: what is not shown stays in the database.
    const found = await sql<Covered & { playlistid: string }>`
      select playlistid, shown.* from unnest(${[...ids]}::text[]) as asked(playlistid), lateral (
        select r.releaseid, r.cover, r.revision, min(p.place) as first from (
          select trackid, place from playlist_tracks where playlistid = asked.playlistid
          order by place limit ${most}::integer
        ) p join tracks t using (trackid) join releases r using (releaseid)
        where r.access = 'open' and r.cover is not null
        group by r.releaseid order by first limit ${PLAYLIST_COVERS_MAX}
      ) as shown order by playlistid, first`.execute(db)
    for (const { playlistid, ...release } of found.rows)
      covers.set(playlistid, [...(covers.get(playlistid) ?? []), release])
    return covers
  }

  async function withSongs(row: PlaylistRow): Promise<Playlist> {
    const [summary] = await summaries([row])
    if (!summary) throw new Error('a playlist without a summary')
    return { ...summary, songs: (await tracks(row)).map(({ song }) => bothSongNames(song)) }
  }

  /** Runs with the playlist's row held. @throws PlaylistGone */
  function holding<T>(playlistid: string, change: (trx: Kysely<Schema>) => Promise<T>): Promise<T> {
    return db.transaction().execute(async (trx) => {
      const held = await sql`select 1 from playlists where playlistid = ${playlistid} for update`.execute(trx)
      if (held.rows.length === 0) throw new PlaylistGone()
      return change(trx)
    })
  }

  /** The same with its order at hand. @throws PlaylistGone */
  function holdingOrder<T>(
    playlistid: string,
    change: (trx: Kysely<Schema>, order: string[]) => Promise<T>,
  ): Promise<T> {
    return holding(playlistid, async (trx) => {
      const found = await sql<{ trackid: string }>`
        select trackid from playlist_tracks where playlistid = ${playlistid} order by place, trackid`.execute(trx)
      const order = found.rows.map((row) => row.trackid)
      return change(trx, order)
    })
  }

  return {
    /** This player's playlist; undefined for any other id. */
    async find(playlistid: string, playerid: string): Promise<PlaylistRow | undefined> {
      return db
        .selectFrom('playlists')
        .where('playlistid', '=', playlistid)
        .where('playerid', '=', playerid)
        .selectAll()
        .executeTakeFirst()
    },

    /** Whoever's it is. */
    async byId(playlistid: string): Promise<PlaylistRow | undefined> {
      return db.selectFrom('playlists').where('playlistid', '=', playlistid).selectAll().executeTakeFirst()
    },

    /**
     * @param filter part of the name, without case and accents
     * @throws TooManySongs
     */
    async list(
      playerid: string,
      query: {
        page: number
        pagesize: number
        sort: { key: PlaylistSort; descending: boolean }
        filter: string
        summary: boolean
      },
    ): Promise<{ playlists: Playlist[]; total: number }> {
      const like = `%${fold(query.filter).replace(/[\\%_]/g, '\\$&')}%`
      const where = sql`playerid = ${playerid} and name_sort like ${like}`
      const way = sql.raw(query.sort.descending ? 'desc' : 'asc')
      const order = {
        date: sql`created_at ${way}, playlistid ${way}`,
        name: sql`name_sort ${way}, playlistid ${way}`,
        // Among the starred and among the rest the newest come first.
        pinned: sql`pinned ${way}, created_at desc, playlistid desc`,
      }[query.sort.key]
      const found = await sql<PlaylistRow>`select * from playlists where ${where} order by ${order}
        limit ${query.pagesize} offset ${(query.page - 1) * query.pagesize}`.execute(db)
      const total = await sql<{ total: number }>`select count(*) as total from playlists where ${where}`.execute(db)
      const short = await summaries(found.rows)
      const answer = { playlists: short, total: total.rows[0]?.total ?? 0 }
      if (query.summary) return answer
      if (short.length > 1 && short.reduce((sum, { tracks }) => sum + tracks, 0) > SONGS_LISTED_MAX)
        throw new TooManySongs()
      const playlists: Playlist[] = []
      for (const row of found.rows) playlists.push(await withSongs(row))
      return { ...answer, playlists }
    },

    withSongs,
    tracks,

    async songs(playlist: PlaylistRow): Promise<Song[]> {
      return (await tracks(playlist)).map(({ song }) => bothSongNames(song))
    },

    /**
     * @param now ms since 1970
     * @throws TooManyPlaylists
     */
    async create(playerid: string, name: string, description: string, now: number): Promise<string> {
      const playlistid = randomUUID()
      await db.transaction().execute(async (trx) => {
        // Of several that come at once each counts those before it.
        await holdPlayer(trx, playerid)
        const counted = await sql<{ has: number }>`
          select count(*) as has from playlists where playerid = ${playerid}`.execute(trx)
        if ((counted.rows[0]?.has ?? 0) >= PLAYLISTS_MAX) throw new TooManyPlaylists()
        await trx
          .insertInto('playlists')
          .values({ playlistid, playerid, name, name_sort: fold(name), description, created_at: new Date(now) })
          .execute()
      })
      return playlistid
    },

    /**
     * @param description left as it is when there is none: another tab may have changed it since the playlist was read
     * @throws PlaylistGone
     */
    async rename(playlist: PlaylistRow, name: string, description?: string): Promise<PlaylistRow> {
      const change = { name, name_sort: fold(name), ...(description === undefined ? {} : { description }) }
      const { playlistid } = playlist
      const done = await db
        .updateTable('playlists')
        .where('playlistid', '=', playlistid)
        .set(change)
        .returningAll()
        .executeTakeFirst()
      if (!done) throw new PlaylistGone()
      return done
    },

    async remove(playlistid: string): Promise<void> {
      await db.deleteFrom('playlists').where('playlistid', '=', playlistid).execute()
    },

    async pin(playlistid: string, pinned: boolean): Promise<void> {
      await db.updateTable('playlists').where('playlistid', '=', playlistid).set({ pinned }).execute()
    },

    /**
     * Appends the tracks that are not there yet. What cannot be had any more takes no room: where there is none left, the
     * first of those go for good. False when the playlist would hold too many all the same. @throws PlaylistGone
     */
    add(playlistid: string, wanted: readonly string[]): Promise<boolean> {
      return holdingOrder(playlistid, async (trx, order) => {
        const there = new Set(order)
        const fresh = [...new Set(wanted)].filter((trackid) => !there.has(trackid))
        const over = order.length + fresh.length - PLAYLIST_TRACKS_MAX
        const withheld = over > 0 ? await withheldIn(trx, playlistid, over) : []
        if (withheld.length < over) return false
        if (withheld.length > 0)
          await trx
            .deleteFrom('playlist_tracks')
            .where('playlistid', '=', playlistid)
            .where('trackid', 'in', withheld)
            .execute()
        await append(trx, playlistid, fresh)
        return true
      })
    },

    /** False when the track or the reference is not in the playlist. @throws PlaylistGone */
    move(playlistid: string, { trackid, referenceTrackid, position }: PlaylistMove): Promise<boolean> {
      return holdingOrder(playlistid, async (trx, order) => {
        if (!order.includes(trackid) || !order.includes(referenceTrackid)) return false
        if (trackid === referenceTrackid) return true
        await reorder(trx, playlistid, beside(order, trackid, position, referenceTrackid))
        return true
      })
    },

    /** Removes one track, or all of them. @throws PlaylistGone */
    drop(playlistid: string, trackid: string | null): Promise<void> {
      return holding(playlistid, async (trx) => {
        const one = trackid === null ? sql`` : sql`and trackid = ${trackid}`
        await sql`delete from playlist_tracks where playlistid = ${playlistid} ${one}`.execute(trx)
      })
    },
  }
}

/** The first tracks of a playlist that cannot be had any more, and so are in no list and no count; `most` of them at most. */
async function withheldIn(trx: Kysely<Schema>, playlistid: string, most: number): Promise<string[]> {
  const found = await sql<{ trackid: string }>`
    select p.trackid from playlist_tracks p where p.playlistid = ${playlistid} and not exists (
      select 1 from tracks t join releases r using (releaseid) where t.trackid = p.trackid and r.access = 'open'
    ) order by p.place, p.trackid limit ${most}`.execute(trx)
  return found.rows.map((row) => row.trackid)
}

/** Puts tracks that are not there behind all others. */
async function append(trx: Kysely<Schema>, playlistid: string, fresh: readonly string[]): Promise<void> {
  await sql`insert into playlist_tracks (playlistid, trackid, place)
    select ${playlistid}::text, trackid, n + (
      select coalesce(max(place), 0) from playlist_tracks where playlistid = ${playlistid})
    from unnest(${[...fresh]}::text[]) with ordinality as given(trackid, n)`.execute(trx)
}

/** Writes the order of the tracks that are there; only rows whose place changes are touched. */
async function reorder(trx: Kysely<Schema>, playlistid: string, order: readonly string[]): Promise<void> {
  await sql`update playlist_tracks known set place = given.place::integer
    from unnest(${[...order]}::text[]) with ordinality as given(trackid, place)
    where known.playlistid = ${playlistid} and known.trackid = given.trackid and known.place <> given.place`.execute(
    trx,
  )
}

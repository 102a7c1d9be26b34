// Reading the catalogue: one release, its songs, its attachments, a track with its rights, the filter lists.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Options, ReleaseDetail, Song } from '#core/model/catalogue/release.ts'
import { ReleaseDetail as ReleaseDetailShape } from '#core/model/catalogue/release.ts'
import type { TrackSource } from '../../media/contract.ts'
import type { ReleaseRow, Schema, TrackRow } from '../schema.ts'
import { attachmentAddress, coverAddress, logoAddress } from './addresses.ts'
import { labelsOf, readOptions } from './choices.ts'
import { unpackSong } from './packing.ts'
import { sharesOf } from './shares.ts'

/** Songs that are unpacked in one go: some milliseconds, and others ask meanwhile. */
const IN_ONE_GO = 200

export interface TrackAccess {
  song: Song
  source: TrackSource
  release: ReleaseRow
}

export function createCatalogue(db: Kysely<Schema>) {
  const releaseRow = (releaseid: string): Promise<ReleaseRow | undefined> =>
    db.selectFrom('releases').where('releaseid', '=', releaseid).selectAll().executeTakeFirst()

  async function songs(release: ReleaseRow, flagged: Set<string>): Promise<TrackAccess[]> {
    const rows = await db
      .selectFrom('tracks')
      .where('releaseid', '=', release.releaseid)
      .orderBy('ordinal')
      .orderBy('trackid')
      .selectAll()
      .execute()
    const coverart = coverAddress(release, 1400)
    return rows.map((row) => ({
      song: unpackSong(release, row, coverart, flagged.has(row.trackid)),
      source: row.source,
      release,
    }))
  }

  return {
    releaseRow,

    /** The songs of a release with where their audio comes from, in order; empty for an unknown release. */
    async songsWithSource(releaseid: string): Promise<TrackAccess[]> {
      const release = await releaseRow(releaseid)
      return release ? songs(release, new Set()) : []
    },

    /** A release as its detail page shows it to this player. */
    async detail(release: ReleaseRow, playerid: string): Promise<ReleaseDetail> {
      const marks = await db
        .selectFrom('flags')
        .where('playerid', '=', playerid)
        .where('releaseid', '=', release.releaseid)
        .select('trackid')
        .execute()
      const archived = await db
        .selectFrom('archived')
        .where('playerid', '=', playerid)
        .where('releaseid', '=', release.releaseid)
        .select('releaseid')
        .executeTakeFirst()
      const attachments = await db
        .selectFrom('attachments')
        .where('releaseid', '=', release.releaseid)
        .orderBy('place')
        .selectAll()
        .execute()
      const flagged = new Set(marks.map((mark) => mark.trackid))
      const shares = await sharesOf(db, playerid, release.releaseid)
      const detail = ReleaseDetailShape.parse({
        ...cardOf({
          ...release,
          flagged: flagged.has(''),
          archived: archived !== undefined,
          flaggedtrackcount: [...flagged].filter((trackid) => trackid !== '').length,
          shared: shares[0] ? new Date(shares[0].date) : null,
        }),
        ...(shares.length > 0 && {
          shares: shares.map(({ shareid, by, message, date }) => ({ shareid, by, message, date })),
        }),
        promoinfo: release.promoinfo,
        songs: (await songs(release, flagged)).map(({ song }) => song),
        attachments: attachments.map((row) => ({
          title: row.title,
          url: attachmentAddress(row.attachmentid, row.title),
          size: row.bytes,
        })),
      } satisfies Record<Exclude<keyof ReleaseDetail, 'colour' | 'formats' | 'shared' | 'shares'>, unknown>)
      return { ...bothNames(detail), songs: detail.songs.map(bothSongNames) }
    },

    /** A track with its release; undefined for an unknown id. */
    async track(trackid: string): Promise<TrackAccess | undefined> {
      const row = await db.selectFrom('tracks').where('trackid', '=', trackid).selectAll().executeTakeFirst()
      const release = row && (await releaseRow(row.releaseid))
      if (!release) return undefined
      return { song: unpackSong(release, row, coverAddress(release, 1400), false), source: row.source, release }
    },

    /** These tracks in this order, as far as they are there and their release is open. */
    async tracksByIds(trackids: readonly string[], flagged: ReadonlySet<string>): Promise<TrackAccess[]> {
      if (trackids.length === 0) return []
      const found = await sql<TrackRow>`
        select * from tracks where trackid = any(${[...trackids]}::text[])`.execute(db)
      const ids = [...new Set(found.rows.map((row) => row.releaseid))]
      const releases = await sql<ReleaseRow>`
        select * from releases where releaseid = any(${ids}::text[]) and access = 'open'`.execute(db)
      const rowOf = new Map(found.rows.map((row) => [row.trackid, row]))
      const releaseOf = new Map(releases.rows.map((row) => [row.releaseid, row]))
      const tracks: TrackAccess[] = []
      for (const trackid of trackids) {
        const row = rowOf.get(trackid)
        const release = row && releaseOf.get(row.releaseid)
        if (!release) continue
        const song = unpackSong(release, row, coverAddress(release, 1400), flagged.has(trackid))
        tracks.push({ song, source: row.source, release })
        if (tracks.length % IN_ONE_GO === 0) await nextTurn()
      }
      return tracks
    },

    /** An attachment of an open release; undefined for any other id. */
    async attachment(attachmentid: string) {
      return db
        .selectFrom('attachments')
        .innerJoin('releases', 'releases.releaseid', 'attachments.releaseid')
        .where('attachmentid', '=', attachmentid)
        .where('access', '=', 'open')
        .select(['attachments.title', 'bytes', 'seed', 'releases.title as release', 'releases.artist as artist'])
        .executeTakeFirst()
    },

    /**
     * What the cover of a release is made from; null for none, and where nobody may see it. One that was withdrawn keeps
     * its cover: it stands in histories and queues of those who had it.
     */
    async coverSeed(releaseid: string): Promise<{ seed: string } | { file: string } | null> {
      const row = await db
        .selectFrom('releases')
        .where('releaseid', '=', releaseid)
        .where('access', '!=', 'forbidden')
        .select('cover')
        .executeTakeFirst()
      return row?.cover ?? null
    },

    async options(): Promise<Options> {
      return { ...(await readOptions(db)), capabilities: { download: true } }
    },

    /** Whether an open release is of this label. */
    async hasLabel(name: string): Promise<boolean> {
      const wanted = JSON.stringify([{ name }])
      const found =
        await sql`select 1 from releases where labels @> ${wanted}::text::jsonb and access = 'open' limit 1`.execute(db)
      return found.rows.length > 0
    },

    async hasMarket(id: string): Promise<boolean> {
      const found = await sql`select 1 from options where kind = 'markets' and id = ${id}`.execute(db)
      return found.rows.length > 0
    },

    /** Every label of an open release with the address of its logo, by name. */
    async logos(): Promise<{ name: string; logo: string }[]> {
      return (await labelsOf(db)).map(({ name, logo }) => ({ name, logo: logo ?? logoAddress(name) }))
    },
  }
}

export type Catalogue = ReturnType<typeof createCatalogue>

/** A release with what this player made of it. */
export type MarkedRelease = ReleaseRow & {
  flagged: boolean
  flaggedtrackcount: number
  archived: boolean
  /** When somebody shared it last with this player. */
  shared: Date | null
}

/** A release with the fields of RELEASE-002 that say the same again (D-082); whoever parses it keeps one of each. */
export function bothNames<T extends { genres: string[]; markettags: string[] }>(release: T) {
  return { ...release, genre: release.genres.join(', '), market_tags: release.markettags }
}

/** A song with the fields of RELEASE-006 that say the same again; whoever parses it keeps one of each. */
export const bothSongNames = <T extends { trackid: string; ordinal: number }>(song: T) => ({
  ...song,
  id: song.trackid,
  index: song.ordinal,
})

/** The card of a release, from its row and this player's marks. */
export function cardOf(row: MarkedRelease) {
  return {
    releaseid: row.releaseid,
    title: row.title,
    artist: row.artist,
    explicit: row.explicit,
    thumbnail: coverAddress(row, 300),
    coverart: coverAddress(row, 1400),
    ...(row.colour === null ? {} : { colour: row.colour }),
    available: row.available,
    impactdate: row.impactdate,
    duration: row.duration,
    trackcount: row.trackcount,
    videocount: row.videocount,
    ...(row.formats === null ? {} : { formats: row.formats }),
    flaggedtrackcount: row.flaggedtrackcount,
    labels: row.labels.map((label) => ({ name: label.name, logo: label.logo ?? logoAddress(label.name) })),
    genres: row.genres,
    markettags: row.markettags,
    trending: row.trending,
    release_type: row.release_type,
    candownload: row.candownload,
    flagged: row.flagged,
    archived: row.archived,
    commenting_enabled: row.commenting_enabled,
    allow_sharing: row.allow_sharing,
    ...(row.shared === null ? {} : { shared: row.shared.toISOString() }),
  }
}

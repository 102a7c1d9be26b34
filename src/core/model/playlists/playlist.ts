// Playlists as the wire carries them (API-PL). `desc` and `description` are the same text (D-112).
import * as z from 'zod/mini'
import { Song } from '../catalogue/release.ts'
import { PlaylistId, TrackId } from '../ids.ts'
import { later } from '../later.ts'
import { textOf } from '../text/textSchema.ts'
import { PLAYLIST_DESC, PLAYLIST_NAME } from './playlistRules.ts'

/** Tracks one call may add at most, and a playlist may hold at most. */
export const PLAYLIST_TRACKS_MAX = 5000
/** Different covers a playlist shows at most, the first of its tracks. */
export const PLAYLIST_COVERS_MAX = 4

export const PlaylistName = textOf(PLAYLIST_NAME, { missing: 'Please add a playlist name' })
export const PlaylistDescription = textOf(PLAYLIST_DESC)

export const Playlist = later(() =>
  z.object({
    playlistid: PlaylistId,
    name: z.string(),
    desc: z.string(),
    description: z.string(),
    default: z.boolean(),
    /** Number of tracks. */
    tracks: z.int().check(z.nonnegative()),
    pinned: z.boolean(),
    /** Cover of the first track, on our origin; empty for an empty playlist. */
    thumbnail: z.string(),
    /** Up to four different covers, in the order of the tracks. */
    thumbnails: z.array(z.string()),
    coverart: z.string(),
    /** ISO 8601. */
    created: z.string(),
    /** Left out of summaries. */
    songs: z.optional(z.array(Song)),
  }),
)
export type Playlist = z.infer<typeof Playlist>

/** A playlist as its card shows it: without its songs. */
export const PlaylistCard = later(() => z.omit(Playlist, { songs: true }))
export type PlaylistCard = z.infer<typeof PlaylistCard>

const TrackOfSong = later(() =>
  z.pick(Song, {
    trackid: true,
    releaseid: true,
    ordinal: true,
    title: true,
    artist: true,
    version: true,
    explicit: true,
    assettype: true,
    duration: true,
    available: true,
    impactdate: true,
    labels: true,
    coverart: true,
  }),
)
/** What a row of a playlist shows of a song, and what the queue needs to play it. */
export const PlaylistTrack = later(() =>
  z.extend(TrackOfSong, {
    /** It comes from a lossy source, so a WAV zip lacks it; left out otherwise. */
    mp3Only: z.exactOptional(z.literal(true)),
  }),
)
export type PlaylistTrack = z.infer<typeof PlaylistTrack>

export const PlaylistList = later(() =>
  z.object({ playlists: z.array(Playlist), total: z.int().check(z.nonnegative()) }),
)
export type PlaylistList = z.infer<typeof PlaylistList>

export const PlaylistSongs = later(() => z.object({ songs: z.array(Song) }))

/** API-PL-002. */
export const PlaylistCreate = later(() =>
  z.strictObject({
    name: PlaylistName,
    desc: z._default(PlaylistDescription, ''),
    default: z._default(z.literal(false), false),
  }),
)
export type PlaylistCreate = z.input<typeof PlaylistCreate>

export const PlaylistCreated = later(() => z.object({ playlistid: PlaylistId }))

/** API-PL-004. The whole playlist may come; only the name and the description are taken from it. */
export const PlaylistUpdate = later(() =>
  z.looseObject({
    name: PlaylistName,
    desc: z.optional(PlaylistDescription),
    description: z.optional(PlaylistDescription),
  }),
)

/** Each once: what is there already stays once, and counts once. */
const Tracks = later(() =>
  z.pipe(
    z.pipe(
      z.array(TrackId),
      z.transform((ids) => [...new Set(ids)]),
    ),
    z.array(TrackId).check(z.maxLength(PLAYLIST_TRACKS_MAX)),
  ),
)

/** API-PL-007. Without a reference `before` means the end (D-115). */
export const PlaylistAdd = later(() =>
  z.strictObject({
    tracks: Tracks.check(z.refine((ids) => ids.length > 0, 'must name a track')),
    position: z._default(z.literal('before'), 'before'),
  }),
)

/** API-PL-008. `tracks` is what the client shows after the move; the server moves `trackid` and nothing else. */
export const PlaylistMove = later(() =>
  z.strictObject({
    tracks: z.optional(Tracks),
    position: z.enum(['before', 'after']),
    trackid: TrackId,
    referenceTrackid: TrackId,
  }),
)
export type PlaylistMove = z.infer<typeof PlaylistMove>

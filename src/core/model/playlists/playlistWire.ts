/**
 * Playlists as they may come over the wire: one of `desc` and `description` may lack, for they are the same text
 * (D-112), and `created`, which no contract names; pictures of one without tracks may be null (H-280), and so may words
 * nobody wrote (H-526); their songs are read as those of a release.
 */
import * as z from 'zod/mini'
import { type Fields, isFields, named, normaliseSong, said } from '../catalogue/releaseWire.ts'
import { later } from '../later.ts'
import { Playlist, PlaylistList, PlaylistSongs } from './playlist.ts'

/** `songs` under the names of the model; what is no list stays as it is, to be refused by its schema. */
function normaliseSongs(value: unknown): unknown {
  if (!isFields(value)) return value
  return Array.isArray(value.songs) ? { ...value, songs: value.songs.map(normaliseSong) } : value
}

function normalisePlaylist(value: unknown): unknown {
  if (!isFields(value)) return value
  const told = named(named(said(value), 'desc', 'description'), 'description', 'desc')
  const whole: Fields = { ...PLAYLIST_WITHOUT, ...told }
  const { thumbnails } = whole
  return normaliseSongs({
    ...whole,
    thumbnails: Array.isArray(thumbnails) ? thumbnails.filter((each) => each !== null) : thumbnails,
  })
}

const PLAYLIST_WITHOUT = { desc: '', description: '', created: '', thumbnail: '', thumbnails: [], coverart: '' }

function normaliseList(value: unknown): unknown {
  return isFields(value) && Array.isArray(value.playlists)
    ? { ...value, playlists: value.playlists.map(normalisePlaylist) }
    : value
}

export const WirePlaylist: z.ZodMiniType<Playlist> = later(() => z.pipe(z.transform(normalisePlaylist), Playlist))
export const WirePlaylistList: z.ZodMiniType<PlaylistList> = later(() =>
  z.pipe(z.transform(normaliseList), PlaylistList),
)
export const WirePlaylistSongs: z.ZodMiniType<z.infer<typeof PlaylistSongs>> = later(() =>
  z.pipe(z.transform(normaliseSongs), PlaylistSongs),
)

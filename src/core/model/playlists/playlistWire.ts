/**
 * Playlists as they may come over the wire: one of `desc` and `description` may lack, for they are the same text
 * (D-112), and `created`, which no contract names; pictures of one without tracks may be null (H-280); their songs are
 * read as those of a release.
 */
import * as z from 'zod/mini'
import { isFields, named, normaliseSong } from '../catalogue/releaseWire.ts'
import { later } from '../later.ts'
import { Playlist, PlaylistList, PlaylistSongs } from './playlist.ts'

/** `songs` under the names of the model; what is no list stays as it is, to be refused by its schema. */
function normaliseSongs(value: unknown): unknown {
  if (!isFields(value)) return value
  return Array.isArray(value.songs) ? { ...value, songs: value.songs.map(normaliseSong) } : value
}

function normalisePlaylist(value: unknown): unknown {
  if (!isFields(value)) return value
  const told = named(named(value, 'desc', 'description'), 'description', 'desc')
  const { created, thumbnail, thumbnails, coverart } = told
  return normaliseSongs({
    ...told,
    created: created ?? '',
    thumbnail: thumbnail ?? '',
    thumbnails: Array.isArray(thumbnails) ? thumbnails.filter((each) => each !== null) : (thumbnails ?? []),
    coverart: coverart ?? '',
  })
}

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

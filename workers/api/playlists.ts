// Playlist calls (API-PL) and the zip of a playlist (API-MEDIA-006, 007).

import type { ZipStatus } from '#core/model/catalogue/media.ts'
import type { AudioFormat, Song } from '#core/model/catalogue/release.ts'
import { isFields } from '#core/model/catalogue/releaseWire.ts'
import { WireZipStarted, WireZipStatus } from '#core/model/catalogue/zipWire.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import {
  type Playlist,
  type PlaylistCreate,
  PlaylistCreated,
  type PlaylistList,
  type PlaylistMove,
} from '#core/model/playlists/playlist.ts'
import { WirePlaylist, WirePlaylistList, WirePlaylistSongs } from '#core/model/playlists/playlistWire.ts'
import { ZIP_BITRATE } from './media.ts'
import { ApiError } from './transport/apiError.ts'
import { type Api, type ApiFile, Nothing } from './transport/client.ts'
import { part } from './transport/path.ts'

const at = (playlistid: string, rest = '') => `/playlists/${part(playlistid)}${rest}`

export interface PlaylistQuery {
  /** `-date`, `name`, `-pinned`; left out for none. */
  sort?: 'date' | '-date' | 'name' | '-name' | 'pinned' | '-pinned'
  /** Part of the name. */
  filter?: string
  /** True leaves out the songs. */
  summary: boolean
}

/** API-PL-001. One page of the player's playlists. @param page from 1; past the end the list is empty */
export function listPlaylists(
  api: Api,
  { sort, filter, summary }: PlaylistQuery,
  page: number,
  signal?: AbortSignal,
  pagesize = PAGE_SIZE,
): Promise<PlaylistList> {
  const query = { page, pagesize, summary, ...(sort ? { sort } : {}), ...(filter ? { filter } : {}) }
  return api.call(WirePlaylistList, { method: 'GET', path: '/playlists', query, auth: true, signal })
}

/** API-PL-002. Answers the new id. @throws ApiError 400 */
export async function createPlaylist(
  api: Api,
  { name, desc = '' }: PlaylistCreate,
  signal?: AbortSignal,
): Promise<string> {
  const body = { name, desc, default: false }
  const answer = await api.call(PlaylistCreated, { method: 'POST', path: '/playlists', body, auth: true, signal })
  return answer.playlistid
}

/** API-PL-003. With its songs. @throws ApiError 404 */
export async function playlist(api: Api, playlistid: string, signal?: AbortSignal): Promise<Playlist> {
  return api.call(WirePlaylist, { method: 'GET', path: at(playlistid), auth: true, signal })
}

/** One of which the description may be left out. */
type ChangedPlaylist = Omit<Playlist, 'desc' | 'description'> & Partial<Pick<Playlist, 'desc' | 'description'>>

/**
 * API-PL-004. Sends the whole playlist; the server takes `name` and `desc` from it, and keeps a description that is left
 * out. It is read where the answer does not say it (H-529). @throws ApiError 400, 404
 */
export async function updatePlaylist(api: Api, whole: ChangedPlaylist, signal?: AbortSignal): Promise<Playlist> {
  const { songs: _, playlistid, ...body } = whole
  const path = at(playlistid)
  const answer = await api.call(Nothing, { method: 'PUT', path, body: { playlistid, ...body }, auth: true, signal })
  const told = WirePlaylist.safeParse(answer)
  // What says nothing of the words does not say that there are none.
  if (told.success && isDescribed(answer)) return told.data
  try {
    return await playlist(api, playlistid, signal)
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) throw error
    // It was changed all the same.
    const sent = WirePlaylist.safeParse(whole)
    if (!sent.success || !isDescribed(whole) || signal?.aborted) throw error
    return sent.data
  }
}

const isDescribed = (value: unknown): boolean =>
  isFields(value) && [value.desc, value.description].some((words) => typeof words === 'string')

/** API-PL-005. @throws ApiError 404 */
export async function deletePlaylist(api: Api, playlistid: string, signal?: AbortSignal): Promise<void> {
  await api.call(Nothing, { method: 'DELETE', path: at(playlistid), auth: true, signal })
}

/** API-PL-006. The songs in order. */
export async function playlistTracks(api: Api, playlistid: string, signal?: AbortSignal): Promise<Song[]> {
  const path = at(playlistid, '/tracks')
  return (await api.call(WirePlaylistSongs, { method: 'GET', path, auth: true, signal })).songs
}

/** API-PL-007. Appends tracks in this order; one that is there stays once. @throws ApiError 400 */
export async function addTracks(
  api: Api,
  playlistid: string,
  tracks: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const body = { tracks, position: 'before' }
  await api.call(Nothing, { method: 'POST', path: at(playlistid, '/tracks'), body, auth: true, signal })
}

/** API-PL-008. @throws ApiError 409, whose message is for the person */
export async function moveTrack(api: Api, playlistid: string, move: PlaylistMove, signal?: AbortSignal): Promise<void> {
  await api.call(Nothing, { method: 'PUT', path: at(playlistid, '/tracks/position'), body: move, auth: true, signal })
}

/** API-PL-009. */
export async function removeTrack(api: Api, playlistid: string, trackid: string, signal?: AbortSignal): Promise<void> {
  await api.call(Nothing, { method: 'DELETE', path: at(playlistid, `/tracks/${part(trackid)}`), auth: true, signal })
}

/** API-PL-010. Removes all tracks and keeps the playlist. */
export async function clearPlaylist(api: Api, playlistid: string, signal?: AbortSignal): Promise<void> {
  await api.call(Nothing, { method: 'DELETE', path: at(playlistid, '/tracks'), auth: true, signal })
}

/** API-PL-011, API-PL-012. */
export async function pinPlaylist(api: Api, playlistid: string, pinned: boolean, signal?: AbortSignal): Promise<void> {
  await api.call(Nothing, { method: pinned ? 'POST' : 'DELETE', path: at(playlistid, '/pin'), auth: true, signal })
}

/** API-PL-013. The PDF; it is fetched with the access token, not linked (D-089). @throws ApiError 404 */
export async function playlistPdf(api: Api, playlistid: string, signal?: AbortSignal): Promise<ApiFile> {
  return api.file({ method: 'GET', path: at(playlistid, '/pdf'), auth: true, signal })
}

/** API-MEDIA-006. Starts or joins the zip of this playlist as it is now; answers the job's id. @param lists as in `zipStart` */
export async function playlistZipStart(
  api: Api,
  playlistid: string,
  format: AudioFormat,
  lists: boolean,
  signal?: AbortSignal,
): Promise<string> {
  const query = { format, bitrate: ZIP_BITRATE, ...(lists && { lists }) }
  return (await api.call(WireZipStarted, { method: 'GET', path: at(playlistid, '/zipper'), query, auth: true, signal }))
    .id
}

/** API-MEDIA-007. How far a zip is. @param id what `playlistZipStart` answered. @throws ApiError 404 */
export async function playlistZipStatus(
  api: Api,
  playlistid: string,
  format: AudioFormat,
  id: string,
  signal?: AbortSignal,
): Promise<ZipStatus> {
  const query = { format, bitrate: ZIP_BITRATE, token: id }
  return api.call(WireZipStatus, { method: 'GET', path: at(playlistid, '/zipper/status'), query, auth: true, signal })
}

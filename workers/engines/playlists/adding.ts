// Adding to a playlist: it is read right before, so that an undo takes away nothing that stood there before.

import type { AppDraft } from '#core/events/index.ts'
import { playlistTracksAdded } from '#core/events/playlists.ts'
import {
  PLAYLIST_COVERS_MAX,
  PLAYLIST_TRACKS_MAX,
  type Playlist,
  type PlaylistTrack,
} from '#core/model/playlists/playlist.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { playlist as readPlaylist } from '#workers/api/playlists.ts'
import { releaseDetail } from '#workers/api/releases.ts'
import { ApiError, outcomeAfter } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { RepeatedCall } from '../repeating.ts'
import { addOnce, audioOf } from './calls.ts'
import type { PlaylistRequest } from './plan.ts'
import { knownTracks, received } from './told.ts'

type AddRequest = Extract<PlaylistRequest, { ask: 'add' }>
type Again = <T>(call: RepeatedCall<T>) => Promise<T>

interface Asking {
  readonly api: Api
  readonly state: ReadonlyStore
  /** Makes a call that only reads, again while that may help. */
  readonly reading: Again
}

interface Collecting extends Asking {
  /** Reads the playlist when its turn comes. @throws ApiError */
  readonly look: () => Promise<Playlist>
}

interface Around extends Asking {
  /** Makes a call of the lane, again while that may help. */
  readonly again: Again
  readonly report: (draft: AppDraft) => void
  /** Reads the playlist and tells it. */
  readonly read: () => Promise<void>
}

/** Of more releases than these nobody reads what a playlist has no room for: it is looked at first. */
export const LOOKED_AT_FIRST = 40

/** What is to go into a playlist, and what its releases come to. */
export interface Collected {
  readonly request: AddRequest
  readonly audio: Awaited<ReturnType<typeof audioOf>>
  readonly wanted: readonly string[]
}

/**
 * Asks for the songs of releases that are to be added.
 * @throws ApiError when nothing can be added; it never says that something may have been
 */
export async function collect(request: AddRequest, { api, state, reading, look }: Collecting): Promise<Collected> {
  const { wish, isNew } = request
  const { tracks, releases } = wish
  const detailOf = (id: string) => reading((signal) => releaseDetail(api, id, signal)).catch(nothingSent)
  const looked = isNew || releases.length <= LOOKED_AT_FIRST ? null : await look()
  const held = new Set(looked?.songs?.map(({ trackid }) => trackid))
  const toCome = new Set(tracks.filter((id) => !held.has(id)))
  // Something is sent into a full one as well, so that the server says so.
  const isFull = () => toCome.size >= Math.max(1, PLAYLIST_TRACKS_MAX - held.size)
  const audio = await audioOf(detailOf, releases, state, (songs) => {
    for (const { trackid } of songs) if (!held.has(trackid)) toCome.add(trackid)
    return isFull()
  })
  const wanted = [...new Set([...tracks, ...audio.songs.map((song) => song.trackid)])]
  if (wanted.length === 0 && audio.refusal) throw audio.refusal
  return { request, audio, wanted }
}

/**
 * Adds to the end of a playlist what fits into it, and tells what came of it.
 * @throws ApiError when nothing can be added; the server's own words where it is full
 */
export async function add(
  { request: { wish, isNew }, audio, wanted }: Collected,
  { api, state, reading, again, report, read }: Around,
): Promise<void> {
  const { requestId, playlistid } = wish
  const before = isNew ? null : await readFirst(playlistid, api, reading)
  const there = new Set(before?.songs?.map(({ trackid }) => trackid))
  const fresh = wanted.filter((id) => !there.has(id))
  const room = PLAYLIST_TRACKS_MAX - there.size
  // What does not fit is left out; into a full one it is sent all the same, so that the server says so.
  const sent = fresh.slice(0, room > 0 ? room : PLAYLIST_TRACKS_MAX)
  const over = (wish.over ?? 0) + fresh.length - sent.length
  const overReleases = (wish.overReleases ?? 0) + audio.unread
  const unknown = new Set<string>()
  let added = sent
  let songs: readonly PlaylistTrack[] = []
  if (sent.length > 0) {
    let isRepeated = false
    await again((signal, isAgain) => {
      isRepeated ||= isAgain
      return addOnce(api, playlistid, sent, { isAgain, signal }, unknown)
    })
    added = sent.filter((id) => !unknown.has(id))
    const isHeld = state.get('playlistDetail', playlistid) !== undefined
    songs = knownTracks(state, added, audio.songs)
    const isKnown = songs.length === added.length || !isHeld
    // After a repeat, which may have waited for a connection for long, what was read before it is old.
    if (before && isKnown && !isRepeated && keepsCovers(before, added, songs)) {
      report(received({ ...before, tracks: before.tracks + added.length }, state))
      if (!isHeld) songs = []
    } else {
      songs = []
      await read()
    }
  } else if (before) report(received(before, state))
  const left = audio.left + unknown.size
  report(
    playlistTracksAdded({
      requestId,
      playlistid,
      added,
      ...(left > 0 ? { left } : {}),
      ...(over > 0 ? { over } : {}),
      ...(overReleases > 0 ? { overReleases } : {}),
      ...(songs.length > 0 ? { songs: [...songs] } : {}),
    }),
  )
}

/** Reads a playlist before something is added to it. @throws ApiError, which never says that something may have been added */
export const readFirst = (playlistid: string, api: Api, reading: Again): Promise<Playlist> =>
  reading((signal) => readPlaylist(api, playlistid, signal)).catch(nothingSent)

/** A read that got no answer leaves nobody in doubt about what was added: nothing was sent. */
function nothingSent(error: unknown): never {
  const isLost = error instanceof ApiError && outcomeAfter(error) === 'unknown'
  throw isLost ? new ApiError({ status: 0, code: 'UNREACHABLE', message: error.message }) : error
}

/** Whether the covers of a playlist are the same with these tracks at its end: the first of them stand on its card. */
function keepsCovers(
  { thumbnails, songs = [] }: Playlist,
  added: readonly string[],
  known: readonly PlaylistTrack[],
): boolean {
  if (thumbnails.length >= PLAYLIST_COVERS_MAX) return true
  const releases = new Set(songs.map((song) => song.releaseid))
  return known.length === added.length && known.every((track) => releases.has(track.releaseid))
}

// What a wish for a playlist means in calls, and what is kept of the answers.

import type { Song } from '#core/model/catalogue/release.ts'
import { PLAYLIST_FILTER_MAX } from '#core/model/constants.ts'
import type { Playlist, PlaylistCard, PlaylistTrack } from '#core/model/playlists/playlist.ts'
import { applyChange, type PlaylistChange } from '#core/model/playlists/playlistChange.ts'
import { graphemes } from '#core/model/text/graphemes.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import {
  addTracks,
  clearPlaylist,
  createPlaylist,
  listPlaylists,
  moveTrack,
  playlist,
  removeTrack,
} from '#workers/api/playlists.ts'
import { ApiError } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'

/** Releases whose songs are asked for at once. */
const DETAILS_AT_ONCE = 3

export function cardOf({ songs: _, ...card }: Playlist): PlaylistCard {
  return card
}

export function trackOf(song: Song): PlaylistTrack {
  const { trackid, releaseid, ordinal, title, artist, version, explicit, assettype, duration } = song
  const { available, impactdate, labels, coverart, candownload, formats } = song
  return {
    trackid,
    releaseid,
    ordinal,
    title,
    artist,
    version,
    explicit,
    assettype,
    duration,
    available,
    impactdate,
    labels,
    coverart,
    ...(assettype === 'audio' && candownload && !formats.includes('wav') ? { mp3Only: true as const } : {}),
  }
}

interface Circumstances {
  readonly state: ReadonlyStore
  /** The call was made before and no answer came: it may have been carried out. */
  readonly isAgain: boolean
  readonly signal: AbortSignal
}

/**
 * Creates a playlist. One that may have been created is looked for first: an empty one of that name and description
 * that nobody here has seen is the one that was wanted.
 * @returns its id
 * @throws ApiError
 */
export async function createOnce(
  api: Api,
  wanted: { readonly name: string; readonly desc: string },
  { state, isAgain, signal }: Circumstances,
): Promise<string> {
  if (isAgain) {
    const filter = filterOf(wanted.name)
    const { playlists } = await listPlaylists(api, { sort: '-date', filter, summary: true }, 1, signal)
    const made = playlists.find(
      ({ playlistid, name, desc, tracks }) =>
        name === wanted.name && desc === wanted.desc && tracks === 0 && !state.get('playlist', playlistid),
    )
    if (made) return made.playlistid
  }
  return createPlaylist(api, wanted, signal)
}

/** What a name is looked for by: as many of its characters, from the first, as a filter may have. */
function filterOf(name: string): string {
  let filter = ''
  for (const character of graphemes(name)) {
    if (filter.length + character.length > PLAYLIST_FILTER_MAX) break
    filter += character
  }
  return filter
}

/** Appends tracks; of those that may have been appended only what is not there. @throws ApiError */
export async function addOnce(
  api: Api,
  playlistid: string,
  tracks: readonly string[],
  { isAgain, signal }: Omit<Circumstances, 'state'>,
): Promise<void> {
  const { songs = [] } = isAgain ? await playlist(api, playlistid, signal) : {}
  const there = new Set(songs.map((song) => song.trackid))
  const missing = tracks.filter((id) => !there.has(id))
  if (missing.length > 0) await addTracks(api, playlistid, missing, signal)
}

/**
 * Makes the calls of one change.
 * @returns true when the server's order may differ from what the change makes of ours, and is to be read
 * @throws ApiError
 */
export async function sendChange(
  api: Api,
  playlistid: string,
  change: PlaylistChange,
  { state, isAgain, signal }: Circumstances,
): Promise<boolean> {
  switch (change.kind) {
    case 'move': {
      const { trackid, position, referenceTrackid } = change
      const confirmed = state.get('playlistDetail', playlistid)?.confirmed ?? []
      const tracks = [...applyChange(confirmed, change)]
      await moveTrack(api, playlistid, { tracks, trackid, position, referenceTrackid }, signal)
      return false
    }
    case 'remove':
      for (const trackid of change.tracks) await removeTrack(api, playlistid, trackid, signal)
      return false
    case 'clear':
      await clearPlaylist(api, playlistid, signal)
      return false
    case 'put': {
      const { trackid, position, referenceTrackid } = change
      await addOnce(api, playlistid, [trackid], { isAgain, signal })
      if (referenceTrackid === null) return false
      try {
        await moveTrack(api, playlistid, { trackid, position, referenceTrackid }, signal)
        return false
      } catch (error) {
        // Its neighbour is gone: it came back all the same, at the end.
        if (error instanceof ApiError && error.status === 409) return true
        throw error
      }
    }
  }
}

/** What a selection of releases comes to. */
interface Audio {
  /** Its audio, in the order of the releases (PLAYLIST-025). */
  readonly songs: readonly Song[]
  /** How many of them were withdrawn, or are not for this person. */
  readonly left: number
  /** What the server said of the first of those. */
  readonly refusal: ApiError | null
}

/**
 * The audio of these releases. Those that are known are not asked for, and one that is not to be had leaves the others.
 * @param ask what is known of a release; asked again for each by itself, so that what was found stays found
 * @throws ApiError when one of them cannot be read
 */
export async function audioOf(
  ask: (releaseid: string) => Promise<{ readonly songs: readonly Song[] }>,
  releases: readonly string[],
  state: ReadonlyStore,
): Promise<Audio> {
  const found = new Map<string, readonly Song[]>()
  const missing: string[] = []
  for (const id of releases) {
    const detail = state.get('detail', id)?.release
    if (detail) found.set(id, detail.songs)
    else missing.push(id)
  }
  let left = 0
  let refusal: ApiError | null = null
  let hasFailed = false
  const line = missing.values()
  const work = async () => {
    for (const id of line) {
      try {
        found.set(id, (await ask(id)).songs)
      } catch (error) {
        if (!isWithheld(error)) {
          hasFailed = true
          throw error
        }
        left += 1
        refusal ??= error
      }
      // Without it nothing is added: whoever asks beside it need not go on.
      if (hasFailed) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(DETAILS_AT_ONCE, missing.length) }, work))
  const songs = releases.flatMap((id) => found.get(id) ?? [])
  return { songs: songs.filter((song) => song.assettype === 'audio'), left, refusal }
}

/** It is gone, or not for this person: to ask again does not help. */
const isWithheld = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 403 || error.status === 404 || error.status === 410)

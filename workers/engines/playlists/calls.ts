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
import { ApiError, refusalDetails } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'

/** Releases whose songs are asked for at once. */
const DETAILS_AT_ONCE = 3
/** Songs that are taken out of a playlist at once: leaves connections for covers, music and downloads. */
const REMOVED_AT_ONCE = 3

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
 * that was not there before is the one that was wanted.
 * @param before which playlists were known when it was wanted first: lists are read again since
 * @returns its id
 * @throws ApiError
 */
export async function createOnce(
  api: Api,
  wanted: { readonly name: string; readonly desc: string },
  before: ReadonlySet<string>,
  { isAgain, signal }: Omit<Circumstances, 'state'>,
): Promise<string> {
  if (isAgain) {
    const filter = filterOf(wanted.name)
    const { playlists } = await listPlaylists(api, { sort: '-date', filter, summary: true }, 1, signal)
    const made = playlists.find(
      ({ playlistid, name, desc, tracks }) =>
        name === wanted.name && desc === wanted.desc && tracks === 0 && !before.has(playlistid),
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

/**
 * Appends tracks; of those that may have been appended only what is not there. What the server names as not to be had
 * is left out (H-593).
 * @param unknown what was left out, when it is made again as well
 * @throws ApiError, where none of them is to be had too
 */
export async function addOnce(
  api: Api,
  playlistid: string,
  tracks: readonly string[],
  { isAgain, signal }: Omit<Circumstances, 'state'>,
  unknown: Set<string> = new Set(),
): Promise<void> {
  const { songs = [] } = isAgain ? await playlist(api, playlistid, signal) : {}
  const there = new Set(songs.map((song) => song.trackid))
  const missing = tracks.filter((id) => !there.has(id) && !unknown.has(id))
  if (missing.length === 0) return
  try {
    await addTracks(api, playlistid, missing, signal)
  } catch (error) {
    const { fields = {} } = refusalDetails(error)
    const named = missing.filter((_, index) => fields[`tracks.${index}`])
    if (named.length === 0 || named.length === missing.length) throw error
    for (const id of named) unknown.add(id)
    return addOnce(api, playlistid, tracks, { isAgain, signal }, unknown)
  }
}

/**
 * Makes the calls of one change.
 * @param removed what was taken out already, when it is made again
 * @returns true when the server's order may differ from what the change makes of ours, and is to be read
 * @throws ApiError
 */
export async function sendChange(
  api: Api,
  playlistid: string,
  change: PlaylistChange,
  { state, isAgain, signal }: Circumstances,
  removed: Set<string> = new Set(),
): Promise<boolean> {
  switch (change.kind) {
    case 'move': {
      const { trackid, position, referenceTrackid } = change
      const confirmed = state.get('playlistDetail', playlistid)?.confirmed ?? []
      const tracks = [...applyChange(confirmed, change)]
      await moveTrack(api, playlistid, { tracks, trackid, position, referenceTrackid }, signal)
      return false
    }
    case 'remove': {
      const line = change.tracks.filter((trackid) => !removed.has(trackid)).values()
      await inParallel(REMOVED_AT_ONCE, line, async (trackid) => {
        await removeTrack(api, playlistid, trackid, signal)
        removed.add(trackid)
      })
      return false
    }
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

/** Does something with each of a line, so many at once; when one fails no other is begun, and those on their way end first. */
async function inParallel<T>(
  atOnce: number,
  line: IterableIterator<T>,
  act: (one: T) => Promise<unknown>,
): Promise<void> {
  let hasFailed = false
  const work = async () => {
    for (let next = line.next(); !next.done && !hasFailed; next = line.next())
      await act(next.value).catch((error: unknown) => {
        hasFailed = true
        throw error
      })
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** What a selection of releases comes to. */
interface Audio {
  /** Its audio, in the order of the releases (PLAYLIST-025). */
  readonly songs: readonly Song[]
  /** How many of them were withdrawn, or are not for this person. */
  readonly left: number
  /** How many nobody looked into, as no more were wanted. */
  readonly unread: number
  /** What the server said of the first of those. */
  readonly refusal: ApiError | null
}

/**
 * The audio of these releases. Those that are known are not asked for, and one that is not to be had leaves the others.
 * @param ask what is known of a release; asked again for each by itself, so that what was found stays found
 * @param isEnough told of what was found of each; once it says yes those behind it are left
 * @throws ApiError when one of them cannot be read
 */
export async function audioOf(
  ask: (releaseid: string) => Promise<{ readonly songs: readonly Song[] }>,
  releases: readonly string[],
  state: ReadonlyStore,
  isEnough: (songs: readonly Song[]) => boolean,
): Promise<Audio> {
  const found = new Map<string, readonly Song[]>()
  let looked = 0
  let left = 0
  let refusal: ApiError | null = null
  let hasFailed = false
  // Told of nothing at first: what is added beside them may be enough.
  let isOver = isEnough([])
  const line = releases.values()
  const work = async () => {
    // Without one that cannot be read nothing is added: whoever asks beside it need not go on.
    while (!hasFailed && !isOver) {
      const { value: id, done } = line.next()
      if (done) return
      looked += 1
      try {
        const { songs } = state.get('detail', id)?.release ?? (await ask(id))
        const audio = songs.filter((song) => song.assettype === 'audio')
        found.set(id, audio)
        isOver ||= isEnough(audio)
      } catch (error) {
        if (!isWithheld(error)) {
          hasFailed = true
          throw error
        }
        left += 1
        refusal ??= error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(DETAILS_AT_ONCE, releases.length) }, work))
  return { songs: releases.flatMap((id) => found.get(id) ?? []), left, unread: releases.length - looked, refusal }
}

/** It is gone, or not for this person: to ask again does not help. */
const isWithheld = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 403 || error.status === 404 || error.status === 410)

// What is told of a playlist that was read: what of it is not held as it is, however long it is.

import type { AppDraft } from '#core/events/index.ts'
import { playlistReceived } from '#core/events/playlists.ts'
import type { Song } from '#core/model/catalogue/release.ts'
import type { Playlist, PlaylistTrack } from '#core/model/playlists/playlist.ts'
import { isSame } from '#core/reducers/playlists/playlistLists.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { cardOf, trackOf } from './calls.ts'

/** A playlist as it was read. Its songs are told only where somebody holds them, and where they are others than before. */
export function received(found: Playlist, state: ReadonlyStore): AppDraft {
  const playlist = cardOf(found)
  const detail = state.get('playlistDetail', found.playlistid)
  if (!detail) return playlistReceived({ playlist, songs: null })
  const tracks = (found.songs ?? []).map(trackOf)
  if (detail.status !== 'done') return playlistReceived({ playlist, songs: tracks })
  const songs = tracks.filter((track) => !isSame(state.get('track', track.trackid), track))
  const order = tracks.map((track) => track.trackid)
  if (songs.length === 0 && isSame(order, detail.confirmed)) return playlistReceived({ playlist, songs: null })
  return playlistReceived({ playlist, songs, order })
}

/**
 * What rows show of these tracks, as far as it is known without asking: from playlists and releases that are held.
 * @param more songs that were read
 */
export function knownTracks(
  state: ReadonlyStore,
  trackids: readonly string[],
  more: readonly Song[],
): readonly PlaylistTrack[] {
  const missing = new Set(trackids.filter((id) => !state.get('track', id)))
  const found = new Map<string, PlaylistTrack>()
  const find = (songs: readonly Song[]) => {
    for (const song of songs) if (missing.delete(song.trackid)) found.set(song.trackid, trackOf(song))
  }
  find(more)
  for (const id of state.ids('detail')) {
    if (missing.size === 0) break
    find(state.get('detail', id)?.release?.songs ?? [])
  }
  return trackids.flatMap((id) => found.get(id) ?? state.get('track', id) ?? [])
}

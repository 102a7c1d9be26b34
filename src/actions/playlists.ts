// Playlists: what a person can do with them. Changes of the order are shown at once; the rest waits for the answer.
import { wish } from '#bridge/dispatch.ts'
import {
  playlistAddRequested,
  playlistChangeRequested,
  playlistChosen,
  playlistCreateRequested,
  playlistDeleteRequested,
  playlistListOpened,
  playlistMoreWanted,
  playlistOpened,
  playlistPdfRequested,
  playlistPinRequested,
  playlistRequestDismissed,
  playlistUpdateRequested,
} from '#core/events/playlists.ts'
import { PLAYLIST_TRACKS_MAX } from '#core/model/playlists/playlist.ts'
import type { PlaylistChange } from '#core/model/playlists/playlistChange.ts'
import { ports } from './ports.ts'
import { leaving } from './shownPlayer.ts'

/** What is added to a playlist: songs by themselves, and the audio of releases. */
export interface PlaylistSources {
  readonly tracks?: readonly string[]
  readonly releases?: readonly string[]
}

/** No playlist takes more tracks than it may hold: the first of them are meant then, and the others are counted for the notification. */
const payloadOf = ({ tracks = [], releases = [] }: PlaylistSources) => {
  const all = [...new Set(tracks)]
  const over = all.length - PLAYLIST_TRACKS_MAX
  return {
    tracks: all.slice(0, PLAYLIST_TRACKS_MAX),
    releases: [...new Set(releases)],
    ...(over > 0 ? { over } : {}),
  }
}

/**
 * Shows a list, which is loaded anew.
 * @param queryId see `playlistListId`
 * @param pages so many of its first pages alone; as far as it was loaded otherwise
 */
export function openPlaylistList(queryId: string, pages?: number): void {
  wish(playlistListOpened({ queryId, ...(pages === undefined ? {} : { pages }) }))
}

/** The end of a list comes into sight. */
export function wantMorePlaylists(queryId: string): void {
  wish(playlistMoreWanted({ queryId }))
}

/** Wants the tracks of a playlist that is shown. */
export function openPlaylist(playlistid: string): void {
  wish(playlistOpened({ playlistid }))
}

/** Moves, removes, brings back or clears tracks; shown at once. */
export function changePlaylist(playlistid: string, change: PlaylistChange): string {
  const requestId = ports().mintId()
  wish(playlistChangeRequested({ requestId, playlistid, change }))
  return requestId
}

/** Creates a playlist, with these songs in it. @returns names the request in the state */
export function createPlaylist(name: string, desc: string, sources: PlaylistSources = {}): string {
  const requestId = ports().mintId()
  wish(playlistCreateRequested({ requestId, name: name.trim(), desc: desc.trim(), ...payloadOf(sources) }))
  return requestId
}

/**
 * Renames a playlist or describes it anew; what is left out stays as it is.
 * @returns names the request in the state
 */
export function updatePlaylist(playlistid: string, { name, desc }: { name?: string; desc?: string }): string {
  const requestId = ports().mintId()
  const change = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(desc === undefined ? {} : { desc: desc.trim() }),
  }
  wish(playlistUpdateRequested({ requestId, playlistid, ...change }))
  return requestId
}

/** @returns names the request in the state */
export function deletePlaylist(playlistid: string): string {
  const requestId = ports().mintId()
  wish(playlistDeleteRequested({ requestId, playlistid }))
  return requestId
}

/** Adds to the end of a playlist; what is there already stays where it is. Nothing happens without anything to add. */
export function addToPlaylist(playlistid: string, sources: PlaylistSources): void {
  const payload = payloadOf(sources)
  if (payload.tracks.length + payload.releases.length === 0) return
  wish(playlistAddRequested({ requestId: ports().mintId(), playlistid, ...payload }))
}

/** What a form was told it has read. */
export function dismissPlaylistRequest(requestId: string): void {
  wish(playlistRequestDismissed({ requestId }))
}

export function starPlaylist(playlistid: string, pinned: boolean): void {
  wish(playlistPinRequested({ requestId: ports().mintId(), playlistid, pinned }))
}

/** Plays a playlist in place of the queue, from the top or from one of its tracks. */
export function playPlaylist(playlistid: string, trackid: string | null = null): void {
  const { mintId } = ports()
  wish(playlistChosen({ playlistid, trackid, itemId: mintId(), requestId: mintId(), fresh: true, ...leaving() }))
}

/** Opens the PDF of a playlist in a new window. Call it in the press itself: later the window is refused. */
export function openPlaylistPdf(playlistid: string): void {
  wish(playlistPdfRequested({ requestId: ports().mintId(), playlistid }))
}

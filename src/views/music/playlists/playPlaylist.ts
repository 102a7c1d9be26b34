// Playing a playlist from wherever it is shown.

import { togglePlay } from '#actions/player.ts'
import { playPlaylist } from '#actions/playlists.ts'
import { whenShown } from '#actions/shown.ts'
import { player, queue } from '#projections/player.ts'
import { playingPlaylist } from '#projections/playlists.ts'
import { playlistDialog } from './playlists.state.ts'

/** Plays at once with an empty queue (PLAYLIST-009), asks first where it would replace one (PLAYLIST-008). */
export function playPlaylistOrAsk(playlistid: string, name: string, trackid: string | null = null): void {
  whenShown(() => {
    const isOwn = playingPlaylist.peek() === playlistid
    if (isOwn && trackid === null && player.peek().song) return togglePlay()
    if (queue.peek().items.length === 0 || isOwn) return playPlaylist(playlistid, trackid)
    playlistDialog.value = { kind: 'replace', playlistid, name, trackid }
  })
}

// Playing a playlist from wherever it is shown.

import { playQueueItem, togglePlay } from '#actions/player.ts'
import { playPlaylist } from '#actions/playlists.ts'
import { whenShown } from '#actions/shown.ts'
import { isAwaiting, player, queue, queueItem, waitingCount } from '#projections/player.ts'
import { playlistDialog } from './playlists.state.ts'

/**
 * Plays at once with an empty queue (PLAYLIST-009), asks first where it would replace one (PLAYLIST-008), or what is on
 * its way into it. Of the playlist that plays another track is gone to where it stands: what else was queued stays. The
 * second press of a double click, which would silence what the first began, does nothing (H-448).
 */
export function playPlaylistOrAsk(
  { detail }: { readonly detail: number },
  playlistid: string,
  name: string,
  trackid: string | null = null,
): void {
  whenShown(() => {
    if (detail > 1) return
    const { items, selectedItem, selectedSong } = queue.peek()
    const item = selectedItem === null ? undefined : queueItem(selectedItem).peek()
    const own = item?.playlistid === playlistid ? item : undefined
    if (own && trackid === null && player.peek().song && !isAwaiting.peek()) return togglePlay()
    const song = own?.songs.find((one) => (trackid === null ? one.uuid === selectedSong : one.trackid === trackid))
    if (own && song) return playQueueItem(own.uuid, song.uuid)
    if (items.length + waitingCount.peek() === (own ? 1 : 0)) return playPlaylist(playlistid, trackid)
    playlistDialog.value = { kind: 'replace', playlistid, name, trackid }
  })
}

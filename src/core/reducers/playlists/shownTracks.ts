// What of a playlist is shown: its confirmed tracks with the changes that wait on top.
import type { PlaylistDetail } from '../../model/entities.ts'
import type { PlaylistTrack } from '../../model/playlists/playlist.ts'
import { applyChanges } from '../../model/playlists/playlistChange.ts'
import type { ReadonlyStore } from '../store.ts'

/** The ids of a playlist's tracks in the order that is shown. */
export function shownOrder(detail: Pick<PlaylistDetail, 'confirmed' | 'pending'>): readonly string[] {
  return applyChanges(
    detail.confirmed,
    detail.pending.map(({ change }) => change),
  )
}

/** A playlist's tracks in the order that is shown; none while they are not known. */
export function shownTracks(state: ReadonlyStore, playlistid: string): Readonly<PlaylistTrack>[] {
  const detail = state.get('playlistDetail', playlistid)
  return detail ? shownOrder(detail).flatMap((id) => state.get('track', id) ?? []) : []
}

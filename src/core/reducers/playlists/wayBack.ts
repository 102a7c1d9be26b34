import type { Notice } from '../../model/entities.ts'
import type { PlaylistChange } from '../../model/playlists/playlistChange.ts'
import type { ReadonlyStore } from '../store.ts'
import { shownOrder } from './shownTracks.ts'

/**
 * What takes a change back as the playlist stands now: where the neighbour of a removed track was removed as well, the
 * track stands beside what that one stood beside (D-149).
 */
export function wayBack(state: ReadonlyStore, undo: NonNullable<Notice['undoPlaylist']>): PlaylistChange {
  const { playlistid, change } = undo
  const detail = state.get('playlistDetail', playlistid)
  if (change.kind !== 'put' || !detail) return change
  const order = shownOrder(detail)
  const others = state.single('noticeOrder').ids.flatMap((id) => {
    const other = state.get('notice', id)?.undoPlaylist
    return other?.playlistid === playlistid && other.change.kind === 'put' ? [other.change] : []
  })
  let way = change
  for (let left = others.length; left > 0; left--) {
    const beside = way.referenceTrackid
    const gone =
      beside !== null && !order.includes(beside) ? others.find(({ trackid }) => trackid === beside) : undefined
    if (!gone) break
    way = { ...way, position: gone.position, referenceTrackid: gone.referenceTrackid }
  }
  return way
}

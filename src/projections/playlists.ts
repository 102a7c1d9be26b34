import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { Notice, PlaylistDetail, PlaylistListState } from '#core/model/entities.ts'
import type { PlaylistTrack } from '#core/model/playlists/playlist.ts'
import type { PlaylistChange } from '#core/model/playlists/playlistChange.ts'
import { STARRED_LIST, STARRED_PAGES_MAX } from '#core/model/playlists/playlistList.ts'
import { shownOrder } from '#core/reducers/playlists/shownTracks.ts'
import { wayBack } from '#core/reducers/playlists/wayBack.ts'
import { entity, peekState, single } from './entity.ts'
import { isAwaiting, queue } from './player.ts'

export const playlist = (playlistid: string) => entity('playlist', playlistid)
export const playlistList = (queryId: string) => entity('playlistList', queryId)
export const playlistTrack = (trackid: string) => entity('track', trackid)
export const playlistRequest = (requestId: string) => entity('playlistRequest', requestId)
export const playlistPdf = (playlistid: string) => entity('playlistPdf', playlistid)
/** Whether whoever shows a list opens it. One that failed is asked for again later each time (H-134), and by a press. */
export const mustOpen = (list: Readonly<PlaylistListState> | undefined): boolean =>
  list === undefined || (list.stale && list.status !== 'error')
/** Starred playlists, the newest playlist first. */
export const starred = single('starred')

/** Whether more have a star than were read: they stand first in their list, and the last of it has one. */
export const mayHaveMoreStars: ReadonlySignal<boolean> = computed(() => {
  const list = playlistList(STARRED_LIST).value
  if (list?.status !== 'done' || list.pages >= STARRED_PAGES_MAX) return false
  return list.ids.length > 0 && list.ids.length < (list.total ?? 0) && list.ids.at(-1) === starred.value.ids.at(-1)
})

/** What takes a change of a playlist back as it stands now. */
export const playlistWayBack = (undo: NonNullable<Notice['undoPlaylist']>): PlaylistChange => wayBack(peekState(), undo)

/** What a playlist's page shows: its state, and the ids of its tracks in the order that is shown. */
export interface PlaylistView {
  readonly status: PlaylistDetail['status'] | 'unknown'
  readonly error: PlaylistDetail['error']
  readonly ids: readonly string[]
  /** For how long after it failed nobody needs to ask again, ms; undefined where the server named no time. */
  readonly retryAfterMs?: number | undefined
}

/** The tracks of a playlist with every change on its way. */
export const playlistView = (playlistid: string): ReadonlySignal<PlaylistView> => {
  const held = entity('playlistDetail', playlistid)
  return computed(() => {
    const detail = held.value
    if (!detail) return { status: 'unknown', error: null, ids: [] }
    const { status, error, retryAfterMs } = detail
    return { status, error, ids: shownOrder(detail), retryAfterMs }
  })
}

/** A track of the playlists that are held, read outside of React. */
export function peekTrack(trackid: string): Readonly<PlaylistTrack> | undefined {
  return peekState().get('track', trackid)
}

/** The playlist the queue was set to, while its item is selected and nothing else waits to play; null otherwise. */
export const playingPlaylist = computed(() => {
  const { selectedItem } = queue.value
  return selectedItem === null || isAwaiting.value
    ? null
    : (peekState().get('queueItem', selectedItem)?.playlistid ?? null)
})

/** Tracks of what plays and of everything that follows it, each once. */
export function peekQueueTracks(): string[] {
  const { items, selectedItem, selectedSong } = queue.peek()
  const songs = items.flatMap((id) => {
    const all = peekState().get('queueItem', id)?.songs ?? []
    // What was heard of it is not listed either (D-160).
    return id === selectedItem
      ? all.slice(
          Math.max(
            0,
            all.findIndex(({ uuid }) => uuid === selectedSong),
          ),
        )
      : all
  })
  return [...new Set(songs.map((song) => song.trackid))]
}

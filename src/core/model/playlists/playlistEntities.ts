import type { Refusal } from '../people/refusal.ts'
import type { PlaylistChange } from './playlistChange.ts'

/** One ordered list of playlists. */
export interface PlaylistListState {
  queryId: string
  /** `more`: what is there stands, the next page is on its way. */
  status: 'loading' | 'more' | 'done' | 'error'
  /** Null until the first page came. */
  total: number | null
  /** Grows by one whenever the list is loaded anew; answers of an older round are dropped. */
  round: number
  /** Pages that are here, from 1 on. */
  pages: number
  ids: readonly string[]
  /** Something changed since it was loaded: it is loaded anew when it is opened. */
  stale: boolean
  /** For how long after the newest failure nobody needs to ask again, ms; left out where the server named no time. */
  retryAfterMs?: number
}

/** The tracks of a playlist. What is shown is `confirmed` with every pending change replayed over it. */
export interface PlaylistDetail {
  playlistid: string
  /** `gone`: it was deleted here. */
  status: 'loading' | 'done' | 'error' | 'gone'
  error: 'NOT_FOUND' | 'UNKNOWN' | null
  /** As of a list. */
  retryAfterMs?: number
  /** The order the server is known to have. */
  confirmed: readonly string[]
  /** Changes on their way, oldest first. */
  pending: readonly PendingPlaylistChange[]
}

export interface PendingPlaylistChange {
  readonly requestId: string
  readonly change: PlaylistChange
  /** What takes it back; null where nothing does. */
  readonly undo: PlaylistChange | null
}

/** A wish for a playlist that waits for its answer, or whose failure is shown where it was made. */
export interface PlaylistRequest extends Refusal {
  kind: 'create' | 'update' | 'delete' | 'add'
  /** Null for one that is being created. */
  playlistid: string | null
  status: 'busy' | 'failed'
}

/** Tables of releases: lists of them, what filters offer, one release whole, and marks under way. */
import type { Mark } from '../library/library.ts'
import type { Choice, Market, ReleaseDetail } from './release.ts'

/** One ordered list of releases (TABLE-010, D-073, D-151). */
export interface ReleaseListState {
  queryId: string
  status: 'idle' | 'loading' | 'done' | 'error'
  /** Null until the first page came. */
  total: number | null
  /** Grows by one whenever the list is emptied; pages of an older round are dropped. */
  round: number
  /** Last page of the unbroken run from page 1; 0 when nothing is loaded. */
  page: number
  /** Pages that failed and were not loaded since. */
  failedPages: readonly number[]
  /** Releases that came since it was loaded, as far as is known. */
  newcomers?: number
  /** Grows by one whenever a mark changed what the list holds; pages asked for before that are dropped. */
  edition: number
  /** What left this list by a mark, by the place it had while all of these were in it; ascending. */
  gone: readonly { readonly releaseid: string; readonly place: number }[]
}

/** One page of a list. */
export interface ReleasePage {
  ids: readonly string[]
  /** Its last places are missing since a release left the list; it shall be loaded anew. */
  short?: true
}

/** What the filter menus offer (FILTER-016). */
export interface OptionsState {
  status: 'idle' | 'loading' | 'done' | 'error'
  genres: readonly Choice[]
  packages: readonly Choice[]
  markets: readonly Market[]
  versions: readonly Choice[]
  releaseTypes: readonly Choice[]
}

export type DetailError = 'RELEASE_NOT_FOUND' | 'FORBIDDEN' | 'RELEASE_NOT_AVAILABLE' | 'UNKNOWN'

export interface DetailState {
  status: 'loading' | 'done' | 'error'
  release: ReleaseDetail | null
  error: DetailError | null
}

/** A release or a song whose mark is being changed. It stays until its whole wish is settled. */
export interface Marking {
  requestId: string
  releaseid: string
  trackid: string | null
  /** Calls still to be answered, the one on its way first; none when this target is settled. */
  marks: readonly Mark[]
  /** Calls that were answered. */
  done: readonly Mark[]
  /** Flags as they were before the first call on a whole release that changed them; null before it. */
  before: { readonly release: boolean; readonly any: boolean; readonly tracks: readonly string[] } | null
  /** The connection had fallen before its last call was refused. */
  fell?: true
}

/** A wish for marks that is under way. */
export interface MarkRequest {
  /** Targets that are not settled. */
  left: number
}

/** Tables of releases: lists of them, what filters offer and one release whole. */
import type { Choice, Market, ReleaseDetail } from './release.ts'

/** One ordered list of releases (TABLE-010, D-073, D-151). */
export interface ReleaseListState {
  queryId: string
  status: 'idle' | 'loading' | 'done' | 'error'
  /** Null until the first page came. */
  total: number | null
  /** What the server counts, where its pages end before that; left out where they do not. */
  counted?: number
  /** Grows by one whenever the list is emptied; pages of an older round are dropped. */
  round: number
  /** Last page of the unbroken run from page 1; 0 when nothing is loaded. */
  page: number
  /** Pages that failed and were not loaded since. */
  failedPages: readonly number[]
  /** For how long after the newest failure nobody needs to ask again, ms; left out where the server named no time. */
  retryAfterMs?: number
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
  /** Its last places are missing since a release left the list, or the list changed by itself since; it shall be loaded anew. */
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

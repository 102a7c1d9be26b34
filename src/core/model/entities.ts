/**
 * What the state is made of: tables of entities. A table that has only one row uses the id `self`.
 * An entity is replaced, never changed, so that a reference says whether it is still the same.
 */
import type { AccessClaims } from './account.ts'
import { AUTOPLAY_DEFAULT, PLAYER_DURATION_DEFAULT, VOLUME_DEFAULT } from './constants.ts'
import type { DownloadJob } from './download.ts'
import type { Mark, MarkChange } from './library.ts'
import type { PlaylistCard, PlaylistTrack } from './playlist.ts'
import type { PlaylistChange } from './playlistChange.ts'
import type { Play } from './recent.ts'
import type { Choice, Market, ReleaseCard, ReleaseDetail, Song } from './release.ts'
import { EMPTY_QUERY, type ReleaseQuery } from './releaseQuery.ts'
import type { SearchProfile, SearchResult, SearchSection } from './search.ts'
import { NO_SELECTION, type SelectionState } from './selection.ts'
import { SETTINGS_DEFAULT, type Settings } from './settings.ts'

export interface AppState {
  /** Wall clock of the log's beginning in ms; 0 before `app.opened`. */
  startedAt: number
  online: boolean
  path: string
  /** The worker that died, or null. */
  failedWorker: { worker: string; message: string } | null
  /** Why the log is kept in memory only, or null. */
  logLost: 'quota' | 'refused' | null
  /** Whether the server allows downloads at all (D-131). */
  canDownload: boolean
}

export type SessionStatus = 'restoring' | 'unreachable' | 'signedOut' | 'signingIn' | 'signedIn' | 'signingOut'

/** SIGNIN-021; tokens stand as handles of the session worker's vault (D-152). */
export interface SessionState {
  status: SessionStatus
  loading: boolean
  claims: AccessClaims | null
  accessToken: string | null
  refreshToken: string | null
  errorCode: 'INVALID_CREDENTIALS' | 'VERIFICATION_PENDING' | 'ACCOUNT_INACTIVE' | 'UNREACHABLE' | 'NONE' | null
  errorMessage: string
  showLogoutDisclaimerModal: boolean
}

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

/** A song inside a queue item; `uuid` tells two entries of one track apart (QUEUE-018). */
export type QueueSong = Pick<
  Song,
  'trackid' | 'releaseid' | 'title' | 'artist' | 'version' | 'explicit' | 'duration' | 'coverart' | 'ordinal'
> & { uuid: string }

export interface QueueItem {
  uuid: string
  /** The release it is, or that its first song is of. */
  releaseid: string
  /** The playlist it is, for one. */
  playlistid?: string
  title: string
  artist: string
  thumbnail: string
  songs: readonly QueueSong[]
}

/** QUEUE-001. `items` begins with the selected item, once one was selected; `history` ends with the latest. */
export interface QueueState {
  items: readonly string[]
  history: readonly string[]
  selectedItem: string | null
  selectedSong: string | null
}

/** PLAYER-015, PLAYER-016. `currentTime`, `seekTime` and `duration` are seconds, volumes are integers 0-100. */
export interface PlayerState {
  isPlaying: boolean
  sampleSongFlag: boolean
  isMuted: boolean
  shouldShowMiniPlayer: boolean
  isLoading: boolean
  isDraggingProgressBar: boolean
  currentTime: number
  seekTime: number | null
  duration: number
  song: QueueSong | null
  release: { releaseid: string; title: string } | null
  volume: number
  previousVolume: number
  autoPlay: boolean
  /** The newest choice; answers to an older one start nothing. */
  requestId: string | null
  /** Handle of the stream's address in the session worker's vault. */
  handle: string | null
  /** The song that follows, by its uuid, and the handle of its address, fetched ahead. */
  next: { uuid: string; handle: string } | null
  /** Factor on the volume that makes a version as loud as the one before; 1 for every other song. */
  gain: number
  /** The song that could not be played, until another is chosen or it is tried again. */
  skipped: { title: string; requestId: string } | null
  /** Songs in a row that could not be played. */
  failures: number
}

/** A wish for a release or a playlist whose songs are not known yet. */
export type PendingChoice =
  | {
      kind: 'play'
      releaseid: string
      trackid: string | null
      itemId: string
      requestId: string
      from?: number | undefined
    }
  | { kind: 'next' | 'bottom'; releaseid: string; itemId: string; trackid?: string | undefined }
  | {
      kind: 'playlist'
      playlistid: string
      trackid: string | null
      itemId: string
      requestId: string
      from?: undefined
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
}

/** A wish for marks that is under way. */
export interface MarkRequest {
  /** Targets that are not settled. */
  left: number
}

export type NoticeCategory =
  | 'addDownloadQueue'
  | 'downloadFinished'
  | 'hasError'
  | 'flag'
  | 'unFlag'
  | 'archive'
  | 'unArchive'
  | 'playlistCreated'
  | 'playlistUpdated'
  | 'addedToPlaylist'

/** SHELL-026. The sentence is made from `category` by the view; `subject` is the title it speaks of. */
export interface Notice {
  id: string
  category: NoticeCategory
  notificationType: 'success' | 'error' | 'info'
  subject: string
  /** A code that says more, for categories that have several sentences. */
  detail: string
  /** What takes it back (D-149). */
  undo?: readonly MarkChange[]
  /** The same, for what was done to a playlist. */
  undoPlaylist?: { readonly playlistid: string; readonly change: PlaylistChange }
}

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
}

/** The tracks of a playlist. What is shown is `confirmed` with every pending change replayed over it. */
export interface PlaylistDetail {
  playlistid: string
  /** `gone`: it was deleted here. */
  status: 'loading' | 'done' | 'error' | 'gone'
  error: 'NOT_FOUND' | 'UNKNOWN' | null
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
export interface PlaylistRequest {
  kind: 'create' | 'update' | 'delete' | 'add'
  /** Null for one that is being created. */
  playlistid: string | null
  status: 'busy' | 'failed'
  code: string
  message: string
}

/** Who asks the search: the box while somebody types, or the page whose address carries a term. */
export type SearchPlace = 'box' | 'page'

/** What one place asked and what came of it. */
export interface SearchAsk {
  /** Names the question; an answer to another one is dropped. */
  askId: string
  term: string
  section: SearchSection
  /** Releases of exactly this artist or label are asked for; null for a search. */
  profile: SearchProfile | null
  status: 'loading' | 'done' | 'error' | 'offline'
  /** The server's answer to this term. */
  found: SearchResult | null
  /** What this device knew, for the question named by `seenFor`. */
  seen: SearchResult | null
  seenFor: string
}

/** The songs heard on this device, newest first, and when they were forgotten last, in ms since 1970. */
export interface RecentState {
  ids: readonly string[]
  clearedAt: number
  /** Grows by one whenever anything of it changed. */
  edition: number
}

export interface Order {
  ids: readonly string[]
}

/** Every table of the state and what its rows are. */
export interface Entities {
  app: AppState
  session: SessionState
  setting: Settings
  options: OptionsState
  /** The filters and the order of the gallery; the address says the same. */
  releaseFilter: ReleaseQuery
  list: ReleaseListState
  page: ReleasePage
  release: ReleaseCard
  detail: DetailState
  selection: SelectionState
  player: PlayerState
  /** Where the song was a few seconds ago, in s, for the next visit; apart, so that nothing that shows the player is told. */
  playStand: { position: number }
  queue: QueueState
  queueItem: QueueItem
  /** Releases to be queued once their songs are known, oldest first. */
  queuePending: { choices: readonly PendingChoice[] }
  job: DownloadJob
  /** Download jobs, oldest first: the order they start in. */
  jobOrder: Order
  /** What this player downloaded on this device, by `downloadKey`. */
  downloaded: { readonly key: string }
  /** Where finished files go: the picked folder's name, and whether it may be written to. */
  downloadFolder: { readonly name: string | null; readonly access: 'none' | 'granted' | 'prompt' | 'denied' }
  /** Reports and attachments on their way. */
  releaseFile: { readonly requestId: string }
  marking: Marking
  markRequest: MarkRequest
  /** A player's list that is being emptied, by its name. */
  clearing: { readonly requestId: string }
  recent: RecentState
  /** Songs heard on this device, by trackid. */
  recentPlay: Play
  search: SearchAsk
  /** Newest first (SEARCH-016). */
  recentSearches: { terms: readonly string[] }
  playlist: PlaylistCard
  playlistList: PlaylistListState
  playlistDetail: PlaylistDetail
  /** Tracks of the playlists that are held, by trackid. */
  track: PlaylistTrack
  playlistRequest: PlaylistRequest
  /** Stars on their way: the newest wish, and what the server is known to have. */
  playlistPin: { readonly requestId: string; readonly before: boolean }
  /** PDFs on their way, by playlist. */
  playlistPdf: { readonly requestId: string }
  /** Starred playlists, as the sidebar lists them. */
  starred: Order
  notice: Notice
  noticeOrder: Order
}
export type Kind = keyof Entities

export const KINDS = [
  'app',
  'session',
  'setting',
  'options',
  'releaseFilter',
  'list',
  'page',
  'release',
  'detail',
  'selection',
  'player',
  'playStand',
  'queue',
  'queueItem',
  'queuePending',
  'job',
  'jobOrder',
  'downloaded',
  'downloadFolder',
  'releaseFile',
  'marking',
  'markRequest',
  'clearing',
  'recent',
  'recentPlay',
  'search',
  'recentSearches',
  'playlist',
  'playlistList',
  'playlistDetail',
  'track',
  'playlistRequest',
  'playlistPin',
  'playlistPdf',
  'starred',
  'notice',
  'noticeOrder',
] as const satisfies readonly Kind[]

/** The id of the only row of a table. */
export const SELF = 'self'

/** Fields that events which are not kept may write; the state hash leaves them out. */
export const VOLATILE: { readonly [K in Kind]?: readonly (keyof Entities[K] & string)[] } = {
  job: ['progress', 'receivedBytes', 'zippingProgress'],
  search: ['seen', 'seenFor'],
  playStand: ['position'],
}

/** Rows that exist from the beginning, so that a reader never meets an empty table of one. */
export const SINGLES = {
  app: { startedAt: 0, online: true, path: '/', failedWorker: null, logLost: null, canDownload: false },
  session: {
    status: 'restoring',
    loading: false,
    claims: null,
    accessToken: null,
    refreshToken: null,
    errorCode: null,
    errorMessage: '',
    showLogoutDisclaimerModal: false,
  },
  setting: SETTINGS_DEFAULT,
  options: { status: 'idle', genres: [], packages: [], markets: [], versions: [], releaseTypes: [] },
  releaseFilter: EMPTY_QUERY,
  selection: NO_SELECTION,
  player: {
    isPlaying: false,
    sampleSongFlag: false,
    isMuted: false,
    shouldShowMiniPlayer: false,
    isLoading: false,
    isDraggingProgressBar: false,
    currentTime: 0,
    seekTime: null,
    duration: PLAYER_DURATION_DEFAULT,
    song: null,
    release: null,
    volume: VOLUME_DEFAULT,
    previousVolume: VOLUME_DEFAULT,
    autoPlay: AUTOPLAY_DEFAULT,
    requestId: null,
    handle: null,
    next: null,
    gain: 1,
    skipped: null,
    failures: 0,
  },
  playStand: { position: 0 },
  queue: { items: [], history: [], selectedItem: null, selectedSong: null },
  queuePending: { choices: [] },
  jobOrder: { ids: [] },
  downloadFolder: { name: null, access: 'none' },
  recent: { ids: [], clearedAt: 0, edition: 0 },
  recentSearches: { terms: [] },
  starred: { ids: [] },
  noticeOrder: { ids: [] },
} as const satisfies { [K in Kind]?: Entities[K] }

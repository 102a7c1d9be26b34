/**
 * What the state is made of: tables of entities. A table that has only one row uses the id `self`.
 * An entity is replaced, never changed, so that a reference says whether it is still the same.
 */

import type { ReleaseCard } from './catalogue/release.ts'
import type { DetailState, OptionsState, ReleaseListState, ReleasePage } from './catalogue/releaseEntities.ts'
import { EMPTY_QUERY, type ReleaseQuery } from './catalogue/releaseQuery.ts'
import { AUTOPLAY_DEFAULT, PLAYER_DURATION_DEFAULT, VOLUME_DEFAULT } from './constants.ts'
import type { DownloadJob } from './downloads/download.ts'
import {
  type Decision,
  type DecisionOrder,
  NO_DECISIONS,
  NO_TRIAGE,
  type Triaged,
  type TriageState,
} from './library/decision.ts'
import type { MarkChange } from './library/library.ts'
import type { Marking, MarkRequest } from './library/libraryEntities.ts'
import type { Play } from './library/recent.ts'
import { NO_SELECTION, type SelectionState } from './library/selection.ts'
import type { ProfileState } from './people/profileEntities.ts'
import type {
  AccessState,
  ContactHistory,
  InvitingState,
  NetworkState,
  SessionState,
  SharingState,
} from './people/sessionEntities.ts'
import type { SignUpState } from './people/signupWizard.ts'
import type { PendingChoice, PlayerState, QueueItem, QueueRemoval, QueueState } from './playback/playbackEntities.ts'
import type { PlaylistCard, PlaylistTrack } from './playlists/playlist.ts'
import type { PlaylistChange } from './playlists/playlistChange.ts'
import type { PlaylistDetail, PlaylistListState, PlaylistRequest } from './playlists/playlistEntities.ts'
import type { SearchProfile, SearchResult, SearchSection } from './search/hits.ts'
import { SETTINGS_DEFAULT, type Settings } from './settings.ts'

export type * from './catalogue/releaseEntities.ts'
export type * from './library/libraryEntities.ts'
export type * from './people/profileEntities.ts'
export type * from './people/sessionEntities.ts'
export type * from './playback/playbackEntities.ts'
export type * from './playlists/playlistEntities.ts'

export interface AppState {
  /** When the log began, by the wall clock as it goes now, in ms; 0 before `app.opened`. */
  startedAt: number
  online: boolean
  path: string
  /** The worker that died, or null. */
  failedWorker: { worker: string; message: string } | null
  /** The downloads worker died for good: nothing is loaded until the page is loaded anew. */
  downloadsLost?: true
  /** Why the log is kept in memory only, or null. */
  logLost: 'quota' | 'refused' | null
  /** Whether the server allows downloads at all (D-131). */
  canDownload: boolean
}

export type NoticeCategory =
  | 'addDownloadQueue'
  | 'downloadFinished'
  | 'downloadRemoved'
  | 'downloadKept'
  | 'hasError'
  | 'flag'
  | 'unFlag'
  | 'archive'
  | 'unArchive'
  | 'playlistCreated'
  | 'playlistUpdated'
  | 'addedToPlaylist'
  | 'removedFromQueue'
  | 'connectionAccepted'
  | 'invitationAlreadyAccepted'
  | 'invitationNotForUser'
  | 'releaseShared'
  | 'sharedWithYou'
  | 'contactRequestSent'
  | 'settingSaved'
  | 'profileUpdated'
  | 'emailSuccessfullyLinked'
  | 'emailSuccessfullyUnlinked'
  | 'emailLinkingFailed'
  | 'emailUnlinkingFailed'

/** SHELL-026. The sentence is made from `category` by the view; `subject` is the title it speaks of. */
export interface Notice {
  id: string
  category: NoticeCategory
  notificationType: 'success' | 'error' | 'info'
  subject: string
  /** A code that says more, for categories that have several sentences. */
  detail: string
  /** Whom it names; apart from titles, for exports of the log mask it. */
  person?: string
  /** What takes it back (D-149). */
  undo?: readonly MarkChange[]
  /** The decision it speaks of. */
  decision?: string
  /** The wish that took something out of the queue, which can be put back. */
  undoQueue?: string
  /** The same, for what was done to a playlist. */
  undoPlaylist?: { readonly playlistid: string; readonly change: PlaylistChange }
}

/** What was said, to be read again (D-059): its words, and nothing that could be pressed. */
export interface PastNotice
  extends Readonly<Pick<Notice, 'id' | 'category' | 'notificationType' | 'subject' | 'detail'>> {
  readonly read: boolean
}

export interface NoticeHistory {
  readonly entries: readonly PastNotice[]
  /** Whom they name, by their id: apart, for exports of the log mask it. */
  readonly people: Readonly<Record<string, string>>
}

/** Who asks the search: the box while somebody types, or the page whose address carries a term. */
export const SEARCH_PLACES = ['box', 'page'] as const
export type SearchPlace = (typeof SEARCH_PLACES)[number]

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
  access: AccessState
  /** Once an invitation to connect was taken. */
  network: NetworkState
  /** While invitations are sent, and what became of them. */
  inviting: InvitingState
  /** Releases and messages to people, by requestId, until they are sent or given up. */
  sharing: SharingState
  /** By release; of one at a time. */
  contactHistory: ContactHistory
  /** Once it was asked for. */
  profile: ProfileState
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
  /** What was taken out of the queue, oldest first. */
  queueRemoved: { removals: readonly QueueRemoval[] }
  job: DownloadJob
  /** Download jobs, oldest first: the order they start in. */
  jobOrder: Order
  /** What this player downloaded on this device, by `downloadKey`. */
  downloaded: { readonly key: string }
  /** Where finished files go: the picked folder's name, and whether it may be written to. */
  /** Whether files wait for a server that does not answer, and when it is asked again, ms since 1970. */
  downloadServer: { readonly retryAt: number | null }
  downloadFolder: { readonly name: string | null; readonly access: 'none' | 'granted' | 'prompt' | 'denied' }
  /** Reports and attachments on their way. */
  releaseFile: { readonly requestId: string }
  marking: Marking
  markRequest: MarkRequest
  /** A player's list that is being emptied, by its name. */
  clearing: { readonly requestId: string }
  decision: Decision
  decisionOrder: DecisionOrder
  triage: TriageState
  /** Releases this round came by, by releaseid. */
  triaged: Triaged
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
  /** The last 20 of the session, oldest first, whether dismissed or not. */
  noticeHistory: NoticeHistory
  /** The sign-up of this page, once its wizard was shown. */
  signUp: SignUpState
}
export type Kind = keyof Entities

/** One line for each table: a kind that is missing, or is none, does not compile. */
const TABLES: { readonly [K in Kind]: true } = {
  app: true,
  session: true,
  access: true,
  network: true,
  inviting: true,
  sharing: true,
  contactHistory: true,
  profile: true,
  setting: true,
  options: true,
  releaseFilter: true,
  list: true,
  page: true,
  release: true,
  detail: true,
  selection: true,
  player: true,
  playStand: true,
  queue: true,
  queueItem: true,
  queuePending: true,
  queueRemoved: true,
  job: true,
  jobOrder: true,
  downloaded: true,
  downloadServer: true,
  downloadFolder: true,
  releaseFile: true,
  marking: true,
  markRequest: true,
  clearing: true,
  decision: true,
  decisionOrder: true,
  triage: true,
  triaged: true,
  recent: true,
  recentPlay: true,
  search: true,
  recentSearches: true,
  playlist: true,
  playlistList: true,
  playlistDetail: true,
  track: true,
  playlistRequest: true,
  playlistPin: true,
  playlistPdf: true,
  starred: true,
  notice: true,
  noticeOrder: true,
  noticeHistory: true,
  signUp: true,
}

/** Every table there is. */
export const KINDS: readonly Kind[] = Object.keys(TABLES) as Kind[]

/** The id of the only row of a table. */
export const SELF = 'self'

/** Fields that events which are not kept may write; the state hash leaves them out. */
export const VOLATILE: { readonly [K in Kind]?: readonly (keyof Entities[K] & string)[] } = {
  job: ['progress', 'receivedBytes', 'zippingProgress'],
  search: ['seen', 'seenFor'],
  playStand: ['position'],
  markRequest: ['kept'],
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
  queueRemoved: { removals: [] },
  jobOrder: { ids: [] },
  downloadServer: { retryAt: null },
  downloadFolder: { name: null, access: 'none' },
  decisionOrder: NO_DECISIONS,
  triage: NO_TRIAGE,
  recent: { ids: [], clearedAt: 0, edition: 0 },
  recentSearches: { terms: [] },
  starred: { ids: [] },
  noticeOrder: { ids: [] },
  noticeHistory: { entries: [], people: {} },
} as const satisfies { [K in Kind]?: Entities[K] }

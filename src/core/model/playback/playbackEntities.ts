/** Tables of the queue and the player. */
import type { Song } from '../catalogue/release.ts'

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
  /** uuid of the song that was selected when something else took its place; left out for the last, and before that. */
  heard?: string
}

/** What was taken out of the queue and can be put back (D-149): an item as it was, or a song of one that stayed. */
export type QueueRemoval = {
  /** The wish that took it out. */
  id: string
  /** The item, or the song of it, that followed; null for the end. */
  before: string | null
} & ({ kind: 'item'; item: QueueItem } | { kind: 'song'; itemId: string; song: QueueSong })

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
  skipped: { title: string; requestId: string; why: SkipReason } | null
  /** Songs in a row that could not be played, since one was heard to its end or something was pressed. */
  failures: number
}

/** Why it does not sound: the song alone, with others in a row so that the fault is not theirs, or the device has no sound. */
export type SkipReason = 'song' | 'row' | 'device'

/** A wish for a release or a playlist whose songs are not known yet. */
export type PendingChoice =
  | {
      kind: 'play'
      releaseid: string
      trackid: string | null
      itemId: string
      requestId: string
      /** Where in the song it begins, in seconds or as a share of it. */
      from?: number | undefined
      hook?: number | undefined
    }
  | { kind: 'next' | 'bottom'; releaseid: string; itemId: string; trackid?: string | undefined }
  | {
      kind: 'playlist'
      playlistid: string
      trackid: string | null
      itemId: string
      requestId: string
      from?: undefined
      hook?: undefined
    }

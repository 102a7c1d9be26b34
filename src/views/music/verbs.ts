/**
 * What may be done with a release, a song or a playlist, why not, and doing it: asked by cards, rows, menus, toolbars,
 * keys and pages alike, so that no way around a rule is left open. Read inside an effect or a computed signal an answer
 * follows the state; a component that asks while it renders calls `useVerbs` first.
 */
import { downloadPlaylist, downloadRelease, downloadSong } from '#actions/downloads.ts'
import { archiveRelease, flagRelease, flagSong, restoreRelease, unflagRelease, unflagSong } from '#actions/library.ts'
import { playRelease, togglePlay } from '#actions/player.ts'
import { whenShown } from '#actions/shown.ts'
import {
  type AudioFormat,
  formatsOf,
  type MediaFormat,
  type ReleaseCard,
  type ReleaseDetail,
  type Song,
} from '#core/model/catalogue/release.ts'
import type { PlaylistCard } from '#core/model/playlists/playlist.ts'
import { isCurrent } from '#projections/decisions.ts'
import { isMarking } from '#projections/library.ts'
import { downloadRefusal } from '#projections/releases.ts'
import { claims } from '#projections/session.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { openPeopleDialog } from './people.state.ts'

/** Why something may not be done; the sentence is `releases:refused.…`. */
export type Refusal =
  | 'nothingToPlay'
  | 'streamOnly'
  | 'downloadsOff'
  | 'downloadsUnknown'
  | 'noWav'
  | 'noMp3'
  | 'videoOnly'
  | 'noSongs'
  | 'flagArchived'
  | 'marking'

/** Why a release goes to nobody: there the way to do it is absent, and nothing is said. */
export type Closed = 'notVerified' | 'sharingOff' | 'messagesOff'

export interface Verb<R extends string = Refusal> {
  /** Null: it may be done. */
  readonly reason: R | null
  /** Does it; does nothing where it may not be done. */
  act(): void
}

type Playable = Readonly<Pick<Song, 'duration'> & Partial<Pick<Song, 'assettype'>>>
type Loadable = Readonly<Pick<ReleaseCard, 'candownload'>>

/** Whether there is sound to play. Videos are only downloaded. */
export const isPlayable = ({ duration, assettype = 'audio' }: Playable): boolean =>
  assettype === 'audio' && duration > 0

/** Whether any file of it may be had. */
export const mayDownload = (one: Loadable): boolean => fileRefusal(one) === null

export const playOf = (release: Playable & Pick<ReleaseCard, 'releaseid'>): Verb =>
  verb(
    () => (isPlayable(release) ? null : 'nothingToPlay'),
    () => playRelease(release.releaseid),
  )

/** Plays a release; while it is what plays, pauses it and goes on: what Space and the button of a slot do. */
export const playPauseOf = (release: Playable & Pick<ReleaseCard, 'releaseid'>): Verb =>
  verb(
    () => playOf(release).reason,
    () => (isCurrent(release.releaseid) ? togglePlay() : playRelease(release.releaseid)),
  )

/** @param detail its songs, when they are known: what none of them has is refused */
export const downloadOf = (
  release: Readonly<ReleaseCard>,
  format: AudioFormat,
  detail: Readonly<ReleaseDetail> | null = null,
): Verb =>
  verb(
    () => fileRefusal(release) ?? formatRefusal(release, format, detail),
    () => downloadRelease(release, format),
  )

/** @param format one the song has */
export const songDownloadOf = (song: Readonly<Song>, format: MediaFormat): Verb =>
  verb(
    () => fileRefusal(song),
    () => downloadSong(song, format),
  )

/** @param count songs in it */
export const playlistDownloadOf = (playlist: Readonly<PlaylistCard>, count: number, format: AudioFormat): Verb =>
  verb(
    () => playlistRefusal(count),
    () => downloadPlaylist(playlist, format),
  )

/** Whether any file of a playlist of so many songs may be had, and why not. */
export const playlistRefusal = (count: number): Refusal | null => {
  return count === 0 ? 'noSongs' : downloadRefusal.value
}

/** Flags or unflags, by state; an archived release takes no flag (FLAG-008). */
export const flagOf = ({ releaseid, flagged, archived }: Readonly<ReleaseCard>): Verb =>
  verb(
    () => (archived && !flagged ? 'flagArchived' : whileMarking(releaseid)),
    () => (flagged ? unflagRelease : flagRelease)(releaseid),
  )

/** Archives or restores, by state. */
export const archiveOf = ({ releaseid, archived }: Readonly<ReleaseCard>): Verb =>
  verb(
    () => whileMarking(releaseid),
    () => (archived ? restoreRelease : archiveRelease)(releaseid),
  )

/** @param archived its release is archived (FLAG-008) */
export const songFlagOf = (
  song: Readonly<Pick<Song, 'releaseid' | 'trackid' | 'flagged'>>,
  archived: boolean,
): Verb => {
  const { releaseid, trackid, flagged } = song
  const busy = () => whileMarking(releaseid, trackid) ?? whileMarking(releaseid)
  return verb(
    () => (archived && !flagged ? 'flagArchived' : busy()),
    () => (flagged ? unflagSong : flagSong)(releaseid, trackid),
  )
}

type Sendable = Readonly<Pick<ReleaseCard, 'releaseid' | 'allow_sharing' | 'commenting_enabled'>>

/** Passes a release on to connections: for who is verified, where its owner allows it (SHARE-001, SHARE-002). */
export const shareOf = ({ releaseid, allow_sharing }: Sendable): Verb<Closed> =>
  verb(
    () => (claims.value?.verified ? (allow_sharing ? null : 'sharingOff') : 'notVerified'),
    () => openPeopleDialog('share', [releaseid]),
  )

/** Writes to the owner of a release, where they take messages (RELEASE-044). */
export const contactOf = ({ releaseid, commenting_enabled }: Sendable): Verb<Closed> =>
  verb(
    () => (commenting_enabled ? null : 'messagesOff'),
    () => openPeopleDialog('contact', [releaseid]),
  )

/** Renders again when what may be done with everything changes. */
export function useVerbs(): void {
  useSignalValue(downloadRefusal)
  useSignalValue(claims)
}

/** The reason is of now, and asked for again at the press: a control may have been drawn a while ago. */
function verb<R extends string = Refusal>(refusal: () => R | null, act: () => void): Verb<R> {
  return {
    reason: refusal(),
    act() {
      whenShown(() => {
        if (refusal() === null) act()
      })
    },
  }
}

function fileRefusal({ candownload }: Loadable): Refusal | null {
  return candownload ? downloadRefusal.value : 'streamOnly'
}

function formatRefusal(
  release: Readonly<ReleaseCard>,
  format: AudioFormat,
  detail: Readonly<ReleaseDetail> | null,
): Refusal | null {
  const isVideo = detail
    ? detail.songs.every(({ assettype }) => assettype !== 'audio')
    : formatsOf(release)[0] === 'MP4'
  if (isVideo) return 'videoOnly'
  const isHad = detail
    ? detail.songs.some((song) => song.formats.includes(format))
    : (release.formats?.includes(format) ?? true)
  if (isHad) return null
  return format === 'wav' ? 'noWav' : 'noMp3'
}

/** A mark that is being changed waits for its answer (D-117). */
const whileMarking = (releaseid: string, trackid: string | null = null): Refusal | null =>
  isMarking(releaseid, trackid).value ? 'marking' : null

import { wish } from '#bridge/dispatch.ts'
import {
  playerAutoPlayToggled,
  playerHookChosen,
  playerMuteToggled,
  playerReleaseChosen,
  playerScrubStarted,
  playerSkippedBack,
  playerSkippedForward,
  playerSought,
  playerToggled,
  playerVersionChosen,
  playerVolumeChanged,
} from '#core/events/player.ts'
import {
  queueCleared,
  queueItemChosen,
  queueItemMoved,
  queueItemRemoved,
  queueReleaseAdded,
  queueRemovalUndone,
  queueSongRemoved,
} from '#core/events/queue.ts'
import { GAIN_MAX, GAIN_MIN } from '#core/model/playback/loudness.ts'
import { ports } from './ports.ts'
import { heardFrom, leaving, seconds, shownPlayer } from './shownPlayer.ts'

/** Plays a release from the top, or from one of its songs. @param from where in the song it begins, in seconds */
export function playRelease(releaseid: string, trackid: string | null = null, from?: number): void {
  const { mintId } = ports()
  const at = from === undefined ? {} : { from: seconds(from) }
  wish(playerReleaseChosen({ releaseid, trackid, itemId: mintId(), requestId: mintId(), ...at, ...leaving() }))
}

/** Plays a release from a share of its first song on, which need not be known yet. @param hook 0 is the start */
export function hearRelease(releaseid: string, hook: number): void {
  const { mintId } = ports()
  wish(playerReleaseChosen({ releaseid, trackid: null, itemId: mintId(), requestId: mintId(), hook, ...leaving() }))
}

/** Goes on, and plays, from a share of the song that is current. @param hook 0 is the start */
export function hearHook(hook: number): void {
  wish(playerHookChosen({ hook, ...heardFrom(), levels: true }))
}

/** Queues a release behind the current item or at the end. */
export function queueRelease(releaseid: string, place: 'next' | 'bottom'): void {
  wish(queueReleaseAdded({ releaseid, itemId: ports().mintId(), place }))
}

/** Queues one song of a release behind the current item or at the end. */
export function queueSong(releaseid: string, trackid: string, place: 'next' | 'bottom'): void {
  wish(queueReleaseAdded({ releaseid, trackid, itemId: ports().mintId(), place }))
}

/** @param songId where in the item it begins; its first song without */
export function playQueueItem(itemId: string, songId?: string): void {
  const from = songId === undefined ? {} : { songId }
  wish(queueItemChosen({ itemId, requestId: ports().mintId(), ...from }))
}

export function removeQueueItem(itemId: string): void {
  wish(queueItemRemoved({ itemId, requestId: ports().mintId() }))
}

/** Takes a song out of what plays, the one that plays too, or out of an item that follows; the item stays. */
export function skipQueueSong(itemId: string, songId: string): void {
  wish(queueSongRemoved({ itemId, songId, requestId: ports().mintId() }))
}

/** @param requestId the wish that took it out */
export function undoQueueRemoval(requestId: string): void {
  wish(queueRemovalUndone({ requestId }))
}

/** Empties what follows and what was heard; what plays goes on. Ask before. */
export function clearQueue(): void {
  wish(queueCleared({}))
}

/** @param before the item it goes in front of; null for the end */
export function moveQueueItem(itemId: string, before: string | null): void {
  wish(queueItemMoved({ itemId, before }))
}

export function togglePlay(): void {
  const shown = shownPlayer()
  wish(playerToggled(shown ? { play: !shown.isPlaying } : {}))
}

export function skipForward(): void {
  wish(playerSkippedForward({ requestId: ports().mintId(), ...heardFrom(), levels: true }))
}

/** @param position playhead in seconds */
export function skipBack(position: number): void {
  wish(playerSkippedBack({ requestId: ports().mintId(), position: seconds(position), levels: true }))
}

/** The scrubber is held: time updates wait until it is released. */
export function startScrub(): void {
  wish(playerScrubStarted(heardFrom()))
}

/** @param position where playback shall go on, in seconds */
export function seekTo(position: number): void {
  wish(playerSought({ seconds: seconds(position), ...heardFrom() }))
}

/** @param volume 0-100; rounded and held within */
export function changeVolume(volume: number): void {
  wish(playerVolumeChanged({ volume: Math.round(Math.min(100, Math.max(0, volume || 0))) }))
}

export function toggleMute(): void {
  wish(playerMuteToggled({}))
}

/**
 * Goes on with another version of the song at the same second.
 * @param position the playhead in seconds
 * @param gain factor on the volume that makes it as loud as the version that is heard (`versionGain`)
 */
export function chooseVersion(trackid: string, position: number, gain = 1): void {
  const held = Math.min(GAIN_MAX, Math.max(GAIN_MIN, gain))
  wish(playerVersionChosen({ trackid, requestId: ports().mintId(), position: seconds(position), gain: held }))
}

export function toggleAutoPlay(): void {
  wish(playerAutoPlayToggled({}))
}

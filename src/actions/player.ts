import { wish } from '#bridge/dispatch.ts'
import {
  playerAutoPlayToggled,
  playerMuteToggled,
  playerReleaseChosen,
  playerScrubStarted,
  playerSkippedBack,
  playerSkippedForward,
  playerSought,
  playerToggled,
  playerVolumeChanged,
} from '#core/events/player.ts'
import { queueItemChosen, queueItemRemoved, queueReleaseAdded } from '#core/events/queue.ts'
import { ports } from './ports.ts'

/** Plays a release from the top, or from one of its songs. */
export function playRelease(releaseid: string, trackid: string | null = null): void {
  const { mintId } = ports()
  wish(playerReleaseChosen({ releaseid, trackid, itemId: mintId(), requestId: mintId() }))
}

/** Queues a release behind the current item or at the end. */
export function queueRelease(releaseid: string, place: 'next' | 'bottom'): void {
  wish(queueReleaseAdded({ releaseid, itemId: ports().mintId(), place }))
}

export function playQueueItem(itemId: string): void {
  wish(queueItemChosen({ itemId, requestId: ports().mintId() }))
}

export function removeQueueItem(itemId: string): void {
  wish(queueItemRemoved({ itemId, requestId: ports().mintId() }))
}

export function togglePlay(): void {
  wish(playerToggled({}))
}

export function skipForward(): void {
  wish(playerSkippedForward({ requestId: ports().mintId() }))
}

/** @param position playhead in seconds */
export function skipBack(position: number): void {
  wish(playerSkippedBack({ requestId: ports().mintId(), position }))
}

/** The scrubber is held: time updates wait until it is released. */
export function startScrub(): void {
  wish(playerScrubStarted({}))
}

/** @param seconds where playback shall go on */
export function seekTo(seconds: number): void {
  wish(playerSought({ seconds }))
}

/** @param volume integer 0-100 */
export function changeVolume(volume: number): void {
  wish(playerVolumeChanged({ volume }))
}

export function toggleMute(): void {
  wish(playerMuteToggled({}))
}

export function toggleAutoPlay(): void {
  wish(playerAutoPlayToggled({}))
}

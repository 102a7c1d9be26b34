import { computed, signal } from '@preact/signals-react'
import type { Loudness } from '#core/model/catalogue/release.ts'
import type { PlayerState, QueueSong } from '#core/model/entities.ts'
import { following, isPlay, upcomingItem, versionsOf } from '#core/reducers/playback/queueReading.ts'
import { entity, peekState, single } from './entity.ts'

export const player = single('player')
export const queue = single('queue')
export const queueItem = (uuid: string) => entity('queueItem', uuid)

/** Playhead in seconds, set by the audio element; never an event. */
export const playhead = signal(0, { name: 'playhead' })
/** Where the song stands, in s: a seek that is on its way first, then `head`, the element's own place. */
export const standsAt = ({ seekTime, isLoading, currentTime }: Readonly<PlayerState>, head: () => number): number =>
  seekTime ?? (isLoading ? currentTime : head())
/** Its whole second, in s: what clocks and long songs show. Apart, so that the updates in between wake nobody. */
export const playheadSecond = signal(0, { name: 'playheadSecond' })
/** Puts both, in s. */
export function setPlayhead(seconds: number): void {
  playhead.value = seconds
  playheadSecond.value = Math.floor(seconds)
}
/** End of the buffered range around the playhead, in seconds. */
export const buffered = signal(0, { name: 'buffered' })

/** Whether the song stands still because its bytes do not come, set by the audio element; never an event. */
export const starved = signal(false, { name: 'starved' })

/** The song that plays or would play, or null. */
export const currentSong = computed(() => player.value.song)
export const isPlaying = computed(() => player.value.isPlaying)
/** Whether another choice waits for its songs: what the player still names is no longer what is meant to play. */
export const isAwaiting = computed(() => single('queuePending').value.choices.some(isPlay))
/** How many releases and songs wait to be queued until they are known. */
export const waitingCount = computed(() => single('queuePending').value.choices.filter((one) => !isPlay(one)).length)
/** Whether any do. */
export const isAnyWaiting = computed(() => waitingCount.value > 0)
/** releaseid of what plays, for the mark on cards. */
export const playingRelease = computed(() => player.value.release?.releaseid ?? null)
/** trackid of what plays, for the mark in track lists. */
export const playingTrack = computed(() => player.value.song?.trackid ?? null)

/** Whether a song follows the current one (PLAYER-040). */
export const hasNext = computed(() => {
  // What `following` reads of the state is read here so that a change of it is noticed.
  void player.value
  for (const id of [queue.value.selectedItem, upcomingItem(queue.value)]) if (id) void queueItem(id).value
  return following(peekState()) !== null
})

/** What follows of the item that plays, in its order (D-160). */
export const restOfItem = computed<readonly QueueSong[]>(() => {
  const { selectedItem, selectedSong } = queue.value
  const songs = selectedItem === null ? [] : (entity('queueItem', selectedItem).value?.songs ?? [])
  return songs.slice(songs.findIndex(({ uuid }) => uuid === selectedSong) + 1)
})

const NO_VERSIONS: ReturnType<typeof versionsOf> = []

/** The other versions of the song that plays, and itself, in the release's order; empty when there is but one. */
export const versions = computed(() => {
  const song = currentSong.value
  if (song === null) return NO_VERSIONS
  // Until its release is known they are looked for in the queue.
  if (!entity('detail', song.releaseid).value?.release) void queue.value
  const all = versionsOf(peekState(), song)
  return all.length > 1 ? all : NO_VERSIONS
})

/** How loud the server has measured a song to be; undefined where it does not say, or its release is not known. */
export function measuredOf({ releaseid, trackid }: Pick<QueueSong, 'releaseid' | 'trackid'>): Loudness | undefined {
  const release = peekState().get('detail', releaseid)?.release
  return release?.songs.find((song) => song.trackid === trackid)?.loudness
}

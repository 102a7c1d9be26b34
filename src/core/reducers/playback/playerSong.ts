// Which song the player holds, where it begins, and how loud it is.
import { secondsOf } from '../../model/catalogue/hook.ts'
import { PLAYER_DURATION_DEFAULT } from '../../model/constants.ts'
import { type PlayerState, SELF, SINGLES } from '../../model/entities.ts'
import { auditionGain, isMeasured } from '../../model/playback/loudness.ts'
import type { Store } from '../store.ts'
import { type PlayChoice, selected } from './queueReading.ts'

/** Where the song that is selected begins, in s, as the choice says; undefined at its start. */
function beginning(state: Store, choice: Partial<Pick<PlayChoice, 'from' | 'hook'>>): number | undefined {
  const song = selected(state)?.song
  if (choice.from !== undefined || !choice.hook || !song) return choice.from
  return secondsOf(choice.hook, song.duration)
}

/**
 * Starts what the queue selected where the choice says. Somebody who goes through many releases, or hears one from a
 * hook, hears them at one loudness.
 */
export function audition(
  state: Store,
  requestId: string,
  isPlaying: boolean,
  choice: Partial<Pick<PlayChoice, 'from' | 'hook'>>,
): void {
  load(state, requestId, isPlaying, beginning(state, choice))
  if (choice.hook !== undefined || state.single('triage').on) level(state)
}

/** Next and Previous. Earlier builds leave `levels` out. */
export function skip(state: Store, { requestId, levels }: { requestId: string; levels?: true | undefined }): void {
  if (loadIfMoved(state, requestId) && levels && state.single('triage').on) level(state)
}

/** The song that is selected is as loud as all that are auditioned, where it was measured and the person wants that. */
export function level(state: Store): void {
  const song = selected(state)?.song
  if (!song || !(state.single('setting').levelled ?? true)) return
  const known = state.get('detail', song.releaseid)?.release?.songs.find(({ trackid }) => trackid === song.trackid)
  if (isMeasured({ measured: known?.loudness })) state.patch('player', SELF, { gain: auditionGain(known?.loudness) })
}

/** Starts what the queue selected, if that is another song than the one that plays. */
export function loadIfMoved(state: Store, requestId: string, isPlaying = true): boolean {
  const song = selected(state)?.song
  if (!song || song.uuid === state.single('player').song?.uuid) return false
  load(state, requestId, isPlaying)
  return true
}

/** PLAYER-019, PLAYER-027: playing from the press on, time back to 0 (or `from`, s), loading until the element sounds. */
export function load(state: Store, requestId: string, isPlaying = true, from?: number): void {
  const player = state.single('player')
  const names = shown(state)
  // Fetched ahead: nothing has to be waited for.
  const handle = names.song !== null && names.song.uuid === player.next?.uuid ? player.next.handle : null
  stand(state, from ?? 0)
  state.set('player', SELF, {
    ...player,
    ...names,
    requestId,
    handle,
    gain: 1,
    skipped: null,
    failures: 0,
    isPlaying,
    isLoading: isPlaying || handle === null,
    isDraggingProgressBar: false,
    shouldShowMiniPlayer: true,
    currentTime: from ?? 0,
    seekTime: from ?? null,
    // What does not sound has no element that tells it; the catalogue does.
    duration: (!isPlaying && names.song?.duration) || PLAYER_DURATION_DEFAULT,
  })
}

/** Keeps for the next visit where the song stands, in s. */
export function stand(state: Store, position: number): void {
  if (state.single('playStand').position !== position) state.set('playStand', SELF, { position })
}

/** The song and the release the bar names. */
export function shown(state: Store): Pick<PlayerState, 'song' | 'release'> {
  const current = selected(state)
  if (!current) return { song: null, release: null }
  return { song: current.song, release: { releaseid: current.song.releaseid, title: current.item.title } }
}

/** PLAYER-047: everything but autoplay, volume and the sample flag goes back. */
export function reset(state: Store): void {
  const { autoPlay, volume, previousVolume, isMuted, sampleSongFlag } = state.single('player')
  state.set('player', SELF, { ...SINGLES.player, autoPlay, volume, previousVolume, isMuted, sampleSongFlag })
}

/**
 * Playback as screens need it (PLAYER rows). It runs after the queue's reducer and plays what the
 * queue selected. The audio element is driven by platform/sound/audio from these events; nothing here
 * knows of it.
 *
 * `isPlaying` is what the person wants: true from the press on, so that a pause while the stream is
 * still being fetched holds. `isLoading` lasts until the element sounds, or until nothing is left to wait for.
 */
import type { AppEvent } from '../../events/index.ts'
import { secondsOf } from '../../model/catalogue/hook.ts'
import { PLAYER_DURATION_DEFAULT } from '../../model/constants.ts'
import { type PlayerState, SELF } from '../../model/entities.ts'
import type { Store } from '../store.ts'
import { audition, level, load, loadIfMoved, reset, shown, skip, stand } from './playerSong.ts'
import {
  awaitedPlay,
  FAILURES_MAX,
  following,
  hasGoneOn,
  type PlayChoice,
  SKIP_BACK_RESTART_S,
  selected,
} from './queueReading.ts'

/** A version with less than this left of it, in s, is heard from its start. */
const REST_MIN_S = 2

/** @param awaited the choice that waited for its release before this event */
export function reducePlayer(state: Store, event: AppEvent, awaited: PlayChoice | null): void {
  apply(state, event, awaited)
  const { next } = state.single('player')
  // Something else follows now, or nothing: what was fetched ahead is not what is wanted next.
  if (next !== null && following(state)?.song.uuid !== next.uuid) state.patch('player', SELF, { next: null })
}

function apply(state: Store, event: AppEvent, awaited: PlayChoice | null): void {
  const player = state.single('player')
  const change = (fields: Partial<PlayerState>) => state.set('player', SELF, { ...player, ...fields })
  /** A fact about an earlier choice than the newest (PLAYER-033). */
  const isLate = (requestId: string) => awaited !== null || player.song === null || requestId !== player.requestId
  /**
   * A choice that cannot be had or holds nothing to play is named. What was stopped for it, or for the one before, is
   * ready to go on where it was left: where the press said it stood, as what the element tells is not kept in the log.
   */
  const cameToNothing = (choice: PlayChoice, isStopped: boolean) => {
    const skipped = { title: titleOf(state, choice), requestId: choice.requestId, why: 'song' } as const
    if (!isStopped) return change({ skipped })
    const at = player.song === null ? 0 : player.currentTime
    change({ isPlaying: false, isLoading: false, seekTime: at || null, currentTime: at, skipped })
  }
  switch (event.type) {
    case 'playlist.chosen':
    case 'player.releaseChosen': {
      const { itemId, requestId, stoodAt } = event.payload
      if (awaitedPlay(state)?.requestId === requestId) {
        // What played before stops at the press; its title and its place stay until the new one is known.
        const at = awaited === null && player.song !== null ? stoodAt : undefined
        if (at !== undefined) stand(state, at)
        const currentTime = at ?? player.currentTime
        change({ isPlaying: true, isLoading: true, requestId, handle: null, seekTime: null, currentTime })
      } else if (selected(state)?.item.uuid === itemId)
        audition(state, requestId, true, { from: undefined, ...event.payload })
      else if (event.type === 'playlist.chosen') cameToNothing({ kind: 'playlist', ...event.payload }, awaited !== null)
      else cameToNothing({ kind: 'play', ...event.payload }, awaited !== null)
      return
    }
    case 'release.detailReceived':
    case 'release.detailFailed':
    case 'playlist.received':
    case 'playlist.failed': {
      if (awaited === null || awaitedPlay(state) !== null) return
      if (selected(state)?.item.uuid === awaited.itemId)
        return audition(state, awaited.requestId, player.isPlaying, awaited)
      return cameToNothing(awaited, true)
    }
    case 'queue.itemChosen':
      if (selected(state)?.item.uuid === event.payload.itemId) load(state, event.payload.requestId)
      return
    case 'player.skippedForward':
      // The element has it under the request of the press already: it was told at the press.
      if (hasGoneOn(state, event.payload)) {
        if (player.song !== null && awaited === null) change({ requestId: event.payload.requestId })
        return
      }
      skip(state, event.payload)
      return
    case 'player.skippedBack':
      if (event.payload.position <= SKIP_BACK_RESTART_S) skip(state, event.payload)
      else if (player.song !== null) {
        stand(state, 0)
        change({ seekTime: 0, currentTime: 0 })
      }
      return
    case 'queue.itemRemoved':
    case 'queue.songRemoved': {
      const song = selected(state)?.song
      if (player.song === null || song?.uuid === player.song.uuid) return
      if (awaitedPlay(state)) return change(song ? shown(state) : { song: null, release: null })
      return song ? load(state, event.payload.requestId) : reset(state)
    }
    case 'player.ended':
      if (awaited !== null) return
      // Who paused it, and stands at its end, has not asked for the next to begin.
      if (loadIfMoved(state, event.payload.requestId, player.isPlaying)) return
      // Nothing follows: the next visit begins where the bar stands.
      stand(state, 0)
      return change({ isPlaying: false, isLoading: false, currentTime: 0 })
    case 'player.toggled': {
      // The first choice of a visit waits: whether it begins by itself.
      if (player.song === null && awaited !== null)
        return change({ isPlaying: event.payload.play ?? !player.isPlaying })
      if (player.song === null || player.song.duration === 0) return
      const isPlaying = event.payload.play ?? !player.isPlaying
      if (isPlaying === player.isPlaying) return
      // Without a stream there is nothing to pause or resume: playing fetches one, pausing leaves the fetch alone.
      const ready = player.handle !== null
      const isLoading = ready ? player.isLoading && isPlaying : player.isLoading || isPlaying
      return change({ isPlaying, isLoading, ...(isPlaying ? { skipped: null, failures: 0 } : {}) })
    }
    case 'player.addressReady':
      if (isLate(event.payload.requestId) || event.payload.trackid !== player.song?.trackid) return
      return change({ handle: event.payload.handle, isLoading: player.isPlaying })
    case 'player.addressFailed':
    case 'player.failed': {
      const { requestId, next, code } = event.payload
      if (isLate(requestId) || player.song === null) return
      const failures = player.failures + 1
      const why = code === 'DEVICE' ? 'device' : failures >= FAILURES_MAX ? 'row' : 'song'
      const skipped = { title: player.song.title, requestId, why } as const
      // The queue has moved on where it may (passesOver).
      if (next !== undefined && loadIfMoved(state, next)) return state.patch('player', SELF, { skipped, failures })
      const position = event.type === 'player.failed' ? event.payload.position : undefined
      // Played again it goes on where it broke off.
      const at = position ? { seekTime: position, currentTime: position } : {}
      return change({ isLoading: false, isPlaying: false, handle: null, skipped, failures, ...at })
    }
    case 'player.nextReady':
      if (following(state)?.song.uuid !== event.payload.uuid) return
      return change({ next: { uuid: event.payload.uuid, handle: event.payload.handle } })
    case 'player.nextStale':
      return player.next?.handle === event.payload.handle ? change({ next: null }) : undefined
    case 'player.versionChosen': {
      const { requestId, position, gain } = event.payload
      const song = selected(state)?.song
      if (player.song === null || !song || song.uuid === player.song.uuid) return
      // Of a shorter one nothing may be left there: it would end at once, and the next song play in its place.
      load(state, requestId, player.isPlaying, position < song.duration - REST_MIN_S ? position : 0)
      return state.patch('player', SELF, { gain })
    }
    case 'player.stoodAt':
      if (isLate(event.payload.requestId)) return
      return stand(state, event.payload.position)
    case 'queue.restored': {
      const { queue, requestId } = event.payload
      const song = selected(state)?.song
      if (player.song !== null || !song || song.uuid !== queue.song) return
      load(state, requestId, false, queue.position)
      // Nothing is fetched before play is pressed.
      return state.patch('player', SELF, { isLoading: false })
    }
    case 'player.addressStale':
      if (isLate(event.payload.requestId)) return
      // It stands there also while the new stream, which was sought to that place, does not sound yet.
      return change({
        handle: null,
        isLoading: true,
        seekTime: event.payload.position,
        currentTime: event.payload.position,
      })
    case 'player.started': {
      if (isLate(event.payload.requestId) || player.handle === null) return
      // A stream that does not tell its length is as long as the catalogue says.
      const duration = event.payload.duration || player.song?.duration || PLAYER_DURATION_DEFAULT
      // It is not heard yet: without an audio device the element begins, and fails a moment later.
      return change({ isLoading: false, duration })
    }
    case 'player.paused':
      // Another page sounds now: what is awaited shall not begin by itself.
      if (awaited !== null) return change({ isPlaying: false })
      if (player.song === null) return
      stand(state, event.payload.position)
      return change({
        isPlaying: false,
        isLoading: false,
        currentTime: event.payload.position,
      })
    case 'player.resumed':
      if (player.song && awaited === null) change({ isPlaying: true })
      return
    case 'player.samplePlayed':
      return change({ sampleSongFlag: true })
    case 'player.scrubStarted':
      if (player.song && !hasGoneOn(state, event.payload)) change({ isDraggingProgressBar: true })
      return
    case 'player.sought':
      if (player.song === null || hasGoneOn(state, event.payload)) return
      stand(state, event.payload.seconds)
      return change({
        isDraggingProgressBar: false,
        seekTime: event.payload.seconds,
        currentTime: event.payload.seconds,
      })
    case 'player.hookChosen': {
      if (player.song === null || player.song.duration === 0 || awaitedPlay(state) !== null) return
      if (hasGoneOn(state, event.payload)) return
      const length = player.duration < PLAYER_DURATION_DEFAULT ? player.duration : player.song.duration
      const at = secondsOf(event.payload.hook, length)
      stand(state, at)
      // As the play button: without a stream one is fetched.
      const isLoading = player.isLoading || player.handle === null
      change({
        isPlaying: true,
        isLoading,
        skipped: null,
        failures: 0,
        isDraggingProgressBar: false,
        seekTime: at,
        currentTime: at,
      })
      return event.payload.levels && level(state)
    }
    case 'triage.begun': {
      const { heard, levels } = event.payload
      return levels && heard !== null && heard === player.release?.releaseid ? level(state) : undefined
    }
    case 'player.seekApplied':
      return change({ seekTime: null })
    case 'player.volumeChanged': {
      const { volume } = event.payload
      return change({ volume, isMuted: volume === 0, previousVolume: volume > 0 ? volume : player.previousVolume })
    }
    case 'player.muteToggled':
      if (player.isMuted) return change({ isMuted: false, volume: player.previousVolume })
      return change({ isMuted: true, volume: 0, previousVolume: player.volume || player.previousVolume })
    case 'player.autoPlayToggled':
      if (player.song === null) return
      return change({ autoPlay: !player.autoPlay })
    case 'session.ended':
      return reset(state)
  }
}

/** What was chosen is called so; empty while nobody has said it. */
function titleOf(state: Store, choice: PlayChoice): string {
  if (choice.kind === 'playlist') return state.get('playlist', choice.playlistid)?.name ?? ''
  const heard = choice.trackid === null ? undefined : state.get('recentPlay', choice.trackid)
  return (heard?.song ?? state.get('release', choice.releaseid))?.title ?? ''
}

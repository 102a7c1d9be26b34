/**
 * Playback as screens need it (PLAYER rows). It runs after the queue's reducer and plays what the
 * queue selected. The audio element is driven by platform/audio from these events; nothing here
 * knows of it.
 */
import type { AppEvent } from '../events/index.ts'
import { PLAYER_DURATION_DEFAULT, SKIP_BACK_RESTART_S } from '../model/constants.ts'
import { type PlayerState, SELF, SINGLES } from '../model/entities.ts'
import { selected } from './queue.ts'
import type { Store } from './store.ts'

export function reducePlayer(own: Store, event: AppEvent): void {
  const player = own.single('player')
  const change = (fields: Partial<PlayerState>) => own.set('player', SELF, { ...player, ...fields })
  switch (event.type) {
    case 'player.releaseChosen': {
      const waits = own.single('queuePending').choices.some((choice) => choice.kind === 'play')
      if (waits) return change({ isLoading: true, requestId: event.payload.requestId })
      return load(own, event.payload.requestId)
    }
    case 'release.detailReceived': {
      const song = selected(own)?.song
      if (song && song.uuid !== player.song?.uuid && player.requestId !== null) load(own, player.requestId)
      return
    }
    case 'release.detailFailed':
      if (player.isLoading && player.song === null) change({ isLoading: false, requestId: null })
      return
    case 'queue.itemChosen':
    case 'player.skippedForward':
      loadIfMoved(own, event.payload.requestId)
      return
    case 'player.skippedBack':
      if (player.song === null) return
      if (event.payload.position > SKIP_BACK_RESTART_S) return change({ seekTime: 0, currentTime: 0 })
      loadIfMoved(own, event.payload.requestId)
      return
    case 'queue.itemRemoved': {
      if (player.song === null || selected(own)?.song.uuid === player.song.uuid) return
      if (selected(own)) return load(own, event.payload.requestId)
      return reset(own)
    }
    case 'player.ended':
      if (!loadIfMoved(own, event.payload.requestId)) change({ isPlaying: false, isLoading: false, currentTime: 0 })
      return
    case 'player.toggled':
      if (player.song === null || player.song.duration === 0) return
      return change({ isPlaying: !player.isPlaying })
    case 'player.addressReady':
      if (event.payload.requestId !== player.requestId) return
      return change({ handle: event.payload.handle, isPlaying: true })
    case 'player.addressFailed':
    case 'player.failed':
      if (event.payload.requestId !== player.requestId) return
      return change({ isLoading: false, isPlaying: false })
    case 'player.addressStale':
      if (event.payload.requestId !== player.requestId) return
      return change({ handle: null, isLoading: true, seekTime: event.payload.position })
    case 'player.started':
      if (event.payload.requestId !== player.requestId) return
      return change({ isLoading: false, duration: event.payload.duration })
    case 'player.paused':
      return change({ isPlaying: false, currentTime: event.payload.position })
    case 'player.resumed':
      if (player.song) change({ isPlaying: true })
      return
    case 'player.samplePlayed':
      return change({ sampleSongFlag: true })
    case 'player.scrubStarted':
      return change({ isDraggingProgressBar: true })
    case 'player.sought':
      if (player.song === null) return
      return change({
        isDraggingProgressBar: false,
        seekTime: event.payload.seconds,
        currentTime: event.payload.seconds,
      })
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
      return reset(own)
  }
}

/** Starts what the queue selected, if that is another song than the one that plays. */
function loadIfMoved(own: Store, requestId: string): boolean {
  const song = selected(own)?.song
  if (!song || song.uuid === own.single('player').song?.uuid) return false
  load(own, requestId)
  return true
}

/** PLAYER-027: time back to 0, loading until the element sounds. */
function load(own: Store, requestId: string): void {
  const current = selected(own)
  if (!current) return
  own.set('player', SELF, {
    ...own.single('player'),
    song: current.song,
    release: { releaseid: current.item.releaseid, title: current.item.title },
    requestId,
    handle: null,
    isLoading: true,
    isDraggingProgressBar: false,
    shouldShowMiniPlayer: true,
    currentTime: 0,
    seekTime: null,
    duration: PLAYER_DURATION_DEFAULT,
  })
}

/** PLAYER-047: everything but autoplay, volume and the sample flag goes back. */
function reset(own: Store): void {
  const { autoPlay, volume, previousVolume, isMuted, sampleSongFlag } = own.single('player')
  own.set('player', SELF, { ...SINGLES.player, autoPlay, volume, previousVolume, isMuted, sampleSongFlag })
}

/**
 * The one writer of playback. It owns the audio element, does what the applied events say, and reports what
 * the element really does. The playhead goes straight to a signal; it is no event.
 *
 * Autoplay rules ask for play() inside the press: wishes are heard when they are echoed, in the press's own task.
 */
import type { AppDraft, AppEvent, EventType } from '#core/events/index.ts'
import {
  playerAddressStale,
  playerEnded,
  playerFailed,
  playerPaused,
  playerResumed,
  playerSamplePlayed,
  playerSeekApplied,
  playerStarted,
} from '#core/events/player.ts'
import type { PlayerState } from '#core/model/entities.ts'

export interface AudioParts {
  readonly element: HTMLAudioElement
  /** The address under a handle, or null when it is gone. */
  readonly reveal: (handle: string) => Promise<string | null>
  readonly state: () => Readonly<PlayerState>
  readonly observe: (draft: AppDraft) => void
  readonly mintId: () => string
  /** Seconds; called a few times a second. */
  readonly onTime: (seconds: number) => void
  readonly onBuffered: (seconds: number) => void
  /** Safari and iOS sound only after a clip that was started inside a press (D-103); null elsewhere. */
  readonly sampleClip: string | null
}

/** Events the element answers; the entry routes exactly these from the bus. */
export const AUDIO_EVENTS = [
  'player.releaseChosen',
  'playlist.chosen',
  'player.toggled',
  'player.skippedForward',
  'player.skippedBack',
  'player.sought',
  'player.volumeChanged',
  'player.muteToggled',
  'player.addressReady',
  'player.ended',
  'queue.itemChosen',
  'queue.itemRemoved',
  'setting.restored',
  'session.ended',
] as const satisfies readonly EventType[]

export interface AudioPlayer {
  apply(event: AppEvent): void
}

export function createAudio(parts: AudioParts): AudioPlayer {
  const { element, state, observe } = parts
  /** The choice whose address the element has; null while it has none. */
  let loaded: string | null = null
  let startedFor: string | null = null
  /** One new address per choice, then it has failed (D-104). */
  let renewedFor: string | null = null
  let isUnlocked = false

  element.preload = 'auto'
  element.volume = state().volume / 100

  function silence(): void {
    loaded = null
    element.pause()
    element.removeAttribute('src')
    element.load()
    parts.onTime(0)
    parts.onBuffered(0)
  }

  async function play(): Promise<void> {
    try {
      await element.play()
    } catch (error) {
      // Another choice came in between, or the element failed and says so by its own event.
      if (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'NotSupportedError')) return
      observe(playerPaused({ position: element.currentTime }))
    }
  }

  async function load(requestId: string, handle: string): Promise<void> {
    const address = await parts.reveal(handle).catch(() => null)
    if (state().requestId !== requestId) return
    if (address === null) return observe(playerFailed({ requestId, code: 'GONE' }))
    const at = state().seekTime
    loaded = requestId
    element.src = address
    if (at !== null) seek(at)
    if (state().isPlaying) await play()
  }

  function seek(seconds: number): void {
    element.currentTime = seconds
    parts.onTime(seconds)
    observe(playerSeekApplied({ seconds }))
  }

  /** Inside the press, before anything is fetched: afterwards the browser would not let it sound. */
  function unlock(): void {
    if (parts.sampleClip === null || isUnlocked || loaded !== null || state().sampleSongFlag) return
    isUnlocked = true
    element.src = parts.sampleClip
    void element.play().then(
      () => observe(playerSamplePlayed({})),
      () => undefined,
    )
  }

  /** The choice changed: what sounded before must not go on under the new title. */
  function follow(): void {
    const player = state()
    if (player.song === null || player.requestId !== loaded) {
      if (loaded !== null) silence()
    }
  }

  element.addEventListener('playing', () => {
    const { requestId } = state()
    if (requestId === null || loaded !== requestId) return
    if (startedFor !== requestId) {
      startedFor = requestId
      observe(playerStarted({ requestId, duration: Number.isFinite(element.duration) ? element.duration : 0 }))
    } else if (!state().isPlaying) observe(playerResumed({}))
  })
  element.addEventListener('pause', () => {
    if (loaded === null || element.ended || !state().isPlaying) return
    observe(playerPaused({ position: element.currentTime }))
  })
  element.addEventListener('timeupdate', () => {
    const { isDraggingProgressBar, isLoading } = state()
    if (loaded !== null && !isDraggingProgressBar && !isLoading) parts.onTime(element.currentTime)
  })
  element.addEventListener('progress', () => {
    const ranges = element.buffered
    for (let i = 0; i < ranges.length; i++)
      if (ranges.start(i) <= element.currentTime && element.currentTime <= ranges.end(i))
        parts.onBuffered(ranges.end(i))
  })
  element.addEventListener('ended', () => {
    if (loaded === null) return
    observe(playerEnded({ requestId: parts.mintId() }))
  })
  element.addEventListener('error', () => {
    const requestId = loaded
    if (requestId === null) return
    const position = element.currentTime
    const code = element.error ? `MEDIA_${element.error.code}` : 'MEDIA'
    loaded = null
    startedFor = null
    if (renewedFor === requestId) return observe(playerFailed({ requestId, code }))
    renewedFor = requestId
    observe(playerAddressStale({ requestId, position }))
  })

  return {
    apply(event) {
      switch (event.type) {
        case 'player.releaseChosen':
        case 'playlist.chosen':
        case 'player.skippedForward':
        case 'queue.itemChosen':
          follow()
          return unlock()
        case 'queue.itemRemoved':
          return follow()
        case 'player.ended':
          follow()
          // Nothing follows: the same song would begin anew.
          if (loaded !== null) parts.onTime(0)
          return
        case 'player.skippedBack': {
          const { seekTime } = state()
          return seekTime === null ? follow() : seek(seekTime)
        }
        case 'player.addressReady':
          if (event.payload.requestId === state().requestId) void load(event.payload.requestId, event.payload.handle)
          return
        case 'player.toggled':
          if (loaded === null) return
          if (state().isPlaying) void play()
          else element.pause()
          return
        case 'player.sought':
          return loaded === null ? undefined : seek(event.payload.seconds)
        case 'player.volumeChanged':
        case 'player.muteToggled':
        case 'setting.restored':
          element.volume = state().volume / 100
          return
        case 'session.ended':
          return silence()
      }
    },
  }
}

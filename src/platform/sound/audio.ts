/**
 * The one writer of playback. It owns the audio elements, does what the applied events say, and reports what
 * they really do. The playhead goes straight to a signal; it is no event.
 *
 * Autoplay rules ask for play() inside the press: wishes are heard when they are echoed, in the press's own task.
 */
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import {
  playerAddressStale,
  playerEnded,
  playerFailed,
  playerNextStale,
  playerPaused,
  playerResumed,
  playerSamplePlayed,
  playerSeekApplied,
  playerStarted,
} from '#core/events/player.ts'
import { AUDIO_TOKEN_TTL_S } from '#core/model/constants.ts'
import type { PlayerState } from '#core/model/entities.ts'
import { PRESSES, STARTING } from './audioEvents.ts'
import { createHandover, empty, FETCH_S } from './handover.ts'
import { createPatience, HAVE_CURRENT_DATA } from './patience.ts'

export interface AudioParts {
  readonly element: HTMLAudioElement
  /** Where the song that follows waits. */
  readonly spare: HTMLAudioElement
  /** The address under a handle, or null when it is gone. */
  readonly reveal: (handle: string) => Promise<string | null>
  readonly state: () => Readonly<PlayerState>
  readonly observe: (draft: AppDraft) => void
  readonly mintId: () => string
  /** ms of any beginning; it goes on while the machine sleeps. */
  readonly now: () => number
  /** Seconds; called a few times a second. */
  readonly onTime: (seconds: number) => void
  readonly onBuffered: (seconds: number) => void
  /** Whether the song stands still because its bytes do not come. */
  readonly onWaiting: (waiting: boolean) => void
  /** Where the song stands, for the next visit: every few seconds, and wherever it is left. */
  readonly onStand: (requestId: string, seconds: number) => void
  /** This page is about to sound: said at the press already. */
  readonly onSound: () => void
  /** Safari and iOS sound only after a clip that was started inside a press (D-103); null elsewhere. */
  readonly sampleClip: string | null
}

/** A song that ends so many seconds before the catalogue says was cut off; one that is said to was guessed to. */
const SHORT_S = 2
const STAND_EVERY_S = 5
/** So far beyond its interruption a song has run with its new address, which was good: the next is another one. */
const RECOVERED_S = 5

/**
 * Whether the device is at fault, not the song. Both come as MEDIA_ERR_DECODE; the browsers' texts tell them apart
 * (measured on Firefox without a device: OnMediaSinkAudioError; its sources name CUBEB, Chromium's AUDIO_RENDERER).
 */
const isOfDevice = (error: MediaError | null) => /MediaSink|CUBEB|AUDIO_RENDERER/i.test(error?.message ?? '')

export interface AudioPlayer {
  apply(event: AppEvent): void
  /** In the press of a wish that is applied later, once it shows in the state: what the browser lets happen there alone. */
  pressed(event: AppEvent): void
  /** Another tab sounds now. */
  giveWay(): void
  /** The page may go: tells where the song stands. */
  stand(): void
}

export function createAudio(parts: AudioParts): AudioPlayer {
  const { state, observe } = parts
  let { element } = parts
  /** The choice whose address the element has; null while it has none. */
  let loaded: string | null = null
  /** The handle whose address it was given last. */
  let given: string | null = null
  let startedFor: string | null = null
  /** One new address for each interruption of a choice, then it has failed (D-104). */
  let renewedFor: string | null = null
  /** Where that was, in s. */
  let renewedAt = 0
  /** And one more, whose handle was gone before it could be used. */
  let goneFor: string | null = null
  /** When each address was given out, by its handle. */
  const born = new Map<string, number>()
  let isUnlocked = false
  /** Seconds: the last the element was known to stand at, and the last that was told for the next visit. */
  let [stands, told] = [0, 0]

  const next = createHandover(
    parts.spare,
    (handle) => {
      const { next: follows, autoPlay, isPlaying, isDraggingProgressBar, requestId } = state()
      return follows?.handle === handle && autoPlay && isPlaying && !isDraggingProgressBar && requestId === loaded
    },
    rest,
  )
  const patience = createPatience({ onWaiting: parts.onWaiting, over: () => broke('STALLED') })

  element.preload = 'auto'
  setVolume()

  /** In s. A browser guesses the length of an MP3 that does not say it, of its first bytes: then the catalogue knows better. */
  function lengthOf({ duration }: HTMLAudioElement): number {
    const known = state().song?.duration ?? 0
    return known - duration > SHORT_S ? known : duration
  }

  /** How much of it is left, in s. */
  function rest(playing: HTMLAudioElement): number {
    return lengthOf(playing) - playing.currentTime
  }

  function setVolume(): void {
    const { volume, gain, isMuted } = state()
    element.volume = Math.min(1, (volume / 100) * gain)
    // Whatever follows by itself is no other version of this song.
    const other = element === parts.element ? parts.spare : parts.element
    other.volume = volume / 100
    // iOS leaves the volume to its keys.
    element.muted = other.muted = isMuted
  }

  function silence(): void {
    loaded = null
    // What is chosen next may be the same address under another request.
    given = null
    patience.end()
    next.undo()
    empty(element)
    beginning()
  }

  /** What the element stood at before is no place of what it has now. */
  function beginning(): void {
    stands = 0
    parts.onTime(0)
    parts.onBuffered(0)
  }

  async function play(): Promise<void> {
    parts.onSound()
    patience.begin(element)
    try {
      await element.play()
    } catch (error) {
      // Another choice came in between, or the element failed and says so by its own event.
      if (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'NotSupportedError')) return
      patience.end()
      observe(playerPaused({ position: element.currentTime }))
    }
  }

  async function load(requestId: string, handle: string): Promise<void> {
    given = handle
    const address = await parts.reveal(handle).catch(() => null)
    if (state().requestId !== requestId || given !== handle) return
    const at = state().seekTime
    if (address === null) {
      // Who holds the addresses began anew, or let go of it: another one is made, once.
      if (goneFor === requestId) return observe(playerFailed({ requestId, code: 'GONE' }))
      goneFor = requestId
      return observe(playerAddressStale({ requestId, position: at ?? 0 }))
    }
    loaded = requestId
    setVolume()
    element.src = address
    if (at !== null) seek(at)
    else beginning()
    if (state().isPlaying) await play()
  }

  /** What was fetched ahead is what is wanted now. */
  function takeOver(requestId: string): void {
    // What it does while it is emptied is no fact about playback.
    loaded = null
    const waited = next.swap(element)
    element = waited.element
    loaded = requestId
    given = state().handle
    patience.end()
    setVolume()
    const at = state().seekTime
    stands = at ?? element.currentTime
    if (at !== null) seek(at)
    else parts.onTime(stands)
    tellBuffered()
    if (!state().isPlaying) return element.pause()
    if (waited.sounds && !element.paused && element.readyState > HAVE_CURRENT_DATA) return sounds()
    void play()
  }

  async function prepare(handle: string): Promise<void> {
    const address = await parts.reveal(handle).catch(() => null)
    if (address !== null && state().next?.handle === handle) next.prepare(handle, address)
  }

  function seek(seconds: number): void {
    next.undo()
    element.currentTime = seconds
    // The bytes of another place are waited for anew.
    patience.end()
    if (loaded !== null && state().isPlaying) patience.begin(element)
    stands = seconds
    renewedAt = Math.min(renewedAt, seconds)
    parts.onTime(seconds)
    observe(playerSeekApplied({ seconds }))
    stand()
  }

  function stand(): void {
    const { requestId } = state()
    if (loaded === null || loaded !== requestId) return
    told = stands
    parts.onStand(loaded, stands)
  }

  /** Inside the press, before anything is fetched: afterwards the browser would not let it sound. */
  function unlock(): void {
    if (parts.sampleClip === null || isUnlocked || loaded !== null || state().sampleSongFlag) return
    isUnlocked = true
    for (const each of [parts.spare, element]) each.src = parts.sampleClip
    void parts.spare.play().catch(() => undefined)
    void element.play().then(
      () => observe(playerSamplePlayed({})),
      () => undefined,
    )
  }

  /** The choice changed: what sounded before must not go on under the new title. */
  function follow(): void {
    const { song, requestId, handle } = state()
    if (song !== null && requestId === loaded) return
    if (requestId !== null && handle !== null && handle === next.handle()) return takeOver(requestId)
    if (loaded !== null) silence()
    if (song !== null && requestId !== null && handle !== null && handle !== given) void load(requestId, handle)
  }

  /** The element sounds for the newest choice. */
  function sounds(): void {
    if (element.paused) return
    patience.end()
    const { requestId } = state()
    if (requestId === null || loaded !== requestId) return
    if (startedFor !== requestId) {
      startedFor = requestId
      observe(playerStarted({ requestId, duration: Number.isFinite(element.duration) ? lengthOf(element) : 0 }))
    } else if (!state().isPlaying) observe(playerResumed({}))
  }

  function tellBuffered(): void {
    const ranges = element.buffered
    for (let i = 0; i < ranges.length; i++)
      if (ranges.start(i) <= element.currentTime && element.currentTime <= ranges.end(i))
        parts.onBuffered(ranges.end(i))
  }

  /** An address is over, as after a long pause: the server is to give another, whatever was renewed before. */
  const isOver = (handle = given) => parts.now() - (born.get(handle ?? '') ?? parts.now()) >= AUDIO_TOKEN_TTL_S * 1000

  /** What follows is soon to be fetched whole: with an address that is good. */
  function renewNext(): void {
    const follows = state().next
    // What is here whole needs no address.
    if (follows === null || !(rest(element) < FETCH_S) || !isOver(follows.handle) || next.isHere()) return
    // Once: it is in the state until the event is applied.
    born.delete(follows.handle)
    next.drop()
    observe(playerNextStale({ handle: follows.handle }))
  }

  /** The song cannot go on from here: once with another address, then it has failed. */
  function broke(code: string): void {
    const requestId = loaded
    if (requestId === null) return
    const position = element.currentTime || stands
    loaded = null
    startedFor = null
    patience.end()
    next.undo()
    if (!element.error) empty(element)
    if (!isOver()) {
      if (renewedFor === requestId) return observe(playerFailed({ requestId, code, next: parts.mintId(), position }))
      renewedFor = requestId
      renewedAt = position
    }
    observe(playerAddressStale({ requestId, position }))
  }

  /** No song will sound here now: another address or another song would not help. */
  function silent(): void {
    const requestId = loaded
    if (requestId === null) return
    const position = element.currentTime || stands
    loaded = null
    startedFor = null
    patience.end()
    next.undo()
    observe(playerFailed({ requestId, code: 'DEVICE', position }))
  }

  function ended(): void {
    const length = state().song?.duration ?? 0
    if (length - element.currentTime > SHORT_S && (renewedFor !== loaded || isOver())) return broke('SHORT')
    next.cross()
    observe(playerEnded({ requestId: parts.mintId() }))
  }

  /** Heard of the element that plays alone, each a task later: two quick presses are over by then, and it says how they left it. */
  const heard: Record<string, () => void> = {
    playing: sounds,
    pause() {
      if (loaded === null || element.ended || !element.paused || !state().isPlaying) return
      patience.end()
      next.undo()
      observe(playerPaused({ position: element.currentTime }))
    },
    waiting() {
      if (loaded !== null && state().isPlaying) patience.begin(element)
    },
    timeupdate() {
      const { isDraggingProgressBar, isLoading } = state()
      if (loaded === null) return
      if (element.currentTime !== stands) patience.end()
      if (isLoading) return
      stands = element.currentTime
      if (!isDraggingProgressBar) parts.onTime(stands)
      if (stands - renewedAt >= RECOVERED_S) renewedFor = goneFor = null
      renewNext()
      next.watch(element)
      if (Math.abs(stands - told) >= STAND_EVERY_S) stand()
    },
    progress: tellBuffered,
    ended() {
      if (loaded !== null) ended()
    },
    error() {
      if (isOfDevice(element.error)) silent()
      else broke(element.error ? `MEDIA_${element.error.code}` : 'MEDIA')
    },
  }
  for (const own of [parts.element, parts.spare])
    for (const [type, listener] of Object.entries(heard))
      own.addEventListener(type, () => {
        if (own === element) listener()
        // What waits cannot be had: it is fetched anew when it is wanted.
        else if (type === 'error') next.drop()
      })

  return {
    apply(event) {
      // What another page begins by itself before this one has its song shall not undo the press.
      if (PRESSES.has(event.type) && state().isPlaying) parts.onSound()
      switch (event.type) {
        case 'player.releaseChosen':
        case 'playlist.chosen':
        case 'player.skippedForward':
        case 'player.versionChosen':
        case 'queue.itemChosen':
          follow()
          return unlock()
        case 'queue.itemRemoved':
        case 'queue.songRemoved':
        case 'player.failed':
        case 'player.addressFailed':
          return follow()
        case 'player.ended':
          follow()
          // Nothing follows: the same song would begin anew, and what was started a moment ago is not wanted.
          if (loaded !== null && !state().isPlaying) {
            next.undo()
            stands = renewedAt = 0
            // Played again it is heard anew (RECENT-002).
            startedFor = null
            parts.onTime(0)
            stand()
          }
          return
        case 'player.skippedBack': {
          // 0 is the beginning of the same song; another place belongs to a song that is still to be loaded.
          if (state().seekTime === 0) return seek(0)
          follow()
          return state().isPlaying ? unlock() : undefined
        }
        case 'player.addressReady': {
          const { requestId, handle } = state()
          born.set(event.payload.handle, parts.now())
          // Who pressed Next while a song ended has its address under another request (`player.skippedForward`).
          if (requestId !== null && handle === event.payload.handle) void load(requestId, handle)
          return
        }
        case 'player.nextReady':
          born.set(event.payload.handle, parts.now())
          void prepare(event.payload.handle)
          return
        case 'player.toggled':
          // Pressed with a song that came back from the visit before: its address is on its way.
          if (loaded === null) return state().isPlaying ? unlock() : undefined
          if (state().isPlaying) return void play()
          next.undo()
          patience.end()
          element.pause()
          return stand()
        case 'player.sought':
          return loaded === null ? undefined : seek(event.payload.seconds)
        case 'player.hookChosen': {
          setVolume()
          // Without a source its address is on its way, and the place is known when it comes.
          if (loaded === null) return unlock()
          const at = state().seekTime
          if (at !== null) seek(at)
          return state().isPlaying && element.paused ? void play() : undefined
        }
        case 'player.volumeChanged':
        case 'player.muteToggled':
        case 'setting.restored':
        case 'triage.begun':
          return setVolume()
        case 'session.ended':
          born.clear()
          next.drop()
          return silence()
      }
    },
    pressed({ type }) {
      // The state is as it was before the press.
      if (STARTING.has(type) || (type === 'player.toggled' && !state().isPlaying)) {
        parts.onSound()
        unlock()
      }
    },
    giveWay() {
      if (!state().isPlaying) return
      next.undo()
      patience.end()
      if (loaded === null || element.paused) observe(playerPaused({ position: state().seekTime ?? stands }))
      else element.pause()
      stand()
    },
    stand,
  }
}

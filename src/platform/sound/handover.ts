/**
 * The song that follows waits in an element of its own and is started as the one before ends, so that no silence
 * lies between them. Its first bytes are there as soon as it is known; the rest is fetched when it is soon wanted,
 * so that nobody pays for songs that are skipped.
 *
 * What an encoder puts before and behind the music the browsers leave out by the Info frame (Chromium and Firefox,
 * measured to the sample), so an element ends with its song. How long a song takes from play() to the ear depends on
 * the device: 3 ms into an audio graph, 70 to 90 ms by a sound server, longer without wires. It is learned from each song
 * that followed, for an element's clock tells what is heard, and forgotten when devices come or go.
 */
import { HAVE_CURRENT_DATA } from './patience.ts'

/** How long before the end the next is started while nothing was learned, in s. */
export const HANDOVER_S = 0.025
/** Longer than any device takes, wireless ones too: what took longer waited for its bytes. */
export const LEAD_MAX_S = 0.4
/** From here on a song's clock runs evenly. */
const EVEN_S = 0.5
/** From here on the end is timed; time updates come every 250 ms. */
const WATCH_S = 1
/** From here on the next song is fetched whole. */
export const FETCH_S = 25
/** A timer this early is set again rather than taken for the end. */
const EARLY_S = 0.02

export interface Handover {
  /** The handle of the address the spare element has, or null. */
  readonly handle: () => string | null
  /** Fetches the first bytes of what follows. */
  prepare(handle: string, address: string): void
  /** Told of each time update of the element that plays. */
  watch(playing: HTMLAudioElement): void
  /** Whether what follows was fetched to its end. */
  isHere(): boolean
  /** Starts what follows now, if it may. */
  cross(): void
  /** Takes back a start that came too early: the person went elsewhere in the song. */
  undo(): void
  /** Gives the spare element away and takes this one in its place. `sounds`: it was started already. */
  swap(played: HTMLAudioElement): { element: HTMLAudioElement; sounds: boolean }
  /** Nothing follows. */
  drop(): void
}

/**
 * @param mayCross whether the song that waits is the one that is to follow by itself
 * @param rest how much is left of the song that plays, in s; NaN while nobody knows
 * @param devices tells when devices come or go
 */
export function createHandover(
  first: HTMLAudioElement,
  mayCross: (handle: string) => boolean,
  rest: (playing: HTMLAudioElement) => number,
  devices: EventTarget | undefined = globalThis.navigator?.mediaDevices,
): Handover {
  let spare = first
  let handle: string | null = null
  let crossed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What the last songs took, s. */
  let took: readonly number[] = []
  /** What was started by itself, and when; null once it was learned from, or the person stepped in. */
  let begun: { readonly element: HTMLAudioElement; readonly at: number } | null = null
  first.preload = 'metadata'
  devices?.addEventListener('devicechange', () => {
    took = []
    begun = null
  })

  function forget(): void {
    clearTimeout(timer)
    timer = undefined
    handle = null
    crossed = false
  }

  function drop(): void {
    if (handle === null) return
    forget()
    empty(spare)
  }

  function cross(): void {
    if (handle === null || crossed || !mayCross(handle)) return
    crossed = true
    begun = spare.readyState > HAVE_CURRENT_DATA ? { element: spare, at: performance.now() } : null
    spare.play().catch(() => {
      crossed = false
    })
  }

  /** From play() to the ear, of a song that has sounded for a moment. */
  function learn(playing: HTMLAudioElement): void {
    if (begun?.element !== playing || playing.currentTime < EVEN_S) return
    const heard = (performance.now() - begun.at) / 1000 - playing.currentTime
    begun = null
    if (heard <= LEAD_MAX_S) took = [...took, Math.max(0, heard)].slice(-3)
  }

  /**
   * How long before the end the next is started, s. A mixer takes sound in turns, so the middle of two counts; a
   * machine that stutters only makes it longer, so of three the longest does not.
   */
  function lead(): number {
    const [one = HANDOVER_S, two = one] = [...took].sort((a, b) => a - b)
    return (one + two) / 2
  }

  /** Sets the clock for the end. */
  function time(playing: HTMLAudioElement): void {
    const ahead = lead()
    const left = rest(playing)
    if (!(left < WATCH_S)) return
    const due = () => {
      timer = undefined
      if (playing.paused) return
      if (rest(playing) > ahead + EARLY_S) time(playing)
      else cross()
    }
    timer = setTimeout(due, Math.max(0, (left - ahead) * 1000))
  }

  return {
    handle: () => handle,
    prepare(next, address) {
      if (handle === next) return
      forget()
      handle = next
      spare.preload = 'metadata'
      spare.src = address
    },
    watch(playing) {
      learn(playing)
      if (handle === null || crossed) return
      if (rest(playing) < FETCH_S && spare.preload !== 'auto') spare.preload = 'auto'
      if (timer === undefined) time(playing)
    },
    isHere() {
      const { buffered, duration } = spare
      return handle !== null && buffered.length > 0 && buffered.end(buffered.length - 1) >= duration - EVEN_S
    },
    cross,
    undo() {
      clearTimeout(timer)
      timer = undefined
      begun = null
      if (!crossed) return
      crossed = false
      spare.pause()
      spare.currentTime = 0
    },
    swap(played) {
      const [element, sounds] = [spare, crossed]
      forget()
      spare = played
      empty(played)
      element.preload = 'auto'
      return { element, sounds }
    },
    drop,
  }
}

/** Stops an element and lets go of what it fetched. */
export function empty(element: HTMLAudioElement): void {
  element.pause()
  element.removeAttribute('src')
  element.load()
}

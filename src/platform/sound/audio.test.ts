// The one writer of playback against an element that does what a browser's does, as far as it is used.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { triageBegun } from '#core/events/decisions.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import * as play from '#core/events/player.ts'
import {
  queueCleared,
  queueItemChosen,
  queueItemRemoved,
  queueReleaseAdded,
  queueRestored,
} from '#core/events/queue.ts'
import { settingRestored } from '#core/events/settings.ts'
import { AUDIO_TOKEN_TTL_S } from '#core/model/constants.ts'
import { SETTINGS_DEFAULT } from '#core/model/settings.ts'
import { settle } from '#tests/support/fakeClock.ts'
import { aRelease, aSong, Story } from '#tests/support/story.ts'
import { type AudioPlayer, createAudio } from './audio.ts'
import { AUDIO_EVENTS } from './audioEvents.ts'

/** The members of an audio element that are used, and what the test makes it do. */
class Element extends EventTarget {
  preload = ''
  readyState = 4
  volume = 1
  muted = false
  currentTime = 0
  duration = Number.NaN
  paused = true
  ended = false
  error: { code: number; message?: string } | null = null
  ranges: [number, number][] = []
  readonly did: string[] = []
  /** What it has yet to tell, where it tells as a browser does: in tasks of their own. */
  queued: string[] | null = null
  /** What the next play() throws. */
  refuses: Error | null = null
  #src = ''

  get src() {
    return this.#src
  }
  set src(address: string) {
    this.#src = address
    this.currentTime = 0
    this.ended = false
    this.error = null
    this.paused = true
    this.did.push(`src ${address}`)
  }
  get buffered() {
    const { ranges } = this
    return { length: ranges.length, start: (i: number) => ranges[i]?.[0], end: (i: number) => ranges[i]?.[1] }
  }
  removeAttribute(name: string) {
    this.#src = ''
    this.did.push(`remove ${name}`)
  }
  load() {
    this.currentTime = 0
  }
  async play() {
    this.did.push('play')
    const error = this.refuses
    this.refuses = null
    if (error) throw error
    this.paused = false
    this.queued?.push('playing')
  }
  pause() {
    if (this.paused) return
    this.paused = true
    this.did.push('pause')
    if (this.queued) this.queued.push('pause')
    else this.fire('pause')
  }
  tells() {
    for (const type of this.queued ?? []) this.fire(type)
    this.queued = []
  }
  fire(type: string) {
    this.dispatchEvent(new Event(type))
  }
  /** The stream begins to sound. */
  sounds(duration = 200) {
    this.duration = duration
    this.fire('playing')
  }
  at(seconds: number) {
    this.currentTime = seconds
    this.fire('timeupdate')
  }
  breaks(code = 2) {
    this.error = { code }
    this.fire('error')
  }
  /** @param at where, in s; at its end unless the stream was cut off */
  ends(at = this.duration) {
    if (Number.isFinite(at)) this.currentTime = at
    this.ended = true
    this.paused = true
    this.fire('pause')
    this.fire('ended')
  }
}

let element: Element
let spare: Element
let story: Story
let audio: AudioPlayer
let observed: AppDraft[]
let times: number[]
let bufferedTo: number[]
let waits: boolean[]
let stood: [requestId: string, seconds: number][]
let sounded: number
let addresses: Map<string, string>
/** ms. */
let clock = 0

function start(sampleClip: string | null = null): void {
  element = new Element()
  spare = new Element()
  waits = []
  stood = []
  sounded = 0
  story = new Story().knows(aRelease('r1'), aRelease('r2'))
  observed = []
  times = []
  bufferedTo = []
  addresses = new Map([
    ['h1', '/stream/1'],
    ['h2', '/stream/2'],
  ])
  let minted = 0
  audio = createAudio({
    element: element as unknown as HTMLAudioElement,
    spare: spare as unknown as HTMLAudioElement,
    onWaiting: (waiting) => void waits.push(waiting),
    onStand: (requestId, seconds) => {
      stood.push([requestId, seconds])
      happens(play.playerStoodAt({ requestId, position: seconds }))
    },
    onSound: () => {
      sounded++
    },
    reveal: async (handle) => addresses.get(handle) ?? null,
    state: () => story.player,
    observe: (draft) => {
      observed.push(draft)
      happens(draft)
    },
    mintId: () => `minted-${++minted}`,
    now: () => clock,
    onTime: (seconds) => void times.push(seconds),
    onBuffered: (seconds) => void bufferedTo.push(seconds),
    sampleClip,
  })
}

/** An event is applied, then heard, as the bus does it. */
function happens(...drafts: AppDraft[]): void {
  for (const draft of drafts) {
    story.happens(draft)
    const event = story.events.at(-1) as AppEvent
    if ((AUDIO_EVENTS as readonly string[]).includes(event.type)) audio.apply(event)
  }
}

const chosen = (releaseid: string, n: number) =>
  play.playerReleaseChosen({ releaseid, trackid: null, itemId: `i${n}`, requestId: `q${n}` })
const ready = (n: number, trackid = 'r1.a') => play.playerAddressReady({ requestId: `q${n}`, trackid, handle: `h${n}` })
const types = () => observed.map((draft) => draft.type)

/** r1 sounds. */
async function playing(): Promise<void> {
  happens(chosen('r1', 1), ready(1))
  await settle()
  element.sounds()
  observed.length = 0
  times.length = 0
  element.did.length = 0
}

beforeEach(() => start())

describe('starting', () => {
  test('PLAYER-019: the selected song is played as soon as its address is there', async () => {
    happens(chosen('r1', 1))
    expect(element.did).toEqual([])
    happens(ready(1))
    await settle()
    expect(element.did).toEqual(['src /stream/1', 'play'])
    element.sounds(199)
    expect(observed).toEqual([play.playerStarted({ requestId: 'q1', duration: 199 })])
    expect(story.player).toMatchObject({ isPlaying: true, isLoading: false, duration: 199 })
  })
  test.each([
    [120, 200],
    [198.5, 198.5],
    [260, 260],
    [Number.NaN, 0],
  ])('H-553: of %d s the browser tells, %d are told on: it guesses what an MP3 does not say', async (own, told) => {
    happens(chosen('r1', 1), ready(1))
    await settle()
    element.sounds(own)
    expect(observed).toEqual([play.playerStarted({ requestId: 'q1', duration: told })])
  })
  test('PLAYER-033: an address that is revealed late starts nothing', async () => {
    let reveal: (address: string) => void = () => {}
    addresses.get = () => undefined
    const slow = new Promise<string>((resolve) => {
      reveal = resolve
    })
    const observe = (draft: AppDraft) => void observed.push(draft)
    const state = () => story.player
    const nothing = () => undefined
    audio = createAudio({
      element: element as unknown as HTMLAudioElement,
      spare: spare as unknown as HTMLAudioElement,
      onWaiting: nothing,
      onStand: nothing,
      onSound: nothing,
      reveal: () => slow,
      state,
      observe,
      mintId: () => 'm',
      now: () => clock,
      onTime: nothing,
      onBuffered: nothing,
      sampleClip: null,
    })
    happens(chosen('r1', 1), ready(1), chosen('r2', 2))
    reveal('/stream/1')
    await settle()
    expect(element.did).toEqual([])
  })
  test('what sounded before is silent at the press', async () => {
    await playing()
    happens(chosen('r2', 2))
    expect(element.did).toEqual(['pause', 'remove src'])
    expect(times).toEqual([0])
    expect(observed).toEqual([])
  })
  test('a pause while the address is fetched: nothing sounds until play is pressed', async () => {
    happens(chosen('r1', 1), play.playerToggled({}), ready(1))
    await settle()
    expect(element.did).toEqual(['src /stream/1'])
    happens(play.playerToggled({}))
    expect(element.did).toEqual(['src /stream/1', 'play'])
  })
  test('for a handle that is gone another address is made once, then it is a failure', async () => {
    addresses.clear()
    happens(chosen('r1', 1), ready(1))
    await settle()
    expect(observed).toEqual([play.playerAddressStale({ requestId: 'q1', position: 0 })])
    expect(story.player).toMatchObject({ isPlaying: true, isLoading: true, handle: null })
    observed.length = 0
    happens(play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle: 'h2' }))
    await settle()
    expect(observed).toEqual([play.playerFailed({ requestId: 'q1', code: 'GONE' })])
  })
  test('sound that the browser refuses is a pause', async () => {
    element.refuses = new DOMException('no gesture', 'NotAllowedError')
    happens(chosen('r1', 1), ready(1))
    await settle()
    expect(types()).toEqual(['player.paused'])
    expect(story.player).toMatchObject({ isPlaying: false, isLoading: false })
  })
  test('play that another choice interrupts says nothing', async () => {
    element.refuses = new DOMException('interrupted', 'AbortError')
    happens(chosen('r1', 1), ready(1))
    await settle()
    expect(observed).toEqual([])
  })
})

describe('PLAYER-028: the sample clip of Safari and iOS', () => {
  const samples = () => element.did.filter((did) => did === 'src /sample.wav').length

  test('PLAYER-028: it is played inside the press before the first playback, and the flag records it', async () => {
    start('/sample.wav')
    happens(chosen('r1', 1))
    expect(element.did).toEqual(['src /sample.wav', 'play'])
    await settle()
    expect(story.player.sampleSongFlag).toBe(true)
    happens(ready(1))
    await settle()
    expect(element.src).toBe('/stream/1')
  })
  test('PLAYER-028: it is played once', async () => {
    start('/sample.wav')
    happens(chosen('r1', 1))
    await settle()
    happens(chosen('r2', 2), queueItemChosen({ itemId: 'i1', requestId: 'q3' }), sessionEnded({ reason: 'signedOut' }))
    story.knows(aRelease('r1'))
    happens(chosen('r1', 4))
    await settle()
    expect(samples()).toBe(1)
  })
  test('PLAYER-028: Previous, as the first press of a visit, plays it too', async () => {
    happens(chosen('r1', 1))
    const [item] = story.queue.items.map((id) => story.state.get('queueItem', id))
    if (!item) throw new Error('nothing is queued')
    start('/sample.wav')
    const queue = { items: [{ ...item, songs: [...item.songs] }], history: [], song: 'i1.2', position: 1 }
    happens(queueRestored({ queue, requestId: 'q1' }), play.playerSkippedBack({ requestId: 'q2', position: 1 }))
    expect(element.did).toEqual(['src /sample.wav', 'play'])
    await settle()
    expect(story.player.sampleSongFlag).toBe(true)
  })
  test('D-103: elsewhere there is none, and the flag stays down', async () => {
    await playing()
    expect(samples()).toBe(0)
    expect(story.player.sampleSongFlag).toBe(false)
  })
  test('the clip itself is no playback', async () => {
    start('/sample.wav')
    happens(chosen('r1', 1))
    element.fire('playing')
    element.at(0.1)
    element.ends()
    await settle()
    expect(types()).toEqual(['player.samplePlayed'])
    expect(times).toEqual([])
  })
})

describe('the playhead', () => {
  test('follows the element', async () => {
    await playing()
    element.at(12.5)
    expect(times).toEqual([12.5])
  })
  test('PLAYER-023: time updates are ignored while the progress bar is dragged', async () => {
    await playing()
    happens(play.playerScrubStarted({}))
    element.at(30)
    expect(times).toEqual([])
    happens(play.playerSought({ seconds: 90 }))
    element.at(91)
    expect(times).toEqual([90, 91])
  })
  test('PLAYER-024: time updates are ignored while the player is loading', async () => {
    happens(chosen('r1', 1), ready(1))
    await settle()
    element.at(1)
    expect(times).toEqual([0])
    element.sounds()
    element.at(2)
    expect(times).toEqual([0, 2])
  })
  test('stands at the beginning of a song that is chosen after one that broke off in its middle', async () => {
    await playing()
    happens(play.playerAutoPlayToggled({}))
    element.ranges = [[0, 110]]
    element.at(100)
    element.fire('progress')
    element.breaks()
    happens(play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle: 'h2' }))
    await settle()
    element.breaks()
    expect(story.player).toMatchObject({ isPlaying: false, seekTime: 100 })
    addresses.set('h3', '/stream/3')
    happens(chosen('r2', 3), ready(3, 'r2.a'))
    await settle()
    expect([element.src, times.at(-1), bufferedTo.at(-1)]).toEqual(['/stream/3', 0, 0])
  })
  test('PLAYER-025: a seek is applied to the element once', async () => {
    await playing()
    happens(play.playerSought({ seconds: 42 }))
    expect(element.currentTime).toBe(42)
    expect(observed).toEqual([play.playerSeekApplied({ seconds: 42 })])
    expect(story.player.seekTime).toBeNull()
    element.at(50)
    happens(play.playerToggled({}), play.playerToggled({}))
    expect(element.currentTime).toBe(50)
  })
  test('PLAYER-026: the element is not touched before the slider is released', async () => {
    await playing()
    element.at(5)
    happens(play.playerScrubStarted({}))
    expect(element.currentTime).toBe(5)
    happens(play.playerSought({ seconds: 60 }))
    expect(element.currentTime).toBe(60)
  })
  test('a seek while loading is applied when the address comes', async () => {
    happens(chosen('r1', 1), play.playerSought({ seconds: 33 }), ready(1))
    await settle()
    expect(element.currentTime).toBe(33)
    expect(story.player.seekTime).toBeNull()
  })
  test('a hook goes to its share of the song, and plays what stands still', async () => {
    await playing()
    happens(play.playerHookChosen({ hook: 0.5 }))
    expect(element.currentTime).toBe(story.player.duration / 2)
    happens(play.playerToggled({}))
    expect(element.paused).toBe(true)
    happens(play.playerHookChosen({ hook: 0 }))
    expect([element.currentTime, element.paused]).toEqual([0, false])
    expect(story.player.seekTime).toBeNull()
  })
  test('a hook chosen before the address is there is applied when it comes', async () => {
    happens(chosen('r1', 1), play.playerHookChosen({ hook: 0.25 }), ready(1))
    await settle()
    expect(element.currentTime).toBe(50)
    expect(element.paused).toBe(false)
  })
  test('PLAYER-037: back after more than 3 s restarts the song that sounds', async () => {
    await playing()
    element.at(3.5)
    happens(play.playerSkippedBack({ requestId: 'q2', position: 3.5 }))
    expect(element.currentTime).toBe(0)
    expect(element.src).toBe('/stream/1')
  })
  test('what is buffered around the playhead is told', async () => {
    await playing()
    element.ranges = [
      [0, 20],
      [60, 90],
    ]
    element.currentTime = 70
    element.fire('progress')
    expect(bufferedTo.at(-1)).toBe(90)
  })
})

describe('the end of a song', () => {
  test('PLAYER-034: the element that ended reports it, and the next song of the queue plays', async () => {
    await playing()
    element.ends()
    expect(types()).toEqual(['player.ended'])
    expect(story.player).toMatchObject({ requestId: 'minted-1', song: { trackid: 'r1.b' } })
    happens(play.playerAddressReady({ requestId: 'minted-1', trackid: 'r1.b', handle: 'h2' }))
    await settle()
    expect(element.did.slice(-2)).toEqual(['src /stream/2', 'play'])
    element.sounds(199)
    expect(story.player).toMatchObject({ isLoading: false, isPlaying: true, duration: 199 })
  })
  test('PLAYER-033: who presses Next in that moment hears the next song, under the request of the press', async () => {
    await playing()
    element.ends()
    happens(play.playerSkippedForward({ requestId: 'q7', from: 'q1' }))
    happens(play.playerAddressReady({ requestId: 'q7', trackid: 'r1.b', handle: 'h2' }))
    await settle()
    expect(element.did.slice(-2)).toEqual(['src /stream/2', 'play'])
    element.sounds(199)
    expect(story.player).toMatchObject({ song: { trackid: 'r1.b' }, requestId: 'q7', isLoading: false, duration: 199 })
  })
  test('an address that came under the request of the end is played under that of the press', async () => {
    await playing()
    element.ends()
    story.happens(play.playerAddressReady({ requestId: 'minted-1', trackid: 'r1.b', handle: 'h2' }))
    const event = story.events.at(-1) as AppEvent
    // The press was echoed before the page heard of the address.
    happens(play.playerSkippedForward({ requestId: 'q7', from: 'q1' }))
    element.did.length = 0
    audio.apply(event)
    await settle()
    expect(element.did.slice(-2)).toEqual(['src /stream/2', 'play'])
    element.sounds(199)
    expect(story.player).toMatchObject({ requestId: 'q7', isLoading: false })
  })
  test.each([
    ['was fetched ahead', true],
    ['has yet to be fetched', false],
  ])('of one that is paused starts nothing, whether what follows %s', async (_name, isAhead) => {
    await playing()
    if (isAhead) happens(play.playerNextReady({ uuid: 'i1.2', trackid: 'r1.b', handle: 'h2' }))
    await settle()
    happens(play.playerToggled({}), play.playerSought({ seconds: 200 }))
    element.ends()
    if (!isAhead) happens(play.playerAddressReady({ requestId: 'minted-1', trackid: 'r1.b', handle: 'h2' }))
    await settle()
    expect(story.player).toMatchObject({ song: { trackid: 'r1.b' }, isPlaying: false, isLoading: false })
    const follows = isAhead ? spare : element
    expect([element, spare].flatMap(({ did }) => did)).not.toContain('play')
    happens(play.playerToggled({}))
    expect(follows.did.at(-1)).toBe('play')
  })
  test('the playhead goes back at once', async () => {
    await playing()
    element.at(199)
    element.ends()
    expect(times).toEqual([199, 0])
  })
  test('D-109: the last song played again is a song that was played, once', async () => {
    await playing()
    happens(play.playerAutoPlayToggled({}))
    const heard = () => types().filter((type) => type === 'player.started').length
    element.ends()
    happens(play.playerToggled({}))
    element.ended = false
    element.sounds()
    expect(heard()).toBe(1)
    element.at(9)
    happens(play.playerToggled({}), play.playerToggled({}))
    element.sounds()
    expect(heard()).toBe(1)
    expect(story.player).toMatchObject({ isPlaying: true, isLoading: false })
  })
  test('without a next song it stops, and play begins it anew', async () => {
    await playing()
    happens(play.playerAutoPlayToggled({}))
    element.ends()
    expect(story.player.isPlaying).toBe(false)
    expect(times.at(-1)).toBe(0)
    happens(play.playerToggled({}))
    expect(element.did.at(-1)).toBe('play')
  })
})

describe('what the browser does by itself', () => {
  test('a pause that nobody wished is a fact, and so is going on', async () => {
    await playing()
    element.at(7)
    element.pause()
    expect(observed).toEqual([play.playerPaused({ position: 7 })])
    element.paused = false
    element.fire('playing')
    expect(types()).toEqual(['player.paused', 'player.resumed'])
    expect(story.player.isPlaying).toBe(true)
  })
  test.each([
    ['pause and play', 2, true],
    ['pause, play and pause', 3, false],
  ])('what it tells once %s were pressed quickly is out of date', async (_name, presses, sounds) => {
    await playing()
    element.queued = []
    for (let n = 0; n < presses; n++) happens(play.playerToggled({}))
    element.tells()
    expect(observed).toEqual([])
    expect([story.player.isPlaying, !element.paused]).toEqual([sounds, sounds])
  })
  test('a pause that was wished is not told again', async () => {
    await playing()
    happens(play.playerToggled({}))
    expect(element.did).toEqual(['pause'])
    expect(observed).toEqual([])
  })
  test('D-104: an error fetches one new address and resumes at the position, a second one is a failure', async () => {
    await playing()
    element.at(63)
    element.breaks()
    expect(observed).toEqual([play.playerAddressStale({ requestId: 'q1', position: 63 })])
    happens(play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle: 'h2' }))
    await settle()
    expect(element).toMatchObject({ src: '/stream/2', currentTime: 63 })
    element.sounds()
    expect(story.player).toMatchObject({ isLoading: false, isPlaying: true })
    observed.length = 0
    element.breaks(3)
    expect(observed).toEqual([play.playerFailed({ requestId: 'q1', code: 'MEDIA_3', next: 'minted-1', position: 63 })])
    expect(story.player).toMatchObject({ requestId: 'minted-1', song: { trackid: 'r1.b' }, isLoading: true })
  })
  test('D-104: a song that went on for a while with its new address gets another at the next interruption', async () => {
    await playing()
    const renewed = async (position: number) => {
      element.at(position)
      element.breaks()
      expect(observed).toEqual([play.playerAddressStale({ requestId: 'q1', position })])
      happens(play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle: 'h2' }))
      await settle()
      element.sounds()
      observed.length = 0
    }
    await renewed(63)
    element.at(68)
    await renewed(120)
    element.at(124.9)
    element.breaks()
    expect(types()).toEqual(['player.failed'])
  })
  test('D-104: a song that was sought back and heard for a while gets another address as well', async () => {
    await playing()
    element.at(63)
    element.breaks()
    happens(play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle: 'h2' }))
    await settle()
    element.sounds()
    happens(play.playerSought({ seconds: 10 }))
    element.at(15)
    observed.length = 0
    element.breaks()
    expect(observed).toEqual([play.playerAddressStale({ requestId: 'q1', position: 15 })])
  })
  test('H-417: an address whose time is over is renewed each time, where the song stands', async () => {
    await playing()
    element.at(63)
    for (const handle of ['h2', 'h1', 'h2']) {
      clock += AUDIO_TOKEN_TTL_S * 1000
      observed.length = 0
      element.breaks()
      expect(observed).toEqual([play.playerAddressStale({ requestId: 'q1', position: 63 })])
      happens(play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle }))
      await settle()
      element.sounds()
    }
    element.breaks()
    happens(play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle: 'h1' }))
    await settle()
    element.breaks()
    expect(types().slice(-1)).toEqual(['player.failed'])
  })
  test('a handle that is gone and a stream that breaks are renewed once each, whichever comes first', async () => {
    const handle = (handle: string) => play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle })
    happens(chosen('r1', 1), handle('gone'))
    await settle()
    happens(handle('h1'))
    await settle()
    element.sounds()
    element.at(63)
    element.breaks()
    expect(types()).toEqual(['player.addressStale', 'player.seekApplied', 'player.started', 'player.addressStale'])
    happens(handle('h2'))
    await settle()
    element.breaks()
    expect(types().at(-1)).toBe('player.failed')

    start()
    await playing()
    element.at(63)
    element.breaks()
    happens(handle('gone'))
    await settle()
    expect(observed).toEqual([63, 63].map((position) => play.playerAddressStale({ requestId: 'q1', position })))
    happens(handle('gone'))
    await settle()
    expect(observed.at(-1)).toEqual(play.playerFailed({ requestId: 'q1', code: 'GONE' }))
  })
  test.each([
    'OnMediaSinkAudioError',
    'NS_ERROR_DOM_MEDIA_CUBEB_INITIALIZATION_ERR',
    'AUDIO_RENDERER_ERROR: no device',
  ])('a device without sound (%s) stops at this song: no other address, no other song', async (message) => {
    await playing()
    element.at(12)
    element.error = { code: 3, message }
    element.fire('error')
    expect(observed).toEqual([play.playerFailed({ requestId: 'q1', code: 'DEVICE', position: 12 })])
    expect(story.player).toMatchObject({ song: { trackid: 'r1.a' }, isPlaying: false, skipped: { why: 'device' } })
    element.did.length = 0
    happens(play.playerToggled({}), play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle: 'h2' }))
    await settle()
    expect(element.did).toEqual(['src /stream/2', 'play'])
    expect(element.currentTime).toBe(12)
  })
  test('an error while paused does not start to sound', async () => {
    await playing()
    happens(play.playerToggled({}))
    element.breaks()
    happens(play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle: 'h2' }))
    await settle()
    expect(element.did).toEqual(['pause', 'src /stream/2'])
    expect(story.player).toMatchObject({ isPlaying: false, isLoading: false })
  })
  test('after a failure play loads the song anew and its loading ends', async () => {
    await playing()
    happens(play.playerAutoPlayToggled({}))
    element.breaks()
    happens(play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle: 'h2' }))
    await settle()
    element.breaks()
    happens(play.playerToggled({}))
    expect(story.player).toMatchObject({ isPlaying: true, isLoading: true })
    happens(play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle: 'h1' }))
    await settle()
    element.sounds()
    expect(story.player).toMatchObject({ isPlaying: true, isLoading: false })
  })
})

describe('the song that follows', () => {
  /** r1.a sounds, and the address of r1.b is there. */
  async function ahead(): Promise<void> {
    await playing()
    happens(play.playerNextReady({ uuid: 'i1.2', trackid: 'r1.b', handle: 'h2' }))
    await settle()
    spare.duration = 199
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('waits in an element of its own: its first bytes only, all of it when it is soon wanted', async () => {
    await ahead()
    expect(spare).toMatchObject({ src: '/stream/2', preload: 'metadata', paused: true })
    element.at(174)
    expect(spare.preload).toBe('metadata')
    element.at(176)
    expect(spare.preload).toBe('auto')
    expect(spare.paused).toBe(true)
  })
  test('is started just before the one that plays ends, and taken over without another start', async () => {
    await ahead()
    element.at(199.5)
    element.currentTime = 199.97
    vi.advanceTimersByTime(481)
    expect(spare.did).toEqual(['src /stream/2', 'play'])
    expect(element.paused).toBe(false)
    element.ends()
    expect(types()).toEqual(['player.ended', 'player.started'])
    expect(story.player).toMatchObject({ song: { trackid: 'r1.b' }, isLoading: false, isPlaying: true, duration: 199 })
    expect(spare.did).toEqual(['src /stream/2', 'play'])
    expect(element.src).toBe('')
    spare.at(4)
    expect(times.at(-1)).toBe(4)
  })
  test('H-553: is neither fetched whole nor started by an end the browser guessed too early', async () => {
    await ahead()
    element.duration = 120
    element.at(119.9)
    vi.advanceTimersByTime(500)
    expect(spare).toMatchObject({ preload: 'metadata', paused: true })
    // It moves the end as it goes.
    element.duration = 199.9
    element.at(199.5)
    element.currentTime = 199.88
    vi.advanceTimersByTime(400)
    expect(spare).toMatchObject({ preload: 'auto', paused: false })
  })
  test('a timer that comes too early is set again', async () => {
    await ahead()
    element.at(199.2)
    element.currentTime = 199.4
    vi.advanceTimersByTime(780)
    expect(spare.paused).toBe(true)
    element.currentTime = 199.98
    vi.advanceTimersByTime(600)
    expect(spare.paused).toBe(false)
  })
  test.each([
    ['autoplay is off', () => happens(play.playerAutoPlayToggled({}))],
    ['it is paused', () => happens(play.playerToggled({}))],
    [
      'something else follows now',
      () =>
        happens(
          queueReleaseAdded({ releaseid: 'r2', itemId: 'i9', place: 'next' }),
          play.playerSkippedForward({ requestId: 'q7' }),
        ),
    ],
  ])('is not started by itself when %s', async (_name, but) => {
    await ahead()
    but()
    spare.did.length = 0
    element.at(199.9)
    vi.advanceTimersByTime(500)
    if (!element.paused) element.ends()
    expect(spare.did.filter((did) => did === 'play')).toEqual([])
  })
  test.each([
    ['it ends with autoplay off', () => happens(play.playerAutoPlayToggled({})), () => element.ends()],
    ['it ends with nothing behind it', () => happens(queueCleared({})), () => element.ends()],
    ['the browser pauses it', () => undefined, () => element.pause()],
  ])('falls silent again when %s a moment after its start', async (_name, before, then) => {
    await ahead()
    element.at(199.9)
    element.currentTime = 199.97
    vi.advanceTimersByTime(100)
    expect(spare.paused).toBe(false)
    before()
    then()
    expect(story.player.isPlaying).toBe(false)
    expect(spare.paused).toBe(true)
  })
  test('sounds under another request when what plays was taken away just before it ended', async () => {
    happens(
      play.playerReleaseChosen({ releaseid: 'r1', trackid: 'r1.b', itemId: 'i1', requestId: 'q1' }),
      queueReleaseAdded({ releaseid: 'r2', itemId: 'i9', place: 'bottom' }),
      ready(1, 'r1.b'),
    )
    await settle()
    element.sounds()
    happens(play.playerNextReady({ uuid: 'i9.1', trackid: 'r2.a', handle: 'h2' }))
    await settle()
    const before = [...story.events]
    element.ends()
    expect(story.player).toMatchObject({ requestId: 'minted-1', handle: 'h2' })
    // The state worker had counted the press before the end.
    story = new Story().happens(...before)
    happens(queueItemRemoved({ itemId: 'i1', requestId: 'q9' }))
    expect(story.player).toMatchObject({ requestId: 'q9', handle: 'h2', isPlaying: true })
    await settle()
    spare.sounds()
    expect(spare.paused).toBe(false)
    expect(story.player.isLoading).toBe(false)
  })
  test('a seek back takes the start back', async () => {
    await ahead()
    element.at(199.9)
    element.currentTime = 199.97
    vi.advanceTimersByTime(100)
    expect(spare.paused).toBe(false)
    happens(play.playerSought({ seconds: 20 }))
    expect(spare).toMatchObject({ paused: true, currentTime: 0 })
    expect(element.currentTime).toBe(20)
  })
  test('H-554: has another address before it is wanted, once the time of the one it had is over', async () => {
    await ahead()
    happens(play.playerToggled({}))
    clock += AUDIO_TOKEN_TTL_S * 1000
    happens(play.playerToggled({}))
    element.at(174)
    expect(types()).toEqual([])
    addresses.set('h3', '/stream/3')
    for (const at of [176, 176.25]) element.at(at)
    expect(observed).toEqual([play.playerNextStale({ handle: 'h2' })])
    expect(spare.src).toBe('')
    happens(play.playerNextReady({ uuid: 'i1.2', trackid: 'r1.b', handle: 'h3' }))
    await settle()
    element.at(176.5)
    expect(spare).toMatchObject({ src: '/stream/3', preload: 'auto' })
    expect(observed).toHaveLength(1)
  })
  test('H-554: and keeps what is here whole, which needs none', async () => {
    await ahead()
    clock += AUDIO_TOKEN_TTL_S * 1000
    spare.ranges = [[0, 199]]
    element.at(176)
    expect(observed).toEqual([])
    expect(spare.src).toBe('/stream/2')
  })
  test('H-554: nor is an address that is over kept where what it led to could not be had', async () => {
    await ahead()
    spare.breaks()
    clock += AUDIO_TOKEN_TTL_S * 1000
    element.at(176)
    expect(observed).toEqual([play.playerNextStale({ handle: 'h2' })])
    expect(story.player.next).toBeNull()
  })
  test('plays in the press of Next itself', async () => {
    await ahead()
    happens(play.playerSkippedForward({ requestId: 'q5' }))
    expect(spare.did).toEqual(['src /stream/2', 'play'])
    spare.sounds(199)
    expect(story.player).toMatchObject({ song: { trackid: 'r1.b' }, isLoading: false })
  })
  test('that cannot be had is fetched anew when it is wanted', async () => {
    await ahead()
    spare.breaks(4)
    happens(play.playerSkippedForward({ requestId: 'q5' }))
    await settle()
    expect(element.did.slice(-2)).toEqual(['src /stream/2', 'play'])
  })
})

describe('a stream that fails', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())
  /** At second 40 its bytes do not come. */
  async function dry(): Promise<void> {
    await playing()
    element.at(40)
    element.readyState = 2
    element.fire('waiting')
  }

  test('that stands still is shown after a moment and gets another address after 15 s', async () => {
    await dry()
    vi.advanceTimersByTime(300)
    expect(waits).toEqual([true])
    vi.advanceTimersByTime(14_699)
    expect(observed).toEqual([])
    vi.advanceTimersByTime(1)
    expect(observed).toEqual([play.playerAddressStale({ requestId: 'q1', position: 40 })])
    expect(waits.at(-1)).toBe(false)
  })
  test('that stands still where it is sought to has as long there', async () => {
    await dry()
    vi.advanceTimersByTime(10_000)
    happens(play.playerSought({ seconds: 120 }))
    element.fire('timeupdate')
    observed.length = 0
    vi.advanceTimersByTime(14_999)
    expect(observed).toEqual([])
    expect(waits).toEqual([true, false, true])
    vi.advanceTimersByTime(1)
    expect(observed).toEqual([play.playerAddressStale({ requestId: 'q1', position: 120 })])
  })
  test('that is to come anew has its time once it is there, wherever it was sought to before', async () => {
    await playing()
    element.breaks(2)
    element.readyState = 0
    happens(play.playerSkippedBack({ requestId: 'q2', position: 40 }))
    vi.advanceTimersByTime(13_000)
    happens(ready(1))
    await settle()
    observed.length = 0
    vi.advanceTimersByTime(3000)
    expect(observed).toEqual([])
  })
  test('that is sought in while it is paused is not waited for', async () => {
    await playing()
    element.readyState = 2
    happens(play.playerToggled({}), play.playerSought({ seconds: 60 }))
    vi.advanceTimersByTime(20_000)
    expect(waits).toEqual([])
    expect(types()).not.toContain('player.addressStale')
  })
  test('that goes on in time is left alone', async () => {
    await dry()
    vi.advanceTimersByTime(10_000)
    element.at(40.2)
    vi.advanceTimersByTime(20_000)
    expect(observed).toEqual([])
  })
  test('that ends early gets another address once and goes on there', async () => {
    await playing()
    element.at(80)
    element.ends(80)
    expect(observed).toEqual([play.playerAddressStale({ requestId: 'q1', position: 80 })])
    happens(play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle: 'h2' }))
    await settle()
    expect(element).toMatchObject({ src: '/stream/2', currentTime: 80 })
    element.sounds(200)
    element.ends(80)
    expect(types().slice(-1)).toEqual(['player.ended'])
  })
  test('the element lets go of it, so that nothing is fetched on', async () => {
    await playing()
    element.ends(80)
    expect(element.src).toBe('')
  })
})

test.each([
  ['a round that begins with it', triageBegun({ heard: 'loud', levels: true })],
  ['a hook', play.playerHookChosen({ hook: 0.5, levels: true })],
])('H-557: what sounds has the volume of what is auditioned from %s on', async (_, press) => {
  const loudness = { integrated: -12, range: 6, truePeak: -1, head: 0, tail: 0 }
  story.knows(aRelease('loud', 0, { songs: [aSong('loud.a', 1, { releaseid: 'loud', loudness })] }))
  happens(chosen('loud', 1), ready(1, 'loud.a'))
  await settle()
  element.sounds()
  expect(element.volume).toBe(0.5)
  happens(press)
  expect(element.volume).toBeCloseTo(0.5 * 10 ** (-6 / 20), 6)
})

describe('with other pages and visits', () => {
  /** How often it was said that this page sounds. */
  const saidBy = (press: () => void) => {
    const before = sounded
    press()
    return sounded - before
  }
  test('whoever sounds says so', async () => {
    expect(saidBy(() => happens(chosen('r1', 1)))).toBe(1)
    const before = sounded
    happens(ready(1))
    await settle()
    expect(sounded - before).toBe(1)
    element.sounds()
    expect(saidBy(() => happens(play.playerToggled({})))).toBe(0)
    expect(saidBy(() => happens(play.playerToggled({})))).toBeGreaterThan(0)
  })
  test.each([
    ['a release', () => chosen('r2', 2)],
    ['Play of a song that has no address yet', () => play.playerToggled({})],
    ['Previous', () => play.playerSkippedBack({ requestId: 'q3', position: 0 })],
    ['a hook', () => play.playerHookChosen({ hook: 0.5 })],
  ])('H-555: %s says so at the press, before it has what is to sound', (_, press) => {
    happens(chosen('r1', 1), play.playerSkippedForward({ requestId: 'q2' }), play.playerToggled({}))
    expect(story.player).toMatchObject({ isPlaying: false, handle: null, song: { trackid: 'r1.b' } })
    expect(saidBy(() => happens(press()))).toBe(1)
    expect(element.did).toEqual([])
  })
  test('H-555: a wish that is applied later is said at its press too; one that comes to nothing is not', () => {
    const event = (draft: AppDraft) => new Story().happens(draft).events.at(-1) as AppEvent
    expect(saidBy(() => audio.pressed(event(chosen('r1', 1))))).toBe(1)
    expect(saidBy(() => happens(play.playerToggled({})))).toBe(0)
  })
  test('another page that sounds is a pause', async () => {
    await playing()
    element.at(12)
    audio.giveWay()
    expect(observed).toEqual([play.playerPaused({ position: 12 })])
    expect(element.paused).toBe(true)
    audio.giveWay()
    expect(observed).toHaveLength(1)
  })
  test('another page that sounds before a song of the visit before has its address leaves it where it stood', async () => {
    happens(chosen('r1', 1))
    const [item] = story.queue.items.map((id) => story.state.get('queueItem', id))
    if (!item) throw new Error('nothing is queued')
    start()
    const queue = { items: [{ ...item, songs: [...item.songs] }], history: [], song: 'i1.1', position: 73 }
    happens(queueRestored({ queue, requestId: 'q1' }), play.playerToggled({}))
    audio.giveWay()
    expect(observed).toEqual([play.playerPaused({ position: 73 })])
    expect(story.state.single('playStand').position).toBe(73)
  })
  test('where the song stands is told every five seconds, at a pause and at a seek', async () => {
    await playing()
    for (const at of [2, 4, 6, 8, 11]) element.at(at)
    happens(play.playerToggled({}))
    happens(play.playerSought({ seconds: 90 }))
    expect(stood).toEqual([
      ['q1', 6],
      ['q1', 11],
      ['q1', 11],
      ['q1', 90],
    ])
    expect(story.state.single('playStand').position).toBe(90)
  })
})

test('D-109: a song that ended with nothing behind it stands at its start, also when the page goes then', async () => {
  await playing()
  happens(play.playerAutoPlayToggled({}))
  element.at(198)
  element.ends()
  expect(stood.at(-1)).toEqual(['q1', 0])
  audio.stand()
  expect(stood.at(-1)).toEqual(['q1', 0])
})

describe('volume and the end', () => {
  test('PLAYER-044: the integer 0-100 is scaled by 100 for playback', () => {
    expect(element.volume).toBe(0.5)
    happens(play.playerVolumeChanged({ volume: 73 }))
    expect(element.volume).toBe(0.73)
    happens(play.playerMuteToggled({}))
    expect(element.volume).toBe(0)
    // Where the page's volume counts for nothing it is silent all the same.
    expect([element.muted, spare.muted]).toEqual([true, true])
    happens(play.playerMuteToggled({}))
    expect(element.volume).toBe(0.73)
    expect([element.muted, spare.muted]).toEqual([false, false])
  })
  test('the restored volume is set', () => {
    happens(settingRestored({ settings: { ...SETTINGS_DEFAULT, volume: 20 } }))
    expect(element.volume).toBe(0.2)
  })
  test('D-036: the end of the session stops playback', async () => {
    await playing()
    happens(sessionEnded({ reason: 'signedOut' }))
    expect(element.paused).toBe(true)
    expect(element.src).toBe('')
  })
})

import { signal } from '@preact/signals-react'
import { beforeEach, expect, it, vi } from 'vitest'
import { PLAYER_DURATION_DEFAULT } from '#core/model/constants.ts'
import { SINGLES } from '#core/model/entities.ts'
import type { PlayerState } from '#core/model/playback/playbackEntities.ts'
import { showToSystem } from './mediaSession.ts'

vi.stubGlobal(
  'MediaMetadata',
  class {
    constructor(fields: object) {
      Object.assign(this, fields)
    }
  },
)

const song = { title: 'Undertow', version: 'Dub', artist: 'Ana Lumen', coverart: '' } as PlayerState['song']

let keys: Map<string, MediaSessionActionHandler | null>
let positions: (MediaPositionState | undefined)[]
let session: { metadata: { title: string } | null; playbackState: string }

function setUp({ online = true, ...state }: Partial<PlayerState> & { online?: boolean } = {}) {
  keys = new Map()
  positions = []
  session = Object.assign(
    { metadata: null, playbackState: 'none' },
    {
      setActionHandler: (action: string, handler: MediaSessionActionHandler | null) => void keys.set(action, handler),
      setPositionState: (position?: MediaPositionState) => void positions.push(position),
    },
  )
  const player = signal<Readonly<PlayerState>>({ ...SINGLES.player, song, duration: 200, ...state })
  const verbs = { togglePlay: vi.fn(), skipForward: vi.fn(), skipBack: vi.fn(), seekTo: vi.fn() }
  const playhead = signal(30)
  const starved = signal(false)
  const stop = showToSystem({
    session: session as unknown as MediaSession,
    isOnline: () => online,
    player,
    playhead,
    hasNext: signal(true),
    starved,
    verbs,
  })
  const press = (action: MediaSessionAction, more: object = {}) => keys.get(action)?.({ action, ...more })
  return { player, playhead, starved, verbs, press, stop }
}

beforeEach(() => vi.clearAllMocks())

it('shows the song with its version, and follows what plays', () => {
  const { player, stop } = setUp()
  expect(session.metadata?.title).toBe('Undertow (Dub)')
  expect(session.playbackState).toBe('paused')
  player.value = { ...player.value, isPlaying: true }
  expect(session.playbackState).toBe('playing')
  stop()
  player.value = { ...player.value, isPlaying: false }
  expect(session.playbackState).toBe('playing')
})

it('tells the place the song goes to rather than the one it comes from', () => {
  setUp({ seekTime: 120 })
  expect(positions.at(-1)).toMatchObject({ position: 120, duration: 200 })
})

it('tells the place again when the song stands still for want of bytes, and when it goes on', () => {
  const { playhead, starved } = setUp({ isPlaying: true })
  const told = positions.length
  playhead.value = 42
  starved.value = true
  playhead.value = 42.5
  starved.value = false
  expect(positions.slice(told).map((one) => one?.position)).toEqual([42, 42.5])
})

it('its keys go on from there too', () => {
  const { press, verbs } = setUp({ seekTime: 120 })
  press('previoustrack')
  press('seekforward', { seekOffset: 10 })
  expect([verbs.skipBack.mock.calls, verbs.seekTo.mock.calls]).toEqual([[[120]], [[130]]])
})

it('tells no length while none is known (D-100)', () => {
  setUp({ duration: PLAYER_DURATION_DEFAULT })
  expect(positions.at(-1)).toBeUndefined()
})

it('play starts what is paused and leaves what plays; pause the other way round', () => {
  const paused = setUp()
  paused.press('pause')
  expect(paused.verbs.togglePlay).not.toHaveBeenCalled()
  paused.press('play')
  expect(paused.verbs.togglePlay).toHaveBeenCalledTimes(1)
  const playing = setUp({ isPlaying: true })
  playing.press('play')
  expect(playing.verbs.togglePlay).not.toHaveBeenCalled()
  playing.press('pause')
  expect(playing.verbs.togglePlay).toHaveBeenCalledTimes(1)
})

it('stop pauses and goes back to the beginning', () => {
  const { press, verbs } = setUp({ isPlaying: true })
  press('stop')
  expect(verbs.togglePlay).toHaveBeenCalledTimes(1)
  expect(verbs.seekTo).toHaveBeenCalledWith(0)
})

it('back goes by where the song stands', () => {
  const { press, verbs } = setUp()
  press('previoustrack')
  expect(verbs.skipBack).toHaveBeenCalledWith(30)
})

it('a leap forward ends at the end of the song', () => {
  const { press, verbs } = setUp()
  press('seekforward', { seekOffset: 500 })
  expect(verbs.seekTo).toHaveBeenCalledWith(200)
})

it('a leap while no length is known goes nowhere (D-100)', () => {
  const { press, verbs } = setUp({ duration: PLAYER_DURATION_DEFAULT })
  press('seekforward')
  press('seekbackward')
  expect(verbs.seekTo).not.toHaveBeenCalled()
})

it('offline nothing but pause and stop answers (D-145)', () => {
  const { press, verbs } = setUp({ online: false })
  for (const action of ['play', 'previoustrack', 'nexttrack', 'seekforward'] as const) press(action)
  press('seekto', { seekTime: 3 })
  for (const verb of Object.values(verbs)) expect(verb).not.toHaveBeenCalled()
})

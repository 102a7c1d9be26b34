import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createMediaSession, type MediaShown } from './mediaSession.ts'

const handlers = new Map<string, MediaSessionActionHandler | null>()
const places: (MediaPositionState | undefined)[] = []
let session: { metadata: unknown; playbackState: string }
let pressed: string[]

function open(unknown: readonly string[] = [], device: Partial<Navigator> = {}) {
  handlers.clear()
  places.length = 0
  pressed = []
  session = {
    metadata: null,
    playbackState: 'none',
    ...{
      setActionHandler(action: string, handler: MediaSessionActionHandler | null) {
        if (unknown.includes(action)) throw new TypeError(action)
        handlers.set(action, handler)
      },
      setPositionState: (state?: MediaPositionState) => void places.push(state),
    },
  }
  const keys = {
    play: () => void pressed.push('play'),
    pause: () => void pressed.push('pause'),
    stop: () => void pressed.push('stop'),
    previous: () => void pressed.push('previous'),
    next: () => void pressed.push('next'),
    seekTo: (seconds: number) => void pressed.push(`to ${seconds}`),
    seekBy: (seconds: number) => void pressed.push(`by ${seconds}`),
  }
  return createMediaSession(session as unknown as MediaSession, keys, device)
}
const press = (action: MediaSessionAction, details: object = {}) => handlers.get(action)?.({ action, ...details })
const shown = (fields: Partial<MediaShown> = {}): MediaShown => ({
  song: { title: 'Undertow', artist: 'Ana Lumen', cover: '/art/a-428.png' },
  album: 'Slow Harbour',
  isPlaying: true,
  hasNext: true,
  duration: 200,
  position: 12,
  ...fields,
})

beforeEach(() =>
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(init: object) {
        Object.assign(this, init)
      }
    },
  ),
)

describe('the keys of the system', () => {
  test('each does its work', () => {
    open().show(shown())
    for (const action of ['play', 'pause', 'stop', 'previoustrack', 'nexttrack'] as const) press(action)
    press('seekto', { seekTime: 42 })
    press('seekbackward')
    press('seekforward', { seekOffset: 30 })
    expect(pressed).toEqual(['play', 'pause', 'stop', 'previous', 'next', 'to 42', 'by -10', 'by 30'])
  })
  test('H-474: on a phone of Apple’s none seeks by steps: the next song has that place', () => {
    for (const [vendor, maxTouchPoints] of [
      ['Apple Computer, Inc.', 5],
      ['Apple Computer, Inc.', 0],
      ['Google Inc.', 5],
    ] as const) {
      handlers.clear()
      open(undefined, { vendor, maxTouchPoints })
      const isPhone = vendor.startsWith('Apple') && maxTouchPoints > 0
      expect(handlers.has('seekforward')).toBe(!isPhone)
      expect([handlers.has('previoustrack'), handlers.has('seekto')]).toEqual([true, true])
    }
  })
  test('one the browser does not know leaves the others', () => {
    open(['stop', 'seekto']).show(shown())
    press('play')
    expect(pressed).toEqual(['play'])
  })
  test('next is there only where something follows', () => {
    const media = open()
    media.show(shown({ hasNext: false }))
    expect(handlers.get('nexttrack')).toBeNull()
    media.show(shown())
    expect(handlers.get('nexttrack')).toBeTypeOf('function')
  })
  test('without a media session nothing happens', () => {
    expect(() => createMediaSession(null, {} as never).show(shown())).not.toThrow()
  })
})

describe('what the system shows', () => {
  test('song, release and the cover in its sizes', () => {
    open().show(shown())
    expect(session.metadata).toMatchObject({ title: 'Undertow', artist: 'Ana Lumen', album: 'Slow Harbour' })
    const { artwork } = session.metadata as { artwork: MediaImage[] }
    expect(artwork.map(({ src, sizes }) => `${src} ${sizes}`)).toContain('/art/a-600.png 600x600')
  })
  test('a cover of elsewhere as it is', () => {
    open().show(shown({ song: { title: 'a', artist: 'b', cover: 'https://x.example/a.jpg' } }))
    expect(session.metadata).toMatchObject({ artwork: [{ src: 'https://x.example/a.jpg' }] })
  })
  test('metadata is set once for a song, the position at every leap, held within the song', () => {
    const media = open()
    media.show(shown())
    const first = session.metadata
    media.show(shown({ position: 900, isPlaying: false }))
    expect(session.metadata).toBe(first)
    expect(session.playbackState).toBe('paused')
    expect(places.at(-1)).toEqual({ duration: 200, position: 200, playbackRate: 1 })
  })
  test('no position while the length is not known, and nothing when nothing is chosen', () => {
    const media = open()
    media.show(shown({ duration: null }))
    expect(places.at(-1)).toBeUndefined()
    media.show(null)
    expect(session).toMatchObject({ metadata: null, playbackState: 'none' })
  })
})

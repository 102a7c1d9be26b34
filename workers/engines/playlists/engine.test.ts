// The calls behind playlists, with a server that answers when the test says so.
import { describe, expect, test } from 'vitest'
import { appNavigated, appShown, appWentOffline, appWentOnline } from '#core/events/app.ts'
import type { AppDraft } from '#core/events/index.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import {
  playlistAddRequested,
  playlistChangeRequested,
  playlistChosen,
  playlistCreateRequested,
  playlistDeleteRequested,
  playlistListOpened,
  playlistMoreWanted,
  playlistOpened,
  playlistPinRequested,
  playlistUpdateRequested,
} from '#core/events/playlists.ts'
import type { PlaylistChange } from '#core/model/playlists/playlistChange.ts'
import { PLAYLIST_CHOICES, STARRED_LIST } from '#core/model/playlists/playlistList.ts'
import { shownOrder } from '#core/reducers/playlists/shownTracks.ts'
import { besideState, heldServer } from '#tests/support/besideState.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { aPlaylist, aRelease, aSong, Story } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { TRIES_MAX } from '../repeating.ts'
import { LOOKED_AT_FIRST } from './adding.ts'
import { createPlaylistsEngine, HELD_AFTER_MS } from './engine.ts'

function setUp() {
  const clock = new FakeClock()
  const { fetch, calls } = heldServer()
  const api = createApi({ fetch, session: null, clock })
  const { story, reported, happens } = besideState(
    (report) => createPlaylistsEngine({ api, clock, jitter: () => 0, report }),
    new Story().knows(aRelease('r1')),
  )
  const world = {
    clock,
    story,
    calls,
    lines: () => calls.map((call) => call.line),
    told: () => reported,
    types: () => reported.map((draft) => draft.type),
    last: () => reported.at(-1),
    happens,
    /** Answers the newest call. */
    async answer(status: number, body?: unknown) {
      calls.at(-1)?.answer(status, body)
      await settle()
    },
    shown: () => {
      const detail = story.state.get('playlistDetail', 'p1')
      return detail && shownOrder(detail)
    },
    /** The playlist p1 with these tracks is open. */
    async open(...tracks: string[]) {
      await world.happens(playlistOpened({ playlistid: 'p1' }))
      await world.answer(200, whole(tracks))
      calls.length = 0
      reported.length = 0
    },
  }
  return world
}

const whole = (tracks: string[], fields = {}) => ({
  ...aPlaylist('p1', { tracks: tracks.length, ...fields }),
  songs: tracks.map((id) => aSong(id, 1)),
})
const change = (requestId: string, made: PlaylistChange) =>
  playlistChangeRequested({ requestId, playlistid: 'p1', change: made })
const move = (requestId: string, trackid: string, referenceTrackid: string) =>
  change(requestId, { kind: 'move', trackid, position: 'before', referenceTrackid })
const GONE = { code: 'TRACK_GONE', message: 'The playlist has changed.' }

describe('the order of a playlist', () => {
  test('PLAYLIST-021: a reorder tells the server what moved, beside what, and the order that is shown', async () => {
    const world = setUp()
    await world.open('a', 'b', 'c')
    await world.happens(move('w1', 'c', 'a'))
    expect(world.lines()).toEqual(['PUT /playlists/p1/tracks/position'])
    expect(world.calls[0]?.body).toEqual({
      tracks: ['c', 'a', 'b'],
      trackid: 'c',
      position: 'before',
      referenceTrackid: 'a',
    })
    await world.answer(200)
    expect(world.types()).toEqual(['playlist.changeAnswered'])
    expect(world.shown()).toEqual(['c', 'a', 'b'])
  })

  test('changes go one after the other, and a failed one does not take the next along', async () => {
    const world = setUp()
    await world.open('a', 'b', 'c')
    await world.happens(move('w1', 'c', 'a'), move('w2', 'b', 'a'))
    expect(world.calls).toHaveLength(1)
    expect(world.shown()).toEqual(['c', 'b', 'a'])
    await world.answer(409, GONE)
    expect(world.shown()).toEqual(['b', 'a', 'c'])
    // The server has it otherwise: it is read before anything else is changed.
    expect(world.lines().at(-1)).toBe('GET /playlists/p1')
    await world.answer(200, whole(['c', 'a', 'b', 'd']))
    expect(world.lines().at(-1)).toBe('PUT /playlists/p1/tracks/position')
    expect(world.shown()).toEqual(['c', 'b', 'a', 'd'])
    await world.answer(200)
    expect(world.shown()).toEqual(['c', 'b', 'a', 'd'])
    expect(world.story.notices).toMatchObject([{ category: 'hasError', subject: GONE.message }])
  })

  test('a change that fell with the connection is made again, and given up after four tries', async () => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(move('w1', 'b', 'a'))
    for (let n = 0; n < 4; n++) {
      world.calls.at(-1)?.break()
      await settle()
      await world.clock.advance(9000)
    }
    expect(world.lines().filter((line) => line.startsWith('PUT'))).toHaveLength(4)
    expect(world.types()).toContain('playlist.changeFailed')
    expect(world.shown()).toEqual(['a', 'b'])
    // Our own words about a broken connection are not the server's.
    expect(world.story.notices.at(-1)?.subject).toBe('')
  })

  test('what was removed comes back beside its neighbour', async () => {
    const world = setUp()
    await world.open('a', 'b', 'c')
    await world.happens(change('w1', { kind: 'put', trackid: 'x', position: 'after', referenceTrackid: 'a' }))
    expect(world.calls[0]?.body).toEqual({ tracks: ['x'], position: 'before' })
    await world.answer(201)
    expect(world.calls[1]?.body).toEqual({ trackid: 'x', position: 'after', referenceTrackid: 'a' })
    await world.answer(200)
    expect(world.types()).toEqual(['playlist.changeAnswered'])
  })

  test('clearing empties the playlist in one call and keeps it', async () => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(change('w1', { kind: 'clear' }))
    expect(world.lines()).toEqual(['DELETE /playlists/p1/tracks'])
    await world.answer(204)
    expect(world.shown()).toEqual([])
  })
})

describe('H-407: a playlist that another device changed while its page is open', () => {
  test('is read once behind the last of some changes, and shows what the server has', async () => {
    const world = setUp()
    await world.open('a', 'b', 'c')
    await world.happens(move('w1', 'c', 'a'), move('w2', 'b', 'a'))
    await world.answer(200)
    await world.answer(200)
    expect(world.lines().slice(2)).toEqual(['GET /playlists/p1'])
    await world.answer(200, whole(['c', 'd', 'b', 'a']))
    expect(world.shown()).toEqual(['c', 'd', 'b', 'a'])
    expect(world.lines()).toHaveLength(3)
  })

  test('is read once behind songs that were taken out one after the other', async () => {
    const world = setUp()
    await world.open('a', 'b', 'c')
    const out = (requestId: string, id: string) => change(requestId, { kind: 'remove', tracks: [id] })
    await world.happens(out('w1', 'c'), out('w2', 'a'))
    await world.answer(204)
    await world.answer(204)
    expect(world.lines()).toEqual([
      'DELETE /playlists/p1/tracks/c',
      'DELETE /playlists/p1/tracks/a',
      'GET /playlists/p1',
    ])
  })

  test('that is as it is shown, nothing of it is told anew', async () => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(move('w1', 'b', 'a'))
    await world.answer(200)
    const before = world.story.state.get('playlistDetail', 'p1')
    await world.answer(200, whole(['b', 'a']))
    expect(world.last()).toMatchObject({ type: 'playlist.received', payload: { songs: null } })
    expect(world.story.state.get('playlistDetail', 'p1')).toBe(before)
  })

  test('is read when somebody comes back to it, once a minute at most; a read that fails changes nothing', async () => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(appShown({}))
    expect(world.calls).toEqual([])
    await world.clock.advance(60_000)
    await world.happens(appNavigated({ path: '/playlists/p1', search: '' }), appShown({}), appShown({}))
    expect(world.lines()).toEqual(['GET /playlists/p1'])
    await world.answer(200, whole(['b', 'a', 'c']))
    expect(world.shown()).toEqual(['b', 'a', 'c'])
    await world.clock.advance(60_000)
    await world.happens(appShown({}))
    expect(world.calls).toHaveLength(2)
    await world.answer(500)
    expect(world.story.state.get('playlistDetail', 'p1')).toMatchObject({ status: 'done', error: null })
    expect(world.story.notices).toEqual([])
  })

  test('H-407: is read when the line is back, where somebody came back without one', async () => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(appNavigated({ path: '/playlists/p1', search: '' }), appWentOffline({}), appShown({}))
    expect(world.calls).toEqual([])
    await world.happens(appWentOnline({}))
    expect(world.lines()).toEqual(['GET /playlists/p1'])
  })
})

describe('adding', () => {
  test('PLAYLIST-025: of a release the audio alone is added, and what is there is not added again', async () => {
    const world = setUp()
    await world.happens(playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks: ['b'], releases: ['r2'] }))
    expect(world.lines()).toEqual(['GET /releases/r2'])
    const release = aRelease('r2')
    release.songs.push(aSong('r2.video', 3, { assettype: 'video' }))
    await world.answer(200, release)
    expect(world.lines().at(-1)).toBe('GET /playlists/p1')
    await world.answer(200, whole(['r2.a']))
    expect(world.lines().at(-1)).toBe('POST /playlists/p1/tracks')
    expect(world.calls.at(-1)?.body).toEqual({ tracks: ['b', 'r2.b'], position: 'before' })
    await world.answer(201)
    await world.answer(200, whole(['r2.a', 'b', 'r2.b']))
    expect(world.last()).toMatchObject({ type: 'playlist.tracksAdded', payload: { added: ['b', 'r2.b'] } })
    expect(world.story.state.get('playlist', 'p1')?.tracks).toBe(3)
  })

  test('songs of a release that is known are not asked for', async () => {
    const world = setUp()
    await world.happens(playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks: [], releases: ['r1'] }))
    expect(world.lines()).toEqual(['GET /playlists/p1'])
  })

  test('what was more than a playlist takes is told with what was added', async () => {
    const world = setUp()
    const tracks = ['r1.a']
    await world.happens(playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks, releases: [], over: 1200 }))
    await world.answer(200, whole([]))
    await world.answer(201)
    await world.answer(200, whole(tracks))
    expect(world.last()?.payload).toMatchObject({ added: tracks, over: 1200 })
    expect(world.story.notices).toMatchObject([{ category: 'addedToPlaylist', detail: '1.0.1200' }])
  })

  test.each([
    [403, 'FORBIDDEN'],
    [404, 'RELEASE_NOT_FOUND'],
    [410, 'RELEASE_NOT_AVAILABLE'],
  ])('a release of a selection that is not to be had (%i) leaves the others', async (status, code) => {
    const world = setUp()
    const releases = ['r2', 'r3', 'r1']
    await world.happens(playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks: [], releases }))
    world.calls[0]?.answer(status, { code, message: 'No.' })
    await world.answer(200, aRelease('r3'))
    await world.answer(200, whole([]))
    const tracks = ['r3.a', 'r3.b', 'r1.a', 'r1.b']
    expect(world.calls.at(-1)?.body).toMatchObject({ tracks })
    await world.answer(201)
    await world.answer(200, whole(tracks))
    expect(world.last()?.payload).toMatchObject({ added: tracks, left: 1 })
    expect(world.story.notices).toMatchObject([{ category: 'addedToPlaylist', detail: '4.1' }])
  })

  const unknown = (...places: number[]) => ({
    code: 'UNKNOWN_TRACK',
    message: 'A track of the list does not exist.',
    fields: Object.fromEntries(places.map((place) => [`tracks.${place}`, 'does not exist'])),
  })

  test('H-593: songs that are not to be had are left out of a playlist made of them, and counted', async () => {
    const world = setUp()
    const tracks = ['a', 'gone', 'b', 'gone too']
    await world.happens(playlistCreateRequested({ requestId: 'w', name: 'Queue', desc: '', tracks, releases: [] }))
    await world.answer(201, { playlistid: 'p1' })
    await world.answer(400, unknown(1, 3))
    expect(world.calls.at(-1)?.body).toMatchObject({ tracks: ['a', 'b'] })
    await world.answer(201)
    await world.answer(200, whole(['a', 'b']))
    expect(world.last()).toMatchObject({ type: 'playlist.tracksAdded', payload: { added: ['a', 'b'], left: 2 } })
    expect(world.story.notices.at(-1)).toMatchObject({ category: 'addedToPlaylist', detail: '2.2' })
  })

  test('H-593: a lost answer to the rest sends none of the others again', async () => {
    const world = setUp()
    const tracks = ['a', 'gone', 'b']
    await world.happens(playlistCreateRequested({ requestId: 'w', name: 'Queue', desc: '', tracks, releases: [] }))
    await world.answer(201, { playlistid: 'p1' })
    await world.answer(400, unknown(1))
    world.calls.at(-1)?.break()
    await settle()
    await settle()
    await world.clock.advance(1000)
    await world.answer(200, whole(['a', 'b']))
    await world.answer(200, whole(['a', 'b']))
    expect(world.lines().filter((line) => line.endsWith('/tracks'))).toHaveLength(2)
    expect(world.last()?.payload).toMatchObject({ added: ['a', 'b'], left: 1 })
  })

  test('where none of them is to be had it is said why', async () => {
    const world = setUp()
    await world.happens(playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks: [], releases: ['r2', 'r3'] }))
    world.calls[0]?.answer(410, { code: 'RELEASE_NOT_AVAILABLE', message: 'Gone.' })
    await world.answer(410, { code: 'RELEASE_NOT_AVAILABLE', message: 'Gone.' })
    expect(world.types()).toEqual(['playlist.requestFailed'])
    expect(world.last()).toMatchObject({ payload: { code: 'RELEASE_NOT_AVAILABLE', message: 'Gone.' } })
  })

  test('of a selection a lost answer asks again for that release alone, and one that fails for good ends it', async () => {
    const world = setUp()
    const releases = ['r2', 'r3', 'r4', 'r5', 'r6']
    await world.happens(playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks: [], releases }))
    await world.answer(200, aRelease('r4'))
    world.calls[0]?.break()
    await settle()
    await world.clock.advance(1000)
    expect(world.lines().map((line) => line.slice(-2))).toEqual(['r2', 'r3', 'r4', 'r5', 'r2'])
    await world.answer(500)
    expect(world.types()).toEqual(['playlist.requestFailed'])
    world.calls[3]?.answer(200, aRelease('r5'))
    await settle()
    expect(world.lines()).not.toContain('GET /releases/r6')
  })

  test('where all of it is there already nothing is sent', async () => {
    const world = setUp()
    await world.happens(playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks: ['a'], releases: [] }))
    await world.answer(200, whole(['a']))
    expect(world.lines()).toEqual(['GET /playlists/p1'])
    expect(world.last()).toMatchObject({ type: 'playlist.tracksAdded', payload: { added: [] } })
  })

  test('what is there already because somebody else added it is shown', async () => {
    const world = setUp()
    await world.open('a')
    await world.happens(playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks: ['b'], releases: [] }))
    await world.answer(200, whole(['a', 'b']))
    expect(world.story.state.get('playlistDetail', 'p1')?.confirmed).toEqual(['a', 'b'])
  })

  test('H-037: what may have been added all the same is read, and shown', async () => {
    const world = setUp()
    await world.open('a')
    await world.happens(playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks: ['b'], releases: [] }))
    await world.answer(200, whole(['a']))
    await world.answer(502, {})
    expect(world.types()).toContain('playlist.requestFailed')
    expect(world.story.notices.at(-1)).toMatchObject({ category: 'hasError', detail: 'perhaps' })
    expect(world.lines().at(-1)).toBe('GET /playlists/p1')
    await world.answer(200, whole(['a', 'b']))
    expect(world.story.state.get('playlistDetail', 'p1')?.confirmed).toEqual(['a', 'b'])
  })
})

describe('H-452: reads that get no answer while something is added', () => {
  const add = playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks: [], releases: ['r2'] })
  const posts = (world: ReturnType<typeof setUp>) => world.lines().filter((line) => line.startsWith('POST'))
  test.each([502, 504])('are made again after %i, and all of it goes in', async (status) => {
    const world = setUp()
    await world.happens(add)
    await world.answer(status)
    await world.clock.advance(1000)
    expect(world.lines()).toEqual(['GET /releases/r2', 'GET /releases/r2'])
    await world.answer(200, aRelease('r2'))
    await world.answer(status)
    await world.clock.advance(1000)
    expect(world.lines().slice(2)).toEqual(['GET /playlists/p1', 'GET /playlists/p1'])
    await world.answer(200, whole([]))
    expect(posts(world)).toHaveLength(1)
    await world.answer(201)
    expect(world.story.notices).toEqual([])
    await world.answer(200, whole(['r2.a', 'r2.b']))
    expect(world.last()?.payload).toMatchObject({ added: ['r2.a', 'r2.b'] })
  })

  test.each(['GET /releases/r2', 'GET /playlists/p1'])(
    '(%s) for good: nothing was added, and that is said',
    async (line) => {
      const world = setUp()
      await world.happens(add)
      if (line !== world.lines()[0]) await world.answer(200, aRelease('r2'))
      for (let n = 0; n < TRIES_MAX; n++) {
        expect(world.lines().at(-1)).toBe(line)
        await world.answer(504)
        await world.clock.advance(9000)
      }
      expect(posts(world)).toEqual([])
      expect(world.types()[0]).toBe('playlist.requestFailed')
      expect(world.story.notices).toMatchObject([{ category: 'hasError', subject: '', detail: 'playlistAdd' }])
    },
  )

  test('and so is that of a playlist whose page is opened', async () => {
    const world = setUp()
    await world.happens(playlistOpened({ playlistid: 'p1' }))
    await world.answer(502)
    await world.clock.advance(1000)
    await world.answer(200, whole(['a']))
    expect(world.shown()).toEqual(['a'])
  })
})

describe('H-453: while the songs of many releases are asked for that are to be added', () => {
  const add = (requestId: string, ...releases: string[]) =>
    playlistAddRequested({ requestId, playlistid: 'p1', tracks: [], releases })
  const called = (world: ReturnType<typeof setUp>, line: string) => world.calls.findLast((call) => call.line === line)

  test('the playlist is shown and edited', async () => {
    const world = setUp()
    await world.happens(add('w', 'r2'), playlistOpened({ playlistid: 'p1' }))
    expect(world.lines()).toEqual(['GET /releases/r2', 'GET /playlists/p1'])
    await world.answer(200, whole(['a']))
    expect(world.shown()).toEqual(['a'])
    await world.happens(playlistUpdateRequested({ requestId: 'u', playlistid: 'p1', name: 'New' }))
    expect(world.lines().at(-1)).toBe('PUT /playlists/p1')
    await world.answer(200, whole(['a'], { name: 'New' }))
    expect(world.last()).toMatchObject({ type: 'playlist.updated' })
  })

  test('what was wished to be added later goes in later', async () => {
    const world = setUp()
    await world.happens(add('w1', 'r2'), add('w2', 'r1'))
    expect(world.lines()).toEqual(['GET /releases/r2'])
    await world.answer(200, aRelease('r2'))
    await world.answer(200, whole([]))
    expect(world.calls.at(-1)?.body).toMatchObject({ tracks: ['r2.a', 'r2.b'] })
    await world.answer(201)
    await world.answer(200, whole(['r2.a', 'r2.b']))
    await world.answer(200, whole(['r2.a', 'r2.b']))
    expect(world.calls.at(-1)?.body).toMatchObject({ tracks: ['r1.a', 'r1.b'] })
  })

  test('what empties it goes out behind them', async () => {
    const world = setUp()
    await world.open('a')
    await world.happens(add('w1', 'r2'), change('c', { kind: 'clear' }))
    expect(world.lines()).toEqual(['GET /releases/r2'])
    await world.answer(200, aRelease('r2'))
    await world.answer(200, whole(['a']))
    await world.answer(201)
    expect(called(world, 'DELETE /playlists/p1/tracks')).toBeUndefined()
    await world.answer(200, whole(['a', 'r2.a', 'r2.b']))
    expect(called(world, 'DELETE /playlists/p1/tracks')).toBeDefined()
  })

  test('what is taken out goes out behind them: an addition wished for before does not bring it back', async () => {
    const world = setUp()
    await world.open('a', 'r2.a')
    await world.happens(add('w1', 'r2'), change('c', { kind: 'remove', tracks: ['r2.a'] }))
    expect(world.lines()).toEqual(['GET /releases/r2'])
    await world.answer(200, aRelease('r2'))
    await world.answer(200, whole(['a', 'r2.a']))
    expect(world.calls.at(-1)?.body).toMatchObject({ tracks: ['r2.b'] })
    expect(world.lines().filter((line) => line.startsWith('DELETE'))).toEqual([])
    await world.answer(201)
    await world.answer(200, whole(['a', 'r2.a', 'r2.b']))
    expect(world.lines().at(-1)).toBe('DELETE /playlists/p1/tracks/r2.a')
  })

  test('of more releases than are read unseen, the look at what has room goes behind what empties it', async () => {
    const world = setUp()
    await world.open('a')
    const many = Array.from({ length: LOOKED_AT_FIRST + 1 }, (_, n) => `r${n + 2}`)
    await world.happens(change('c', { kind: 'clear' }), add('w1', ...many))
    expect(world.lines()).toEqual(['DELETE /playlists/p1/tracks'])
    await world.answer(204)
    expect(world.lines().slice(1)).toEqual(['GET /playlists/p1'])
    await world.answer(200, whole([]))
    expect(world.lines().slice(2)).toEqual(many.slice(0, 3).map((id) => `GET /releases/${id}`))
  })

  test.each([
    [200, aRelease('r2')],
    [404, GONE],
  ])('nobody misses what was to go into a playlist that is deleted meanwhile (%i)', async (status, body) => {
    const world = setUp()
    await world.open('a')
    await world.happens(add('w', 'r2'), playlistDeleteRequested({ requestId: 'd', playlistid: 'p1' }))
    expect(world.lines()).toEqual(['GET /releases/r2', 'DELETE /playlists/p1'])
    await world.answer(204)
    expect([...world.story.state.ids('playlistRequest')]).toEqual([])
    called(world, 'GET /releases/r2')?.answer(status, body)
    await settle()
    expect(world.lines()).toHaveLength(2)
    expect(world.types()).toEqual(['playlist.deleted'])
    expect(world.story.notices).toEqual([])
  })

  test('what is to go into a playlist that was deleted before is said to have failed', async () => {
    const world = setUp()
    await world.open('a')
    await world.happens(playlistDeleteRequested({ requestId: 'd', playlistid: 'p1' }))
    await world.answer(204)
    await world.happens(add('w', 'r1'))
    await world.answer(404, GONE)
    expect(world.types()).toContain('playlist.requestFailed')
    expect([...world.story.state.ids('playlistRequest')]).toEqual([])
  })

  test('the end of the session ends it: nothing of it is asked for in the next', async () => {
    const world = setUp()
    await world.happens(add('w', 'r2', 'r3'))
    await world.happens(sessionEnded({ reason: 'signedOut' }))
    expect(world.calls.every((call) => call.signal.aborted)).toBe(true)
    expect(world.lines()).toEqual(['GET /releases/r2', 'GET /releases/r3'])
    expect(world.types()).toEqual([])
  })
})

describe('H-037: without an answer', () => {
  const SILENT_MS = 26_000
  test('a playlist is gone perhaps: that is said, it is read, and lists are old', async () => {
    const world = setUp()
    await world.open('a')
    await world.happens(playlistListOpened({ queryId: 'sort=-date' }))
    await world.answer(200, { playlists: [aPlaylist('p1')], total: 1 })
    await world.happens(playlistDeleteRequested({ requestId: 'w', playlistid: 'p1' }))
    await world.clock.advance(SILENT_MS)
    expect(world.story.notices.at(-1)).toMatchObject({ category: 'hasError', subject: '', detail: 'perhaps' })
    expect(world.story.state.get('playlistList', 'sort=-date')?.stale).toBe(true)
    expect(world.lines().at(-1)).toBe('GET /playlists/p1')
    await world.answer(404, {})
    expect(world.story.state.get('playlistDetail', 'p1')?.status).toBe('error')
  })
  test.each<PlaylistChange>([
    { kind: 'remove', tracks: ['a'] },
    { kind: 'clear' },
    { kind: 'move', trackid: 'b', position: 'before', referenceTrackid: 'a' },
  ])('PLAYLIST-022: it was changed perhaps ($kind): that is said, it is read, and lists are old', async (made) => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(playlistListOpened({ queryId: 'sort=-date' }))
    await world.answer(200, { playlists: [aPlaylist('p1')], total: 1 })
    await world.happens(change('w', made))
    await world.clock.advance(SILENT_MS)
    expect(world.story.notices).toMatchObject([{ category: 'hasError', subject: '', detail: 'perhaps' }])
    expect(world.story.state.get('playlistList', 'sort=-date')?.stale).toBe(true)
    expect(world.lines().at(-1)).toBe('GET /playlists/p1')
    await world.answer(200, whole(['b']))
    expect(world.shown()).toEqual(['b'])
  })
  test('of a proxy that lost the server a playlist is gone perhaps as well', async () => {
    const world = setUp()
    await world.happens(playlistListOpened({ queryId: 'sort=-date' }))
    await world.answer(200, { playlists: [aPlaylist('p1')], total: 1 })
    await world.happens(playlistDeleteRequested({ requestId: 'w', playlistid: 'p1' }))
    await world.answer(502)
    expect(world.story.notices.at(-1)).toMatchObject({ category: 'hasError', subject: '', detail: 'perhaps' })
    expect(world.story.state.get('playlistList', 'sort=-date')?.stale).toBe(true)
  })
  test('H-405: of a server that failed at it that is said, and all that shows it is read again', async () => {
    const world = setUp()
    await world.open('a')
    await world.happens(playlistListOpened({ queryId: 'sort=-date' }))
    await world.answer(200, { playlists: [aPlaylist('p1')], total: 1 })
    await world.happens(playlistDeleteRequested({ requestId: 'w', playlistid: 'p1' }))
    await world.answer(500, { code: 'INTERNAL', message: 'Something broke.' })
    expect(world.story.notices.at(-1)).toMatchObject({ subject: 'Something broke.', detail: 'playlistDelete' })
    expect(world.story.state.get('playlistList', 'sort=-date')?.stale).toBe(true)
    expect(world.lines().at(-1)).toBe('GET /playlists/p1')
  })
  test('H-405: a playlist is there perhaps: lists are old', async () => {
    const world = setUp()
    await world.happens(playlistListOpened({ queryId: 'sort=-date' }))
    await world.answer(200, { playlists: [aPlaylist('p1')], total: 1 })
    const made = { requestId: 'w', name: 'New', desc: '', tracks: [], releases: [] }
    await world.happens(playlistCreateRequested(made))
    await world.clock.advance(SILENT_MS)
    expect(world.story.state.get('playlistRequest', 'w')?.status).toBe('failed')
    expect(world.story.state.get('playlistList', 'sort=-date')?.stale).toBe(true)
  })
  test('a star is there perhaps: that is said, and the playlist is read', async () => {
    const world = setUp()
    await world.happens(playlistPinRequested({ requestId: 'w', playlistid: 'p1', pinned: true }))
    await world.clock.advance(SILENT_MS)
    expect(world.story.notices.at(-1)).toMatchObject({ category: 'hasError', detail: 'perhaps' })
    expect(world.lines().at(-1)).toBe('GET /playlists/p1')
    await world.answer(200, whole([], { pinned: true }))
    expect(world.story.state.get('playlist', 'p1')?.pinned).toBe(true)
  })
  test('songs were added perhaps: it is not said that nothing was', async () => {
    const world = setUp()
    await world.open('a')
    await world.happens(playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks: ['b'], releases: [] }))
    await world.answer(200, whole(['a']))
    await world.clock.advance(SILENT_MS)
    expect(world.story.notices.at(-1)).toMatchObject({ category: 'hasError', detail: 'perhaps' })
  })
})

describe('adding to a long playlist', () => {
  const many = Array.from({ length: 5000 }, (_, n) => `t${n}`)
  const COVERS = { thumbnails: ['/1', '/2', '/3', '/4'] }
  const add = (...tracks: string[]) => playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks, releases: [] })
  const undo = (world: ReturnType<typeof setUp>) => world.story.notices.at(-1)?.undoPlaylist?.change

  test('one song costs one reading, and the log that song', async () => {
    const world = setUp()
    await world.open(...many.slice(0, 4000))
    await world.happens(add('r1.a'))
    await world.answer(200, whole(many.slice(0, 4000), COVERS))
    await world.answer(201)
    expect(world.lines()).toEqual(['GET /playlists/p1', 'POST /playlists/p1/tracks'])
    expect(JSON.stringify(world.told()).length).toBeLessThan(2000)
    expect(world.shown()?.slice(-2)).toEqual(['t3999', 'r1.a'])
    expect(world.story.state.get('playlist', 'p1')?.tracks).toBe(4001)
    expect(undo(world)).toEqual({ kind: 'remove', tracks: ['r1.a'] })
  })

  test('what another device added before is shown, and stays when this is undone', async () => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(add('r1.a', 'r1.b'))
    await world.answer(200, whole(['b', 'a', 'r1.a'], COVERS))
    await world.answer(201)
    expect(world.lines()).toHaveLength(2)
    expect(world.shown()).toEqual(['b', 'a', 'r1.a', 'r1.b'])
    expect(undo(world)).toEqual({ kind: 'remove', tracks: ['r1.b'] })
  })

  test('of one that nobody holds no song is told', async () => {
    const world = setUp()
    await world.happens(add('somewhere'))
    await world.answer(200, whole(['a'], COVERS))
    await world.answer(201)
    expect(world.lines()).toHaveLength(2)
    expect(world.told().map((draft) => Object.hasOwn(draft.payload, 'songs') && draft.payload)).toMatchObject([
      { songs: null, playlist: { tracks: 2 } },
      false,
    ])
  })

  test.each([
    ['its cover may stand on the card', 'r1.a', {}],
    ['nobody here knows what a row of it shows', 'somewhere', COVERS],
  ])('it is read again where %s', async (_, trackid, covers) => {
    const world = setUp()
    await world.open('a')
    const elsewhere = { ...whole(['a'], covers), songs: [aSong('a', 1, { releaseid: 'r9' })] }
    await world.happens(add(trackid))
    await world.answer(200, elsewhere)
    await world.answer(201)
    expect(world.lines().at(-1)).toBe('GET /playlists/p1')
    await world.answer(200, whole(['a', trackid]))
    expect(world.shown()).toEqual(['a', trackid])
  })

  test('it is read again where the line was away meanwhile: what others added then is shown', async () => {
    const world = setUp()
    await world.open('a')
    await world.happens(add('r1.a'))
    await world.answer(200, whole(['a'], COVERS))
    await world.happens({ type: 'app.wentOffline', v: 1, payload: {} })
    world.calls.at(-1)?.break()
    await settle()
    await world.happens({ type: 'app.wentOnline', v: 1, payload: {} })
    await world.answer(200, whole(['a', 'other'], COVERS))
    await world.answer(201)
    await world.answer(200, whole(['a', 'other', 'r1.a'], COVERS))
    expect(world.shown()).toEqual(['a', 'other', 'r1.a'])
    expect(undo(world)).toEqual({ kind: 'remove', tracks: ['r1.a'] })
  })

  test('what fits is added, and how much is left out is told', async () => {
    const world = setUp()
    await world.happens(add('x', 'y', 'z'))
    await world.answer(200, whole(many.slice(0, 4998), COVERS))
    expect(world.calls.at(-1)?.body).toMatchObject({ tracks: ['x', 'y'] })
    await world.answer(201)
    expect(world.last()?.payload).toMatchObject({ added: ['x', 'y'], over: 1 })
    expect(world.story.notices).toMatchObject([{ category: 'addedToPlaylist', detail: '2.0.1' }])
  })

  test('of many releases none is read for which there is no room, and how many were left out is told', async () => {
    const world = setUp()
    const releases = Array.from({ length: LOOKED_AT_FIRST + 60 }, (_, n) => `n${n}`)
    await world.happens(playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks: [], releases }))
    expect(world.lines()).toEqual(['GET /playlists/p1'])
    await world.answer(200, whole(many.slice(0, 4991), COVERS))
    const asked = () => world.calls.filter(({ line }) => line.startsWith('GET /releases/'))
    for (let n = 0; n < asked().length; n++) {
      const songs = [1, 2, 3].map((at) => aSong(`n${n}.${at}`, at, { releaseid: `n${n}` }))
      asked()[n]?.answer(200, { ...aRelease(`n${n}`), songs })
      await settle()
    }
    // Nine songs fit: three releases, and the two that were on their way beside the third.
    expect(asked().length).toBeLessThanOrEqual(5)
    await world.answer(200, whole(many.slice(0, 4991), COVERS))
    const fits = [0, 1, 2].flatMap((n) => [1, 2, 3].map((at) => `n${n}.${at}`))
    expect(world.calls.at(-1)?.body).toMatchObject({ tracks: fits })
    await world.answer(201)
    const left = releases.length - asked().length
    expect(world.last()?.payload).toMatchObject({ added: fits, overReleases: left })
    expect(world.story.notices.at(-1)?.detail).toMatch(new RegExp(`^9\\.0\\.\\d\\.${left}$`))
  })

  test('one that is full is said to be, in the words of the server', async () => {
    const world = setUp()
    await world.happens(add('x'))
    await world.answer(200, whole(many, COVERS))
    await world.answer(400, { code: 'PLAYLIST_FULL', message: 'It is full.' })
    expect(world.types()).toContain('playlist.requestFailed')
    expect(world.story.notices.at(-1)).toMatchObject({ subject: 'It is full.', detail: 'playlistAdd' })
  })

  test('a visit to one that is as it was tells none of its songs', async () => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(playlistOpened({ playlistid: 'p1' }))
    await world.answer(200, whole(['a', 'b']))
    expect(world.told()).toMatchObject([{ type: 'playlist.received', payload: { songs: null } }])
    expect(world.shown()).toEqual(['a', 'b'])
  })

  test('a visit to one that was changed elsewhere tells its order, and the songs nobody held', async () => {
    const world = setUp()
    await world.open('a', 'b', 'c')
    await world.happens(playlistOpened({ playlistid: 'p1' }))
    await world.answer(200, whole(['c', 'a', 'd']))
    expect(world.told()).toMatchObject([{ payload: { songs: [{ trackid: 'd' }], order: ['c', 'a', 'd'] } }])
    expect(world.shown()).toEqual(['c', 'a', 'd'])
  })
})

describe('playlists themselves', () => {
  test('PLAYLIST-001: one is created, with what shall be in it', async () => {
    const world = setUp()
    await world.happens(
      playlistCreateRequested({ requestId: 'w', name: 'Late', desc: 'Slow', tracks: ['a'], releases: [] }),
    )
    expect(world.calls[0]).toMatchObject({
      line: 'POST /playlists',
      body: { name: 'Late', desc: 'Slow', default: false },
    })
    await world.answer(201, { playlistid: 'p1' })
    expect(world.types()).toEqual(['playlist.created'])
    expect(world.story.state.get('playlist', 'p1')).toMatchObject({ name: 'Late', tracks: 0, pinned: false })
    expect(world.lines().at(-1)).toBe('POST /playlists/p1/tracks')
    await world.answer(201)
    await world.answer(200, whole(['a'], { name: 'Late' }))
    expect(world.types()).toEqual(['playlist.created', 'playlist.received', 'playlist.tracksAdded'])
  })

  test('PLAYLIST-026: of one made of more songs than it takes it is said how many were left out', async () => {
    const world = setUp()
    const wish = { requestId: 'w', name: 'Late', desc: '', tracks: ['a'], releases: [], over: 3 }
    await world.happens(playlistCreateRequested(wish))
    await world.answer(201, { playlistid: 'p1' })
    expect(world.calls.at(-1)?.body).toMatchObject({ tracks: ['a'] })
    await world.answer(201)
    await world.answer(200, whole(['a'], { name: 'Late' }))
    expect(world.last()?.payload).toMatchObject({ added: ['a'], over: 3 })
    expect(world.story.notices.at(-1)).toMatchObject({ category: 'addedToPlaylist', detail: '1.0.3' })
  })

  test('what the server says of fields comes along, so that a form can show it there', async () => {
    const world = setUp()
    await world.happens(playlistCreateRequested({ requestId: 'w', name: 'Late', desc: '', tracks: [], releases: [] }))
    await world.answer(400, { code: 'BAD_REQUEST', message: 'No.', fields: { name: 'Not this one' } })
    expect(world.story.state.get('playlistRequest', 'w')).toMatchObject({
      status: 'failed',
      code: 'BAD_REQUEST',
      fields: { name: 'Not this one' },
    })
  })

  const late = playlistCreateRequested({ requestId: 'w', name: 'Late', desc: 'Slow', tracks: [], releases: [] })
  const found = (...playlists: ReturnType<typeof aPlaylist>[]) => ({ playlists, total: playlists.length })
  const empty = { name: 'Late', desc: 'Slow', tracks: 0 }

  test('P7: one whose answer never came is looked for, and not made twice', async () => {
    const world = setUp()
    await world.happens(late)
    world.calls[0]?.break()
    await settle()
    await world.clock.advance(1000)
    expect(world.calls).toHaveLength(2)
    expect(world.lines()[1]).toMatch(/^GET \/playlists\?.*filter=Late/)
    await world.answer(200, found(aPlaylist('other', { ...empty, tracks: 2 }), aPlaylist('p1', empty)))
    expect(world.last()).toMatchObject({ type: 'playlist.created', payload: { playlist: { playlistid: 'p1' } } })
    expect(world.calls).toHaveLength(2)
  })

  test('P7: one whose proxy lost the server is looked for, and not made twice', async () => {
    const world = setUp()
    await world.happens(late)
    await world.answer(503)
    await world.clock.advance(1000)
    expect(world.lines()[1]).toMatch(/^GET \/playlists\?.*filter=Late/)
    await world.answer(200, found(aPlaylist('p1', empty)))
    expect(world.last()).toMatchObject({ type: 'playlist.created', payload: { playlist: { playlistid: 'p1' } } })
    expect(world.calls).toHaveLength(2)
  })

  test('P7: one with a long name is looked for by as much of it as may be asked, and known by the whole', async () => {
    const world = setUp()
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'
    const name = family.repeat(36)
    await world.happens({ ...late, payload: { ...late.payload, name } })
    world.calls[0]?.break()
    await settle()
    await world.clock.advance(1000)
    const asked = new URL(world.lines()[1]?.split(' ')[1] ?? '', 'http://localhost')
    expect(asked.searchParams.get('filter')).toBe(family.repeat(27))
    const others = aPlaylist('other', { ...empty, name: family.repeat(35) })
    await world.answer(200, found(others, aPlaylist('p1', { ...empty, name })))
    expect(world.last()).toMatchObject({ type: 'playlist.created', payload: { playlist: { playlistid: 'p1' } } })
    expect(world.calls).toHaveLength(2)
  })

  test.each([
    [502, 'one whose answer was lost on the way is looked for when somebody tries again'],
    [201, 'one that was made, as an answer says that nobody can read, is looked for when somebody tries again'],
    [400, 'one that was refused is made anew when somebody tries again'],
  ])('P7: after %i, %s', async (status) => {
    const world = setUp()
    await world.happens(late)
    await world.answer(status, {})
    expect(world.types()).toEqual(['playlist.requestFailed'])
    await world.happens({ ...late, payload: { ...late.payload, requestId: 'again' } })
    if (status === 400) return expect(world.lines().at(-1)).toBe('POST /playlists')
    expect(world.lines().at(-1)).toMatch(/^GET \/playlists\?.*filter=Late/)
    await world.answer(200, found(aPlaylist('p1', empty)))
    expect(world.last()).toMatchObject({ type: 'playlist.created', payload: { playlist: { playlistid: 'p1' } } })
    await world.happens({ ...late, payload: { ...late.payload, requestId: 'another' } })
    expect(world.lines().at(-1)).toBe('POST /playlists')
  })

  test('P7: one that a list has shown since is the one that was wanted', async () => {
    const world = setUp()
    await world.happens(late)
    await world.answer(502, {})
    await world.happens(playlistListOpened({ queryId: 'sort=-date' }))
    await world.answer(200, found(aPlaylist('p1', empty)))
    await world.happens({ ...late, payload: { ...late.payload, requestId: 'again' } })
    await world.answer(200, found(aPlaylist('p1', empty)))
    expect(world.last()).toMatchObject({ type: 'playlist.created', payload: { playlist: { playlistid: 'p1' } } })
    expect(world.lines().filter((line) => line === 'POST /playlists')).toHaveLength(1)
  })

  test('P7: one that was never made is made, however many of that name were there before', async () => {
    const world = setUp()
    await world.happens(playlistListOpened({ queryId: 'sort=-date' }))
    await world.answer(200, found(aPlaylist('known', empty)))
    await world.happens(late)
    world.calls.at(-1)?.break()
    await settle()
    await world.clock.advance(1000)
    await world.answer(200, found(aPlaylist('known', empty)))
    expect(world.lines().at(-1)).toBe('POST /playlists')
    await world.answer(201, { playlistid: 'p1' })
    expect(world.types().filter((type) => type === 'playlist.created')).toHaveLength(1)
  })

  test('editing sends the whole playlist with the new name and description', async () => {
    const world = setUp()
    await world.open('a')
    await world.happens(playlistUpdateRequested({ requestId: 'w', playlistid: 'p1', name: 'New', desc: 'Words' }))
    expect(world.calls[0]).toMatchObject({
      line: 'PUT /playlists/p1',
      body: { playlistid: 'p1', name: 'New', desc: 'Words', tracks: 1 },
    })
    await world.answer(200, whole(['a'], { name: 'New', desc: 'Words' }))
    expect(world.story.state.get('playlist', 'p1')?.name).toBe('New')
  })

  test('what was not edited is not sent, so that it stays as somebody else left it', async () => {
    const world = setUp()
    await world.open('a')
    await world.happens(playlistUpdateRequested({ requestId: 'w', playlistid: 'p1', name: 'New' }))
    expect(world.calls[0]).toMatchObject({ line: 'PUT /playlists/p1', body: { name: 'New', tracks: 1 } })
    for (const key of ['desc', 'description']) expect(world.calls[0]?.body).not.toHaveProperty(key)
    await world.answer(200, whole(['a'], { name: 'New', desc: 'Of another device' }))
    await world.happens(playlistUpdateRequested({ requestId: 'x', playlistid: 'p1', desc: 'Words' }))
    expect(world.lines().at(-1)).toBe('GET /playlists/p1')
    await world.answer(200, whole(['a'], { name: 'Renamed elsewhere' }))
    expect(world.calls.at(-1)).toMatchObject({
      line: 'PUT /playlists/p1',
      body: { name: 'Renamed elsewhere', desc: 'Words', description: 'Words' },
    })
  })

  test('deleting one that is gone is deleting it', async () => {
    const world = setUp()
    await world.happens(playlistDeleteRequested({ requestId: 'w', playlistid: 'p1' }))
    await world.answer(404, { code: 'NOT_FOUND', message: 'No.' })
    expect(world.types()).toEqual(['playlist.deleted'])
  })

  test('PLAYLIST-029: stars keep their order', async () => {
    const world = setUp()
    await world.open('a')
    await world.happens(
      playlistPinRequested({ requestId: '1', playlistid: 'p1', pinned: true }),
      playlistPinRequested({ requestId: '2', playlistid: 'p1', pinned: false }),
    )
    expect(world.lines()).toEqual(['POST /playlists/p1/pin'])
    await world.answer(204)
    expect(world.lines().at(-1)).toBe('DELETE /playlists/p1/pin')
    await world.answer(204)
    expect(world.story.state.get('playlist', 'p1')?.pinned).toBe(false)
  })

  test('a star that is refused is said in the words of the server, and goes back', async () => {
    const world = setUp()
    await world.open('a')
    await world.happens(playlistPinRequested({ requestId: '1', playlistid: 'p1', pinned: true }))
    await world.answer(409, { code: 'TOO_MANY', message: 'Enough.' })
    expect(world.types().at(-1)).toBe('playlist.pinFailed')
    expect(world.story.state.get('playlist', 'p1')?.pinned).toBe(false)
    expect(world.story.notices.at(-1)).toMatchObject({ subject: 'Enough.', detail: 'playlistPin' })
  })

  test('D-161: a star is taken off a playlist that is gone', async () => {
    const world = setUp()
    await world.open()
    await world.happens(playlistPinRequested({ requestId: '1', playlistid: 'p1', pinned: false }))
    await world.answer(404, { code: 'NOT_FOUND', message: 'No.' })
    expect(world.types()).toEqual(['playlist.pinAnswered', 'playlist.failed'])
    expect(world.story.state.get('playlist', 'p1')).toBeUndefined()
  })

  test.each([
    ['edited', playlistUpdateRequested({ requestId: 'w', playlistid: 'p1', name: 'New', desc: '' }), 'requestFailed'],
    ['given a star', playlistPinRequested({ requestId: 'w', playlistid: 'p1', pinned: true }), 'pinFailed'],
  ])('one that was deleted elsewhere says so when it is %s', async (_, wish, answer) => {
    const world = setUp()
    await world.open('a')
    await world.happens(wish)
    await world.answer(404, { code: 'NOT_FOUND', message: 'No.' })
    expect(world.types()).toContain(`playlist.${answer}`)
    expect(world.story.state.get('playlistDetail', 'p1')).toMatchObject({ status: 'error', error: 'NOT_FOUND' })
  })

  test('one that is not there says so', async () => {
    const world = setUp()
    await world.happens(playlistOpened({ playlistid: 'p1' }))
    await world.answer(404, { code: 'NOT_FOUND', message: 'No.' })
    expect(world.story.state.get('playlistDetail', 'p1')).toMatchObject({ status: 'error', error: 'NOT_FOUND' })
  })
})

describe('lists', () => {
  const page = (ids: string[], total: number) => ({ playlists: ids.map((id) => aPlaylist(id)), total })
  const asked = (world: ReturnType<typeof setUp>) =>
    world.lines().map((line) => {
      const query = new URLSearchParams(line.split('?')[1])
      return `${query.get('page')} of ${query.get('pagesize')}`
    })

  test('PLAYLIST-004, PLAYLIST-005: order and search are the server’s, page by page', async () => {
    const world = setUp()
    const queryId = 'sort=-pinned&filter=late%20show'
    await world.happens(playlistListOpened({ queryId }))
    const query = new URLSearchParams(world.lines()[0]?.split('?')[1])
    expect(Object.fromEntries(query)).toMatchObject({
      sort: '-pinned',
      filter: 'late show',
      page: '1',
      summary: 'true',
    })
    await world.answer(200, page(['a', 'b'], 3))
    await world.happens(playlistMoreWanted({ queryId }), playlistMoreWanted({ queryId }))
    expect(world.calls).toHaveLength(2)
    expect(world.lines()[1]).toContain('page=2')
    await world.answer(200, page(['c'], 3))
    expect(world.story.state.get('playlistList', queryId)?.ids).toEqual(['a', 'b', 'c'])
  })

  test('a list that is old is loaded anew as far as it was loaded', async () => {
    const world = setUp()
    const queryId = 'sort=-date'
    await world.happens(playlistListOpened({ queryId }))
    await world.answer(200, page(['a'], 2))
    await world.happens(playlistMoreWanted({ queryId }))
    await world.answer(200, page(['b'], 2))
    await world.happens(playlistDeleteRequested({ requestId: 'w', playlistid: 'a' }))
    await world.answer(204)
    expect(world.story.state.get('playlistList', queryId)?.ids).toEqual(['b'])
    world.calls.length = 0
    await world.happens(playlistListOpened({ queryId }))
    await world.answer(200, page(['b'], 1))
    expect(asked(world)).toEqual(['1 of 100'])
    expect(world.story.state.get('playlistList', queryId)?.ids).toEqual(['b'])
  })

  test('a long one that is loaded anew comes in as few calls as can be, and ends where it was loaded to', async () => {
    const world = setUp()
    const queryId = 'sort=-date'
    const ids = Array.from({ length: 300 }, (_, n) => `p${n}`)
    await world.happens(playlistListOpened({ queryId }))
    await world.answer(200, page(ids.slice(0, 40), 300))
    for (let from = 40; from < 240; from += 40) {
      await world.happens(playlistMoreWanted({ queryId }))
      await world.answer(200, page(ids.slice(from, from + 40), 300))
    }
    expect(asked(world)).toEqual(['1', '2', '3', '4', '5', '6'].map((one) => `${one} of 40`))
    world.calls.length = 0
    await world.happens(playlistListOpened({ queryId }))
    for (let from = 0; from < 300; from += 100) await world.answer(200, page(ids.slice(from, from + 100), 300))
    expect(asked(world)).toEqual(['1 of 100', '2 of 100', '3 of 100'])
    expect(world.story.state.get('playlistList', queryId)).toMatchObject({ ids: ids.slice(0, 240), pages: 6 })
    // Others deleted most of them meanwhile: nobody asks for what lies behind the end.
    world.calls.length = 0
    await world.happens(playlistListOpened({ queryId }))
    await world.answer(200, page(ids.slice(0, 50), 50))
    expect(asked(world)).toEqual(['1 of 100'])
    expect(world.story.state.get('playlistList', queryId)).toMatchObject({ ids: { length: 50 }, status: 'done' })
  })
})

test('of a list of which the first page alone is wanted no more is loaded anew, and what follows it comes again', async () => {
  const world = setUp()
  const page = (ids: string[]) => ({ playlists: ids.map((id) => aPlaylist(id)), total: 3 })
  const queryId = PLAYLIST_CHOICES
  await world.happens(playlistListOpened({ queryId }))
  await world.answer(200, page(['a', 'b']))
  await world.happens(playlistMoreWanted({ queryId }))
  await world.answer(200, page(['c']))
  world.calls.length = 0
  await world.happens(playlistListOpened({ queryId, pages: 1 }))
  await world.answer(200, page(['a', 'b']))
  expect(world.lines().map((line) => new URLSearchParams(line.split('?')[1]).get('page'))).toEqual(['1'])
  expect(new URLSearchParams(world.lines()[0]?.split('?')[1]).get('sort')).toBe('-date')
  await world.happens(playlistMoreWanted({ queryId }))
  await world.answer(200, page(['c']))
  expect(world.story.state.get('playlistList', queryId)).toMatchObject({ ids: ['a', 'b', 'c'], total: 3, pages: 2 })
})

describe('H-407: the starred playlists beside every page', () => {
  const starred = (world: ReturnType<typeof setUp>) => world.story.state.single('starred').ids
  const stars = (...ids: string[]) => ({
    playlists: ids.map((id) => aPlaylist(id, { pinned: true })),
    total: ids.length,
  })

  test('are read when somebody comes back, and stand where that fails', async () => {
    const world = setUp()
    await world.happens(playlistListOpened({ queryId: STARRED_LIST }))
    await world.answer(200, stars('p1', 'p2'))
    await world.happens(appShown({}))
    expect(world.calls).toHaveLength(2)
    await world.answer(500)
    expect(world.types()).toEqual(['playlist.listReceived'])
    expect(starred(world)).toEqual(['p1', 'p2'])
    await world.clock.advance(60_000)
    await world.happens(appShown({}))
    await world.answer(200, stars('p3', 'p1'))
    expect(starred(world)).toEqual(['p3', 'p1'])
  })
})

describe('P7: a connection that comes and goes', () => {
  const offline: AppDraft = { type: 'app.wentOffline', v: 1, payload: {} }
  const online: AppDraft = { type: 'app.wentOnline', v: 1, payload: {} }

  test('what fell with it goes out again when it is back, once and in its order', async () => {
    const world = setUp()
    await world.open('a', 'b', 'c')
    await world.happens(move('w1', 'c', 'a'), move('w2', 'b', 'a'))
    await world.happens(offline)
    world.calls[0]?.break()
    await settle()
    await world.clock.advance(600_000)
    expect(world.calls).toHaveLength(1)
    expect(world.shown()).toEqual(['c', 'b', 'a'])
    await world.happens(online)
    expect(world.calls[1]?.body).toEqual(world.calls[0]?.body)
    await world.answer(200)
    expect(world.calls[2]?.body).toMatchObject({ trackid: 'b' })
    await world.answer(200)
    expect(world.lines().slice(3)).toEqual(['GET /playlists/p1'])
    expect(world.types()).toEqual(['playlist.changeAnswered', 'playlist.changeAnswered'])
  })

  test('nothing is sent without one, and a line that goes again and again costs no tries', async () => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(offline, move('w1', 'b', 'a'))
    expect(world.lines()).toEqual([])
    for (let n = 0; n < 6; n++) {
      await world.happens(online, offline)
      world.calls.at(-1)?.break()
      await settle()
    }
    await world.happens(online)
    await world.answer(200)
    expect(world.types()).toEqual(['playlist.changeAnswered'])
  })

  test('of what may have been added only what is missing is added again', async () => {
    const world = setUp()
    await world.happens(playlistAddRequested({ requestId: 'w', playlistid: 'p1', tracks: ['a', 'b'], releases: [] }))
    await world.answer(200, whole([]))
    await world.happens(offline)
    world.calls.at(-1)?.break()
    await settle()
    await world.happens(online)
    expect(world.lines().at(-1)).toBe('GET /playlists/p1')
    await world.answer(200, whole(['a']))
    expect(world.calls.at(-1)?.body).toEqual({ tracks: ['b'], position: 'before' })
  })

  test('what is refused on return is taken back and said', async () => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(move('w1', 'b', 'a'))
    await world.happens(offline)
    world.calls[0]?.break()
    await settle()
    await world.happens(online)
    await world.answer(409, GONE)
    expect(world.shown()).toEqual(['a', 'b'])
    expect(world.story.notices).toMatchObject([{ category: 'hasError', subject: GONE.message }])
  })

  test('the end of the session forgets it', async () => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(offline, move('w1', 'b', 'a'), sessionEnded({ reason: 'signedOut' }), online)
    expect([world.lines(), world.types()]).toEqual([[], []])
  })
})

describe('many songs that are taken out', () => {
  const tracks = Array.from({ length: 12 }, (_, n) => `t${n}`)
  test('go three at a time', async () => {
    const world = setUp()
    await world.open(...tracks)
    await world.happens(change('w', { kind: 'remove', tracks }))
    for (let n = 0; n < tracks.length; n++) {
      expect(world.calls).toHaveLength(Math.min(n + 3, tracks.length))
      world.calls[n]?.answer(204)
      await settle()
    }
    expect(world.lines()).toEqual([...tracks.map((id) => `DELETE /playlists/p1/tracks/${id}`), 'GET /playlists/p1'])
    expect(world.types()).toEqual(['playlist.changeAnswered'])
  })
  test('do not go twice when the connection falls on the way', async () => {
    const world = setUp()
    await world.open(...tracks)
    await world.happens(change('w', { kind: 'remove', tracks }))
    world.calls[0]?.answer(204)
    await settle()
    await world.happens({ type: 'app.wentOffline', v: 1, payload: {} })
    for (const n of [1, 2, 3]) world.calls[n]?.break()
    await settle()
    await world.happens({ type: 'app.wentOnline', v: 1, payload: {} })
    expect(world.lines().slice(4)).toEqual(['t1', 't2', 't3'].map((id) => `DELETE /playlists/p1/tracks/${id}`))
  })
})

describe('H-406: a playlist that is held and shall play', () => {
  const press = playlistChosen({ playlistid: 'p1', trackid: null, itemId: 'i', requestId: 'q', fresh: true })
  const playing = (world: ReturnType<typeof setUp>) =>
    world.story.state.get('queueItem', 'i')?.songs.map((song) => song.trackid)

  test('is read first, and plays as the server has it', async () => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(press)
    expect(world.lines()).toEqual(['GET /playlists/p1'])
    await world.answer(200, whole(['b', 'c']))
    expect(playing(world)).toEqual(['b', 'c'])
    await world.clock.advance(HELD_AFTER_MS)
    expect(world.types()).toEqual(['playlist.received'])
  })

  test('plays as it is held where no answer comes soon', async () => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(press)
    await world.clock.advance(HELD_AFTER_MS - 1)
    expect(playing(world)).toBeUndefined()
    await world.clock.advance(1)
    expect(playing(world)).toEqual(['a', 'b'])
  })

  test('is not read where its page is open', async () => {
    const world = setUp()
    await world.open('a', 'b')
    await world.happens(appNavigated({ path: '/playlists/p1', search: '' }), press)
    expect(world.calls).toEqual([])
    expect(playing(world)).toEqual(['a', 'b'])
  })
})

test('the end of a session stops everything', async () => {
  const world = setUp()
  await world.open('a', 'b')
  await world.happens(move('w1', 'b', 'a'), playlistListOpened({ queryId: 'sort=-date' }))
  await world.happens(sessionEnded({ reason: 'signedOut' }))
  expect(world.calls.every((call) => call.signal.aborted)).toBe(true)
  expect(world.types()).toEqual([])
})

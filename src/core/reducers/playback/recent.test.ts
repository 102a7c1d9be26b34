// Stories of what was heard; a naive model is the oracle of any history of plays.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appClockPutBack, appOpened } from '#core/events/app.ts'
import type { AppDraft } from '#core/events/index.ts'
import {
  libraryClearAnswered,
  libraryClearRequested,
  libraryMarkAnswered,
  libraryMarksRequested,
} from '#core/events/library.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import { playerAddressReady, playerReleaseChosen, playerStarted } from '#core/events/player.ts'
import { playlistChosen, playlistOpened, playlistReceived } from '#core/events/playlists.ts'
import { recentCleared, recentRestored } from '#core/events/recent.ts'
import { releaseDetailReceived } from '#core/events/releases.ts'
import { RECENTLY_PLAYED_MAX } from '#core/model/constants.ts'
import { mergeHistories, readHistory } from '#core/model/library/recent.ts'
import { aPlaylist, aRelease, aSong, aTrack, Story } from '#tests/support/story.ts'
import { historyOf } from './recent.ts'

const STARTED_AT = 1_000_000
const opened = appOpened({ startedAt: STARTED_AT, build: '1', language: 'en', width: 1, height: 1, online: true })
const begin = () => new Story().happens(opened).knows(aRelease('r1', 3), aRelease('r2', 2))

let wishes = 0
/** A song is chosen and sounds. */
function hear(trackid: string): AppDraft[] {
  const requestId = `n${++wishes}`
  const releaseid = trackid.slice(0, trackid.indexOf('.'))
  return [
    playerReleaseChosen({ releaseid, trackid, itemId: `i${wishes}`, requestId }),
    playerAddressReady({ requestId, trackid, handle: 'secret:1' }),
    playerStarted({ requestId, duration: 200 }),
  ]
}
const ids = (story: Story) => story.state.single('recent').ids
const play = (story: Story, trackid: string) => story.state.get('recentPlay', trackid)
const aPlay = (trackid: string, playedAt: number) => ({ playedAt, song: aSong(trackid, 1) })

describe('what was heard before the clock was put back', () => {
  const putBack = appClockPutBack({ byMs: 500_000 })

  test('RECENT-002: stands behind what is heard since, in its order, also once both were stored', () => {
    const story = begin().happens(...hear('r1.a'), ...hear('r1.b'))
    const before = historyOf(story.state)
    story.happens(putBack, ...hear('r2.a'))
    const now = STARTED_AT - 500_000 + story.events.length
    expect(ids(story)).toEqual(['r2.a', 'r1.b', 'r1.a'])
    const stored = mergeHistories(historyOf(story.state), readHistory(before, now))
    expect(stored.plays.map(({ song }) => song.trackid)).toEqual(['r2.a', 'r1.b', 'r1.a'])
    expect(stored.plays.every(({ playedAt }) => playedAt <= now)).toBe(true)
  })

  test('stays forgotten when it was cleared, and what is heard since does not', () => {
    const story = begin().happens(...hear('r1.a'), recentCleared({}), putBack)
    const { clearedAt } = historyOf(story.state)
    expect(clearedAt).toBe(500_000 + story.events.length - 1)
    story.happens(...hear('r1.b'))
    expect(mergeHistories(historyOf(story.state), historyOf(story.state)).plays).toHaveLength(1)
  })
})

describe('what was heard', () => {
  test('RECENT-002: a song that sounds is added, with when it was, not one that was only chosen', () => {
    const [chosen, ready, started] = hear('r1.b')
    const story = begin().happens(chosen as AppDraft, ready as AppDraft)
    expect(ids(story)).toEqual([])
    story.happens(started as AppDraft)
    expect(ids(story)).toEqual(['r1.b'])
    expect(play(story, 'r1.b')).toMatchObject({
      playedAt: STARTED_AT + story.events.length - 1,
      song: { title: 'Song r1.b', releaseid: 'r1' },
    })
  })
  test('RECENT-001: each track stands once, the newest first: a replay moves up', () => {
    const story = begin().happens(...hear('r1.a'), ...hear('r1.b'), ...hear('r2.a'), ...hear('r1.a'))
    expect(ids(story)).toEqual(['r1.a', 'r2.a', 'r1.b'])
  })
  test('TABLE-012: of a song of a playlist what the playlist says is there, and the rest once its release comes', () => {
    const label = { id: 'l1', name: 'North Pier' }
    const songs = [aTrack('r9.a', { available: '2026-10-02', labels: [label] })]
    const story = new Story().happens(
      opened,
      playlistOpened({ playlistid: 'p1' }),
      playlistReceived({ playlist: aPlaylist('p1'), songs }),
      playlistChosen({ playlistid: 'p1', trackid: null, itemId: 'i1', requestId: 'q1' }),
      playerAddressReady({ requestId: 'q1', trackid: 'r9.a', handle: 'secret:1' }),
      playerStarted({ requestId: 'q1', duration: 200 }),
    )
    expect(play(story, 'r9.a')?.song).toMatchObject({
      available: '2026-10-02',
      labels: [label],
      genres: [],
      formats: [],
    })
    const song = aSong('r9.a', 1, { releaseid: 'r9', genres: ['Jazz'] })
    story.knows(aRelease('r9', 0, { songs: [song] }))
    expect(play(story, 'r9.a')?.song).toMatchObject({ genres: ['Jazz'], formats: ['wav', 'mp3'] })
  })
  test('a late answer to an earlier choice was not heard', () => {
    const [, , late] = hear('r1.a')
    const story = begin().happens(...hear('r1.a').slice(0, 2), ...hear('r1.b').slice(0, 1), late as AppDraft)
    expect(ids(story)).toEqual([])
  })
  test('RECENTLY_PLAYED_MAX: two hundred at most, the oldest goes', () => {
    const plays = Array.from({ length: RECENTLY_PLAYED_MAX }, (_, n) => aPlay(`t${n}`, 900 - n))
    const story = begin().happens(recentRestored({ history: { clearedAt: 0, plays } }), ...hear('r1.a'))
    expect(ids(story)).toHaveLength(200)
    expect([ids(story)[0], ids(story).at(-1), play(story, 't199')]).toEqual(['r1.a', 't198', undefined])
  })
  test('what was stored comes behind what was heard meanwhile, each once', () => {
    const history = { clearedAt: 0, plays: [aPlay('r1.b', 900), aPlay('r1.a', 800)] }
    const story = begin().happens(...hear('r1.a'), recentRestored({ history }))
    expect(ids(story)).toEqual(['r1.a', 'r1.b'])
  })
  test('RECENT-003: clearing forgets everything, also what another tab stored before', () => {
    const story = begin().happens(...hear('r1.a'), recentCleared({}))
    expect([ids(story), play(story, 'r1.a')]).toEqual([[], undefined])
    const stored = { clearedAt: 0, plays: [aPlay('r9.a', STARTED_AT - 1)] }
    expect(mergeHistories(historyOf(story.state), stored).plays).toEqual([])
    story.happens(...hear('r1.b'))
    expect(ids(story)).toEqual(['r1.b'])
  })
  test('the end of the session leaves nothing for the next player', () => {
    const story = begin().happens(...hear('r1.a'), sessionEnded({ reason: 'signedOut' }))
    expect([ids(story), play(story, 'r1.a')]).toEqual([[], undefined])
  })
  test('flags follow the answers: of a song, of its release, of all', () => {
    const flagged = (story: Story) => ids(story).map((id) => play(story, id)?.song.flagged)
    const marks = (requestId: string, trackid: string | null, mark: 'flagged' | 'unflagged') => [
      libraryMarksRequested({ requestId, changes: [{ releaseid: 'r1', trackid, marks: [mark] }] }),
      libraryMarkAnswered({ requestId, releaseid: 'r1', trackid, mark }),
    ]
    const story = begin().happens(...hear('r2.a'), ...hear('r1.b'), ...hear('r1.a'), ...marks('m1', 'r1.b', 'flagged'))
    expect(flagged(story)).toEqual([false, true, false])
    story.happens(...marks('m2', null, 'flagged'))
    expect(flagged(story)).toEqual([true, true, false])
    const clear = { requestId: 'c1', list: 'flagged' as const }
    story.happens(libraryClearRequested(clear), libraryClearAnswered(clear))
    expect(flagged(story)).toEqual([false, false, false])
  })
  test('a song learns what the server says of it when its release is opened', () => {
    const release = aRelease('r1', 2)
    const story = begin().happens(...hear('r1.a'))
    story.happens(
      releaseDetailReceived({
        release: { ...release, songs: release.songs.map((song) => ({ ...song, title: 'New name', lyrics: 'La' })) },
      }),
    )
    expect(play(story, 'r1.a')?.song).toMatchObject({ title: 'New name', lyrics: '' })
  })
  test('any order of plays, replays and clears is what a plain list makes of it', () => {
    const act = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('r1.a', 'r1.b', 'r1.c', 'r2.a', 'r2.b') },
      { weight: 1, arbitrary: fc.constant(null) },
    )
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        const story = begin()
        let plain: string[] = []
        for (const trackid of acts) {
          story.happens(...(trackid === null ? [recentCleared({})] : hear(trackid)))
          plain = trackid === null ? [] : [trackid, ...plain.filter((id) => id !== trackid)]
          expect(ids(story)).toEqual(plain)
        }
        expect(new Set(story.state.ids('recentPlay'))).toEqual(new Set(plain))
      }),
      { numRuns: 100 },
    )
  })
})

const NOW = 1_000_000

describe('a stored history', () => {
  test.each([[undefined], ['nonsense'], [{ plays: 3 }], [{ clearedAt: 'x', plays: [] }]])('%j is none', (stored) => {
    expect(readHistory(stored, NOW)).toEqual({ clearedAt: 0, plays: [] })
  })
  test('keeps what can be read of it', () => {
    const good = aPlay('t1', 5)
    expect(readHistory({ clearedAt: 0, plays: [{ playedAt: 9 }, good, { ...good, playedAt: -1 }] }, NOW).plays).toEqual(
      [good],
    )
  })
  test('of two tabs: the later play of a song counts, and what one of them cleared is forgotten in both', () => {
    const mine = { clearedAt: 50, plays: [aPlay('a', 90), aPlay('b', 60)] }
    const other = { clearedAt: 0, plays: [aPlay('b', 80), aPlay('c', 70), aPlay('d', 40)] }
    const merged = mergeHistories(mine, other)
    expect(merged.plays.map(({ song, playedAt }) => [song.trackid, playedAt])).toEqual([
      ['a', 90],
      ['b', 80],
      ['c', 70],
    ])
    expect(merged.clearedAt).toBe(50)
  })
})

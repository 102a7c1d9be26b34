import { describe, expect, test, vi } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import { libraryClearRequested, libraryMarkAnswered, libraryMarksRequested } from '#core/events/library.ts'
import { sessionRefreshed, sessionStarted } from '#core/events/people/session.ts'
import { releaseListOpened, releasePageReceived } from '#core/events/releases.ts'
import type { Song } from '#core/model/catalogue/release.ts'
import type { Mark, MarkChange } from '#core/model/library/library.ts'
import { besideState, heldServer } from '#tests/support/besideState.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { aCard, aRelease, Story, someClaims } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { createLibraryEngine } from './engine.ts'
import { planLibrary } from './plan.ts'

/** A promise that is kept when the test says so. */
function later() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** The engine with a server that answers when the test says so. */
function setUp() {
  const clock = new FakeClock()
  const { fetch, calls } = heldServer()
  /** What stands between answers with pages. */
  const proxy = { hasPages: false }
  const through: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    return proxy.hasPages ? new Response('<html></html>', { status: answer.status }) : answer
  }
  const api = createApi({ fetch: through, session: null, clock })
  /** What the session worker knows, and what it waits for before it says so. */
  const session = { isOver: false, asked: 0, thinks: Promise.resolve() }
  const renew = async () => {
    session.asked++
    const said = session.isOver ? null : 'a'
    await session.thinks
    return said
  }
  const { story, reported, happens } = besideState(
    (report) => createLibraryEngine({ api, session: { renew }, clock, report }),
    new Story().knows(aRelease('r1'), aRelease('r2')),
  )
  let wishes = 0
  return {
    clock,
    story,
    session,
    proxy,
    calls,
    reported,
    lines: () => calls.map((call) => call.line),
    happens,
    async wish(...changes: [releaseid: string, trackid: string | null, ...marks: Mark[]][]) {
      const list = changes.map(([releaseid, trackid, ...marks]): MarkChange => ({ releaseid, trackid, marks }))
      await happens(libraryMarksRequested({ requestId: `w${++wishes}`, changes: list }))
    },
    async answer(n: number, status = 204, headers?: Record<string, string>, body?: unknown) {
      calls[n]?.answer(status, body, headers)
      await settle()
    },
    async break(n: number) {
      calls[n]?.break()
      await settle()
    },
  }
}

describe('each mark has its call', () => {
  test('a target that a wish names twice has one', async () => {
    const { wish, lines, answer } = setUp()
    await wish(['r1', null, 'flagged'], ['r2', null, 'flagged'], ['r1', null, 'flagged'])
    await answer(0)
    await answer(1)
    expect(lines()).toEqual(['POST /releases/r1/flag', 'POST /releases/r2/flag'])
  })

  test.each<[string, string | null, Mark, string]>([
    ['FLAG-001: a release is flagged', null, 'flagged', 'POST /releases/r9/flag'],
    ['a release is unflagged', null, 'unflagged', 'DELETE /releases/r9/flag'],
    ['FLAG-001: a song is flagged', 'a b', 'flagged', 'POST /releases/r9/tracks/a%20b/flag'],
    ['a song is unflagged', 't', 'unflagged', 'DELETE /releases/r9/tracks/t/flag'],
    ['ARCHIVE-001: a release is archived', null, 'archived', 'POST /releases/r9/archive'],
    ['ARCHIVE-004: a release is restored', null, 'restored', 'DELETE /releases/r9/archive'],
  ])('%s', async (_name, trackid, mark, line) => {
    const { wish, answer, lines, reported } = setUp()
    await wish(['r9', trackid, mark])
    expect(lines()).toEqual([line])
    await answer(0)
    expect(reported[0]).toMatchObject({
      type: 'library.markAnswered',
      payload: { requestId: 'w1', releaseid: 'r9', trackid, mark },
    })
  })
  test.each<[string, string | null, Mark]>([
    ['a flag of a release', null, 'unflagged'],
    ['a flag of a song', 't', 'unflagged'],
    ['a release out of the archive', null, 'restored'],
  ])('D-161: %s is taken off where there is nothing any more', async (_name, trackid, mark) => {
    const { wish, answer, reported } = setUp()
    await wish(['r9', trackid, mark])
    await answer(0, 404)
    expect(reported).toMatchObject([{ type: 'library.markAnswered', payload: { releaseid: 'r9', trackid, mark } }])
  })
  test('D-161: what is not there cannot be given a mark', async () => {
    const { wish, answer, reported } = setUp()
    await wish(['r9', null, 'flagged'])
    await answer(0, 404)
    expect(reported).toMatchObject([{ type: 'library.markFailed' }])
  })
  test('ARCHIVE-003: archiving what is flagged unflags it by a second call, after the first was taken', async () => {
    const { wish, answer, lines } = setUp()
    await wish(['r1', null, 'flagged'])
    await answer(0)
    await wish(['r1', null, 'archived'])
    expect(lines().slice(1)).toEqual(['POST /releases/r1/archive'])
    await answer(1)
    expect(lines().slice(2)).toEqual(['DELETE /releases/r1/flag'])
  })
  test('H-504: a card that shows no flags may be out of date: archiving it is followed by the unflag', async () => {
    const { wish, answer, lines, story } = setUp()
    await wish(['r1', null, 'archived'])
    await answer(0)
    expect(lines()).toEqual(['POST /releases/r1/archive', 'DELETE /releases/r1/flag'])
    await answer(1)
    expect(story.notices.map(({ category }) => category)).toEqual(['archive'])
  })
  test('ARCHIVE-005: an archive that was refused is not followed by the unflag', async () => {
    const { wish, answer, calls, reported } = setUp()
    await wish(['r1', null, 'flagged'])
    await answer(0)
    await wish(['r1', null, 'archived'])
    await answer(1, 500)
    expect(calls).toHaveLength(2)
    expect(reported.at(-1)).toMatchObject({
      type: 'library.markFailed',
      payload: { mark: 'archived', code: 'HTTP_500' },
    })
  })
  test('FLAG-010: a refused flag is reported as failed, once, and not tried again', async () => {
    const { wish, answer, calls, reported, clock } = setUp()
    await wish(['r1', null, 'flagged'])
    await answer(0, 409)
    await clock.advance(120_000)
    expect([calls.length, reported.map((draft) => draft.type)]).toEqual([1, ['library.markFailed']])
  })
})

describe('order', () => {
  test('a few calls at a time, and calls on one release one after the other', async () => {
    const { wish, answer, lines } = setUp()
    await wish(['r1', null, 'flagged'], ['r1', 'r1.a', 'unflagged'], ['r2', null, 'flagged'])
    expect(lines()).toEqual(['POST /releases/r1/flag', 'POST /releases/r2/flag'])
    await answer(0)
    expect(lines().slice(2)).toEqual(['DELETE /releases/r1/tracks/r1.a/flag'])
  })
  test('a hundred releases never have more than three calls in flight', async () => {
    const { wish, answer, calls, reported } = setUp()
    await wish(...Array.from({ length: 100 }, (_, n): [string, null, Mark] => [`x${n}`, null, 'flagged']))
    for (let n = 0; n < 100; n++) {
      expect(calls.length - n).toBeLessThanOrEqual(3)
      await answer(n)
    }
    expect(reported).toHaveLength(100)
  })
})

describe('a connection that comes and goes', () => {
  test('P7: calls that fell with the connection go out again when it is back, once and in their order', async () => {
    const { wish, break: fall, answer, happens, lines, reported } = setUp()
    await wish(...['a', 'b', 'c', 'd'].map((id): [string, null, Mark] => [id, null, 'flagged']))
    await happens({ type: 'app.wentOffline', v: 1, payload: {} })
    for (const n of [1, 0, 2]) await fall(n)
    await happens({ type: 'app.wentOnline', v: 1, payload: {} })
    expect(lines().slice(3)).toEqual(['a', 'b', 'c'].map((id) => `POST /releases/${id}/flag`))
    for (const n of [3, 4, 5, 6]) await answer(n)
    expect(lines()).toHaveLength(7)
    expect(reported.map((draft) => draft.type)).toEqual(Array(4).fill('library.markAnswered'))
  })
  test('a call that fell with the connection goes out again when it is back, once', async () => {
    const { wish, break: fall, answer, happens, calls, reported, clock } = setUp()
    await wish(['r1', null, 'flagged'])
    await fall(0)
    await happens({ type: 'app.wentOffline', v: 1, payload: {} })
    await clock.advance(600_000)
    expect([calls.length, reported]).toEqual([1, []])
    await happens({ type: 'app.wentOnline', v: 1, payload: {} })
    expect(calls).toHaveLength(2)
    await answer(1)
    expect(reported.map((draft) => draft.type)).toEqual(['library.markAnswered'])
  })
  test('one that falls again and again has failed after four tries', async () => {
    const { wish, break: fall, lines, reported, clock } = setUp()
    await wish(['r1', null, 'flagged'])
    for (let n = 0; n < 5; n++) {
      await fall(n)
      await clock.advance(9_000)
    }
    // The last of them looks what became of it.
    expect(lines().slice(3)).toEqual(['POST /releases/r1/flag', 'GET /releases/r1'])
    expect(reported.map((draft) => draft.type)).toEqual(['library.markFailed'])
  })
  const SILENT_MS = 26_000
  test.each([502, 503, 504])(
    'H-326: one answered %i is made again: it does the same the second time',
    async (status) => {
      const { wish, answer, clock, lines, reported } = setUp()
      await wish(['r1', null, 'archived'])
      await answer(0, status)
      await clock.advance(1_000)
      expect(lines()).toEqual(Array(2).fill('POST /releases/r1/archive'))
      await answer(1)
      expect(reported.map((draft) => draft.type)).toEqual(['library.markAnswered'])
    },
  )
  const silent = async (world: ReturnType<typeof setUp>, ...change: [string, string | null, Mark]) => {
    await world.wish(change)
    for (let n = 0; n < 4; n++) await world.clock.advance(SILENT_MS + 5_000)
    expect(world.lines().slice(3)).toHaveLength(2)
  }
  test.each<[string, string | null, Mark, object]>([
    ['a release is flagged', null, 'flagged', { flagged: true }],
    ['a release is archived', null, 'archived', { archived: true }],
    ['a release is unflagged', null, 'unflagged', { flagged: false, flaggedtrackcount: 0 }],
    [
      'a song is flagged',
      'r9.a',
      'flagged',
      { songs: aRelease('r9').songs.map((song) => ({ ...song, flagged: true })) },
    ],
  ])('H-326: where no answer came in time, the release says that it was done: %s', async (_, trackid, mark, fields) => {
    const world = setUp()
    await silent(world, 'r9', trackid, mark)
    await world.answer(4, 200, {}, { ...aRelease('r9'), ...fields })
    expect(world.reported.map((draft) => draft.type)).toEqual(['library.markAnswered'])
    if (mark === 'flagged') expect(world.story.state.get('decision', 'w1')?.undo).toHaveLength(1)
  })
  test('H-326: one that the release does not have has failed, and the release is told as it is', async () => {
    const world = setUp()
    await silent(world, 'r9', null, 'flagged')
    await world.answer(4, 200, {}, aRelease('r9'))
    expect(world.reported).toMatchObject([
      { type: 'library.markFailed', payload: { mark: 'flagged', code: 'TIMEOUT' } },
      { type: 'release.detailReceived' },
    ])
  })
  test('FLAG-008: a flag refused as its release is archived, which nobody here knew, has the release told', async () => {
    const world = setUp()
    await world.wish(['r9', 'r9.a', 'flagged'])
    await world.answer(0, 409, {}, { code: 'RELEASE_ARCHIVED', message: '' })
    expect(world.lines()).toEqual(['POST /releases/r9/tracks/r9.a/flag', 'GET /releases/r9'])
    await world.answer(1, 200, {}, { ...aRelease('r9'), archived: true })
    expect(world.reported.map((draft) => draft.type)).toEqual(['library.markFailed', 'release.detailReceived'])
    expect(world.story.state.get('detail', 'r9')?.release?.archived).toBe(true)
    expect(world.story.notices).toEqual([])
  })
  test('Retry-After is obeyed by all calls that wait', async () => {
    const { wish, answer, calls, clock } = setUp()
    await wish(...['a', 'b', 'c', 'd'].map((id): [string, null, Mark] => [id, null, 'flagged']))
    await answer(0, 429, { 'Retry-After': '7' })
    await answer(1)
    await clock.advance(6_900)
    expect(calls).toHaveLength(3)
    await clock.advance(200)
    expect(calls.map((call) => call.line).slice(3)).toEqual(['POST /releases/a/flag', 'POST /releases/d/flag'])
  })
  test('Retry-After is obeyed whatever fails beside it, and when the connection comes back', async () => {
    const { wish, answer, break: fall, happens, calls, clock } = setUp()
    await wish(...['a', 'b', 'c'].map((id): [string, null, Mark] => [id, null, 'flagged']))
    await answer(0, 429, { 'Retry-After': '30' })
    await fall(1)
    await answer(2)
    await clock.advance(20_000)
    expect(calls).toHaveLength(3)
    await happens({ type: 'app.wentOffline', v: 1, payload: {} }, { type: 'app.wentOnline', v: 1, payload: {} })
    await clock.advance(9_900)
    expect(calls).toHaveLength(3)
    await clock.advance(200)
    expect(calls).toHaveLength(5)
  })
  test.each([
    [429, 120],
    [503, 1_800],
    // An hour at a time.
    [503, 86_400],
  ])(
    'H-507: a server that answers %i and wants %i s without us has them, and no mark is lost',
    async (status, wanted) => {
      const { wish, answer, lines, reported, clock } = setUp()
      await wish(...Array.from({ length: 20 }, (_, n): [string, null, Mark] => [`x${n}`, null, 'flagged']))
      const pause = Math.min(wanted, 3_600) * 1_000
      // More often than a call is tried.
      for (let round = 1; round <= 6; round++) {
        for (const n of [0, 1, 2]) await answer(lines().length - 3 + n, status, { 'Retry-After': `${wanted}` })
        await clock.advance(pause - 1_000)
        expect(lines()).toHaveLength(3 * round)
        await clock.advance(2_000)
      }
      for (let n = 18; n < 38; n++) await answer(n)
      expect(lines().slice(18)).toEqual(Array.from({ length: 20 }, (_, n) => `POST /releases/x${n}/flag`))
      expect(reported.map((draft) => draft.type)).toEqual(Array(20).fill('library.markAnswered'))
    },
  )
  test('H-507: one that is put off for seconds again and again has failed after four tries', async () => {
    const { wish, answer, calls, reported, clock } = setUp()
    await wish(['r1', null, 'flagged'])
    for (let n = 0; n < 6; n++) {
      await answer(n, 503, { 'Retry-After': '1' })
      await clock.advance(1_100)
    }
    expect([calls.length, reported.map((draft) => draft.type)]).toEqual([4, ['library.markFailed']])
  })
  test('H-546: no pause lasts on after a night in which timers stood still', async () => {
    const { wish, answer, calls, clock } = setUp()
    await wish(['a', null, 'flagged'])
    await answer(0, 429, { 'Retry-After': '60' })
    await clock.advance(5_000)
    clock.stand(8 * 3_600_000)
    await clock.advance(10_000)
    expect(calls).toHaveLength(2)
  })
  test('no pause is longer for a clock that was put back', async () => {
    const { wish, answer, break: fall, calls, clock } = setUp()
    await wish(['a', null, 'flagged'])
    await answer(0, 429, { 'Retry-After': '2' })
    clock.putBack(3_600_000)
    await clock.advance(2_100)
    await fall(1)
    await clock.advance(3_000)
    expect(calls).toHaveLength(3)
  })
  test('a pause that nobody asked for ends when the connection comes back', async () => {
    const { wish, break: fall, happens, calls } = setUp()
    await wish(['a', null, 'flagged'])
    await fall(0)
    await happens({ type: 'app.wentOffline', v: 1, payload: {} }, { type: 'app.wentOnline', v: 1, payload: {} })
    expect(calls).toHaveLength(2)
  })
  test('what starts a call looks at the next of those that wait, not at all', async () => {
    const { wish, answer, calls } = setUp()
    await wish(...Array.from({ length: 300 }, (_, n): [string, null, Mark] => [`s${n}`, null, 'flagged']))
    const named = vi.spyOn(globalThis, 'encodeURIComponent')
    for (let n = 0; n < 10; n++) await answer(n)
    expect(calls).toHaveLength(13)
    expect(named.mock.calls.length).toBeLessThan(300)
    named.mockRestore()
  })
  test('the end of the session cancels what is on its way', async () => {
    const { wish, happens, calls, reported } = setUp()
    await wish(['r1', null, 'flagged'])
    await happens({ type: 'session.ended', v: 1, payload: { reason: 'signedOut' } })
    expect([calls[0]?.signal.aborted, reported]).toEqual([true, []])
  })
})

describe('flags of songs nobody has seen', () => {
  const listed = async () => {
    const world = setUp()
    await world.happens(
      releaseListOpened({ queryId: 'q' }),
      releasePageReceived({
        queryId: 'q',
        round: 1,
        page: 1,
        total: 1,
        releases: [aCard('r9', { flaggedtrackcount: 1 })],
      }),
    )
    return world
  }
  const [first, ...others] = aRelease('r9').songs
  const release = { ...aRelease('r9'), flaggedtrackcount: 1, songs: [{ ...(first as Song), flagged: true }, ...others] }

  test('are read before they are taken, so that Undo puts them back (D-149, D-119)', async () => {
    const { wish, answer, lines, story } = await listed()
    await wish(['r9', null, 'unflagged'])
    expect(lines()).toEqual(['GET /releases/r9'])
    await answer(0, 200, {}, release)
    expect(lines().slice(1)).toEqual(['DELETE /releases/r9/flag'])
    await answer(1)
    const undo = [{ releaseid: 'r9', trackid: 'r9.a', marks: ['flagged'] }]
    expect(story.state.get('decision', 'w1')).toMatchObject({ undo })
    expect(story.notices.at(-1)).toMatchObject({ category: 'unFlag', undo })
  })
  test('are read before the whole release is flagged, so that Undo leaves them (D-149)', async () => {
    const { wish, answer, lines, story } = await listed()
    await wish(['r9', null, 'flagged'])
    expect(lines()).toEqual(['GET /releases/r9'])
    await answer(0, 200, {}, release)
    expect(lines().slice(1)).toEqual(['POST /releases/r9/flag'])
    await answer(1)
    const undo = [
      { releaseid: 'r9', trackid: null, marks: ['unflagged'] },
      { releaseid: 'r9', trackid: 'r9.a', marks: ['flagged'] },
    ]
    expect(story.notices.at(-1)).toMatchObject({ category: 'flag', undo })
  })
  test('are read once, whatever becomes of the call, and taken where they cannot be read', async () => {
    const { wish, answer, break: fall, clock, lines } = await listed()
    await wish(['r9', null, 'unflagged'])
    await answer(0, 200, {}, release)
    await fall(1)
    await clock.advance(1_500)
    expect(lines().slice(2)).toEqual(['DELETE /releases/r9/flag'])
    const other = await listed()
    await other.wish(['r9', null, 'unflagged'])
    await other.answer(0, 500)
    expect(other.lines().slice(1)).toEqual(['DELETE /releases/r9/flag'])
  })
})

describe('taking all marks back', () => {
  const clear = (list: 'flagged' | 'archived') => libraryClearRequested({ requestId: 'c1', list })
  test.each([
    ['FLAG-012: every flag', 'flagged', 'DELETE /flagged'],
    ['ARCHIVE-007: the whole archive', 'archived', 'DELETE /archived'],
  ] as const)('%s is one call, answered by a fact', async (_name, list, line) => {
    const { happens, answer, lines, reported } = setUp()
    await happens(clear(list))
    expect(lines()).toEqual([line])
    await answer(0)
    expect(reported).toMatchObject([{ type: 'library.clearAnswered', payload: { requestId: 'c1', list } }])
  })
  test('a refusal is reported', async () => {
    const { happens, answer, reported } = setUp()
    await happens(clear('flagged'))
    await answer(0, 500)
    expect(reported).toMatchObject([
      { type: 'library.clearFailed', payload: { requestId: 'c1', list: 'flagged', code: 'HTTP_500' } },
    ])
  })
  test('H-037: it is made again where no answer came in time, four times in all', async () => {
    const { happens, calls, reported, clock } = setUp()
    await happens(clear('flagged'))
    for (let n = 0; n < 6; n++) await clock.advance(35_000)
    expect(calls.map(({ line }) => line)).toEqual(Array.from({ length: 4 }, () => 'DELETE /flagged'))
    expect(reported).toMatchObject([{ type: 'library.clearFailed', payload: { code: 'TIMEOUT' } }])
  })
  test('it waits for the calls before it and holds back those behind it', async () => {
    const { wish, happens, answer, lines } = setUp()
    await wish(['r1', null, 'flagged'], ['r2', null, 'flagged'])
    await happens(clear('flagged'))
    await wish(['x3', null, 'flagged'])
    expect(lines()).toEqual(['POST /releases/r1/flag', 'POST /releases/r2/flag'])
    await answer(0)
    expect(lines()).toHaveLength(2)
    await answer(1)
    expect(lines().slice(2)).toEqual(['DELETE /flagged'])
    await answer(2)
    expect(lines().slice(3)).toEqual(['POST /releases/x3/flag'])
  })
  test('a second wish while the first is on its way asks for nothing', async () => {
    const { happens, lines } = setUp()
    await happens(clear('flagged'), libraryClearRequested({ requestId: 'c2', list: 'flagged' }))
    expect(lines()).toEqual(['DELETE /flagged'])
  })
})

describe('H-571: a session that is refused', () => {
  const refreshed = sessionRefreshed({ claims: someClaims(), accessToken: 'a', refreshToken: 'r' })

  test('fails nothing: what was refused, and all that is wished meanwhile, goes out once it is renewed', async () => {
    const { wish, answer, happens, lines, reported, session, clock } = setUp()
    session.isOver = true
    await wish(['a', null, 'flagged'], ['b', null, 'archived'])
    await answer(0, 401)
    await answer(1, 401)
    await wish(['c', null, 'flagged'])
    await clock.advance(3_600_000)
    expect([lines().length, reported]).toEqual([2, []])
    session.isOver = false
    await happens(refreshed)
    expect(lines().slice(2)).toEqual(['POST /releases/a/flag', 'POST /releases/b/archive', 'POST /releases/c/flag'])
  })

  test('goes on where nobody says that there is a good one again', async () => {
    const { wish, answer, lines, reported, session, clock } = setUp()
    session.isOver = true
    await wish(['a', null, 'flagged'])
    await answer(0, 401)
    session.isOver = false
    await clock.advance(60_000)
    expect(lines()).toHaveLength(2)
    await answer(1)
    expect(reported).toMatchObject([{ type: 'library.markAnswered' }])
  })

  test('and is good by the time it is asked about: the call is made once more', async () => {
    const { wish, answer, reported } = setUp()
    await wish(['a', null, 'flagged'])
    await answer(0, 401)
    expect(reported).toEqual([])
    await answer(1)
    expect(reported).toMatchObject([{ type: 'library.markAnswered' }])
  })

  test('is one as well where a proxy says so with a page: it costs no try', async () => {
    const { wish, answer, happens, lines, reported, session, proxy, clock } = setUp()
    session.isOver = true
    proxy.hasPages = true
    await wish(['a', null, 'flagged'])
    await answer(0, 401)
    await clock.advance(3_600_000)
    expect([lines().length, reported]).toEqual([1, []])
    session.isOver = false
    proxy.hasPages = false
    await happens(refreshed)
    await answer(1)
    expect(reported).toMatchObject([{ type: 'library.markAnswered' }])
  })

  test.each([
    ['renewed', refreshed],
    ['begun anew', sessionStarted({ claims: someClaims(), accessToken: 'a', refreshToken: 'r', restored: true })],
  ])('that is %s while it is asked about is not waited for', async (_, event) => {
    const { wish, answer, happens, lines, session } = setUp()
    const { promise, resolve } = later()
    Object.assign(session, { isOver: true, thinks: promise })
    await wish(['a', null, 'flagged'])
    await answer(0, 401)
    await happens(event)
    resolve()
    await settle()
    expect(lines()).toHaveLength(2)
  })

  test('that ends while it is asked about is not waited for either', async () => {
    const { wish, answer, happens, session, clock } = setUp()
    const { promise, resolve } = later()
    Object.assign(session, { isOver: true, thinks: promise })
    await wish(['a', null, 'flagged'])
    await answer(0, 401)
    await happens({ type: 'session.ended', v: 1, payload: { reason: 'expired' } })
    resolve()
    await settle()
    expect(clock.pending).toBe(0)
  })

  test('and is waited for takes no try of a call that a good one refused before', async () => {
    const { wish, answer, happens, lines, reported, session } = setUp()
    await wish(['a', null, 'flagged'])
    await answer(0, 401)
    session.isOver = true
    await answer(1, 401)
    session.isOver = false
    await happens(refreshed)
    await answer(2, 401)
    expect([lines().length, reported]).toEqual([4, []])
  })

  test('is told apart from a call that is refused alone: that fails', async () => {
    const { wish, answer, calls, reported } = setUp()
    await wish(['a', null, 'flagged'])
    await answer(0, 401)
    await answer(1, 401)
    expect([calls.length, reported]).toMatchObject([2, [{ type: 'library.markFailed', payload: { code: 'HTTP_401' } }]])
  })

  test('is not asked about any more when it has ended', async () => {
    const { wish, answer, happens, session, clock } = setUp()
    session.isOver = true
    await wish(['a', null, 'flagged'])
    await answer(0, 401)
    const { asked } = session
    await happens({ type: 'session.ended', v: 1, payload: { reason: 'expired' } })
    await clock.advance(3_600_000)
    expect([session.asked, clock.pending]).toEqual([asked, 0])
  })
})

describe('H-570: a mark that an earlier page left', () => {
  test.each([
    ['of a release of which nothing is known is made over songs that may be flagged', 'flagged', true],
    ['that is none of flags needs no reading', 'archived', false],
  ] as const)('%s', (_, mark, reads) => {
    const story = new Story()
    const draft = libraryMarksRequested({
      requestId: 'w1',
      changes: [{ releaseid: 'x', trackid: null, marks: [mark] }],
    })
    const event = story.order.append(draft, { source: 'library', t: 0, cause: null })
    const call = { requestId: 'w1', releaseid: 'x', trackid: null, mark, ...(reads ? { readFirst: true } : {}) }
    expect(planLibrary(story.state, event)).toEqual([{ ask: 'mark', call, urgent: false, kept: true }])
  })

  /** The engine with what an earlier page wished for, under way. */
  async function restored() {
    const story = new Story()
    const { fetch, calls } = heldServer()
    const clock = new FakeClock()
    const reported: unknown[] = []
    const api = createApi({ fetch, session: null, clock })
    const report = (draft: unknown) => void reported.push(draft)
    const engine = createLibraryEngine({ api, session: { renew: async () => 'a' }, clock, report })
    const changes = [{ releaseid: 'x', trackid: null, marks: ['archived' as const] }]
    const draft = libraryMarksRequested({ requestId: 'w1', changes })
    engine.accept(story.order.append(draft, { source: 'library', t: 0, cause: null }), story.state)
    await settle()
    const happens = (draft: AppDraft) =>
      engine.accept(story.order.append(draft, { source: 'library', t: 0, cause: null }), story.state)
    return { calls, happens, reported }
  }

  test('and that is refused is told: whoever wished for it believes it done', async () => {
    const { calls, reported } = await restored()
    calls[0]?.answer(409)
    await settle()
    expect(reported).toMatchObject([{ type: 'library.markFailed', payload: { fell: true } }])
  })

  test('and what follows it: that is told as well', async () => {
    const { calls, happens, reported } = await restored()
    calls[0]?.answer(204)
    await settle()
    happens(libraryMarkAnswered({ requestId: 'w1', releaseid: 'x', trackid: null, mark: 'archived' }))
    await settle()
    calls[1]?.answer(409)
    await settle()
    expect(reported.at(-1)).toMatchObject({ type: 'library.markFailed', payload: { mark: 'unflagged', fell: true } })
  })
})

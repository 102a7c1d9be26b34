import { describe, expect, test } from 'vitest'
import { appNavigated, appShown, appWentOffline, appWentOnline } from '#core/events/app.ts'
import type { AppDraft } from '#core/events/index.ts'
import { libraryMarkAnswered, libraryMarkFailed, libraryMarksRequested } from '#core/events/library.ts'
import { sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import { playerAddressReady, playerReleaseChosen, playerStarted, playerToggled } from '#core/events/player.ts'
import { queueReleaseAdded, queueRestored } from '#core/events/queue.ts'
import * as rel from '#core/events/releases.ts'
import { selectionToggled } from '#core/events/selection.ts'
import { besideState, type HeldCall, heldServer } from '#tests/support/besideState.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { aCard, aRelease, aSong, type Story, someClaims } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { AGAIN_MS, createReleasesEngine, OLD_AGAIN_MS } from './engine.ts'
import { planReleases } from './plan.ts'

const q = 'sort=-available'
const opened = rel.releaseListOpened({ queryId: q })
const wanted = (...pages: number[]) => rel.releasePagesWanted({ queryId: q, pages })
const began = sessionStarted({ claims: someClaims(), accessToken: 'a', refreshToken: 'r', restored: false })
const choices = { genres: [], markets: [], packages: [], release_types: [], versions: [] }

/** The engine with a server that answers when the test says so. */
function setUp() {
  const clock = new FakeClock()
  const deadlines = new FakeClock()
  const { fetch, calls } = heldServer()
  const api = createApi({ fetch, session: null, clock: deadlines })
  const { story, reported, happens } = besideState((report) =>
    createReleasesEngine({ api, clock, jitter: () => 0.5, report }),
  )
  const page = (call: HeldCall | undefined) => Number(call?.query.get('page'))
  return {
    story,
    clock,
    deadlines,
    calls,
    reported,
    happens,
    async answer(call: HeldCall | undefined, status: number, body: unknown, headers?: Record<string, string>) {
      call?.answer(status, body, headers)
      await settle()
    },
    page,
    open: () => calls.filter((call) => !call.signal.aborted).map(page),
    pageBody: (n: number) => ({ releases: [aCard(`r${n}`)], total: 400 }),
  }
}

/** The first page of ten is there. */
async function listed() {
  const world = setUp()
  await world.happens(opened)
  await world.answer(world.calls[0], 200, world.pageBody(1))
  world.calls.length = 0
  world.reported.length = 0
  return world
}

describe('GALLERY-006: a list that the server changed between two pages', () => {
  const body = (n: number, total: number) => ({ releases: [aCard(`r${n}.${total}`)], total })
  test('has the pages in sight read again, each once', async () => {
    const { happens, calls, answer, page, clock, story } = await listed()
    await clock.advance(OLD_AGAIN_MS)
    await happens(wanted(2))
    await answer(calls[0], 200, body(2, 401))
    await happens(wanted(1, 2))
    expect(calls.slice(1).map(page)).toEqual([1])
    await answer(calls[1], 200, body(1, 401))
    await happens(wanted(1, 2))
    expect(calls).toHaveLength(2)
    expect(story.state.get('list', q)).toMatchObject({ total: 401, page: 2 })
  })
  test('has them read again in time also when the clock was put back by an hour', async () => {
    const { happens, calls, answer, page, clock } = await listed()
    await happens(wanted(2))
    await answer(calls[0], 200, body(2, 401))
    clock.putBack(3_600_000)
    await happens(wanted(1, 2))
    await clock.advance(OLD_AGAIN_MS)
    expect(calls.slice(1).map(page)).toEqual([1])
  })
  test('is not asked without pause where two servers say two things by turns', async () => {
    const { happens, calls, answer, page, clock } = await listed()
    await happens(wanted(2))
    await answer(calls[0], 200, body(2, 401))
    for (let turn = 0; turn < 10; turn++) {
      await happens(wanted(1, 2))
      await clock.advance(OLD_AGAIN_MS / 10)
    }
    expect(calls.slice(1).map(page)).toEqual([1])
    await happens(wanted(1, 2), sessionEnded({ reason: 'signedOut' }))
    await clock.advance(2 * OLD_AGAIN_MS)
    expect(calls).toHaveLength(2)
  })
})

describe('a mark that changes a list', () => {
  const archived = (releaseid: string): AppDraft[] => {
    const call = { requestId: `w${releaseid}`, releaseid, trackid: null, mark: 'archived' as const }
    const changes = [{ releaseid, trackid: null, marks: [call.mark] }]
    return [libraryMarksRequested({ requestId: call.requestId, changes }), libraryMarkAnswered(call)]
  }
  test('ARCHIVE-002: pages on their way are asked for anew, and the page that became short', async () => {
    const { happens, calls, answer, page, pageBody, reported, story } = await listed()
    await happens(wanted(5))
    await happens(...archived('r1'))
    expect(calls[0]?.signal.aborted).toBe(true)
    expect(calls.slice(1).map(page)).toEqual([5, 1])
    await answer(calls[2], 200, { releases: [aCard('r2')], total: 399 })
    expect(story.state.get('page', `${q}#1`)).toEqual({ ids: ['r2'] })
    await answer(calls[1], 200, pageBody(5))
    expect(reported).toHaveLength(2)
  })
  test('ARCHIVE-002: pages that are old since the list grew are not asked for all at once', async () => {
    const { happens, calls, answer, page, story } = await listed()
    const body = (n: number, total: number) => ({
      releases: Array.from({ length: 40 }, (_, at) => aCard(`r${n}.${at}`)),
      total,
    })
    await happens(wanted(2, 3, 4))
    for (const n of [0, 1, 2]) await answer(calls[n], 200, body(page(calls[n]), 400))
    await happens(wanted(5))
    await answer(calls[3], 200, body(5, 401))
    calls.length = 0
    await happens(...archived('r2.7'))
    // Of the first one release alone was known, and the end of the last is unknown.
    expect(calls.map(page)).toEqual([1, 5])
    expect(story.state.get('page', `${q}#2`)?.ids).toHaveLength(40)
  })
  test('GALLERY-006: a page that is to rest before it is read again fits the list by then', async () => {
    const { happens, calls, answer, page, story, clock } = await listed()
    const body = (n: number, total: number) => ({
      releases: Array.from({ length: 40 }, (_, at) => aCard(`r${n}.${at}`)),
      total,
    })
    await happens(wanted(2, 3))
    await answer(calls[0], 200, body(2, 400))
    await answer(calls[1], 200, body(3, 401))
    await happens(wanted(2))
    calls.length = 0
    await happens(...archived('r2.7'))
    await clock.advance(OLD_AGAIN_MS)
    for (let n = 0; n < calls.length; n++) await answer(calls[n], 200, body(page(calls[n]), 400))
    expect(calls.map(page)).toEqual([1, 3, 2])
    expect(story.state.get('page', `${q}#2`)).toEqual({ ids: body(2, 400).releases.map(({ releaseid }) => releaseid) })
  })
  describe('with something selected', () => {
    const body = (n: number, total: number) => ({
      releases: Array.from({ length: 40 }, (_, at) => aCard(`r${n}.${at}`)),
      total,
    })
    /** Places 5 and 7 are selected, page 2 is on its way, and r1.6 is being archived. */
    async function selected() {
      const world = setUp()
      await world.happens(opened)
      await world.answer(world.calls[0], 200, body(1, 400))
      const toggle = (place: number) => selectionToggled({ queryId: q, place, on: true })
      await world.happens(toggle(5), toggle(7), wanted(2))
      const [wish, answered] = archived('r1.6') as [AppDraft, AppDraft]
      await world.happens(wish)
      return { ...world, answered, list: () => world.story.state.get('list', q) }
    }
    const ranges = (story: Story) => story.state.single('selection').ranges

    test('ARCHIVE-002: a page that came with the total of after the mark waits for its answer, and is asked for anew', async () => {
      const { happens, calls, answer, page, story, answered, list } = await selected()
      await answer(calls[1], 200, body(2, 399))
      expect(ranges(story)).toEqual([
        [5, 6],
        [7, 8],
      ])
      expect(list()?.total).toBe(400)
      await happens(answered)
      expect(ranges(story)).toEqual([[5, 7]])
      expect(calls.slice(2).map(page)).toContain(2)
      await answer(
        calls.slice(2).find((call) => page(call) === 2),
        200,
        body(2, 399),
      )
      expect(ranges(story)).toEqual([[5, 7]])
      expect(list()?.total).toBe(399)
      expect(story.state.get('page', `${q}#2`)?.ids).toHaveLength(40)
    })
    test('ARCHIVE-005: so it does where the mark fails, and what the server says then counts', async () => {
      const { happens, calls, answer, page, story, list } = await selected()
      await answer(calls[1], 200, body(2, 399))
      const call = { requestId: 'wr1.6', releaseid: 'r1.6', trackid: null, mark: 'archived' as const }
      await happens(libraryMarkFailed({ ...call, code: 'SERVER_ERROR' }))
      expect(calls.slice(2).map(page)).toEqual([2])
      await answer(calls[2], 200, body(2, 399))
      expect([ranges(story), list()?.total]).toEqual([[], 399])
    })
    test('H-220: a page with another total ends it where no mark is on its way', async () => {
      const { happens, calls, answer, story, answered } = await selected()
      await happens(answered)
      const again = calls.filter((call) => !call.signal.aborted).at(-1)
      await answer(again, 200, body(2, 380))
      expect(ranges(story)).toEqual([])
    })
  })
  test('FLAG-006: a flag asks nothing of a list it cannot move', async () => {
    const { happens, story } = await listed()
    const target = { releaseid: 'r1', trackid: null }
    const changes = [{ ...target, marks: ['flagged' as const] }]
    await happens(libraryMarksRequested({ requestId: 'w', changes }))
    await happens(libraryMarkAnswered({ requestId: 'w', ...target, mark: 'flagged' }))
    const event = story.events.at(-1)
    expect(event && planReleases(story.state, event)).toEqual([])
  })
  test('ARCHIVE-002: marks that move it one after the other ask for its pages again every half a second', async () => {
    const { happens, calls, clock, page, pageBody, answer, story } = await listed()
    await happens(wanted(5))
    for (const n of [1, 2, 3, 4]) await happens(...archived(`r${n}`))
    expect(calls.map(page)).toEqual([5, 5, 1])
    expect(calls.every((call) => call.signal.aborted)).toBe(true)
    await clock.advance(AGAIN_MS - 1)
    expect(calls).toHaveLength(3)
    await clock.advance(1)
    expect(calls.slice(3).map(page)).toEqual([5, 1])
    await answer(calls[3], 200, pageBody(5))
    expect(story.state.get('page', `${q}#5`)?.ids).toEqual(['r5'])
    await clock.advance(10 * AGAIN_MS)
    expect([calls.length, clock.pending]).toEqual([5, 0])
  })
  test('D-148: what is passed over while its list rests is not asked for', async () => {
    const { happens, calls, clock, page } = await listed()
    await happens(wanted(5))
    await happens(...archived('r1'))
    await happens(...archived('r2'))
    await happens(wanted(8))
    await clock.advance(10 * AGAIN_MS)
    expect(calls.slice(3).map(page)).toEqual([8])
  })
  test('ARCHIVE-002: a detail on its way is read again after the mark', async () => {
    const { happens, calls } = setUp()
    await happens(rel.releaseOpened({ releaseid: 'r1' }))
    await happens(...archived('r1'))
    expect(calls.map((call) => [call.address, call.signal.aborted])).toEqual([
      ['/releases/r1', true],
      ['/releases/r1', false],
    ])
  })
})

describe('a mark that moves nothing in a list', () => {
  const flagged = (releaseid: string): AppDraft[] => {
    const call = { requestId: `w${releaseid}`, releaseid, trackid: null, mark: 'flagged' as const }
    const changes = [{ releaseid, trackid: null, marks: [call.mark] }]
    return [libraryMarksRequested({ requestId: call.requestId, changes }), libraryMarkAnswered(call)]
  }
  test('lets its pages come, however many releases are being marked', async () => {
    const { happens, calls, answer, page, pageBody, story } = await listed()
    await happens(wanted(5, 6))
    for (let n = 100; n < 140; n++) await happens(...flagged(`r${n}`))
    expect(calls.map((call) => [page(call), call.signal.aborted])).toEqual([
      [5, false],
      [6, false],
    ])
    await answer(calls[0], 200, pageBody(5))
    expect(story.state.get('page', `${q}#5`)?.ids).toEqual(['r5'])
  })
  test('FLAG-010: is not undone by a page that was read before it', async () => {
    const { happens, calls, answer, page, pageBody, story, reported } = await listed()
    await happens(wanted(5))
    await happens(...flagged('r1'), ...flagged('r5'))
    await answer(calls[0], 200, { releases: [aCard('r1'), aCard('r5')], total: 400 })
    expect(reported).toEqual([])
    expect(story.state.get('release', 'r1')?.flagged).toBe(true)
    expect(calls.map(page)).toEqual([5, 5])
    await answer(calls[1], 200, pageBody(5))
    expect(reported).toMatchObject([{ type: 'release.pageReceived', payload: { page: 5 } }])
  })
})

test('ARCHIVE-002: FLAG-006: the lists of marked releases come from calls of their own', async () => {
  const { happens, calls } = setUp()
  await happens(rel.releaseListOpened({ queryId: 'archived?sort=-date' }))
  await happens(rel.releaseListOpened({ queryId: 'flagged?' }))
  expect(calls.map((call) => call.address)).toEqual([
    '/archived?sort=-date&page=1&pagesize=40',
    '/flagged?page=1&pagesize=40',
  ])
})

describe('H-409: a list of marked releases that another device changed', () => {
  const flagged = 'flagged?sort=-date'
  const open = rel.releaseListOpened({ queryId: flagged })
  const body = (...ids: string[]) => ({ releases: ids.map((id) => aCard(id)), total: ids.length })
  async function read() {
    const world = setUp()
    await world.happens(open)
    await world.answer(world.calls[0], 200, body('r1', 'r2'))
    world.calls.length = 0
    world.reported.length = 0
    const shown = () => world.story.state.get('page', `${flagged}#1`)?.ids
    return { ...world, shown }
  }

  test('is read behind what is shown by whoever comes to it; a list of the gallery is not', async () => {
    const { happens, calls, answer, shown } = await read()
    await happens(open, open)
    expect(calls.map((call) => call.address)).toEqual(['/flagged?sort=-date&page=1&pagesize=40'])
    expect(shown()).toEqual(['r1', 'r2'])
    await answer(calls[0], 200, body('r3', 'r1', 'r2'))
    expect(shown()).toEqual(['r3', 'r1', 'r2'])
    const gallery = await listed()
    await gallery.happens(opened)
    expect(gallery.calls).toEqual([])
  })

  test('that is as it was, or cannot be read, nothing is told of it', async () => {
    const { happens, calls, answer, reported } = await read()
    await happens(open)
    await answer(calls[0], 200, body('r1', 'r2'))
    await happens(open)
    await answer(calls[1], 500, {})
    expect(calls).toHaveLength(2)
    expect(reported).toEqual([])
  })

  test('is read to its end while pages of it come into sight, and cancelled with those of another', async () => {
    const { happens, calls } = await read()
    await happens(open, rel.releasePagesWanted({ queryId: flagged, pages: [1] }))
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([false])
    await happens(opened)
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
  })

  test('is read when somebody comes back to it, once a minute at most', async () => {
    const { happens, calls, answer, clock, shown } = await read()
    await happens(appNavigated({ path: '/flagged', search: '' }), appShown({}))
    expect(calls).toEqual([])
    await clock.advance(60_000)
    await happens(appShown({}), appShown({}))
    await answer(calls[0], 200, body('r2'))
    await clock.advance(59_999)
    await happens(appShown({}))
    expect(calls).toHaveLength(1)
    expect(shown()).toEqual(['r2'])
    await clock.advance(60_000)
    await happens(appNavigated({ path: '/playlists', search: '' }), appShown({}))
    expect(calls).toHaveLength(1)
  })

  test('H-409: is read when the line is back, where somebody came back without one, or elsewhere', async () => {
    const { happens, calls, clock } = await read()
    await clock.advance(60_000)
    await happens(appNavigated({ path: '/playlists', search: '' }), appShown({}))
    await happens(appNavigated({ path: '/flagged', search: '' }), appWentOffline({}), appShown({}))
    expect(calls).toEqual([])
    await happens(appWentOnline({}))
    expect(calls).toHaveLength(1)
  })

  test('a mark that is answered meanwhile is not undone by it', async () => {
    const { happens, calls, answer, story } = await read()
    const mark = { releaseid: 'r1', trackid: null, mark: 'archived', requestId: 'm' } as const
    await happens(open, libraryMarkAnswered(mark))
    await answer(calls[0], 200, body('r1'))
    expect(calls).toHaveLength(2)
    expect(story.state.get('list', flagged)).toMatchObject({ total: 2 })
  })
})

describe('pages', () => {
  test('opening a list asks for its first page, once', async () => {
    const { happens, calls } = setUp()
    await happens(opened, opened)
    expect(calls.map((call) => call.address)).toEqual(['/releases?sort=-available&page=1&pagesize=40'])
  })
  test('a page that comes is reported with its round', async () => {
    const { happens, calls, answer, pageBody, reported } = setUp()
    await happens(opened)
    await answer(calls[0], 200, pageBody(1))
    expect(reported).toMatchObject([{ type: 'release.pageReceived', payload: { round: 1, page: 1, total: 400 } }])
  })
  test('two at a time, the most urgent first', async () => {
    const { happens, calls, page, answer, pageBody } = await listed()
    await happens(wanted(5, 3, 4))
    expect(calls.map(page)).toEqual([5, 3])
    await answer(calls[0], 200, pageBody(5))
    expect(calls.map(page)).toEqual([5, 3, 4])
  })
  test('D-148: pages that were passed over are cancelled and say nothing', async () => {
    const { happens, calls, page, open, reported } = await listed()
    await happens(wanted(2, 3, 4))
    await happens(wanted(8, 3))
    expect(calls.map((call) => call.signal.aborted)).toEqual([true, false, false])
    expect(open()).toEqual([3, 8])
    expect(calls.map(page)).not.toContain(4)
    expect(reported).toEqual([])
  })
  test('pages that are there, beyond the end or named twice are not asked for', async () => {
    const { happens, calls, page } = await listed()
    await happens(wanted(1, 11, 10, 10))
    expect(calls.map(page)).toEqual([10])
  })
  test('a page that fails is named, and asked for again when it is wanted again', async () => {
    const { happens, calls, answer, story, page, reported } = await listed()
    await happens(wanted(2))
    await answer(calls[0], 503, {})
    expect(reported).toMatchObject([{ type: 'release.pageFailed', payload: { page: 2, code: 'HTTP_503' } }])
    expect(story.state.get('list', q)?.failedPages).toEqual([2])
    await happens(wanted(2))
    expect(calls.map(page)).toEqual([2, 2])
  })
  test('H-350: how long the server asked to wait for a page stands in its list until one fails without that', async () => {
    const { happens, calls, answer, story } = await listed()
    const asked = () => story.state.get('list', q)?.retryAfterMs
    await happens(wanted(2))
    await answer(calls[0], 503, {}, { 'Retry-After': '600' })
    expect(asked()).toBe(600_000)
    await happens(wanted(2))
    await answer(calls[1], 500, {})
    expect(asked()).toBeUndefined()
    await happens(wanted(2, 3))
    await answer(calls[2], 503, {}, { 'Retry-After': '600' })
    await answer(calls[3], 500, {})
    expect(asked()).toBe(600_000)
  })
  test('a refresh asks anew, and the answer of the round before is not heard', async () => {
    const { happens, calls, page, reported } = await listed()
    await happens(wanted(2))
    await happens(rel.releaseListRefreshed({ queryId: q }))
    expect(calls.map((call) => [page(call), call.signal.aborted])).toEqual([
      [2, true],
      [1, false],
    ])
    expect(reported).toEqual([])
  })
  test('the end of the session cancels everything', async () => {
    const { happens, calls, reported } = await listed()
    await happens(wanted(2, 3), rel.releaseOpened({ releaseid: 'r1' }))
    await happens(sessionEnded({ reason: 'signedOut' }))
    expect(calls.map((call) => call.signal.aborted)).toEqual([true, true, true])
    expect(reported).toEqual([])
  })
})

describe('details', () => {
  test.each([
    [404, 'RELEASE_NOT_FOUND'],
    [403, 'FORBIDDEN'],
    [410, 'RELEASE_NOT_AVAILABLE'],
    [500, 'UNKNOWN'],
  ] as const)('a detail that answers %d is %s', async (status, code) => {
    const { happens, calls, answer, story } = setUp()
    await happens(rel.releaseOpened({ releaseid: 'r1' }))
    await answer(calls[0], status, { code: 'X', message: 'no' })
    expect(story.state.get('detail', 'r1')).toMatchObject({ status: 'error', error: code })
  })
  test('RELEASE-050: release detail 403 becomes FORBIDDEN', async () => {
    const { happens, calls, answer, reported } = setUp()
    await happens(rel.releaseOpened({ releaseid: 'r1' }))
    await answer(calls[0], 403, { code: 'FORBIDDEN', message: 'no' })
    expect(reported).toEqual([rel.releaseDetailFailed({ releaseid: 'r1', code: 'FORBIDDEN' })])
  })
  test('RELEASE-051: release detail 410 becomes RELEASE_NOT_AVAILABLE', async () => {
    const { happens, calls, answer, reported } = setUp()
    await happens(rel.releaseOpened({ releaseid: 'r1' }))
    await answer(calls[0], 410, {})
    expect(reported).toEqual([rel.releaseDetailFailed({ releaseid: 'r1', code: 'RELEASE_NOT_AVAILABLE' })])
  })
  test('one call serves whoever opens, plays or queues a release meanwhile', async () => {
    const { happens, calls, answer, story } = setUp()
    const chosen = playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i1', requestId: 'q1' })
    await happens(rel.releaseOpened({ releaseid: 'r1' }), chosen)
    expect(calls.map((call) => call.address)).toEqual(['/releases/r1'])
    await answer(calls[0], 200, aRelease('r1'))
    expect(story.player.song?.trackid).toBe('r1.a')
  })
  test('many that are queued are asked for three at a time, and what is opened, played or comes next before them', async () => {
    const { happens, calls, answer } = setUp()
    const queued = (n: number, place: 'next' | 'bottom') =>
      queueReleaseAdded({ releaseid: `r${n}`, itemId: `i${n}`, place })
    await happens(...[1, 2, 3, 4, 5, 6, 7].map((n) => queued(n, 'bottom')))
    const asked = () => calls.map((call) => call.address.replace('/releases/', ''))
    expect(asked()).toEqual(['r1', 'r2', 'r3'])
    const played = playerReleaseChosen({ releaseid: 'r8', trackid: null, itemId: 'i8', requestId: 'q8' })
    await happens(played, queued(9, 'next'), rel.releaseOpened({ releaseid: 'r7' }))
    for (const n of [0, 1, 2, 3]) await answer(calls[n], 200, aRelease(asked()[n] ?? ''))
    await answer(calls[4], 503, {})
    expect(asked()).toEqual(['r1', 'r2', 'r3', 'r8', 'r9', 'r7', 'r4', 'r5'])
  })
  test('what is opened or played waits for none of those that hang, and two of them for the newest', async () => {
    const { happens, calls, answer } = setUp()
    const queued = [1, 2, 3, 4].map((n) =>
      queueReleaseAdded({ releaseid: `r${n}`, itemId: `i${n}`, place: 'bottom' as const }),
    )
    await happens(...queued)
    const asked = () => calls.slice(3).map((call) => call.address.replace('/releases/', ''))
    await happens(...[5, 6, 7, 8, 7].map((n) => rel.releaseOpened({ releaseid: `r${n}` })))
    expect(asked()).toEqual(['r5', 'r6'])
    await answer(calls[3], 200, aRelease('r5'))
    await answer(calls[4], 200, aRelease('r6'))
    expect(asked()).toEqual(['r5', 'r6', 'r7', 'r8'])
    for (const [n, id] of [[5, 'r7'], [6, 'r8']] as const) await answer(calls[n], 200, aRelease(id)) // biome-ignore format: one line
    expect(asked()).toHaveLength(4)
  })
  test('the end of the session asks for none of those that wait', async () => {
    const { happens, calls } = setUp()
    const queued = [1, 2, 3, 4].map((n) =>
      queueReleaseAdded({ releaseid: `r${n}`, itemId: `i${n}`, place: 'bottom' as const }),
    )
    await happens(...queued)
    await happens(sessionEnded({ reason: 'signedOut' }))
    expect(calls.map((call) => [call.address, call.signal.aborted])).toEqual([
      ['/releases/r1', true],
      ['/releases/r2', true],
      ['/releases/r3', true],
    ])
  })
  describe('that can wait', () => {
    const offline: AppDraft = { type: 'app.wentOffline', v: 1, payload: {} }
    const online: AppDraft = { type: 'app.wentOnline', v: 1, payload: {} }
    /** `many` releases are queued at the bottom. */
    async function queued(many: number) {
      const world = setUp()
      for (let n = 1; n <= many; n++)
        await world.happens(queueReleaseAdded({ releaseid: `r${n}`, itemId: `i${n}`, place: 'bottom' }))
      const { calls, reported } = world
      let told = 0
      return {
        ...world,
        /** The releases that were asked for since the last time. */
        asked() {
          const ids = calls.slice(told).map(({ address }) => address.replace('/releases/', ''))
          told = calls.length
          return ids.sort((a, b) => a.localeCompare(b))
        },
        failed: () => reported.filter(({ type }) => type === 'release.detailFailed'),
        async allFall(from: number) {
          for (const call of calls.slice(from)) call.break()
          await settle()
        },
      }
    }

    test('wait for the connection, and a fall of it is no try', async () => {
      const { happens, asked, failed, allFall, calls, clock } = await queued(5)
      for (let n = 0; n < 4; n++) {
        expect(asked()).toEqual(['r1', 'r2', 'r3'])
        await happens(offline)
        await allFall(3 * n)
        await clock.advance(600_000)
        expect([calls.length, failed()]).toEqual([3 * n + 3, []])
        await happens(online)
      }
    })
    test('what fell with a connection that is back already goes out again at once', async () => {
      const { happens, asked, failed, allFall } = await queued(5)
      asked()
      await happens(offline, online)
      await allFall(0)
      expect([asked(), failed()]).toEqual([['r1', 'r2', 'r3'], []])
    })
    test('pause together after a lost connection, then go on before the others', async () => {
      const { asked, failed, allFall, calls, clock, answer } = await queued(5)
      asked()
      await allFall(0)
      await clock.advance(999)
      expect([asked(), failed(), clock.pending]).toEqual([[], [], 3])
      await clock.advance(1)
      expect(asked()).toEqual(['r1', 'r2', 'r3'])
      for (const call of calls.slice(3)) await answer(call, 200, aRelease(call.address.replace('/releases/', '')))
      expect([asked(), failed()]).toEqual([['r4', 'r5'], []])
    })
    test.each([429, 503])('pause as long as a server asks that answers %d, ten minutes at most', async (status) => {
      const { asked, failed, calls, clock, deadlines } = await queued(5)
      asked()
      calls[0]?.answer(status, {}, { 'Retry-After': '7' })
      calls[1]?.answer(status, {})
      calls[2]?.answer(404, {})
      await clock.advance(6_999)
      expect([asked(), failed().length]).toEqual([[], 1])
      await clock.advance(1)
      expect(asked()).toEqual(['r1', 'r2', 'r4'])
      calls[3]?.answer(status, {}, { 'Retry-After': '86400' })
      await clock.advance(599_999)
      expect(asked()).toEqual([])
      await clock.advance(1)
      expect([asked().length, deadlines.pending]).toEqual([1, 3])
    })
    test('H-546: pause no longer after a night in which timers stood still', async () => {
      const { asked, calls, clock } = await queued(5)
      asked()
      calls[0]?.answer(503, {}, { 'Retry-After': '600' })
      calls[1]?.answer(404, {})
      await clock.advance(5_000)
      expect(asked()).toEqual([])
      clock.stand(8 * 3_600_000)
      await clock.advance(10_000)
      expect(asked()).toEqual(['r1', 'r4'])
    })
    test('fail after three tries; a deadline that passes is one', async () => {
      const { asked, failed, clock, deadlines, allFall } = await queued(4)
      await deadlines.advance(60_000)
      await clock.advance(1000)
      await allFall(3)
      await clock.advance(2000)
      expect(failed()).toEqual([])
      asked()
      await allFall(6)
      expect(failed()).toHaveLength(3)
      expect(asked()).toEqual([])
      await clock.advance(4000)
      expect(asked()).toEqual(['r4'])
    })
    test('what is opened or played goes out all the same and fails at once, also what was on its way', async () => {
      const { happens, asked, failed, calls, clock } = await queued(5)
      asked()
      await happens(rel.releaseOpened({ releaseid: 'r2' }))
      calls[0]?.break()
      calls[1]?.break()
      await settle()
      expect(failed()).toEqual([rel.releaseDetailFailed({ releaseid: 'r2', code: 'UNKNOWN' })])
      await happens(offline, rel.releaseOpened({ releaseid: 'r1' }))
      expect(asked()).toEqual(['r1'])
      calls[3]?.break()
      await settle()
      expect([asked(), failed().length, clock.pending]).toEqual([[], 2, 1])
    })
    test('the end of the session ends their pauses', async () => {
      const { happens, asked, allFall, clock } = await queued(5)
      asked()
      await allFall(0)
      await happens(sessionEnded({ reason: 'signedOut' }))
      expect([asked(), clock.pending]).toEqual([[], 0])
    })
    test('in the next session wait for none of the pauses of the one before', async () => {
      const { happens, asked, allFall } = await queued(5)
      asked()
      await allFall(0)
      await happens(sessionEnded({ reason: 'signedOut' }))
      await happens(queueReleaseAdded({ releaseid: 'r9', itemId: 'i9', place: 'bottom' }))
      expect(asked()).toEqual(['r9'])
    })
    test('what is read again after a mark stays before those behind it, and can still wait', async () => {
      const { happens, asked, failed, calls } = await queued(5)
      asked()
      const call = { requestId: 'w1', releaseid: 'r1', trackid: null, mark: 'flagged' as const }
      const changes = [{ releaseid: 'r1', trackid: null, marks: [call.mark] }]
      await happens(libraryMarksRequested({ requestId: 'w1', changes }), libraryMarkAnswered(call))
      expect([calls[0]?.signal.aborted, asked()]).toEqual([true, ['r1']])
      calls[3]?.break()
      await settle()
      expect(failed()).toEqual([])
    })
  })
  test('TABLE-012: of a song that is heard from a queue of the visit before it is asked for, once', async () => {
    const { happens, calls, answer, story } = setUp()
    const { trackid, title, artist, version, explicit, duration, coverart, ordinal } = aSong('r1.a', 1)
    const song = {
      trackid,
      releaseid: 'r1',
      title,
      artist,
      version,
      explicit,
      duration,
      coverart,
      ordinal,
      uuid: 'i1.1',
    }
    const item = { uuid: 'i1', releaseid: 'r1', title: 'One', artist, thumbnail: '', songs: [song] }
    const queue = { items: [item], history: [], song: 'i1.1', position: 0 }
    await happens(queueRestored({ queue, requestId: 'q1' }), playerToggled({ play: true }))
    const ready = playerAddressReady({ requestId: 'q1', trackid, handle: 'h1' })
    await happens(ready, playerStarted({ requestId: 'q0', duration: 200 }))
    expect(calls).toEqual([])
    await happens(playerStarted({ requestId: 'q1', duration: 200 }))
    expect(calls.map(({ address }) => address)).toEqual(['/releases/r1'])
    await answer(calls[0], 200, aRelease('r1'))
    expect(story.state.get('recentPlay', trackid)?.song.formats).toEqual(['wav', 'mp3'])
    await happens(playerStarted({ requestId: 'q1', duration: 200 }))
    expect(calls).toHaveLength(1)
  })
  describe('that are there', () => {
    const open = rel.releaseOpened({ releaseid: 'r1' })
    async function known() {
      const world = setUp()
      await world.happens(open)
      await world.answer(world.calls[0], 200, aRelease('r1'))
      world.reported.length = 0
      return world
    }

    test('H-409: are read anew behind what is shown when they are opened, once a minute at most', async () => {
      const { happens, calls, answer, clock, story, reported } = await known()
      await happens(open)
      expect(calls).toHaveLength(1)
      await clock.advance(60_000)
      await happens(open, open)
      expect(calls).toHaveLength(2)
      expect(story.state.get('detail', 'r1')?.status).toBe('done')
      await answer(calls[1], 200, aRelease('r1'))
      expect(reported).toEqual([])
      await clock.advance(60_000)
      await happens(playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i', requestId: 'q' }))
      expect(calls).toHaveLength(2)
      await happens(open)
      await answer(calls[2], 200, { ...aRelease('r1'), title: 'Renamed' })
      expect(story.state.get('detail', 'r1')?.release?.title).toBe('Renamed')
    })

    test('H-409: stand where that fails, unless they are known to be gone', async () => {
      const { happens, calls, answer, clock, story } = await known()
      await clock.advance(60_000)
      await happens(open)
      await answer(calls[1], 500, {})
      expect(story.state.get('detail', 'r1')).toMatchObject({ status: 'done', error: null })
      await happens(open)
      await answer(calls[2], 410, {})
      expect(story.state.get('detail', 'r1')).toMatchObject({ error: 'RELEASE_NOT_AVAILABLE' })
    })

    test('FLAG-006: are read once more after a mark that was answered meanwhile', async () => {
      const { happens, calls, answer, clock, story } = await known()
      await clock.advance(60_000)
      const mark = { releaseid: 'r1', trackid: null, mark: 'archived', requestId: 'm' } as const
      await happens(
        open,
        libraryMarksRequested({ requestId: 'm', changes: [{ releaseid: 'r1', trackid: null, marks: ['archived'] }] }),
      )
      await happens(libraryMarkAnswered(mark))
      expect(calls.map(({ signal }) => signal.aborted)).toEqual([false, true, false])
      await answer(calls[2], 200, { ...aRelease('r1'), archived: true })
      expect(story.state.get('detail', 'r1')?.release?.archived).toBe(true)
    })
  })
})

describe('capabilities (D-131)', () => {
  test('are asked for when a session begins; until they are known downloads are off', async () => {
    const { happens, calls, answer, story } = setUp()
    await happens(began)
    expect(calls.map((call) => call.address)).toEqual(['/options'])
    expect(story.state.single('app').canDownload).toBe(false)
    await answer(calls[0], 200, { ...choices, capabilities: { download: true } })
    expect(story.state.single('app').canDownload).toBe(true)
  })
  test('are asked for once while they are on their way, and no longer once the session ended', async () => {
    const { happens, calls } = setUp()
    const asked = () => calls.filter((call) => call.address === '/options').map(({ signal }) => signal.aborted)
    await happens(began, rel.releaseOpened({ releaseid: 'r1' }), rel.releaseOptionsWanted({}))
    expect(asked()).toEqual([false])
    await happens(sessionEnded({ reason: 'signedOut' }))
    expect(asked()).toEqual([true])
  })
  test('a lost answer is asked for again when a release is opened or the connection is back', async () => {
    const { happens, calls, answer } = setUp()
    await happens(began)
    await answer(calls[0], 503, {})
    await happens({ type: 'app.wentOnline', v: 1, payload: {} })
    await answer(calls[1], 503, {})
    await happens(rel.releaseOpened({ releaseid: 'r1' }))
    const asked = calls.filter((call) => call.address === '/options')
    expect(asked).toHaveLength(3)
    await answer(asked[2], 200, { ...choices, capabilities: { download: true } })
    await happens({ type: 'app.wentOnline', v: 1, payload: {} })
    expect(calls.filter((call) => call.address === '/options')).toHaveLength(3)
  })
})

describe('H-558: capabilities that could not be had', () => {
  const said = { ...choices, capabilities: { download: true } }
  const asked = (calls: readonly HeldCall[]) => calls.filter(({ address }) => address === '/options')

  test('are asked for again by themselves, further and further apart, and the log says once that they failed', async () => {
    const { happens, calls, answer, clock, story, reported } = setUp()
    await happens(began)
    await answer(calls[0], 503, {})
    await clock.advance(9999)
    expect(calls).toHaveLength(1)
    await clock.advance(1)
    await answer(calls[1], 503, {})
    await clock.advance(19_999)
    expect(calls).toHaveLength(2)
    await clock.advance(1)
    for (let n = 2; n < 12; n++) {
      await answer(calls[n], 503, {})
      await clock.advance(300_000)
    }
    expect(calls).toHaveLength(13)
    expect(reported.map(({ type }) => type)).toEqual(['release.optionsFailed'])
    await answer(calls[12], 200, said)
    expect(story.state.single('app').canDownload).toBe(true)
    expect(clock.pending).toBe(0)
  })
  test('are not asked for before the time the server named, unless somebody presses Retry', async () => {
    const { happens, calls, answer, clock } = setUp()
    await happens(began)
    await answer(calls[0], 429, {}, { 'Retry-After': '60' })
    await happens(rel.releaseOpened({ releaseid: 'r1' }), appWentOffline({}), appWentOnline({}))
    await clock.advance(59_999)
    expect(asked(calls)).toHaveLength(1)
    await happens(rel.releaseOptionsWanted({}))
    expect(asked(calls)).toHaveLength(2)
    await answer(asked(calls)[1], 429, {}, { 'Retry-After': '60' })
    await clock.advance(67_500)
    expect(asked(calls)).toHaveLength(3)
  })
  test('are not asked for without a connection, nor after the session', async () => {
    const { happens, calls, answer, clock } = setUp()
    await happens(began)
    await answer(calls[0], 503, {})
    await happens(appWentOffline({}))
    await clock.advance(600_000)
    expect(calls).toHaveLength(1)
    await happens(appWentOnline({}))
    expect(calls).toHaveLength(2)
    await answer(calls[1], 503, {})
    await happens(sessionEnded({ reason: 'signedOut' }))
    await clock.advance(600_000)
    expect(calls).toHaveLength(2)
  })
})

test('D-131: what the server can do is asked again in the next session', async () => {
  const { happens, calls, answer } = setUp()
  await happens(began)
  await answer(calls[0], 200, { ...choices, capabilities: { download: true } })
  await happens(sessionEnded({ reason: 'signedOut' }), began)
  expect(calls.filter((call) => call.address === '/options')).toHaveLength(2)
})

describe('the filter lists', () => {
  test('FILTER-017: come with the capabilities, each under its own name', async () => {
    const { happens, calls, answer, story } = setUp()
    await happens(began)
    const named = (name: string) => [{ id: name.toLowerCase(), name }]
    const lists = {
      genres: named('Soul'),
      packages: named('Adds'),
      markets: [{ id: 'ca', name: 'Canada', icon: '/images/markets/ca.png' }],
      versions: named('Clean'),
    }
    await answer(calls[0], 200, { ...lists, release_types: named('EP'), capabilities: { download: true } })
    expect(story.state.single('options')).toEqual({ status: 'done', ...lists, releaseTypes: named('EP') })
  })
  describe('API-REL-004: markets whose logos the options do not name', () => {
    const market = (id: string, icon?: string) => ({
      id,
      name: id.toUpperCase(),
      ...(icon === undefined ? {} : { icon }),
    })
    const told = { ...choices, markets: [market('ca', '/ca.png'), market('us'), market('de')] }
    const asked = async (status: number, body: unknown) => {
      const { happens, calls, answer, story } = setUp()
      await happens(began)
      await answer(calls[0], 200, told)
      expect(story.state.single('options')).toMatchObject({ status: 'done', markets: [{}, { icon: '' }, {}] })
      await answer(calls[1], status, body)
      expect(calls.map(({ address }) => address)).toEqual(['/options', '/markets'])
      const { status: stands, markets } = story.state.single('options')
      return { stands, icons: markets.map(({ icon }) => icon) }
    }
    test('have them from the list of markets, by their ids, once', async () => {
      const items = [market('us', '/us.png'), market('ca', '/other.png'), market('de')]
      expect(await asked(200, { items })).toEqual({ stands: 'done', icons: ['/ca.png', '/us.png', ''] })
    })
    test.each([
      [404, { code: 'NOT_FOUND', message: 'no' }],
      [200, { items: 'none' }],
    ])('go without where it does not come (%d)', async (status, body) => {
      expect(await asked(status, body)).toEqual({ stands: 'done', icons: ['/ca.png', '', ''] })
    })
  })
  test('that do not come, or are no lists, are reported and asked for again when they are wanted', async () => {
    const { happens, calls, answer, story, reported } = setUp()
    await happens(began)
    await answer(calls[0], 503, {})
    expect(reported).toMatchObject([{ type: 'release.optionsFailed', payload: { code: 'HTTP_503' } }])
    expect(story.state.single('options').status).toBe('error')
    await happens(rel.releaseOptionsWanted({}))
    expect(story.state.single('options').status).toBe('loading')
    await answer(calls[1], 200, { ...choices, genres: 'all of them', capabilities: { download: true } })
    expect(story.state.single('options').status).toBe('error')
    expect(calls).toHaveLength(2)
  })
})

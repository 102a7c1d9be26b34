import { describe, expect, test } from 'vitest'
import { appHidden, appNavigated, appOpened, appShown, appWentOffline, appWentOnline } from '#core/events/app.ts'
import {
  libraryClearAnswered,
  libraryClearRequested,
  libraryMarkAnswered,
  libraryMarksRequested,
} from '#core/events/library.ts'
import { changeNoticed } from '#core/events/people/changes.ts'
import { sessionStarted } from '#core/events/people/session.ts'
import * as rel from '#core/events/releases.ts'
import { besideState, heldServer } from '#tests/support/besideState.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { aCard, someClaims } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { countNewcomers, createNewcomersEngine, NEWCOMERS_INTERVAL_MS, NEWCOMERS_PAUSE_MS } from './newcomers.ts'

const q = 'sort=-date'
const known = ['r3', 'r2', 'r1']
const began = sessionStarted({ claims: someClaims(), accessToken: 'a', refreshToken: 'r', restored: false })
const opened = appOpened({ startedAt: 1, build: '1', language: 'en', width: 1, height: 1, online: true })
const entered = appNavigated({ path: '/releases', search: '' })
const page = rel.releasePageReceived({
  queryId: q,
  round: 1,
  page: 1,
  total: 3,
  releases: known.map((id) => aCard(id)),
})

/** A gallery of three releases is shown; the server answers with what `serve` says. */
async function setUp() {
  const clock = new FakeClock()
  const served = { ids: known, total: 3, status: 200, calls: [] as string[] }
  const fetch = async (address: string) => {
    served.calls.push(address)
    const body = { releases: served.ids.map((id) => aCard(id)), total: served.total }
    return new Response(JSON.stringify(body), { status: served.status })
  }
  const api = createApi({ fetch, session: null, clock })
  const { story, reported, happens, happensNow } = besideState((report) =>
    createNewcomersEngine({ api, clock, report }),
  )
  await happens(opened, began, entered, rel.releaseListOpened({ queryId: q }), page)
  return { story, clock, served, reported, happens: happensNow, list: () => story.state.get('list', q) }
}

describe('newcomers', () => {
  test('are looked for every few minutes while the gallery is seen', async () => {
    const { clock, served, reported, list } = await setUp()
    await clock.advance(NEWCOMERS_INTERVAL_MS - 1)
    expect(served.calls).toHaveLength(0)
    Object.assign(served, { ids: ['r5', 'r4', ...known], total: 5 })
    await clock.advance(1)
    expect(served.calls).toHaveLength(1)
    expect(served.calls[0]).toContain('pagesize=12')
    expect(reported).toMatchObject([{ type: 'release.newcomersFound', payload: { queryId: q, count: 2 } }])
    expect(list()).toMatchObject({ newcomers: 2, total: 3, round: 1 })
    // The same answer again is no event.
    await clock.advance(NEWCOMERS_INTERVAL_MS)
    expect(served.calls).toHaveLength(2)
    expect(reported).toHaveLength(1)
  })

  test('D-073: are not what a server counts and does not give', async () => {
    const { clock, served, reported, happens, list } = await setUp()
    const releases = known.map((id) => aCard(id))
    happens(
      rel.releaseListOpened({ queryId: 'sort=title' }),
      rel.releasePageReceived({ queryId: 'sort=title', round: 1, page: 1, total: 9, releases }),
    )
    Object.assign(served, { total: 9 })
    await clock.advance(NEWCOMERS_INTERVAL_MS)
    expect([served.calls.length, reported, list()?.newcomers]).toEqual([1, [], undefined])
  })

  test('are not what came back from the archive, before the list is read anew', async () => {
    const { clock, served, reported, happens, list } = await setUp()
    const all = { requestId: 'c', list: 'archived' } as const
    happens(libraryClearRequested(all), libraryClearAnswered(all))
    Object.assign(served, { ids: ['r5', 'r4', ...known], total: 5 })
    await clock.advance(NEWCOMERS_INTERVAL_MS)
    expect([served.calls.length, reported, list()?.newcomers]).toEqual([1, [], undefined])
  })

  test('are not what was archived at the top while it was looked for them', async () => {
    const clock = new FakeClock()
    const { fetch, calls } = heldServer()
    const api = createApi({ fetch, session: null, clock })
    const { reported, happens } = besideState((report) => createNewcomersEngine({ api, clock, report }))
    await happens(opened, began, entered, rel.releaseListOpened({ queryId: q }), page)
    await clock.advance(NEWCOMERS_INTERVAL_MS)
    const changes = [{ releaseid: 'r3', trackid: null, marks: ['archived' as const] }]
    await happens(
      libraryMarksRequested({ requestId: 'w', changes }),
      libraryMarkAnswered({ requestId: 'w', releaseid: 'r3', trackid: null, mark: 'archived' }),
    )
    calls[0]?.answer(200, { releases: known.map((id) => aCard(id)), total: 3 })
    await settle()
    expect([calls.length, reported]).toEqual([1, []])
  })

  test('are not looked for while nobody sees the gallery, and soon when somebody comes back', async () => {
    const { clock, served, happens } = await setUp()
    happens(appHidden({}))
    await clock.advance(2 * NEWCOMERS_INTERVAL_MS)
    expect(served.calls).toHaveLength(0)
    happens(appShown({}))
    await settle()
    expect(served.calls).toHaveLength(1)
    // A glance away and back asks nothing.
    happens(appHidden({}), appShown({}))
    await clock.advance(NEWCOMERS_PAUSE_MS - 1)
    expect(served.calls).toHaveLength(1)
    happens(appWentOffline({}))
    await clock.advance(NEWCOMERS_PAUSE_MS)
    happens(appWentOnline({}))
    await settle()
    expect(served.calls).toHaveLength(2)
  })

  test('are looked for in time also when the clock was put back by an hour', async () => {
    const { clock, served, happens } = await setUp()
    happens(appHidden({}))
    clock.putBack(3_600_000)
    happens(appShown({}))
    await clock.advance(NEWCOMERS_INTERVAL_MS)
    expect(served.calls).toHaveLength(1)
  })

  test('are not looked for on another page', async () => {
    const { clock, served, happens } = await setUp()
    happens(appNavigated({ path: '/account', search: '' }))
    await clock.advance(3 * NEWCOMERS_INTERVAL_MS)
    expect(served.calls).toHaveLength(0)
  })

  test('SHELL-058: a look that fails says nothing and the next one comes', async () => {
    const { clock, served, reported } = await setUp()
    served.status = 500
    await clock.advance(NEWCOMERS_INTERVAL_MS + 120_000)
    const calls = served.calls.length
    expect(calls).toBeGreaterThan(0)
    expect(reported).toEqual([])
    Object.assign(served, { status: 200, ids: ['r4', ...known], total: 4 })
    await clock.advance(NEWCOMERS_INTERVAL_MS)
    expect(served.calls.length).toBeGreaterThan(calls)
    expect(reported).toMatchObject([{ payload: { count: 1 } }])
  })

  test('are forgotten when the list is loaded anew', async () => {
    const { clock, served, happens, list } = await setUp()
    Object.assign(served, { ids: ['r4', ...known], total: 4 })
    await clock.advance(NEWCOMERS_INTERVAL_MS)
    expect(list()?.newcomers).toBe(1)
    happens(rel.releaseListRefreshed({ queryId: q }))
    expect(list()?.newcomers ?? 0).toBe(0)
  })
})

describe('newcomers of the list that is shown', () => {
  /** A server that answers when the test says so. */
  async function slow() {
    const clock = new FakeClock()
    const { fetch, calls } = heldServer()
    const api = createApi({ fetch, session: null, clock: new FakeClock() })
    const { story, reported, happens } = besideState((report) => createNewcomersEngine({ api, clock, report }))
    await happens(opened, began, entered, rel.releaseListOpened({ queryId: q }), page)
    return { clock, calls, story, reported, happens }
  }

  test('are looked for no longer once another list is shown', async () => {
    const { clock, calls, reported, happens } = await slow()
    await clock.advance(NEWCOMERS_INTERVAL_MS)
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([false])
    await happens(rel.releaseListOpened({ queryId: 'sort=title' }))
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true])
    calls[0]?.answer(200, { releases: [aCard('r4')], total: 4 })
    await settle()
    expect(reported).toEqual([])
  })

  test('are looked for by one call at a time, however long it takes', async () => {
    const { clock, calls, happens } = await slow()
    await clock.advance(NEWCOMERS_INTERVAL_MS)
    await happens(appHidden({}))
    await clock.advance(NEWCOMERS_PAUSE_MS)
    await happens(appShown({}))
    expect(calls).toHaveLength(1)
  })
})

describe('what others shared', () => {
  const share = { shareid: 's', releaseid: 'r4', title: 'Low Tide', by: 'Pat', message: '', date: '2026-11-24T10:00:00Z' } // biome-ignore format: one share
  const noticed = (count: number) =>
    changeNoticed({
      domains: ['shares'],
      shares: Array.from({ length: count }, () => share),
      connected: [],
      told: false,
    })

  test('is looked for at once where the list that is shown is one of what was shared', async () => {
    const queryId = `${q}&shared=true`
    const { served, happens } = await setUp()
    happens(rel.releaseListOpened({ queryId }), rel.releasePageReceived({ ...page.payload, queryId }))
    happens(noticed(0))
    await settle()
    expect(served.calls).toEqual([])
    happens(noticed(1))
    await settle()
    expect(served.calls.map((address) => address.includes('shared=true'))).toEqual([true])
  })

  test('is not looked for at once in any other list, nor where nobody sees it', async () => {
    const { served, happens } = await setUp()
    happens(noticed(1))
    const queryId = `${q}&shared=true`
    happens(rel.releaseListOpened({ queryId }), rel.releasePageReceived({ ...page.payload, queryId }))
    happens(appHidden({}), noticed(1))
    await settle()
    expect(served.calls).toEqual([])
  })
})

describe('countNewcomers', () => {
  const before = { ids: ['b', 'a'], total: 2 }
  test('counts those before the first that is known', () => {
    expect(countNewcomers(before, { ids: ['d', 'c', 'b', 'a'], total: 4 }, true)).toBe(2)
    expect(countNewcomers(before, before, true)).toBe(0)
  })
  test('believes the growth of the list when it looked at newcomers alone', () => {
    expect(countNewcomers(before, { ids: ['z', 'y'], total: 30 }, true)).toBe(28)
  })
  test('believes the growth of the list in any other order, and never less than none', () => {
    expect(countNewcomers(before, { ids: ['a', 'aa'], total: 5 }, false)).toBe(3)
    expect(countNewcomers(before, { ids: ['a'], total: 1 }, false)).toBe(0)
  })
})

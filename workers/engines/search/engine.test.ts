import { describe, expect, test } from 'vitest'
import { appWentOffline, appWentOnline } from '#core/events/app.ts'
import type { AppDraft } from '#core/events/index.ts'
import { libraryClearAnswered, libraryMarkAnswered } from '#core/events/library.ts'
import { sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import {
  releaseDetailFailed,
  releaseDetailReceived,
  releaseListOpened,
  releaseOptionsReceived,
  releasePageReceived,
} from '#core/events/releases.ts'
import { searchAnswered, searchAsked, searchCommitted, searchLeft, searchRecentsCleared } from '#core/events/search.ts'
import type { SearchResult } from '#core/model/search/hits.ts'
import { EMPTY_RESULT } from '#core/model/search/merge.ts'
import { besideState, heldServer } from '#tests/support/besideState.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { aCard, aRelease, aSong, Story, someClaims } from '#tests/support/story.ts'
import { type Api, createApi } from '#workers/api/transport/client.ts'
import { createSearchEngine, type SearchEngine } from './engine.ts'
import { SEARCH_DEBOUNCE_MS } from './plan.ts'

type Asked = Parameters<typeof searchAsked>[0]
const asked = (askId: string, term: string, more: Partial<Asked> = {}) =>
  searchAsked({ place: 'page', askId, term, section: 'top', profile: null, typing: false, ...more })
const typed = (askId: string, term: string) => asked(askId, term, { place: 'box', typing: true })
const began = (playerid = 'p1') =>
  sessionStarted({ claims: someClaims(playerid), accessToken: 'a', refreshToken: 'r', restored: false })
const listed = (...cards: ReturnType<typeof aCard>[]) => [
  releaseListOpened({ queryId: 'q' }),
  releasePageReceived({ queryId: 'q', round: 1, page: 1, total: cards.length, releases: cards }),
]

/** The engine with a server that answers when the test says so, and a device that remembers. */
function setUp(device = new Map<string, unknown>(), api?: Api) {
  const clock = new FakeClock()
  const { fetch, calls } = heldServer()
  const told: string[] = []
  /** What the device held when the other tabs were told. */
  const heldThen: unknown[] = []
  let engine: SearchEngine | undefined
  const world = besideState((report) => {
    engine = createSearchEngine({
      clock,
      api: api ?? createApi({ session: null, clock: new FakeClock(), fetch }),
      report,
      load: async (playerid) => device.get(playerid),
      update: async (playerid, change) => void device.set(playerid, change(device.get(playerid))),
      tell(playerid) {
        told.push(playerid)
        heldThen.push(device.get(playerid))
      },
    })
    return engine
  }, new Story(), 'search') // biome-ignore format: one line
  return {
    clock,
    calls,
    reported: world.reported,
    device,
    told,
    heldThen,
    hear: (message: unknown) => engine?.hear(message),
    row: (place: 'box' | 'page' = 'page') => world.story.state.get('search', place),
    recents: () => world.story.state.single('recentSearches').terms,
    async happens(...drafts: AppDraft[]) {
      for (const draft of drafts) {
        world.happensNow(draft)
        if (draft.type === 'session.ended') world.story = new Story()
      }
      await settle()
    },
    async answer(at: number, body: unknown, status = 200) {
      calls[at]?.answer(status, body)
      await settle()
    },
  }
}
const marked = (releaseid: string) =>
  libraryMarkAnswered({ requestId: 'w', releaseid, trackid: null, mark: 'flagged' as const })
const resultOf = (...ids: string[]): SearchResult => {
  const items = ids.map((id) => ({ ...aCard(id, { title: `Found ${id}` }), kind: 'release' as const, _score: 0.9 }))
  return { ...EMPTY_RESULT, releases: { items, total: items.length } }
}

describe('a page of results', () => {
  test('SEARCH-011: asks for five of each at once for the overview', async () => {
    const { happens, calls } = setUp()
    await happens(asked('1', 'harbour'))
    expect(calls.map(({ path }) => path)).toEqual(['/search'])
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({ filter: 'harbour', section: 'top', pagesize: '5' })
  })

  test('SEARCH-010: asks for a hundred of one category', async () => {
    const { happens, calls } = setUp()
    await happens(asked('1', 'harbour', { section: 'artists' }))
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({
      filter: 'harbour',
      section: 'artists',
      pagesize: '100',
    })
  })

  test('reports the answer, and a failure by its code', async () => {
    const { happens, answer, row, reported } = setUp()
    await happens(asked('1', 'harbour'))
    await answer(0, resultOf('a'))
    expect(row()).toMatchObject({ status: 'done', found: resultOf('a') })
    await happens(asked('2', 'other'))
    await answer(1, { code: 'INTERNAL', message: 'no' }, 500)
    expect(row()?.status).toBe('error')
    expect(reported.at(-1)).toMatchObject({ type: 'search.failed', payload: { askId: '2' } })
  })

  test('ROUTE-023, ROUTE-024: asks for the releases of one artist or label', async () => {
    const { happens, answer, calls, row } = setUp()
    await happens(asked('1', 'A & B', { profile: 'label', section: 'releases' }))
    expect(calls[0]?.path).toBe('/search/releases/label')
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({ filter: 'A & B', pagesize: '100' })
    await answer(0, { items: [aCard('x')], total: 1 })
    expect(row()?.found?.releases.items[0]?.releaseid).toBe('x')
  })

  test('of an artist sends as many of the releases this device has seen as are shown, and says how many there are', async () => {
    const { happens, row } = setUp()
    await happens(...listed(...Array.from({ length: 130 }, (_, n) => aCard(`r${n}`, { artist: 'Ana', available: `${2000 + n}-01-01` })))) // biome-ignore format: one line
    await happens(asked('1', 'Ana', { profile: 'artist', section: 'releases' }))
    const seen = row()?.seen?.releases
    expect(seen).toMatchObject({ total: 130, items: { length: 100 } })
    expect(seen?.items[0]?.releaseid).toBe('r129')
  })

  test('FLAG-010: does not undo a mark that was answered while it was on its way', async () => {
    const { happens, answer, calls, reported, row } = setUp()
    await happens(asked('1', 'harbour'))
    await happens(marked('other'), marked('a'))
    await answer(0, resultOf('a'))
    expect(reported.filter(({ type }) => type === 'search.answered')).toEqual([])
    await happens(marked('other'))
    await answer(1, resultOf('a'))
    expect(calls).toHaveLength(2)
    expect(row()).toMatchObject({ status: 'done', found: resultOf('a') })
  })

  test('FLAG-010: nor does one of an artist, or one that was on its way while a list was cleared', async () => {
    const { happens, answer, calls } = setUp()
    await happens(asked('1', 'Ana', { profile: 'artist', section: 'releases' }))
    await happens(libraryClearAnswered({ requestId: 'c', list: 'flagged' }))
    await answer(0, { items: [aCard('x')], total: 1 })
    await happens(marked('x'))
    await answer(1, { items: [aCard('x')], total: 1 })
    await answer(2, { items: [aCard('x')], total: 1 })
    expect(calls).toHaveLength(3)
  })

  test('passed over is cancelled and its answer dropped', async () => {
    const { happens, answer, calls, row } = setUp()
    await happens(asked('1', 'first'))
    await happens(asked('2', 'second'))
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
    await answer(1, resultOf('b'))
    expect(row()?.found).toEqual(resultOf('b'))
    await happens(asked('3', 'third'))
    await happens(searchLeft({ place: 'page' }))
    expect(calls[2]?.signal.aborted).toBe(true)
  })

  test('an answer that is there before the cancelling is noticed is not told', async () => {
    for (const profile of [null, 'artist'] as const) {
      const answers: ((answer: unknown) => void)[] = []
      const call = () => new Promise<never>((resolve) => answers.push(resolve as (answer: unknown) => void))
      const { happens, reported, row } = setUp(new Map(), { base: '', call, file: call })
      await happens(asked('1', 'first', { profile }), asked('2', 'second', { profile }))
      answers[0]?.(profile === null ? resultOf('old') : { items: [aCard('old')], total: 1 })
      await settle()
      expect(reported.filter(({ type }) => type !== 'search.seen')).toEqual([])
      expect(row()).toMatchObject({ askId: '2', status: 'loading', found: null })
    }
  })

  test('a failure that was already on its way when another question came is not told', async () => {
    const { happens, calls, reported } = setUp()
    await happens(asked('1', 'first'))
    calls[0]?.answer(500, { code: 'INTERNAL', message: 'no' })
    await happens(asked('2', 'second'))
    expect(reported.filter(({ type }) => type === 'search.failed')).toEqual([])
  })

  test('the end of a call that was passed over leaves the newer one to be passed over in its turn', async () => {
    const { happens, calls } = setUp()
    await happens(asked('1', 'first'))
    await happens(asked('2', 'second'))
    await happens(asked('3', 'third'))
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true, false])
  })

  test('an older answer heard late asks this device nothing', async () => {
    const { happens, reported } = setUp()
    await happens(asked('1', 'first'), asked('2', 'second'))
    const before = reported.length
    await happens(searchAnswered({ place: 'page', askId: '1', result: EMPTY_RESULT }))
    expect(reported).toHaveLength(before)
  })

  test('SEARCH-005: with nothing in it makes no call', async () => {
    const { happens, calls } = setUp()
    await happens(asked('1', '  '), asked('2', "'"), asked('3', 'label:""'), asked('4', '', { profile: 'artist' }))
    expect(calls).toEqual([])
  })
})

describe('while somebody types', () => {
  test('the server is asked once, when the keys rest', async () => {
    const { happens, calls, clock } = setUp()
    for (const [at, term] of ['h', 'ha', 'har'].entries()) {
      await happens(typed(String(at), term))
      await clock.advance(SEARCH_DEBOUNCE_MS - 10)
    }
    expect(calls).toEqual([])
    await clock.advance(10)
    expect(calls.map(({ query }) => query.get('filter'))).toEqual(['har'])
    await happens(typed('9', 'harb'))
    expect(calls[0]?.signal.aborted).toBe(true)
  })

  test('what this device has seen is there at once, without a call', async () => {
    const { happens, calls, row } = setUp()
    await happens(...listed(aCard('r1', { title: 'Slow Harbour' })), typed('1', 'hárb'))
    expect(row('box')?.seen?.releases.items.map(({ releaseid }) => releaseid)).toEqual(['r1'])
    expect(calls).toEqual([])
  })

  test('"Pilot Light" is not offered for "night": slips are, when the server has said that nothing begins so', async () => {
    const { happens, row, clock, answer } = setUp()
    const seen = () => row('box')?.seen?.releases.items.map(({ title }) => title)
    await happens(...listed(aCard('r1', { title: 'Pilot Light' })), typed('1', 'night'))
    expect(seen()).toEqual([])
    await clock.advance(SEARCH_DEBOUNCE_MS)
    const bus = { ...aCard('r2', { title: 'Night Bus' }), kind: 'release' as const, _score: 0.9 }
    await answer(0, { ...EMPTY_RESULT, releases: { items: [bus], total: 1 } })
    expect(seen()).toEqual([])
    await happens(typed('2', 'nigt'))
    expect(seen()).toEqual([])
    await clock.advance(SEARCH_DEBOUNCE_MS)
    await answer(1, { ...EMPTY_RESULT, releases: { items: [bus], total: 1 } })
    expect(seen()).toEqual(['Night Bus'])
  })

  test('an operator leaves out what is only nearly so, beside what is so', async () => {
    const { happens, row, answer } = setUp()
    const of = (id: string, artist: string) => ({ ...aCard(id, { artist }), kind: 'release' as const, _score: 0.9 })
    await happens(asked('1', 'artist:night'))
    await answer(0, { ...EMPTY_RESULT, releases: { items: [of('a', 'Light Co'), of('b', 'Night Bus')], total: 2 } })
    expect(row()?.found?.releases.items.map(({ artist }) => artist)).toEqual(['Night Bus'])
    await happens(asked('2', 'artist:nigth'))
    await answer(1, { ...EMPTY_RESULT, releases: { items: [of('b', 'Night Bus')], total: 1 } })
    expect(row()?.found?.releases.items.map(({ artist }) => artist)).toEqual(['Night Bus'])
  })

  test('leaving the box forgets the call that was about to be made', async () => {
    const { happens, calls, clock } = setUp()
    await happens(typed('1', 'har'), searchLeft({ place: 'box' }))
    await clock.advance(1000)
    expect(calls).toEqual([])
  })
})

describe('what was seen', () => {
  const seen = (world: ReturnType<typeof setUp>, term: string) =>
    world.happens(asked(`s${term}`, term)).then(() => world.row()?.seen)

  test('grows with lists, details, answers and profiles', async () => {
    const world = setUp()
    const detail = aRelease('d', 1, {
      title: 'Detailed',
      songs: [aSong('d.1', 1, { releaseid: 'd', title: 'Inside' })],
    })
    await world.happens(
      ...listed(aCard('l', { title: 'Listed' })),
      releaseDetailReceived({ release: detail }),
      asked('1', 'x'),
    )
    await world.answer(0, { ...resultOf('f'), artists: { items: [{ kind: 'artist', artist: 'Nadia', releases: 7, thumbnail: '', coverart: '', _score: 0.5 }], total: 1 } }) // biome-ignore format: one answer
    expect((await seen(world, 'listed'))?.releases.total).toBe(1)
    expect((await seen(world, 'inside'))?.tracks.items[0]?.trackid).toBe('d.1')
    expect((await seen(world, 'found'))?.releases.items[0]?.releaseid).toBe('f')
    expect((await seen(world, 'nadia'))?.artists.items[0]?.releases).toBe(7)
  })

  test('loses what the server says is gone, and everything with the session', async () => {
    const world = setUp()
    await world.happens(...listed(aCard('l', { title: 'Listed' }), aCard('k', { title: 'Listed too' })))
    await world.happens(releaseDetailFailed({ releaseid: 'l', code: 'RELEASE_NOT_AVAILABLE' }))
    expect((await seen(world, 'listed'))?.releases.items.map(({ releaseid }) => releaseid)).toEqual(['k'])
    await world.happens(sessionEnded({ reason: 'signedOut' }))
    expect((await seen(world, 'listed'))?.releases.total).toBe(0)
  })

  test('answers alone while there is no connection; the server is asked once it is back', async () => {
    const world = setUp()
    await world.happens(...listed(aCard('l', { title: 'Listed' })), appWentOffline({}), asked('1', 'listed'))
    expect(world.calls).toEqual([])
    expect(world.row()).toMatchObject({ status: 'offline', seen: { releases: { total: 1 } } })
    await world.happens(appWentOnline({}))
    expect(world.calls.map(({ query }) => query.get('filter'))).toEqual(['listed'])
  })

  test('a question on its way is asked anew once a connection is back, and answered once', async () => {
    const { happens, answer, calls, reported } = setUp()
    await happens(asked('1', 'listed'))
    await happens(appWentOnline({}))
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
    await answer(1, EMPTY_RESULT)
    await answer(0, EMPTY_RESULT)
    expect(reported.filter(({ type }) => type === 'search.answered')).toHaveLength(1)
  })
})

describe('operators', () => {
  const options = releaseOptionsReceived({
    download: true,
    genres: ['Folk', 'Indie Folk', 'Jazz', 'Soul Jazz'].map((name) => ({
      id: name.toLowerCase().replace(' ', '-'),
      name,
    })),
    packages: [],
    markets: [],
    versions: [],
    releaseTypes: [],
  })
  const hit = (id: string, artist: string, label: string, genres: string[] = []) => ({
    ...aCard(id, { artist, labels: [{ name: label }], genres }),
    kind: 'release' as const,
    _score: 0.9,
  })

  test('go to the server as words and as genres, and its answer is sorted out', async () => {
    const { happens, answer, calls, row } = setUp()
    await happens(options, asked('1', 'slow artist:ines genre:folk'))
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({
      filter: 'slow ines',
      section: 'top',
      pagesize: '100',
      genres: 'folk,indie-folk',
    })
    const items = [
      hit('a', 'Ines', 'Pier', ['Folk']),
      hit('b', 'Nils', 'Ines', ['Folk']),
      hit('c', 'Ines', 'Pier', ['Jazz']),
    ]
    await answer(0, { ...EMPTY_RESULT, releases: { items, total: 900 } })
    expect(row()?.found?.releases).toMatchObject({ total: 1, items: [{ releaseid: 'a' }] })
    expect(row()?.found?.top.items).toHaveLength(1)
  })

  test('SEARCH-010: of a common word find the releases of the artist who is meant, and say that there may be more', async () => {
    const { happens, answer, calls, row } = setUp()
    await happens(asked('1', 'slow artist:love'))
    const artist = { kind: 'artist' as const, artist: 'Love', releases: 3, thumbnail: '', coverart: '', _score: 0.9 }
    const others = Array.from({ length: 100 }, (_, n) => hit(`x${n}`, 'Nils', 'Pier'))
    await answer(0, {
      ...EMPTY_RESULT,
      artists: { items: [artist], total: 1 },
      tracks: { items: [{ ...aSong('x1.a', 1, { artist: 'Nils' }), kind: 'track', _score: 0.9 }], total: 900 },
      releases: { items: others, total: 900 },
    })
    expect([calls[1]?.path, calls[1]?.query.get('filter')]).toEqual(['/search/releases/artist', 'Love'])
    const own = [aCard('a', { artist: 'Love', title: 'Slow Tide' }), aCard('b', { artist: 'Love', title: 'Fast' })]
    await answer(1, { items: own, total: 2 })
    expect(row()?.found?.releases).toMatchObject({ total: 1, atLeast: true, items: [{ releaseid: 'a' }] })
    expect(row()?.found?.tracks).toEqual({ items: [], total: 0, atLeast: true })
    expect(row()?.found?.top).toMatchObject({ total: 2, atLeast: true })
    expect(row()?.found?.artists).not.toHaveProperty('atLeast')
  })

  test.each([
    ['half a genre', [options], 'slow genre:ja', 'jazz,soul-jazz', ['c', 'd', 'e']],
    ['a slip in a genre', [options], 'slow genre:jaxz', 'jazz,soul-jazz', ['c', 'd', 'e']],
    [
      'two genres, of which the server would take either',
      [options],
      'slow genre:jazz genre:"indie folk"',
      'indie-folk',
      ['d'],
    ],
    ['a genre beside one that nobody knows', [options], 'slow genre:jazz genre:polka', 'jazz,soul-jazz', []],
    ['a genre that is not known yet', [], 'slow genre:fol', null, ['a', 'd']],
  ])('%s means to the server what it means here', async (_, before, term, genres, found) => {
    const { happens, answer, calls, row } = setUp()
    await happens(...before, asked('1', term))
    expect([calls[0]?.query.get('filter'), calls[0]?.query.get('genres')]).toEqual(['slow', genres])
    const items = [
      hit('a', 'Ines', 'Pier', ['Folk']),
      hit('c', 'Ines', 'Pier', ['Jazz']),
      hit('d', 'Ines', 'Pier', ['Jazz', 'Indie Folk']),
      hit('e', 'Ines', 'Pier', ['Soul Jazz']),
    ]
    await answer(0, { ...EMPTY_RESULT, releases: { items, total: 900 } })
    expect(row()?.found?.releases.items.map(({ releaseid }) => releaseid)).toEqual(found)
  })

  test('two genres alone are both asked for, as they are here', async () => {
    const { happens, answer, calls, row } = setUp()
    await happens(options, asked('1', 'genre:soul genre:folk', { section: 'releases' }))
    expect(calls[0]?.query.get('genres')).toBe('soul-jazz')
    const releases = [aCard('x', { genres: ['Soul Jazz'] }), aCard('y', { genres: ['Soul Jazz', 'Folk'] })]
    await answer(0, { releases, total: 60 })
    expect(row()?.found?.releases).toMatchObject({ total: 1, items: [{ releaseid: 'y' }] })
  })

  test('two genres alone find what has both behind a hundred that have one', async () => {
    const { happens, answer, calls, row } = setUp()
    await happens(options, asked('1', 'genre:soul genre:folk', { section: 'releases' }))
    const one = Array.from({ length: 100 }, (_, n) => aCard(`x${n}`, { genres: ['Soul Jazz'] }))
    await answer(0, { releases: one, total: 101 })
    expect(calls[1]?.query.get('page')).toBe('2')
    await answer(1, { releases: [aCard('y', { genres: ['Soul Jazz', 'Folk'] })], total: 101 })
    expect(row()?.found?.releases).toMatchObject({ total: 1, items: [{ releaseid: 'y' }] })
  })

  test.each([[7], [0]])('H-252: two genres alone of which %i were found in a part say "at least"', async (both) => {
    const { happens, answer, row } = setUp()
    await happens(options, asked('1', 'genre:soul genre:folk', { section: 'releases' }))
    for (let page = 0; page < 5; page++) {
      const genresOf = (n: number) => (page === 4 && n < both ? ['Soul Jazz', 'Folk'] : ['Soul Jazz'])
      const releases = Array.from({ length: 100 }, (_, n) => aCard(`x${page}.${n}`, { genres: genresOf(n) }))
      await answer(page, { releases, total: 3000 })
    }
    expect(row()?.found?.releases).toMatchObject({ total: both, atLeast: true })
  })

  test('H-252: an overview that ends with the first page that fills it says "at least" as well', async () => {
    const { happens, answer, calls, row } = setUp()
    await happens(options, asked('1', 'genre:soul genre:folk'))
    const genresOf = (n: number) => (n < 6 ? ['Soul Jazz', 'Folk'] : ['Soul Jazz'])
    const releases = Array.from({ length: 100 }, (_, n) => aCard(`x${n}`, { genres: genresOf(n) }))
    await answer(0, { releases, total: 3000 })
    expect(calls).toHaveLength(1)
    expect(row()?.found).toMatchObject({ releases: { total: 6, atLeast: true }, top: { total: 6, atLeast: true } })
  })

  test('a genre alone is counted by the server, and exact', async () => {
    const { happens, answer, row } = setUp()
    await happens(options, asked('1', 'genre:jazz'))
    const releases = Array.from({ length: 100 }, (_, n) => aCard(`j${n}`, { genres: ['Jazz'] }))
    await answer(0, { releases, total: 3000 })
    expect(row()?.found?.releases.total).toBe(3000)
    expect(row()?.found?.releases.atLeast).toBeUndefined()
  })

  test('of a label ask for tracks without its words', async () => {
    const { happens, calls } = setUp()
    await happens(asked('1', 'slow label:"north pier"'))
    expect(calls.map(({ query }) => [query.get('filter'), query.get('section')])).toEqual([
      ['slow north pier', 'top'],
      ['slow', 'tracks'],
    ])
  })

  test('H-617: of more genres than the server takes in a list ask for all, and sort the answer out', async () => {
    const genres = Array.from({ length: 201 }, (_, n) => ({ id: `${n}`, name: `Indie ${n}` }))
    const many = (count: number) => releaseOptionsReceived({ ...options.payload, genres: genres.slice(0, count) })
    const { happens, answer, calls, row } = setUp()
    const found = () => row()?.found?.releases.items.map(({ releaseid }) => releaseid)
    const items = [hit('a', 'x', 'slow', ['Indie 7']), hit('b', 'x', 'slow', ['Folk'])]
    await happens(many(201), asked('1', 'slow genre:ind'))
    await answer(0, { ...EMPTY_RESULT, releases: { items, total: 2 } })
    expect([found(), calls[0]?.query.get('genres') ?? '']).toEqual([['a'], ''])
    await happens(asked('2', 'genre:ind', { section: 'releases' }))
    await answer(1, { releases: items, total: 2 })
    expect([found(), calls[1]?.query.get('genres')]).toEqual([['a'], null])
    await happens(many(200), asked('3', 'slow genre:ind'))
    expect(calls[2]?.query.get('genres')?.split(',')).toHaveLength(200)
  })

  test('of a genre alone ask for its newest releases', async () => {
    const { happens, answer, calls, row } = setUp()
    await happens(asked('1', 'genre:jazz', { section: 'releases' }))
    expect(calls[0]?.path).toBe('/releases')
    expect([calls[0]?.query.get('genres'), calls[0]?.query.get('sort')]).toEqual(['jazz', '-date'])
    await answer(0, { releases: [aCard('j', { genres: ['Jazz'] })], total: 60 })
    expect(row()?.found?.releases).toMatchObject({ total: 60, items: [{ releaseid: 'j' }] })
  })
})

describe('recent searches', () => {
  test('SEARCH-016: are kept on this device for each player, and the next player does not see them', async () => {
    const world = setUp()
    await world.happens(began('p1'), searchCommitted({ term: 'harbour' }), searchCommitted({ term: 'night' }))
    expect(world.device.get('p1')).toEqual(['night', 'harbour'])
    await world.happens(sessionEnded({ reason: 'signedOut' }), began('p2'))
    expect(world.recents()).toEqual([])
    const again = setUp(world.device)
    await again.happens(began('p1'))
    expect(again.recents()).toEqual(['night', 'harbour'])
  })

  test('SEARCH-015: cleared ones are gone from the device', async () => {
    const world = setUp(new Map([['p1', ['a', 'b']]]))
    await world.happens(began('p1'))
    await world.happens(searchRecentsCleared({}))
    expect(world.device.get('p1')).toEqual([])
  })

  test.each([[undefined], ['nonsense'], [[1]], [Array.from({ length: 40 }, String)]])(
    'that cannot be read count as none: %j',
    async (stored) => {
      const world = setUp(new Map([['p1', stored]]))
      await world.happens(began('p1'))
      expect(world.recents()).toEqual([])
    },
  )

  test('SEARCH-015: cleared in one tab, they do not come back with what is searched for in another', async () => {
    const device = new Map<string, unknown>([['p1', ['a', 'b']]])
    const [one, other] = [setUp(device), setUp(device)]
    await one.happens(began('p1'))
    await other.happens(began('p1'))
    await one.happens(searchRecentsCleared({}))
    await other.happens(searchCommitted({ term: 'c' }))
    await one.happens(searchCommitted({ term: 'd' }))
    expect(device.get('p1')).toEqual(['d', 'c'])
  })

  test('SEARCH-015: cleared, the others are told once they are gone: one that reads them then finds none', async () => {
    const world = setUp(new Map([['p1', ['a', 'b']]]))
    await world.happens(began('p1'), searchRecentsCleared({}))
    expect(world.heldThen).toEqual([[]])
  })

  test('SEARCH-015: cleared in one tab, the others show them no longer; another player keeps theirs', async () => {
    const device = new Map<string, unknown>([['p1', ['a', 'b']], ['p2', ['c']]]) // biome-ignore format: two players
    const [one, other, another] = [setUp(device), setUp(device), setUp(device)]
    await one.happens(began('p1'))
    await other.happens(began('p1'))
    await another.happens(began('p2'))
    await one.happens(searchRecentsCleared({}), searchCommitted({ term: 'd' }))
    for (const message of [...one.told, 7, null]) for (const tab of [other, another]) tab.hear(message)
    await settle()
    expect([other.recents(), another.recents()]).toEqual([[], ['c']])
    // What was told is told to nobody again, and takes nothing that was kept since.
    expect([other.told, device.get('p1')]).toEqual([[], ['d']])
  })

  test("D-109: read when their player has signed out, they are nobody's", async () => {
    const device = new Map<string, unknown>([['p1', ['private']]])
    const world = setUp(device)
    await Promise.all([world.happens(began('p1')), world.happens(sessionEnded({ reason: 'signedOut' }), began('p2'))])
    expect(world.recents()).toEqual([])
    expect(device.get('p2') ?? []).toEqual([])
    expect(device.get('p1')).toEqual(['private'])
  })

  test('are not written over before they were read', async () => {
    const world = setUp(new Map([['p1', ['kept']]]))
    await world.happens(searchCommitted({ term: 'early' }), began('p1'))
    expect(world.device.get('p1')).toEqual(['early', 'kept'])
  })
})

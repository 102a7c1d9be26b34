import { describe, expect, test } from 'vitest'
import { appWentOffline, appWentOnline } from '#core/events/app.ts'
import { libraryMarkAnswered, libraryMarksRequested } from '#core/events/library.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import {
  searchAnswered,
  searchAsked,
  searchCommitted,
  searchFailed,
  searchLeft,
  searchProfileAnswered,
  searchRecentsCleared,
  searchRecentsRestored,
  searchSeen,
} from '#core/events/search.ts'
import { StateHash } from '#core/log/hash.ts'
import { RECENT_SEARCHES_MAX } from '#core/model/constants.ts'
import type { SearchResult, TrackHit } from '#core/model/search/hits.ts'
import { EMPTY_RESULT } from '#core/model/search/merge.ts'
import type { Store } from '#core/reducers/store.ts'
import { aCard, aSong, Story } from '#tests/support/story.ts'

type Asked = Parameters<typeof searchAsked>[0]
const asked = (askId: string, term: string, more: Partial<Asked> = {}) =>
  searchAsked({ place: 'page', askId, term, section: 'top', profile: null, typing: false, ...more })
const resultOf = (...ids: string[]): SearchResult => {
  const items = ids.map((id) => ({ ...aCard(id), kind: 'release' as const, _score: 0.9 }))
  return { ...EMPTY_RESULT, releases: { items, total: items.length } }
}
const answered = (askId: string, result = resultOf('a')) => searchAnswered({ place: 'page', askId, result })
const page = (story: Story) => story.state.get('search', 'page')
const recents = (story: Story) => story.state.single('recentSearches').terms

describe('a question', () => {
  test('waits for its answer, and the answer is what the page holds', () => {
    const story = new Story().happens(asked('1', 'harbour'))
    expect(page(story)).toMatchObject({ status: 'loading', term: 'harbour', found: null })
    story.happens(answered('1'))
    expect(page(story)).toMatchObject({ status: 'done', found: resultOf('a') })
    expect(story.state.get('release', 'a')).toEqual(aCard('a'))
  })

  test('takes no answer to an older one', () => {
    const story = new Story().happens(asked('1', 'harb'), asked('2', 'harbour'), answered('1'))
    expect(page(story)).toMatchObject({ status: 'loading', found: null })
    story.happens(searchFailed({ place: 'page', askId: '1', code: 'TIMEOUT' }))
    expect(page(story)?.status).toBe('loading')
    expect(story.state.get('release', 'a')).toBeUndefined()
  })

  test('takes nothing this device knew of an older one', () => {
    const seen = (askId: string) => searchSeen({ place: 'page', askId, result: resultOf(askId) })
    const story = new Story().happens(asked('1', 'harb'), asked('2', 'harbour'), seen('2'), seen('1'))
    expect(page(story)).toMatchObject({ seen: resultOf('2'), seenFor: '2' })
  })

  test('takes no releases of an older profile', () => {
    const profile = (askId: string, name: string) => asked(askId, name, { profile: 'artist', section: 'releases' })
    const late = searchProfileAnswered({ place: 'page', askId: '1', releases: [aCard('old')], total: 1 })
    const story = new Story().happens(profile('1', 'Nadia'), profile('2', 'Ben Ito'), late)
    expect(page(story)).toMatchObject({ status: 'loading', found: null })
    expect(story.state.get('release', 'old')).toBeUndefined()
  })

  test('keeps its own answer when an older one comes after it', () => {
    const story = new Story().happens(asked('1', 'harb'), asked('2', 'harbour'), answered('2', resultOf('b')))
    story.happens(answered('1', resultOf('a')))
    expect(page(story)).toMatchObject({ status: 'done', found: resultOf('b') })
  })

  test('of the same term keeps the answer that is there, of another it does not', () => {
    const story = new Story().happens(
      asked('1', 'Harbour'),
      answered('1'),
      asked('2', 'harbour ', { section: 'tracks' }),
    )
    expect(page(story)).toMatchObject({ status: 'loading', found: resultOf('a') })
    story.happens(asked('3', 'harbours'))
    expect(page(story)?.found).toBeNull()
  })

  test('of the box and of the page do not meddle', () => {
    const story = new Story().happens(asked('1', 'a'), asked('2', 'b', { place: 'box', typing: true }), answered('1'))
    expect(page(story)?.status).toBe('done')
    expect(story.state.get('search', 'box')).toMatchObject({ status: 'loading', term: 'b' })
    story.happens(searchLeft({ place: 'box' }))
    expect(story.state.get('search', 'box')).toBeUndefined()
  })

  test('SEARCH-005: with nothing in it is answered at once: no call is waited for', () => {
    for (const term of ['', '  ', "'", 'artist:'])
      expect(page(new Story().happens(asked('1', term)))?.status).toBe('done')
    expect(page(new Story().happens(asked('1', ' ', { profile: 'artist', section: 'releases' })))?.status).toBe('done')
  })

  test('SEARCH-018: that fails says so; without a connection it waits for one', () => {
    const story = new Story().happens(asked('1', 'a'), searchFailed({ place: 'page', askId: '1', code: 'TIMEOUT' }))
    expect(page(story)?.status).toBe('error')
    story.happens(appWentOffline({}), asked('2', 'b'))
    expect(page(story)?.status).toBe('offline')
    story.happens(appWentOnline({}))
    expect(page(story)?.status).toBe('loading')
  })

  test('of a profile is answered with its releases', () => {
    const story = new Story().happens(asked('1', 'Ana Lumen', { profile: 'artist', section: 'releases' }))
    story.happens(searchProfileAnswered({ place: 'page', askId: '1', releases: [aCard('x')], total: 140 }))
    expect(page(story)?.found?.releases).toMatchObject({ total: 140, items: [{ releaseid: 'x' }] })
    expect(story.state.get('release', 'x')).toEqual(aCard('x'))
  })
})

test('what this device has seen is shown and leaves the state hash as it was', () => {
  const story = new Story().happens(asked('1', 'harbour'))
  const hash = () => new StateHash(story.order.store as Store).toString()
  const before = hash()
  story.happens(searchSeen({ place: 'page', askId: '1', result: resultOf('b') }))
  expect(page(story)).toMatchObject({ seen: resultOf('b'), seenFor: '1' })
  expect(hash()).toBe(before)
  story.happens(asked('2', 'harbours'), searchSeen({ place: 'page', askId: '1', result: resultOf('c') }))
  expect(page(story)).toMatchObject({ seen: resultOf('b'), seenFor: '1' })
})

test('flags of found songs follow the answers of the server', () => {
  const hit: TrackHit = { ...aSong('a.1', 1, { releaseid: 'a' }), kind: 'track', _score: 1 }
  const result = { ...EMPTY_RESULT, top: { items: [hit], total: 1 }, tracks: { items: [hit], total: 1 } }
  const flags = (story: Story) => {
    const found = page(story)?.found
    return [found?.tracks.items[0]?.flagged, (found?.top.items[0] as TrackHit | undefined)?.flagged]
  }
  const call = { requestId: 'm', releaseid: 'a', trackid: 'a.1' }
  const story = new Story().happens(
    asked('1', 'x'),
    answered('1', result),
    libraryMarksRequested({ requestId: 'm', changes: [{ releaseid: 'a', trackid: 'a.1', marks: ['flagged'] }] }),
  )
  expect(flags(story)).toEqual([false, false])
  story.happens(libraryMarkAnswered({ ...call, mark: 'flagged' }))
  expect(flags(story)).toEqual([true, true])
  story.happens(libraryMarkAnswered({ ...call, trackid: null, mark: 'unflagged' }))
  expect(flags(story)).toEqual([false, false])
})

test('a mark that none of the found songs has leaves what was found as it is', () => {
  const hit: TrackHit = { ...aSong('a.1', 1, { releaseid: 'a' }), kind: 'track', _score: 1 }
  const result = { ...resultOf('b'), tracks: { items: [hit], total: 1 } }
  const story = new Story().happens(asked('1', 'x'), answered('1', result))
  const marks = (releaseid: string, trackid: string | null, mark: 'flagged' | 'unflagged') =>
    story.happens(
      libraryMarksRequested({ requestId: mark + releaseid, changes: [{ releaseid, trackid, marks: [mark] }] }),
      libraryMarkAnswered({ requestId: mark + releaseid, releaseid, trackid, mark }),
    )
  const before = page(story)
  marks('b', null, 'flagged')
  expect(page(story)).toBe(before)
  marks('a', 'a.1', 'unflagged')
  expect(page(story)).toBe(before)
  marks('a', 'a.1', 'flagged')
  expect(page(story)?.found?.tracks.items[0]?.flagged).toBe(true)
  expect(page(story)?.found?.releases).toBe(before?.found?.releases)
})

describe('recent searches', () => {
  const committed = (...terms: string[]) => new Story().happens(...terms.map((term) => searchCommitted({ term })))

  test('SEARCH-016: are unique without case, the newest first and in its newest spelling', () => {
    expect(recents(committed('night', ' Drive ', 'NIGHT'))).toEqual(['NIGHT', 'Drive'])
  })

  test('SEARCH-016: are fifteen at most', () => {
    const terms = Array.from({ length: 20 }, (_, n) => `term ${n}`)
    expect(recents(committed(...terms))).toEqual(terms.reverse().slice(0, RECENT_SEARCHES_MAX))
    expect(RECENT_SEARCHES_MAX).toBe(15)
  })

  test('SEARCH-005: an empty term is none', () => {
    expect(recents(committed('  ', '\t'))).toEqual([])
  })

  test('of this device come behind what was searched since', () => {
    const story = committed('new', 'Old').happens(searchRecentsRestored({ terms: ['old', 'older', ' '] }))
    expect(recents(story)).toEqual(['Old', 'new', 'older'])
  })

  test('SEARCH-015: are gone when cleared, and with the session', () => {
    expect(recents(committed('a').happens(searchRecentsCleared({})))).toEqual([])
    const story = committed('a').happens(asked('1', 'a'), sessionEnded({ reason: 'signedOut' }))
    expect(recents(story)).toEqual([])
    expect(page(story)).toBeUndefined()
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aCard, aSong } from '#tests/support/story.ts'
import type { ArtistHit, ReleaseHit, SearchResult } from './hits.ts'
import { EMPTY_RESULT, hasMore, hitKey, mergeResults, mixTop, sectionLimit } from './merge.ts'

const release = (id: string, score: number, fields = {}): ReleaseHit => ({
  ...aCard(id, fields),
  kind: 'release',
  _score: score,
})
const artist = (name: string, score: number): ArtistHit => ({
  kind: 'artist',
  artist: name,
  releases: 1,
  thumbnail: '',
  coverart: '',
  _score: score,
})
const of = (items: ReleaseHit[], total = items.length): SearchResult => ({
  ...EMPTY_RESULT,
  releases: { items, total },
})
const ids = (result: SearchResult) => result.releases.items.map(({ releaseid }) => releaseid)

describe('two answers', () => {
  test('are mixed by score, each hit once, as the server has it', () => {
    const local = of([release('a', 0.9, { title: 'old' }), release('b', 0.5)])
    const server = of([release('a', 0.8, { title: 'new' }), release('c', 0.6)])
    const merged = mergeResults(local, server, 'releases')
    expect(ids(merged)).toEqual(['a', 'c', 'b'])
    expect(merged.releases.items[0]?.title).toBe('new')
    expect(merged.releases.total).toBe(3)
  })

  test('keep the server’s order among equals, and its total when it knows of more', () => {
    const merged = mergeResults(of([release('x', 0.5)]), of([release('z', 0.5), release('y', 0.5)], 700), 'releases')
    expect(ids(merged)).toEqual(['z', 'y', 'x'])
    expect(merged.releases.total).toBe(700)
  })

  test('tell artists apart without case and accents', () => {
    expect(hitKey(artist('Björk', 1))).toBe(hitKey(artist('BJORK', 0)))
    expect(hitKey(artist('Björk', 1))).not.toBe(
      hitKey({ kind: 'label', label: 'Björk', releases: 1, logo: '', _score: 1 }),
    )
  })

  test('say of the best how many there are in all sections together', () => {
    const section = (total: number) => ({ items: [], total })
    const server = { ...EMPTY_RESULT, tracks: section(1), artists: section(20), labels: section(300), releases: section(4000) } // biome-ignore format: one line
    expect(mergeResults(null, server, 'top').top.total).toBe(4321)
    expect(mergeResults({ ...EMPTY_RESULT, top: { items: [artist('a', 1), artist('b', 1)], total: 2 } }, null, 'top').top.total).toBe(2) // biome-ignore format: one line
  })

  test('need not both be there', () => {
    expect(mergeResults(null, null, 'top')).toEqual(EMPTY_RESULT)
    expect(ids(mergeResults(of([release('a', 1)]), null, 'releases'))).toEqual(['a'])
  })

  test('give the same list whichever part was there first: no hit twice, best first, within the limit', () => {
    const hits = fc.uniqueArray(
      fc.record({ id: fc.integer({ max: 12, min: 0 }), score: fc.integer({ max: 9, min: 0 }) }),
      {
        selector: ({ id }) => id,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(hits, hits, (one, other) => {
        const result = (list: typeof one) =>
          of(list.map(({ id, score }) => release(`r${id}`, score / 10)).sort((a, b) => b._score - a._score))
        const { items } = mergeResults(result(one), result(other), 'top').releases
        expect(items.length).toBe(Math.min(5, new Set([...one, ...other].map(({ id }) => id)).size))
        expect(new Set(items.map(hitKey)).size).toBe(items.length)
        for (const [at, hit] of items.entries()) expect(hit._score).toBeLessThanOrEqual(items[at - 1]?._score ?? 1)
      }),
    )
  })
})

test('SEARCH-007: the top list mixes at most six by score; of equals the artist comes first', () => {
  const lists = {
    ...EMPTY_RESULT,
    releases: { items: ['a', 'b', 'c', 'd'].map((id) => release(id, 0.7)), total: 4 },
    artists: { items: [artist('x', 0.7), artist('y', 0.9), artist('z', 0.1)], total: 3 },
  }
  const { items, total } = mixTop(lists)
  expect(items.map((hit) => (hit.kind === 'artist' ? hit.artist : hit.kind === 'release' ? hit.releaseid : ''))).toEqual([
    'y', 'x', 'a', 'b', 'c', 'd',
  ]) // biome-ignore format: one line
  expect(total).toBe(7)
})

test('SEARCH-010, SEARCH-011: a category page holds 100, every list of the overview 5', () => {
  expect(sectionLimit('tracks', 'tracks')).toBe(100)
  expect(sectionLimit('tracks', 'artists')).toBe(5)
  for (const section of ['tracks', 'artists', 'labels', 'releases'] as const)
    expect(sectionLimit('top', section)).toBe(5)
})

test.each(['tracks', 'artists', 'labels', 'releases'] as const)(
  'SEARCH-010: two answers are mixed to a hundred of %s where that is the page, and five elsewhere',
  (section) => {
    const many = <T>(make: (n: number) => T) => ({ items: Array.from({ length: 60 }, (_, n) => make(n)), total: 60 })
    const answer = (from: number): SearchResult => ({
      ...EMPTY_RESULT,
      tracks: many((n) => ({ ...aSong(`s${from + n}`, n), kind: 'track', _score: 0.5 })),
      artists: many((n) => artist(`artist ${from + n}`, 0.5)),
      labels: many((n) => ({ kind: 'label', label: `label ${from + n}`, releases: 1, logo: '', _score: 0.5 })),
      releases: many((n) => release(`r${from + n}`, 0.5)),
    })
    const { top: _top, ...lists } = mergeResults(answer(0), answer(60), section)
    const sizes = Object.entries(lists).map(([name, { items }]) => [name, items.length])
    expect(Object.fromEntries(sizes)).toEqual({ tracks: 5, artists: 5, labels: 5, releases: 5, [section]: 100 })
  },
)

test('SEARCH-009: there is more to see when a fifth is known or counted', () => {
  expect(hasMore({ items: [1, 2, 3, 4], total: 4 })).toBe(false)
  expect(hasMore({ items: [1, 2, 3, 4, 5], total: 5 })).toBe(true)
  expect(hasMore({ items: [1, 2, 3, 4], total: 9 })).toBe(true)
})

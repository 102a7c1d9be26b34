import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aCard, aSong } from '#tests/support/story.ts'
import type { ReleaseCard, Song } from '../catalogue/release.ts'
import { SEARCH_TOTAL_MAX } from '../constants.ts'
import { foundWords, spellings } from '../text/spellings.ts'
import { SearchIndex } from './index.ts'
import { markedWords, markRanges } from './marks.ts'
import { EMPTY_RESULT, mergeResults } from './merge.ts'
import { parseSearch } from './query.ts'
import { bestScore, isJoining, slips, slipsAllowed, type Term } from './score.ts'
import { termsOf, typedWords } from './typed.ts'

const unseen = { release: () => undefined, song: () => undefined }
const indexOf = (cards: readonly ReleaseCard[], songs: readonly Song[] = [], max?: number) => {
  const index = new SearchIndex(max)
  for (const card of cards) index.addRelease(card)
  for (const song of songs) index.addSong(song)
  return index
}
const find = (index: SearchIndex, typed: string) => index.search(parseSearch(typed), 'releases', unseen, true)
const titles = (index: SearchIndex, typed: string) => find(index, typed).releases.items.map(({ title }) => title)

const cards = [
  aCard('1', { title: 'Slow Harbour', artist: 'Ines Kettering', labels: [{ name: 'Dockside' }], genres: ['Folk'] }),
  aCard('2', { title: 'Harbour at Five', artist: 'Yun Seok-Ha', labels: [{ name: 'North Pier' }], genres: ['Pop'] }),
  aCard('3', { title: 'Café Bleu', artist: 'Björk Guðmunds', labels: [{ name: 'Dockside' }], genres: ['Jazz', 'Pop'] }),
  aCard('4', { title: 'Harbourmaster', artist: 'Ines Kettering', labels: [{ name: 'North Pier' }], genres: ['Folk'] }),
]

describe('the index', () => {
  const index = indexOf(cards, [aSong('t1', 1, { releaseid: '3', title: 'Été', artist: 'Björk Guðmunds' })])

  test('finds by the beginning of any word, without case and accents', () => {
    expect(titles(index, 'HARB')).toEqual(
      ['Harbour at Five', 'Slow Harbour', 'Harbourmaster'].sort(byScore(index, 'harb')),
    )
    expect(titles(index, 'cafe')).toEqual(['Café Bleu'])
    expect(find(index, 'ete').tracks.items.map(({ trackid }) => trackid)).toEqual(['t1'])
    expect(find(index, 'bjork').artists.items.map(({ artist }) => artist)).toEqual(['Björk Guðmunds'])
  })

  test('H-478: finds what holds no word by its signs, and marks them', () => {
    const signs = indexOf([aCard('1', { title: '???', artist: '!!!' }), aCard('2', { title: 'Why?', artist: 'Oh!' })])
    expect(titles(signs, '?')).toEqual(['???'])
    expect(find(signs, '!!!').artists.items.map(({ artist }) => artist)).toEqual(['!!!'])
    expect(titles(signs, 'why ???')).toEqual(['Why?'])
    expect(markRanges('!!!', markedWords('!!'))).toEqual([[0, 2]])
    expect(markRanges('Oh!', markedWords('!!'))).toEqual([])
  })

  test('says "at least" of what it has not counted to its end, and of all of it together', () => {
    const many = (count: number) =>
      indexOf(Array.from({ length: count }, (_, n) => aCard(`m${n}`, { title: 'Harbour', artist: 'Ines Kettering' })))
    const whole = find(many(SEARCH_TOTAL_MAX - 1), 'harbour')
    expect([whole.releases.total, whole.releases.atLeast, whole.top.atLeast]).toEqual([
      SEARCH_TOTAL_MAX - 1,
      undefined,
      undefined,
    ])
    const cut = find(many(SEARCH_TOTAL_MAX + 1), 'harbour')
    expect([cut.releases.total, cut.releases.atLeast, cut.top.atLeast]).toEqual([SEARCH_TOTAL_MAX, true, true])
    expect(cut.artists.atLeast).toBeUndefined()
    const merged = mergeResults(cut, { ...EMPTY_RESULT, releases: { items: [], total: 700 } }, 'releases')
    expect([merged.releases.total, merged.releases.atLeast]).toEqual([SEARCH_TOTAL_MAX, true])
  })

  test('H-460: one letter that is a word finds it anywhere in a title, any other the titles that begin with it', () => {
    const words = indexOf([
      aCard('1', { title: 'Songs of 愛' }),
      aCard('2', { title: '純愛' }),
      aCard('3', { title: '愛のうた' }),
      aCard('4', { title: 'Songs of Air' }),
      aCard('5', { title: 'Air' }),
    ])
    expect(titles(words, '愛').sort()).toEqual(['Songs of 愛', '愛のうた', '純愛'].sort())
    expect(titles(words, 'a')).toEqual(['Air'])
  })

  test('H-455: a name that repeats a word stands before one that does not', () => {
    const talk = indexOf([
      aCard('1', { title: 'Talk', artist: 'Yun Seok-Ha' }),
      aCard('2', { title: 'Spirit', artist: 'Talk Talk' }),
    ])
    expect(find(talk, 'Talk Talk').top.items[0]).toMatchObject({ kind: 'artist', artist: 'Talk Talk' })
    expect(find(talk, 'talk').top.items[0]).toMatchObject({ kind: 'release', title: 'Talk' })
  })

  test('H-456: a joining word that is written otherwise hides nothing', () => {
    const joined = indexOf([
      aCard('1', { title: 'Bookends', artist: 'Simon & Garfunkel' }),
      aCard('2', { title: 'Numb', artist: 'Rihanna feat. Jay-Z' }),
      aCard('3', { title: 'With You', artist: 'Ines Kettering' }),
      aCard('4', { title: 'Us and Them', artist: 'Yun Seok-Ha' }),
    ])
    expect(titles(joined, 'simon and garfunkel')).toEqual(['Bookends'])
    expect(titles(joined, 'artist:"Simon und Garfunkel"')).toEqual(['Bookends'])
    expect(titles(joined, 'rihanna ft jay-z')).toEqual(['Numb'])
    // At an end it joins nothing.
    expect(titles(joined, 'with ines')).toEqual(['With You'])
    expect(titles(joined, 'them with')).toEqual([])
  })

  test('H-457: a name is found by what is typed where its letters are held apart', () => {
    const apart = indexOf(
      [
        aCard('1', { title: 'Automatic', artist: 'R.E.M.' }),
        aCard('2', { title: 'AC/DC', artist: 'Yun Seok-Ha' }),
        aCard('3', { title: 'Remix', artist: 'Ines Kettering' }),
      ],
      [aSong('t1', 1, { releaseid: '1', title: 'Slow', artist: 'R.E.M.', version: 'B-Side' })],
    )
    expect(find(apart, 'rem').top.items[0]).toMatchObject({ kind: 'artist', artist: 'R.E.M.' })
    expect(find(apart, 'rem').artists.items[0]?._score).toBe(find(apart, 'r.e.m.').artists.items[0]?._score)
    expect(find(apart, 'rem slow bside').tracks.items).toMatchObject([{ trackid: 't1' }])
    expect(find(apart, 'acdc').top.items[0]).toMatchObject({ kind: 'release', title: 'AC/DC' })
    expect(titles(apart, 'artist:rem')).toEqual(['Automatic'])
  })

  test('H-459: of what answers alike the newest comes first, in every list', () => {
    const one = { title: 'Harbour', artist: 'Ada Ash', available: '2026-01-01' }
    const other = { title: 'Harbour', artist: 'Ada Bell', available: '2026-02-01' }
    const dated = indexOf(
      [aCard('1', one), aCard('2', other), aCard('3', { ...one, available: '2025-01-01', artist: 'Ada Aldous' })],
      [aSong('t1', 1, { ...one, releaseid: '1' }), aSong('t2', 1, { ...other, releaseid: '2' })],
    )
    const { releases, tracks } = find(dated, 'harbour')
    expect(releases.items.map(({ releaseid }) => releaseid)).toEqual(['2', '1', '3'])
    expect(tracks.items.map(({ trackid }) => trackid)).toEqual(['t2', 't1'])
    expect(find(dated, 'ada').artists.items.map(({ artist }) => artist)).toEqual(['Ada Bell', 'Ada Ash', 'Ada Aldous'])
    // Also where they are asked for by operators alone.
    expect(titles(dated, 'artist:ada').length).toBe(3)
  })

  test('H-460: what stands inside a name without spaces is found, in either kana', () => {
    const kana = indexOf([
      aCard('1', { title: '無罪モラトリアム', artist: '椎名林檎' }),
      aCard('2', { title: 'あいみょん', artist: 'Ines Kettering' }),
    ])
    expect(find(kana, '林檎').artists.items.map(({ artist }) => artist)).toEqual(['椎名林檎'])
    expect(titles(kana, 'モラ')).toEqual(['無罪モラトリアム'])
    expect(titles(kana, 'もら')).toEqual(['無罪モラトリアム'])
    expect(titles(kana, 'アイミョン')).toEqual(['あいみょん'])
    expect(titles(kana, 'artist:林檎')).toEqual(['無罪モラトリアム'])
    expect(titles(kana, '檎林')).toEqual([])
  })

  test('offers no slip before the server has said that nothing begins as typed: little is known here', () => {
    const asTyped = (typed: string) => index.search(parseSearch(typed), 'releases', unseen, false)
    for (const typed of ['harbuor', 'ketering', 'artist:ketering', 'slow harbuor'])
      expect(asTyped(typed), typed).toEqual(EMPTY_RESULT)
    expect(asTyped('slow harb').releases.items.map(({ title }) => title)).toEqual(['Slow Harbour'])
  })

  test('forgives slips of the finger where nothing begins as typed', () => {
    expect(titles(index, 'harbuor slow')).toEqual(['Slow Harbour'])
    expect(titles(index, 'ketering')).toHaveLength(2)
    expect(titles(index, 'zzzzqqq')).toEqual([])
  })

  test('counts the releases of artists and labels and shows the newest cover', () => {
    const hit = find(index, 'ines').artists.items[0]
    expect(hit).toMatchObject({ artist: 'Ines Kettering', releases: 2, thumbnail: '/art/4-300.webp' })
    expect(find(index, 'dockside').labels.items[0]).toMatchObject({ label: 'Dockside', releases: 2 })
  })

  test('an artist or label of an answer counts what the server counted, and keeps the picture that is known', () => {
    const learned = indexOf(cards.slice(0, 1))
    learned.addArtist({
      kind: 'artist',
      artist: 'Ines Kettering',
      releases: 9,
      thumbnail: '/other',
      coverart: '/other',
      _score: 1,
    })
    learned.addLabel({ kind: 'label', label: 'Dockside', releases: 7, logo: '/dockside', _score: 1 })
    learned.addLabel({ kind: 'label', label: 'Dockside', releases: 8, logo: '/later', _score: 1 })
    learned.addArtist({
      kind: 'artist',
      artist: 'Nils Hall',
      releases: 3,
      thumbnail: '/nils',
      coverart: '/nils-big',
      _score: 1,
    })
    expect(find(learned, 'ines').artists.items[0]).toMatchObject({ releases: 9, thumbnail: '/art/1-300.webp' })
    expect(find(learned, 'dockside').labels.items[0]).toMatchObject({ releases: 8, logo: '/dockside' })
    expect(find(learned, 'nils').artists.items[0]).toMatchObject({ releases: 3, thumbnail: '/nils', coverart: '/nils-big' }) // biome-ignore format: one line
  })

  test.each([
    ['artist:ines', ['Harbourmaster', 'Slow Harbour']],
    ['harbour label:"north pier"', ['Harbour at Five', 'Harbourmaster']],
    ['genre:pop', ['Café Bleu', 'Harbour at Five']],
    ['harbour genre:folk artist:ketering label:dock', ['Slow Harbour']],
    ['label:nowhere', []],
  ])('the operators of %j leave %j', (typed, wanted) => {
    expect(new Set(titles(index, typed))).toEqual(new Set(wanted))
  })

  test('an operator narrows artists and labels by their releases', () => {
    expect(find(index, 'genre:jazz').artists.items.map(({ artist }) => artist)).toEqual(['Björk Guðmunds'])
    expect(
      find(index, 'label:"north pier"')
        .artists.items.map(({ artist }) => artist)
        .sort(compare),
    ).toEqual(['Ines Kettering', 'Yun Seok-Ha'])
    expect(find(index, 'artist:bjork').labels.items.map(({ label }) => label)).toEqual(['Dockside'])
  })

  test('the top list mixes kinds by score', () => {
    const { top } = find(index, 'ines kettering')
    expect(top.items[0]?.kind).toBe('artist')
    expect(top.items.map(({ _score }) => _score)).toEqual(
      [...top.items.map(({ _score }) => _score)].sort((a, b) => b - a),
    )
  })

  test('knows the releases of one artist or label by its exact name', () => {
    expect(index.releasesOf('artist', 'INES kettering', unseen).map(({ releaseid }) => releaseid)).toEqual(['1', '4'])
    expect(index.releasesOf('label', 'north pier', unseen).map(({ releaseid }) => releaseid)).toEqual(['2', '4'])
    expect(index.releasesOf('artist', 'ines', unseen)).toEqual([])
  })

  test('shows the newest of what it knows, and its old names no longer', () => {
    const changing = indexOf(cards)
    changing.addRelease({ ...(cards[0] as ReleaseCard), title: 'Fast Harbour' })
    expect(titles(changing, 'slow')).toEqual([])
    expect(titles(changing, 'fast')).toEqual(['Fast Harbour'])
    const flagged = { ...(cards[1] as ReleaseCard), flagged: true }
    const current = { ...unseen, release: () => flagged }
    const hit = changing.search(parseSearch('five'), 'releases', current, false).releases.items[0]
    expect(hit?.flagged).toBe(true)
  })

  test('a release that is gone is found no more, nor its songs, nor who had nothing else', () => {
    const shrinking = indexOf(cards, [aSong('t1', 1, { releaseid: '3', title: 'Été', artist: 'Björk Guðmunds' })])
    shrinking.dropRelease('3')
    const { releases, tracks, artists, labels } = find(shrinking, 'bjork')
    expect([releases.total, tracks.total, artists.total, labels.total]).toEqual([0, 0, 0, 0])
    expect(find(shrinking, 'dockside').labels.items[0]?.releases).toBe(1)
  })

  test('holds a bounded number of documents, those that were seen last', () => {
    const many = Array.from({ length: 500 }, (_, n) => aCard(`r${n}`, { title: `Title ${n}`, artist: `Artist ${n}` }))
    const small = indexOf(many, [], 100)
    expect(small.size).toBeLessThanOrEqual(202)
    expect(titles(small, '"title" 499')).toEqual(['Title 499'])
    expect(titles(small, 'artist:"artist 3"')).not.toContain('Title 3')
    // What is seen again stays.
    for (const card of many.slice(0, 300)) {
      small.addRelease(many[499] as ReleaseCard)
      small.addRelease(card)
    }
    expect(titles(small, '499')).toEqual(['Title 499'])
  })
})

const compare = (a: string, b: string) => (a < b ? -1 : 1)
function byScore(index: SearchIndex, typed: string) {
  const scores = new Map(find(index, typed).releases.items.map(({ title, _score }) => [title, _score]))
  return (a: string, b: string) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0)
}

/** The same search by looking at every release in turn. */
function naive(all: readonly ReleaseCard[], typed: string) {
  const vocabulary = [
    ...new Set(
      all.flatMap(({ title, artist, labels }) => foundWords(title, artist, ...labels.map(({ name }) => name))),
    ),
  ]
  const { words, order, joining } = typedWords(typed)
  const terms = (onlyMissing: boolean): Term[] =>
    termsOf({ words, order, joining }).map((own) => {
      const word = own[0]?.word ?? ''
      const begins = vocabulary.some((one) => one.startsWith(word))
      if (isJoining(own) || slipsAllowed(word.length) === 0 || (onlyMissing && begins)) return own
      const near = vocabulary
        .map((one) => ({ one, count: slips(word, one) }))
        .filter(({ count }) => count > 0 && count <= slipsAllowed(word.length))
        .sort((a, b) => a.count - b.count || a.one.length - b.one.length || compare(a.one, b.one))
        .slice(0, 8)
      return [...own, ...near.map(({ one, count }) => ({ word: one, weight: 0.8 ** count }))]
    })
  const among = (list: Term[]) =>
    all
      .map((card) => ({
        card,
        names: spellings(card.title),
        beside: foundWords(card.artist, ...card.labels.map(({ name }) => name)),
      }))
      .filter(({ card, beside }) =>
        list.every(
          (term) =>
            isJoining(term) ||
            [...foundWords(card.title), ...beside].some((one) => term.some(({ word }) => one.startsWith(word))),
        ),
      )
      .map(({ card, names, beside }) => ({
        id: card.releaseid,
        at: card.available,
        score: bestScore({ terms: list, order }, names, beside, 0),
      }))
      .sort((a, b) => b.score - a.score || (a.at === b.at ? compare(a.id, b.id) : compare(b.at, a.at)))
      .map(({ id, score }) => ({ id, score }))
  return words.length === 0 ? [] : [among(terms(true)), among(terms(false))]
}

test('finds, scores and orders exactly as a look at every release does', () => {
  const word = fc.constantFrom(
    'anna',
    'annas',
    'anton',
    'harbour',
    'harbor',
    'harbours',
    'blue',
    'bleu',
    'été',
    'night',
    'drive',
    'nihgt',
    'and',
    'und',
    'an-na',
    'blu',
    'a.n.n',
    '椎名林檎',
    '林檎',
    'ラーメン',
    'メンタイ',
  )
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
  const catalogue = fc
    .array(fc.record({ title: name, artist: name, label: name, day: fc.integer({ min: 10, max: 12 }) }), {
      maxLength: 25,
    })
    .map((list) =>
      list.map(({ title, artist, label, day }, at) =>
        aCard(`r${at}`, { title, artist, labels: [{ name: label }], available: `2026-11-${day}` }),
      ),
    )
  const typed = fc
    .array(
      fc.oneof(
        word,
        word.map((one) => one.slice(0, 3)),
        fc.constantFrom('名林', '林檎', 'めん'),
        fc.string({ unit: fc.constantFrom(...'anthrbou'), minLength: 2, maxLength: 7 }),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .chain((words) => fc.constantFrom(words, [...words, ...words], [...words, words[0]]))
    .map((words) => words.join(' '))
  fc.assert(
    fc.property(catalogue, typed, (all, query) => {
      const found = find(indexOf(all), query)
      const [exact = [], wide = []] = naive(all, query)
      const nothing = exact.length === 0 && found.artists.total === 0 && found.labels.total === 0
      const wanted = exact.length > 0 ? exact : nothing ? wide : found.releases.items.length === 0 ? [] : wide
      expect(found.releases.items.map(({ releaseid: id, _score: value }) => ({ id, score: value }))).toEqual(wanted)
      expect(found.releases.total).toBe(wanted.length)
    }),
    { numRuns: 500 },
  )
})

test('the same events give the same answers, in the same order', () => {
  const seen = fc.array(
    fc.record({ id: fc.integer({ max: 9, min: 0 }), title: fc.constantFrom('a b', 'b c', 'c a'), gone: fc.boolean() }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(seen, (steps) => {
      const [one, other] = [new SearchIndex(20), new SearchIndex(20)]
      for (const index of [one, other])
        for (const { id, title, gone } of steps)
          if (gone) index.dropRelease(`r${id}`)
          else index.addRelease(aCard(`r${id}`, { title, artist: title }))
      for (const typed of ['a', 'b', 'c a', 'artist:b', 'genre:x']) expect(find(one, typed)).toEqual(find(other, typed))
    }),
  )
})

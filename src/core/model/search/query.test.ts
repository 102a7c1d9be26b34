import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aCard, aSong } from '#tests/support/story.ts'
import type { SearchHit } from './hits.ts'
import { EMPTY_RESULT } from './merge.ts'
import { beginsAsTyped, hasOperators, hitFits, isEmptyQuery, nameFits, parseSearch, scoredWords } from './query.ts'
import { cleanTerm, sameTerm } from './term.ts'

const nothing = { text: '', artist: [], label: [], genre: [] }

describe('a query', () => {
  test.each([
    ['slow harbour', { ...nothing, text: 'slow harbour' }],
    ['artist:ines slow', { ...nothing, text: 'slow', artist: ['ines'] }],
    ['slow LABEL:"North Pier" road', { ...nothing, text: 'slow road', label: ['North Pier'] }],
    ['genre: jazz genre:“late night”', { ...nothing, genre: ['jazz', 'late night'] }],
    ['label:"north pi', { ...nothing, label: ['north pi'] }],
    ['artist:', nothing],
    ['artist:"" x', { ...nothing, text: 'x' }],
    ['the artist:', { ...nothing, text: 'the' }],
    ['rap-artist:x', { ...nothing, text: 'rap-artist:x' }],
    ['year:1999', { ...nothing, text: 'year:1999' }],
    ['artist:a artist:b', { ...nothing, artist: ['a', 'b'] }],
    ['  ', nothing],
  ])('%j is read as %j', (typed, query) => {
    expect(parseSearch(typed)).toEqual(query)
  })

  test.each([
    ['artist：「椎名 林檎」 夜', { ...nothing, text: '夜', artist: ['椎名 林檎'] }],
    ['label：„North Pier“ x', { ...nothing, text: 'x', label: ['North Pier'] }],
    ['genre:«late night» artist：『a b', { ...nothing, genre: ['late night'], artist: ['a b'] }],
  ])('H-458: %j is read with the signs of its keyboard', (typed, query) => {
    expect(parseSearch(typed)).toEqual(query)
  })

  test('is any text: reading it never fails, and its words come from it', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(
          'artist:',
          'label:"',
          'genre:',
          '"',
          '“',
          '”',
          '「',
          '：',
          ' ',
          ':',
          'a',
          'é',
          '\n',
          '\u0000',
          '\ud800',
          '(',
        ),
        fc.string({ unit: 'binary', maxLength: 5 }),
      ),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const typed = parts.join('')
        const query = parseSearch(typed)
        expect(scoredWords(query).words.length).toBeLessThanOrEqual(8)
        for (const value of [...query.artist, ...query.label, ...query.genre]) expect(value.trim()).toBe(value)
        expect(hasOperators(query)).toBe([query.artist, query.label, query.genre].some((list) => list.length > 0))
      }),
      { numRuns: 2000 },
    )
  })

  test('scores by words, artists and labels; a track not by its label; genres never', () => {
    const query = parseSearch('slow artist:ines label:pier genre:folk slow')
    expect(scoredWords(query).words).toEqual(['slow', 'ines', 'pier'])
    expect(scoredWords(query, false).words).toEqual(['slow', 'ines'])
  })

  test('SEARCH-005: is empty when there is nothing to look for', () => {
    for (const typed of ['', '   ', "'", 'artist:', 'label:""']) expect(isEmptyQuery(parseSearch(typed))).toBe(true)
    for (const typed of ['a', 'genre:x', '…']) expect(isEmptyQuery(parseSearch(typed))).toBe(false)
  })
})

test.each([
  ['Björk Guðmunds', 'bjork', true],
  ['Ines Kettering', 'ketering ines', true],
  ['Ines Kettering', 'kett', true],
  ['Ines Kettering', 'kettle', true],
  ['Ines Kettering', 'nils', false],
  ['North Pier', 'north quay', false],
])('the name %j and %j: %s', (name, value, fits) => {
  expect(nameFits(name, value, true)).toBe(fits)
  // As typed, only what begins so.
  expect(nameFits(name, value, false)).toBe(fits && !value.startsWith('kettle') && !value.startsWith('ketering'))
})

test('H-478: signs are looked for where no word was typed', () => {
  expect(scoredWords(parseSearch('!!!')).words).toEqual(['!!!'])
  expect(scoredWords(parseSearch('artist:"!!!"')).words).toEqual(['!!!'])
  expect(scoredWords(parseSearch('slow - artist:ines')).words).toEqual(['slow', 'ines'])
  expect(scoredWords(parseSearch('- artist:ines')).words).toEqual(['ines'])
  expect([nameFits('!!!', '!!', false), nameFits('Panic!', '!', false)]).toEqual([true, false])
})

test('H-456: a joining word between two others need not be there, at an end it must', () => {
  expect(nameFits('Simon & Garfunkel', 'simon and garfunkel', false)).toBe(true)
  expect(nameFits('Simon & Garfunkel', 'simon and', false)).toBe(false)
  const artist = { kind: 'artist' as const, artist: 'Simon & Garfunkel', releases: 1, thumbnail: '', coverart: '', _score: 1 } // biome-ignore format: one line
  const answer = { ...EMPTY_RESULT, artists: { items: [artist], total: 1 } }
  expect(beginsAsTyped(answer, parseSearch('simon and garfunkel'))).toBe(true)
})

describe('what operators let through', () => {
  const labels = [{ name: 'North Pier' }]
  const release: SearchHit = { ...aCard('1', { artist: 'Ines', labels, genres: ['Folk'] }), kind: 'release', _score: 1 }
  const track: SearchHit = { ...aSong('t', 1, { artist: 'Ines', labels, genres: ['Folk'] }), kind: 'track', _score: 1 }
  const artist: SearchHit = { kind: 'artist', artist: 'Ines', releases: 1, thumbnail: '', coverart: '', _score: 1 }
  const label: SearchHit = { kind: 'label', label: 'North Pier', releases: 1, logo: '', _score: 1 }
  const fits = (hit: SearchHit, typed: string, has = false) => hitFits(hit, parseSearch(typed), true, () => has)

  test('releases and tracks by artist, label and genre', () => {
    for (const hit of [release, track]) {
      expect(fits(hit, 'artist:ines label:"north pier" genre:folk')).toBe(true)
      for (const typed of ['artist:nils', 'label:south', 'genre:jazz']) expect(fits(hit, typed)).toBe(false)
    }
  })

  test('one of several genres or labels is enough, and every operator has to fit', () => {
    const more = [{ name: 'South Quay' }, ...labels]
    const mixed: SearchHit = { ...aCard('1', { artist: 'Ines', labels: more, genres: ['Jazz', 'Folk'] }), kind: 'release', _score: 1 } // biome-ignore format: one line
    for (const typed of ['genre:folk', 'genre:jazz genre:folk', 'label:"north pier" label:south'])
      expect(fits(mixed, typed)).toBe(true)
    for (const typed of ['genre:folk genre:rock', 'label:south label:east', 'artist:ines artist:nils'])
      expect(fits(mixed, typed)).toBe(false)
  })

  test('artists and labels by their own name, and otherwise by their releases', () => {
    expect([fits(artist, 'artist:ines'), fits(artist, 'artist:nils')]).toEqual([true, false])
    expect([fits(label, 'label:pier'), fits(label, 'label:quay')]).toEqual([true, false])
    for (const hit of [artist, label]) {
      expect(fits(hit, 'genre:folk', true)).toBe(true)
      expect(fits(hit, 'genre:folk', false)).toBe(false)
      expect(fits(hit, 'plain words')).toBe(true)
    }
  })
})

describe('an answer begins as was typed', () => {
  const song = {
    ...aSong('r.1', 1, { title: 'Delay', artist: 'Ada', version: 'Radio Edit', labels: [] }),
    kind: 'track',
  } as const
  const card = { ...aCard('r', { title: 'Slow Weather', artist: 'Ben', labels: [{ name: 'Kestrel' }] }), kind: 'release' } as const // biome-ignore format: one line
  const answer = {
    ...EMPTY_RESULT,
    tracks: { items: [{ ...song, _score: 1 }], total: 1 },
    artists: { items: [{ kind: 'artist' as const, artist: 'Nadia', releases: 1, thumbnail: '', coverart: '', _score: 1 }], total: 1 }, // biome-ignore format: one line
    labels: { items: [{ kind: 'label' as const, label: 'Harbour', releases: 1, logo: '', _score: 1 }], total: 1 },
    releases: { items: [{ ...card, _score: 1 }], total: 1 },
  }
  const begins = (typed: string) => beginsAsTyped(answer, parseSearch(typed))

  test.each(['nad', 'harb', 'slow', 'kestr', 'del', 'rad', 'ada edit', 'BEN weather'])('%s', (typed) => {
    expect(begins(typed)).toBe(true)
  })

  test.each(['adia', 'lay', 'nad harb', 'slow x'])('%s does not', (typed) => {
    expect(begins(typed)).toBe(false)
  })

  test('only in the best that were found counts as well', () => {
    const top = { items: [{ ...card, _score: 1 }], total: 1 }
    expect(beginsAsTyped({ ...EMPTY_RESULT, top }, parseSearch('slow'))).toBe(true)
    expect(beginsAsTyped(EMPTY_RESULT, parseSearch('slow'))).toBe(false)
  })
})

test('SEARCH-016: terms are trimmed and compared without case', () => {
  expect(cleanTerm('  a   b\n')).toBe('a b')
  expect(cleanTerm('a\ud83c b\udfa7 🎧')).toBe('a b 🎧')
  expect(sameTerm(' Night  Drive', 'night drive ')).toBe(true)
  expect(sameTerm('night', 'nights')).toBe(false)
})

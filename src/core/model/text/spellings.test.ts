import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchWords } from './fold.ts'
import { foundWords, innerWords, joinedWords, spellings } from './spellings.ts'

test.each([
  ['R.E.M.', ['rem']],
  ['R. E. M.', ['rem']],
  ['AC/DC', ['acdc']],
  ['AC／DC', ['acdc']],
  ['T.N.T. (Live)', ['tnt', 'live']],
  ['N W A', ['nwa']],
  ['Jay‑Z', ['jayz']],
  ['The Notorious B.I.G.', ['the', 'notorious', 'big']],
  ['Plan B', []],
  ['Slow Harbour - Live', []],
  ['Dr. Dre', []],
  ['1 2 3', []],
  ['…', []],
])('H-457: %j in one is %j', (text, joined) => {
  expect(joinedWords(text)).toEqual(joined)
})

test('H-457: what is found by is what is written and what is joined', () => {
  expect(spellings('AC/DC Live')).toEqual([['ac', 'dc', 'live'], ['acdc', 'live']]) // biome-ignore format: one line
  expect(spellings('Plan B')).toEqual([['plan', 'b']])
  expect(foundWords('R.E.M.', 'Plan B')).toEqual(['r', 'e', 'm', 'plan', 'b', 'rem'])
})

test.each([
  ['椎名林檎', ['名林檎', '林檎', '檎']],
  ['ラーメン', ['ーメン', 'メン', 'ン']],
  ['รักแท้', ['กแท้', 'แท้', 'ท้']],
  ['harbour', []],
  ['한국', []],
  ['dj林檎', ['林檎', '檎']],
])('H-460: inside the run %j begins %j', (word, inner) => {
  expect(innerWords(word)).toEqual(inner)
})

test('a plain text that is told at once to hold nothing apart does not', () => {
  const texts = fc.string({ unit: fc.constantFrom(..."aBc1 ./-&'"), maxLength: 12 })
  fc.assert(
    fc.property(texts, (text) => {
      const joined = joinedWords(text)
      // The same letters, and what goes through every test.
      if (joined.length > 0) expect(joined.join('')).toBe(searchWords(text).join(''))
      expect(joinedWords(`${text} été`).slice(0, -1)).toEqual(joined)
    }),
  )
})

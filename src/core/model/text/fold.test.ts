import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fold as serverFold } from '#server/store/catalogue/fold.ts'
import { searchWords as serverWords } from '#server/store/catalogue/words.ts'
import { fold, searchWords } from './fold.ts'
import { placedWords } from './placedWords.ts'

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(..."aÀÉéøŁßÆœŉ ’‘ʻʼ´ˋ｀`'-.\u1fef\u1ffd\u0301\u0327ΟΔΟΣςİıﬁ日本한"),
    maxLength: 30,
  }),
  // Marks that are vowels or make another letter, in every way they are written; joiners and apostrophes between them.
  fc.string({
    unit: fc.constantFrom(...'aかはｶﾊ1กนകകশीिः ’´＇゛\u3099\u309aﾞﾟ\u0301ำ้ຳ\u094d\u0d4d\u200d\u200c\ufe0f'),
    maxLength: 30,
  }),
  // What nobody sees, between letters, marks and spaces.
  fc.string({
    unit: fc.constantFrom(
      ...'aקéمðþ\u0640\u064e\ufe71\u0301 ハ\u3099ﾞ-\u00ad\u061c\u200e\u200f\u2060\u034f\u1160\u3164\ufe0f\u200c\u200d',
    ),
    maxLength: 30,
  }),
)

test.each([
  ['Beyoncé', 'beyonce'],
  ['  SIGUR   RÓS ', 'sigur ros'],
  ['Mø & Łódź', 'mo & lodz'],
  ['Straße', 'strasse'],
  ['Ａｂｃ ﬁn', 'abc fin'],
  ['Ёлка Йод', 'елка иод'],
  ['Ώρα', 'ωρα'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Οδός', 'οδοσ'],
  ['IŞIK', 'isik'],
  ['ışık', 'isik'],
  ['İstanbul', 'istanbul'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['محمـد عبده', 'محمد عبده'],
  ['محـَمـّد', 'محمد'],
  ['مﹱ', 'م'],
  ['Daði Freyr', 'dadi freyr'],
  ['Þórunn', 'thorunn'],
  ['Ħal Ŧana Ŋala', 'hal tana nala'],
  ['I ❤️ NY', 'i ❤ ny'],
  ['ひらがな ゔぁ', 'ヒラガナ ヴァ'],
  ['葛\u{e0100}城', '葛城'],
])('%j is compared as %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test.each([
  ['バンド', 'ハント'],
  ['パンク', 'バンク'],
  ['ガール', 'カール'],
  ['கின்', 'கன்'],
  ['हिंदी', 'हद'],
  ['ที่', 'ทู่'],
  ['น้ำ', 'นา'],
])('%j and %j are different names', (one, other) => {
  expect(fold(one)).not.toBe(fold(other))
  expect(searchWords(one)).not.toEqual(searchWords(other))
})

test.each([
  ['バンド', 'ﾊﾞﾝﾄﾞ', 'ハ\u3099ント\u3099'],
  // Zero-width joiners say how letters are drawn.
  ['শ্রী', 'শ্\u200dরী', 'শ্\u200cরী'],
])('%j is one word however it was written', (...texts) => {
  for (const text of texts) expect(searchWords(text)).toEqual([fold(texts[0])])
})

test('a syllable of Hangul is found while it is typed', () => {
  expect(fold('한국').startsWith(fold('하'))).toBe(true)
})

test.each([['\u200e'], ['\u200f'], ['\u061c'], ['\u00ad'], ['\u2060']])('H-108: %j makes no other name', (mark) => {
  for (const text of [`${mark}Bomba`, `Bom${mark}ba`, `Bomba${mark}`, ` ${mark} Bomba`]) {
    expect(fold(text)).toBe('bomba')
    expect(searchWords(text)).toEqual(['bomba'])
    const placed = placedWords(text)
    expect(placed.map(({ word }) => word)).toEqual(['bomba'])
    expect(text.slice(placed[0]?.starts[0])).toMatch(/^B/)
  }
})

test('H-631: what lengthens a word stands in none, nor divides it', () => {
  for (const text of ['محمـد', 'محمـَد', 'ـمحمد', 'محمدـ']) {
    expect(searchWords(text)).toEqual(['محمد'])
    expect(placedWords(text).map(({ word }) => word)).toEqual(['محمد'])
  }
})

test.each([['’'], ['‘'], ['ʻ'], ['ʼ'], ['´'], ['ˋ'], ['`'], ['＇']])('H-370: %s is an apostrophe', (sign) => {
  for (const [text, plain] of [
    [`Don${sign}t`, "don't"],
    [`Zoë O${sign}Brien`, "zoe o'brien"],
  ] as const) {
    expect(fold(text)).toBe(plain)
    expect(searchWords(text)).toEqual(searchWords(plain))
    expect(placedWords(text).map(({ word }) => word)).toEqual(searchWords(plain))
  }
})

test.each([
  ["Don't Stop", ['dont', 'stop']],
  ['AC/DC – T.N.T.', ['ac', 'dc', 't', 'n', 't']],
  ['東京 2020', ['東京', '2020']],
  ['’ \u200d', []],
])('the words of %j are %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

test('H-478: a text without a word is one of its signs', () => {
  for (const [text, signs] of [
    ['!!!', '!!!'],
    [' ? ¿ ', '?¿'],
    ['…', '...'],
    ["'+'", '+'],
    ['🎵\ufe0f', '🎵'],
    ['%'.repeat(500), '%'.repeat(60)],
  ] as const)
    expect(searchWords(text)).toEqual([signs])
  expect(searchWords('Panic! & Co', '!!!')).toEqual(['panic', 'co', '!!!'])
  expect(placedWords('¿ ?')).toEqual([{ word: '¿?', starts: [0, 2], ends: [1, 3] }])
})

test('a run without spaces counts by its beginning', () => {
  expect(searchWords('x'.repeat(500))).toEqual(['x'.repeat(60)])
})

test('the server folds and splits texts in the same way', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(serverFold(text)).toBe(fold(text))
      expect(serverWords(text)).toEqual(searchWords(text))
    }),
  )
})

test('folding twice changes nothing more', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(fold(fold(text))).toBe(fold(text))
    }),
  )
})

describe('words with their places', () => {
  it('point at the letters they were read from, accents included', () => {
    const text = 'Le Café\u0301s'
    const [, cafes] = placedWords(text)
    expect(cafes?.word).toBe('cafes')
    expect(text.slice(cafes?.starts[0], cafes?.ends[3])).toBe('Café\u0301')
  })

  it('point at letters with the marks that make them', () => {
    const text = 'The ﾊﾞﾝﾄﾞ'
    const [, band] = placedWords(text)
    expect(band?.word).toBe('バンド')
    expect(text.slice(band?.starts[0], band?.ends[0])).toBe('ﾊﾞ')
  })

  it('skip the apostrophe of a word and keep both sides', () => {
    const text = "Don't"
    const [word] = placedWords(text)
    expect(word?.word).toBe('dont')
    expect(text.slice(word?.starts[0], word?.ends[3])).toBe("Don't")
  })

  it('are the words the search compares', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const placed = placedWords(text).map(({ word }) => [...word].slice(0, 60).join(''))
        expect(placed).toEqual(searchWords(text))
      }),
    )
  })

  it('never point outside the text or backwards', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let last = 0
        for (const { word, starts, ends } of placedWords(text)) {
          expect(starts).toHaveLength(word.length)
          for (const [at, start] of starts.entries()) {
            expect(start).toBeGreaterThanOrEqual(at === 0 ? last : (starts[at - 1] ?? 0))
            expect(ends[at]).toBeGreaterThan(start)
            expect(ends[at]).toBeLessThanOrEqual(text.length)
          }
          last = ends.at(-1) ?? last
        }
      }),
    )
  })
})

it('splits plain text as it splits any other', () => {
  const plain = `  Don't-Stop (feat. A\`B) 12" Mix_#1 ~ ${'x'.repeat(70)}`
  // A letter from elsewhere at the end takes the long way.
  expect([...searchWords(plain), 'é'.normalize('NFKD')[0]]).toEqual(searchWords(`${plain} é`))
  expect(searchWords(plain)).toEqual(['dont', 'stop', 'feat', 'ab', '12', 'mix', '1', 'x'.repeat(60)])
})

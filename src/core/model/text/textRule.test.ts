import { expect, test } from 'vitest'
import { cleanLines, cleanPlain, cleanText, optional, textFault } from './textRule.ts'

const rule = { needed: true, max: 100 }

test('a character is what a person takes for one, however many signs it is made of', () => {
  expect(textFault(rule, '👨‍👩‍👧'.repeat(100))).toBeNull()
  expect(textFault(rule, 'é'.repeat(101))).toBe('long')
})

test('a hundred characters of dozens of signs each are too long all the same', () => {
  expect(textFault(rule, `a${'\u0301'.repeat(63)}`.repeat(100))).toBe('long')
})

test('what is nothing is gone before a text is judged: spaces around it, and what comes along with pasting', () => {
  expect(cleanText(' \u200Bab\uFEFF c ')).toBe('ab c')
  expect([textFault(rule, '\u200B '), textFault(optional(rule), '\u200B ')]).toEqual(['missing', null])
})

test('what no database takes is gone: NUL, and half of a pair that an application has cut', () => {
  expect([cleanText('a\0b'), cleanText('a\uD83Db\uDC69'), cleanText('👩')]).toEqual(['ab', 'ab', '👩'])
})

test('H-038: a text on one line has no control characters, and a space where a line or a column ended', () => {
  expect(cleanText('\tNora\r\nMoss\tof\nNoon\v\x1B[2J\x07\x7F\x9C\r')).toBe('Nora Moss of Noon [2J')
  expect(textFault(rule, '\x07\x1B')).toBe('missing')
})

test('H-038: one of several lines keeps them, each ended by LF, and its tabs', () => {
  expect(cleanLines('\r\nDear Ada\r\n\r\n1\t2\rNora\x07\x1B\x7F\n')).toBe('Dear Ada\n\n1\t2\nNora')
})

test.each(['\u200E', '\u2066\u2069', '\u00AD', '\u2060\u180E', '\u3164', '\u200D\u200C'])(
  'signs that nobody sees are no text of their own: %j',
  (text) => {
    expect([textFault(rule, ` ${text} `), textFault(optional(rule), text), cleanText(text)]).toEqual([
      'missing',
      null,
      '',
    ])
  },
)

test.each(['\u200Fנורה\u061C', 'می‌خواهم', '👩‍👩‍👧', 'क्‍ष', '\u200Eab\u200F'])(
  'a name keeps the marks that mean something: %j',
  (name) => {
    expect(cleanText(` ${name} `)).toBe(name)
  },
)

test('H-371: what turns a text around is gone from it, wherever it stands', () => {
  expect(cleanText('\u202EMoss\u202C \u2067נורה\u2069')).toBe('Moss נורה')
  expect([cleanText('\u202E\u2066'), textFault(rule, ' \u202E')]).toEqual(['', 'missing'])
})

test('a text that is ASCII when it is right has none of them, at whatever place', () => {
  const marks = '\u200E\u200F\u202A\u202E\u2066\u2069\u00AD\u2060\u180E\uFEFF\u200B\u200C\u200D\u061C\uFE0F'
  expect(cleanPlain(`${marks} +31${marks} 20 ${marks}`)).toBe('+31 20')
})

test('what must look like something is asked only when something is there', () => {
  const digits = { needed: false, max: 3, is: (text: string) => /^\d+$/.test(text) }
  expect([textFault(digits, ''), textFault(digits, 'a'), textFault(digits, '12'), textFault(digits, '1234')]).toEqual([null, 'wrong', null, 'long']) // biome-ignore format: one line
})

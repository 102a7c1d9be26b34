import { expect, test } from 'vitest'
import { cleanText, optional, textFault } from './textRule.ts'

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

test('what must look like something is asked only when something is there', () => {
  const digits = { needed: false, max: 3, is: (text: string) => /^\d+$/.test(text) }
  expect([textFault(digits, ''), textFault(digits, 'a'), textFault(digits, '12'), textFault(digits, '1234')]).toEqual([null, 'wrong', null, 'long']) // biome-ignore format: one line
})

import { expect, test } from 'vitest'
import { textFault } from './textRule.ts'

const rule = { needed: true, max: 100 }

test('a character is what a person takes for one, however many signs it is made of', () => {
  expect(textFault(rule, '👨‍👩‍👧'.repeat(100))).toBeNull()
  expect(textFault(rule, 'é'.repeat(101))).toBe('long')
})

test('a hundred characters of dozens of signs each are too long all the same', () => {
  expect(textFault(rule, `a${'\u0301'.repeat(63)}`.repeat(100))).toBe('long')
})

import { expect, test } from 'vitest'
import { brokenPasswordRules, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, PASSWORD_SPECIALS } from './password.ts'

const long = (length: number) => `1!${'x'.repeat(length - 2)}`

test('D-015: a password of seven characters with a digit and a special one breaks no rule', () => {
  expect(brokenPasswordRules(long(PASSWORD_MIN_LENGTH))).toEqual([])
})

test('D-146: too short and too long are told, counted in characters', () => {
  expect([PASSWORD_MIN_LENGTH - 1, PASSWORD_MAX_LENGTH, PASSWORD_MAX_LENGTH + 1].map((n) => brokenPasswordRules(long(n)))).toEqual([['length'], [], ['length']]) // biome-ignore format: one line
  expect(brokenPasswordRules('1!𝄞𝄞𝄞𝄞')).toEqual(['length'])
})

test('D-015: a digit and a special character are asked for, each by itself', () => {
  expect(brokenPasswordRules('abcdefg!')).toEqual(['digit'])
  expect(brokenPasswordRules('abcdefg1')).toEqual(['special'])
  expect(brokenPasswordRules('')).toEqual(['length', 'digit', 'special'])
})

test.each([...PASSWORD_SPECIALS])('D-015: %s is special, an other sign beside it is no matter', (sign) => {
  expect(brokenPasswordRules(`abcdefg1${sign}é~`)).toEqual([])
})

test('D-015: an other sign alone is not special', () => {
  expect(brokenPasswordRules('abcdefg1~')).toEqual(['special'])
})

import { expect, test } from 'vitest'
import { brokenPasswordRules } from './password.ts'

const long = (length: number) => `1!${'x'.repeat(length - 2)}`

test('D-015: a password of seven characters with a digit and a special one breaks no rule', () => {
  expect(brokenPasswordRules(long(7))).toEqual([])
})

test('D-146: too short and too long are told, counted in characters', () => {
  expect([6, 128, 129].map((n) => brokenPasswordRules(long(n)))).toEqual([['length'], [], ['length']])
  expect(brokenPasswordRules('1!𝄞𝄞𝄞𝄞')).toEqual(['length'])
})

test('D-015: a digit and a special character are asked for, each by itself', () => {
  expect(brokenPasswordRules('abcdefg!')).toEqual(['digit'])
  expect(brokenPasswordRules('abcdefg1')).toEqual(['special'])
  expect(brokenPasswordRules('')).toEqual(['length', 'digit', 'special'])
})

test.each([...'@$!%*#?&^;:"+=-\\.'])(
  'RESET-017, D-015: %s is special, an other sign beside it is no matter',
  (sign) => {
    expect(brokenPasswordRules(`abcdefg1${sign}é~`)).toEqual([])
  },
)

test('RESET-017, D-015: an other sign alone is not special', () => {
  for (const sign of "~`'(),/<>[]_{|} §é") expect([sign, brokenPasswordRules(`abcdefg1${sign}`)]).toEqual([sign, ['special']]) // biome-ignore format: one look
})

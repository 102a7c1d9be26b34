import { describe, expect, test } from 'vitest'
import { codeDigits, codeIn, isVerificationCode } from './verificationCode.ts'

describe('a code out of a mail', () => {
  test.each([
    ['12345', '12345'],
    ['123 45', '12345'],
    [' 0-0-1-2-3\u200B', '00123'],
    ['١٢٣٤٥', '12345'],
    ['۶۷۸۹۰', '67890'],
    ['०१२३९', '01239'],
    ['๑๒๓๔๕', '12345'],
    ['１２３４５', '12345'],
    ['①②③④⑤', '12345'],
    ['1234567', '12345'],
    ['abc', ''],
  ])('SIGNUP-038: of "%s" the digits are %s', (typed, digits) => {
    expect(codeDigits(typed)).toBe(digits)
    expect(codeIn(typed)).toBe(typed === '1234567' || digits === '' ? null : digits)
  })

  test('every digit Unicode knows is taken for what it is', () => {
    const tens = new Map<number, number>()
    for (let code = 0; code <= 0x1_ffff; code++) {
      const sign = String.fromCodePoint(code)
      if (!/\p{Nd}/u.test(sign)) continue
      const digit = Number(codeDigits(sign))
      tens.set(digit, (tens.get(digit) ?? 0) + 1)
    }
    expect([...tens.keys()].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(new Set(tens.values()).size).toBe(1)
  })

  test.each(['1234', '123456', '1234a', '١٢٣٤٥', ''])('SIGNUP-038: "%s" is none', (text) => {
    expect(isVerificationCode(text)).toBe(false)
  })
})

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { textOf } from './textSchema.ts'

const rule = { needed: true, max: 3, is: (text: string) => !text.includes('x') }
/** What a request with such a text is told. */
const told = (text: string, says?: Parameters<typeof textOf>[1]) =>
  z.safeParse(textOf(rule, says), text).error?.issues.map(({ code, message }) => [code, message])

test('a text is kept as it is judged: clean', () => {
  expect(z.parse(textOf(rule), ' a\u200bb ')).toBe('ab')
})

test('each fault is told in words of its own, a length with its limit', () => {
  expect([told('  '), told('abcd'), told('ax')]).toEqual([
    [['custom', 'must not be empty']],
    [['custom', 'at most 3 characters']],
    [['custom', 'is not valid']],
  ])
})

test('a field may have words of its own for some faults', () => {
  expect([told('', { missing: 'Name?' }), told('ax', { missing: 'Name?' })]).toEqual([
    [['custom', 'Name?']],
    [['custom', 'is not valid']],
  ])
})

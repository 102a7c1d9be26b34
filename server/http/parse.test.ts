import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parse } from './parse.ts'

const ANY = z.record(z.string(), z.unknown())
const ZERO = String.fromCharCode(0)

test.each([
  ['in a text', { a: `x${ZERO}y` }],
  ['in the name of a field', { [ZERO]: 'x' }],
  ['behind a backslash', { a: `\\${ZERO}` }],
  ['beside the six characters that write it', { a: [`\\u0000 ${ZERO}`] }],
])('a zero character is refused %s', (_, value) => {
  expect(() => parse(ANY, value, 'body')).toThrow('The body holds a zero character.')
})

test.each(['\\u0000', 'C:\\u0000', '\\\\u0000', '\\\\\\u0000', 'u0000'])('%s is a text like any other', (text) => {
  expect(parse(ANY, { a: text, [text]: 1 }, 'body')).toEqual({ a: text, [text]: 1 })
})

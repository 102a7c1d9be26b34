import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { given, parse, queryList, queryPage } from './parse.ts'

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

test.each(['constructor', '__proto__', 'toString'])('a field called %s is refused by its name', (name) => {
  const body = JSON.parse(`{"${name}":1}`) as unknown
  expect(() => parse(z.strictObject({ a: z.optional(z.string()) }), body, 'body')).toThrow(name)
})

test('D-073: a page is a whole number from 1, however large', () => {
  const page = (text: string) => parse(z.object({ page: queryPage }), { page: text }, 'query').page
  expect([page('1'), page('1000001')]).toEqual([1, 1_000_001])
  expect(page('9'.repeat(40))).toBeGreaterThan(1e8)
  for (const text of ['0', '-1', '1.5', 'x']) expect(() => page(text)).toThrow('page')
})

test('H-617: a list of a query has each entry once, and at most 200', () => {
  const list = (entries: readonly string[]) =>
    parse(z.object({ genres: queryList }), { genres: entries.join(',') }, 'query').genres
  const many = Array.from({ length: 200 }, (_, n) => `g${n}`)
  expect(list(['jazz', ' jazz ', '', 'soul'])).toEqual(['jazz', 'soul'])
  expect(list(Array(700).fill('jazz'))).toEqual(['jazz'])
  expect(list(many)).toEqual(many)
  expect(() => list([...many, 'one more'])).toThrow('genres')
})

test('empty values of a query are none', () => {
  expect(given({ a: '', b: 'x', c: ['', 'y'] })).toEqual({ b: 'x', c: ['', 'y'] })
})

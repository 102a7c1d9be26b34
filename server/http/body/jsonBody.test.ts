import { expect, test } from 'vitest'
import { readJson } from './jsonBody.ts'

test('a body is JSON in UTF-8, with a mark of it or without', () => {
  expect(readJson(Buffer.from('{"city":"Göteborg"}'))).toEqual({ city: 'Göteborg' })
  expect(readJson(Buffer.from('\ufeff{"city":"Göteborg"}'))).toEqual({ city: 'Göteborg' })
  expect(readJson(Buffer.alloc(0))).toBeUndefined()
})

test('a body in another encoding is refused, and not kept with its signs lost', () => {
  expect(() => readJson(Buffer.from('{"city":"Göteborg"}', 'latin1'))).toThrow('The body is not UTF-8.')
  expect(() => readJson(Buffer.from('{"city":"Göteborg"}', 'utf16le'))).toThrow('The body is not UTF-8.')
})

test('a body that is nested without end is refused before it is walked', () => {
  expect(() => readJson(Buffer.from('['.repeat(100_000)))).toThrow('The body is nested too deeply.')
})

import { expect, it } from 'vitest'
import { nestedDeeper } from './nesting.ts'

it.each([
  ['[[[]]]', 3, false],
  ['[[[[]]]]', 3, true],
  ['{"a":{"b":[1]}}', 2, true],
  ['[[],[],[],[],[]]', 2, false],
  ['"[[[[[["', 1, false],
  ['["\\"[[[[", "]"]', 1, false],
  ['"'.padEnd(300_000, '\\'), 1, false],
])('counts %s against %i', (json, most, deeper) => {
  expect(nestedDeeper(json, most)).toBe(deeper)
})

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
  [`["${'x'.repeat(15_000_000)}"]`, 1, false],
  [`["${'\\n'.repeat(5_000_000)}",[]]`, 1, true],
])('counts %.20s against %i', (json, most, deeper) => {
  expect(nestedDeeper(json, most)).toBe(deeper)
})

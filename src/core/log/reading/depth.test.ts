import { expect, test } from 'vitest'
import { DEPTH_MAX, isTooDeep } from './depth.ts'

const nested = (levels: number, inside = '1') => '{"a":'.repeat(levels) + inside + '}'.repeat(levels)

test('a line may be as long as it likes and nested only so deep', () => {
  expect(isTooDeep('[]')).toBe(false)
  expect(isTooDeep(nested(DEPTH_MAX))).toBe(false)
  expect(isTooDeep(nested(DEPTH_MAX + 1))).toBe(true)
  expect(isTooDeep(`${'['.repeat(DEPTH_MAX + 1)}${']'.repeat(DEPTH_MAX + 1)}`)).toBe(true)
  expect(isTooDeep(`[${'[{}],'.repeat(5000)}1]`)).toBe(false)
})

test('brackets within a text are none, whatever stands before its quotes', () => {
  expect(isTooDeep(`["${'[{'.repeat(5000)}"]`)).toBe(false)
  expect(isTooDeep(`["\\"${'['.repeat(5000)}"]`)).toBe(false)
  expect(isTooDeep(`["\\\\",${nested(DEPTH_MAX)}]`)).toBe(true)
  expect(isTooDeep(nested(DEPTH_MAX + 1, `"${'}'.repeat(500)}"`))).toBe(true)
})

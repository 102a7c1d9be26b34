import { expect, test } from 'vitest'
import { calmOrder } from './useCalm.ts'

test('rows stay where they were, what has gone leaves, and what came stands last', () => {
  expect(calmOrder(['a', 'b', 'c', 'd'], ['c', 'n', 'b', 'a'])).toEqual(['a', 'b', 'c', 'n'])
})

test('while rows only change places the list stays the very same', () => {
  const before = ['a', 'b', 'c']
  expect(calmOrder(before, ['c', 'a', 'b'])).toBe(before)
  expect(calmOrder(before, ['a', 'b', 'n'])).toEqual(['a', 'b', 'n'])
  expect(calmOrder(before, ['a', 'b'])).toEqual(['a', 'b'])
})

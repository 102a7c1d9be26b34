import { expect, test } from 'vitest'
import { calmOrder } from './useCalm.ts'

test('rows stay where they were, what has gone leaves, and what came stands last', () => {
  expect(calmOrder(['a', 'b', 'c', 'd'], ['c', 'n', 'b', 'a'])).toEqual(['a', 'b', 'c', 'n'])
})

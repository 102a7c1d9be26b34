import { expect, test } from 'vitest'
import { hookOf } from './hooks.ts'

test('1 to 4 lead to the quarters of a song, whether Shift made the figure or not; other keys lead nowhere', () => {
  expect(['1', '2', '3', '4'].map((key) => hookOf(key))).toEqual([0, 0.25, 0.5, 0.75])
  for (const key of ['0', '5', '!', 'j', ' ', '11', 'F1']) expect(hookOf(key)).toBeNull()
})

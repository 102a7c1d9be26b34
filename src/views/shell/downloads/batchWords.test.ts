import { expect, test } from 'vitest'
import { batchWords } from './batchWords.ts'

test.each([
  [1, 0, 'Downloads finished', '1 download saved'],
  [2, 1, 'Downloads finished', '2 downloads saved, 1 failed'],
  [0, 3, 'Downloads failed', '3 failed'],
])('H-492: %i that arrived and %i that failed are counted as the list does, and called what they are', (...of) => {
  const [finished, failed, title, body] = of
  expect(batchWords(finished, failed)).toEqual({ title, body })
})

// Of what waits for a checkpoint there is an end, counted in lines and in characters.
import { expect, test } from 'vitest'
import { WaitingLines } from './waiting.ts'

test.each([
  ['long ones', 'x'.repeat(2 ** 20), 64],
  ['short ones', '[]', 500_000],
])('%s are taken up to what a segment has at most, and from the beginning after that', (_, line, most) => {
  const waiting = new WaitingLines()
  let taken = 0
  while (waiting.add(line, taken + 7)) taken++
  expect(taken).toBe(most)
  expect(waiting.take()).toMatchObject({ lines: { length: most }, numbers: { 0: 7, length: most } })
  expect([waiting.length, waiting.add(line, 1)]).toEqual([0, true])
})

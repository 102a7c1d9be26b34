import { expect, test } from 'vitest'
import { fill, readPieces } from './pieces.ts'

/** Gives the numbers from 0 on, three at a time at most. */
const inThrees = (size: number) => async (at: number, into: Uint8Array) => {
  const some = Math.max(0, Math.min(3, into.length, size - at))
  for (let n = 0; n < some; n++) into[n] = at + n
  return some
}

test('what is given in pieces is read as one', async () => {
  expect([...(await readPieces(inThrees(10), 10, 2, 5))]).toEqual([2, 3, 4, 5, 6])
})

test('no more is read than there is', async () => {
  expect([...(await readPieces(inThrees(10), 10, 7, 5))]).toEqual([7, 8, 9])
  expect(await readPieces(inThrees(10), 10, 12, 5)).toHaveLength(0)
})

test('what ends sooner than its size said is as long as it was', async () => {
  expect([...(await readPieces(inThrees(4), 10, 0, 10))]).toEqual([0, 1, 2, 3])
  expect(await fill(inThrees(4), 1, new Uint8Array(10))).toBe(3)
})

test('nothing is read behind the end of a part, though what it lies in goes on there', async () => {
  expect([...(await readPieces(inThrees(20), 10, 8, 5))]).toEqual([8, 9])
  expect(await readPieces(inThrees(20), 10, 10, 5)).toHaveLength(0)
})

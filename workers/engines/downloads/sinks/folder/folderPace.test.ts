import { expect, it } from 'vitest'
import { FolderPace } from './folderPace.ts'

/** What is thought of a disk after so many pieces. */
function after(pieces: number, writing: number, between: number): FolderPace {
  const pace = new FolderPace()
  for (let n = 0; n < pieces; n++) pace.wrote(writing, between)
  return pace
}

it('a disk that takes most of the time is waited for, once several pieces have said so', () => {
  expect([after(0, 80, 20).isHeld, after(1, 80, 20).isHeld, after(10, 80, 20).isHeld]).toEqual([false, false, true])
  expect(after(100, 50, 50).isHeld).toBe(false)
})

it('pieces that come within a millisecond say as much as any, and those that took no time nothing', () => {
  expect(after(10, 0.8, 0.1).isHeld).toBe(true)
  const pace = after(10, 80, 20)
  for (let n = 0; n < 10; n++) pace.wrote(0, 0)
  expect(pace.isHeld).toBe(true)
})

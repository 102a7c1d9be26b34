import { beforeEach, expect, it, vi } from 'vitest'

let told: string[]
beforeEach(() => {
  vi.resetModules()
  told = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void told.push(line))
})

it('a benchmark whose files all came right ends well, and says so with numbers', async () => {
  const { tally, closeTally } = await import('./bench/downloads/tally.ts')
  tally(0, 0)
  closeTally()
  expect(told).toEqual(['failed files 0, missing or different files 0'])
})

it.each([
  [1, 0],
  [0, 1],
])('%i failed and %i different files of any part fail it', async (failed, different) => {
  const { tally, closeTally } = await import('./bench/downloads/tally.ts')
  tally(0, 0)
  tally(failed, different)
  tally(0, 0)
  expect(closeTally).toThrow('do not count')
  expect(told).toEqual([`failed files ${failed}, missing or different files ${different}`])
})

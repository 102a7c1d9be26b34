import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQuiet } from './quiet.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a server nobody has asked yet is quiet', async () => {
  await expect(createQuiet(() => Date.now()).wait()).resolves.toBeUndefined()
})

test('it is quiet three seconds after the last request, however many came', async () => {
  const quiet = createQuiet(() => Date.now())
  quiet.asked()
  let isQuiet = false
  void quiet.wait().then(() => {
    isQuiet = true
  })
  await vi.advanceTimersByTimeAsync(2000)
  quiet.asked()
  await vi.advanceTimersByTimeAsync(2999)
  expect(isQuiet).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isQuiet).toBe(true)
})

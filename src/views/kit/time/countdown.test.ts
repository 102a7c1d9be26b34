import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Countdown } from './countdown.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is counted down is done when its time is over, once', () => {
  const done = vi.fn()
  new Countdown(5000, done).run()
  vi.advanceTimersByTime(4999)
  expect(done).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(done).toHaveBeenCalledTimes(1)
})

test('a held countdown goes on where it stopped', () => {
  const done = vi.fn()
  const countdown = new Countdown(5000, done)
  countdown.run()
  vi.advanceTimersByTime(3000)
  countdown.hold()
  vi.advanceTimersByTime(60_000)
  expect(done).not.toHaveBeenCalled()
  countdown.run()
  vi.advanceTimersByTime(1999)
  expect(done).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(done).toHaveBeenCalledTimes(1)
})

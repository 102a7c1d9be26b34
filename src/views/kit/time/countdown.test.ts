import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NOTIFICATION_DISMISS_MS } from '#core/model/constants.ts'
import { Countdown } from './countdown.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('SHELL-025: a notification leaves by itself after its time', () => {
  const done = vi.fn()
  new Countdown(NOTIFICATION_DISMISS_MS, done).run()
  vi.advanceTimersByTime(NOTIFICATION_DISMISS_MS - 1)
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

// A job under a lease that can no longer be renewed; the table is the only part that is not real.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { JobRow } from '../store/schema.ts'
import { LEASE_S } from './queue.ts'
import { runJobs } from './runner.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** One job that goes on until its signal ends. @param keep what comes of a renewal */
function working(keep: () => Promise<boolean>) {
  const jobs = [{ id: 'one', kind: 'k', payload: {} } as JobRow]
  const kept = vi.fn(keep)
  const fail = vi.fn(async () => false)
  const onError = vi.fn()
  const given: AbortSignal[] = []
  const runner = runJobs({
    queue: {
      take: async () => jobs.shift(),
      keep: kept,
      finish: async () => undefined,
      fail,
      release: async () => undefined,
    },
    handlers: {
      k: (_payload, _progress, signal) => {
        given.push(signal)
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))))
      },
    },
    parallel: 1,
    onError,
  })
  return { runner, kept, fail, onError, isOver: () => given[0]?.aborted }
}

test.each<[string, () => Promise<boolean>]>([
  ['fails', () => Promise.reject(new Error('no connection'))],
  ['is never answered', () => new Promise(() => undefined)],
])(
  'a renewal that %s is not taken for one: with the lease the job is over here, and that is said once',
  async (_what, keep) => {
    const { runner, fail, onError, isOver } = working(keep)
    await vi.advanceTimersByTimeAsync(LEASE_S * 1000 - 1)
    expect([isOver(), onError.mock.calls.length]).toEqual([false, 0])
    await vi.advanceTimersByTimeAsync(LEASE_S * 1000)
    expect([isOver(), onError.mock.calls.map(([, job]) => job as string), fail.mock.calls.length]).toEqual([
      true,
      ['k'],
      0,
    ])
    void runner.stop()
    await vi.runAllTimersAsync()
  },
)

test('one renewal that fails between others ends nothing', async () => {
  let tries = 0
  const { runner, kept, onError, isOver } = working(async () => {
    if (++tries % 3 > 0) throw new Error('no connection')
    return true
  })
  await vi.advanceTimersByTimeAsync(LEASE_S * 5000)
  expect([isOver(), onError.mock.calls.length, kept.mock.calls.length]).toEqual([false, 0, 20])
  void runner.stop()
  await vi.advanceTimersByTimeAsync(2000)
})

test('a job that was taken away is over, and nothing is said of it', async () => {
  const { runner, onError, isOver } = working(async () => false)
  await vi.advanceTimersByTimeAsync(LEASE_S * 1000)
  expect([isOver(), onError.mock.calls.length]).toEqual([true, 0])
  void runner.stop()
  await vi.advanceTimersByTimeAsync(2000)
})

test.each<[string, () => Promise<boolean>, boolean]>([
  ['goes on with a job that is its own yet', async () => true, false],
  ['ends one that was taken away', async () => false, true],
  ['ends one whose lease it cannot renew', () => Promise.reject(new Error('no connection')), true],
])('H-430: a server that stood still asks before it ends a job, and %s', async (_what, keep, ends) => {
  const { runner, kept, fail, isOver } = working(keep)
  await vi.advanceTimersByTimeAsync(0)
  const now = performance.now.bind(performance)
  let stoodMs = LEASE_S * 2000
  vi.spyOn(performance, 'now').mockImplementation(() => now() + stoodMs)
  onTestFinished(() => void vi.restoreAllMocks())
  await vi.advanceTimersByTimeAsync(LEASE_S * 250)
  expect(kept).toHaveBeenCalledTimes(1)
  stoodMs += LEASE_S * 2000
  await vi.advanceTimersByTimeAsync(LEASE_S * 250)
  await vi.advanceTimersByTimeAsync(LEASE_S * 250)
  expect([isOver(), fail.mock.calls.length]).toEqual([ends, 0])
  void runner.stop()
  await vi.advanceTimersByTimeAsync(2000)
})

test('H-430: a server that stood still while it took a job asks before it ends it', async () => {
  const { runner, kept, isOver } = working(async () => true)
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + LEASE_S * 2000)
  onTestFinished(() => void vi.restoreAllMocks())
  await vi.advanceTimersByTimeAsync(LEASE_S * 500)
  expect([isOver(), kept.mock.calls.length]).toEqual([false, 2])
  void runner.stop()
  await vi.advanceTimersByTimeAsync(2000)
})

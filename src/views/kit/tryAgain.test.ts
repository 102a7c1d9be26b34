import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PAUSE_MAX_MS, PAUSE_MS, tryAgain } from './tryAgain.ts'

let listeners: (() => void)[] = []

beforeEach(() => {
  listeners = []
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.stubGlobal('addEventListener', (_: 'online', hear: () => void) => listeners.push(hear))
  vi.stubGlobal('removeEventListener', (_: 'online', hear: () => void) => {
    listeners = listeners.filter((one) => one !== hear)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Something that fails so many times; each try is noted with its time, ms. */
function failing(times: number) {
  const tries: number[] = []
  const began = Date.now()
  const act = async () => {
    tries.push(Date.now() - began)
    if (tries.length <= times) throw new Error('away')
  }
  return { tries, act }
}

describe('what is tried again', () => {
  it('is tried with growing pauses up to the longest, until it works', async () => {
    const { tries, act } = failing(7)
    tryAgain(act)
    await vi.advanceTimersByTimeAsync(600_000)
    const pauses = tries.map((at, n) => at - (tries[n - 1] ?? 0))
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, PAUSE_MAX_MS, PAUSE_MAX_MS, PAUSE_MAX_MS])
    expect(listeners).toEqual([])
  })

  it.each([
    [0, 0.75],
    [0.999, 1.249],
  ])('is tried by each page at a time of its own: %s', async (chance, share) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    const { tries, act } = failing(0)
    tryAgain(act)
    await vi.advanceTimersByTimeAsync(PAUSE_MS * 2)
    expect(tries[0]).toBeCloseTo(PAUSE_MS * share, -1)
  })

  it('is tried at once when there is a connection again, and soon after that', async () => {
    const { tries, act } = failing(5)
    tryAgain(act)
    await vi.advanceTimersByTimeAsync(10_000)
    const before = tries.length
    listeners[0]?.()
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(tries.slice(before)).toEqual([10_000, 10_000 + PAUSE_MS])
  })

  it('is not tried beside itself', async () => {
    const act = vi.fn(() => new Promise<never>(() => {}))
    tryAgain(act)
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    listeners[0]?.()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(act).toHaveBeenCalledTimes(1)
  })

  it('is left when nobody needs it any more, also while it is being tried', async () => {
    for (const at of [0, PAUSE_MS]) {
      const { tries, act } = failing(9)
      const slow = () => new Promise((_, fail) => setTimeout(() => void act().catch(fail), 100))
      const stop = tryAgain(slow)
      await vi.advanceTimersByTimeAsync(at)
      stop()
      await vi.advanceTimersByTimeAsync(600_000)
      expect(tries.length).toBe(at === 0 ? 0 : 1)
      expect(listeners).toEqual([])
    }
  })
})

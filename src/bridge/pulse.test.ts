import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Workers } from './joints.ts'
import { ASK_EVERY_MS, SILENT_MAX, takePulse } from './pulse.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A worker that answers while `lives`. */
function made() {
  const heard: ((message: { data: unknown }) => void)[] = []
  const one = {
    lives: true,
    given: [] as string[],
    giveUp: (message: string) => one.given.push(message),
    worker: {
      addEventListener: (_type: string, listener: (message: { data: unknown }) => void) => heard.push(listener),
      postMessage(data: unknown) {
        if (one.lives) for (const listener of heard) listener({ data })
      },
    },
  }
  return one
}

it('a worker that answers nothing is given up after several questions, and no other', () => {
  const hung = made()
  const well = made()
  const end = takePulse({ state: well, downloads: hung } as unknown as Workers)
  vi.advanceTimersByTime(3 * ASK_EVERY_MS)
  hung.lives = false
  vi.advanceTimersByTime(SILENT_MAX * ASK_EVERY_MS)
  expect(hung.given).toEqual([])
  vi.advanceTimersByTime(ASK_EVERY_MS)
  expect(hung.given).toHaveLength(1)
  expect(well.given).toEqual([])
  end()
})

it('one that is late now and then lives', () => {
  const late = made()
  const end = takePulse({ downloads: late } as unknown as Workers)
  for (let n = 0; n < 10; n++) {
    late.lives = n % SILENT_MAX === 0
    vi.advanceTimersByTime(ASK_EVERY_MS)
  }
  expect(late.given).toEqual([])
  end()
})

it('one that has not begun is asked when it has, however long that takes', () => {
  const late = made()
  const worker = Object.assign(late.worker, { hasBegun: false })
  late.lives = false
  const end = takePulse({ downloads: late } as unknown as Workers)
  vi.advanceTimersByTime(100 * ASK_EVERY_MS)
  worker.hasBegun = true
  vi.advanceTimersByTime(SILENT_MAX * ASK_EVERY_MS)
  expect(late.given).toEqual([])
  vi.advanceTimersByTime(ASK_EVERY_MS)
  expect(late.given).toHaveLength(1)
  end()
})

import { expect, it, onTestFinished, vi } from 'vitest'
import { show } from '#tests/components/stage.tsx'
import { AGAIN_MS, useAskAgain } from './useAskAgain.ts'

function Failing({ ask }: { ask: () => void }) {
  useAskAgain({ hasFailed: true, online: true, retryAfterMs: 3_600_000 }, ask)
  return null
}

it('what the server put off by an hour is asked for once a machine that slept longer is looked at', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const ask = vi.fn()
  await show(<Failing ask={ask} />)
  const look = () => {
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(2 * AGAIN_MS)
  look()
  expect(ask).not.toHaveBeenCalled()
  // Its timers stood still meanwhile. The hour has up to a quarter on top, so that not all come at once.
  vi.setSystemTime(Date.now() + 3_600_000 * 1.25)
  look()
  expect(ask).toHaveBeenCalledOnce()
})

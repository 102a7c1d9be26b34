import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { Spoken } from './Spoken.tsx'

it('H-649: its region stands before its words, and is empty again once they were spoken', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await show(<Spoken words="Loading" />)
  const region = page.getByRole('status').element()
  expect(region.textContent).toBe('')
  await vi.advanceTimersByTimeAsync(250)
  await vi.waitUntil(() => region.textContent === 'Loading')
  await vi.advanceTimersByTimeAsync(5000)
  await vi.waitUntil(() => region.textContent === '')
})

it('H-649: where no words are seen beside them they stay', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await show(<Spoken words="Loading" stays />)
  const region = page.getByRole('status').element()
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitUntil(() => region.textContent === 'Loading')
})

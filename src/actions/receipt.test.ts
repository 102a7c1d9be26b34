import { expect, onTestFinished, test, vi } from 'vitest'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { STEADY } from '#platform/files/saving.ts'
import { aRequest } from '#tests/support/story.ts'
import { saveReceipt } from './receipt.ts'

test('the two files of a receipt do not follow at once, for Safari keeps only the last of such', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  onTestFinished(() => void vi.unstubAllGlobals())
  const saved: string[] = []
  const createElement = () => ({
    href: '',
    download: '',
    click() {
      saved.push(this.download)
    },
  })
  vi.stubGlobal('document', { createElement })
  saveReceipt([{ ...newJob(aRequest('a'), 'a'), status: 'finished' }])
  expect(saved).toEqual(['receipt.json'])
  vi.advanceTimersByTime(STEADY.ms)
  expect(saved).toEqual(['receipt.json', 'receipt.csv'])
})

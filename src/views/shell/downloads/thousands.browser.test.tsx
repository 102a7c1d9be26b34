// What a list of thousands of downloads costs: rows that are made.
import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { downloadRestored } from '#core/events/downloads.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { openApp } from '#tests/components/app.tsx'
import { aRequest } from '#tests/support/story.ts'

const MANY = 2000

const panel = () => page.getByRole('dialog', { name: 'Downloads' })
const list = () => panel().getByRole('list', { name: 'Downloads' }).element() as HTMLElement
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-download-id]')]
const row = (n: number) => page.css(`[data-download-id="Title ${n}"]`)
const handle = (n: number) => row(n).getByRole('button', { name: /^Reorder/ })
const inSight = () => {
  const { top, bottom } = list().getBoundingClientRect()
  return rows().filter((one) => one.getBoundingClientRect().bottom > top && one.getBoundingClientRect().top < bottom)
}

/** As an earlier visit left them, with the list open. */
async function thousands(of: (n: number) => Partial<DownloadJob> = () => ({ status: 'waiting', reason: null })) {
  const app = await openApp('/releases')
  const jobs = Array.from({ length: MANY }, (_, n) => {
    const one = aRequest(`Title ${n}`, { title: `Title ${n}`, coverart: '/icon-180.png' })
    return { ...newJob(one, 'batch'), ...of(n) }
  })
  app.happens(downloadRestored({ jobs }))
  await page.getByRole('button', { name: 'Downloads', exact: true }).click()
  await expect.poll(() => rows().length).toBeGreaterThan(10)
  return app
}

/** How many rows came into the document since. */
function made(): () => number {
  let count = 0
  const noted = (records: MutationRecord[]) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof HTMLElement && node.dataset.downloadId) count += 1
  }
  const observer = new MutationObserver(noted)
  observer.observe(list(), { childList: true })
  onTestFinished(() => observer.disconnect())
  return () => {
    noted(observer.takeRecords())
    return count
  }
}

it.each([
  ['alike', 'waiting'],
  // Why they failed takes a line more, so that what is not made yet is higher than it was taken for.
  ['of different heights', 'failed'],
] as const)(
  'a row carried by keys through thousands that are %s makes those around it alone, and is in sight',
  async (_, status) => {
    await thousands((n) => ({ status: n < 20 ? 'waiting' : status, reason: status === 'failed' ? 'network' : null }))
    const first = Number(rows()[0]?.dataset.downloadId?.slice('Title '.length))
    ;(handle(first).element() as HTMLElement).focus()
    for (const [key, edge] of [
      ['End', 'bottom'],
      ['Home', 'top'],
    ] as const) {
      const count = made()
      await userEvent.keyboard(key === 'End' ? ' {End}' : `{${key}}`)
      await expect.poll(() => inSight().some((one) => one.dataset.downloadId === `Title ${first}`)).toBe(true)
      await expect.poll(() => inSight().length).toBeGreaterThan(5)
      expect(count()).toBeLessThan(120)
      await new Promise((done) => setTimeout(done, 200))
      const box = row(first).element().getBoundingClientRect()
      expect(Math.abs(box[edge] - list().getBoundingClientRect()[edge])).toBeLessThan(8)
      await expect.element(handle(first)).toHaveFocus()
    }
  },
)

it('the press that opens thousands makes the first few rows alone, and nothing goes on once those in sight are there', {
  tags: ['long'],
}, async () => {
  await thousands()
  await panel().getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => rows().length).toBe(0)
  const button = page.getByRole('button', { name: 'Downloads', exact: true }).element() as HTMLElement
  button.click()
  // The press shows at the end of its own task.
  await null
  expect(rows().length).toBeGreaterThan(5)
  expect(rows().length).toBeLessThanOrEqual(8)
  await expect.poll(() => inSight().length).toBeGreaterThan(5)
  await expect.poll(() => rows().length).toBeGreaterThan(8)
  const asked = vi.spyOn(window, 'requestAnimationFrame')
  onTestFinished(() => asked.mockRestore())
  const frames = 20
  for (let n = 0; n < frames; n++) await new Promise((done) => requestAnimationFrame(done))
  expect(asked.mock.calls.length).toBeLessThan(frames + 5)
})

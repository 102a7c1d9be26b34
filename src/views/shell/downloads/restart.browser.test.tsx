// Downloads that are begun anew, and one that has nothing in it.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  downloadFailed,
  downloadProgressed,
  downloadRequested,
  downloadSkipped,
  downloadStarted,
} from '#core/events/downloads.ts'
import type { DownloadRequest } from '#core/model/downloads/download.ts'
import { openApp } from '#tests/components/app.tsx'
import { aRequest } from '#tests/support/story.ts'

const MB = 1_000_000
const downloadID = 'Tides'
const row = page.css(`[data-download-id="${downloadID}"]`)

async function requested(fields: Partial<DownloadRequest> = {}) {
  const app = await openApp('/releases')
  app.happens(downloadRequested({ requests: [aRequest(downloadID, { title: downloadID, ...fields })] }))
  await page.getByRole('button', { name: 'Downloads', exact: true }).click()
  await expect.element(row).toHaveAttribute('data-status', 'waiting')
  return app
}

it('DOWNLOAD-019: a restart sets it back to waiting with progress 0', { tags: ['long'] }, async () => {
  const app = await requested()
  app.happens(
    downloadStarted({ downloadID, totalBytes: MB, resumedAt: 0 }),
    downloadProgressed({ downloadID, receivedBytes: 0.6 * MB }),
    downloadFailed({ downloadID, reason: 'missing', receivedBytes: 0.6 * MB }),
  )
  await expect.element(row).toHaveAttribute('data-status', 'failed')
  const progress = () => row.element().querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')
  expect(app.state.get('job', downloadID)?.progress).toBe(60)
  await page.getByRole('button', { name: `Restart ${downloadID}`, exact: true }).click()
  await expect.element(row).toHaveAttribute('data-status', 'waiting')
  expect(app.state.get('job', downloadID)?.progress).toBe(0)
  app.happens(downloadStarted({ downloadID, totalBytes: MB, resumedAt: 0 }))
  await expect.element(row).toHaveAttribute('data-status', 'loading')
  expect(progress()).toBe('0')
})

it('DOWNLOAD-021: a release whose detail comes back empty is skipped', async () => {
  const app = await requested({ type: 'release', mediaID: 'r1' })
  app.happens(downloadSkipped({ downloadID }))
  await expect.element(page.css('[data-category="hasError"]')).toHaveTextContent('This release has nothing to download')
  await expect.element(row).not.toBeInTheDocument()
})

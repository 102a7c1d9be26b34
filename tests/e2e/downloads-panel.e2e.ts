// What the downloads say of themselves altogether, and where their rows stand.
import type { Page } from '@playwright/test'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { leaveJobs } from '../bench/downloads/madeUp.ts'
import { earlierVisit } from '../support/earlierVisit.ts'
import { expect, test } from './support/fixtures.ts'
import { downloadRow, downloads, giveSession, openDetail, openDownloads, pressDownload } from './support/product.ts'
import { downloadPath, ownRelease, prepared, several, spoil } from './support/server.ts'

const ALL = 300

/** Leaves jobs behind as an earlier visit would, and opens the list of them. */
async function earlier(page: Page, count: number, of: (n: number) => Partial<DownloadJob>): Promise<void> {
  await giveSession(page)
  const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '')
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { playerid: string }
  await leaveJobs(page, claims.playerid, count, of)
  await page.goto('/')
  await openDownloads(page)
  await expect(rows(page)).not.toHaveCount(0)
}

const rows = (page: Page) => downloads(page).locator('[data-download-id]')
const line = (page: Page, what: string) => downloads(page).locator(`[data-standing="${what}"]`)

test.describe('three hundred downloads of an earlier visit', () => {
  test.setTimeout(90_000)
  test.beforeEach(async ({ page }) => {
    await earlier(page, ALL, earlierVisit)
    await expect(rows(page)).toHaveCount(ALL)
  })

  test('Resume all takes up what was cut off, and nothing else', async ({ page }) => {
    await spoil({ path: '/api/audio/bench-', delayMs: 20_000, times: 20 })
    await line(page, 'still').getByRole('button', { name: 'Resume all' }).click()
    await expect(line(page, 'still')).toHaveCount(0)
    await expect(downloads(page).getByText(/195 waiting/)).toBeVisible()
    await expect(line(page, 'failed')).toContainText('5 failed')
  })
})

test('a server that does not answer is said in every tab, and when it is asked again', { tag: '@long' }, async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const release = await ownRelease(59, several)
  const [song] = release.songs
  if (!song) throw new Error('unreachable')
  await prepared(song, 'mp3')
  await spoil({ path: downloadPath(song.trackid), bytesPerSecond: 100_000 })
  await giveSession(page)
  await openDetail(page, release)
  await pressDownload(page, song, 'MP3')
  await openDownloads(page)
  await expect(downloadRow(page, song.title)).toHaveAttribute('data-status', 'loading')
  const other = await context.newPage()
  await openDetail(other, release)
  await openDownloads(other)
  await expect(downloadRow(other, song.title)).toHaveAttribute('data-status', 'loading')
  await context.route('**/api/**', (route) => route.abort())
  await page.getByRole('button', { name: `Pause ${song.title}`, exact: true }).click()
  await page.getByRole('button', { name: `Resume ${song.title}`, exact: true }).click()
  for (const tab of [page, other]) {
    const away = downloads(tab).locator('[data-server="away"]')
    await expect(away).toContainText(/asking again (in \d+ s|now)/, { timeout: 20_000 })
    await expect(downloads(tab).getByRole('status').filter({ hasText: 'The server cannot be reached' })).toHaveCount(1)
  }
  await context.unroute('**/api/**')
  for (const tab of [page, other])
    await expect(downloads(tab).locator('[data-server="away"]')).toHaveCount(0, { timeout: 45_000 })
})

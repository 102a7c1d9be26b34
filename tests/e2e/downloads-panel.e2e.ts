// What the downloads say of themselves altogether, and where their rows stand.
import type { Page } from '@playwright/test'
import { type DownloadJob, FailureReason } from '#core/model/downloads/download.ts'
import { type WayOut, wayOutOf } from '#core/model/downloads/fault.ts'
import words from '../../locales/en/faults.json' with { type: 'json' }
import { leaveJobs } from '../bench/downloads/madeUp.ts'
import { axeFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { downloadRow, downloads, giveSession, openDetail, openDownloads, pressDownload } from './support/product.ts'
import { downloadPath, ownRelease, prepared, several, spoil } from './support/server.ts'

const MB = 1_000_000
const ALL = 300

/** 100 are done, 3 lost their line, 2 found no room, and the rest was on its way when the page was left. */
function visit(n: number): Partial<DownloadJob> {
  const totalBytes = 10 * MB
  if (n < 100) return { status: 'finished', reason: null, receivedBytes: totalBytes, progress: 100, totalBytes }
  if (n >= 200 && n < 203) return { status: 'failed', reason: 'network', receivedBytes: 4 * MB, totalBytes }
  if (n >= 210 && n < 212) return { status: 'failed', reason: 'quota', receivedBytes: 0, totalBytes }
  if (n === 100) return { status: 'loading', reason: null, receivedBytes: 4 * MB, progress: 40, totalBytes }
  return { status: 'waiting', reason: null }
}

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
const colour = (page: Page, selector: string) =>
  downloads(page)
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).color)

test.describe('three hundred downloads of an earlier visit', () => {
  test.setTimeout(90_000)
  test.beforeEach(async ({ page }) => {
    await earlier(page, ALL, visit)
    await expect(rows(page)).toHaveCount(ALL)
  })

  test('what failed stands on top, what is finished below', async ({ page }) => {
    const titles = await rows(page).locator('[role=progressbar]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))) // biome-ignore format: one look
    const number = (n: number) => `Title ${n}`
    expect(titles.slice(0, 7)).toEqual([200, 201, 202, 210, 211, 100, 101].map(number))
    expect(titles.slice(-100)).toEqual(Array.from({ length: 100 }, (_, n) => number(n)))
  })

  test('the summary says how many are finished of all, and how many bytes', async ({ page }) => {
    const said = downloads(page).locator('p', { hasText: /of 300 finished/ })
    await expect(said).toHaveText('100 of 300 finished · 1.0 GB of about 3.0 GB')
  })

  test('it says how many failed and why, and leads to the first of them', async ({ page }) => {
    const said = line(page, 'failed').getByRole('button', { name: /^5 failed/ })
    await expect(said).toHaveText("5 failed: 3 connection lost, 2 this device's storage is full")
    await rows(page).last().scrollIntoViewIfNeeded()
    await said.click()
    const first = downloadRow(page, 'Title 200')
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport()
  })

  test('DOWNLOAD-018: what was cut off is one line in caution, and only what truly failed is red', async ({ page }) => {
    await expect(line(page, 'still')).toContainText('195 interrupted, what arrived is kept')
    const row = downloadRow(page, 'Title 100')
    await expect(row).toHaveAttribute('data-status', 'failed')
    await expect(row).toContainText('Interrupted at 40%')
    expect((await row.boundingBox())?.height).toBe(64)
    const caution = await colour(page, '[data-standing="still"]')
    const danger = await colour(page, '[data-standing="failed"]')
    expect(caution).not.toBe(danger)
    const said = (title: string) => downloadRow(page, title).locator('span', { hasText: /^(Interrupted|Failed)/ }).first() // biome-ignore format: one locator
    expect(await said('Title 100').evaluate((element) => getComputedStyle(element).color)).toBe(caution)
    expect(await said('Title 200').evaluate((element) => getComputedStyle(element).color)).toBe(danger)
    expect(await axeFaults(page)).toEqual([])
  })

  test('Resume all takes up what was cut off, and nothing else', async ({ page }) => {
    await spoil({ path: '/api/audio/bench-', delayMs: 20_000, times: 20 })
    await line(page, 'still').getByRole('button', { name: 'Resume all' }).click()
    await expect(line(page, 'still')).toHaveCount(0)
    await expect(downloads(page).getByText(/195 waiting/)).toBeVisible()
    await expect(line(page, 'failed')).toContainText('5 failed')
  })

  test('Resume all is there while others wait or load', async ({ page }) => {
    await spoil({ path: '/api/audio/bench-', delayMs: 20_000, times: 20 })
    await page.getByRole('button', { name: 'Restart Title 100', exact: true }).click()
    await expect(downloads(page).getByRole('button', { name: 'Pause all' })).toBeVisible()
    await expect(downloads(page).getByRole('button', { name: 'Resume all' })).toBeVisible()
  })
})

test('a row does not move from under the pointer when another ends, and takes its place when it has left', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const release = await ownRelease(58, several)
  const [a, b, c] = release.songs
  if (!a || !b || !c) throw new Error('unreachable')
  const bytes = { a: await prepared(a, 'mp3'), b: await prepared(b, 'mp3'), c: await prepared(c, 'mp3') }
  expect(Object.keys(bytes)).toHaveLength(3)
  await spoil({ path: downloadPath(a.trackid), bytesPerSecond: MB / 2 })
  for (const song of [b, c]) await spoil({ path: downloadPath(song.trackid), stall: 100_000, times: 5 })
  await giveSession(page)
  await openDetail(page, release)
  for (const song of [a, b, c]) await pressDownload(page, song, 'MP3')
  await openDownloads(page)
  const row = downloadRow(page, b.title)
  await expect(row).toHaveAttribute('data-status', 'loading')
  const at = (await row.boundingBox())?.y
  const ended = downloadRow(page, a.title)
  await expect
    .poll(
      async () => {
        await row.hover()
        return ended.getAttribute('data-status')
      },
      { intervals: [300], timeout: 30_000 },
    )
    .toBe('finished')
  // The panel may still have been unfolding when it was looked at first; a row is far higher than this.
  expect(Math.abs(((await row.boundingBox())?.y ?? 0) - (at ?? Number.NaN))).toBeLessThan(8)
  await page.mouse.move(5, 5)
  await expect(rows(page).last()).toHaveAttribute(
    'data-download-id',
    (await ended.getAttribute('data-download-id')) ?? '',
  )
})

/** The control each way out is. */
const CONTROL: Record<Exclude<WayOut, 'resume' | 'trim'>, (title: string) => string> = {
  restart: (title) => `Restart ${title}`,
  remove: (title) => `Remove ${title}`,
  settings: () => 'Open settings',
  report: () => 'Report a problem',
}

test('every reason says what happened and what to do, and the way out is there', async ({ page }) => {
  const reasons = FailureReason.options.filter((reason) => reason !== 'interrupted' && reason !== 'parts')
  await earlier(page, reasons.length, (n) => ({ reason: reasons[n] ?? null }))
  for (const [n, reason] of reasons.entries()) {
    const row = downloadRow(page, `Title ${n}`)
    await expect(row).toContainText(`Failed: ${words.reason[reason]}`)
    await expect(row).toContainText(words.step[reason])
    const way = wayOutOf(reason)
    const name = CONTROL[way === 'resume' || way === 'trim' ? 'restart' : way](`Title ${n}`)
    await expect(row.getByRole('button', { name, exact: true })).toHaveCount(1)
  }
  await downloads(page).getByRole('button', { name: 'Open settings' }).first().click()
  await expect(page.getByRole('textbox', { name: 'File name template' })).toBeVisible()
  await downloads(page).getByRole('button', { name: 'Report a problem' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Report a problem' })).toBeVisible()
})

test('a server that does not answer is said in every tab, and when it is asked again', async ({ page, context }) => {
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

for (const [width, height] of [
  [1440, 900],
  [800, 900],
  [390, 844],
] as const)
  test(`notifications leave the open downloads free at ${width} px, and say nothing of downloads meanwhile`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    const release = await ownRelease({ 1440: 60, 800: 61, 390: 62 }[width], several)
    const [song, other] = release.songs
    if (!song || !other) throw new Error('unreachable')
    await prepared(song, 'mp3')
    await spoil({ path: downloadPath(other.trackid), stall: 100_000, times: 5 })
    await giveSession(page)
    await openDetail(page, release)
    await pressDownload(page, other, 'MP3')
    const ofDownloads = page.locator('[role="status"]:is([data-category="addDownloadQueue"], [data-category="downloadFinished"])') // biome-ignore format: one locator
    await expect(ofDownloads).toHaveCount(1)
    await pressDownload(page, song, 'MP3')
    await page.setViewportSize({ width, height })
    await openDownloads(page)
    await expect(downloadRow(page, song.title)).toHaveAttribute('data-status', 'finished', { timeout: 30_000 })
    await expect(ofDownloads).toHaveCount(0)
    // Another notification: a press on what is outside closes the panel, a key does not.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    const toast = page.locator('[role="status"][data-category="flag"]')
    await page.getByRole('button', { name: 'Flag', exact: true }).first().evaluate((button: HTMLElement) => button.click()) // biome-ignore format: one press
    await expect(toast).toBeVisible()
    await expect(downloads(page)).toBeVisible()
    await expect
      .poll(async () => {
        const [panel, said] = [await downloads(page).boundingBox(), await toast.boundingBox()]
        if (!panel || !said) return 'gone'
        const isBeside = said.x >= panel.x + panel.width || said.x + said.width <= panel.x
        return isBeside || said.y >= panel.y + panel.height
      })
      .toBe(true)
  })

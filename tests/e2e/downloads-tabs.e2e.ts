// One tab downloads, the others show it; closing or crashing it costs no byte.
import type { BrowserContext, Page } from '@playwright/test'
import type { ReleaseDetail, Song } from '#core/model/catalogue/release.ts'
import { expect, test } from './support/fixtures.ts'
import { downloadRow, downloads, giveSession, openDetail, openDownloads, pressDownload } from './support/product.ts'
import { complete, downloadPath, fileSha256, ownRelease, prepared, spoil } from './support/server.ts'

const fits = ({ songs, title }: ReleaseDetail) =>
  complete(songs) &&
  songs.length >= 3 &&
  songs.length <= 12 &&
  new Set(songs.map((song) => song.title)).size === songs.length &&
  title !== ''

const HELD_BYTES = 3_000_000

async function three(place: number): Promise<{ release: ReleaseDetail; songs: [Song, Song, Song] }> {
  const release = await ownRelease(place, fits)
  const [a, b, c] = release.songs
  if (!a || !b || !c) throw new Error('unreachable')
  return { release, songs: [a, b, c] }
}

/** Requests for a song's file that a page sends, with the byte they begin at. */
function asked(context: BrowserContext, song: Song): { page: Page | null; from: number }[] {
  const seen: { page: Page | null; from: number }[] = []
  context.on('request', (request) => {
    if (!request.url().includes(downloadPath(song.trackid))) return
    const from = /^bytes=(\d+)-/.exec(request.headers().range ?? '')?.[1]
    seen.push({ page: null, from: Number(from ?? 0) })
  })
  return seen
}

const progressOf = async (page: Page, song: Song) =>
  Number(await downloadRow(page, song.title).getByRole('progressbar').getAttribute('aria-valuenow'))

/** Two tabs; the first loads a song whose body stands still after HELD_BYTES. */
async function loading(page: Page, place: number) {
  const { release, songs } = await three(place)
  const [song] = songs
  const sha256 = await prepared(song, 'wav')
  await spoil({ path: downloadPath(song.trackid), stall: HELD_BYTES })
  await giveSession(page)
  const requests = asked(page.context(), song)
  await openDetail(page, release)
  await pressDownload(page, song, 'WAV')
  await openDownloads(page)
  await expect(downloadRow(page, song.title)).toHaveAttribute('data-status', 'loading')
  const other = await page.context().newPage()
  await openDetail(other, release)
  await openDownloads(other)
  await expect(downloadRow(other, song.title)).toHaveAttribute('data-status', 'loading')
  return { release, songs, song, sha256, requests, other }
}

test.describe('two tabs', () => {
  test.setTimeout(120_000)

  test('the second shows the progress of the first and loads nothing itself', async ({ page }) => {
    const { song, other, requests } = await loading(page, 0)
    await expect.poll(() => progressOf(other, song)).toBeGreaterThan(0)
    // A long file may be fetched in two halves; its beginning is asked for once.
    expect(requests.filter(({ from }) => from === 0)).toHaveLength(1)
  })

  test('the second removes what the first is loading', { tag: '@long' }, async ({ page }) => {
    const { song, other } = await loading(page, 1)
    const ended = page.context().waitForEvent('requestfailed', (one) => one.url().includes(downloadPath(song.trackid)))
    await other.getByRole('button', { name: `Remove ${song.title}`, exact: true }).click()
    await ended
    await expect(downloadRow(page, song.title)).toHaveCount(0)
    await expect(downloadRow(other, song.title)).toHaveCount(0)
  })

  for (const [how, place, leave] of [
    ['is closed', 2, (page: Page) => page.close()],
    [
      'crashes',
      3,
      async (page: Page) => {
        const session = await page.context().newCDPSession(page)
        // A page that crashed answers nothing.
        void session.send('Page.crash').catch(() => {})
      },
    ],
    [
      'is robbed (H-520)',
      9,
      async (page: Page) => {
        await page.evaluate(async () => {
          const { held = [] } = await navigator.locks.query()
          const name = held.find((lock) => lock.name?.startsWith('downloads '))?.name as string
          await navigator.locks.request(name, { steal: true }, () => {})
        })
      },
    ],
  ] as const)
    test(`P2: when the first ${how}, the second goes on at the byte on the disk and saves the right file`, {
      tag: '@long',
    }, async ({ page }) => {
      const { song, other, requests, sha256 } = await loading(page, place)
      await expect.poll(() => progressOf(other, song)).toBeGreaterThan(0)
      // What the first tab was given is on its disk within the second that may be lost.
      await other.waitForTimeout(4000)
      const saved = other.waitForEvent('download', { timeout: 45_000 })
      await leave(page)
      expect(await fileSha256(await (await saved).path())).toBe(sha256)
      expect(requests.filter(({ from }) => from < HELD_BYTES - 1_000_000)).toHaveLength(1)
    })
})

test.describe('control', () => {
  test.setTimeout(120_000)

  test('a paused download keeps what it has and goes on there', async ({ page }) => {
    const { release, songs } = await three(4)
    const [song] = songs
    const sha256 = await prepared(song, 'wav')
    await spoil({ path: downloadPath(song.trackid), stall: HELD_BYTES })
    await giveSession(page)
    const requests = asked(page.context(), song)
    await openDetail(page, release)
    await pressDownload(page, song, 'WAV')
    await openDownloads(page)
    const row = downloadRow(page, song.title)
    await expect.poll(() => progressOf(page, song)).toBeGreaterThan(0)
    await page.getByRole('button', { name: `Pause ${song.title}`, exact: true }).click()
    await expect(row).toHaveAttribute('data-status', 'paused')
    await expect(row).toContainText(/Paused at \d+%/)
    const saved = page.waitForEvent('download', { timeout: 45_000 })
    await page.getByRole('button', { name: `Resume ${song.title}`, exact: true }).click()
    expect(await fileSha256(await (await saved).path())).toBe(sha256)
    expect(requests.filter(({ from }) => from === 0)).toHaveLength(1)
    // From where it was paused, which may be before the first byte that is held back.
    expect(requests.some(({ from }) => from > 0 && from <= HELD_BYTES)).toBe(true)
  })

  test('D-135: asking again for what is under way adds nothing and shows it', async ({ page }) => {
    const { release, songs } = await three(7)
    const [song] = songs
    await spoil({ path: downloadPath(song.trackid), stall: 1000 })
    await giveSession(page)
    await openDetail(page, release)
    await pressDownload(page, song, 'WAV')
    await expect(downloads(page)).toBeHidden()
    await pressDownload(page, song, 'WAV')
    await expect(downloads(page)).toBeVisible()
    await expect(downloadRow(page, song.title)).toHaveCount(1)
  })

  test('rows are put in another order with the keyboard, and Escape takes it back', { tag: '@long' }, async ({
    page,
  }) => {
    const { release, songs } = await three(5)
    for (const song of songs) await spoil({ path: downloadPath(song.trackid), stall: 1000 })
    await giveSession(page)
    await openDetail(page, release)
    for (const song of songs) await pressDownload(page, song, 'WAV')
    await openDownloads(page)
    const order = () =>
      downloads(page)
        .locator('[data-download-id] [role=progressbar]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    const [a, b, c] = songs.map((song) => song.title)
    await expect.poll(order).toEqual([a, b, c])
    await page.getByRole('button', { name: `Reorder ${c}`, exact: true }).focus()
    for (const key of [' ', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
    await expect.poll(order).toEqual([c, a, b])
    await page.keyboard.press('Escape')
    await expect.poll(order).toEqual([a, b, c])
    await expect(downloads(page)).toBeVisible()
    for (const key of [' ', 'ArrowUp', ' ']) await page.keyboard.press(key)
    await expect.poll(order).toEqual([a, c, b])
    // What was changed lies on the disk a moment later.
    await page.waitForTimeout(700)
    await page.reload()
    await openDownloads(page)
    await expect.poll(order).toEqual([a, c, b])
  })
})

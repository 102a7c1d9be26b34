// The promises of reliability about files, kept in a real browser against the fault switch.
import type { Page } from '@playwright/test'
import type { Song } from '#core/model/catalogue/release.ts'
import { movableClock } from '#tests/support/movableClock.ts'
import { expect, test } from './support/fixtures.ts'
import {
  downloadRow,
  fileOf,
  giveSession,
  openDetail,
  openDownloads,
  pressDownload,
  signInByHand,
} from './support/product.ts'
import { downloadPath, fileSha256, ownRelease, prepared, several, spoil } from './support/server.ts'

const compare = (a: string, b: string) => a.localeCompare(b)

/** When the page asked for the file of a song, ms since 1970. */
function requestsOf(page: Page, song: Song): number[] {
  const times: number[] = []
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname === downloadPath(song.trackid)) times.push(Date.now())
  })
  return times
}

async function two(page: Page, place: number, enter = giveSession): Promise<[Song, Song]> {
  const release = await ownRelease(place, several)
  const [first, second] = release.songs
  if (!first || !second) throw new Error('unreachable')
  await enter(page)
  await openDetail(page, release)
  return [first, second]
}

test.describe('promises', () => {
  test.setTimeout(120_000)

  test('P1: cut twice, refused, busy and shortened, the file that is finished is the one on the server', async ({
    page,
  }) => {
    const [song] = await two(page, 30)
    const sha256 = await prepared(song, 'wav')
    const path = downloadPath(song.trackid)
    await spoil({ path, cutAfterBytes: 3_000_000 })
    await spoil({ path, status: 500 })
    await spoil({ path, cutAfterBytes: 100_000 })
    await spoil({ path, status: 503, retryAfter: 1 })
    await spoil({ path, wrongLength: 1_000_000 })
    const file = await fileOf(page, () => pressDownload(page, song, 'WAV'), 90_000)
    expect(await fileSha256(await file.path())).toBe(sha256)
  })

  test('P3: a server that asks for patience gets it, and no more than seven requests without progress', {
    tag: '@long',
  }, async ({ page }) => {
    const [song, other] = await two(page, 31)
    const path = downloadPath(song.trackid)
    await prepared(song, 'wav')
    await spoil({ path, status: 429, retryAfter: 3 })
    const asked = requestsOf(page, song)
    await fileOf(page, () => pressDownload(page, song, 'WAV'))
    expect(asked).toHaveLength(2)
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(3000)

    await spoil({ path: downloadPath(other.trackid), status: 503, times: 20 })
    const storm = requestsOf(page, other)
    await pressDownload(page, other, 'WAV')
    await openDownloads(page)
    await expect(downloadRow(page, other.title)).toHaveAttribute('data-status', 'failed', { timeout: 60_000 })
    expect(storm.length).toBeGreaterThan(1)
    expect(storm.length).toBeLessThanOrEqual(7)
  })

  test('P4: a file that stalls is taken up again within 25 s, and holds up no other', { tag: '@long' }, async ({
    page,
  }) => {
    const [song, other] = await two(page, 32)
    const right = [await prepared(song, 'wav'), await prepared(other, 'wav')]
    await spoil({ path: downloadPath(song.trackid), stall: 1_000_000 })
    const asked = requestsOf(page, song)
    const files: Promise<string>[] = []
    page.on('download', (download) => files.push(download.path().then(fileSha256)))
    await pressDownload(page, song, 'WAV')
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await pressDownload(page, other, 'WAV')
    await openDownloads(page)
    await expect(downloadRow(page, other.title)).toHaveAttribute('data-status', 'finished')
    await expect(downloadRow(page, song.title)).toHaveAttribute('data-status', 'loading')
    await expect(downloadRow(page, song.title)).toHaveAttribute('data-status', 'finished', { timeout: 45_000 })
    expect((await Promise.all(files)).sort(compare)).toEqual(right.sort(compare))
    // An idle slot brought the second half meanwhile; the last request is for what the stalled one owed.
    expect(asked.length).toBeGreaterThan(1)
    expect((asked.at(-1) ?? 0) - (asked[0] ?? 0)).toBeLessThan(30_000)
  })

  test('P5: a token that is refused in the middle of a file is renewed and nobody notices', async ({ page }) => {
    const [song] = await two(page, 33)
    const sha256 = await prepared(song, 'wav')
    const path = downloadPath(song.trackid)
    await spoil({ path, cutAfterBytes: 2_000_000 })
    await spoil({ path, status: 401 })
    const asked = requestsOf(page, song)
    const file = await fileOf(page, () => pressDownload(page, song, 'WAV'))
    expect(await fileSha256(await file.path())).toBe(sha256)
    expect(asked).toHaveLength(3)
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveCount(0)
  })

  test('P6: a full storage is said in the row with a way out, and the file comes once there is room', {
    tag: '@long',
  }, async ({ page }) => {
    const [song] = await two(page, 34)
    const sha256 = await prepared(song, 'wav')
    const storage = await page.context().newCDPSession(page)
    const { origin } = new URL(page.url())
    await storage.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 3_000_000 })
    await pressDownload(page, song, 'WAV')
    await openDownloads(page)
    const row = downloadRow(page, song.title)
    await expect(row).toHaveAttribute('data-status', 'failed')
    await expect(row).toContainText('storage is full')
    await expect(row).toContainText('Free some space, then restart.')
    await storage.send('Storage.overrideQuotaForOrigin', { origin })
    const restart = page.getByRole('button', { name: `Restart ${song.title}`, exact: true })
    const file = await fileOf(page, () => restart.click())
    expect(await fileSha256(await file.path())).toBe(sha256)
  })

  for (const [name, days] of [
    ['ahead', 1],
    ['behind', -1],
  ] as const)
    test(`P8: with a clock a day ${name} a person stays signed in, and files come`, { tag: '@long' }, async ({
      page,
      context,
    }) => {
      const workers = await movableClock(context, days * 86_400_000)
      const [song] = await two(page, days === 1 ? 35 : 36, signInByHand)
      const sha256 = await prepared(song, 'wav')
      expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now())).toBeGreaterThan(80_000_000)
      expect(workers()).toBeGreaterThanOrEqual(4)
      const file = await fileOf(page, () => pressDownload(page, song, 'WAV'))
      expect(await fileSha256(await file.path())).toBe(sha256)
      await openDownloads(page)
      await expect(downloadRow(page, song.title)).toHaveAttribute('data-status', 'finished')
      // What is finished is written down a moment later.
      await page.waitForTimeout(500)
      await page.reload()
      await openDownloads(page)
      await expect(downloadRow(page, song.title)).toHaveAttribute('data-status', 'finished')
      await expect(page.getByRole('textbox', { name: 'Email' })).toHaveCount(0)
    })
})

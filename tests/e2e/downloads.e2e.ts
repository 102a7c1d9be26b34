import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { ReleaseDetail, Song } from '#core/model/catalogue/release.ts'
import { expect, test } from './support/fixtures.ts'
import { begunInJournal } from './support/kept.ts'
import {
  downloadRow,
  downloads,
  fileOf,
  giveSession,
  openDetail,
  openDownloads,
  pressDownload,
  songRow,
} from './support/product.ts'
import { complete, detail, downloadPath, fileSha256, ownRelease, prepared, shaOf, spoil } from './support/server.ts'

/** Titles that name one song alone, made of what no file-name rule changes: the expected name is written down here. */
const plain = ({ songs, title, artist }: ReleaseDetail) =>
  [title, artist, ...songs.flatMap((song) => [song.title, song.artist])].every((text) => !/[/\\:*?"<>|]/.test(text)) &&
  new Set(songs.map((song) => song.title)).size === songs.length

/** Disjoint kinds, so that counting in one never lands on a release of another. */
const few = ({ songs }: ReleaseDetail) => songs.length > 1 && songs.length < 5
const versioned = ({ songs }: ReleaseDetail) => songs.some(({ version }) => version !== '')
const such = (kind: (one: ReleaseDetail) => boolean) => (one: ReleaseDetail) =>
  complete(one.songs) && plain(one) && kind(one)
const SHORT_S = 240

/** A release of one song. */
const release = (place: number) =>
  ownRelease(
    place,
    such(({ songs }) => songs.length === 1 && (songs[0]?.duration ?? 0) < SHORT_S),
  )

const expectedName = ({ artist, ordinal, title, explicit, version }: Song, ending: string) =>
  `${artist} - ${ordinal} - ${title}${explicit ? ' [E]' : ''}${version ? ` (${version})` : ''}.${ending}`

const first = ({ songs }: ReleaseDetail): Song => {
  const [song] = songs
  if (!song) throw new Error('a release without songs')
  return song
}

const status = (page: Page, song: Pick<Song, 'title'>) => downloadRow(page, song.title)

test.describe('downloads', () => {
  test.setTimeout(120_000)
  test.beforeEach(async ({ page }) => {
    await giveSession(page)
  })

  for (const [format, from] of [
    ['WAV', 0],
    ['MP3', 1],
  ] as const)
    test(`a single song as ${format} lies on the disk byte for byte as the server holds it`, async ({ page }) => {
      const one = await release(from)
      const song = first(one)
      const sha256 = await prepared(song, format === 'WAV' ? 'wav' : 'mp3')
      await openDetail(page, one)
      const file = await fileOf(page, () => pressDownload(page, song, format))
      expect(await fileSha256(await file.path())).toBe(sha256)
    })

  test('DOWNLOAD-028: a song is saved under artist - ordinal - title [E] (version)', async ({ page }) => {
    const one = await ownRelease(0, such(versioned))
    const song = one.songs.find(({ version }) => version !== '') ?? first(one)
    await prepared(song, 'mp3')
    await openDetail(page, one)
    const file = await fileOf(page, () => pressDownload(page, song, 'MP3'))
    expect(file.suggestedFilename()).toBe(expectedName(song, 'mp3'))
  })

  test('a zipped release lies on the disk byte for byte as the server holds it', async ({ page }) => {
    const one = await release(2)
    const zips: string[] = []
    page.on('request', (request) => {
      if (/\/(zips|zipper)\//.test(request.url()) && !/status|zipper\/[^/]+\?/.test(request.url()))
        zips.push(request.url())
    })
    await openDetail(page, one)
    const file = await fileOf(page, () => page.getByRole('button', { name: 'Download all (WAV)' }).click(), 90_000)
    expect(zips[0], 'the transfer of the zip was seen').toBeDefined()
    expect(await fileSha256(await file.path())).toBe(await shaOf(zips[0] ?? ''))
    expect(file.suggestedFilename()).toBe(`${one.artist} - ${one.title}${one.explicit ? ' [E]' : ''}.zip`)
  })

  test('DOWNLOAD-008: a song that loads shows its percent', async ({ page }) => {
    const one = await release(3)
    const song = first(one)
    await prepared(song, 'wav')
    await spoil({ path: downloadPath(song.trackid), stall: 1_000_000 })
    await openDetail(page, one)
    await pressDownload(page, song, 'WAV')
    await openDownloads(page)
    const row = status(page, song)
    await expect(row).toHaveAttribute('data-status', 'loading')
    const meter = row.getByRole('progressbar', { name: song.title })
    await expect.poll(async () => Number(await meter.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
    expect(Number(await meter.getAttribute('aria-valuenow'))).toBeLessThan(100)
  })

  test('DOWNLOAD-024: a finished download notifies', { tag: '@long' }, async ({ page }) => {
    const one = await release(4)
    await prepared(first(one), 'mp3')
    await openDetail(page, one)
    await fileOf(page, () => pressDownload(page, first(one), 'MP3'))
    await expect(page.locator('[data-category="downloadFinished"]').first()).toBeVisible()
    await openDownloads(page)
    await expect(status(page, first(one))).toHaveAttribute('data-status', 'finished')
  })

  test('DOWNLOAD-023: adding to the queue notifies', async ({ page }) => {
    const one = await release(5)
    await prepared(first(one), 'mp3')
    await openDetail(page, one)
    await pressDownload(page, first(one), 'MP3')
    await expect(page.locator('[data-category="addDownloadQueue"]').first()).toBeVisible()
  })

  test('DOWNLOAD-014: three run at once, and the next begins when one is done with', async ({ page }) => {
    const one = await ownRelease(
      0,
      such((its) => its.songs.length >= 5 && !versioned(its)),
    )
    const songs = one.songs.slice(0, 5)
    for (const song of songs) await prepared(song, 'wav')
    for (const song of songs) await spoil({ path: downloadPath(song.trackid), stall: 500_000 })
    await openDetail(page, one)
    for (const song of songs) await pressDownload(page, song, 'WAV')
    await openDownloads(page)
    const withStatus = (name: string) => downloads(page).locator(`[data-status="${name}"]`)
    await expect(withStatus('loading')).toHaveCount(3)
    await expect(withStatus('waiting')).toHaveCount(2)
    for (const song of songs.slice(0, 3)) await expect(status(page, song)).toHaveAttribute('data-status', 'loading')
    await page.getByRole('button', { name: `Remove ${songs[0]?.title}`, exact: true }).click()
    await expect(status(page, songs[3] ?? first(one))).toHaveAttribute('data-status', 'loading')
    await expect(withStatus('waiting')).toHaveCount(1)
  })

  test('DOWNLOAD-020: remove cancels what is loading', async ({ page }) => {
    const one = await release(7)
    const song = first(one)
    await prepared(song, 'wav')
    await spoil({ path: downloadPath(song.trackid), stall: 500_000 })
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes(downloadPath(song.trackid)))
    await openDetail(page, one)
    await pressDownload(page, song, 'WAV')
    await openDownloads(page)
    await expect(status(page, song)).toHaveAttribute('data-status', 'loading')
    await page.getByRole('button', { name: `Remove ${song.title}`, exact: true }).click()
    await expect(status(page, song)).toHaveCount(0)
    await ended
  })

  test('a connection cut in the middle costs nothing: the file still agrees with the server', async ({ page }) => {
    const one = await release(8)
    const song = first(one)
    const sha256 = await prepared(song, 'wav')
    await spoil({ path: downloadPath(song.trackid), cutAfterBytes: 2_000_000 })
    await openDetail(page, one)
    const file = await fileOf(page, () => pressDownload(page, song, 'WAV'))
    expect(await fileSha256(await file.path())).toBe(sha256)
  })

  test('DOWNLOAD-022: a download the server refuses fails and says why', async ({ page }) => {
    const one = await release(9)
    const song = first(one)
    await spoil({ path: downloadPath(song.trackid), status: 404, times: 3 })
    await openDetail(page, one)
    await pressDownload(page, song, 'WAV')
    await openDownloads(page)
    await expect(status(page, song)).toHaveAttribute('data-status', 'failed')
    await expect(status(page, song)).toContainText('no longer on the server')
  })

  test('DOWNLOAD-011: a failed download restarts by a press and then finishes', async ({ page }) => {
    const one = await release(10)
    const song = first(one)
    const sha256 = await prepared(song, 'wav')
    await spoil({ path: downloadPath(song.trackid), status: 404 })
    await openDetail(page, one)
    await pressDownload(page, song, 'WAV')
    await openDownloads(page)
    await expect(status(page, song)).toHaveAttribute('data-status', 'failed')
    const file = await fileOf(page, () =>
      page.getByRole('button', { name: `Restart ${song.title}`, exact: true }).click(),
    )
    expect(await fileSha256(await file.path())).toBe(sha256)
    await expect(status(page, song)).toHaveAttribute('data-status', 'finished')
  })

  test('a body shorter than the catalogue says is never called finished', async ({ page }) => {
    const one = await release(11)
    const song = first(one)
    await prepared(song, 'wav')
    await spoil({ path: downloadPath(song.trackid), wrongLength: 1_000_000, times: 20 })
    await openDetail(page, one)
    await pressDownload(page, song, 'WAV')
    await openDownloads(page)
    await expect(status(page, song)).toHaveAttribute('data-status', 'failed', { timeout: 50_000 })
  })

  test('DOWNLOAD-018: after a reload what was not finished has failed, and a restart brings it home', async ({
    page,
  }) => {
    const one = await release(12)
    const song = first(one)
    const sha256 = await prepared(song, 'wav')
    await spoil({ path: downloadPath(song.trackid), stall: 3_000_000 })
    await openDetail(page, one)
    await pressDownload(page, song, 'WAV')
    await openDownloads(page)
    const meter = status(page, song).getByRole('progressbar')
    await expect.poll(async () => Number(await meter.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
    await expect.poll(() => begunInJournal(page)).toBe(1)
    await page.reload()
    await openDownloads(page)
    await expect(status(page, song)).toHaveAttribute('data-status', 'failed')
    await expect(status(page, song)).toContainText(/Interrupted at \d+%/)
    const file = await fileOf(page, () =>
      page.getByRole('button', { name: `Restart ${song.title}`, exact: true }).click(),
    )
    expect(await fileSha256(await file.path())).toBe(sha256)
  })

  test('DOWNLOAD-006: clearing takes the finished away and leaves the rest', { tag: '@long' }, async ({ page }) => {
    const one = await ownRelease(
      0,
      such((its) => few(its) && !versioned(its)),
    )
    const [done, stuck] = one.songs
    if (!done || !stuck) throw new Error('unreachable')
    await prepared(stuck, 'wav')
    await prepared(done, 'mp3')
    await spoil({ path: downloadPath(stuck.trackid), stall: 500_000 })
    await openDetail(page, one)
    await pressDownload(page, stuck, 'WAV')
    await fileOf(page, () => pressDownload(page, done, 'MP3'))
    await openDownloads(page)
    await expect(status(page, done)).toHaveAttribute('data-status', 'finished')
    await page.getByRole('button', { name: 'Clear completed' }).click()
    await expect(status(page, done)).toHaveCount(0)
    await expect(status(page, stuck)).toHaveCount(1)
  })

  test('DOWNLOAD-001: a video comes as MP4, whole', async ({ page }) => {
    const one = await detail('demo-video-only')
    const song = first(one)
    await openDetail(page, one)
    await songRow(page, song.trackid).hover()
    const file = await fileOf(page, () =>
      page.getByRole('button', { name: `Download ${song.title} as MP4`, exact: true }).click(),
    )
    expect(file.suggestedFilename()).toBe(expectedName(song, 'mp4'))
    const bytes = readFileSync(await file.path())
    expect(bytes.subarray(4, 8).toString('latin1')).toBe('ftyp')
    await openDownloads(page)
    await expect(status(page, song)).toContainText('MP4')
    await expect(status(page, song)).toHaveAttribute('data-status', 'finished')
  })

  test('DOWNLOAD-026: the preferred format is mp3 at first', async ({ page }) => {
    await page.goto('/releases')
    await openDownloads(page)
    await downloads(page).getByRole('button', { name: 'Download settings' }).click()
    await expect(page.getByRole('combobox', { name: 'Preferred format' })).toHaveValue('mp3')
  })
})

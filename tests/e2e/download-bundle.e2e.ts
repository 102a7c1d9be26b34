// Several releases as one zip that is made in the browser, compared entry by entry with what the server holds.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import type { ReleaseDetail, Song } from '#core/model/catalogue/release.ts'
import { axeFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { begunInJournal } from './support/kept.ts'
import { card, cards, downloadRow, downloads, fileOf, openDownloads, scroller, signIn } from './support/product.ts'
import { complete, detail, downloadPath, listPage, prepared, spoil } from './support/server.ts'

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

/** `count` releases of the first page that are short enough for a test, from the `from`-th of those on. */
async function shortOnes(count: number, from: number): Promise<ReleaseDetail[]> {
  const { releases } = await listPage(1)
  const found: ReleaseDetail[] = []
  for (const { releaseid, candownload, duration } of releases) {
    if (releaseid.startsWith('demo-') || !candownload || duration > 240) continue
    const release = await detail(releaseid)
    if (complete(release.songs)) found.push(release)
    if (found.length === from + count) return found.slice(from)
  }
  throw new Error(`the first page has no ${from + count} short releases`)
}

const songsOf = (ones: readonly ReleaseDetail[]): Song[] => ones.flatMap(({ songs }) => songs)

/** SHA-256 of every song as the server sends it, in order of names: two may be alike. */
async function hashes(songs: readonly Song[], format: 'wav' | 'mp3'): Promise<string[]> {
  const all: string[] = []
  for (const song of songs) all.push(await prepared(song, format))
  return sorted(all)
}

const sorted = (texts: readonly string[]) => [...texts].sort((a, b) => a.localeCompare(b))

/** Scrolls down until the card is there: only what is seen is drawn. */
async function reach(page: Page, release: Pick<ReleaseDetail, 'releaseid'>) {
  const wanted = card(page, release)
  await expect(async () => {
    if ((await wanted.count()) === 0) await scroller(page).evaluate((box) => box.scrollBy(0, 300))
    await expect(wanted).toHaveCount(1, { timeout: 500 })
  }).toPass()
  return wanted
}

async function select(page: Page, ones: readonly ReleaseDetail[]): Promise<void> {
  for (const release of ones) await (await reach(page, release)).click({ modifiers: ['Control'] })
  await expect(toolbar(page)).toContainText(`${ones.length} selected`)
}

async function choose(page: Page, name: string): Promise<void> {
  await toolbar(page).getByRole('button', { name: 'More ways to download' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** The saved zip holds these songs in a folder for each release, and `unzip` finds no fault with it. */
function expectZip(path: string, ones: readonly ReleaseDetail[], expected: readonly string[]): void {
  expect(String(execFileSync('unzip', ['-t', path]))).toContain('No errors detected')
  const files = unzipSync(readFileSync(path))
  const found = Object.values(files).map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  expect(sorted(found)).toEqual(expected)
  const folders = new Set(Object.keys(files).map((name) => name.slice(0, name.indexOf('/'))))
  expect(folders.size).toBe(ones.length)
  for (const name of Object.keys(files)) expect(name).toMatch(/^[^/]+\/[^/]+\.(wav|mp3)$/)
}

/** Names of what lies in the private file system for downloads. */
const leftovers = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('downloads', { create: true })
    const names: string[] = []
    for await (const name of folder.keys()) names.push(name)
    return names
  })

const status = (page: Page, title: string) => downloadRow(page, title)

/** What takes longer than it tells is left to `npm run test:all`. */
const long = process.env.TEST_ALL ? test : test.skip

test.describe('a selection as one zip', () => {
  test.setTimeout(180_000)
  test.beforeEach(async ({ page }) => {
    await signIn(page)
    await expect(cards(page).first()).toBeVisible()
  })

  test('every song lies in it byte for byte, in a folder for each release', { tag: '@long' }, async ({ page }) => {
    const ones = await shortOnes(3, 0)
    const expected = await hashes(songsOf(ones), 'wav')
    await select(page, ones)
    const file = await fileOf(page, () => choose(page, 'One zip file (WAV)'), 120_000)
    expect(file.suggestedFilename()).toBe('3 releases.zip')
    expectZip(await file.path(), ones, expected)
    await openDownloads(page)
    await expect(status(page, '3 releases')).toHaveAttribute('data-status', 'finished')
    await expect(downloads(page).locator('[data-download-id]')).toHaveCount(1)
  })

  long('by the plain button, where one zip is what a person chose', async ({ page }) => {
    const ones = await shortOnes(2, 0)
    const expected = await hashes(songsOf(ones), 'mp3')
    await openDownloads(page)
    await page.getByRole('button', { name: 'Download settings' }).click()
    await page.getByRole('checkbox', { name: 'One zip for a selection' }).check()
    await page.keyboard.press('Escape')
    await select(page, ones)
    const file = await fileOf(page, () => toolbar(page).getByRole('button', { name: 'Download MP3' }).click(), 120_000)
    expectZip(await file.path(), ones, expected)
  })

  long('a song that is cut and one that is refused: tried again, and the zip is whole', async ({ page }) => {
    const ones = await shortOnes(2, 3)
    const songs = songsOf(ones)
    const expected = await hashes(songs, 'wav')
    const [cut, refused] = [songs[0], songs.at(-1)]
    if (!cut || !refused || cut === refused) throw new Error('two songs are needed')
    await spoil({ path: downloadPath(cut.trackid), cutAfterBytes: 2_000_000 })
    await spoil({ path: downloadPath(refused.trackid), status: 404 })
    await select(page, ones)
    await choose(page, 'One zip file (WAV)')
    await openDownloads(page)
    await expect(status(page, '2 releases')).toHaveAttribute('data-status', 'failed', { timeout: 90_000 })
    await expect(status(page, '2 releases')).toContainText(`1 of ${songs.length} files`)
    await expect(status(page, refused.title)).toContainText('no longer on the server')
    expect(await axeFaults(page)).toEqual([])
    const file = await fileOf(
      page,
      () => page.getByRole('button', { name: 'Restart 2 releases', exact: true }).click(),
      60_000,
    )
    expectZip(await file.path(), ones, expected)
    await expect(status(page, '2 releases')).toHaveAttribute('data-status', 'finished')
  })

  test('cancelled in the middle nothing stays behind', { tag: '@long' }, async ({ page }) => {
    const ones = await shortOnes(2, 5)
    const songs = songsOf(ones)
    await hashes(songs, 'wav')
    for (const song of songs.slice(-1)) await spoil({ path: downloadPath(song.trackid), stall: 1_000_000 })
    await select(page, ones)
    await choose(page, 'One zip file (WAV)')
    await openDownloads(page)
    await expect(status(page, '2 releases')).toContainText(`${songs.length - 1} of ${songs.length} files`, {
      timeout: 60_000,
    })
    expect((await leftovers(page)).length).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Remove 2 releases', exact: true }).click()
    await expect(downloads(page).locator('[data-download-id]')).toHaveCount(0)
    await expect.poll(() => leftovers(page)).toEqual([])
  })

  test('a reload in the middle: it has failed, and a restart brings it home', { tag: '@long' }, async ({ page }) => {
    const ones = await shortOnes(2, 7)
    const songs = songsOf(ones)
    const expected = await hashes(songs, 'wav')
    for (const song of songs.slice(-1)) await spoil({ path: downloadPath(song.trackid), stall: 1_000_000 })
    await select(page, ones)
    await choose(page, 'One zip file (WAV)')
    await openDownloads(page)
    await expect(status(page, '2 releases')).toContainText(`${songs.length - 1} of ${songs.length} files`, {
      timeout: 60_000,
    })
    await expect.poll(() => begunInJournal(page)).toBe(songs.length)
    await page.reload()
    await openDownloads(page)
    await expect(status(page, '2 releases')).toHaveAttribute('data-status', 'failed')
    await expect(status(page, '2 releases')).toContainText('Interrupted')
    const whole: string[] = []
    page.on('response', (response) => {
      if (/\/audio\/[^/]+\/download/.test(response.url()) && response.status() === 200) whole.push(response.url())
    })
    const file = await fileOf(
      page,
      () => page.getByRole('button', { name: 'Restart 2 releases', exact: true }).click(),
      60_000,
    )
    expectZip(await file.path(), ones, expected)
    expect(whole, 'nothing that was here came again from its first byte').toEqual([])
  })

  long('as single files, each is saved alone', async ({ page }) => {
    const ones = await shortOnes(1, 9)
    const expected = await hashes(songsOf(ones), 'mp3')
    const found: string[] = []
    page.on('download', async (file) => {
      found.push(
        createHash('sha256')
          .update(readFileSync(await file.path()))
          .digest('hex'),
      )
    })
    await select(page, ones)
    await choose(page, 'Single files (MP3)')
    await expect.poll(() => sorted(found), { timeout: 60_000 }).toEqual(expected)
  })

  test('more than a zip may hold cannot be chosen, and says so', { tag: '@long' }, async ({ page }) => {
    await cards(page).first().hover()
    await cards(page).first().getByRole('checkbox').click()
    const pages = await Promise.all([1, 2, 3].map((number) => listPage(number)))
    const releases = pages.flatMap((one) => one.releases)
    const last = releases.at(-1)
    if (!last) throw new Error('an empty list')
    await (await reach(page, last)).click({ modifiers: ['Shift'] })
    await expect(toolbar(page)).toContainText(`${releases.length} selected`)
    const seconds = releases.filter((one) => one.candownload).reduce((sum, one) => sum + one.duration, 0)
    expect(seconds * 176_400, 'three pages are longer than a zip of WAVs may be').toBeGreaterThan(3.9e9)
    await toolbar(page).getByRole('button', { name: 'More ways to download' }).click()
    const item = page.getByRole('menuitem', { name: 'One zip file (WAV)' })
    await expect(item).toContainText('over 3.9 GB')
    await expect(item).toHaveAttribute('aria-disabled', 'true')
    expect(await axeFaults(page)).toEqual([])
  })
})

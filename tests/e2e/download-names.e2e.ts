/**
 * Names a disk can hold, on the real disk: what the browser saves itself, and what goes into a picked folder. The
 * release and its files are made up, so that every title is one that a disk, Windows or Chromium refuses.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { sha256Hex, wav } from '#tests/support/downloadParts.ts'
import { type Disk, filesOf, handOut, newDisk, visit } from './support/disk.ts'
import { test } from './support/fixtures.ts'
import { downloads, giveSession, openDetail, openDownloads, songRow } from './support/product.ts'
import { ownRelease, several } from './support/server.ts'

const TITLES = [
  '夜'.repeat(90),
  'مُحَمَّد '.repeat(40),
  '👨\u200d👩\u200d👧\u200d👦'.repeat(15),
  `Ni\u200bght \u202eBus\u2028Two`,
  'x'.repeat(300),
  `a${'\u0301'.repeat(400)}`,
  'क्षि'.repeat(60),
  'half \ud83d',
]
const ids = TITLES.map((_, n) => `named-${n}`)
const body = Buffer.from(wav(3000))
const sorted = (names: readonly string[]) => [...names].sort((a, b) => a.localeCompare(b))

/** Answers in place of the server: a release of these titles, and one small file for each song. */
async function serveTitles(page: Page, release: ReleaseDetail): Promise<void> {
  const [song] = release.songs
  await page.context().route(`**/api/releases/${release.releaseid}`, async (route) => {
    const response = await route.fetch()
    const real = ReleaseDetail.parse(await response.json())
    const songs = TITLES.map((title, n) => ({
      ...song,
      title,
      trackid: ids[n],
      ordinal: n + 1,
      version: 'Live',
      album: '夜'.repeat(120),
    }))
    await route.fulfill({ response, json: { ...real, songs } })
  })
  await page.context().route('**/api/audio/named-*/token', (route) => route.fulfill({ json: { data: { token: 't' } } }))
  await page.context().route('**/api/audio/named-*/download?**', (route) =>
    route.fulfill({
      contentType: 'audio/wav',
      headers: { 'Content-Length': String(body.length), ETag: '"1"' },
      body,
    }),
  )
}

/** Presses WAV at every song and waits until all are said to be finished. */
async function downloadAll(page: Page): Promise<void> {
  for (const id of ids) {
    await songRow(page, id).hover()
    await songRow(page, id)
      .getByRole('button', { name: /as WAV$/ })
      .click()
  }
  await openDownloads(page)
  const rows = downloads(page).locator('[data-download-id]')
  await expect(rows).toHaveCount(ids.length)
  for (const row of await rows.all()) await expect(row).toHaveAttribute('data-status', 'finished', { timeout: 20_000 })
}

let disk: Disk
test.beforeEach(async () => {
  disk = await newDisk()
})
test.afterEach(async () => {
  await rm(disk.place, { recursive: true, force: true, maxRetries: 5 })
})

test('D-159: songs of every script are on the disk under their names, saved by the browser and in a folder alike', {
  tag: '@long',
}, async () => {
  test.setTimeout(120_000)
  const release = await ownRelease(9, several)
  const { context, page } = await visit(disk)
  const saved = join(disk.place, 'saved')
  await mkdir(saved)
  const session = await context.newCDPSession(page)
  // Under their own names, as a person's browser does it.
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: saved })
  await serveTitles(page, release)
  await giveSession(page)
  await openDetail(page, release)
  await downloadAll(page)
  await expect.poll(async () => (await readdir(saved)).filter((name) => name.endsWith('.wav')).length).toBe(ids.length)
  const names = await readdir(saved)
  expect(names).toHaveLength(ids.length)
  for (const name of names) expect(sha256Hex(await readFile(join(saved, name))), name).toBe(sha256Hex(body))

  await page.getByRole('button', { name: 'Clear completed' }).click()
  await page.getByRole('button', { name: 'Download settings' }).click()
  await handOut(disk, page)
  await page.getByRole('button', { name: 'Choose folder' }).click()
  await expect(downloads(page).getByText('Saving to Promos').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await downloadAll(page)
  const files = await filesOf(disk)
  // One rule for both: the same names, and one folder of the release.
  expect(sorted(files.map((file) => basename(file)))).toEqual(sorted(names))
  expect(new Set(files.map((file) => basename(dirname(file)))).size).toBe(1)
  for (const file of files) expect(sha256Hex(await readFile(file)), file).toBe(sha256Hex(body))
  for (const name of names) expect(name).toMatch(/ \(Live\)\.wav$/)
  await context.close()
})

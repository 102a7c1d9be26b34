// What the list of downloads shows of each job.
import type { Locator } from '@playwright/test'
import type { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { leaveJobs } from '../bench/downloads/madeUp.ts'
import { axeFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { kept } from './support/kept.ts'
import {
  card,
  downloadRow,
  downloads,
  giveSession,
  openDetail,
  openDownloads,
  pressDownload,
  songRow,
} from './support/product.ts'
import { complete, downloadPath, findRelease, ownRelease, prepared, spoil } from './support/server.ts'

const telling = ({ songs }: ReleaseDetail) =>
  complete(songs) && songs.some((song) => song.version !== '' && song.explicit)
const several = ({ songs }: ReleaseDetail) =>
  complete(songs) && songs.length >= 4 && new Set(songs.map((song) => song.title)).size === songs.length

test.setTimeout(120_000)
test.beforeEach(async ({ page }) => {
  await giveSession(page)
})

test('DOWNLOAD-004: a row shows cover, artist, title, version, explicit, type and status', async ({ page }) => {
  const release = await ownRelease(0, telling)
  const song = release.songs.find((one) => one.version !== '' && one.explicit)
  if (!song) throw new Error('unreachable')
  await spoil({ path: downloadPath(song.trackid), stall: 1000 })
  await openDetail(page, release)
  await pressDownload(page, song, 'WAV')
  await openDownloads(page)
  const row = downloadRow(page, song.title).first()
  await expect(row.locator('img')).toHaveCount(1)
  for (const text of [song.title, `(${song.version})`, song.artist, 'WAV']) await expect(row).toContainText(text)
  await expect(row.getByRole('img', { name: 'Explicit' })).toBeVisible()
  await expect(row).toHaveAttribute('data-status', /waiting|loading/)
})

test('DOWNLOAD-010: a song that waits says so', async ({ page }) => {
  const release = await ownRelease(3, several)
  const songs = release.songs.slice(0, 4)
  for (const song of songs) await spoil({ path: downloadPath(song.trackid), stall: 1000 })
  await openDetail(page, release)
  for (const song of songs) await pressDownload(page, song, 'WAV')
  await openDownloads(page)
  const last = downloadRow(page, songs[3]?.title ?? '')
  await expect(last).toHaveAttribute('data-status', 'waiting')
  await expect(last).toContainText('Waiting')
})

test('DOWNLOAD-009: a release that waits for its zip says zipping', async ({ page }) => {
  const release = await ownRelease(5, several)
  await spoil({ path: `/api/audio/zipper/${release.releaseid}`, stall: 0 })
  await openDetail(page, release)
  await page.getByRole('button', { name: 'Download all (WAV)' }).click()
  await openDownloads(page)
  const row = downloadRow(page, release.title)
  await expect(row).toHaveAttribute('data-status', 'waiting')
  await expect(row).toContainText('Zipping')
})

test('DOWNLOAD-005: completed downloads can be cleared', async ({ page }) => {
  await page.goto('/releases')
  await openDownloads(page)
  await expect(downloads(page)).toContainText('Nothing to download yet')
  const release = await ownRelease(6, several)
  const [song] = release.songs
  if (!song) throw new Error('unreachable')
  await prepared(song, 'mp3')
  await openDetail(page, release)
  await pressDownload(page, song, 'MP3')
  await openDownloads(page)
  await expect(downloadRow(page, song.title)).toHaveAttribute('data-status', 'finished', { timeout: 45_000 })
  await page.getByRole('button', { name: 'Clear completed' }).click()
  await expect(downloads(page)).toContainText('Nothing to download yet')
})

test('what was downloaded says so in every list, after a reload too', async ({ page }) => {
  const release = await findRelease(0, ({ songs }) => complete(songs) && songs.length > 1 && songs.length < 5)
  const [song, other] = release.songs
  if (!song || !other) throw new Error('unreachable')
  for (const one of release.songs) await prepared(one, 'mp3')
  const had = (row: Locator) => row.getByRole('img', { name: 'Already downloaded' })
  await openDetail(page, release)
  await expect(had(songRow(page, song.trackid))).toHaveCount(0)
  await pressDownload(page, song, 'MP3')
  await expect(had(songRow(page, song.trackid))).toBeVisible({ timeout: 45_000 })
  await expect(had(songRow(page, other.trackid))).toHaveCount(0)
  await page.reload()
  await expect(had(songRow(page, song.trackid))).toBeVisible()
  // One song is not the release.
  await page.goto('/releases')
  await expect(card(page, release)).toBeVisible()
  await expect(had(card(page, release))).toHaveCount(0)
  await card(page, release).focus()
  await page.keyboard.press('d')
  await expect(had(card(page, release))).toBeVisible({ timeout: 60_000 })
  await card(page, release).press('Enter')
  await expect(had(page.getByRole('dialog').locator(`[data-track-id="${other.trackid}"]`))).toBeVisible()
})

test('DOWNLOAD-007: the preferred format is chosen in the settings and kept', async ({ page }) => {
  await page.goto('/releases')
  const format = page.getByRole('combobox', { name: 'Preferred format' })
  await openDownloads(page)
  await page.getByRole('button', { name: 'Download settings' }).click()
  await expect(format.locator('option')).toHaveText(['WAV', 'MP3'])
  await format.selectOption('wav')
  await expect.poll(() => kept(page, 'settings')).toMatchObject({ preferredFormat: 'wav' })
  await page.reload()
  await openDownloads(page)
  await page.getByRole('button', { name: 'Download settings' }).click()
  await expect(format).toHaveValue('wav')
})

test('the preview shows what a name template makes, and the specified name comes back when it is emptied', async ({
  page,
}) => {
  await page.goto('/releases')
  await openDownloads(page)
  await page.getByRole('button', { name: 'Download settings' }).click()
  const template = page.getByRole('textbox', { name: 'File name template' })
  const preview = page.getByRole('status', { name: 'File name preview' })
  await expect(preview).toHaveText('Josie Marrow - 3 - Red Clay Letters [E] (Clean).wav')
  await template.fill('{ordinal:2} {title}: {isrc}')
  await expect(preview).toHaveText('03 Red Clay Letters_ GBRB12600003.wav')
  await template.blur()
  // What is refused says why, and the one before is used.
  await template.fill('{tilte} {isrc}')
  await expect(page.getByText('Not used: there is no part {tilte}.')).toBeVisible()
  await expect(template).toHaveAttribute('aria-invalid', 'true')
  await expect(preview).toHaveText('03 Red Clay Letters_ GBRB12600003.wav')
  await template.fill('')
  await template.blur()
  await expect(template).toHaveValue('{artist} - {ordinal} - {title} {explicit} ({version})')
})

test('of a thousand downloads only those in sight are made; one is carried from the first place to the last by keys', async ({
  page,
}) => {
  const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '')
  const { playerid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    playerid: string
  }
  await page.goto('/favicon.svg')
  await leaveJobs(page, playerid, 1000)
  await page.goto('/')
  await openDownloads(page)
  const list = downloads(page).getByRole('list', { name: 'Downloads' })
  const rows = list.locator('[data-download-id]')
  await expect(rows.first()).toContainText('Title 0')
  expect(await rows.count()).toBeLessThan(60)
  await expect(rows.first()).toHaveAttribute('aria-setsize', '1000')
  await expect(rows.first()).toHaveAttribute('aria-posinset', '1')
  expect(await axeFaults(page)).toEqual([])
  const toEnd = async () => {
    await list.evaluate((box) => box.scrollTo(0, box.scrollHeight))
    return rows.last().textContent()
  }
  await expect.poll(toEnd).toContain('Title 999')
  await expect(rows.last()).toBeInViewport()
  await expect(rows.last()).toHaveAttribute('aria-posinset', '1000')
  expect(await rows.count()).toBeLessThan(60)

  await list.evaluate((box) => box.scrollTo(0, 0))
  const handle = list.getByRole('button', { name: 'Reorder Title 0', exact: true })
  await handle.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await expect.poll(toEnd).toContain('Title 0')
  await expect.poll(() => rows.count()).toBeLessThan(60)
  await list.evaluate((box) => box.scrollTo(0, 0))
  await expect(rows.first()).toContainText('Title 1')
})

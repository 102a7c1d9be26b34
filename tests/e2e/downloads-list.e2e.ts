// What the list of downloads shows of each job.
import type { Locator } from '@playwright/test'
import type { ReleaseDetail } from '#core/model/catalogue/release.ts'
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
import { complete, findRelease, ownRelease, prepared } from './support/server.ts'

const several = ({ songs }: ReleaseDetail) =>
  complete(songs) && songs.length >= 4 && new Set(songs.map((song) => song.title)).size === songs.length

test.setTimeout(120_000)
test.beforeEach(async ({ page }) => {
  await giveSession(page)
})

test('DOWNLOAD-005: completed downloads can be cleared', { tag: '@long' }, async ({ page }) => {
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

test('what was downloaded says so in every list, after a reload too', { tag: '@long' }, async ({ page }) => {
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

test('DOWNLOAD-007: the preferred format is chosen in the settings and kept', { tag: '@long' }, async ({ page }) => {
  // The account keeps it, and other tests take the format of theirs for untouched.
  await giveSession(page, 'staff@demo.test')
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
  await expect(preview).toHaveText('Josie Marrow - 3 - Red Clay Letters [E] (Extended Mix).mp3')
  await template.fill('{ordinal:2} {title}: {isrc}')
  await expect(preview).toHaveText('03 Red Clay Letters_ GBRB12600003.mp3')
  await template.blur()
  // What is refused says why, and the one before is used.
  await template.fill('{tilte} {isrc}')
  await expect(page.getByText('Not used: there is no part {tilte}.')).toBeVisible()
  await expect(template).toHaveAttribute('aria-invalid', 'true')
  await expect(preview).toHaveText('03 Red Clay Letters_ GBRB12600003.mp3')
  await template.fill('')
  await template.blur()
  await expect(template).toHaveValue('{artist} - {ordinal} - {title} {explicit} ({version})')
})

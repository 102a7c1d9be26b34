// Download pressed and the page left in the same moment: every row is there afterwards.
import type { Page } from '@playwright/test'
import type { Song } from '#core/model/catalogue/release.ts'
import { expect, test } from './support/fixtures.ts'
import { downloadRow, giveSession, openDetail, openDownloads, songRow } from './support/product.ts'
import { downloadPath, ownRelease, prepared, several, spoil } from './support/server.ts'

/** Presses WAV of a song and leaves the page in the same task. */
async function pressAndLeave(page: Page, song: Song, how: 'reload' | 'away'): Promise<void> {
  const button = songRow(page, song.trackid).getByRole('button', { name: `Download ${song.title} as WAV`, exact: true })
  await songRow(page, song.trackid).hover()
  await expect(button).toBeVisible()
  const left = page.waitForEvent('framenavigated')
  await button.evaluate((element, way) => {
    ;(element as HTMLElement).click()
    if (way === 'reload') location.reload()
    else location.href = '/releases'
  }, how)
  await left
}

/** `npm run test:all` looks longer. */
const ROUNDS = process.env.TEST_ALL ? 12 : 2

test(`pressed and left in the same moment, ${ROUNDS} times: every row is there`, { tag: '@long' }, async ({ page }) => {
  test.setTimeout(240_000)
  // A page that loads files asks before it is left.
  page.on('dialog', (dialog) => void dialog.accept())
  const release = await ownRelease(15, several)
  const songs = release.songs.slice(0, 3)
  for (const song of songs) {
    await prepared(song, 'wav')
    await spoil({ path: downloadPath(song.trackid), stall: 100_000, times: 50 })
  }
  await giveSession(page)
  for (let round = 0; round < ROUNDS; round++) {
    const song = songs[round % songs.length] as Song
    await openDetail(page, release)
    await pressAndLeave(page, song, round % 2 === 0 ? 'reload' : 'away')
    await page.waitForLoadState('load')
    await openDownloads(page)
    await expect(downloadRow(page, song.title), `round ${round + 1}`).toBeVisible()
    await page.getByRole('button', { name: `Remove ${song.title}`, exact: true }).click()
    await expect(downloadRow(page, song.title)).toHaveCount(0)
  }
})

// Notifications and the error modal of a release, where a person meets them.
import type { Locator, Page } from '@playwright/test'
import { NOTIFICATION_DISMISS_MS } from '#core/model/constants.ts'
import { axeFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { card, cards, giveSession, openDetail, pressDownload, scroller, signIn } from './support/product.ts'
import { complete, downloadPath, listPage, ownRelease, prepared, spoil } from './support/server.ts'

const toast = (page: Page, category: string): Locator => page.locator(`[role="status"][data-category="${category}"]`)

test.describe('notifications', () => {
  /** A song of a release of its own, asked for as WAV. */
  async function downloaded(page: Page, place: number, stall: boolean) {
    const release = await ownRelease(place, ({ songs }) => songs.length > 1 && complete(songs))
    const [song] = release.songs
    if (!song) throw new Error('unreachable')
    await prepared(song, 'wav')
    if (stall) await spoil({ path: downloadPath(song.trackid), stall: 100_000 })
    await giveSession(page)
    await openDetail(page, release)
    await pressDownload(page, song, 'WAV')
    return song
  }

  test('SHELL-027: what was added to the downloads is said with its title', async ({ page }) => {
    const song = await downloaded(page, 20, true)
    await expect(toast(page, 'addDownloadQueue')).toHaveAccessibleName('Added to the download queue')
    await expect(toast(page, 'addDownloadQueue')).toContainText(song.title)
    await expect(toast(page, 'addDownloadQueue')).toHaveAttribute('data-type', 'info')
    expect(await axeFaults(page)).toEqual([])
  })

  test('SHELL-028: a finished download is said', async ({ page }) => {
    const song = await downloaded(page, 21, false)
    await expect(toast(page, 'downloadFinished')).toContainText('Download finished', { timeout: 30_000 })
    await expect(toast(page, 'downloadFinished')).toContainText(song.title)
    await expect(toast(page, 'downloadFinished')).toHaveAttribute('data-type', 'success')
  })

  test('SHELL-022: they stand bottom right', async ({ page }) => {
    await downloaded(page, 22, true)
    await expect(toast(page, 'addDownloadQueue')).toBeVisible()
    await expect
      .poll(async () => {
        const box = await toast(page, 'addDownloadQueue').boundingBox()
        return box && [1440 - (box.x + box.width), 900 - (box.y + box.height)].map(Math.round)
      })
      .toEqual([32, 16])
  })

  test('SHELL-023: they are 400 px wide', async ({ page }) => {
    await downloaded(page, 23, true)
    await expect.poll(async () => (await toast(page, 'addDownloadQueue').boundingBox())?.width).toBe(400)
  })

  test('SHELL-024: a click dismisses them', async ({ page }) => {
    await downloaded(page, 24, true)
    await toast(page, 'addDownloadQueue').click({ position: { x: 60, y: 20 } })
    await expect(toast(page, 'addDownloadQueue')).toHaveCount(0)
  })

  test('SHELL-025: they leave by themselves, but not from under the pointer', async ({ page }) => {
    await downloaded(page, 25, true)
    await toast(page, 'addDownloadQueue').hover()
    await page.waitForTimeout(NOTIFICATION_DISMISS_MS + 500)
    await expect(toast(page, 'addDownloadQueue')).toBeVisible()
    await page.mouse.move(200, 300)
    await expect(toast(page, 'addDownloadQueue')).toHaveCount(0, { timeout: NOTIFICATION_DISMISS_MS + 1000 })
  })
})

test.describe('the error modal of a release', () => {
  test('SHELL-021: has a title, a message and OK alone', async ({ page }) => {
    await giveSession(page)
    await page.goto('/releases?release=demo-forbidden')
    const modal = page.getByRole('alertdialog', { name: 'No access to release' })
    await expect(modal.getByRole('heading', { name: 'No access to release' })).toBeVisible()
    await expect(modal).toHaveAccessibleDescription('You do not have permission to access this release')
    await expect(modal.getByRole('button')).toHaveText(['OK'])
    await expect(modal.getByRole('button', { name: 'OK' })).toBeFocused()
    expect(await axeFaults(page)).toEqual([])
  })

  test('GALLERY-020: a detail that does not come opens it over the gallery, which stays where it was', async ({
    page,
  }) => {
    await signIn(page)
    await expect(cards(page).first()).toBeVisible()
    const release = (await listPage(1)).releases[25]
    if (!release) throw new Error('no release')
    await scroller(page).evaluate((element) => element.scrollTo(0, 1000))
    await expect(card(page, release)).toBeVisible()
    await card(page, release).scrollIntoViewIfNeeded()
    await page.waitForTimeout(300)
    const top = await scroller(page).evaluate((element) => element.scrollTop)
    await page.route(`**/api/releases/${release.releaseid}`, (route) => route.abort())
    await card(page, release).click()
    const modal = page.getByRole('alertdialog')
    await expect(modal).toHaveAccessibleDescription('Cannot fetch information about this release.')
    await modal.getByRole('button', { name: 'OK' }).click()
    await expect(modal).toHaveCount(0)
    await expect(page).toHaveURL(/\/releases$/)
    expect(await scroller(page).evaluate((element) => element.scrollTop)).toBe(top)
  })
})

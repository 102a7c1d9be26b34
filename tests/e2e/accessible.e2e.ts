import { axeFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import {
  cards,
  elapsed,
  giveSession,
  openDetail,
  openDownloads,
  player,
  pressDownload,
  signIn,
} from './support/product.ts'
import { complete, downloadPath, findRelease, ownRelease, prepared, spoil } from './support/server.ts'

for (const colorScheme of ['dark', 'light'] as const)
  test.describe(`axe finds nothing, ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('on the sign-in page', async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
    })

    test('in the gallery', async ({ page }) => {
      await signIn(page)
      await expect(cards(page).first()).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
    })

    test('in the release modal', async ({ page }) => {
      await signIn(page)
      await cards(page).first().click()
      await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
    })

    test('on the release page', async ({ page }) => {
      await giveSession(page)
      await openDetail(page, await findRelease(0, ({ songs }) => songs.length > 2))
      expect(await axeFaults(page)).toEqual([])
    })

    test('in the downloads', async ({ page }) => {
      const release = await ownRelease(
        colorScheme === 'dark' ? 0 : 1,
        ({ songs }) => songs.length > 8 && complete(songs),
      )
      const [song] = release.songs
      if (!song) throw new Error('unreachable')
      await prepared(song, 'wav')
      await spoil({ path: downloadPath(song.trackid), stall: 500_000 })
      await giveSession(page)
      await openDetail(page, release)
      await pressDownload(page, song, 'WAV')
      await openDownloads(page)
      await expect(page.locator('[data-status="loading"]')).toHaveCount(1)
      expect(await axeFaults(page)).toEqual([])
    })

    test('with the player and the queue open', async ({ page }) => {
      await giveSession(page)
      await openDetail(page, await findRelease(0, ({ songs }) => songs.length > 2))
      await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
      await expect.poll(() => elapsed(page), { timeout: 20_000 }).toBeGreaterThan(0)
      const queue = page.getByRole('complementary', { name: 'Play queue' })
      if (!(await queue.isVisible())) await player(page).getByRole('button', { name: 'Queue' }).click()
      await expect(queue).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
    })
  })

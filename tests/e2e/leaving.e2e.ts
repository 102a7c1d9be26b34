// What was pressed in the moment before a page is left is there when it is come back to.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { cards, openDetail, player, signIn } from './support/product.ts'
import { ownRelease, several } from './support/server.ts'

/** Presses a button and loads the page anew, in one task: no worker hears of the press before its page ends. */
async function pressAndReload(page: Page, name: string): Promise<void> {
  const loaded = page.waitForEvent('load')
  await page.evaluate((label) => {
    const named = [...document.querySelectorAll('button')].filter(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === label && one.checkVisibility(),
    )
    named[0]?.click()
    location.reload()
  }, name)
  await loaded
}

test.beforeEach(async ({ page }) => {
  await signIn(page)
  await expect(cards(page).first()).toBeVisible()
  // The late parts are here, which leave it behind: the title is theirs as well.
  await expect(page).toHaveTitle('Releases – Player')
})

test('a setting that changed in the moment of a reload is kept', async ({ page }) => {
  const list = page.getByRole('banner').getByRole('button', { name: 'List view' })
  await expect(list).toHaveAttribute('aria-pressed', 'false')
  await pressAndReload(page, 'List view')
  await expect(list).toHaveAttribute('aria-pressed', 'true')
})

test('a Play later pressed in the moment of a reload is in the queue', async ({ page }) => {
  const release = await ownRelease(7, several)
  await openDetail(page, release)
  await expect(page.getByRole('main').getByRole('button', { name: 'Play later' }).first()).toBeVisible()
  await pressAndReload(page, 'Play later')
  await expect(player(page)).toBeVisible()
  await player(page).getByRole('button', { name: 'Queue' }).click()
  await expect(page.getByRole('complementary', { name: 'Play queue' })).toContainText(release.title)
})

for (const held of [20, 100])
  test(`a Play later pressed ${held} ms before its tab closes is in the queue of the tab that stays`, async ({
    context,
    page,
  }) => {
    const release = await ownRelease(7, several)
    await openDetail(page, release)
    const stays = await context.newPage()
    await stays.goto('/releases')
    await expect(cards(stays).first()).toBeVisible()
    await page.bringToFront()
    await page.getByRole('main').getByRole('button', { name: 'Play later' }).first().click()
    await pause(held)
    await page.close()
    await stays.reload()
    await expect(player(stays)).toBeVisible()
    await player(stays).getByRole('button', { name: 'Queue' }).click()
    await expect(stays.getByRole('complementary', { name: 'Play queue' })).toContainText(release.title)
  })

// Pictures of the product for people to look at: SCREENSHOTS=folder npx playwright test screenshots
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { cards, elapsed, openDetail, openDownloads, player, pressDownload, signIn } from './support/product.ts'
import { complete, downloadPath, findRelease, spoil } from './support/server.ts'

const folder = process.env.SCREENSHOTS

test.describe('screenshots', () => {
  test.skip(!folder, 'SCREENSHOTS names no folder')
  test.setTimeout(120_000)
  for (const colorScheme of ['dark', 'light'] as const)
    for (const [width, height] of [
      [390, 844],
      [800, 1100],
      [1280, 800],
      [1920, 1080],
    ] as const)
      test(`${width} ${colorScheme}`, async ({ browser, watch, baseURL }) => {
        const context = await browser.newContext({
          viewport: { width, height },
          colorScheme,
          ...(baseURL ? { baseURL } : {}),
        })
        await watch.over(context)
        const page = await context.newPage()
        const shoot = (name: string) => picture(page, `${name}-${width}-${colorScheme}`)
        await page.goto('/')
        await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
        await shoot('sign-in')
        await signIn(page)
        await expect(cards(page).first()).toBeVisible()
        await shoot('gallery')
        await cards(page).nth(3).click()
        const dialog = page.getByRole('dialog')
        // On a touch width the first tap selects.
        if (!(await dialog.isVisible())) await cards(page).nth(3).click()
        await expect(dialog.getByRole('row').nth(1)).toBeVisible()
        await shoot('modal')
        const release = await findRelease(0, ({ songs }) => songs.length > 4 && complete(songs))
        await openDetail(page, release)
        await shoot('detail')
        await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
        if (width >= 800) {
          await expect.poll(() => elapsed(page), { timeout: 20_000 }).toBeGreaterThan(0)
          const queue = page.getByRole('complementary', { name: 'Play queue' })
          if (!(await queue.isVisible())) await player(page).getByRole('button', { name: 'Queue' }).click()
        } else await page.waitForTimeout(2000)
        await shoot('player')
        await page.keyboard.press('Escape')
        const [first, second] = release.songs
        if (first) await spoil({ path: downloadPath(first.trackid), stall: 5_000_000 })
        for (const song of [first, second]) if (song) await pressDownload(page, song, 'WAV')
        await page.getByRole('button', { name: 'Download all (MP3)' }).click()
        await openDownloads(page)
        await expect(page.locator('[data-status="finished"]').first()).toBeVisible({ timeout: 30_000 })
        await shoot('downloads')
        await context.close()
      })
})

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(folder ?? '.', { recursive: true })
  // Covers fade in.
  await page.waitForTimeout(700)
  await page.screenshot({ path: join(folder ?? '.', `${name}.png`) })
}

/** What keeps its place and what is not cut, where the real server has its part in it, measured by its boxes. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { fillSignIn, giveSession } from './support/product.ts'
import { complete, findRelease } from './support/server.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const album = () => findRelease(0, ({ songs, promoinfo }) => songs.length >= 4 && complete(songs) && promoinfo !== '')
const promo = (page: Page) => page.getByRole('region', { name: 'Promotional email' })

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it has no box')
  return box
}

test('the sheet of an e-mail fits a window of 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await giveSession(page)
  for (const releaseid of [(await album()).releaseid, 'demo-hostile-html']) {
    await page.goto(`/releases/releaseInfo/${releaseid}`)
    const sheet = promo(page).frameLocator('iframe').locator('html')
    await expect(sheet).toContainText(/\w/)
    const { wide, room } = await sheet.evaluate((element) => ({
      wide: element.scrollWidth,
      room: element.clientWidth,
    }))
    expect(room).toBeGreaterThan(200)
    expect(wide).toBeLessThanOrEqual(room)
  }
})

test('an answer to a sign-in moves neither the fields nor the button', async ({ page }) => {
  await page.goto('/')
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    const watched = [
      page.getByRole('textbox', { name: 'Email' }),
      page.getByLabel('Password', { exact: true }),
      page.getByRole('button', { name: 'Sign in', exact: true }),
    ]
    const title = page.getByRole('heading', { level: 1 })
    /** From the title on: a short window scrolls to the answer. */
    const boxes = async () => {
      const [top, ...boxes] = await Promise.all([title, ...watched].map(boxOf))
      return boxes.map((box) => ({ ...box, y: box.y - (top?.y ?? 0) }))
    }
    await expect(watched[2] as Locator).toBeVisible()
    // What moves while the letters come is not the answer's doing.
    await page.evaluate(() => document.fonts.ready)
    const before = await boxes()
    await fillSignIn(page, 'pending@demo.test', 'Demo#2026')
    await expect(page.getByRole('alert')).toContainText('Verification pending')
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    expect(await boxes(), `at ${width}`).toEqual(before)
  }
})

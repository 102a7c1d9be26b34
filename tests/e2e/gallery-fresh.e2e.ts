/** How the gallery stays fresh without jumping: newcomers wait behind a pill, a pull loads the list anew. */
import { expect, type Page, test } from '@playwright/test'
import { axeFaults } from './support/axe.ts'
import { harnessOfFile, scroller } from './support/harness.ts'

const harness = harnessOfFile()
const open = async (page: Page, switches = 'count=2000') => {
  await page.goto(`${harness.url}?${switches}`)
  await expect(scroller(page)).toBeVisible()
}
const refreshes = (page: Page) =>
  page.evaluate(() => window.gallery.wishes.filter((wish) => wish.type === 'release.listRefreshed').length)

test('newcomers wait behind a button that says how many, and nothing jumps until it is pressed', async ({ page }) => {
  await open(page)
  await scroller(page).evaluate((element) => {
    element.scrollTop = 3333
  })
  await page.evaluate(() => window.gallery.newcomers(12))
  const pill = page.getByRole('button', { name: '12 new releases' })
  await expect(pill).toBeVisible()
  expect(await scroller(page).evaluate((element) => element.scrollTop)).toBe(3333)
  expect(await axeFaults(page)).toEqual([])
  await pill.click()
  expect(await refreshes(page)).toBe(1)
  await expect(pill).toHaveCount(0)
  expect(await scroller(page).evaluate((element) => element.scrollTop)).toBe(0)
})

test.describe('with a touch screen', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })

  /** Puts a finger down, moves it and lifts it. @param ways px from where it began, in order */
  async function touch(page: Page, ways: readonly number[], seen?: () => Promise<void>): Promise<void> {
    const cdp = await page.context().newCDPSession(page)
    const at = (way: number) => [{ x: 200, y: 200 + way }]
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (const way of ways) await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(way) })
    try {
      await seen?.()
    } finally {
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await cdp.detach()
    }
  }
  /** A finger that is lifted in motion leaves the list running. */
  const atRest = (page: Page) =>
    scroller(page).evaluate(async (element) => {
      for (let frames = 0, top = element.scrollTop; frames < 20; frames = top === element.scrollTop ? frames + 1 : 0) {
        top = element.scrollTop
        await new Promise(requestAnimationFrame)
      }
    })
  const down = (to: number) => Array.from({ length: 12 }, (_, i) => ((i + 1) * to) / 12)

  test('GALLERY-008: pulled by 100 px at the top the list is loaded anew, by less it is not', async ({ page }) => {
    await open(page)
    const indicator = page.getByTestId('pull-indicator')
    // What pulls comes once the gallery stands.
    await expect(() =>
      touch(page, down(99), async () => {
        await expect(indicator).toHaveAttribute('data-pulled', '', { timeout: 500 })
        await expect(indicator).not.toHaveAttribute('data-ready')
      }),
    ).toPass()
    await expect(indicator).not.toHaveAttribute('data-pulled')
    expect(await refreshes(page)).toBe(0)
    await touch(page, down(100), async () => {
      await expect(indicator).toHaveAttribute('data-ready', '')
      await expect(indicator).toHaveCSS('opacity', '1')
    })
    expect(await refreshes(page)).toBe(1)
    await expect(indicator).not.toHaveAttribute('data-pulled')
  })

  test('a finger that goes back up, or that scrolls further down the list, refreshes nothing', async ({ page }) => {
    await open(page)
    await touch(page, [...down(160), 120, 60, 20])
    expect(await refreshes(page)).toBe(0)
    await atRest(page)
    await scroller(page).evaluate((element) => {
      element.scrollTop = 500
    })
    await touch(page, down(160))
    expect(await refreshes(page)).toBe(0)
    // The list follows the finger in a frame of its own.
    await expect.poll(() => scroller(page).evaluate((element) => element.scrollTop)).toBeLessThan(500)
  })
})

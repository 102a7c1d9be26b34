// What comes after the first screen has scripts of its own: what happens when one of them does not come.
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { cards, downloads, signIn } from './support/product.ts'

const alert = (page: Page) => page.getByRole('alertdialog', { name: 'This part did not load' })
const button = (page: Page) => page.getByRole('button', { name: 'Downloads', exact: true })

/** Requests of this address fail until what is returned is called. */
async function cut(page: Page, address: RegExp): Promise<() => void> {
  let isCut = true
  await page.route(address, (route) => (isCut ? route.abort() : route.continue()))
  return () => {
    isCut = false
  }
}

test.describe('a script that does not come', () => {
  test('a popover without its script says so; it opens by itself once the script comes, and Escape leads back', async ({
    page,
  }) => {
    const script = /\/assets\/DownloadsPopover-[^/]*\.js(\?|$)/
    const preloaded = page.waitForEvent('requestfailed', (request) => script.test(request.url()))
    const mend = await cut(page, script)
    await signIn(page)
    await preloaded
    await button(page).click()
    await expect(alert(page)).toBeVisible()
    await expect(alert(page).getByRole('button', { name: 'Try again' })).toBeFocused()
    await alert(page).getByRole('button', { name: 'Try again' }).click()
    await expect(alert(page).getByRole('button', { name: 'Try again' })).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(alert(page)).toHaveCount(0)
    await expect(button(page)).toBeFocused()
    await expect(cards(page).first()).toBeVisible()

    await button(page).click()
    await expect(alert(page)).toBeVisible()
    mend()
    await expect(downloads(page)).toBeVisible()
    await expect(alert(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(downloads(page)).toHaveCount(0)
    await expect(button(page)).toBeFocused()
  })

  test('a popover whose styles did not come has them once they do', async ({ page }) => {
    const styles = /\/assets\/DownloadSettings-[^/]*\.css$/
    const preloaded = page.waitForEvent('requestfailed', (request) => styles.test(request.url()))
    const mend = await cut(page, styles)
    await signIn(page)
    await preloaded
    await button(page).click()
    await expect(alert(page)).toBeVisible()
    mend()
    await expect(downloads(page)).toBeVisible()
    await expect(downloads(page)).toHaveCSS('width', '420px')
  })

  test('a screen without its script says so in its place; the shell stays, and it is shown once the script comes', async ({
    page,
  }) => {
    const script = /\/assets\/PlaylistsScreen-[^/]*\.js(\?|$)/
    const mend = await cut(page, script)
    await signIn(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Playlists' }).click()
    await expect(page.getByRole('heading', { name: 'This part did not load' })).toBeVisible()
    await expect(button(page)).toBeVisible()
    mend()
    await expect(page.getByTestId('playlists-scroller')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'This part did not load' })).toHaveCount(0)
  })

  test('a popover whose script is slow says that it loads; Escape gives it up and leads back', async ({ page }) => {
    let asked = 0
    let release = () => {}
    const isReleased = new Promise<void>((done) => (release = done))
    // It is asked for again when it is imported: where requests are routed the browser keeps nothing in its cache.
    await page.route(/\/assets\/DownloadsPopover-[^/]*\.js(\?|$)/, async (route) => {
      asked++
      await isReleased
      await route.continue()
    })
    await signIn(page)
    await button(page).click()
    const loading = page.getByRole('dialog', { name: 'Loading', exact: true })
    await expect(loading).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(loading).toHaveCount(0)
    await expect(button(page)).toBeFocused()
    await expect(button(page)).toHaveAttribute('aria-expanded', 'false')
    await expect.poll(() => asked).toBeGreaterThan(0)
    release()
    await button(page).click()
    await expect(downloads(page)).toBeVisible()
    await expect(loading).toHaveCount(0)
  })

  test('without the script of the shell a signed-in person can try again', async ({ page }) => {
    await signIn(page)
    const script = /\/assets\/gallery-[^/]*\.js(\?|$)/
    const mend = await cut(page, script)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'This part did not load' })).toBeVisible()
    mend()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page).first()).toBeVisible()
  })

  test('what is opened once the page has rested needs no connection', async ({ page, context }) => {
    // A page that knows of it opens nothing at all (D-145): here it has not noticed so far.
    await page.addInitScript(() => addEventListener('offline', (event) => event.stopImmediatePropagation(), true))
    await signIn(page)
    await expect(cards(page).first()).toBeVisible()
    const isHere = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/ShortcutsDialog-')),
      )
    await expect.poll(isHere).toBe(true)
    await context.setOffline(true)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })
})

// The theme: on the page before anything is painted, at once where it is chosen and in the other tabs, kept by the device.
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { giveSession } from './support/product.ts'

const theme = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Appearance' }).getByRole('radio', { name, exact: true })
const worn = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme ?? 'system')
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
/** The colour around the page, as a browser that prefers a scheme takes it. */
const around = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
  )

const DARK = 'rgb(14, 15, 18)'
const LIGHT = 'rgb(250, 250, 251)'
const BLACK = 'rgb(0, 0, 0)'
const WHITE = 'rgb(255, 255, 255)'

/** Notes which theme the page wears when its body begins: nothing was painted before. */
const noteFirst = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      Object.assign(window, { firstTheme: document.documentElement.dataset.theme ?? 'system' })
    }).observe(document, { childList: true, subtree: true })
  })
const first = (page: Page) => page.evaluate(() => (window as { firstTheme?: string }).firstTheme)

test.beforeEach(async ({ page }) => {
  await giveSession(page)
  await page.goto('/settings/player')
  await expect(theme(page, 'System')).toBeChecked()
})

test('a theme that is chosen holds at once, around the page too, and before the first paint of the next visit', async ({
  page,
}) => {
  expect(await ground(page)).toBe(DARK)
  await theme(page, 'Light').check()
  expect(await ground(page)).toBe(LIGHT)
  expect(await around(page)).toBe('#FFFFFF')
  await noteFirst(page)
  await page.reload()
  expect(await first(page)).toBe('light')
  await expect(theme(page, 'Light')).toBeChecked()
  expect(await ground(page)).toBe(LIGHT)
  expect(await around(page)).toBe('#FFFFFF')
  await theme(page, 'System').check()
  expect(await ground(page)).toBe(DARK)
  expect(await around(page)).toBe('#15171C')
})

test('every tab follows, and leads as well', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/releases')
  await expect(other.getByRole('searchbox').or(other.getByRole('combobox')).first()).toBeVisible()
  await theme(page, 'Light').check()
  await expect.poll(() => worn(other)).toBe('light')
  expect(await ground(other)).toBe(LIGHT)
  await other.goto('/settings/player')
  await expect(theme(other, 'Light')).toBeChecked()
  await theme(other, 'Dark').check()
  await expect(theme(page, 'Dark')).toBeChecked()
  expect(await ground(page)).toBe(DARK)
})

test('high contrast takes light or dark from the device, which can ask for it too', async ({ page }) => {
  const client = await page.context().newCDPSession(page)
  const prefers = (scheme: string, contrast: string) =>
    client.send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-contrast', value: contrast },
      ],
    })
  await theme(page, 'High contrast').check()
  expect(await ground(page)).toBe(BLACK)
  await prefers('light', 'no-preference')
  expect(await ground(page)).toBe(WHITE)
  await theme(page, 'System').check()
  expect(await ground(page)).toBe(LIGHT)
  await prefers('dark', 'more')
  expect(await ground(page)).toBe(BLACK)
  // What was chosen goes before what the device asks for.
  await theme(page, 'Light').check()
  expect(await ground(page)).toBe(LIGHT)
})

test('what lies in the browser and is no theme changes nothing', async ({ page }) => {
  await page.evaluate(() => localStorage.setItem('theme', '"><script>'))
  await noteFirst(page)
  await page.reload()
  expect(await first(page)).toBe('system')
  await expect(theme(page, 'System')).toBeChecked()
})

test('stays with the device when the session ends', async ({ page }) => {
  await theme(page, 'Light').check()
  await page.getByRole('tab', { name: 'Logout' }).click()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await worn(page)).toBe('light')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await worn(page)).toBe('light')
})

/** Every state of the gallery, of a release and of the search, looked at by axe: loading, failed, offline, selected. */
import type { Page } from '@playwright/test'
import { axeFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { kept } from './support/kept.ts'
import { cards, scroller, signIn } from './support/product.ts'
import { findRelease } from './support/server.ts'

const LIST = /\/api\/releases\?/
const FAIL = { status: 500, body: '{}' }

/** Requests of this kind wait. @returns lets them all go on */
async function held(page: Page, url: RegExp): Promise<() => Promise<void>> {
  let open = () => {}
  const gate = new Promise<void>((go) => {
    open = go
  })
  await page.context().route(url, async (route) => {
    await gate
    // A page that has gone meanwhile asks for nothing any more.
    await route.continue().catch(() => undefined)
  })
  return async () => {
    open()
    await page.context().unroute(url)
  }
}

for (const colorScheme of ['dark', 'light'] as const)
  for (const view of ['cards', 'rows'] as const)
    test(`axe finds nothing in any state of the gallery, ${view}, ${colorScheme}`, async ({ page, context, watch }) => {
      test.setTimeout(120_000)
      watch.allow(/Failed to fetch/)
      await page.emulateMedia({ colorScheme })
      await signIn(page)
      await expect(cards(page).first()).toBeVisible()
      if (view === 'rows') {
        await page.getByRole('banner').getByRole('button', { name: 'List view' }).click()
        await expect.poll(() => kept(page, 'settings')).toMatchObject({ listView: true })
      }

      await cards(page).nth(1).focus()
      await page.keyboard.press('x')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+X')
      await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
      expect(await axeFaults(page), 'selected').toEqual([])
      await page.keyboard.press('Escape')

      await context.setOffline(true)
      await expect(page.getByRole('alert')).toBeVisible()
      expect(await axeFaults(page), 'offline').toEqual([])
      await context.setOffline(false)

      await context.route(LIST, (route) => route.fulfill(FAIL))
      await scroller(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }))
      await expect(page.getByText('These releases could not be loaded.').first()).toBeVisible({ timeout: 30_000 })
      expect(await axeFaults(page), 'a page failed').toEqual([])
      await page.goto('/releases?sort=artist')
      await expect(page.getByText('The releases could not be loaded', { exact: true })).toBeVisible({ timeout: 30_000 })
      expect(await axeFaults(page), 'all failed').toEqual([])
      await context.unroute(LIST)

      const goOn = await held(page, LIST)
      await page.goto('/releases?sort=title')
      await expect(page.locator('[data-skeleton]').first()).toBeVisible()
      expect(await axeFaults(page), 'loading').toEqual([])
      await goOn()
      await expect(cards(page).first()).toBeVisible()
    })

test('axe finds nothing while a release, its modal and a search are loading', async ({ page }) => {
  const release = await findRelease(0, ({ songs }) => songs.length > 1)
  await signIn(page)
  await expect(cards(page).first()).toBeVisible()

  let goOn = await held(page, /\/api\/releases\/[^/?]+$/)
  await cards(page).nth(2).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await axeFaults(page), 'modal').toEqual([])
  await page.goto(`/releases/releaseInfo/${release.releaseid}`)
  await expect(page.getByRole('main').locator('[aria-busy=true], [role=status]').first()).toBeAttached()
  expect(await axeFaults(page), 'page').toEqual([])
  await goOn()
  await expect(page.getByRole('tab', { name: 'Tracklist' })).toBeVisible()

  goOn = await held(page, /\/api\/search/)
  await page.goto('/search?query=night')
  await expect(page.getByRole('main')).toBeVisible()
  expect(await axeFaults(page), 'search').toEqual([])
  await goOn()
})

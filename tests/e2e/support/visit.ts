/**
 * One page for all tests of a process that take `test` from here: it is signed in and loaded once, and each test goes
 * on to its address inside the page, as by a link. For tests that leave nothing behind but an address, an open menu and
 * a selection; whatever else a test changes it puts back. `test.use({ ownPage: true })` gives tests one of their own. A test
 * that fails takes the page with it: Playwright goes on with another process.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { test as base, expect, serverUrl } from './fixtures.ts'
import { giveSession } from './product.ts'

let visited: Promise<{ context: BrowserContext; page: Page }> | undefined

async function open(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: serverUrl() })
  return { context, page: await context.newPage() }
}

export const test = base.extend<{ ownPage: boolean }>({
  ownPage: [false, { option: true }],
  context: async ({ browser, ownPage }, use) => {
    if (ownPage) {
      const { context } = await open(browser)
      await use(context)
      return context.close()
    }
    visited ??= open(browser)
    const { context, page } = await visited
    await use(context)
    await context.unrouteAll()
    for (const type of ['request', 'response', 'download']) page.removeAllListeners(type)
    for (const other of context.pages()) if (other !== page) await other.close()
  },
  page: async ({ context, viewport }, use) => {
    const [page] = context.pages()
    if (!page) throw new Error('the page was closed')
    if (viewport) await page.setViewportSize(viewport)
    await use(page)
  },
})

/** At an address, signed in; the gallery's selection and whatever lay over the page before are gone. */
export async function visit(page: Page, address: string): Promise<void> {
  if (!/^https?:/.test(page.url())) {
    await giveSession(page)
    await page.goto(address)
    return
  }
  for (let layer = 0; layer < 3; layer++) await page.keyboard.press('Escape')
  const selected = page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Clear selection' })
  if (await selected.isVisible()) await selected.click()
  const isElsewhere = await page.evaluate((to) => {
    const isElsewhere = new URL(to, location.href).pathname !== location.pathname
    ;(document.activeElement as HTMLElement | null)?.blur()
    // As the router's own links do it: an entry with a key of its own, behind the one that is shown.
    const entry = { usr: null, key: crypto.randomUUID().slice(0, 8), idx: (history.state?.idx ?? 0) + 1 }
    history.pushState(entry, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: entry }))
    return isElsewhere
  }, address)
  // Another page takes the focus when it is shown: what a test does next is done there.
  if (isElsewhere) await page.waitForFunction(() => document.getElementById('main')?.contains(document.activeElement))
}

export { expect }

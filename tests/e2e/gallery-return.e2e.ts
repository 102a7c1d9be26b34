/** The gallery in the product: cards and rows as one saved setting, and the way back to where one was. */
import type { Page } from '@playwright/test'
import { axeFaults } from './support/axe.ts'
import { kept } from './support/kept.ts'
import { cards, scroller } from './support/product.ts'
import { expect, test, visit } from './support/visit.ts'

const top = (page: Page) => scroller(page).evaluate((element) => element.scrollTop)
const rows = (page: Page) =>
  scroller(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
const toggle = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'List view' })
/** Releases in view now, in reading order. */
const inView = (page: Page) =>
  cards(page).evaluateAll((all) =>
    all.filter((one) => one.getBoundingClientRect().top >= 100).map((one) => (one as HTMLElement).dataset.releaseId),
  )

test.beforeEach(async ({ page }) => {
  await visit(page, '/releases')
  await expect(cards(page).first()).toBeVisible()
})

test('SHELL-014: the header toggles the gallery between cards and rows', async ({ page }) => {
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false')
  await toggle(page).click()
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  expect(await axeFaults(page)).toEqual([])
  await toggle(page).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('GALLERY-009: coming back from a release page gives the focus back and shows every card at once', async ({
  page,
}) => {
  await scroller(page).evaluate((element) => element.scrollTo({ top: 900 }))
  await page.waitForTimeout(400)
  await cards(page).nth(9).focus()
  await page.keyboard.press('ArrowLeft')
  const focused = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.releaseId)
  const before = await top(page)
  await page.getByRole('link', { name: /^Release info: / }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/releaseInfo/)
  await expect(page.getByRole('tab', { name: 'Tracklist' })).toBeVisible()
  await page.goBack()
  await expect(page.locator(`[data-release-id="${focused}"]`)).toBeFocused()
  expect(await top(page)).toBe(before)
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
})

test('the actions stay with the card the keys went to, whatever the grid moved under a still pointer', async ({
  page,
}) => {
  const info = page.getByRole('link', { name: /^Release info: / })
  const place = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.releaseId)
  const to = new RegExp(`/${await cards(page).nth(1).getAttribute('data-release-id')}$`)
  await cards(page).nth(1).hover()
  await expect(info).toHaveAttribute('href', to)
  await cards(page).nth(0).focus()
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  for (const to of [80, 160, 20]) {
    await scroller(page).evaluate((element, top) => element.scrollTo({ top }), to)
    await page.waitForTimeout(500)
  }
  await expect(info).toHaveAttribute('href', new RegExp(`/${await place()}$`))
  await page.mouse.move(500, 500)
  await page.mouse.move(505, 505)
  await expect(info).not.toHaveAttribute('href', new RegExp(`/${await place()}$`))
})

test('SHELL-019: Releases in the navigation goes to the top', async ({ page }) => {
  await scroller(page).evaluate((element) => element.scrollTo({ top: 900 }))
  await page.waitForTimeout(300)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
  await expect.poll(() => top(page)).toBe(0)
})

test('the keys are listed under ? and at the foot of the sidebar, and lead into the gallery', async ({ page }) => {
  await page.getByRole('button', { name: 'Shortcuts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('?')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('ArrowDown')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(cards(page).nth(1)).toBeFocused()
  // Typing is typing.
  await page.getByRole('searchbox', { name: 'Search' }).focus()
  await page.keyboard.type('?')
  await expect(dialog).toHaveCount(0)
})

test('SHELL-015: the header has the downloads popup', async ({ page }) => {
  await page.getByRole('banner').getByRole('button', { name: 'Downloads', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Downloads' })).toBeVisible()
})

test.describe('in a page of its own', () => {
  test.use({ ownPage: true })

  test('GALLERY-002: rows are remembered over a reload, and the twin in the list menu shows the same', async ({
    page,
  }) => {
    const twin = page.getByRole('main').getByRole('button', { name: 'Show as list' })
    await twin.click()
    await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(rows(page).first()).toBeVisible()
    await expect.poll(() => kept(page, 'settings')).toMatchObject({ listView: true })
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(twin).toHaveAttribute('aria-pressed', 'true')
  })

  test('TABLE-004: a column keeps the width it was dragged to over a reload', async ({ page }) => {
    await toggle(page).click()
    const head = page.getByRole('columnheader', { name: 'Artist', exact: true })
    const handle = await page.getByRole('separator', { name: 'Resize Artist' }).boundingBox()
    if (!handle) throw new Error('no handle')
    const { x, y, width, height } = handle
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 - 60, y + height / 2, { steps: 6 })
    await page.mouse.up()
    const dragged = (await head.boundingBox())?.width
    await page.waitForTimeout(600)
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    expect((await head.boundingBox())?.width).toBe(dragged)
  })

  for (const view of ['cards', 'rows'] as const)
    test(`GALLERY-009: after a reload the ${view} stand at the same release, the same pixel and with the same focus`, async ({
      page,
    }) => {
      if (view === 'rows') await toggle(page).click()
      await cards(page).first().focus()
      await scroller(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight / 3 + 7 }))
      await page.waitForTimeout(400)
      await cards(page).nth(9).focus()
      await page.waitForTimeout(400)
      const before = { top: await top(page), releases: await inView(page) }
      const focused = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.releaseId)
      expect(before.top).toBeGreaterThan(300)
      await page.reload()
      await expect.poll(() => inView(page)).toEqual(before.releases)
      expect(await top(page)).toBe(before.top)
      await expect(page.locator(`[data-release-id="${focused}"]`)).toBeFocused()
    })

  test('an address that is entered anew begins at the top', async ({ page }) => {
    for (const scrolled of [900, null]) {
      await page.goto('/account')
      await page.goto('/releases')
      await expect(cards(page).first()).toBeVisible()
      expect(await top(page)).toBe(0)
      if (scrolled === null) return
      await scroller(page).evaluate((element, to) => element.scrollTo({ top: to }), scrolled)
      await page.waitForTimeout(400)
    }
  })

  test('SHELL-016: the menu button toggles the sidebar, and a reload keeps it', async ({ page }) => {
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    const words = page.getByRole('navigation', { name: 'Main' }).getByText('Releases')
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    await expect(words).toBeVisible()
    await menu.click()
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await expect(words).toHaveCount(0)
    await expect.poll(() => kept(page, 'settings')).toMatchObject({ isSidebarOpen: false })
    await page.reload()
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await menu.click()
    await expect(words).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ ownPage: true, viewport: { width: 390, height: 800 }, hasTouch: true })

  test('SHELL-018: the side navigation shows only Releases', async ({ page }) => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links).toHaveText(['Releases'])
  })
})

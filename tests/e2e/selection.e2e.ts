import type { Page } from '@playwright/test'
import { axeFaults } from './support/axe.ts'
import { cards, scroller } from './support/product.ts'
import { listPage } from './support/server.ts'
import { expect, test, visit } from './support/visit.ts'

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })
const picked = (page: Page) => scroller(page).locator('[data-picked]')
const checkbox = (page: Page, place: number) => cards(page).nth(place).getByRole('checkbox')

test.describe('selection', () => {
  test.beforeEach(async ({ page }) => {
    await visit(page, '/releases')
    await expect(cards(page).first()).toBeVisible()
  })

  test('a checkbox selects and takes back; the toolbar is there only meanwhile', async ({ page }) => {
    await expect(toolbar(page)).toHaveCount(0)
    await cards(page).nth(1).hover()
    await checkbox(page, 1).click()
    await expect(checkbox(page, 1)).toBeChecked()
    await expect(toolbar(page)).toContainText('1 selected')
    await checkbox(page, 1).click()
    await expect(toolbar(page)).toHaveCount(0)
    expect(new URL(page.url()).searchParams.has('release')).toBe(false)
  })

  test('Shift selects everything between, Ctrl one more', async ({ page }) => {
    await cards(page).nth(1).hover()
    await checkbox(page, 1).click()
    await cards(page)
      .nth(4)
      .click({ modifiers: ['Shift'] })
    await expect(picked(page)).toHaveCount(4)
    await cards(page)
      .nth(6)
      .click({ modifiers: ['Control'] })
    await expect(picked(page)).toHaveCount(5)
    await expect(checkbox(page, 5)).not.toBeChecked()
  })

  test('by keyboard: X, Shift+X, Ctrl+A, Escape', async ({ page }) => {
    const { total } = await listPage(1, 1)
    await cards(page).first().focus()
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+X')
    await expect(toolbar(page)).toContainText('3 selected')
    await page.keyboard.press('Control+a')
    await expect(toolbar(page)).toContainText(`${total.toLocaleString('en')} selected`)
    await page.keyboard.press('Escape')
    await expect(toolbar(page)).toHaveCount(0)
  })

  test('on the phone the toolbar stands above what plays', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await cards(page).first().focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('region', { name: 'Player' })).toBeVisible()
    await page.keyboard.press('x')
    await expect(toolbar(page)).toContainText('1 selected')
    await toolbar(page).getByRole('button', { name: 'Clear selection' }).click({ timeout: 5000 })
    await expect(toolbar(page)).toHaveCount(0)
  })

  test('everything the filter lets through', async ({ page }) => {
    const { total } = await listPage(1, 1)
    await cards(page).first().hover()
    await checkbox(page, 0).click()
    await toolbar(page)
      .getByRole('button', { name: `Select all ${total.toLocaleString('en')}` })
      .click()
    await expect(toolbar(page)).toContainText(`${total.toLocaleString('en')} selected`)
  })

  test('what is selected stays selected as rows', async ({ page }) => {
    await cards(page).nth(2).hover()
    await checkbox(page, 2).click()
    const id = await cards(page).nth(2).getAttribute('data-release-id')
    await page.getByRole('button', { name: 'List view' }).click()
    const row = scroller(page).locator(`[data-release-id="${id}"]`)
    await expect(row).toHaveAttribute('aria-selected', 'true')
    await expect(row.getByRole('checkbox')).toBeChecked()
    await page.getByRole('button', { name: 'List view' }).click()
  })

  test('the queue takes all of it', async ({ page }) => {
    const { releases } = await listPage(1)
    const [first, second] = releases.flatMap((release, place) => (release.duration > 0 ? [place] : []))
    if (first === undefined || second === undefined) throw new Error('two releases with audio are needed')
    for (const place of [first, second])
      await cards(page)
        .nth(place)
        .click({ modifiers: ['Control'] })
    await toolbar(page).getByRole('button', { name: 'Add to queue' }).click()
    await expect(toolbar(page)).toContainText('2 added to the queue')
  })

  test('flags come with the answer and go with Undo', async ({ page }) => {
    const { releases } = await listPage(1)
    const places = releases
      .flatMap((release, place) => (release.flagged || release.archived ? [] : [place]))
      .slice(4, 6)
    for (const place of places)
      await cards(page)
        .nth(place)
        .click({ modifiers: ['Control'] })
    await toolbar(page).getByRole('button', { name: 'Flag', exact: true }).click()
    for (const place of places) await expect(cards(page).nth(place).getByRole('img', { name: 'Flagged' })).toBeVisible()
    await page.locator('[data-category="flag"]').getByRole('button', { name: 'Undo' }).click()
    for (const place of places)
      await expect(cards(page).nth(place).getByRole('img', { name: 'Flagged' })).toHaveCount(0)
  })

  for (const view of ['cards', 'rows'])
    test(`axe finds nothing while selecting, as ${view}`, async ({ page }) => {
      if (view === 'rows') await page.getByRole('button', { name: 'List view' }).click()
      await cards(page)
        .nth(1)
        .click({ modifiers: ['Control'] })
      await cards(page).nth(2).hover()
      await expect(toolbar(page)).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
      if (view === 'rows') await page.getByRole('button', { name: 'List view' }).click()
    })
})

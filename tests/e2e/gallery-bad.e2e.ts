/** Releases as a careless or hostile label enters them, in cards and in rows. */
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import '#tests/bench/gallery/api.ts'
import { type Harness, serveHarness } from '#tests/bench/gallery/serve.ts'
import { axeFaults } from './support/axe.ts'

let harness: Harness
test.beforeAll(async () => {
  test.setTimeout(120_000)
  harness = await serveHarness(fileURLToPath(new URL('../..', import.meta.url)), 5)
})
test.afterAll(() => harness?.close())
test.use({ viewport: { width: 1280, height: 800 } })

const slot = (page: Page, index: number) => page.locator(`[data-release-id="r${index}"]`)
const HOSTILE = '"><img src=x onerror="document.title=1"><script>document.title=2</script>'

test('GALLERY-016: the genres of a card are cut at 30 characters', async ({ page }) => {
  await page.goto(`${harness.url}?count=200`)
  const genres = ['Adult Contemporary', 'Indie Rock', 'Alternative']
  await page.evaluate((list) => window.gallery.change(1, { genres: list }), genres)
  await expect(slot(page, 1).getByText('Adult Contemporary, Indie Rock...', { exact: true })).toBeVisible()
  await page.evaluate(() => window.gallery.change(1, { genres: ['Something nobody listed'] }))
  await expect(slot(page, 1).getByText('Something nobody listed', { exact: true })).toBeVisible()
})

for (const view of ['cards', 'rows'] as const) {
  const open = async (page: Page) => {
    await page.goto(`${harness.url}?count=200${view === 'rows' ? '&list' : ''}`)
    await expect(slot(page, 0)).toBeVisible()
  }

  test(`${view}: markup in a title is text`, async ({ page }) => {
    await open(page)
    const before = await page.title()
    await page.evaluate((title) => window.gallery.change(1, { title, artist: title, genres: [title] }), HOSTILE)
    await expect(slot(page, 1).getByText(HOSTILE, { exact: true }).first()).toBeVisible()
    await expect(slot(page, 1)).toHaveAccessibleName(`${HOSTILE} by ${HOSTILE}`)
    await expect(slot(page, 1).locator('script, img[src="x"]')).toHaveCount(0)
    expect(await page.title()).toBe(before)
  })

  test(`${view}: an empty title has a word that stands for it`, async ({ page }) => {
    await open(page)
    await page.evaluate(() => window.gallery.change(1, { title: '  ', artist: '', genres: [], labels: [] }))
    await expect(slot(page, 1).getByText('Untitled', { exact: true })).toBeVisible()
    await slot(page, 1).hover()
    await expect(slot(page, 1).getByRole('button', { name: 'Play Untitled' })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
  })

  test(`${view}: a title of 10,000 letters takes one line and moves nothing`, async ({ page }) => {
    await open(page)
    const width = () => page.getByTestId('gallery-scroller').evaluate((one) => one.scrollWidth)
    const before = await slot(page, 2).boundingBox()
    const wide = await width()
    const title = 'Aa🎧'.repeat(2500)
    await page.evaluate((one) => window.gallery.change(1, { title: one, artist: one, genres: [one, one] }), title)
    await expect(slot(page, 1).getByText(title, { exact: true }).first()).toHaveCSS('text-overflow', 'ellipsis')
    expect(await slot(page, 2).boundingBox()).toEqual(before)
    expect(await width()).toBe(wide)
  })

  test(`${view}: a title in Arabic is read from the right, one in Latin letters from the left`, async ({ page }) => {
    await open(page)
    await page.evaluate(() => {
      window.gallery.change(1, { title: 'مرحبا بالعالم' })
      window.gallery.change(2, { title: 'Hello' })
    })
    await expect(slot(page, 1).getByText('مرحبا بالعالم')).toHaveCSS('direction', 'rtl')
    await expect(slot(page, 2).getByText('Hello', { exact: true })).toHaveCSS('direction', 'ltr')
  })

  test(`${view}: SHELL-052: without a cover there is a placeholder and no request`, async ({ page }) => {
    await open(page)
    await page.evaluate(() => window.gallery.change(1, { thumbnail: '' }))
    await expect(slot(page, 1).locator('img:not([role])')).toHaveCount(0)
    await expect(slot(page, 1)).toHaveAttribute('data-broken', '')
    await page.evaluate(() => window.gallery.change(1, { thumbnail: '/covers/7' }))
    await expect(slot(page, 1)).not.toHaveAttribute('data-broken')
    await expect(slot(page, 1).locator('img:not([role])')).toHaveCount(1)
  })

  test(`${view}: a release without duration cannot be played, by button or by key`, async ({ page }) => {
    await open(page)
    await page.evaluate(() => window.gallery.change(1, { duration: 0 }))
    await slot(page, 1).focus()
    await page.keyboard.press('Space')
    await slot(page, 1).hover()
    await expect(slot(page, 1).getByRole('button', { name: /^Play / })).toHaveAttribute('aria-disabled', 'true')
    if (view === 'rows') await expect(slot(page, 1).getByText('0:00')).toBeVisible()
    const played = await page.evaluate(() =>
      window.gallery.wishes.filter((wish) => wish.type === 'player.releaseChosen'),
    )
    expect(played).toEqual([])
  })
}

/** The gallery over a list whose pages do not come while its light index does (H-124), in a real browser. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { makeRelease } from '#tests/bench/gallery/releases.ts'
import { harnessOfFile, scroller } from './support/harness.ts'

const COUNT = 9000
const MIDDLE = 0.5

const harness = harnessOfFile()
const sketches = (page: Page) => page.locator('[data-sketch]')
const skeletons = (page: Page) => page.locator('[data-skeleton]')

/** Opens the harness and goes to the middle of the list, of which the first page alone will come by itself. */
async function openMiddle(page: Page, switches = ''): Promise<void> {
  await page.goto(`${harness.url}?count=${COUNT}&load=first${switches}`)
  await expect(page.locator('[data-release-id="r0"]')).toBeVisible()
  await scroller(page).evaluate((element, share) => {
    element.scrollTop = element.scrollHeight * share
  }, MIDDLE)
}

/** A sketch by its place in the list, from 0: slots change their order in the document when the grid comes to rest. */
async function sketch(page: Page, nth: number): Promise<{ slot: Locator; place: number }> {
  await expect(skeletons(page)).toHaveCount(0)
  const [name, number] = await sketches(page)
    .nth(nth)
    .evaluate((element) => {
      const name = element.hasAttribute('aria-posinset') ? 'aria-posinset' : 'aria-rowindex'
      return [name, Number(element.getAttribute(name))] as const
    })
  // The first row of a table is its head.
  return { slot: page.locator(`[${name}="${number}"]`), place: number - (name === 'aria-posinset' ? 1 : 2) }
}

test.use({ viewport: { width: 1280, height: 800 } })

for (const { mode, switches } of [
  { mode: 'cards', switches: '' },
  { mode: 'rows', switches: '&list' },
]) {
  test(`H-124: ${mode} say their words before their page came`, async ({ page }) => {
    await openMiddle(page, `&index${switches}`)
    const { slot, place } = await sketch(page, 3)
    const { title, artist } = makeRelease(place)
    await expect(slot).toContainText(title)
    await expect(slot).toContainText(artist)
    await expect(slot).toHaveAccessibleName(`${title} by ${artist}`)
    await expect(slot).not.toHaveAttribute('aria-hidden')
  })

  test(`H-124: ${mode} become what they are when their page comes, and nothing of the sketch stays`, async ({
    page,
  }) => {
    await openMiddle(page, `&index${switches}`)
    const { place } = await sketch(page, 3)
    const pages = [-1, 0, 1, 2].map((by) => Math.floor(place / 40) + 1 + by)
    await page.evaluate((wanted) => window.gallery.load(wanted), pages)
    await expect(sketches(page)).toHaveCount(0)
    await expect(page.locator(`[data-release-id="r${place}"]`)).toBeVisible()
    const { mounted, fresh } = await page.evaluate(() => window.gallery.compare())
    expect(mounted).toEqual(fresh)
  })
}

test('H-124: the colour of the cover stands before the cover', async ({ page }) => {
  await openMiddle(page, '&index')
  const { slot, place } = await sketch(page, 0)
  const { colour } = makeRelease(place)
  await expect(slot.locator('div').first()).toHaveAttribute('style', new RegExp(rgb(colour ?? '')))
})

test('H-124: a press opens what a sketch names, and so does Enter', async ({ page }) => {
  await openMiddle(page, '&index')
  const [pressed, keyed] = [await sketch(page, 8), await sketch(page, 9)]
  await pressed.slot.click()
  await keyed.slot.focus()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => window.gallery.opened)).toEqual([`r${pressed.place}`, `r${keyed.place}`])
})

test('H-124: without an index there are skeletons, and no words of others', async ({ page }) => {
  await openMiddle(page)
  await page.waitForTimeout(1500)
  expect(await skeletons(page).count()).toBeGreaterThan(6)
  await expect(sketches(page)).toHaveCount(0)
  await expect(skeletons(page).first()).toHaveText('')
})

test('H-124: a list that is loaded anew has its words again', async ({ page }) => {
  await openMiddle(page, '&index')
  await expect(skeletons(page)).toHaveCount(0)
  await page.evaluate(() => {
    window.gallery.refresh()
    window.gallery.load([1])
  })
  await scroller(page).evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  await expect(sketches(page).last()).toHaveAttribute('aria-posinset', String(COUNT))
})

const rgb = (hex: string) => `rgb\\(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')}\\)`

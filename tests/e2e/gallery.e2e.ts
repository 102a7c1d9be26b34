import { card, cards, scroller } from './support/product.ts'
import { listPage } from './support/server.ts'
import { expect, test, visit } from './support/visit.ts'

test.describe('gallery', () => {
  test.beforeEach(async ({ page }) => {
    await visit(page, '/releases')
    await expect(cards(page).first()).toBeVisible()
  })

  test('every release of the catalogue has its place in the feed', async ({ page }) => {
    const { total } = await listPage(1, 1)
    expect(total).toBeGreaterThan(20)
    await expect(cards(page).first()).toHaveAttribute('aria-setsize', String(total))
  })

  test('scrolling reaches the last release, and only a window of cards is in the page', async ({ page }) => {
    const { total } = await listPage(1, 1)
    const last = (await listPage(Math.ceil(total / 40))).releases.at(-1)
    if (!last) throw new Error('the catalogue is empty')
    await scroller(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await expect(card(page, last)).toBeVisible({ timeout: 15_000 })
    await expect(card(page, last)).toHaveAttribute('aria-posinset', String(total))
    expect(await cards(page).count()).toBeLessThan(200)
  })

  test('a fling to the middle shows releases, not holes', async ({ page }) => {
    await scroller(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }))
    await expect
      .poll(() =>
        scroller(page).evaluate((element) => {
          const box = element.getBoundingClientRect()
          const seen = [...element.querySelectorAll('article')].filter((one) => {
            const { top, bottom, height } = one.getBoundingClientRect()
            return height > 0 && bottom > box.top && top < box.bottom
          })
          return seen.length > 0 && seen.every((one) => one.hasAttribute('data-release-id'))
        }),
      )
      .toBe(true)
  })

  test('covers load for what is on the screen', async ({ page }) => {
    await expect
      .poll(() =>
        cards(page).evaluateAll(
          (all) =>
            all.filter((one) => {
              const image = one.querySelector('img')
              return image?.complete === true && image.naturalWidth >= 100
            }).length,
        ),
      )
      .toBeGreaterThanOrEqual(8)
  })

  test('a card is named by title and artist', async ({ page }) => {
    const [first] = (await listPage(1)).releases
    if (!first) throw new Error('the catalogue is empty')
    const article = page.getByRole('article', { name: `${first.title} by ${first.artist}`, exact: true }).first()
    await expect(article).toBeVisible()
  })

  test('GALLERY-009: coming back from a release the gallery stands where it was', async ({ page }) => {
    await scroller(page).evaluate((element) => element.scrollTo({ top: 3000 }))
    await expect(cards(page).nth(8)).toBeVisible()
    // Pointing at a card may bring it wholly into view: where it stands then is what counts.
    await cards(page).nth(8).hover()
    const link = page.getByRole('link', { name: /^Release info: / })
    await expect(link).toBeVisible()
    const before = await scroller(page).evaluate((element) => element.scrollTop)
    expect(before).toBeGreaterThan(1000)
    await link.click()
    await expect(page).toHaveURL(/releaseInfo/)
    await page.goBack()
    await expect.poll(() => scroller(page).evaluate((element) => element.scrollTop)).toBe(before)
  })

  for (const way of ['Escape', 'Close', 'the back button'] as const)
    test(`the release modal opens from a card, and ${way} closes it and gives the focus back`, async ({ page }) => {
      const article = cards(page).nth(2)
      await expect(article).toBeVisible()
      const title = ((await article.getAttribute('aria-label')) ?? '').replace(/ by .*$/, '')
      await article.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toBeVisible()
      if (way === 'Escape') await page.keyboard.press('Escape')
      else if (way === 'Close') await dialog.getByRole('button', { name: 'Close' }).click()
      else await page.goBack()
      await expect(dialog).toHaveCount(0)
      await expect(page).toHaveURL(/\/releases$/)
      await expect(article).toBeFocused()
    })
})

// The error modal of a release, over the gallery it was opened from.
import { expect, test } from './support/fixtures.ts'
import { card, cards, scroller, signIn } from './support/product.ts'
import { listPage } from './support/server.ts'

test.describe('the error modal of a release', () => {
  test('GALLERY-020: a detail that does not come opens it over the gallery, which stays where it was', async ({
    page,
  }) => {
    await signIn(page)
    await expect(cards(page).first()).toBeVisible()
    const release = (await listPage(1)).releases[25]
    if (!release) throw new Error('no release')
    await scroller(page).evaluate((element) => element.scrollTo(0, 1000))
    await expect(card(page, release)).toBeVisible()
    await card(page, release).scrollIntoViewIfNeeded()
    await page.waitForTimeout(300)
    const top = await scroller(page).evaluate((element) => element.scrollTop)
    await page.route(`**/api/releases/${release.releaseid}`, (route) => route.abort())
    await card(page, release).click()
    const modal = page.getByRole('alertdialog')
    await expect(modal).toHaveAccessibleDescription('Cannot fetch information about this release.')
    await modal.getByRole('button', { name: 'OK' }).click()
    await expect(modal).toHaveCount(0)
    await expect(page).toHaveURL(/\/releases$/)
    expect(await scroller(page).evaluate((element) => element.scrollTop)).toBe(top)
  })
})

/** The way in and out by password, over the real server; what the form says of its answers is tested as a component. */
import { expect, test } from './support/fixtures.ts'
import { cards, signInByHand, signOut } from './support/product.ts'

test.describe('sign-in', () => {
  test('ROUTE-014: signing in lands on the gallery', async ({ page }) => {
    await signInByHand(page)
    await expect(page).toHaveURL(/\/releases$/)
    await expect(cards(page).first()).toBeVisible()
  })

  test('a reload keeps the session', async ({ page }) => {
    await signInByHand(page)
    await page.reload()
    await expect(cards(page).first()).toBeVisible()
    await expect(page).toHaveURL(/\/releases$/)
  })

  test('ROUTE-038: after sign-out the person is at the start, and nothing of the session is left', async ({ page }) => {
    await signInByHand(page)
    await signOut(page)
    await expect(page).toHaveURL(/\/$/)
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  })
})

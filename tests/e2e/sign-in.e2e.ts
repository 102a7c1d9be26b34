import { expect, test } from './support/fixtures.ts'
import { cards, fillSignIn, signInByHand, signOut } from './support/product.ts'

test.describe('sign-in', () => {
  test('SIGNIN-001: the form asks for e-mail and password', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  })

  test('SIGNIN-002: the form offers the public computer, with what it means', async ({ page }) => {
    await page.goto('/')
    const box = page.getByRole('checkbox', { name: 'This is a public computer' })
    await expect(box).not.toBeChecked()
    await expect(box).toHaveAccessibleDescription(/Your session ends when you close the browser/)
  })

  test('SIGNIN-004: the form has a sign-in button', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  })

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

  test('ROUTE-013: the sign-in page sends whoever is signed in to the gallery', async ({ page }) => {
    await signInByHand(page)
    await page.goto('/login')
    await expect(page).toHaveURL(/\/releases$/)
  })

  test('SESSION-016: the access token lies in local storage', async ({ page }) => {
    await signInByHand(page)
    const token = await page.evaluate(() => localStorage.getItem('accessToken'))
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  test('SESSION-011: sign out asks first, and staying is possible', async ({ page }) => {
    await signInByHand(page)
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog', { name: 'Sign out' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
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

  test('where a session ended is nothing the next person asked for', async ({ page }) => {
    await signInByHand(page)
    await page.goto('/flagged')
    await signOut(page)
    await fillSignIn(page, 'unverified@demo.test', 'Demo#2026')
    await expect(page).toHaveURL(/\/releases$/)
    await page.waitForTimeout(600)
    await expect(page).toHaveURL(/\/releases$/)
  })

  test('SIGNIN-025: a wrong password is said in these words, and the form keeps the e-mail', async ({ page }) => {
    await page.goto('/')
    await fillSignIn(page, 'verified@demo.test', 'Wrong#2026')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(/incorrect credentials/i)
    await expect(alert).toContainText('Your email or password is incorrect. Please try again.')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('verified@demo.test')
  })

  test('SIGNIN-027: an account under review is told so', async ({ page }) => {
    await page.goto('/')
    await fillSignIn(page, 'pending@demo.test', 'Demo#2026')
    await expect(page.getByRole('alert')).toContainText(/verification pending/i)
  })

  test('SIGNIN-034: the pending text says how long approval takes', async ({ page }) => {
    await page.goto('/')
    await fillSignIn(page, 'pending@demo.test', 'Demo#2026')
    await expect(page.getByRole('alert')).toContainText(
      'Approval usually takes up to 24 hours. Requests made after 5 PM Friday or on weekends are processed Monday.',
    )
  })

  test('SIGNIN-030: an inactive account is told so, and that support can help', async ({ page }) => {
    await page.goto('/')
    await fillSignIn(page, 'inactive@demo.test', 'Demo#2026')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Oops. There may be an issue with this account.')
    await expect(alert).toContainText(/support/i)
  })

  for (const [id, email, password, text] of [
    ['SIGNIN-013', 'no address', 'x', 'Please enter a valid email address'],
    ['SIGNIN-014', '', 'x', 'Email is required'],
    ['SIGNIN-015', 'verified@demo.test', '', 'Please enter a valid password'],
  ] as const)
    test(`${id}: "${text}" stands at its field`, async ({ page }) => {
      await page.goto('/')
      await fillSignIn(page, email, password)
      const field =
        password === '' ? page.getByLabel('Password', { exact: true }) : page.getByRole('textbox', { name: 'Email' })
      await expect(field).toHaveAccessibleDescription(new RegExp(text))
      await expect(page).toHaveURL(/\/$/)
    })

  test('D-157: too many tries are told as such, with the seconds that are left, and what was typed stays', async ({
    page,
  }) => {
    await page.goto('/')
    await page.route('**/player/v2/auth/login', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '40' },
        json: { code: 'TOO_MANY_TRIES', message: 'Too many tries.' },
      }),
    )
    await fillSignIn(page, 'verified@demo.test', 'Wrong#2026')
    await expect(page.getByRole('alert')).toContainText(/Too many tries.*Try again in 3\d seconds\./)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Wrong#2026')
  })

  test('a try that fails at once leads to the first wrong field', async ({ page }) => {
    await page.goto('/')
    await fillSignIn(page, 'verified@demo.test', '')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  })

  test('ROUTE-012: a signed-out person on a private address stands at the sign-in form', async ({ page }) => {
    await page.goto('/releases')
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  })

  test('ROUTE-035: the address that was asked for is followed after sign-in', async ({ page }) => {
    await page.goto('/releases/releaseInfo/demo-no-comments')
    await expect(page).toHaveURL(/\/$/)
    await fillSignIn(page, 'verified@demo.test', 'Demo#2026')
    await expect(page).toHaveURL(/\/releases\/releaseInfo\/demo-no-comments$/)
  })

  test('ROUTE-036: it is followed once', async ({ page }) => {
    await page.goto('/releases/releaseInfo/demo-no-comments')
    await expect(page).toHaveURL(/\/$/)
    await fillSignIn(page, 'verified@demo.test', 'Demo#2026')
    await expect(page).toHaveURL(/demo-no-comments$/)
    await page.goto('/releases')
    await expect(cards(page).first()).toBeVisible()
    // Longer than the 200 ms after which a stored address would be followed.
    await page.waitForTimeout(600)
    await expect(page).toHaveURL(/\/releases$/)
  })

  test('ROUTE-034: an unknown address shows that there is no such page', async ({ page }) => {
    await signInByHand(page)
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
})

/** The form that the build drew into the start page: it is used before any script has come, and nothing of it is lost. */
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { expect, test } from './support/fixtures.ts'
import { cards, fillSignIn } from './support/product.ts'

const VERIFIED = 'verified@demo.test'

const email = (page: Page) => page.getByRole('textbox', { name: 'Email' })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const root = (page: Page) => page.locator('#root')

/** Opens the start page without its scripts. @returns how to let them come */
async function openDrawn(page: Page): Promise<() => void> {
  let come = () => {}
  const released = new Promise<void>((done) => {
    come = done
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(root(page)).toHaveAttribute('data-drawn', '')
  return come
}

test.describe('the form before any script', () => {
  test('a press before the scripts signs in once they are here, with what was typed', async ({ page }) => {
    const come = await openDrawn(page)
    await fillSignIn(page, VERIFIED, DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const left: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && left.push(request.url()))
    come()
    await expect(cards(page).first()).toBeVisible()
    expect(left, 'the browser sends nothing by itself').toEqual([])
  })

  test('it is taken over as it stands: text, box and focus stay', async ({ page }) => {
    const come = await openDrawn(page)
    await password(page).fill('not yet')
    await page.getByRole('checkbox', { name: 'This is a public computer' }).check()
    await email(page).fill('ほし@example.test')
    await email(page).evaluate((field) => {
      field.dataset.before = ''
    })
    come()
    await expect(root(page)).not.toHaveAttribute('data-drawn')
    await expect(email(page)).toBeFocused()
    // Where the application listens the eye shows the password.
    await page.getByRole('button', { name: 'Show what is typed' }).click()
    await expect(password(page)).toHaveAttribute('type', 'text')
    await expect(email(page), 'it is the same field').toHaveAttribute('data-before', '')
    await expect(email(page)).toHaveValue('ほし@example.test')
    await expect(password(page)).toHaveValue('not yet')
    await expect(page.getByRole('checkbox', { name: 'This is a public computer' })).toBeChecked()
  })

  test('where an extension put its sign beside a field, what was typed and pressed is not lost', async ({ page }) => {
    const come = await openDrawn(page)
    await fillSignIn(page, VERIFIED, DEMO_PASSWORD)
    await email(page).evaluate((field) => field.before(document.createElement('div')))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    come()
    await expect(cards(page).first()).toBeVisible()
  })

  for (const [name, script] of [
    ['the first script', 'index'],
    ['a script of the views', 'app'],
    ['the state worker', 'state.worker'],
  ] as const)
    test(`where ${name} does not come, the form says so and the page begins anew once there is one`, {
      tag: '@long',
    }, async ({ page, watch }) => {
      watch.allow(/dynamically imported module|the worker could not be loaded/)
      let isCut = true
      await page.route(new RegExp(`/assets/${script}-[^/]*\\.js$`), (route) =>
        isCut ? route.abort() : route.continue(),
      )
      await page.goto('/', { waitUntil: 'commit' })
      await expect(root(page)).toHaveAttribute('data-drawn', '')
      await expect(page.getByRole('alert')).toContainText('The server cannot be reached')
      await email(page).fill('ほし@example.test')
      await password(page).fill('not yet')
      isCut = false
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(root(page)).not.toHaveAttribute('data-drawn')
      await expect(email(page), 'what was typed stands in the page that began').toHaveValue('ほし@example.test')
      await expect(password(page), 'a password is left nowhere').toHaveValue('')
      expect(await page.evaluate(() => sessionStorage.getItem('typedEmail'))).toBeNull()
      await page.getByRole('button', { name: 'Show what is typed' }).click()
      await expect(password(page)).toHaveAttribute('type', 'text')
    })

  test('signs in once the engines have come that only who is signed in needs', async ({ page }) => {
    let lost = 0
    let isCut = true
    await page.context().route(/\/assets\/stateEngines-[^/]*\.js$/, (route) => {
      if (!isCut) return route.continue()
      lost++
      return route.abort()
    })
    await page.goto('/')
    await email(page).fill('verified@demo.test')
    await password(page).fill(DEMO_PASSWORD)
    const answered = page.waitForResponse(/\/auth\/login$/)
    await password(page).press('Enter')
    expect((await answered).status()).toBe(200)
    await expect.poll(() => lost).toBeGreaterThan(1)
    await expect(email(page), 'nobody is half signed in').toBeVisible()
    isCut = false
    await expect(page).toHaveURL(/\/releases/)
    await expect(cards(page).first()).toBeVisible()
  })
})

// Where the keys begin: in the page after a sign-in, and with the way past the header on a page that was loaded.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { PASSWORD, WAYS_IN } from '#tests/components/session.ts'

const card = () => page.css('[data-testid="gallery-scroller"] [data-release-id]').first()
const main = () => page.getByRole('main')

it('the focus is in the page after the sign-in', async () => {
  await openApp('/', { lives: true, answers: WAYS_IN })
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('verified@demo.test')
  await page.getByLabelText('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.element(card()).toBeVisible()
  await expect.element(main()).toHaveFocus()
})

it('the first Tab of a page reaches the way past its header', async () => {
  const app = await openApp('/releases')
  await expect.element(card()).toBeVisible()
  await userEvent.keyboard('{Tab}')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect.element(skip).toHaveFocus()
  await expect.element(skip).toBeInViewport()
  await userEvent.keyboard('{Enter}')
  await expect.element(main()).toHaveFocus()
  await expect.element(skip).not.toBeInViewport()
  expect(app.address).toBe('/releases')
})

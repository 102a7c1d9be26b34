// The profile with two devices: what is typed is guarded, kept over a reload, saved, and there on the other device.
import type { Page } from '@playwright/test'
import { GOOD_PASSWORD, newPlayer } from '#tests/contract/people.ts'
import { expect, serverUrl, test } from './support/fixtures.ts'
import { fillSignIn } from './support/product.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('textbox', { name })
const list = (page: Page, name: string) => page.getByRole('combobox', { name })
const asking = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' })

async function enters(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await fillSignIn(page, email, GOOD_PASSWORD)
  await expect(page).toHaveURL(/\/releases/)
}
async function editing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page
    .getByRole('menuitem', { name: /Profile|Account/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/account\/profile/)
  await button(page, 'Edit').click()
  await expect(box(page, 'City')).toBeVisible()
}

test('an edited profile is guarded on every way out, survives a reload, and is there on another device', {
  tag: '@long',
}, async ({ page, browser, watch }) => {
  const { email } = await newPlayer(serverUrl())
  await enters(page, email)
  await editing(page)
  await box(page, 'City').fill('Tromsø')

  await test.step('PROFILE-007: a link asks first, and staying keeps what was typed', async () => {
    await page.getByRole('tab', { name: 'My Network' }).click()
    await asking(page).getByRole('button', { name: 'Stay on page' }).click()
    await expect(page).toHaveURL(/\/account\/profile/)
    await expect(box(page, 'City')).toHaveValue('Tromsø')
  })

  await test.step('PROFILE-007: Back asks as well', async () => {
    await page.goBack()
    await asking(page).getByRole('button', { name: 'Stay on page' }).click()
    await expect(page).toHaveURL(/\/account\/profile/)
    await expect(box(page, 'City')).toHaveValue('Tromsø')
  })

  await test.step('PROFILE-009: the browser asks before a reload, after which what was typed is there again', async () => {
    const asked = page.waitForEvent('dialog')
    const reloaded = page.reload()
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.accept()
    await reloaded
    await expect(box(page, 'City')).toHaveValue('Tromsø')
  })

  await test.step('PROFILE-005, PROFILE-021: it is saved and said so', async () => {
    // A new account has none yet, and it is asked for.
    await box(page, 'Position').fill('Music director')
    await button(page, 'Save').click()
    await expect(page.getByText('Settings have been saved').first()).toBeVisible()
    await expect(button(page, 'Edit')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Tromsø')).toBeVisible()
  })

  await test.step('PROFILE-019: the other device has it, and the language both chose from different places', async () => {
    const elsewhere = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: serverUrl() })
    await watch.over(elsewhere)
    const other = await elsewhere.newPage()
    await enters(other, email)
    await other.goto('/profile')
    await expect(other.getByText('Tromsø')).toBeVisible()
    await other.goto('/settings-preferences')
    const saved = other.waitForResponse(
      (answer) => answer.request().method() === 'POST' && /\/profile$/.test(answer.url()),
    )
    await list(other, 'Language of mails').selectOption('de')
    expect((await saved).status()).toBe(200)
    await page.goto('/account/settings-preferences')
    await expect(list(page, 'Language of mails')).toHaveValue('de')
    await page.goto('/account/profile')
    await expect(page.getByText('German')).toBeVisible()
    await expect(page.getByText('Tromsø')).toBeVisible()
    await elsewhere.close()
  })
})

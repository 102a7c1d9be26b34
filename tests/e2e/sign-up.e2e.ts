// From nothing to an account, with mails that went over the wire.
import type { Page } from '@playwright/test'
import { freshEmail, GOOD_PASSWORD } from '#tests/contract/people.ts'
import { expect, test } from './support/fixtures.ts'
import { mailedServer } from './support/mailedServer.ts'
import { fillSignIn } from './support/product.ts'

test.describe.configure({ mode: 'serial', timeout: 150_000 })

const own = mailedServer()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const list = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

async function fillAbout(page: Page, email: string): Promise<void> {
  await box(page, 'First name').fill('Nóra')
  await box(page, 'Last name').fill('Vale 小川')
  await box(page, 'Email').fill(email)
  await list(page, 'Industry').selectOption('Radio')
  await box(page, 'Phone').fill('+31 20 123 4567')
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check()
}

async function fillCompany(page: Page): Promise<void> {
  await box(page, 'Company').fill('Noon FM')
  await box(page, 'Call letters').fill('KNOO')
  await list(page, 'Reporting').selectOption('BDS')
  await list(page, 'Country').selectOption('United States')
  await list(page, 'State').selectOption('Texas')
  await box(page, 'City').fill('Austin')
  await list(page, 'Primary format').selectOption('Jazz')
}

test('a sign-up goes from step to step by the code of a mail, over a reload and without a line for a while', async ({
  page,
  context,
}) => {
  const email = freshEmail()
  await page.goto(`${own.server.url}/signup`)
  await expect(page).toHaveTitle('Sign up – Player')
  await fillAbout(page, email)
  await button(page, 'Next').click()
  await expect(heading(page, 'E-mail verification code')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'E-mail verification code')).toBeVisible()
  const { text } = await own.office.mail(email, /code/i)
  const code = /^\d{5}$/m.exec(text)?.[0] ?? ''
  await box(page, 'Verification code').fill(code)
  await button(page, 'Next').click()
  await expect(heading(page, 'About your company')).toBeVisible()
  await fillCompany(page)
  await page.reload()
  await expect(list(page, 'State')).toHaveValue('TX')
  await context.setOffline(true)
  await button(page, 'Submit').click()
  await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible()
  await expect(box(page, 'City')).toHaveValue('Austin')
  await context.setOffline(false)
  await button(page, 'Submit').click()
  await expect(heading(page, 'We got your request')).toBeVisible()
  await own.office.mail(email, /request/i)
  await page.getByRole('link', { name: 'Return to sign in' }).click()
  await fillSignIn(page, email, GOOD_PASSWORD)
  await expect(page.getByRole('alert')).toBeVisible()
})

test('two tabs of one sign-up go on each by itself, and neither loses a word to the other', { tag: '@long' }, async ({
  page,
}) => {
  const email = freshEmail()
  await page.goto(`${own.server.url}/signup`)
  await fillAbout(page, email)
  await button(page, 'Next').click()
  await expect(heading(page, 'E-mail verification code')).toBeVisible()
  // As a duplicated tab does, it begins with a copy of what this one kept.
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('/signup'))
  const other = await opened
  await expect(heading(other, 'About you')).toBeVisible()
  await box(other, 'Last name').fill('Otherwise')
  await page.reload()
  const { text } = await own.office.mail(email, /code/i)
  const code = /^\d{5}$/m.exec(text)?.[0] ?? ''
  await box(page, 'Verification code').fill(code)
  await button(page, 'Next').click()
  await fillCompany(page)
  await button(other, 'Next').click()
  await box(other, 'Verification code').fill(code)
  await button(other, 'Next').click()
  // The first tab has used it up (H-151).
  await expect(other.getByRole('alert')).toContainText('expired')
  await button(other, 'Send a new code').click({ timeout: 40_000 })
  const newest = async () => /^\d{5}$/m.exec((await own.office.mail(email, /code/i)).text)?.[0] ?? ''
  await expect.poll(newest, { timeout: 20_000 }).not.toBe(code)
  await box(other, 'Verification code').fill(await newest())
  await button(other, 'Next').click()
  await fillCompany(other)
  await box(other, 'City').fill('Dallas')
  await Promise.all([page.reload(), other.reload()])
  await expect(box(page, 'City')).toHaveValue('Austin')
  await expect(box(other, 'City')).toHaveValue('Dallas')
  await button(page, 'Submit').click()
  await expect(heading(page, 'We got your request')).toBeVisible()
  // The address has an account by now.
  await button(other, 'Submit').click()
  await button(other, 'Try again').click()
  await expect(box(other, 'City')).toHaveValue('Dallas')
  await button(other, 'Back').click()
  await button(other, 'Back').click()
  await expect(box(other, 'Last name')).toHaveValue('Otherwise')
})

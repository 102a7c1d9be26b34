// The ways in that lead through a mail, by the keyboard alone, with mails that went over the wire.
import type { Locator, Page } from '@playwright/test'
import { GOOD_PASSWORD } from '#tests/contract/people.ts'
import { type StartedServer, startServer } from '#tests/contract/server.ts'
import { expect, test } from './support/fixtures.ts'
import { openPostOffice, type PostOffice } from './support/postOffice.ts'

test.describe.configure({ mode: 'serial', timeout: 150_000 })

let office: PostOffice
let server: StartedServer
test.beforeAll(async () => {
  office = await openPostOffice()
  server = await startServer({ env: { SMTP_URL: office.url, COVERS_AHEAD: '0' } })
})
test.afterAll(async () => {
  await server?.stop()
  await office?.close()
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Goes on by Tab until this has the focus. */
async function reach(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let n = 0; n < 40; n++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted, 'Tab leads there').toBeFocused()
}

async function presses(page: Page, wanted: Locator): Promise<void> {
  await reach(page, wanted)
  await page.keyboard.press('Enter')
}

/** Asks for a magic link and waits for its mail. @returns link and code */
async function asks(page: Page, email: string): Promise<{ link: string; code: string }> {
  await page.goto(server.url)
  await presses(page, button(page, 'Sign in with a magic link'))
  await reach(page, box(page, 'Email'))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Check your mail')).toBeFocused()
  const { text } = await office.mail(email, /sign-in link/i)
  return { link: /http\S+\/authverify\/\S+/.exec(text)?.[0] ?? '', code: /^\d{5}$/m.exec(text)?.[0] ?? '' }
}

test('a magic link signs in by its code in the tab that waits, after somebody only looked at the mail', async ({
  page,
  browser,
}) => {
  const { link, code } = await asks(page, 'staff@demo.test')
  const scanner = await browser.newPage()
  await scanner.goto(link)
  await expect(heading(scanner, 'Sign in as staff@demo.test?')).toBeVisible()
  await scanner.close()
  await reach(page, box(page, 'Code from the mail'))
  await page.keyboard.type(code)
  await expect(page).toHaveURL(/\/releases$/)
})

test('a magic link signs in by itself in the browser that asked for it', async ({ page, context }) => {
  const { link } = await asks(page, 'verified@demo.test')
  const opened = await context.newPage()
  await opened.goto(link)
  await expect(opened).toHaveURL(/\/releases$/)
  await expect(page).toHaveURL(/\/releases$/)
})

test('a magic link signs in after a press in another browser, and is used up then', async ({ page, browser }) => {
  const { link, code } = await asks(page, 'many@demo.test')
  const elsewhere = await browser.newPage()
  await elsewhere.goto(link)
  await presses(elsewhere, button(elsewhere, 'Sign in'))
  await expect(elsewhere).toHaveURL(/\/releases$/)
  await elsewhere.close()
  await reach(page, box(page, 'Code from the mail'))
  await page.keyboard.type(code)
  await expect(page.getByRole('alert')).toContainText('Verification code expired')
})

test('a forgotten password is set anew by a mail, and signs in', async ({ page }) => {
  const email = 'unverified@demo.test'
  await page.goto(server.url)
  await presses(page, page.getByRole('link', { name: 'Forgot password?' }))
  await reach(page, box(page, 'Email'))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Check your mail')).toBeFocused()
  const { text } = await office.mail(email, /new password/i)
  await page.goto(/http\S+\/resetpwd\/\S+/.exec(text)?.[0] ?? '')
  await expect(page).toHaveURL(`${server.url}/resetpwd`)
  await reach(page, page.getByLabel('New password', { exact: true }))
  await page.keyboard.type(GOOD_PASSWORD)
  await reach(page, page.getByLabel('Confirm password', { exact: true }))
  await page.keyboard.type(GOOD_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Your password has been reset')).toBeVisible()
  await presses(page, page.getByRole('link', { name: 'Sign in', exact: true }))
  await expect(box(page, 'Email')).toHaveValue(email)
  await reach(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(GOOD_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/releases$/)
})

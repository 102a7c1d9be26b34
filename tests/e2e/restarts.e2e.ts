// The server goes away in the middle of each way in and comes back: what was typed, mailed and begun stands.
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { signIn } from '#tests/contract/http.ts'
import { freshEmail, GOOD_PASSWORD, post } from '#tests/contract/people.ts'
import { type StartedServer, startServer } from '#tests/contract/server.ts'
import { expect, test } from './support/fixtures.ts'
import { openPostOffice, type PostOffice } from './support/postOffice.ts'
import { fillSignIn } from './support/product.ts'

test.skip(process.env.TEST_ALL !== '1', 'long')
test.describe.configure({ mode: 'serial', timeout: 240_000 })

let office: PostOffice
let server: StartedServer
const env = () => ({ SMTP_URL: office.url })
test.beforeAll(async () => {
  office = await openPostOffice()
  server = await startServer({ env: env() })
})
test.afterAll(async () => {
  await server?.stop()
  await office?.close()
})
// The browser notes calls to a server that is away.
test.beforeEach(({ watch }) => watch.allow(/ERR_CONNECTION|Failed to load resource|Failed to fetch/))

const goesAway = () => server.stop({ keepData: true, signal: 'SIGKILL' })
/** With what it wrote, at the address it had. */
async function comesBack(): Promise<void> {
  const { url, dataDir } = server
  server = await startServer({ env: { ...env(), DATA_DIR: dataDir, PORT: new URL(url).port } })
  expect(server.url).toBe(url)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const secret = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const list = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const saysItIsAway = (page: Page) =>
  expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible({ timeout: 30_000 })

/** Presses while the server is away, then again when it is back. */
async function pressesOver(page: Page, name: string): Promise<void> {
  await goesAway()
  await button(page, name).click()
  await saysItIsAway(page)
  await comesBack()
  await button(page, name).click()
}

async function fillAbout(page: Page): Promise<void> {
  await box(page, 'First name').fill('Nóra')
  await box(page, 'Last name').fill('Vale')
  await list(page, 'Industry').selectOption('Other')
  await box(page, 'Phone').fill('+31 20 123 4567')
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check()
}

async function fillCompany(page: Page): Promise<void> {
  await box(page, 'Company').fill('Noon FM')
  await list(page, 'Country').selectOption('Netherlands')
  await box(page, 'City').fill('Utrecht')
  await list(page, 'Primary format').selectOption('Jazz')
}

/** The link of an invitation from somebody of the demo. */
async function invites(email: string, path: string): Promise<string> {
  const { access } = await signIn(server.url)
  const invitation = { invitee_email: email, relationship: 'coworker' }
  await post(server.url, '/accounts/player/invitations', { invitations: [invitation] }, access)
  const { text } = await office.mail(email, /invit|connect/i)
  return new RegExp(`http\\S+/${path}/\\S+`).exec(text)?.[0] ?? ''
}

test('a sign-up goes on at each step where it was', async ({ page }) => {
  const email = freshEmail()
  await page.goto(`${server.url}/signup`)
  await fillAbout(page)
  await box(page, 'Email').fill(email)
  await pressesOver(page, 'Next')
  await expect(heading(page, 'E-mail verification code')).toBeVisible()
  const { text } = await office.mail(email, /code/i)
  await goesAway()
  await box(page, 'Verification code').fill(/^\d{5}$/m.exec(text)?.[0] ?? '')
  await button(page, 'Next').click()
  await saysItIsAway(page)
  await comesBack()
  await button(page, 'Next').click()
  await expect(heading(page, 'About your company')).toBeVisible()
  await fillCompany(page)
  await pressesOver(page, 'Submit')
  await expect(heading(page, 'We got your request')).toBeVisible()
  await office.mail(email, /request/i)
})

test('a sign-up by invitation is sent with its password', async ({ page }) => {
  const email = freshEmail()
  await page.goto(await invites(email, 'signup'))
  await fillAbout(page)
  await secret(page, 'Password').fill(GOOD_PASSWORD)
  await secret(page, 'Confirm password').fill(GOOD_PASSWORD)
  await button(page, 'Next').click()
  await fillCompany(page)
  await pressesOver(page, 'Submit')
  await expect(page).toHaveURL(`${server.url}/?successSignUpCoworker=true`)
  await fillSignIn(page, email, GOOD_PASSWORD)
  await expect(page).toHaveURL(/\/releases$/)
})

test('an invitation to connect waits for the sign-in', async ({ page }) => {
  await page.goto(await invites('many@demo.test', 'signin'))
  await box(page, 'Email').fill('many@demo.test')
  await secret(page, 'Password').fill(DEMO_PASSWORD)
  await pressesOver(page, 'Sign in')
  await expect(page).toHaveURL(/\/releases$/)
  await expect(page.getByText(/You are now connected with/).first()).toBeVisible()
})

test('a forgotten password is set anew, with the link of a mail that came before', async ({ page }) => {
  const email = 'unverified@demo.test'
  await page.goto(`${server.url}/forgot-password`)
  await box(page, 'Email').fill(email)
  await pressesOver(page, 'Send reset link')
  await expect(heading(page, 'Check your mail')).toBeVisible()
  const { text } = await office.mail(email, /new password/i)
  await page.goto(/http\S+\/resetpwd\/\S+/.exec(text)?.[0] ?? '')
  await secret(page, 'New password').fill(GOOD_PASSWORD)
  await secret(page, 'Confirm password').fill(GOOD_PASSWORD)
  await pressesOver(page, 'Reset password')
  await expect(heading(page, 'Your password has been reset')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await fillSignIn(page, email, GOOD_PASSWORD)
  await expect(page).toHaveURL(/\/releases$/)
})

test('a magic link is asked for, and its code signs in', async ({ page }) => {
  const email = 'staff@demo.test'
  await page.goto(server.url)
  await button(page, 'Sign in with a magic link').click()
  await box(page, 'Email').fill(email)
  await pressesOver(page, 'Send magic link')
  await expect(heading(page, 'Check your mail')).toBeVisible()
  const { text } = await office.mail(email, /sign-in link/i)
  await goesAway()
  await box(page, 'Code from the mail').fill(/^\d{5}$/m.exec(text)?.[0] ?? '')
  await button(page, 'Sign in').click()
  await saysItIsAway(page)
  await comesBack()
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL(/\/releases$/)
})

test('a password signs in, and the sessions are listed and ended', async ({ page }) => {
  await page.goto(server.url)
  await box(page, 'Email').fill('many@demo.test')
  await secret(page, 'Password').fill(DEMO_PASSWORD)
  await pressesOver(page, 'Sign in')
  await expect(page).toHaveURL(/\/releases$/)
  const other = await fetch(`${server.url}/api/player/v2/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'many@demo.test', password: DEMO_PASSWORD, publicdevice: false }),
  })
  expect(other.status).toBe(200)
  await page.goto(`${server.url}/account-management`)
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBeGreaterThan(1)
  const listed = await rows.count()
  const endsOthers = async () => {
    await button(page, 'Sign out all others').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click()
  }
  await goesAway()
  await endsOthers()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click({ timeout: 30_000 })
  await expect(rows).toHaveCount(listed)
  await comesBack()
  await endsOthers()
  await expect(rows).toHaveCount(1)
})

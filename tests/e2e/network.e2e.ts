// From an invitation to a connection and its end, with two people in two browsers and mails that went over the wire.
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { dev, freshEmail, GOOD_PASSWORD, newPlayer } from '#tests/contract/people.ts'
import { expect, test } from './support/fixtures.ts'
import { mailedServer } from './support/mailedServer.ts'
import { fillSignIn } from './support/product.ts'

test.describe.configure({ timeout: 150_000 })

const own = mailedServer()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const list = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const row = (page: Page, address: string) => page.getByRole('table', { name: 'Connections' }).getByRole('row', { name: address }) // biome-ignore format: one line

/** In the gallery, signed in by hand. */
async function enters(page: Page, email: string, password: string): Promise<void> {
  await page.goto(own.server.url)
  await fillSignIn(page, email, password)
  await expect(page).toHaveURL(/\/releases/)
}
async function opensNetwork(page: Page): Promise<void> {
  await page.goto(`${own.server.url}/account/my-network`)
  await expect(button(page, 'Invite people')).toBeVisible()
}

test('INVITE-002: two people are invited by mail, one signs up and one accepts, and a connection ends for both', {
  tag: '@long',
}, async ({ page, browser, watch }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const [coworker, known] = [freshEmail(), await newPlayer(own.server.url)]
  const elsewhere = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await watch.over(elsewhere)
  const other = await elsewhere.newPage()

  await test.step('a verified user sends the list, and reads what happened to each', async () => {
    await enters(page, 'verified@demo.test', DEMO_PASSWORD)
    await button(page, 'Invite').click()
    await page.getByRole('checkbox').check()
    await button(page, 'Start inviting').click()
    for (const [email, what] of [
      [coworker.toUpperCase(), 'Co-Worker'],
      [known.email, 'Industry Contact'],
      ['staff@demo.test', 'Other'],
    ] as const) {
      await box(page, 'Email').fill(email)
      await list(page, 'Relationship').selectOption(what)
      await button(page, 'Add').click()
    }
    await expect(page.getByText('3/5', { exact: true })).toBeVisible()
    await button(page, 'Send invitations').click()
    const said = page.getByRole('dialog', { name: 'Invitations sent' }).getByRole('listitem')
    await expect(said).toHaveText([
      `${coworker}Invited as Co-Worker`,
      `${known.email}Invited as Industry Contact`,
      'staff@demo.testAlready connected, no mail was sent',
    ])
    await button(page, 'Done').click()
  })

  await test.step('the mail leads somebody new to the sign-up, whose account is connected from its beginning', async () => {
    const { text } = await own.office.mail(coworker, /invit/i)
    await other.goto(/http\S+\/signup\/\S+/.exec(text)?.[0] ?? '')
    await expect(box(other, 'Email')).toHaveValue(coworker)
    await box(other, 'First name').fill('Nóra')
    await box(other, 'Last name').fill('Vale')
    await list(other, 'Industry').selectOption('Radio')
    await box(other, 'Phone').fill('+31 20 123 4567')
    await other.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD)
    await other.getByLabel('Confirm password', { exact: true }).fill(GOOD_PASSWORD)
    await other.getByRole('checkbox', { name: 'I accept the terms' }).check()
    await button(other, 'Next').click()
    await box(other, 'Company').fill('Noon FM')
    await box(other, 'Call letters').fill('KNOO')
    await list(other, 'Reporting').selectOption('BDS')
    await list(other, 'Country').selectOption('Netherlands')
    await box(other, 'City').fill('Utrecht')
    await list(other, 'Primary format').selectOption('Jazz')
    await button(other, 'Submit').click()
    await expect(other).toHaveURL(/successSignUpCoworker=true/)
    await fillSignIn(other, coworker, GOOD_PASSWORD)
    await expect(other).toHaveURL(/\/releases/)
    await other.goto(`${own.server.url}/account/my-network`)
    await expect(row(other, 'verified@demo.test')).toBeVisible()
    await expect(other.getByText('You can invite others once your account is verified.')).toBeVisible()
    for (const name of ['Invite', 'Invite people']) await expect(button(other, name)).toHaveCount(0)
  })

  await test.step('the mail leads who has an account to the connection', async () => {
    const { text } = await own.office.mail(known.email, /connect/i)
    const third = await (await browser.newContext()).newPage()
    await third.goto(/http\S+\/signin\/\S+/.exec(text)?.[0] ?? '')
    await fillSignIn(third, known.email, GOOD_PASSWORD)
    await expect(third.getByText(/You are now connected with/)).toBeVisible()
    await third.context().close()
  })

  await test.step('NETWORK-001: both stand in the list of whoever invited them, the new one pending', async () => {
    await opensNetwork(page)
    await expect(row(page, known.email)).toContainText('Verified')
    await expect(row(page, coworker)).toContainText('Verification Pending')
    await dev(own.server.url, `players/${coworker}`, { verified: true })
    await page.reload()
    await expect(row(page, coworker)).toContainText('Verified')
  })

  await test.step('NETWORK-006: a connection ends for both, and one that is gone already counts as deleted', async () => {
    const name = await row(other, 'verified@demo.test').getByRole('cell').first().textContent()
    await opensNetwork(page)
    await expect(row(page, coworker)).toBeVisible()
    await row(other, 'verified@demo.test').hover()
    await button(other, `Delete the connection with ${name}`).click()
    const deleted = other.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    expect((await deleted).status()).toBe(204)
    await expect(other.getByRole('heading', { name: 'No connections yet' })).toBeVisible()
    await row(page, coworker).hover()
    await button(page, 'Delete the connection with Nóra Vale').click()
    const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    expect((await gone).status()).toBe(404)
    await expect(row(page, coworker)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.reload()
    await expect(row(page, known.email)).toBeVisible()
    await expect(row(page, coworker)).toHaveCount(0)
  })

  await test.step('H-394: who was verified meanwhile may invite in the tab that was open all along', async () => {
    await expect(button(other, 'Invite')).toBeVisible({ timeout: 60_000 })
  })
  await elsewhere.close()
})

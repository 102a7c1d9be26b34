// The ways in, and the sign-up, by the keyboard alone, with mails that went over the wire.
import type { Locator, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { signIn } from '#tests/contract/http.ts'
import { freshEmail, GOOD_PASSWORD, newPlayer, post } from '#tests/contract/people.ts'
import { expect, test } from './support/fixtures.ts'
import { mailedServer } from './support/mailedServer.ts'
import { fillSignIn } from './support/product.ts'

test.describe.configure({ mode: 'serial', timeout: 150_000 })

const own = mailedServer()

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

const secret = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const list = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

/** Goes on to each field and types: text, or the beginning of what a list is to have chosen. */
async function types(page: Page, fields: readonly (readonly [Locator, string])[]): Promise<void> {
  for (const [field, text] of fields) {
    await reach(page, field)
    await page.keyboard.type(text)
  }
}

async function presses(page: Page, wanted: Locator): Promise<void> {
  await reach(page, wanted)
  await page.keyboard.press('Enter')
}

/** Asks for a magic link and waits for its mail. @returns link and code */
async function asks(page: Page, email: string): Promise<{ link: string; code: string }> {
  await page.goto(own.server.url)
  await presses(page, button(page, 'Sign in with a magic link'))
  await reach(page, box(page, 'Email'))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Check your mail')).toBeFocused()
  const { text } = await own.office.mail(email, /sign-in link/i)
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
  await page.keyboard.press('Enter')
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
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Verification code expired')
})

test('a forgotten password is set anew by a mail, and signs in', async ({ page }) => {
  const email = 'unverified@demo.test'
  await page.goto(own.server.url)
  await presses(page, page.getByRole('link', { name: 'Forgot password?' }))
  await reach(page, box(page, 'Email'))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Check your mail')).toBeFocused()
  const { text } = await own.office.mail(email, /new password/i)
  await page.goto(/http\S+\/resetpwd\/\S+/.exec(text)?.[0] ?? '')
  await expect(page).toHaveURL(`${own.server.url}/resetpwd`)
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

test('D-005, D-006: at a public computer it is said that the password is set, and the page begins anew behind that', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { email } = await newPlayer(own.server.url)
  const asking = await browser.newPage()
  await asking.goto(`${own.server.url}/forgot-password`)
  await box(asking, 'Email').fill(email)
  await asking.keyboard.press('Enter')
  await expect(heading(asking, 'Check your mail')).toBeVisible()
  await asking.close()
  const { text } = await own.office.mail(email, /new password/i)
  await page.goto(own.server.url)
  await page.getByRole('checkbox', { name: 'This is a public computer' }).check()
  await fillSignIn(page, email, GOOD_PASSWORD)
  await expect(page).toHaveURL(/\/releases$/)
  await page.goto(/http\S+\/resetpwd\/\S+/.exec(text)?.[0] ?? '')
  await secret(page, 'New password').fill(`${GOOD_PASSWORD}7`)
  await secret(page, 'Confirm password').fill(`${GOOD_PASSWORD}7`)
  await expect(page.getByText(/signs you out everywhere, here too/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).toEqual({})
  await expect(heading(page, 'Your password has been reset')).toBeVisible()
  const left = await page.evaluateHandle(() => document)
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(button(page, 'Sign in')).toBeVisible()
  // Of another document.
  await expect(left.evaluate((before) => before === document)).rejects.toThrow()
})

/** Step one, but for the address, which an invited person does not type. */
async function tellsOfThemselves(page: Page, email: string | null, password: string | null): Promise<void> {
  await types(page, [
    [box(page, 'First name'), 'Nóra'],
    [box(page, 'Last name'), 'Vale'],
    ...(email === null ? [] : [[box(page, 'Email'), email] as const]),
    [list(page, 'Industry'), 'Rad'],
    [box(page, 'Phone'), '+31 20 123 4567'],
    ...(password === null
      ? []
      : [[secret(page, 'Password'), password] as const, [secret(page, 'Confirm password'), password] as const]),
  ])
  await reach(page, page.getByRole('checkbox', { name: 'I accept the terms' }))
  await page.keyboard.press('Space')
  await presses(page, button(page, 'Next'))
}

async function tellsOfTheCompany(page: Page): Promise<void> {
  await expect(heading(page, 'About your company')).toBeFocused()
  await types(page, [
    [box(page, 'Company'), 'Noon FM'],
    [box(page, 'Call letters'), 'KNOO'],
    [list(page, 'Reporting'), 'BDS'],
    [list(page, 'Country'), 'Netherlands'],
    [box(page, 'City'), 'Utrecht'],
    [list(page, 'Primary format'), 'Jazz'],
  ])
  await presses(page, button(page, 'Submit'))
}

test('a sign-up is walked to its end', async ({ page }) => {
  const email = freshEmail()
  await page.goto(own.server.url)
  await presses(page, page.getByRole('link', { name: 'Sign up' }))
  await tellsOfThemselves(page, email, null)
  await expect(heading(page, 'E-mail verification code')).toBeFocused()
  const { text } = await own.office.mail(email, /code/i)
  await types(page, [[box(page, 'Verification code'), /^\d{5}$/m.exec(text)?.[0] ?? '']])
  await page.keyboard.press('Enter')
  await tellsOfTheCompany(page)
  await expect(heading(page, 'We got your request')).toBeFocused()
  await own.office.mail(email, /request/i)
  await presses(page, page.getByRole('link', { name: 'Return to sign in' }))
  await expect(secret(page, 'Password')).toBeVisible()
})

test('a sign-up by invitation leads a coworker in two steps to an account that is good at once', {
  tag: '@long',
}, async ({ page }) => {
  const email = freshEmail()
  const { access } = await signIn(own.server.url)
  const invitation = { invitee_email: email, relationship: 'coworker' }
  await post(own.server.url, '/accounts/player/invitations', { invitations: [invitation] }, access)
  const { text } = await own.office.mail(email, /invit/i)
  await page.goto(/http\S+\/signup\/\S+/.exec(text)?.[0] ?? '')
  await expect(page).toHaveURL(`${own.server.url}/signup`)
  await page.reload()
  await expect(box(page, 'Email')).toHaveValue(email)
  await tellsOfThemselves(page, null, GOOD_PASSWORD)
  await expect(page.getByText('Step 2 of 2')).toBeVisible()
  await tellsOfTheCompany(page)
  await expect(page).toHaveURL(`${own.server.url}/?successSignUpCoworker=true`)
  await types(page, [
    [box(page, 'Email'), email],
    [secret(page, 'Password'), GOOD_PASSWORD],
  ])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/releases$/)
})

test('ROUTE-006, ROUTE-037: an invitation to connect waits for the one it is for, and no page view holds a token', {
  tag: '@long',
}, async ({ page, browser }) => {
  const elsewhere = await browser.newPage()
  const invitee = await newPlayer(own.server.url)
  const { access } = await signIn(own.server.url, 'many@demo.test')
  const invitations = [{ invitee_email: invitee.email, relationship: 'coworker' }]
  await post(own.server.url, '/accounts/player/invitations', { invitations }, access)
  const { text } = await own.office.mail(invitee.email, /connect/i)
  const link = /http\S+\/signin\/\S+/.exec(text)?.[0] ?? ''
  const token = decodeURIComponent(link.split('/').at(-1) ?? '')
  const views: { path: string; body: string }[] = []
  const answers = new Set<number>()
  const isView = (url: string) => url.endsWith('/tracking/page-views')
  for (const context of [page.context(), elsewhere.context()]) {
    context.on('request', (request) => {
      if (isView(request.url())) views.push({ path: request.postDataJSON().path, body: request.postData() ?? '' })
    })
    // One that is on its way when its page is left has none.
    context.on('response', (response) => {
      if (isView(response.url())) answers.add(response.status())
    })
  }
  /** Everything that outlives the page in the open. */
  const kept = (where: Page) =>
    where.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))

  await test.step('somebody else is told that it is not for them, and does not use it up', async () => {
    await elsewhere.goto(own.server.url)
    await fillSignIn(elsewhere, 'staff@demo.test', DEMO_PASSWORD)
    await expect(elsewhere).toHaveURL(/\/releases$/)
    await elsewhere.goto(link)
    await expect(elsewhere.getByText('Invitation not for this user')).toBeVisible()
    expect(await kept(elsewhere)).not.toContain(token)
  })

  await test.step('signed out it is kept by its handle, and so is where somebody was going', async () => {
    await page.goto(`${own.server.url}/playlists`)
    await expect(button(page, 'Sign in')).toBeVisible()
    await page.goto(link)
    await expect(page).toHaveURL(`${own.server.url}/login`)
    await expect(button(page, 'Sign in')).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('redirect'))).toBe('/playlists')
    expect(await kept(page)).not.toContain(token)
  })

  await test.step('it connects whoever signs in with its address, where they were going', async () => {
    await fillSignIn(page, invitee.email, GOOD_PASSWORD)
    await expect(page.getByText(/You are now connected with/)).toBeVisible()
    await expect(page).toHaveURL(/\/playlists$/)
  })

  await test.step('signed in, the same link says that it was accepted', async () => {
    await page.goto(link)
    await expect(page.getByText('Invitation already accepted')).toBeVisible()
    await expect(page).toHaveURL(/\/releases$/)
  })

  await test.step('ROUTE-037: the server was told of the pages without the token', async () => {
    await expect.poll(() => views.map(({ path }) => path)).toContain('/signin/:token')
    expect(views.filter(({ body }) => body.includes(token.slice(0, 30)))).toEqual([])
    expect([...answers]).toEqual([204])
  })
})

// A forgotten password, and a new one.
import { signal } from '@preact/signals-react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { libraryMarksRequested } from '#core/events/library.ts'
import { accessCleared } from '#core/events/people/access.ts'
import { sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import { saysWhyEnded, supportEmail } from '#projections/session.ts'
import { type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { fillIn } from '#tests/components/filled.ts'
import { aToken } from '#tests/components/ways.ts'
import { type Answers, failure, unreachable } from '#tests/components/wire.ts'
import { someClaims } from '#tests/support/story.ts'
import { documentTitle } from '../../documentTitle.ts'

const open = (path: string, answers: Answers = {}, more: AppSurroundings = {}) =>
  openApp(path, {
    claims: null,
    answers: { 'GET /auth/reset/:email': () => null, 'PUT /auth/chgpwdreset': () => null, ...answers },
    ...more,
  })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const email = () => page.getByRole('textbox', { name: 'Email', exact: true })
const password = () => page.getByLabelText('New password', { exact: true })
const again = () => page.getByLabelText('Confirm password', { exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
async function asksForMagicLink() {
  await button('Sign in with a magic link').click()
  await expect.element(heading('Sign in with a magic link')).toBeVisible()
  await expect.element(button('Send magic link')).toBeVisible()
}

describe('the title', () => {
  const OPEN = 'Forgot your password? – Player'
  const RESET = 'Reset your password – Player'
  const MAGIC = 'Sign in with a magic link – Player'

  it.each([
    ['/forgot-password', '', null, OPEN],
    ['/resetpwd', '/none', null, RESET],
    ['/resetpwd', '/none', someClaims(), RESET],
    // One that says nothing leads away at once.
    ['/authverify', `/${aToken(someClaims())}`, null, MAGIC],
  ])('WCAG 2.4.2: %s says what it is', async (address, link, claims, title) => {
    const path = address + link
    const app = await open(path, {}, { claims })
    const named = documentTitle({ place: signal({ pathname: path, search: '' }), isPublic: () => false })
    await expect.poll(() => named.value).toBe(title)
    app.go('/')
    await expect.poll(() => named.value).not.toBe(title)
  })
})

/** Whoever runs the server has the mails of the support elsewhere. */
function supportIsElsewhere() {
  const before = supportEmail.peek()
  onTestFinished(() => {
    supportEmail.value = before
  })
  supportEmail.value = 'help@label.example'
}
const CLOSED = () => failure(403, 'ACCOUNT_INACTIVE')

describe('the forgotten password', () => {
  async function sends(address: string, answers: Answers = {}) {
    const app = await open('/forgot-password', answers)
    await email().fill(address)
    await button('Send reset link').click()
    return app
  }

  it('ROUTE-009, RESET-001: `/forgot-password` shows an e-mail field and a send button', async () => {
    await open('/forgot-password')
    await expect.element(email()).toBeVisible()
    await expect.element(button('Send reset link')).toBeVisible()
  })

  it.each([
    ['a@b', 'Please enter a valid email address'],
    ['', 'Email is required'],
  ])('RESET-002: takes no %j for an address', async (address, text) => {
    const app = await sends(address)
    await expect.element(email()).toHaveAccessibleDescription(text)
    expect(app.wire.of('GET /auth/reset/:email')).toEqual([])
  })

  it('RESET-003: after sending it names the address', async () => {
    await sends('vera@demo.test')
    await expect.element(page.getByText(/We sent a link to vera@demo\.test/)).toBeVisible()
  })

  it('RESET-004: the confirmation has a way to send it again', { tags: ['long'] }, async () => {
    const app = await sends('vera@demo.test')
    await button('Resend').click()
    await expect.poll(() => app.wire.of('GET /auth/reset/:email').length).toBe(2)
  })

  it('RESET-005: after that a banner says “Password reset e-mail resent”', async () => {
    await sends('vera@demo.test')
    await button('Resend').click()
    const banner = page.getByRole('alert').filter({ hasText: /password reset e-mail resent/i })
    await expect.element(banner).toBeVisible()
    await expect.element(banner).toHaveAttribute('data-type', 'success')
  })

  it('RESET-006: the confirmation has a link back', async () => {
    const app = await sends('vera@demo.test')
    await link('Go back').click()
    await expect.poll(() => app.address).toBe('/')
    await expect.element(button('Sign in')).toBeVisible()
  })

  it('RESET-007: the confirmation shows the support e-mail address', async () => {
    await sends('vera@demo.test')
    await expect.element(link('support@player.example')).toHaveAttribute('href', 'mailto:support@player.example')
    await expect.element(link('support@player.example')).toHaveStyle({ textDecorationLine: 'underline' })
  })

  it('H-490, RESET-007: shows the address the server was given for the support', async () => {
    supportIsElsewhere()
    await sends('vera@demo.test')
    await expect.element(link('help@label.example')).toHaveAttribute('href', 'mailto:help@label.example')
  })

  it('H-490: so does what is said of a closed account', async () => {
    supportIsElsewhere()
    await sends('vera@demo.test', { 'GET /auth/reset/:email': CLOSED })
    await expect.element(page.getByRole('alert')).toHaveTextContent(/help@label\.example/)
  })

  it('SIGNIN-029: an unknown address is told as such, and nothing is cleared', async () => {
    await sends('vera@demo.test', { 'GET /auth/reset/:email': () => failure(404, 'EMAIL_NOT_RECOGNISED') })
    await expect.element(page.getByRole('alert')).toHaveTextContent('Sorry, this email is not recognized by our system')
    await expect.element(email()).toHaveValue('vera@demo.test')
  })
})

describe('a new password', () => {
  const token = aToken({ email: 'vera@demo.test', welcome_email: false })
  const openReset = (answers: Answers = {}, more: AppSurroundings = {}, of = token) =>
    open(`/resetpwd/${of}`, answers, more)

  async function sets(answers: Answers = {}, more: AppSurroundings = {}) {
    const app = await openReset(answers, more)
    await password().fill('Lantern-7')
    await again().fill('Lantern-7')
    await button('Reset password').click()
    return app
  }

  it('ROUTE-008, RESET-008: `/resetpwd/{token}` shows the address of the token, which cannot be changed', async () => {
    const app = await openReset()
    await expect.element(email()).toHaveValue('vera@demo.test')
    await expect.element(email()).toHaveAttribute('readonly')
    expect(app.address).toBe('/resetpwd')
  })

  it('the address stands right before the password, for password managers', async () => {
    await openReset()
    await expect.element(email()).toHaveAttribute('autocomplete', 'username')
    const fields = [...document.querySelectorAll('form input')].map((input) => input.getAttribute('autocomplete'))
    expect(fields).toEqual(['username', 'new-password', 'new-password'])
  })

  it('RESET-009: has two passwords, each with an eye of its own', async () => {
    await openReset()
    await button('Show password').click()
    await expect.element(password()).toHaveAttribute('type', 'text')
    await expect.element(again()).toHaveAttribute('type', 'password')
    await button('Show confirm password').click()
    await expect.element(again()).toHaveAttribute('type', 'text')
  })

  it('RESET-010, RESET-016: the list of rules follows what is typed and goes when all are met', async () => {
    await openReset()
    const rules = page.getByRole('list', { name: 'Password rules' })
    const met = () => [...(rules.query()?.children ?? [])].map((rule) => rule.getAttribute('data-met'))
    await expect.element(rules).toBeVisible()
    await password().fill('Lantern')
    await expect.poll(met).toEqual(['true', 'false', 'false'])
    await password().fill('Lantern7')
    await expect.poll(met).toEqual(['true', 'true', 'false'])
    await password().fill('Lantern-7')
    await expect.poll(() => rules.query()).toBeNull()
  })

  it('RESET-011: is called “Set password” where there was none', async () => {
    await openReset({}, {}, aToken({ email: 'vera@demo.test', welcome_email: true }))
    await expect.element(button('Set password')).toBeVisible()
  })

  it('RESET-012: is called “Reset password” otherwise', async () => {
    await openReset()
    await expect.element(button('Reset password')).toBeVisible()
  })

  it('RESET-013: says that a password is needed', async () => {
    await openReset()
    await password().click()
    await userEvent.keyboard('x{Tab}')
    await expect.element(password()).toHaveAccessibleDescription('Please enter a valid password')
  })

  it('RESET-013: says it of one that was emptied again, and not of one that was walked through', {
    tags: ['long'],
  }, async () => {
    await openReset()
    await password().click()
    await userEvent.tab()
    await expect.element(password()).not.toHaveAccessibleDescription('Please enter a valid password')
    await password().fill('Lantern-7')
    await password().fill('')
    await userEvent.tab()
    await expect.element(password()).toHaveAccessibleDescription('Please enter a valid password')
  })

  it('RESET-014: both passwords have to be the same', async () => {
    const app = await openReset()
    await password().fill('Lantern-7')
    await again().fill('Lantern-8')
    await button('Reset password').click()
    await expect.element(again()).toHaveAccessibleDescription('Password does not match')
    expect(app.wire.of('PUT /auth/chgpwdreset')).toEqual([])
  })

  it('RESET-014: the second may not be left empty', async () => {
    const app = await openReset()
    await password().fill('Lantern-7')
    await button('Reset password').click()
    await expect.element(again()).toHaveAccessibleDescription('Password does not match')
    expect(app.wire.of('PUT /auth/chgpwdreset')).toEqual([])
  })

  it('RESET-018: cannot be sent before all rules are met', async () => {
    const app = await openReset()
    const send = button('Reset password')
    await expect.element(send).toHaveAttribute('aria-disabled', 'true')
    for (const broken of ['Lan-7', 'Lantern', 'Lantern7', 'Lantern#']) {
      await password().fill(broken)
      await userEvent.keyboard('{Enter}')
      await expect.element(send, { message: broken }).toHaveAttribute('aria-disabled', 'true')
    }
    await password().fill('Lantern-7')
    await expect.element(send).not.toHaveAttribute('aria-disabled')
    expect(app.of('access.passwordChosen')).toEqual([])
  })

  it('H-610: who sends it before all rules are met hears which are not, and stands in the field', async () => {
    await openReset()
    const send = button('Reset password')
    await expect.element(password()).toHaveAccessibleDescription(/At least 1 digit ?, missing/)
    await password().fill('Lantern#')
    ;(send.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(password()).toHaveFocus()
    await expect.element(page.getByRole('log')).toHaveTextContent('At least 1 digit, missing')
    await password().fill('Lantern#7')
    await expect.element(password()).not.toHaveAccessibleDescription(/At least/)
    await expect.element(send).not.toHaveAttribute('aria-disabled')
  })

  it('RESET-019: once it is set a page says so and offers the sign-in', async () => {
    const app = await sets()
    await expect.element(heading('Your password has been reset')).toBeVisible()
    expect(app.wire.of('PUT /auth/chgpwdreset')[0]?.body).toEqual({ password: 'Lantern-7', token })
    await link('Sign in').click()
    await expect.element(email()).toHaveValue('vera@demo.test')
  })

  it.each([
    ['was set', 'Your password has been reset', () => null],
    ['could not be', 'Your password could not be reset', () => failure(500)],
  ])('RESET-019, RESET-020: after it %s, what is said has the focus', async (_, title, answer) => {
    await sets({ 'PUT /auth/chgpwdreset': answer })
    await expect.element(heading(title)).toHaveFocus()
  })

  it.each([
    [1, /1 passkey still opens this account/],
    [3, /3 passkeys still open this account/],
  ])('H-031: it says that %i passkeys outlive the password, and where they are removed', async (passkeys, text) => {
    await sets({ 'PUT /auth/chgpwdreset': () => ({ data: { passkeys } }) })
    await expect.element(page.getByText(text)).toHaveTextContent(/Account management/)
  })

  it.each([
    [1, /1 other address opens this account/],
    [2, /2 other addresses open this account/],
  ])(
    'H-386: it says that links to %i other addresses open the account, and where they are removed',
    async (addresses, text) => {
      await sets({ 'PUT /auth/chgpwdreset': () => ({ data: { passkeys: 0, addresses } }) })
      await expect.element(page.getByText(text)).toHaveTextContent(/Connected emails/)
    },
  )

  it('H-031, H-386: what outlives the password stands also once the session of this browser has ended with it', async () => {
    const answers = { 'PUT /auth/chgpwdreset': () => ({ data: { passkeys: 2, addresses: 1 } }) }
    const app = await sets(answers, { claims: { ...someClaims(), email: 'vera@demo.test' } })
    await expect.poll(() => app.of('session.signOutRequested').length).toBe(1)
    // The log that begins behind it knows nothing of what was answered.
    app.happens(sessionEnded({ reason: 'signedOut' }), accessCleared({}))
    await expect.poll(() => app.state.get('access', 'self')?.passkeys).toBeUndefined()
    await expect.element(page.getByText(/2 passkeys still open this account/)).toBeVisible()
    await expect.element(page.getByText(/1 other address opens this account/)).toBeVisible()
  })

  it('a link that did its work is not said to be cut off, where its page is come back to', async () => {
    const entry = { usr: { link: 'link:1' }, key: 'k', idx: 0 }
    await open('/resetpwd', {}, { entry, ports: { readLink: async () => null } })
    await expect.element(heading('This link is no longer here')).toBeVisible()
    await expect.element(link('Sign in')).toHaveAttribute('href', '/')
    await expect.element(link('Request a new link')).toHaveAttribute('href', '/forgot-password')
  })

  it('RESET-020: of a link that is used up it is not said that the password is as it was: it may have set it', async () => {
    await sets({ 'PUT /auth/chgpwdreset': () => failure(401, 'INVALID_TOKEN') })
    await expect.element(page.getByText(/If you have already set a password with it, use that one/)).toBeVisible()
  })

  it('H-386: without other addresses it says nothing of them', async () => {
    await sets({ 'PUT /auth/chgpwdreset': () => ({ data: { passkeys: 0, addresses: 0 } }) })
    await expect.element(heading('Your password has been reset')).toBeVisible()
    expect(page.getByText(/other address/).elements()).toEqual([])
  })

  it('H-031: without passkeys it says nothing of them', async () => {
    await sets({ 'PUT /auth/chgpwdreset': () => ({ data: { passkeys: 0 } }) })
    await expect.element(heading('Your password has been reset')).toBeVisible()
    expect(page.getByText(/passkey/).elements()).toEqual([])
  })

  it('D-005: signed in it works too, and the session of this browser ends', async () => {
    const app = await sets({}, { claims: { ...someClaims(), email: 'vera@demo.test' } })
    await expect.poll(() => app.of('session.signOutRequested').length).toBe(1)
    await expect.element(heading('Your password has been reset')).toBeVisible()
  })

  it('D-005, D-006: what it says stays until it was read, where the page begins anew behind it', async () => {
    const app = await sets({}, { claims: { ...someClaims(), email: 'vera@demo.test' } })
    await expect.poll(() => app.of('session.signOutRequested').length).toBe(1)
    expect(saysWhyEnded.value).toBe(true)
    app.happens(sessionEnded({ reason: 'signedOut' }))
    expect(saysWhyEnded.value).toBe(true)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect.poll(() => saysWhyEnded.value).toBe(false)
  })

  it.each([
    ['of somebody who was signed in', someClaims()],
    ['of nobody', null],
  ])('D-005, D-034: a page %s leaves in peace who signs in elsewhere after it', async (_, claims) => {
    const app = await sets({}, { claims: claims && { ...claims, email: 'vera@demo.test' } })
    await expect.element(heading('Your password has been reset')).toBeVisible()
    const before = claims ? 1 : 0
    await expect.poll(() => app.of('session.signOutRequested').length).toBe(before)
    if (claims) app.happens(sessionEnded({ reason: 'signedOut' }))
    const later = { ...someClaims(), email: 'vera@demo.test' }
    app.happens(sessionStarted({ claims: later, accessToken: 'a', refreshToken: 'r', restored: false }))
    await expect.poll(() => app.state.single('session').status).toBe('signedIn')
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(app.of('session.signOutRequested')).toHaveLength(before)
  })

  it('D-005: whoever is signed in is told before that it ends here too, and nobody else is', async () => {
    const here = /signs you out everywhere, here too: playback stops and running downloads end/
    await openReset({}, { claims: { ...someClaims(), email: 'Vera@demo.test' } })
    await expect.element(page.getByText(here)).toBeVisible()
    await openReset()
    await expect.element(page.getByText('A new password signs you out everywhere else.')).toBeVisible()
  })

  it('H-570: so are the marks that wait and go with it', async () => {
    const hangs = { 'POST /releases/.*/flag': () => new Promise(() => undefined) }
    const app = await openReset(hangs, { claims: { ...someClaims(), email: 'vera@demo.test' } })
    const changes = [{ releaseid: 'r1', trackid: null, marks: ['flagged' as const] }]
    app.happens(libraryMarksRequested({ requestId: 'w', changes }))
    await expect.element(page.getByText(/1 flag or archive change was not sent yet and will be lost/)).toBeVisible()
  })

  it('tells somebody else who is signed in whose password it is', async () => {
    await openReset({}, { claims: { ...someClaims(), email: 'pat@demo.test' } })
    await expect.element(page.getByText(/You are signed in as pat@demo\.test.*vera@demo\.test/)).toBeVisible()
  })

  it('RESET-020: a link that was used already leads to a page that says so, with a way to another', async () => {
    await sets({ 'PUT /auth/chgpwdreset': () => failure(401, 'INVALID_TOKEN') })
    await expect.element(heading('Your password could not be reset')).toBeVisible()
    await expect.element(link('Request a new link')).toHaveAttribute('href', '/forgot-password')
  })

  it.each([
    [500, 'INTERNAL'],
    [403, 'HTTP_403'],
  ])('RESET-020: after a %i nothing is said of the link, which is tried again', async (status, code) => {
    const app = await sets({ 'PUT /auth/chgpwdreset': () => failure(status, code) })
    await expect.element(heading('Your password could not be reset')).toBeVisible()
    await expect.element(page.getByText(/Your link still works/)).toBeVisible()
    expect(page.getByText(/used already/).query()).toBeNull()
    app.wire.answer({ 'PUT /auth/chgpwdreset': () => null })
    await button('Try again').click()
    await password().fill('Lantern-7')
    await again().fill('Lantern-7')
    await button('Reset password').click()
    await expect.element(heading('Your password has been reset')).toBeVisible()
  })

  it('RESET-020: a closed account is said to be one', async () => {
    await sets({ 'PUT /auth/chgpwdreset': () => failure(403, 'ACCOUNT_INACTIVE') })
    await expect.element(page.getByText('Oops. There may be an issue with this account.')).toBeVisible()
    expect(page.getByText(/used already/).query()).toBeNull()
  })

  it('H-490: a closed account is led to the address the server was given for the support', async () => {
    supportIsElsewhere()
    await sets({ 'PUT /auth/chgpwdreset': CLOSED })
    await expect.element(page.getByText(/help@label\.example/)).toBeVisible()
  })

  it('a password the server refuses is said at its field, and nothing is cleared', async () => {
    const refusal = { code: 'WEAK_PASSWORD', message: 'no', fields: { password: 'This password is too common' } }
    await sets({ 'PUT /auth/chgpwdreset': () => Response.json(refusal, { status: 400 }) })
    await expect.element(password()).toHaveAccessibleDescription('This password is too common')
    await expect.element(password()).toHaveValue('Lantern-7')
  })

  it('without an answer the form stays as it was, and can be sent again with the same key', async () => {
    const app = await sets({ 'PUT /auth/chgpwdreset': unreachable })
    await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached')
    app.wire.answer({ 'PUT /auth/chgpwdreset': () => null })
    await button('Reset password').click()
    await expect.element(heading('Your password has been reset')).toBeVisible()
    const keys = app.wire.of('PUT /auth/chgpwdreset').map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
  })

  it.each([
    ['events', ['input', 'change']],
    ['a change alone', ['change']],
    ['no event', []],
  ])('what a password manager writes into both fields in one task, with %s, is sent', async (_, events) => {
    const app = await openReset()
    await expect.element(password()).toBeVisible()
    fillIn([[password(), 'Lantern-7'], [again(), 'Lantern-7']], events) // biome-ignore format: two fields
    // What was written without a word is seen when a field is left.
    await again().click()
    await userEvent.tab()
    await button('Reset password').click()
    await expect.element(heading('Your password has been reset')).toBeVisible()
    expect(app.wire.of('PUT /auth/chgpwdreset')[0]?.body).toMatchObject({ password: 'Lantern-7' })
  })

  const expired = /Password reset link has expired/

  it('RESET-021: the message “token expired” leads to the view of an expired link', async () => {
    await sets({ 'PUT /auth/chgpwdreset': () => failure(410, 'INVALID_TOKEN', 'token expired') })
    await expect.element(page.getByRole('alert')).toHaveTextContent(expired)
  })

  it('RESET-021: the same where the server says nothing else', async () => {
    await sets({ 'PUT /auth/chgpwdreset': () => Response.json({ message: 'token expired' }, { status: 410 }) })
    await expect.element(page.getByRole('alert')).toHaveTextContent(expired)
  })

  it('RESET-020: a link that is refused without a word leads to another', async () => {
    await sets({ 'PUT /auth/chgpwdreset': () => new Response('Unauthorized', { status: 401 }) })
    await expect.element(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()
  })

  it('RESET-022: a link whose 48 hours are over is told of at once, without a call', async () => {
    const app = await openReset({}, {}, aToken({ email: 'vera@demo.test', welcome_email: false, exp: 1 }))
    await expect.element(page.getByRole('alert')).toHaveTextContent(/has expired.*48 hours/)
    expect(app.wire.of('PUT /auth/chgpwdreset')).toEqual([])
  })

  it('RESET-024: its banner offers a new link, to the address of the old one', async () => {
    const app = await openReset({}, {}, aToken({ email: 'vera@demo.test', welcome_email: false, exp: 1 }))
    await page
      .getByRole('alert')
      .getByRole('button', { name: /email me a new link/i })
      .click()
    await expect.poll(() => app.wire.of('GET /auth/reset/:email')[0]?.path).toBe('/auth/reset/vera%40demo.test')
  })

  it('RESET-023, RESET-025: once it is sent the view says so in place of the button, and stays after another', async () => {
    await openReset({}, {}, aToken({ email: 'vera@demo.test', welcome_email: false, exp: 1 }))
    await button('Email me a new link').click()
    await expect.element(page.getByText(/We sent a link to vera@demo\.test/)).toBeVisible()
    expect(button('Email me a new link').query()).toBeNull()
    await button('Resend').click()
    await expect.element(page.getByRole('alert').filter({ hasText: /password reset e-mail resent/i })).toBeVisible()
    await expect.element(page.getByRole('alert').filter({ hasText: expired })).toBeVisible()
    await expect.element(page.getByText(/We sent a link to vera@demo\.test/)).toBeVisible()
    expect(password().query()).toBeNull()
  })

  it('H-560: who leaves before the answer, or after, is not told at the magic link that a mail was sent', {
    tags: ['long'],
  }, async () => {
    const app = await openReset({}, {}, aToken({ email: 'vera@demo.test', welcome_email: false, exp: 1 }))
    // Before the form for it is there, which forgets as well what React has it do twice here.
    const isForgotten = async () => {
      await expect.element(button('Sign in with a magic link')).toBeVisible()
      // What a page does as it goes, React does a moment after the next one is there.
      await expect
        .poll(() => app.state.get('access', 'self'))
        .toMatchObject({ requestId: '', status: 'idle', isEmailSent: false })
    }
    await button('Email me a new link').click()
    await expect.element(page.getByText(/We sent a link to vera@demo\.test/)).toBeVisible()
    await link('Go back').click()
    await isForgotten()
    await asksForMagicLink()
    app.wire.answer({ 'GET /auth/reset/:email': () => new Promise(() => {}) })
    app.go('/forgot-password')
    await email().fill('vera@demo.test')
    await button('Send reset link').click()
    await expect.poll(() => app.state.get('access', 'self')?.status).toBe('waiting')
    app.go('/')
    // What comes late answers nothing any more.
    await isForgotten()
    await asksForMagicLink()
  })

  const over = aToken({ email: 'vera@demo.test', welcome_email: false, exp: 1 })
  const asksAnew = async (answer: Answers[string]) => {
    const app = await openReset({ 'GET /auth/reset/:email': answer }, {}, over)
    await button('Email me a new link').click()
    return app
  }

  it.each([
    ['without an answer', unreachable, 'The server cannot be reached'],
    ['after a 500', () => failure(500), 'Something went wrong'],
    ['of a closed account', () => failure(403, 'ACCOUNT_INACTIVE'), 'There may be an issue with this account'],
  ])('RESET-024: %s it says why no new link comes, and can be asked again', async (_, answer, text) => {
    const app = await asksAnew(answer)
    await expect.element(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    app.wire.answer({ 'GET /auth/reset/:email': () => null })
    await button('Email me a new link').click()
    await expect.element(page.getByText(/We sent a link to vera@demo\.test/)).toBeVisible()
  })

  it('RESET-024: after too many new links it counts the wait down, and asks nobody before', async () => {
    const many = () =>
      Response.json({ code: 'TOO_MANY_REQUESTS', message: 'x' }, { status: 429, headers: { 'Retry-After': '60' } })
    const app = await asksAnew(many)
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Too many tries' }))
      .toHaveTextContent(/Try again in/)
    await button('Email me a new link').click()
    expect(app.wire.of('GET /auth/reset/:email')).toHaveLength(1)
  })

  it('RESET-020: a link that cannot be read resets nothing, says so and what to do', async () => {
    await open('/resetpwd/none')
    await expect.element(heading('Your password could not be reset')).toBeVisible()
    await expect.element(link('Request a new link')).toHaveAttribute('href', '/forgot-password')
  })
})

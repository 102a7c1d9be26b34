// The way in: by password, and by a link out of a mail.
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { libraryMarksRequested } from '#core/events/library.ts'
import { accessRefused } from '#core/events/people/access.ts'
import { sessionEnded, sessionSignInFailed, sessionStarted } from '#core/events/people/session.ts'
import { type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { aToken } from '#tests/components/ways.ts'
import type { Answers } from '#tests/components/wire.ts'
import { aProfile, someClaims } from '#tests/support/story.ts'

const OUT = { claims: null }
const open = (path: string, answers: Answers = {}, more: AppSurroundings = {}) =>
  openApp(path, { ...OUT, answers: { 'POST /auth/pwdless': () => ({ data: { code: true } }), ...answers }, ...more })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const email = () => page.getByRole('textbox', { name: 'Email', exact: true })
const code = () => page.getByRole('textbox', { name: 'Code from the mail' })
const publicComputer = () => page.getByRole('checkbox', { name: 'This is a public computer' })
const seen = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()

/** At the form for a magic link. */
async function openMagic(answers: Answers = {}) {
  const app = await open('/', answers)
  await button('Sign in with a magic link').click()
  await expect.element(button('Send magic link')).toBeVisible()
  return app
}

async function resends(): Promise<void> {
  await expect.element(code()).toBeVisible()
  await button('Resend').click()
}

async function sendsTo(address: string): Promise<void> {
  await email().fill(address)
  await button('Send magic link').click()
}

describe('the sign-in page', () => {
  it('ROUTE-001: `/` shows the password form, and the magic-link form after a press', async () => {
    await open('/')
    await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
    await button('Sign in with a magic link').click()
    await expect.element(button('Send magic link')).toBeVisible()
    expect(page.getByLabelText('Password', { exact: true }).query()).toBeNull()
  })

  it('ROUTE-002: after a coworker’s sign-up it says that the account was created', async () => {
    await open('/?successSignUpCoworker=true')
    const banner = page.getByRole('alert').filter({ hasText: /account created/i })
    await expect.element(banner).toBeVisible()
    await expect.element(banner).toHaveAttribute('data-type', 'info')
  })

  it('ROUTE-002, D-021: a reload still says it, and who went on and comes back is told no more', async () => {
    const banner = page.getByRole('alert').filter({ hasText: /account created/i })
    const first = await open('/?successSignUpCoworker=true')
    await expect.element(banner).toBeVisible()
    const app = await open(first.address, {}, { entry: history.state })
    await expect.element(banner).toBeVisible()
    await link('Forgot password?').click()
    await link('Go back').click()
    await expect.poll(() => app.address).toBe('/')
    await expect.element(button('Sign in')).toBeVisible()
    expect(banner.query()).toBeNull()
  })

  it.each(['false', '1', 'TRUE', 'true ', ''])(
    'ROUTE-002, D-021: successSignUpCoworker=%j says nothing',
    async (value) => {
      await open(`/?successSignUpCoworker=${encodeURIComponent(value)}`)
      await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
      expect(page.getByRole('alert').elements()).toHaveLength(0)
    },
  )

  it('ROUTE-003: `/login` shows it too', async () => {
    await open('/login')
    await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
  })

  it('SIGNIN-003: has a link to `/forgot-password`', async () => {
    const app = await open('/')
    await link('Forgot password?').click()
    await expect.poll(() => app.address).toBe('/forgot-password')
  })

  it('SIGNIN-005: has a button that switches to the magic link, with the address that was typed', async () => {
    await open('/')
    await email().fill('vera@demo.test')
    await button('Sign in with a magic link').click()
    await expect.element(email()).toHaveValue('vera@demo.test')
    await expect.element(button('Send magic link')).toBeVisible()
  })

  it('H-389: the tick of a public computer goes along with the address, there and back', async () => {
    await open('/')
    await publicComputer().click()
    await button('Sign in with a magic link').click()
    await expect.element(button('Send magic link')).toBeVisible()
    await expect.element(publicComputer()).toBeChecked()
    await button('Sign in with a password').click()
    await expect.element(button('Sign in')).toBeVisible()
    await expect.element(publicComputer()).toBeChecked()
    await publicComputer().click()
    await button('Sign in with a magic link').click()
    await expect.element(button('Send magic link')).toBeVisible()
    await expect.element(publicComputer()).not.toBeChecked()
  })

  it('who changes the way in by keys goes on at the head of the other', { tags: ['long'] }, async () => {
    await open('/')
    const heading = (name: string) => page.getByRole('heading', { name, exact: true })
    await expect.element(button('Sign in with a magic link')).toBeVisible()
    expect(document.activeElement).toBe(document.body)
    await button('Sign in with a magic link').click()
    await expect.element(heading('Sign in with a magic link')).toHaveFocus()
    await sendsTo('vera@demo.test')
    await resends()
    await expect.poll(() => document.activeElement?.textContent).toBe('Resend')
    await button('Use another address').click()
    await expect.element(heading('Sign in with a magic link')).toHaveFocus()
    await button('Sign in with a password').click()
    await expect.element(heading('Sign in')).toHaveFocus()
  })

  it('SIGNIN-006: has a link to the sign-up', async () => {
    await open('/')
    await expect.element(link('Sign up')).toHaveAttribute('href', '/signup')
  })

  it('has a link to help', async () => {
    await open('/')
    await expect.element(link('Contact us')).toHaveAttribute('target', '_blank')
  })

  const rejects = (address: string, text: string) => async () => {
    const app = await open('/')
    await email().fill(address)
    await page.getByLabelText('Password', { exact: true }).fill('x')
    await button('Sign in').click()
    await expect.element(email()).toHaveAccessibleDescription(text)
    expect(app.of('session.signInRequested')).toEqual([])
    expect(app.address).toBe('/')
  }
  it('SIGNIN-013: rejects an e-mail that is none', rejects('a@b', 'Please enter a valid email address'))
  it('SIGNIN-013: rejects words for an e-mail', rejects('no address', 'Please enter a valid email address'))
  it('SIGNIN-014: rejects an empty e-mail', rejects('', 'Email is required'))

  it('SIGNIN-015: rejects an empty password', async () => {
    const app = await open('/')
    await email().fill('vera@demo.test')
    await button('Sign in').click()
    const password = page.getByLabelText('Password', { exact: true })
    await expect.element(password).toHaveAccessibleDescription('Please enter a valid password')
    expect(app.of('session.signInRequested')).toEqual([])
    expect(app.address).toBe('/')
  })

  async function fails(code: 'INVALID_CREDENTIALS' | 'NONE') {
    const app = await open('/')
    await email().fill('vera@demo.test')
    await page.getByLabelText('Password', { exact: true }).fill('Wrong#1')
    await button('Sign in').click()
    await expect.poll(() => app.of('session.signInRequested').length).toBe(1)
    app.happens(sessionSignInFailed({ code, message: '' }))
    return app
  }

  it('SIGNIN-026: the banner of a 401 has the title “Incorrect credentials”', async () => {
    await fails('INVALID_CREDENTIALS')
    await expect.element(page.getByRole('alert')).toHaveTextContent(/^Incorrect credentials/)
  })

  it('SIGNIN-028: any other failure is in the log and shown, and the form stays as it was', {
    tags: ['long'],
  }, async () => {
    const app = await fails('NONE')
    await expect.element(page.getByRole('alert')).toHaveTextContent(/Something went wrong/)
    expect(app.address).toBe('/')
    await expect.element(email()).toHaveValue('vera@demo.test')
  })
})

describe('what comes into the fields otherwise than by keys', () => {
  it('what a password manager writes, with its events in one task, is sent', async () => {
    const app = await open('/')
    await expect.element(email()).toBeVisible()
    const write = (box: HTMLInputElement, text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
      for (const kind of ['input', 'change']) box.dispatchEvent(new Event(kind, { bubbles: true }))
    }
    write(email().element() as HTMLInputElement, 'vera@demo.test')
    write(page.getByLabelText('Password', { exact: true }).element() as HTMLInputElement, 'Lantern-7')
    await button('Sign in').click()
    await expect.poll(() => app.of('session.signInRequested').length).toBe(1)
    await expect.element(email()).toHaveValue('vera@demo.test')
  })

  it.each([
    '\u00A0vera@demo.test\u2009',
    '\u200Bvera@demo.test\uFEFF',
    '\u2068vera@demo\u00AD.test\u2069',
    '\u202Avera@demo.test\u202C',
  ])('SIGNIN-017: the invisible signs around %j are no part of the address a link is asked for', async (pasted) => {
    const app = await openMagic()
    await sendsTo(pasted)
    await expect.poll(() => app.wire.of('POST /auth/pwdless')[0]?.body).toMatchObject({ email: 'vera@demo.test' })
  })
})

describe('the magic-link form', () => {
  it('SIGNIN-008: has an e-mail field, the public computer and a send button', async () => {
    await openMagic()
    await expect.element(email()).toBeVisible()
    await expect.element(publicComputer()).not.toBeChecked()
    await expect.element(button('Send magic link')).toBeVisible()
  })

  it('SIGNIN-009: has a button back to the password', async () => {
    await openMagic()
    await email().fill('vera@demo.test')
    await button('Sign in with a password').click()
    await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
    await expect.element(email()).toHaveValue('vera@demo.test')
  })

  it.each([
    ['a@b', 'Please enter a valid email address'],
    ['', 'Email is required'],
  ])('SIGNIN-017: takes no %j for an address', async (address, text) => {
    const app = await openMagic()
    await sendsTo(address)
    await expect.element(email()).toHaveAccessibleDescription(text)
    expect(app.wire.of('POST /auth/pwdless')).toEqual([])
  })

  it('SIGNIN-010: after sending it names the address', async () => {
    const app = await openMagic()
    await sendsTo(' vera@demo.test ')
    await seen(/We sent a sign-in link to vera@demo\.test/)
    expect(app.wire.of('POST /auth/pwdless')[0]?.body).toMatchObject({ email: 'vera@demo.test', publicdevice: false })
  })

  it('SIGNIN-008, SIGNIN-016: at a public computer the link, and another one, is asked for as such', async () => {
    const app = await openMagic()
    await publicComputer().click()
    await sendsTo('vera@demo.test')
    await resends()
    const asked = () => app.wire.of('POST /auth/pwdless').map(({ body }) => body)
    const one = expect.objectContaining({ email: 'vera@demo.test', publicdevice: true })
    await expect.poll(asked).toEqual([one, one])
  })

  it('SIGNIN-011: the confirmation offers to send it again', async () => {
    const app = await openMagic()
    await sendsTo('vera@demo.test')
    await resends()
    await expect.poll(() => app.wire.of('POST /auth/pwdless').length).toBe(2)
  })

  it('SIGNIN-012: after that a banner says “Magic link resent”', { tags: ['long'] }, async () => {
    await openMagic()
    await sendsTo('vera@demo.test')
    await resends()
    const banner = page.getByRole('alert').filter({ hasText: /magic link resent/i })
    await expect.element(banner).toBeVisible()
    await expect.element(banner).toHaveAttribute('data-type', 'success')
  })

  it('SIGNIN-023: `isEmailSent` is no longer so once the address is changed', async () => {
    const app = await openMagic()
    await sendsTo('vera@demo.test')
    await expect.poll(() => app.state.get('access', 'self')?.isEmailSent).toBe(true)
    await button('Use another address').click()
    await expect.poll(() => app.state.get('access', 'self')?.isEmailSent).toBe(false)
    await email().fill('other@demo.test')
    await expect.element(button('Send magic link')).toBeVisible()
  })

  /** Said as such, and nothing is cleared. */
  const tells = (status: number, code: string, text: string) => async () => {
    const fields = code === 'INVALID_EMAIL' ? { fields: { email: 'no' } } : {}
    await openMagic({ 'POST /auth/pwdless': () => Response.json({ code, message: 'x', ...fields }, { status }) })
    await sendsTo('vera@demo.test')
    await expect.element(page.getByRole('alert')).toHaveTextContent(text)
    await expect.element(email()).toHaveValue('vera@demo.test')
  }
  const unknown = 'Sorry, this email is not recognized by our system'
  it('SIGNIN-029: says that an address is not known', tells(404, 'EMAIL_NOT_RECOGNISED', unknown))
  const inactive = 'Oops. There may be an issue with this account.'
  it('SIGNIN-030: says that an account is closed', tells(403, 'ACCOUNT_INACTIVE', inactive))
  it('SIGNIN-031: says that an address is a bad one', tells(400, 'INVALID_EMAIL', 'Invalid Email'))
})

describe('the code in the mail of a magic link', () => {
  /** At the page that waits for it. */
  async function waiting(answers: Answers = {}) {
    const app = await openMagic(answers)
    await publicComputer().click()
    await sendsTo(' Vera@demo.test')
    await expect.element(code()).toBeVisible()
    return app
  }
  /** The code of the wish is in the vault alone. */
  const handles = (app: Awaited<ReturnType<typeof waiting>>) => app.of('access.codeSent').map(({ handle }) => handle)
  const refuses = async (
    text: string,
    refusal: { code: string; fields?: Record<string, string> },
    stands = '12345',
  ) => {
    const app = await waiting()
    await code().fill('12345')
    await button('Sign in').click()
    await expect.poll(() => handles(app).length).toBe(1)
    const requestId = app.of('access.codeSent')[0]?.requestId ?? ''
    app.happens(accessRefused({ requestId, message: 'x', ...refusal }))
    await seen(text)
    await expect.element(code()).toHaveValue(stands)
  }

  it('D-162: is asked for where the mail was asked for, and sent by its button', async () => {
    const app = await waiting()
    await code().fill('12345')
    await button('Sign in').click()
    await expect.poll(() => handles(app)).toEqual([expect.stringMatching(/^credentials:/)])
    expect(JSON.stringify(app.told)).not.toContain('12345')
  })

  it('H-535: is not asked for where the server does not say that there is one', async () => {
    const app = await openMagic({ 'POST /auth/pwdless': () => null })
    await sendsTo('vera@demo.test')
    await seen('We sent a sign-in link to vera@demo.test. It works once, for 60 minutes.')
    await expect.element(code()).not.toBeInTheDocument()
    await expect.element(button('Sign in with a password')).toBeVisible()
    await button('Resend').click()
    await expect.poll(() => app.wire.of('POST /auth/pwdless').length).toBe(2)
    await expect.element(page.getByRole('alert').filter({ hasText: /magic link resent/i })).toBeVisible()
    await button('Use another address').click()
    await expect.element(email()).toHaveValue('vera@demo.test')
  })

  it('D-025: one that is not whole is not sent', async () => {
    const app = await waiting()
    await code().fill('1234')
    await button('Sign in').click()
    await expect.element(code()).toHaveAccessibleDescription('Verification code must be 5 digits long')
    expect(handles(app)).toEqual([])
  })

  it('a wrong one stands, and its field says so', async () =>
    refuses('Please input a valid verification code', {
      code: 'INVALID_CODE',
      fields: { code: 'Please input a valid verification code' },
    }))
  it('H-633: one that is over is gone, and says that another can be had', async () =>
    refuses('Verification code expired, please request a new one', { code: 'CODE_EXPIRED' }, ''))
  it('a lost answer takes nothing away', async () => refuses('The server cannot be reached', { code: 'NETWORK' }))

  it('H-016: after too many tries no other code is sent before the wait is over, and a link can be asked for', {
    tags: ['long'],
  }, async () => {
    const app = await waiting()
    await code().fill('12345')
    await button('Sign in').click()
    await expect.poll(() => handles(app).length).toBe(1)
    const requestId = app.of('access.codeSent')[0]?.requestId ?? ''
    app.happens(accessRefused({ requestId, code: 'TOO_MANY_REQUESTS', message: 'x', retryAfterMs: 60_000 }))
    await seen(/Too many tries/)
    await code().fill('54321')
    await seen(/Try again in/)
    await button('Sign in').click()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(handles(app)).toHaveLength(1)
    await button('Resend').click()
    await expect.poll(() => app.wire.of('POST /auth/pwdless').length).toBe(2)
  })

  it.each(['dark', 'light'] as const)('its page is clean for axe, %s', async (theme) => {
    await open('/', {}, { theme })
    await button('Sign in with a magic link').click()
    await expect.element(button('Send magic link')).toBeVisible()
    expect(await axeFaults()).toEqual([])
    await sendsTo('vera@demo.test')
    await expect.element(code()).toBeVisible()
    expect(await axeFaults()).toEqual([])
  })

  it('the way back is another address, or the password', async () => {
    await waiting()
    await button('Sign in with a password').click()
    await expect.element(email()).toHaveValue('Vera@demo.test')
    await expect.element(publicComputer()).toBeChecked()
  })
})

describe('a link that signs in', () => {
  const token = aToken({ email: 'vera@demo.test', publicdevice: false })
  const at = (kind: string, of = token) => `/${kind}/${of}`
  const HERE = 'Sign in as vera@demo.test?'

  it('D-162: its token leaves the address, and looking at the page uses nothing up', async () => {
    const app = await open(at('authverify'))
    await expect.element(page.getByRole('heading', { name: HERE })).toBeVisible()
    expect(app.address).toBe('/authverify')
    expect(app.of('access.linkFollowed')).toEqual([])
  })

  it('ROUTE-007: a press follows it, and the session leads on', async () => {
    const app = await open(at('authverify'))
    await button('Sign in').click()
    await expect.poll(() => app.of('access.linkFollowed').length).toBe(1)
    expect(app.of('access.linkFollowed')[0]).toMatchObject({ way: 'magicLink' })
    const claims = { ...someClaims(), email: 'vera@demo.test' }
    app.happens(sessionStarted({ claims, accessToken: 'a', refreshToken: 'r', restored: false }))
    await expect.poll(() => app.address).toBe('/releases')
  })

  it('D-162: a reload finds it by its handle', async () => {
    await open(at('authverify'))
    await expect.element(page.getByRole('heading', { name: HERE })).toBeVisible()
    await open('/authverify', {}, { entry: history.state })
    await expect.element(page.getByRole('heading', { name: HERE })).toBeVisible()
  })

  it.each([
    ['to put it into', at('authverify'), undefined],
    ['to find it in', '/authverify', { usr: { link: 'link:1' }, key: 'k', idx: 0 }],
  ])('H-638: is not called gone where there is no vault %s, and is there after a press', async (_, path, entry) => {
    let isGone = true
    const vault = async <T,>(answer: T): Promise<T> => {
      if (isGone) throw new Error('the worker is gone')
      return answer
    }
    const facts = { email: 'vera@demo.test', publicDevice: false, isOwn: false, isOver: false, welcome: false }
    const ports = {
      keepSecret: <P extends string>(purpose: P) => vault(`${purpose}:1` as const),
      readLink: () => vault(facts),
    }
    await open(path, {}, { ports, entry })
    await expect.element(page.getByRole('heading', { name: 'This part did not load' })).toBeVisible()
    await button('Try again').click()
    isGone = false
    await button('Try again').click()
    await expect.element(page.getByRole('heading', { name: HERE })).toBeVisible()
  })

  it('H-638: that joins an address waits for the vault as well', async () => {
    let isGone = true
    const keepSecret = async <P extends string>(purpose: P) => {
      if (isGone) throw new Error('the worker is gone')
      return `${purpose}:1` as const
    }
    const app = await open(at('merge'), {}, { ports: { keepSecret } })
    await expect.element(page.getByRole('heading', { name: 'This part did not load' })).toBeVisible()
    isGone = false
    await button('Try again').click()
    await expect.poll(() => app.address).toBe('/')
  })

  it('D-162: the browser that asked for it needs no press', async () => {
    const app = await openMagic()
    await sendsTo('vera@demo.test')
    await seen(/We sent/)
    const nonce = app.wire.of('POST /auth/pwdless')[0]?.headers.get('Link-Nonce') ?? ''
    const own = await open(at('authverify', aToken({ email: 'vera@demo.test', publicdevice: false, nonce })))
    await expect.poll(() => own.of('access.linkFollowed').length).toBe(1)
  })

  it('SIGNIN-033: one that does not work leads to the magic-link form, which says so and knows the address', async () => {
    const app = await open(at('authverify'))
    await button('Sign in').click()
    await expect.poll(() => app.of('access.linkFollowed').length).toBe(1)
    const requestId = app.of('access.linkFollowed')[0]?.requestId ?? ''
    app.happens(accessRefused({ requestId, code: 'INVALID_TOKEN', message: '' }))
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(/This sign-in link is no longer valid\.\s*Request a new one\./)
    await expect.element(email()).toHaveValue('vera@demo.test')
    await expect.element(button('Send magic link')).toBeVisible()
  })

  it.each([
    ['was asked for at', at('authverify', aToken({ email: 'vera@demo.test', publicdevice: true })), true],
    ['is opened at', `/login?token=${aToken({ email: 'vera@demo.test' })}`, true],
    ['was asked for elsewhere than at', at('authverify'), false],
  ])(
    'H-389: one that does not work and %s a public computer leads to the form that knows',
    async (_, path, isPublic) => {
      const app = await open(path)
      await expect.element(page.getByRole('heading', { name: HERE })).toBeVisible()
      if (publicComputer().query()) await publicComputer().click()
      await button('Sign in').click()
      await expect.poll(() => app.of('access.linkFollowed').length).toBe(1)
      const requestId = app.of('access.linkFollowed')[0]?.requestId ?? ''
      app.happens(accessRefused({ requestId, code: 'INVALID_TOKEN', message: '' }))
      await expect.element(button('Send magic link')).toBeVisible()
      expect((publicComputer().element() as HTMLInputElement).checked).toBe(isPublic)
    },
  )

  it('one whose time is over by the clock of this machine is tried: the clock may be wrong', async () => {
    const app = await open(at('authverify', aToken({ email: 'vera@demo.test', publicdevice: false, exp: 1 })))
    await button('Sign in').click()
    await expect.poll(() => app.of('access.linkFollowed').length).toBe(1)
    expect(app.address).toBe('/authverify')
  })

  it('SIGNIN-033: one that cannot be read leads to the magic-link form, which says so', async () => {
    const app = await open('/authverify/none')
    await expect.element(button('Send magic link')).toBeVisible()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(/This sign-in link is no longer valid\.\s*Request a new one\./)
    expect(app.address).toBe('/')
    expect(app.of('access.linkFollowed')).toHaveLength(0)
  })

  it('after a lost answer it can be pressed again', async () => {
    const app = await open(at('authverify'))
    await button('Sign in').click()
    await expect.poll(() => app.of('access.linkFollowed').length).toBe(1)
    const requestId = app.of('access.linkFollowed')[0]?.requestId ?? ''
    app.happens(accessRefused({ requestId, code: 'NETWORK', message: '' }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached')
    await button('Sign in').click()
    await expect.poll(() => app.of('access.linkFollowed').length).toBe(2)
  })

  it('D-004: for whoever is signed in with that address it leads to the releases, unused', async () => {
    const app = await open(at('authverify'), {}, { claims: { ...someClaims(), email: 'Vera@demo.test' } })
    await expect.poll(() => app.address).toBe('/releases')
    expect(app.of('access.linkFollowed')).toEqual([])
  })

  it('D-004: for whoever is signed in with another address of the same account it leads to the releases, too', async () => {
    const own = ['pat@demo.test', 'Vera@demo.test']
    const profile = { 'GET /profile': () => aProfile({ emails: own }) }
    const app = await open(at('authverify'), profile, { claims: { ...someClaims(), email: 'pat@demo.test' } })
    await expect.poll(() => app.address).toBe('/releases')
    expect(app.of('access.linkFollowed')).toEqual([])
    expect(app.of('session.signOutRequested')).toEqual([])
  })

  it('H-570: tells somebody else which address it is for and which marks wait, and a switch goes on with it', async () => {
    const hangs = { 'POST /releases/.*/flag': () => new Promise(() => undefined) }
    const app = await open(at('authverify'), hangs, { claims: { ...someClaims(), email: 'pat@demo.test' } })
    await seen('You are signed in as pat@demo.test. The link is for vera@demo.test.')
    const changes = [{ releaseid: 'r1', trackid: null, marks: ['flagged' as const] }]
    app.happens(libraryMarksRequested({ requestId: 'w', changes }))
    await seen('1 flag or archive change was not sent yet and will be lost.')
    await button('Switch and continue').click()
    await expect.poll(() => app.of('session.signOutRequested').length).toBe(1)
    app.happens(sessionEnded({ reason: 'signedOut' }))
    await expect.poll(() => app.of('access.linkFollowed').length).toBe(1)
  })

  it('H-021: who signs out elsewhere is not signed in as somebody else by a page that asks whether to switch', {
    tags: ['long'],
  }, async () => {
    const asking = await openMagic()
    await sendsTo('vera@demo.test')
    await seen(/We sent/)
    const nonce = asking.wire.of('POST /auth/pwdless')[0]?.headers.get('Link-Nonce') ?? ''
    const token = aToken({ email: 'vera@demo.test', publicdevice: false, nonce })
    const app = await open(at('authverify', token), {}, { claims: { ...someClaims(), email: 'pat@demo.test' } })
    await seen('You are signed in as pat@demo.test. The link is for vera@demo.test.')
    app.happens(sessionEnded({ reason: 'signedOut' }))
    await expect.element(page.getByRole('heading', { name: HERE })).toBeVisible()
    expect(app.of('access.linkFollowed')).toEqual([])
    await button('Sign in').click()
    await expect.poll(() => app.of('access.linkFollowed').length).toBe(1)
  })

  it('ROUTE-004: `/login?token=` makes the initial setup call after a press', async () => {
    const app = await open(`/login?token=${aToken({ email: 'vera@demo.test' })}`)
    await expect.element(page.getByRole('heading', { name: HERE })).toBeVisible()
    expect(app.address).toBe('/login')
    await userEvent.keyboard('{Tab}')
    await button('Sign in').click()
    await expect.poll(() => app.of('access.linkFollowed')[0]?.way).toBe('setup')
    expect(app.of('access.linkFollowed')[0]).not.toHaveProperty('publicDevice')
  })

  it('H-590: the page of a setup link asks whether the computer is a public one, and that of a magic link does not', async () => {
    const app = await open(`/login?token=${aToken({ email: 'vera@demo.test' })}`)
    await publicComputer().click()
    await button('Sign in').click()
    await expect.poll(() => app.of('access.linkFollowed')[0]).toMatchObject({ way: 'setup', publicDevice: true })
    await open(at('authverify', aToken({ email: 'vera@demo.test', publicdevice: false })))
    await expect.element(page.getByRole('heading', { name: HERE })).toBeVisible()
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
  })
})

describe('an invitation to connect', () => {
  const token = aToken({ email: 'vera@demo.test', inviter_id: 'p9' })

  const keeps = (path: string) => async () => {
    const app = await open(path)
    await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
    expect(localStorage.getItem('connectionToken')).toMatch(/^link:/)
    expect(app.address).toBe('/login')
  }
  it('H-638: waits for the vault where there is none, and is kept after a press', async () => {
    let isGone = true
    const keepSecret = async <P extends string>(purpose: P) => {
      if (isGone) throw new Error('the worker is gone')
      return `${purpose}:1` as const
    }
    const app = await open(`/signin/${token}`, {}, { ports: { keepSecret } })
    await expect.element(page.getByRole('heading', { name: 'This part did not load' })).toBeVisible()
    isGone = false
    await button('Try again').click()
    await expect.poll(() => app.address).toBe('/login')
    expect(localStorage.getItem('connectionToken')).toBe('link:1')
  })

  it('ROUTE-005: in the query it is kept under `connectionToken`', keeps(`/login?signInConnectionToken=${token}`))
  it('ROUTE-006: in the path it is kept, and the sign-in is shown', keeps(`/signin/${token}`))

  it('D-004: somebody who is signed in goes to the releases, and it is kept', async () => {
    const app = await open(`/signin/${token}`, {}, { claims: someClaims() })
    await expect.poll(() => app.address).toBe('/releases')
    expect(localStorage.getItem('connectionToken')).toMatch(/^link:/)
  })
})

describe('a link about a linked address', () => {
  /** In the same entry of the history. */
  const leads = (kind: string) => async () => {
    const entries = history.length
    const app = await open(`/${kind}/t.o.k`, {}, { claims: someClaims() })
    await expect.poll(() => app.visited).toContain(`/account/settings-preferences?${kind}=t.o.k`)
    expect(history.length).toBe(entries)
  }
  it('ROUTE-031: /merge/{token} leads to the settings with the parameter', leads('merge'))
  it('ROUTE-032: /split/{token} leads to the settings with the parameter', leads('split'))

  for (const kind of ['merge', 'split'])
    it(`D-003: signed out, /${kind}/{token} is kept for after the sign-in by its handle, never by the token`, async () => {
      const app = await open(`/${kind}/t.o.k`)
      await expect.poll(() => app.address).toBe('/')
      const kept = sessionStorage.getItem('redirect')
      expect(kept).toMatch(new RegExp(`^/settings-preferences\\?${kind}=link%3A`))
      expect(kept).not.toContain('t.o.k')
    })

  it.each(['merge', 'split'])(
    'ROUTE-033: narrower than a desktop /%s leads to `/settings-preferences`',
    async (kind) => {
      const app = await open(`/${kind}/t.o.k`, {}, { claims: someClaims(), window: [1024, 768] })
      await expect.poll(() => app.visited).toContain(`/settings-preferences?${kind}=t.o.k`)
    },
  )
})

// Axe over the ways back in, and what a slow or cut line does to what was typed there.
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { aToken } from '#tests/components/ways.ts'
import { type Answers, failure, unreachable } from '#tests/components/wire.ts'
import { someClaims } from '#tests/support/story.ts'

const FORGOT = 'GET /auth/reset/:email'
const SET = 'PUT /auth/chgpwdreset'
const ACCEPT = 'POST /accounts/player/invitations/accept'
const MAGIC = 'POST /auth/pwdless'
const VERA = { email: 'vera@demo.test' }
const open = (path: string, answers: Answers = {}, more: AppSurroundings = {}) =>
  openApp(path, {
    claims: null,
    answers: { [FORGOT]: () => null, [SET]: () => null, [MAGIC]: () => null, ...answers },
    ...more,
  })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const email = () => page.getByRole('textbox', { name: 'Email', exact: true })
const password = () => page.getByLabelText('New password', { exact: true })
const alert = () => page.getByRole('alert').first()

async function fillPasswords(): Promise<void> {
  await password().fill('Lantern-7')
  await page.getByLabelText('Confirm password', { exact: true }).fill('Lantern-7')
}

describe.each(['dark', 'light'] as const)('axe in %s', (theme) => {
  const isClean = async () => expect(await axeFaults()).toEqual([])

  it('finds nothing at a forgotten password, refused and sent', { tags: ['long'] }, async () => {
    await open('/forgot-password', {}, { theme })
    await button('Send reset link').click()
    await expect.element(email()).toHaveAccessibleDescription('Email is required')
    await isClean()
    await email().fill(VERA.email)
    await button('Send reset link').click()
    await expect.element(page.getByText(/We sent a link to/).first()).toBeVisible()
    await isClean()
  })

  it('finds nothing at a new password, asked for and set', async () => {
    await open(`/resetpwd/${aToken({ ...VERA, welcome_email: false })}`, {}, { theme })
    await password().fill('Lantern')
    await isClean()
    await fillPasswords()
    await button('Reset password').click()
    await expect.element(heading('Your password has been reset')).toBeVisible()
    await isClean()
  })

  it('finds nothing at a link to /resetpwd that is over', async () => {
    await open(`/resetpwd/${aToken({ ...VERA, welcome_email: false, publicdevice: false, exp: 1 })}`, {}, { theme })
    await expect.element(alert()).toBeVisible()
    await isClean()
  })

  it.each(['resetpwd', 'authverify'])('finds nothing at a link to /%s that cannot be read', async (kind) => {
    await open(`/${kind}/none`, {}, { theme })
    await expect
      .element(kind === 'resetpwd' ? heading('Your password could not be reset') : alert().first())
      .toBeVisible()
    await isClean()
  })

  it('finds nothing at a link that signs in', async () => {
    await open(`/authverify/${aToken({ ...VERA, publicdevice: false })}`, {}, { theme })
    await expect.element(heading('Sign in as vera@demo.test?')).toBeVisible()
    await isClean()
  })

  it('finds nothing where an answer takes long', { tags: ['long'] }, async () => {
    await open('/forgot-password', { [FORGOT]: () => new Promise(() => {}) }, { theme })
    await email().fill(VERA.email)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await button('Send reset link').click()
    await expect.element(button('Send reset link')).toHaveAttribute('aria-busy', 'true')
    vi.advanceTimersByTime(6000)
    await expect.element(page.getByText('This is taking longer than usual')).toBeVisible()
    vi.useRealTimers()
    await isClean()
  })

  it('finds nothing at a password that could not be reset', async () => {
    const used = { [SET]: () => failure(401, 'INVALID_TOKEN') }
    await open(`/resetpwd/${aToken({ ...VERA, welcome_email: false })}`, used, { theme })
    await fillPasswords()
    await button('Reset password').click()
    await expect.element(heading('Your password could not be reset')).toBeVisible()
    await isClean()
  })

  it('finds nothing at a link to sign in or reset that is of somebody else', async () => {
    const other = { theme, claims: someClaims('p9', { email: 'pat@demo.test' }) }
    await open(`/authverify/${aToken({ ...VERA, publicdevice: false })}`, {}, other)
    await expect
      .element(page.getByText(/pat@demo\.test.*vera@demo\.test|vera@demo\.test.*pat@demo\.test/))
      .toBeVisible()
    await isClean()
    await open(`/resetpwd/${aToken({ ...VERA, welcome_email: false })}`, {}, other)
    await expect.element(page.getByText(/You are signed in as pat@demo\.test/)).toBeVisible()
    await isClean()
  })

  it.each(['merge', 'split'])('finds nothing where /%s leads, signed out and signed in', async (kind) => {
    const app = await open(`/${kind}/t.o.k`, {}, { theme })
    await expect.poll(() => app.address).toBe('/')
    await expect.element(heading('Sign in')).toBeVisible()
    await isClean()
    const inside = await open(`/${kind}/t.o.k`, {}, { theme, claims: someClaims() })
    await expect.poll(() => inside.address).toBe('/account/settings-preferences')
    // Its title stands in the header.
    await expect.element(page.getByRole('main').getByRole('link').first()).toBeVisible()
    await isClean()
  })

  it('finds nothing at the sign-in an invitation to connect leads to', async () => {
    const app = await open(`/signin/${aToken({ ...VERA, inviter_id: 'p9' })}`, {}, { theme })
    await expect.poll(() => app.address).toBe('/login')
    await expect.element(heading('Sign in')).toBeVisible()
    await isClean()
  })

  it.each([
    [409, 'INVITATION_NOT_FOR_USER', 'Invitation not for this user'],
    [410, 'INVITATION_ACCEPTED', 'Invitation already accepted'],
  ])('finds nothing where an invitation to connect was answered %i %s', async (status, code, words) => {
    const token = aToken({ ...VERA, inviter_id: 'p9' })
    await open(`/signin/${token}`, { [ACCEPT]: () => failure(status, code) }, { theme, claims: someClaims('p9') })
    await expect.element(page.getByText(words).first()).toBeVisible()
    await isClean()
  })
})

describe('without an answer', () => {
  it('a wish for a magic link keeps the address and says that the server cannot be reached', async () => {
    await open('/', { [MAGIC]: unreachable })
    await button('Sign in with a magic link').click()
    await email().fill(VERA.email)
    await button('Send magic link').click()
    await expect.element(alert()).toHaveTextContent('The server cannot be reached')
    await expect.element(email()).toHaveValue(VERA.email)
  })

  it('a wish for a new password keeps the address and says that the server cannot be reached', async () => {
    await open('/forgot-password', { [FORGOT]: unreachable })
    await email().fill(VERA.email)
    await button('Send reset link').click()
    await expect.element(alert()).toHaveTextContent('The server cannot be reached')
    await expect.element(email()).toHaveValue(VERA.email)
  })

  it('a new password stays in its field', async () => {
    await open(`/resetpwd/${aToken({ ...VERA, welcome_email: false })}`, { [SET]: unreachable })
    await fillPasswords()
    await button('Reset password').click()
    await expect.element(alert()).toHaveTextContent('The server cannot be reached')
    await expect.element(password()).toHaveValue('Lantern-7')
  })
})

// Axe over the ways back in, and what a slow or cut line does to what was typed there.
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { aToken } from '#tests/components/ways.ts'
import { type Answers, unreachable } from '#tests/components/wire.ts'

const FORGOT = 'GET /auth/reset/:email'
const SET = 'PUT /auth/chgpwdreset'
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

  it('finds nothing at a forgotten password, refused and sent', async () => {
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

  it.each(['resetpwd', 'authverify'])('finds nothing at a link to /%s that is over', async (kind) => {
    await open(`/${kind}/${aToken({ ...VERA, welcome_email: false, publicdevice: false, exp: 1 })}`, {}, { theme })
    await expect.element(alert()).toBeVisible()
    await isClean()
  })

  it.each(['resetpwd', 'authverify'])('finds nothing at a link to /%s that cannot be read', async (kind) => {
    await open(`/${kind}/none`, {}, { theme })
    await expect.element(heading('This link is not complete')).toBeVisible()
    await isClean()
  })

  it('finds nothing at a link that signs in', async () => {
    await open(`/authverify/${aToken({ ...VERA, publicdevice: false })}`, {}, { theme })
    await expect.element(heading('Sign in as vera@demo.test?')).toBeVisible()
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

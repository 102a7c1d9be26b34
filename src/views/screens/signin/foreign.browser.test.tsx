// Links that are broken: cut off by a mail program, made up, or of no end.
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { someClaims } from '#tests/support/story.ts'

const BROKEN = ['a.b.c', 'x'.repeat(10_000), '%E0%A4%A', '%00%ff', 'a%2Fb%3Fc', '']
const link = (name: string) => page.getByRole('link', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const names = (token: string) => (token.length > 20 ? `${token.length} characters` : token || 'nothing')

const says = (text: string) => page.getByText(text)

describe.each(BROKEN.map((token) => [names(token), token]))('a link with the token %s', (_, token) => {
  it.each(['/authverify/', '/login?token='])('D-011: at %s it says so and offers a new one', async (path) => {
    const app = await openApp(path + token, { claims: null })
    if (token === '' && path === '/authverify/') await link('Request a sign-in link').click()
    else await expect.element(says('This sign-in link is no longer valid.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Send magic link' })).toBeVisible()
    expect(app.address).toBe('/')
  })

  it('D-014: at /resetpwd/ it says so and leads on', async () => {
    const app = await openApp(`/resetpwd/${token}`, { claims: null })
    const title = token === '' ? 'This link is not complete' : 'Your password could not be reset'
    await expect.element(heading(title)).toBeVisible()
    await link('Request a new link').click()
    await expect.poll(() => app.address).toBe('/forgot-password')
  })

  it('SIGNUP-021, D-162: at /signup/ it is as none: the sign-up begins', async () => {
    const app = await openApp(`/signup/${token}`, { claims: null })
    await expect.element(heading('About you')).toBeVisible()
    expect(app.address).toBe(token === '' ? '/signup/' : '/signup')
  })
})

describe('an invitation to connect that cannot be read', () => {
  const tooLong = () => Response.json({ code: 'BAD_REQUEST', message: '' }, { status: 400 })

  it('SHELL-043: is told of to whoever is signed in, and forgotten', async () => {
    const app = await openApp(`/signin/${'x'.repeat(10_000)}`, {
      claims: someClaims(),
      answers: { 'POST /accounts/player/invitations/accept': tooLong },
    })
    await expect.element(page.getByText('This invitation cannot be read')).toBeVisible()
    expect(app.address).toBe('/releases')
  })
})

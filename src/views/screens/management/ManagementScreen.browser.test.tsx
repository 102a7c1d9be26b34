/** Account Management: what the account costs, another password, the end of every session, and more music. */
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accessMailSent, accessRefused } from '#core/events/people/access.ts'
import { REQUEST_CONTENT_URL } from '#core/model/constants.ts'
import { openApp } from '#tests/components/app.tsx'
import { show } from '#tests/components/stage.tsx'
import { someClaims } from '#tests/support/story.ts'
import { ManagementScreen } from './ManagementScreen.tsx'

const link = (name: string) => page.getByRole('link', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const away = { ok: false, refusal: { status: 0, code: 'NETWORK', message: '' } }
const ports = {
  security: (call: string) => Promise.resolve(call === 'sessions' ? { ok: true, value: [] } : away) as never,
}
afterEach(() => vi.restoreAllMocks())

it('ACCOUNT-005: a row says that there is no active subscription, and a tooltip what that means', async () => {
  await show(<ManagementScreen />)
  await expect.element(page.getByText('No active subscription')).toBeVisible()
  await button('About the subscription').hover()
  await expect.element(page.getByText('You are using Player for free.')).toBeVisible()
})

it('ACCOUNT-005: the tooltip comes by a press as well, as on a touch screen, and goes by another', async () => {
  await show(<ManagementScreen />)
  const about = button('About the subscription').element() as HTMLElement
  about.click()
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('You are using Player for free.')
  about.click()
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
})

it('SHELL-020, ACCOUNT-006: Change password asks first, and confirmed has the reset mail sent to the user', {
  tags: ['long'],
}, async () => {
  const kept: unknown[] = []
  const stage = await show(<ManagementScreen />, {
    ports: {
      keepSecret: (purpose, secret) => {
        kept.push(JSON.parse(secret))
        return Promise.resolve(`${purpose}:1` as never)
      },
    },
  })
  await link('Change password').click()
  const asking = page.getByRole('alertdialog', { name: 'Change password' })
  await asking.getByRole('button', { name: 'Cancel' }).click()
  expect(stage.of('access.mailRequested')).toEqual([])
  await link('Change password').click()
  await asking.getByRole('button', { name: 'Send reset link' }).click()
  await expect.poll(() => stage.of('access.mailRequested')).toMatchObject([{ kind: 'reset' }])
  expect(kept).toMatchObject([{ email: 'p1@demo.test' }])
  const { requestId } = stage.of('access.mailRequested')[0] ?? { requestId: '' }
  stage.happens(accessMailSent({ requestId }))
  await expect.element(page.getByText('A mail with a link is on its way to p1@demo.test.')).toBeVisible()
})

it.each([
  [
    'SHELL-053',
    'of which no answer came',
    { code: 'NETWORK' },
    'Service Unavailable',
    'may have been done all the same',
  ],
  [
    'SHELL-053',
    'of which a proxy lost the server',
    { code: 'HTTP_502' },
    'Service Unavailable',
    'may have been done all the same',
  ],
  [
    'SHELL-053',
    'the server is away for',
    { code: 'HTTP_503_LATER', retryAfterMs: 40_000 },
    'Service Unavailable',
    'Nothing was changed',
  ],
  ['SHELL-055', 'the server fails at', { code: 'INTERNAL' }, 'Something went wrong', 'Please try again later'],
  [
    'D-062',
    'asked for too often',
    { code: 'TOO_MANY_REQUESTS', retryAfterMs: 40_000 },
    'Too many tries',
    'Try again in 40 seconds',
  ],
])('ACCOUNT-006, %s: a reset mail %s opens a modal, which OK closes', async (_, _why, refusal, title, text) => {
  const stage = await show(<ManagementScreen />)
  await link('Change password').click()
  await button('Send reset link').click()
  await expect.poll(() => stage.of('access.mailRequested')).toHaveLength(1)
  const { requestId } = stage.of('access.mailRequested')[0] ?? { requestId: '' }
  stage.happens(accessRefused({ requestId, message: '', ...refusal }))
  const modal = page.getByRole('alertdialog', { name: title })
  await expect.element(modal).toHaveTextContent(text)
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect.element(modal).not.toBeInTheDocument()
})

it('ACCOUNT-006: a second mail that could not be sent is not said to be on its way', { tags: ['long'] }, async () => {
  const stage = await show(<ManagementScreen />)
  const asks = async (nth: number) => {
    await link('Change password').click()
    await button('Send reset link').click()
    await expect.poll(() => stage.of('access.mailRequested')).toHaveLength(nth)
    return stage.of('access.mailRequested').at(-1)?.requestId ?? ''
  }
  stage.happens(accessMailSent({ requestId: await asks(1) }))
  await expect.element(page.getByText('A mail with a link is on its way')).toBeVisible()
  stage.happens(accessRefused({ requestId: await asks(2), code: 'NETWORK', message: '' }))
  await expect.element(page.getByRole('alertdialog', { name: 'Service Unavailable' })).toBeVisible()
  await expect.element(page.getByText('A mail with a link is on its way')).not.toBeInTheDocument()
})

it('H-270, ACCOUNT-006: a mail that could not be asked for, for the session worker is gone, opens the modal too', {
  tags: ['long'],
}, async () => {
  let isGone = true
  const keepSecret = () => (isGone ? Promise.reject(new Error('it failed')) : Promise.resolve('credentials:1' as never))
  const stage = await show(<ManagementScreen />, { ports: { keepSecret } })
  const asks = async () => {
    await link('Change password').click()
    await button('Send reset link').click()
  }
  await asks()
  const modal = page.getByRole('alertdialog', { name: 'Service Unavailable' })
  await expect.element(modal).toHaveTextContent('Nothing was changed')
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect.element(modal).not.toBeInTheDocument()
  isGone = false
  await asks()
  await expect.poll(() => stage.of('access.mailRequested')).toHaveLength(1)
  await expect.element(modal).not.toBeInTheDocument()
})

it('ACCOUNT-007: Sign out everywhere asks first in a dialog', async () => {
  await show(<ManagementScreen />, { ports })
  await link('Sign out everywhere').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Sign out everywhere' })).toBeVisible()
})

it('ACCOUNT-008: a banner asks whether more music is wanted', async () => {
  await show(<ManagementScreen />)
  await expect.element(page.getByText('Want more music?')).toBeVisible()
})

it('ACCOUNT-009: its button opens a page elsewhere, in a tab of its own', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  await show(<ManagementScreen />)
  await button('Request new content').click()
  expect(open.mock.calls).toEqual([[REQUEST_CONTENT_URL, '_blank', 'noopener']])
})

it('ACCOUNT-010: whoever is signed in may open the pages of the account, verified or not', async () => {
  const claims = someClaims('p1', { verified: false })
  for (const name of ['profile', 'management', 'my-network', 'settings-preferences']) {
    const stage = await openApp(`/account/${name}`, { claims })
    await expect.element(page.getByRole('tabpanel')).toBeVisible()
    expect(stage.address).toBe(`/account/${name}`)
  }
})

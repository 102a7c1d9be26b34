/** The accounts of a demo on the sign-in page. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sessionAbsent, sessionSignInFailed } from '#core/events/people/session.ts'
import { axeFaults } from '#tests/components/axe.ts'
import { refused, saying } from '#tests/components/security.ts'
import { type Surroundings, show } from '#tests/components/stage.tsx'
import { Story } from '#tests/support/story.ts'
import { SignInScreen } from '../../screens/signin/SignInScreen.tsx'

const DEMO = {
  password: 'Open-5-Sesame',
  accounts: [
    { email: 'vera@demo.test', name: 'Vera Lindqvist', kind: 'verified' },
    { email: 'umar@demo.test', name: 'Umar Farouk', kind: 'unverified' },
    { email: 'stella@demo.test', name: 'Stella Moreau', kind: 'staff' },
    { email: 'piet@demo.test', name: 'Piet de Wit', kind: 'pending' },
    { email: 'ines@demo.test', name: 'Ines Carvalho', kind: 'inactive' },
    { email: 'manu@demo.test', name: 'Manu Okafor', kind: 'many' },
  ] as const,
}
const strip = () => page.getByRole('region', { name: 'Demo accounts' })
const account = (name: RegExp) => strip().getByRole('button', { name })
const email = () => page.getByRole('textbox', { name: 'Email', exact: true })
const password = () => page.getByLabelText('Password', { exact: true })
const send = () => page.getByRole('button', { name: 'Sign in', exact: true })
const placeOf = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height }
}

async function opened(says: Parameters<typeof saying>[0] = {}, more: Partial<Surroundings> = {}) {
  const kept: string[] = []
  const { security, asked } = saying({
    passkeyRequest: () => refused(409),
    demoAccounts: () => structuredClone(DEMO) as never,
    ...says,
  })
  const stage = await show(<SignInScreen />, {
    story: new Story().happens(sessionAbsent({})),
    ...more,
    ports: {
      security,
      keepSecret: (purpose, secret) => {
        kept.push(secret)
        return Promise.resolve(`${purpose}:${kept.length}` as never)
      },
    },
  })
  return { stage, asked, kept }
}

it('each fills the form, which then waits for its press', async () => {
  const { stage, kept } = await opened()
  await account(/^Stella Moreau Label staff$/).click()
  await expect.element(email()).toHaveValue('stella@demo.test')
  await expect.element(password()).toHaveValue(DEMO.password)
  await expect.element(send()).toHaveFocus()
  expect(stage.of('session.signInRequested')).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => stage.of('session.signInRequested').length).toBe(1)
  expect(JSON.parse(kept[0] ?? '')).toEqual({ username: 'stella@demo.test', password: DEMO.password })
})

it('one after another fills it anew, leaves the public computer ticked, and takes the last error away', async () => {
  const { stage } = await opened()
  await page.getByRole('checkbox').click()
  await account(/^Piet/).click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => stage.of('session.signInRequested').length).toBe(1)
  stage.happens(sessionSignInFailed({ code: 'VERIFICATION_PENDING', message: '' }))
  await expect.element(page.getByRole('alert')).toBeVisible()
  await account(/^Vera/).click()
  await expect.element(email()).toHaveValue('vera@demo.test')
  await expect.element(page.getByRole('checkbox')).toBeChecked()
  await expect.poll(() => page.getByRole('alert').query()).toBeNull()
})

it('is reached and used by the keyboard, and spoken', async () => {
  await opened()
  await expect.element(account(/^Umar/)).toBeVisible()
  ;(account(/^Vera/).element() as HTMLElement).focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(account(/^Umar/)).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(email()).toHaveValue('umar@demo.test')
  await expect.poll(() => document.body.textContent).toContain('The form holds the account of Umar Farouk.')
})

it.each([404, 500, 0])('is not there where the server answers %d', async (status) => {
  const { asked } = await opened({ demoAccounts: () => refused(status) })
  await expect.poll(() => asked.some(([call]) => call === 'demoAccounts')).toBe(true)
  await new Promise((done) => setTimeout(done, 50))
  expect(strip().query()).toBeNull()
})

it.each([390, 800, 1100, 1280, 1920])(
  'moves no field when it comes, %d px wide, and is wholly in view',
  async (width) => {
    let answer = (_: never) => {}
    const late = new Promise<never>((done) => {
      answer = done
    })
    await opened({ demoAccounts: () => late }, { window: [width, 844] })
    await document.fonts.ready
    await expect.element(page.getByRole('button', { name: /magic link/ })).toBeVisible()
    await new Promise((done) => setTimeout(done, 300))
    const fields = () => [email(), password(), send()].map((one) => placeOf(one.element()))
    const before = fields()
    answer(structuredClone(DEMO) as never)
    await expect.element(account(/^Manu/)).toBeVisible()
    expect(fields()).toEqual(before)
    const { x, width: wide } = placeOf(strip().element())
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + wide).toBeLessThanOrEqual(width)
    if (width >= 768) for (const field of before) expect(field.x + field.width).toBeLessThan(x)
  },
)

it.each(['dark', 'light'] as const)('is clean for axe, %s', async (theme) => {
  await opened({}, { theme })
  await expect.element(account(/^Manu/)).toBeVisible()
  expect(await axeFaults()).toEqual([])
})

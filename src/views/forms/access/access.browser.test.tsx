/** Another mail, where the vault takes its time, or is gone. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { accessMailSent, accessRefused } from '#core/events/people/access.ts'
import { promised } from '#tests/components/promised.ts'
import { show } from '#tests/components/stage.tsx'
import { ForgotForm } from './ForgotForm.tsx'
import { MagicLinkForm } from './MagicLinkForm.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const email = () => page.getByRole('textbox', { name: 'Email', exact: true })
const successes = () => [...document.querySelectorAll('[role="alert"][data-type="success"]')]

const TYPED = { email: '', publicDevice: false }
const magicLink = <MagicLinkForm typed={TYPED} isSwitched={false} isLinkGone={false} onPassword={() => {}} />

const pages = [
  ['RESET-005: another mail with a link to a password', <ForgotForm key="" />, 'Send reset link', false],
  ['SIGNIN-012: another magic link', magicLink, 'Send magic link', false],
  ['SIGNIN-012: another magic link with a code', magicLink, 'Send magic link', true],
] as const

describe.each(pages)('%s', (_, form, send, hasCode) => {
  /** At the page that says where the first went. */
  async function sent() {
    let kept = 0
    const vault = { opens: (): Promise<unknown> => Promise.resolve() }
    const stage = await show(form, {
      ports: {
        async keepSecret(purpose) {
          const nth = ++kept
          await vault.opens()
          return `${purpose}:${nth}` as never
        },
      },
    })
    const asked = () => stage.of('access.mailRequested')
    const mailSent = () =>
      stage.happens(accessMailSent({ requestId: asked().at(-1)?.requestId ?? '', ...(hasCode && { hasCode }) }))
    await email().fill('vera@demo.test')
    await button(send).click()
    await expect.poll(asked).toHaveLength(1)
    mailSent()
    await expect.element(button('Resend')).toBeVisible()
    return { stage, asked, mailSent, kept: () => kept, vault }
  }

  it('is not said to be sent before it was, nor where the server failed', { tags: ['long'] }, async () => {
    const { stage, asked, mailSent, kept, vault } = await sent()
    const { promise, resolve } = promised<null>()
    vault.opens = () => promise
    await button('Resend').click()
    await expect.poll(kept).toBe(2)
    expect(successes()).toEqual([])
    resolve(null)
    await expect.poll(asked).toHaveLength(2)
    expect(successes()).toEqual([])
    stage.happens(accessRefused({ requestId: asked().at(-1)?.requestId ?? '', code: 'HTTP_500', message: '' }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong')
    expect(successes()).toEqual([])
    await button('Resend').click()
    await expect.poll(asked).toHaveLength(3)
    mailSent()
    await expect.poll(successes).toHaveLength(1)
  })

  it('is said to have failed where the vault is gone, and not that it was sent', async () => {
    const { asked, vault } = await sent()
    vault.opens = () => Promise.reject(new Error('the session worker failed'))
    await button('Resend').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong')
    expect(successes()).toEqual([])
    expect(asked()).toHaveLength(1)
  })

  it('is said to have failed where the vault is gone, also after the server refused one', {
    tags: ['long'],
  }, async () => {
    const { stage, asked, vault } = await sent()
    await button('Resend').click()
    await expect.poll(asked).toHaveLength(2)
    stage.happens(accessRefused({ requestId: asked().at(-1)?.requestId ?? '', code: 'TOO_MANY_REQUESTS', message: '' }))
    await expect.element(page.getByRole('alert')).toHaveTextContent(/Too many|too often|wait/i)
    vault.opens = () => Promise.reject(new Error('the session worker failed'))
    await button('Resend').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong')
    expect(asked()).toHaveLength(2)
  })
})

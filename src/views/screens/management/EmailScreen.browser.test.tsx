/** The mails about new releases: what is chosen is shown, changed and saved. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MailChoices } from '#core/model/people/profile.ts'
import { axeFaults } from '#tests/components/axe.ts'
import { refused, saying } from '#tests/components/security.ts'
import { type Surroundings, show } from '#tests/components/stage.tsx'
import { pageTitle } from '../pageTitle.state.ts'
import { EmailScreen } from './EmailScreen.tsx'

const HELD: MailChoices = {
  mailpref: 'daily',
  mailto: 'vera@demo.test',
  emails: ['vera@demo.test', 'radio@demo.test'],
}
const frequency = () => page.getByRole('combobox', { name: 'New releases' })
const address = () => page.getByRole('combobox', { name: 'Send them to' })
const save = () => page.getByRole('button', { name: 'Save', exact: true })

async function opened(says: Parameters<typeof saying>[0] = {}, around: Surroundings = {}) {
  const { security, asked } = saying({
    mailChoices: () => HELD,
    saveMailChoices: (wanted) => ({ ...HELD, ...wanted }),
    ...says,
  })
  const stage = await show(<EmailScreen />, { ...around, ports: { security } })
  return { stage, saved: () => asked.flatMap(([call, given]) => (call === 'saveMailChoices' ? [given] : [])) }
}

it('shows how often mails come, and where they go', async () => {
  await opened()
  await expect.element(frequency()).toHaveValue('daily')
  await expect.element(address()).toHaveValue('vera@demo.test')
  expect(pageTitle.value).toBe('E-mail settings')
})

it('saves both and says so, by the keyboard alone', async () => {
  const { saved } = await opened()
  await expect.element(frequency()).toBeVisible()
  ;(frequency().element() as HTMLElement).focus()
  await userEvent.keyboard('w')
  await userEvent.keyboard('{Tab}')
  await userEvent.keyboard('r')
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByRole('status').filter({ hasText: 'Your settings are saved.' })).toBeVisible()
  expect(saved()).toEqual([{ mailpref: 'daily', mailto: 'radio@demo.test' }])
})

it('has no choice of address where there is but one', async () => {
  const { saved } = await opened({ mailChoices: () => ({ ...HELD, emails: ['vera@demo.test'] }) })
  await frequency().selectOptions('none')
  await save().click()
  await expect.poll(saved).toEqual([{ mailpref: 'none', mailto: 'vera@demo.test' }])
  expect(address().query()).toBeNull()
})

it('what the server refuses is said, and nothing is put back', async () => {
  const fields = { mailto: 'must be one of your e-mails' }
  await opened({ saveMailChoices: () => refused(400, 'BAD_REQUEST', { fields }) })
  await address().selectOptions('radio@demo.test')
  await save().click()
  await expect.element(address()).toHaveAccessibleDescription('must be one of your e-mails')
  await expect.element(address()).toHaveValue('radio@demo.test')
})

it('without a line the choice stays and can be sent again', async () => {
  let isDown = true
  const { saved } = await opened({
    saveMailChoices: (wanted) => (isDown ? refused(0, 'NETWORK') : { ...HELD, ...wanted }),
  })
  await frequency().selectOptions('weekly')
  await save().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached')
  await expect.element(frequency()).toHaveValue('weekly')
  isDown = false
  await save().click()
  await expect.poll(() => saved().length).toBe(2)
  await expect.element(page.getByRole('status').filter({ hasText: 'saved' })).toBeVisible()
})

it('says when the settings cannot be had, and asks again', async () => {
  let isDown = true
  await opened({ mailChoices: () => (isDown ? refused(500) : HELD) })
  isDown = false
  await page.getByRole('button', { name: /again/i }).click()
  await expect.element(frequency()).toBeVisible()
})

it.each(['dark', 'light'] as const)('is clean for axe, %s', async (theme) => {
  await opened({}, { theme })
  await expect.element(frequency()).toBeVisible()
  expect(await axeFaults()).toEqual([])
})

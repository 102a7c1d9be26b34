// The wizard filled in by a password manager or the browser: values set by script, events fired afterwards, or none.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { fillIn } from '#tests/components/filled.ts'
import { aToken } from '#tests/components/ways.ts'

const BASE = 'POST /accounts/player/signup'
const CONFIRM = `${BASE}/confirm-signup`
const nothing = () => new Response(null, { status: 200 })
const ANSWERS = {
  [`${BASE}/check-accounts-by-email`]: nothing,
  [`${BASE}/send-email-verification-code`]: nothing,
  [`${BASE}/validate-email-verification-code`]: () => ({ data: { email_token: 'proof' } }),
  [CONFIRM]: () => new Response(null, { status: 201 }),
  'GET /player.json': () => [{ name: 'English', code: 'en' }],
}
const INVITED = {
  email: 'nora@demo.test',
  inviter_email: 'pat@demo.test',
  inviter_id: 'p1',
  relationship: 'coworker',
  welcome_email: false,
}

const box = (name: string) => page.getByRole('textbox', { name, exact: true })
const list = (name: string) => page.getByRole('combobox', { name, exact: true })
const secret = (name: string) => page.getByLabelText(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

const PERSON: [Locator, string][] = [
  [box('First name'), 'Nora'],
  [box('Last name'), 'Vale'],
  [box('Phone'), '+31 20 123 4567'],
]
const PASSWORDS: [Locator, string][] = [
  [secret('Password'), 'Lantern-7'],
  [secret('Confirm password'), 'Lantern-7'],
]

/** What nobody fills in for a person. */
async function chooses(): Promise<void> {
  await list('Industry').selectOptions('Radio')
  await page.getByRole('checkbox', { name: 'I accept the terms' }).click()
}

/** @param state what is written into its box before its country comes; without, it is chosen once there is a list */
async function fillsCompany(state?: string): Promise<void> {
  await expect.element(heading('About your company')).toBeVisible()
  const written: [Locator, string][] = state === undefined ? [] : [[box('State'), state]]
  fillIn([[box('Company'), 'Noon FM'], ...written, [list('Country'), 'US'], [box('City'), 'Austin']])
  await expect.element(list('State')).toBeVisible()
  if (state === undefined) fillIn([[list('State'), 'TX']])
  await box('Call letters').fill('KNOO')
  await list('Reporting').selectOptions('BDS')
  await list('Primary format').selectOptions('Jazz')
  await button('Submit').click()
}

/** Up to the last step, each filled in at once. */
async function comesToCompany() {
  const app = await openApp('/signup', { claims: null, answers: ANSWERS })
  await expect.element(heading('About you')).toBeVisible()
  fillIn([...PERSON, [box('Email'), 'nora@demo.test']])
  await chooses()
  await button('Next').click()
  await expect.element(heading('E-mail verification code')).toBeVisible()
  fillIn([[box('Verification code'), '01234']])
  await button('Next').click()
  return app
}

beforeEach(() => sessionStorage.clear())
afterEach(() => sessionStorage.clear())

it('what is written into each step in one task, with its events, is sent', { tags: ['long'] }, async () => {
  const app = await comesToCompany()
  await fillsCompany()
  await expect.element(heading('We got your request')).toBeVisible()
  expect(app.wire.of(CONFIRM)[0]?.body).toMatchObject({
    first_name: 'Nora',
    last_name: 'Vale',
    phone: '+31 20 123 4567',
    email: 'nora@demo.test',
    group_owner: 'Noon FM',
    country: 'US',
    state: 'TX',
    city: 'Austin',
  })
})

it.each(['Texas', 'tx'])('H-636: the state "%s", written before its country, is found in its list', async (state) => {
  const app = await comesToCompany()
  await fillsCompany(state)
  await expect.poll(() => app.wire.of(CONFIRM)[0]?.body).toMatchObject({ country: 'US', state: 'TX', city: 'Austin' })
})

it.each([
  ['events', ['input', 'change']],
  ['a change alone', ['change']],
])('a password that is made up for an invited person, with %s, is sent at the end', async (_, events) => {
  const app = await openApp(`/signup/${aToken(INVITED)}`, { claims: null, answers: ANSWERS })
  await expect.element(secret('Password')).toBeVisible()
  fillIn([...PERSON, ...PASSWORDS], events)
  await chooses()
  await button('Next').click()
  await fillsCompany()
  await expect
    .poll(() => app.wire.of(CONFIRM)[0]?.body)
    .toMatchObject({
      email: 'nora@demo.test',
      password: 'Lantern-7',
      confirm_password: 'Lantern-7',
    })
})

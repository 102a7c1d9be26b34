// The wizard in the whole application, over a wire whose answers a test lays down.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { libraryMarksRequested } from '#core/events/library.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import { SIGNUP_SURVEY_URL } from '#core/model/constants.ts'
import { type AppStage, type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { type Answers, failure } from '#tests/components/wire.ts'
import { aProfile, someClaims } from '#tests/support/story.ts'
import { pageTitle } from '../pageTitle.state.ts'

const BASE = 'POST /accounts/player/signup'
const CHECK = `${BASE}/check-accounts-by-email`
const SEND = `${BASE}/send-email-verification-code`
const VALIDATE = `${BASE}/validate-email-verification-code`
const CONFIRM = `${BASE}/confirm-signup`
const nothing = () => new Response(null, { status: 200 })
const LANGUAGES = [
  { name: 'Deutsch', code: 'de' },
  { name: 'English', code: 'en' },
]
const ALL: Answers = {
  [CHECK]: nothing,
  [SEND]: nothing,
  [VALIDATE]: () => ({ data: { email_token: 'proof' } }),
  [CONFIRM]: () => new Response(null, { status: 201 }),
  'GET /player.json': () => LANGUAGES,
}

/** A token as the server mints them, but unsigned. */
const tokenOf = (claims: object) =>
  `e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.sign`
const CLAIMS = {
  email: 'nora@demo.test',
  inviter_email: 'pat@demo.test',
  inviter_id: 'p1',
  relationship: 'coworker',
  welcome_email: false,
  exp: Math.floor(Date.now() / 1000) + 3600,
}

const wizard = (answers: Answers = {}, path = '/signup', more: AppSurroundings = {}) =>
  openApp(path, { claims: null, answers: { ...answers, ...without(ALL, answers) }, ...more })
const without = (all: Answers, some: Answers): Answers =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !(key in some)))
const invited = (answers: Answers = {}, claims: object = CLAIMS) => wizard(answers, `/signup/${tokenOf(claims)}`)

const box = (name: string) => page.getByRole('textbox', { name, exact: true })
const list = (name: string) => page.getByRole('combobox', { name, exact: true })
const secret = (name: string) => page.getByLabelText(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const counter = (text: string) => page.getByText(text, { exact: true })
const seen = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()
const choicesOf = (name: string) =>
  [...(list(name).element() as HTMLSelectElement).options].map(({ text }) => text).filter((text) => text !== 'Choose')
const settle = () => new Promise((resolve) => setTimeout(resolve, 60))

/** What is only on the way to a test's point is written as a password manager does: at once, and told by events. */
async function write(field: Locator, text: string) {
  await expect.element(field).toBeVisible()
  const element = field.element() as HTMLInputElement | HTMLSelectElement
  const options = element instanceof HTMLSelectElement ? [...element.options] : []
  const value = options.find((option) => option.text === text)?.value ?? text
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value)
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))
}
async function fillAbout({ industry = 'Radio', email = 'nora@demo.test' as string | null } = {}) {
  await write(box('First name'), 'Nora')
  await write(box('Last name'), 'Vale')
  if (email !== null) await write(box('Email'), email)
  await write(list('Industry'), industry)
  await write(box('Phone'), '+31 20 123 4567')
  const terms = page.getByRole('checkbox', { name: 'I accept the terms' }).element() as HTMLInputElement
  if (!terms.checked) terms.click()
}
async function fillPasswords(password = 'a1#4567') {
  await write(secret('Password'), password)
  await write(secret('Confirm password'), password)
}
/** On the way to a test's point a press is made as a script makes it. */
async function press(name: string) {
  await expect.element(button(name)).toBeVisible()
  ;(button(name).element() as HTMLElement).click()
}
async function toCode() {
  await fillAbout()
  await press('Next')
  await expect.element(heading('E-mail verification code')).toBeVisible()
}
async function toCompany(industry = 'Radio') {
  await fillAbout({ industry })
  await press('Next')
  await write(box('Verification code'), '01234')
  await press('Next')
  await expect.element(heading('About your company')).toBeVisible()
}
async function fillCompany(isRadio = true) {
  await write(box('Company'), 'Noon FM')
  if (isRadio) {
    await write(box('Call letters'), 'KNOO')
    await write(list('Reporting'), 'BDS')
  }
  await write(list('Country'), 'Netherlands')
  await write(box('City'), 'Utrecht')
  await write(list('Primary format'), 'Jazz')
}
const described = (name: string, words: string) => expect.element(box(name)).toHaveAccessibleDescription(words)
const stateOf = (stage: AppStage) => stage.state.get('signUp', 'self')

beforeEach(() => sessionStorage.clear())
afterEach(() => sessionStorage.clear())

describe('the wizard', () => {
  it('ROUTE-010, SIGNUP-002: /signup begins with oneself', async () => {
    await wizard()
    await expect.element(heading('About you')).toBeVisible()
  })

  it('SIGNUP-001, SIGNUP-005, SIGNUP-003, SIGNUP-018, SIGNUP-004: counts three steps, one for each that was sent', {
    tags: ['long'],
  }, async () => {
    await wizard()
    await expect.element(counter('Step 1 of 3')).toBeVisible()
    await toCode()
    await expect.element(counter('Step 2 of 3')).toBeVisible()
    await box('Verification code').fill('01234')
    await button('Next').click()
    await expect.element(heading('About your company')).toBeVisible()
    await expect.element(counter('Step 3 of 3')).toBeVisible()
  })

  it('SIGNUP-006: goes back one step, and on again, with all that was entered', { tags: ['long'] }, async () => {
    await wizard()
    await toCompany()
    await box('Company').fill('Noon FM')
    await button('Back').click()
    await expect.element(heading('E-mail verification code')).toBeVisible()
    await button('Back').click()
    await expect.element(box('First name')).toHaveValue('Nora')
    await expect.element(list('Industry')).toHaveValue('radio')
    await expect.element(page.getByRole('checkbox')).toBeChecked()
    await button('Next').click()
    await seen('nora@demo.test is verified.')
    await button('Next').click()
    await expect.element(box('Company')).toHaveValue('Noon FM')
  })

  it("the browser's Back is the wizard's, twice in a moment too", async () => {
    await wizard()
    await toCompany()
    history.back()
    history.back()
    await expect.element(heading('About you')).toBeVisible()
    await expect.element(box('Phone')).toHaveValue('+31 20 123 4567')
    history.forward()
    await expect.element(heading('E-mail verification code')).toBeVisible()
  })

  it("H-436: the browser's Back from an end shows the step before, and on again the one that came to it", async () => {
    await wizard({ [CONFIRM]: () => failure(500) })
    await toCompany()
    await fillCompany()
    await press('Submit')
    await expect.element(heading('Something went wrong')).toBeVisible()
    history.back()
    await expect.element(heading('E-mail verification code')).toBeVisible()
    history.forward()
    await expect.element(box('Call letters')).toHaveValue('KNOO')
    await press('Submit')
    await expect.element(heading('Something went wrong')).toBeVisible()
    await press('Try again')
    await expect.element(heading('About your company')).toBeVisible()
  })

  it('two presses of Back in a moment are one', async () => {
    await wizard()
    await toCompany()
    const back = button('Back').element() as HTMLElement
    back.click()
    back.click()
    await expect.element(heading('E-mail verification code')).toBeVisible()
    await settle()
    await expect.element(heading('E-mail verification code')).toBeVisible()
  })

  it('who goes back while an answer is waited for is not led on by it', { tags: ['long'] }, async () => {
    let answer = (_: unknown) => {}
    await wizard({ [VALIDATE]: () => new Promise((resolve) => (answer = resolve)) })
    await toCode()
    await box('Verification code').fill('01234')
    await button('Next').click()
    history.back()
    await expect.element(heading('About you')).toBeVisible()
    answer({ data: { email_token: 'proof' } })
    await settle()
    await expect.element(heading('About you')).toBeVisible()
  })

  it('gives the focus to the title of the step that was come to', async () => {
    await wizard()
    await toCode()
    await expect.element(heading('E-mail verification code')).toHaveFocus()
  })

  it('I18N-005: English is chosen before anybody chooses, whichever language is listed first', async () => {
    await wizard()
    await expect.poll(() => choicesOf('Language')[0]).toBe('Deutsch')
    await expect.element(list('Language')).toHaveValue('en')
  })

  it('SIGNUP-012: has one layout with the languages of the server, and sends the chosen one', {
    tags: ['long'],
  }, async () => {
    const stage = await wizard()
    await expect.element(list('Language')).toHaveValue('en')
    await expect.poll(() => choicesOf('Language')).toEqual(['Deutsch', 'English'])
    await list('Language').selectOptions('Deutsch')
    await toCompany()
    await expect.element(list('Language')).toHaveValue('de')
    await fillCompany()
    await button('Submit').click()
    await expect.poll(() => stage.wire.of(CONFIRM)[0]?.body).toMatchObject({ language: 'de' })
  })

  it('H-411, SIGNUP-012: shows the language that is sent where the server does not list it', async () => {
    const stage = await wizard({ 'GET /player.json': () => LANGUAGES.slice(0, 1) })
    await expect.poll(() => choicesOf('Language')).toEqual(['English', 'Deutsch'])
    await expect.element(list('Language')).toHaveValue('en')
    await toCompany()
    await fillCompany()
    await button('Submit').click()
    await expect.poll(() => stage.wire.of(CONFIRM)[0]?.body).toMatchObject({ language: 'en' })
    await list('Language').selectOptions('Deutsch')
    await expect.poll(() => choicesOf('Language')).toEqual(['Deutsch'])
  })

  it('is what the tab is called', async () => {
    await wizard()
    await expect.element(heading('About you')).toBeVisible()
    expect(pageTitle.value).toBe('Sign up')
  })

  it('SIGNUP-013: links to support, privacy and company', async () => {
    await wizard()
    for (const name of ['Support', 'Privacy', 'Company']) {
      const link = page.css('footer').getByRole('link', { name, exact: true })
      await expect.element(link).toHaveAttribute('target', '_blank')
      await expect.element(link).toHaveAttribute('href', `https://player.example/${name.toLowerCase()}`)
    }
  })
})

describe('step one', () => {
  it.each([
    ['SIGNUP-023', 'First name', 'This field is required'],
    ['SIGNUP-024', 'Last name', 'This field is required'],
    ['SIGNUP-025', 'Email', 'Please enter a valid email address'],
    ['SIGNUP-028', 'Phone', 'Please enter a valid phone number'],
  ])('%s: needs the field %s', async (_, name, text) => {
    const stage = await wizard()
    await fillAbout()
    await box(name).fill(' \u200B')
    await button('Next').click()
    await described(name, text)
    expect(stage.wire.of(CHECK)).toEqual([])
  })

  it.each(['Industry', 'Role'])('SIGNUP-026, SIGNUP-027: needs the choice %s', async (name) => {
    await wizard()
    await button('Next').click()
    await expect.element(list(name)).toHaveAccessibleDescription('This field is required')
  })

  it.each(['nora', 'nora@demo', 'a b@demo.test', '@demo.test'])('SIGNUP-025: %s is no address', async (email) => {
    await wizard()
    await fillAbout({ email })
    await button('Next').click()
    await described('Email', 'Please enter a valid email address')
  })

  it.each(['12345', '+31 20 abc 4567', '++31201234567'])('SIGNUP-028: %s is no number', async (phone) => {
    await wizard()
    await fillAbout()
    await box('Phone').fill(phone)
    await button('Next').click()
    await described('Phone', 'Please enter a valid phone number')
  })

  it('SIGNUP-029: terms that are not accepted are said in a banner, and nothing is sent', {
    tags: ['long'],
  }, async () => {
    const stage = await wizard()
    await fillAbout()
    await page.getByRole('checkbox').click()
    await button('Next').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('The fields are incomplete Please accept terms')
    expect(stage.wire.of(CHECK)).toEqual([])
    await page.getByRole('checkbox').click()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('SIGNUP-029: with more that is wrong, all of it is said in one box', async () => {
    await wizard()
    await expect.element(heading('About you')).toBeVisible()
    await button('Next').click()
    const problem = page.getByRole('group', { name: 'There is a problem' })
    await expect.element(problem).toHaveFocus()
    await expect.element(problem.getByRole('alert')).toHaveTextContent('The fields are incomplete Please accept terms')
    await expect.element(problem.getByRole('link', { name: 'First name' })).toBeVisible()
    expect(page.getByRole('alert').elements()).toHaveLength(1)
    await page.getByRole('checkbox').click()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(problem.getByText('There is a problem')).toBeVisible()
  })

  it('SIGNUP-034, SIGNUP-035: offers these industries and roles, and presets the role', async () => {
    await wizard()
    await expect.element(heading('About you')).toBeVisible()
    expect(choicesOf('Industry')).toEqual(['Radio', 'Press / Publicity / Media', 'Other'])
    expect(choicesOf('Role')).toEqual(['Radio', 'Press', 'Other'])
    await list('Industry').selectOptions('Press / Publicity / Media')
    await expect.element(list('Role')).toHaveValue('press')
    await list('Role').selectOptions('Radio')
    await list('Industry').selectOptions('Other')
    await expect.element(list('Role')).toHaveValue('radio')
  })

  it('SIGNUP-016, SIGNUP-061, SIGNUP-009, SIGNUP-007: an account that is there ends it, with a way to sign in', async () => {
    const stage = await wizard({ [CHECK]: () => failure(409, 'EMAIL_TAKEN') })
    await fillAbout()
    await button('Next').click()
    await expect.element(heading('You already have an account')).toHaveFocus()
    expect(page.getByText(/^Step/).elements()).toEqual([])
    expect(stage.wire.of(SEND)).toEqual([])
    await page.getByRole('link', { name: 'Return to sign in' }).click()
    await expect.poll(() => stage.address).toBe('/')
  })

  it('another address may be used instead', { tags: ['long'] }, async () => {
    await wizard({
      [CHECK]: ({ body }) =>
        (body as { email: string }).email === 'nora@demo.test' ? failure(409, 'EMAIL_TAKEN') : nothing(),
    })
    await fillAbout()
    await button('Next').click()
    await button('Use another address').click()
    await expect.element(box('First name')).toHaveValue('Nora')
    await box('Email').fill('otto@demo.test')
    await button('Next').click()
    await seen(/five digits to otto@demo\.test/)
  })

  it('a wait the server asks for is counted down, and nothing is lost', async () => {
    await wizard({
      [CHECK]: () =>
        Response.json({ code: 'TOO_MANY_REQUESTS', message: '' }, { status: 429, headers: { 'Retry-After': '40' } }),
    })
    await fillAbout()
    await button('Next').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/Try again in \d+ seconds/)
    await expect.element(box('Email')).toHaveValue('nora@demo.test')
  })

  it('D-023: a server that fails says that something went wrong, and keeps what was typed', async () => {
    await wizard({ [CHECK]: () => failure(500) })
    await fillAbout()
    await button('Next').click()
    await expect.element(heading('Something went wrong')).toBeVisible()
    await button('Try again').click()
    await expect.element(box('Email')).toHaveValue('nora@demo.test')
  })

  it('has the tokens by which browsers fill it in', async () => {
    await wizard()
    for (const [name, token] of [
      ['First name', 'given-name'],
      ['Last name', 'family-name'],
      ['Email', 'email'],
      ['Phone', 'tel'],
    ] as const)
      await expect.element(box(name)).toHaveAttribute('autocomplete', token)
  })

  it('takes what a password manager writes, with events or without', async () => {
    const stage = await wizard()
    await fillAbout()
    const field = box('Email').element() as HTMLInputElement
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    // In one task: what is typed is kept a moment later, and the render that follows would put the former value back.
    field.focus()
    set?.call(field, 'filled@demo.test')
    field.blur()
    await button('Next').click()
    await expect.poll(() => stage.wire.of(CHECK)[0]?.body).toEqual({ email: 'filled@demo.test' })
  })
})

describe('the code', () => {
  it('SIGNUP-037: is needed', async () => {
    await wizard()
    await toCode()
    await button('Next').click()
    await described('Verification code', 'Please input a valid verification code')
  })

  it('SIGNUP-038: of four digits is none, and is not sent', { tags: ['long'] }, async () => {
    const stage = await wizard()
    await toCode()
    await box('Verification code').fill('1234')
    await button('Next').click()
    await described('Verification code', 'Verification code must be 5 digits long')
    expect(stage.wire.of(VALIDATE)).toEqual([])
  })

  it('SIGNUP-039: holds five digits at most, and is for numbers', async () => {
    const stage = await wizard()
    await toCode()
    await expect.element(box('Verification code')).toHaveAttribute('autocomplete', 'one-time-code')
    await expect.element(box('Verification code')).toHaveAttribute('inputmode', 'numeric')
    await expect.element(box('Verification code')).toHaveAttribute('maxlength', '5')
    await box('Verification code').fill('012345')
    await expect.element(box('Verification code')).toHaveValue('01234')
    expect(stage.wire.of(VALIDATE)).toEqual([])
    await button('Next').click()
    await expect.poll(() => stage.wire.of(VALIDATE)[0]?.body).toEqual({ email: 'nora@demo.test', code: '01234' })
  })

  it('a wrong one is said at the field (D-025)', async () => {
    const text = 'Please input a valid verification code'
    await wizard({
      [VALIDATE]: () => Response.json({ code: 'INVALID_CODE', message: text, fields: { code: text } }, { status: 400 }),
    })
    await toCode()
    await box('Verification code').fill('99999')
    await button('Next').click()
    await described('Verification code', text)
  })

  it('SIGNUP-040: one that expired is said in a banner', async () => {
    await wizard({ [VALIDATE]: () => failure(409, 'CODE_EXPIRED') })
    await toCode()
    await box('Verification code').fill('99999')
    await button('Next').click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(/verification code expired, please request a new one/i)
  })

  it('H-016: after too many tries at a code no other is sent before the wait is over', { tags: ['long'] }, async () => {
    const tooMany = () =>
      Response.json({ code: 'TOO_MANY_REQUESTS', message: '' }, { status: 429, headers: { 'Retry-After': '500' } })
    const stage = await wizard({ [VALIDATE]: tooMany })
    await toCode()
    await box('Verification code').fill('01234')
    await button('Next').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/Try again in 9 minutes/)
    await box('Verification code').fill('43210')
    await expect.element(page.getByRole('alert')).toHaveTextContent(/Try again in 9 minutes/)
    await button('Next').click()
    await settle()
    expect(stage.wire.of(VALIDATE)).toHaveLength(1)
  })

  it('SIGNUP-041: after too many the wait is counted down where it was asked for, and the newest code still works', {
    tags: ['long'],
  }, async () => {
    let asked = 0
    const tooMany = () =>
      Response.json({ code: 'TOO_MANY_REQUESTS', message: '' }, { status: 429, headers: { 'Retry-After': '500' } })
    const stage = await wizard({ [SEND]: () => (++asked > 2 ? tooMany() : nothing()) })
    await toCode()
    const now = Date.now
    let passed = 0
    Date.now = () => now() + passed
    try {
      for (let n = 1; n < 3; n++) {
        passed += 31_000
        await button('Send a new code').click()
        await expect.poll(() => stage.wire.of(SEND)).toHaveLength(n + 1)
      }
      await expect.element(page.getByRole('alert')).toHaveTextContent(/Try again in 9 minutes/)
      await box('Verification code').fill('012')
      await seen(/You can have a new code in 9 minutes/)
      expect(button('Send a new code').elements()).toEqual([])
      // Somebody puts the clock back: nobody waits longer for that.
      passed -= 600_000
      await new Promise((resolve) => setTimeout(resolve, 700))
      await seen(/You can have a new code in 9 minutes/)
      await box('Verification code').fill('01234')
      await button('Next').click()
      await expect.element(heading('About your company')).toBeVisible()
      passed += 500_000
      await button('Back').click()
      await button('Back').click()
      await expect.element(box('Phone')).toHaveValue('+31 20 123 4567')
    } finally {
      Date.now = now
    }
  })

  it('SIGNUP-041: another can be had after 30 seconds, which are counted', { tags: ['long'] }, async () => {
    const stage = await wizard()
    await toCode()
    await seen(/You can have a new code in (30|29) seconds/)
    expect(button('Send a new code').elements()).toEqual([])
    const now = Date.now
    Date.now = () => now() + 31_000
    try {
      await button('Send a new code').click()
      await expect.poll(() => stage.wire.of(SEND)).toHaveLength(2)
      await seen(/Only the newest one works/)
    } finally {
      Date.now = now
    }
  })
})

describe('the last step', () => {
  it('SIGNUP-042: asks of a radio station all but the kind of medium', { tags: ['long'] }, async () => {
    await wizard()
    await toCompany()
    await button('Add website').click()
    await button('Add format').click()
    await button('Add format').click()
    for (const name of ['Company', 'Call letters', 'City', 'Website', 'State'])
      await expect.element(box(name)).toBeVisible()
    for (const name of ['Country', 'Reporting', 'Primary format', 'Secondary format', 'Additional format'])
      await expect.element(list(name)).toBeVisible()
    expect(list('Media type').elements()).toEqual([])
  })

  it('H-404, SIGNUP-042: sends the industry as it was chosen in step one, and asks for it no more', async () => {
    const stage = await wizard()
    await toCompany('Other')
    expect(list('Industry').elements()).toEqual([])
    await fillCompany(false)
    await button('Submit').click()
    await expect.poll(() => stage.wire.of(CONFIRM)[0]?.body).toMatchObject({ industry: 'other' })
  })

  it.each(['Company', 'City', 'Call letters'])(
    'SIGNUP-043, SIGNUP-045, SIGNUP-051: needs of a radio station the field %s',
    async (name) => {
      const stage = await wizard()
      await toCompany()
      await button('Submit').click()
      await described(name, 'This field is required')
      expect(stage.wire.of(CONFIRM)).toEqual([])
    },
  )

  it.each(['Country', 'Primary format', 'Reporting'])(
    'SIGNUP-044, SIGNUP-046, SIGNUP-050: needs of a radio station the choice %s',
    async (name) => {
      await wizard()
      await toCompany()
      await button('Submit').click()
      await expect.element(list(name)).toHaveAccessibleDescription('This field is required')
    },
  )

  it('SIGNUP-050, SIGNUP-051: asks nobody else what is for radio', async () => {
    const stage = await wizard()
    await toCompany('Other')
    expect([...box('Call letters').elements(), ...list('Reporting').elements()]).toEqual([])
    await fillCompany(false)
    await button('Submit').click()
    await expect.poll(() => stage.wire.of(CONFIRM)).toHaveLength(1)
  })

  it('SIGNUP-047: needs a state where there is a list of them, and only there', { tags: ['long'] }, async () => {
    const stage = await wizard()
    await toCompany('Other')
    await fillCompany(false)
    await list('Country').selectOptions('United States')
    await button('Submit').click()
    await expect.element(list('State')).toHaveAccessibleDescription('This field is required')
    await list('State').selectOptions('Texas')
    await list('Country').selectOptions('Canada')
    await button('Submit').click()
    await expect.element(list('State')).toHaveAccessibleDescription('This field is required')
    await list('Country').selectOptions('Netherlands')
    await button('Submit').click()
    await expect.poll(() => stage.wire.of(CONFIRM)[0]?.body).not.toHaveProperty('state')
  })

  it.each([
    ['is asked for its medium', 'Street Press', { media_type: 'Street Press' }],
    ['may leave its medium open', null, expect.not.objectContaining({ media_type: expect.anything() })],
  ])('SIGNUP-052: the press %s', async (_, medium, sent) => {
    const stage = await wizard()
    await toCompany('Press / Publicity / Media')
    await fillCompany(false)
    await expect.element(list('Media type')).toBeVisible()
    if (medium !== null) await list('Media type').selectOptions(medium)
    await button('Submit').click()
    await expect.poll(() => stage.wire.of(CONFIRM).length).toBe(1)
    expect(stage.wire.of(CONFIRM)[0]?.body).toEqual(medium === null ? sent : expect.objectContaining(sent))
  })

  it('SIGNUP-052: asks nobody else for it', async () => {
    await wizard()
    await toCompany()
    await expect.element(box('Company')).toBeVisible()
    expect(list('Media type').elements()).toEqual([])
  })

  it('SIGNUP-053: a website is asked for after a press, may be left open, and must be one', {
    tags: ['long'],
  }, async () => {
    const stage = await wizard()
    await toCompany()
    await fillCompany()
    expect(box('Website').elements()).toEqual([])
    await button('Add website').click()
    await expect.element(box('Website')).toHaveFocus()
    await box('Website').fill('not a site')
    await button('Submit').click()
    await described('Website', 'Please enter a valid URL')
    await box('Website').fill('')
    await button('Submit').click()
    await expect.poll(() => stage.wire.of(CONFIRM)[0]?.body).not.toHaveProperty('web_site')
  })

  it('SIGNUP-053: a website that is one is sent', async () => {
    const stage = await wizard()
    await toCompany()
    await fillCompany()
    await button('Add website').click()
    await box('Website').fill(' noon.example ')
    await button('Submit').click()
    await expect.poll(() => stage.wire.of(CONFIRM)[0]?.body).toMatchObject({ web_site: 'noon.example' })
  })

  it('SIGNUP-054: two further formats, no third, and both are sent', { tags: ['long'] }, async () => {
    const stage = await wizard()
    await toCompany()
    await fillCompany()
    await button('Add format').click()
    await expect.element(list('Secondary format')).toHaveFocus()
    expect(list('Additional format').elements()).toEqual([])
    await button('Add format').click()
    await expect.element(list('Additional format')).toHaveFocus()
    expect(button('Add format').elements()).toEqual([])
    await list('Secondary format').selectOptions('Folk')
    await list('Additional format').selectOptions('Dance')
    await button('Submit').click()
    const formats = { primary_format: 'Jazz', secondary_format: 'Folk', additional_format: 'Dance' }
    await expect.poll(() => stage.wire.of(CONFIRM)[0]?.body).toMatchObject(formats)
  })

  it('SIGNUP-055: the sources of reports', async () => {
    await wizard()
    await toCompany()
    expect(choicesOf('Reporting')).toEqual([
      'None',
      'BDS',
      'CMJ',
      'FMQB',
      'HITS',
      'Music Row',
      'Mediabase',
      'Texas Music Chart',
      'Other',
    ])
  })

  it('SIGNUP-056, FILTER-024: the formats, from Active Rock to Urban AC, then Other', async () => {
    await wizard()
    await toCompany()
    expect(choicesOf('Primary format')).toEqual([
      ...['Active Rock', 'Adult Alternative', 'Adult Contemporary', 'Adult Hits', 'Adult R&B', 'Alternative'],
      ...['Americana', 'Bluegrass', 'Blues', 'CHR/Top 40', 'Christian AC', 'Christian CHR', 'Christian Rock'],
      ...['Classic Country', 'Classic Hits', 'Classic Rock', 'Classical', 'College', 'Country', 'Dance', 'Folk'],
      ...['Gospel', 'Hot AC', 'Indie', 'Jazz', 'Latin', 'Mainstream Rock', 'Metal', 'News/Talk', 'Oldies'],
      ...['Public Radio', 'Regional Mexican', 'Rhythmic', 'Smooth Jazz', 'Soft AC', 'Spanish', 'Texas Country'],
      ...['Triple A', 'Urban', 'Urban AC', 'Other'],
    ])
  })

  it('SIGNUP-057: the kinds of media', async () => {
    await wizard()
    await toCompany('Press / Publicity / Media')
    expect(choicesOf('Media type')).toEqual([
      'Newspaper',
      'Magazine',
      'Online/Blogger',
      'Street Press',
      'Freelance',
      'Other',
    ])
  })

  it('has the tokens by which browsers fill it in', async () => {
    await wizard()
    await toCompany()
    for (const [name, token] of [
      ['Company', 'organization'],
      ['City', 'address-level2'],
      ['State', 'address-level1'],
    ] as const)
      await expect.element(box(name)).toHaveAttribute('autocomplete', token)
  })

  it('SIGNUP-020, SIGNUP-008: it ends with the request, and nothing of it stays in the tab', async () => {
    await wizard()
    await toCompany()
    await fillCompany()
    await button('Submit').click()
    await expect.element(heading('We got your request')).toHaveFocus()
    expect(page.getByText(/^Step/).elements()).toEqual([])
    expect(sessionStorage.getItem('signUp')).toBeNull()
  })

  it('SIGNUP-014: there is a link to a survey', async () => {
    await wizard()
    await toCompany()
    await fillCompany()
    await button('Submit').click()
    await expect
      .element(page.getByRole('link', { name: 'Tell us how you found us' }))
      .toHaveAttribute('href', SIGNUP_SURVEY_URL)
  })

  it('SIGNUP-064, SIGNUP-011: 409 says that something went wrong, and all is kept', async () => {
    await wizard({ [CONFIRM]: () => failure(409, 'SIGNUP_FAILED') })
    await toCompany()
    await fillCompany()
    await button('Submit').click()
    await expect.element(heading('Something went wrong')).toBeVisible()
    await seen('Oops something went wrong. Please try again.')
    await button('Try again').click()
    await expect.element(box('Call letters')).toHaveValue('KNOO')
  })

  it('a line that is down is said at the form, and the next press sends it', { tags: ['long'] }, async () => {
    let isDown = true
    const stage = await wizard({
      [CONFIRM]: () => {
        if (isDown) throw new TypeError('no line')
        return new Response(null, { status: 201 })
      },
    })
    await toCompany()
    await fillCompany()
    await button('Submit').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached')
    isDown = false
    await button('Submit').click()
    await expect.element(heading('We got your request')).toBeVisible()
    expect(stage.wire.of(CONFIRM)).toHaveLength(2)
  })
})

describe('an invitation', () => {
  it('ROUTE-011, SIGNUP-033: is decoded: the address is there and read-only, and who invited is named', async () => {
    const stage = await invited()
    await expect.element(box('Email')).toHaveValue('nora@demo.test')
    await expect.element(box('Email')).toHaveAttribute('readonly')
    await seen('pat@demo.test invited you.')
    const { exp: _, ...said } = CLAIMS
    expect(stateOf(stage)?.invitation).toMatchObject(said)
  })

  it('H-638: is there after a press where there was no vault to put it into', async () => {
    let isGone = true
    const keepSecret = async <P extends string>(purpose: P) => {
      if (isGone) throw new Error('the worker is gone')
      return `${purpose}:1` as const
    }
    const stage = await wizard({}, `/signup/${tokenOf(CLAIMS)}`, { ports: { keepSecret } })
    await expect.element(heading('This part did not load')).toBeVisible()
    isGone = false
    await button('Try again').click()
    await expect.element(box('Email')).toHaveValue('nora@demo.test')
    expect(stage.address).toBe('/signup')
  })

  it('D-162: its token leaves the address, and stands in no event', async () => {
    const stage = await invited()
    await expect.poll(() => stage.address).toBe('/signup')
    expect(JSON.stringify(stage.told)).not.toContain(tokenOf(CLAIMS).slice(4, 40))
    expect(sessionStorage.getItem('signUp')).not.toContain(tokenOf(CLAIMS).slice(4, 40))
  })

  it('SIGNUP-015, SIGNUP-003: leads from step one to the company, without a check or a code, in two steps', async () => {
    const stage = await invited()
    await expect.element(counter('Step 1 of 2')).toBeVisible()
    await fillAbout({ email: null })
    await fillPasswords()
    await button('Next').click()
    await expect.element(heading('About your company')).toBeVisible()
    await expect.element(counter('Step 2 of 2')).toBeVisible()
    expect([...stage.wire.of(CHECK), ...stage.wire.of(SEND)]).toEqual([])
  })

  it('SIGNUP-030: asks for a password', async () => {
    await invited()
    await expect.element(secret('Password')).toBeVisible()
  })

  it('SIGNUP-030: asks for it twice, and for both', async () => {
    await invited()
    await fillAbout({ email: null })
    await secret('Password').fill('a1#4567')
    await button('Next').click()
    await expect.element(secret('Confirm password')).toHaveAccessibleDescription('This field is required')
  })

  it('SIGNUP-030: without an invitation there is no password', async () => {
    await wizard()
    await expect.element(heading('About you')).toBeVisible()
    expect(page.getByLabelText(/password/i).elements()).toEqual([])
  })

  it('SIGNUP-031: the passwords must match', async () => {
    await invited()
    await fillAbout({ email: null })
    await secret('Password').fill('a1#4567')
    await secret('Confirm password').fill('a1#4568')
    await button('Next').click()
    await expect.element(secret('Confirm password')).toHaveAccessibleDescription('Passwords must match')
  })

  it('SIGNUP-032: it cannot be sent before the password meets its rules', async () => {
    await invited()
    const next = button('Next')
    await expect.element(next).toHaveAttribute('aria-disabled', 'true')
    // Each breaks one rule and meets the others, or the length alone.
    for (const broken of ['a1#456', 'abcdefg', 'abcdefg1', 'abcdef#']) {
      await secret('Password').fill(broken)
      await expect.element(next, { message: broken }).toHaveAttribute('aria-disabled', 'true')
    }
    await secret('Password').fill('a1#4567')
    await expect.element(next).not.toHaveAttribute('aria-disabled')
  })

  it('the form that is sent last holds user name and new password for the browser', async () => {
    const stage = await invited()
    await fillAbout({ email: null })
    await fillPasswords()
    await button('Next').click()
    await expect.element(box('Company')).toBeVisible()
    const form = (box('Company').element() as HTMLInputElement).form
    const held = (token: string) => form?.querySelector<HTMLInputElement>(`[autocomplete="${token}"]`)?.value
    expect([held('username'), held('new-password')]).toEqual(['nora@demo.test', 'a1#4567'])
    expect(JSON.stringify(stage.told)).not.toContain('a1#4567')
    expect(sessionStorage.getItem('signUp')).not.toContain('a1#4567')
  })

  it('SIGNUP-019, SIGNUP-060: a coworker lands at the sign-in, having sent all of it', { tags: ['long'] }, async () => {
    const stage = await invited()
    await fillAbout({ email: null })
    await fillPasswords()
    await button('Next').click()
    await fillCompany()
    await button('Submit').click()
    await expect.poll(() => stage.address).toBe('/?successSignUpCoworker=true')
    expect(stage.wire.of(CONFIRM)[0]?.body).toMatchObject({
      token: tokenOf(CLAIMS),
      password: 'a1#4567',
      inviter_email: 'pat@demo.test',
      inviter_id: 'p1',
      inviter_relationship: 'coworker',
      language: 'en',
      sign_up_page_url: `${location.origin}/signup`,
    })
  })

  it('H-030: who has an account by now is led to the sign-in, and the invitation with them', {
    tags: ['long'],
  }, async () => {
    const stage = await invited({ [CONFIRM]: () => failure(409, 'SIGNUP_FAILED') })
    await fillAbout({ email: null })
    await fillPasswords()
    await button('Next').click()
    await fillCompany()
    await button('Submit').click()
    await expect.element(heading('Something went wrong')).toBeVisible()
    await page.getByRole('link', { name: 'Return to sign in' }).click()
    await expect.poll(() => stage.address).toBe('/')
    await expect.element(box('Email')).toHaveValue('nora@demo.test')
    expect(localStorage.getItem('connectionToken')).toMatch(/^link:/)
  })

  it('a coworker who goes back from there begins anew and is not sent on again', { tags: ['long'] }, async () => {
    const stage = await invited()
    await fillAbout({ email: null })
    await fillPasswords()
    await button('Next').click()
    await fillCompany()
    await button('Submit').click()
    await expect.poll(() => stage.address).toBe('/?successSignUpCoworker=true')
    history.back()
    await expect.element(box('First name')).toBeVisible()
    await settle()
    expect(stage.address).toBe('/signup')
  })

  it('a coworker who goes back before the sign-in is drawn begins anew too', async () => {
    const stage = await invited()
    await fillAbout({ email: null })
    await fillPasswords()
    await button('Next').click()
    await fillCompany()
    const replace = history.replaceState.bind(history)
    history.replaceState = (...args) => {
      replace(...args)
      if (location.search === '?successSignUpCoworker=true') history.back()
    }
    try {
      await button('Submit').click()
      await expect.poll(() => stage.wire.of(CONFIRM).length).toBe(1)
      await expect.element(box('First name')).toBeVisible()
      expect(stage.address).toBe('/signup')
    } finally {
      history.replaceState = replace
    }
  })

  it('SIGNUP-036, SIGNUP-020: whom an industry contact invited sees that the request came', {
    tags: ['long'],
  }, async () => {
    await invited({}, { ...CLAIMS, relationship: 'industry-contact' })
    await fillAbout({ email: null })
    await fillPasswords()
    await button('Next').click()
    await fillCompany()
    await button('Submit').click()
    await expect.element(heading('We got your request')).toBeVisible()
  })

  it.each([
    ['is no token', 'nonsense'],
    ['says something else', tokenOf({ email: 'nora@demo.test', exp: CLAIMS.exp })],
    ['is cut', tokenOf(CLAIMS).slice(0, 40)],
  ])('SIGNUP-021: one that %s counts as none, and that is in the log', async (_, token) => {
    const stage = await wizard({}, `/signup/${token}`)
    await expect.element(counter('Step 1 of 3')).toBeVisible()
    expect(stage.of('signup.opened')[0]).toMatchObject({ unreadable: true, invitation: null })
    await expect.poll(() => stage.address).toBe('/signup')
  })

  it('SIGNUP-062, SIGNUP-010, SIGNUP-063: 403 says that it has expired, and leads on unlinked with what was typed', {
    tags: ['long'],
  }, async () => {
    const stage = await invited({ [CONFIRM]: () => failure(403, 'INVALID_EMAIL_TOKEN') })
    await fillAbout({ email: null })
    await fillPasswords()
    await button('Next').click()
    await fillCompany()
    await button('Submit').click()
    await expect.element(heading('Invitation link has expired')).toBeVisible()
    expect(page.getByText(/^Step/).elements()).toEqual([])
    await button('Proceed to sign up').click()
    await expect.element(counter('Step 1 of 3')).toBeVisible()
    await expect.poll(() => stage.address).toBe('/signup')
    await expect.element(box('Email')).toHaveValue('nora@demo.test')
    await expect.element(box('Email')).not.toHaveAttribute('readonly')
    await button('Next').click()
    await box('Verification code').fill('01234')
    await button('Next').click()
    await expect.element(box('Call letters')).toHaveValue('KNOO')
  })

  it('one whose time is over says so before anything is typed', async () => {
    await invited({}, { ...CLAIMS, exp: 1_600_000_000 })
    await expect.element(heading('Invitation link has expired')).toBeVisible()
  })
})

describe('a page that is loaded again', () => {
  it('holds every word of every step, and stands where it was', { tags: ['long'] }, async () => {
    await wizard()
    await toCompany()
    await fillCompany()
    await button('Add website').click()
    await box('Website').fill('noon.example')
    await settle()
    await wizard({}, '/signup', { entry: history.state })
    await expect.element(box('Website')).toHaveValue('noon.example')
    await expect.element(box('Call letters')).toHaveValue('KNOO')
    await expect.element(list('Primary format')).toHaveValue('Jazz')
    await expect.element(counter('Step 3 of 3')).toBeVisible()
    await button('Back').click()
    await button('Back').click()
    await expect.element(box('Phone')).toHaveValue('+31 20 123 4567')
  })

  it('before the code came waits for that code, and sends no other', { tags: ['long'] }, async () => {
    await wizard()
    await toCode()
    const stage = await wizard({}, '/signup', { entry: history.state })
    await box('Verification code').fill('01234')
    await button('Next').click()
    await expect.element(heading('About your company')).toBeVisible()
    expect(stage.wire.of(SEND)).toEqual([])
  })

  it('of an invited person asks for the password again, and for nothing else', { tags: ['long'] }, async () => {
    await invited()
    await fillAbout({ email: null })
    await fillPasswords()
    await button('Next').click()
    await box('City').fill('Utrecht')
    await settle()
    await wizard({}, '/signup', { entry: history.state })
    await expect.element(counter('Step 1 of 2')).toBeVisible()
    await expect.element(box('First name')).toHaveValue('Nora')
    await expect.element(secret('Password')).toHaveValue('')
    await fillPasswords()
    await button('Next').click()
    await expect.element(box('City')).toHaveValue('Utrecht')
  })

  it('in one tab says nothing of another', async () => {
    await wizard()
    await box('First name').fill('Nora')
    await settle()
    const other = Object.entries({ ...sessionStorage }).map(([key]) => key)
    expect(other).toEqual(['signUp'])
    expect(Object.keys(localStorage).filter((key) => /sign/i.test(key))).toEqual([])
  })
})

describe('an invitation, for somebody who is signed in', () => {
  const ACCEPT = 'POST /accounts/player/invitations/accept'
  const as = (email: string, answers: Answers = {}) =>
    wizard(answers, `/signup/${tokenOf(CLAIMS)}`, { claims: someClaims('p9', { email }) })

  it('D-162: as somebody else it says whose it is and who is signed in', async () => {
    const stage = await as('sam@demo.test')
    await expect.element(heading('This invitation is for somebody else')).toHaveFocus()
    await seen('It is for nora@demo.test. You are signed in as sam@demo.test.')
    expect(stage.address).toBe('/signup')
    expect(await axeFaults()).toEqual([])
  })

  it('D-162, H-570: they are told which marks wait and can switch, and the sign-up of the invitation begins', async () => {
    const stage = await as('sam@demo.test', { 'POST /releases/.*/flag': () => new Promise(() => undefined) })
    await expect.element(button('Sign out and sign up')).toBeVisible()
    const changes = [{ releaseid: 'r1', trackid: null, marks: ['flagged' as const] }]
    stage.happens(libraryMarksRequested({ requestId: 'w', changes }))
    await seen('1 flag or archive change was not sent yet and will be lost.')
    await button('Sign out and sign up').click()
    expect(stage.of('session.signOutRequested')).toHaveLength(1)
    stage.happens(sessionEnded({ reason: 'signedOut' }))
    await expect.element(box('Email')).toHaveValue('nora@demo.test')
  })

  it('D-162: they can stay', async () => {
    const stage = await as('sam@demo.test')
    await page.getByRole('link', { name: 'Stay signed in' }).click()
    await expect.poll(() => stage.address).toBe('/releases')
    expect(stage.wire.of(ACCEPT)).toEqual([])
  })

  it('H-030: with another address of the account it is their own, and connects them', async () => {
    const stage = await as('sam@demo.test', {
      'GET /profile': () => aProfile({ emails: ['sam@demo.test', 'Nora@demo.test'] }),
      [ACCEPT]: () => failure(409, 'INVITATION_NOT_FOR_USER'),
    })
    await expect.poll(() => stage.address).toBe('/releases')
    await expect.poll(() => stage.wire.of(ACCEPT)[0]?.body).toEqual({ invitation_token: tokenOf(CLAIMS) })
    expect(heading('This invitation is for somebody else').query()).toBeNull()
  })

  it('H-030: whose addresses cannot be read is told whose it is', async () => {
    await as('sam@demo.test', { 'GET /profile': () => failure(500) })
    await expect.element(heading('This invitation is for somebody else')).toBeVisible()
  })

  it('SHELL-041: with the address it is for, it connects them and says with whom', async () => {
    const pat = { player_id: 'p1', full_name: 'Pat Moss', first_name: 'Pat', last_name: 'Moss', email: 'pat@demo.test' }
    const stage = await as('Nora@demo.test', {
      [ACCEPT]: () => ({ data: { inviter_name: 'Pat Moss', connection: { ...pat, verified: true } } }),
      'POST /accounts/player/connections/process': () => ({ data: { connected: [] } }),
    })
    await expect.poll(() => stage.address).toBe('/releases')
    await seen('You are now connected with Pat Moss')
    expect(stage.wire.of(ACCEPT)[0]?.body).toEqual({ invitation_token: tokenOf(CLAIMS) })
    expect(sessionStorage.getItem('signUp')).toBeNull()
  })

  it('D-004: without an invitation they go to the releases', async () => {
    const stage = await wizard({}, '/signup', { claims: someClaims('p9') })
    await expect.poll(() => stage.address).toBe('/releases')
  })
})

describe('words for what is wrong', () => {
  it('SIGNUP-065: a field that is left empty is required', { tags: ['long'] }, async () => {
    await wizard()
    await button('Next').click()
    await expect.element(box('First name')).toHaveAccessibleDescription('This field is required')
  })

  it('SIGNUP-065: an address that is none', async () => {
    await wizard()
    await fillAbout({ email: 'nora@' })
    await button('Next').click()
    await expect.element(box('Email')).toHaveAccessibleDescription('Please enter a valid email address')
  })

  it('SIGNUP-065: a telephone number that is none', async () => {
    await wizard()
    await fillAbout()
    await box('Phone').fill('12')
    await button('Next').click()
    await expect.element(box('Phone')).toHaveAccessibleDescription('Please enter a valid phone number')
  })

  it('SIGNUP-065: a website that is none', { tags: ['long'] }, async () => {
    await wizard()
    await toCompany()
    await fillCompany()
    await button('Add website').click()
    await box('Website').fill('no site')
    await button('Submit').click()
    await expect.element(box('Website')).toHaveAccessibleDescription('Please enter a valid URL')
  })
})

describe.each(['dark', 'light'] as const)('axe in %s', (theme) => {
  const clean = async (title: string) => {
    await expect.element(heading(title)).toBeVisible()
    expect(await axeFaults()).toEqual([])
  }

  it('finds nothing in any step, at its best and at its worst, and at its end', { tags: ['long'] }, async () => {
    let status = 409
    await wizard(
      {
        [CONFIRM]: () => new Response(null, { status }),
        [VALIDATE]: ({ body }) =>
          (body as { code: string }).code === '99999'
            ? failure(409, 'CODE_EXPIRED')
            : { data: { email_token: 'proof' } },
      },
      '/signup',
      { theme },
    )
    await clean('About you')
    await button('Next').click()
    await expect.element(page.getByRole('alert').first()).toBeVisible()
    await clean('About you')
    await fillAbout()
    await button('Next').click()
    await clean('E-mail verification code')
    await box('Verification code').fill('99999')
    await button('Next').click()
    await seen(/request a new one/)
    await clean('E-mail verification code')
    await box('Verification code').fill('01234')
    await button('Next').click()
    await clean('About your company')
    await button('Add website').click()
    await button('Submit').click()
    await clean('About your company')
    await fillCompany()
    await button('Submit').click()
    await clean('Something went wrong')
    status = 201
    await button('Try again').click()
    await button('Submit').click()
    await clean('We got your request')
  })

  it('finds nothing in an invitation, nor where it has expired or the address is taken', {
    tags: ['long'],
  }, async () => {
    await wizard(
      { [CHECK]: () => failure(409, 'EMAIL_TAKEN'), [CONFIRM]: () => failure(403, 'INVALID_EMAIL_TOKEN') },
      `/signup/${tokenOf(CLAIMS)}`,
      { theme },
    )
    await fillAbout({ email: null })
    await fillPasswords()
    await clean('About you')
    await button('Next').click()
    await clean('About your company')
    await fillCompany()
    await button('Submit').click()
    await clean('Invitation link has expired')
    await button('Proceed to sign up').click()
    await button('Next').click()
    await clean('You already have an account')
  })

  it('finds nothing in an invitation that is of somebody else, that is over or cannot be read', {
    tags: ['long'],
  }, async () => {
    const other = { theme, claims: someClaims('p9', { email: 'sam@demo.test' }) }
    await wizard({}, `/signup/${tokenOf(CLAIMS)}`, other)
    await clean('This invitation is for somebody else')
    await wizard({}, `/signup/${tokenOf({ ...CLAIMS, exp: 1 })}`, { theme })
    await clean('Invitation link has expired')
    await wizard({}, '/signup/none', { theme })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await axeFaults()).toEqual([])
  })
})

it('is sent by keys alone', { tags: ['long'] }, async () => {
  await wizard()
  await expect.element(heading('About you')).toBeVisible()
  await box('First name').click()
  await userEvent.keyboard('Nora{Tab}Vale{Tab}nora@demo.test{Tab}R{Tab}{Tab}+31 20 123 4567{Tab} {Enter}')
  await expect.element(heading('E-mail verification code')).toBeVisible()
})

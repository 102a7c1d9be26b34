// The ways in over a line that is slow, cut or gone for a while: what a person is told, and that no word is lost and
// nothing asked for twice.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { appWentOffline, appWentOnline } from '#core/events/app.ts'
import { sessionSignInFailed } from '#core/events/people/session.ts'
import { type AppStage, openApp } from '#tests/components/app.tsx'
import { fillIn } from '#tests/components/filled.ts'
import { aToken } from '#tests/components/ways.ts'
import { type Answer, type Answers, unreachable } from '#tests/components/wire.ts'

const SIGN_UP = 'POST /accounts/player/signup'
const nothing = () => new Response(null, { status: 200 })
const ORDINARY: Answers = {
  'POST /auth/pwdless': () => null,
  'PUT /auth/pwdless/code': () => null,
  'GET /auth/reset/:email': () => null,
  'PUT /auth/chgpwdreset': () => null,
  [`${SIGN_UP}/check-accounts-by-email`]: nothing,
  [`${SIGN_UP}/send-email-verification-code`]: nothing,
  [`${SIGN_UP}/validate-email-verification-code`]: () => ({ data: { email_token: 'proof' } }),
  [`${SIGN_UP}/confirm-signup`]: () => new Response(null, { status: 201 }),
  'GET /player.json': () => [{ name: 'English', code: 'en' }],
}

const box = (name: string) => page.getByRole('textbox', { name, exact: true })
const list = (name: string) => page.getByRole('combobox', { name, exact: true })
const secret = (name: string) => page.getByLabelText(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

async function fill(fields: readonly (readonly [Locator, string])[]): Promise<void> {
  for (const [field, text] of fields) {
    await expect.element(field).toBeVisible()
    fillIn([[field, text]])
  }
}

interface Way {
  readonly name: string
  readonly at: () => string
  /** Leads to the form. */
  reach?(): Promise<void>
  /** What is typed, and what has to stand there still. */
  readonly fields: () => readonly (readonly [field: Locator, text: string])[]
  /** Besides that. */
  readonly ticks?: string
  readonly press: string
  readonly call: string
  /** Where it leads. */
  readonly leads: () => Locator
  /** Where a wait without an end leads, from where `press` goes on; the form says so itself unless given (D-023, D-024). */
  readonly without?: () => Promise<void>
}

const ABOUT = () =>
  [
    [box('First name'), 'Nora'],
    [box('Last name'), 'Vale'],
    [box('Email'), 'nora@demo.test'],
    [list('Industry'), 'Radio'],
    [box('Phone'), '+31 20 123 4567'],
  ] as const
const COMPANY = () =>
  [
    [box('Company'), 'Noon FM'],
    [box('Call letters'), 'KNOO'],
    [list('Reporting'), 'BDS'],
    [list('Country'), 'Netherlands'],
    [box('City'), 'Utrecht'],
    [list('Primary format'), 'Jazz'],
  ] as const
const PASSWORDS = (first: string) =>
  [
    [secret(first), 'Lantern-7'],
    [secret('Confirm password'), 'Lantern-7'],
  ] as const
const CODE = [[box('Verification code'), '01234']] as const
const accept = () => (page.getByRole('checkbox', { name: 'I accept the terms' }).element() as HTMLInputElement).click()
const retry = async () => {
  await expect.element(heading('Something went wrong')).toBeVisible()
  await button('Try again').click()
}

async function tellAbout(): Promise<void> {
  await fill(ABOUT())
  accept()
  await button('Next').click()
  await expect.element(heading('E-mail verification code')).toBeVisible()
}

const WAYS: readonly Way[] = [
  {
    name: 'a wish for a magic link',
    at: () => '/',
    reach: () => button('Sign in with a magic link').click(),
    fields: () => [[box('Email'), 'vera@demo.test']],
    press: 'Send magic link',
    call: 'POST /auth/pwdless',
    leads: () => heading('Check your mail'),
  },
  {
    name: 'a wish for a new password',
    at: () => '/forgot-password',
    fields: () => [[box('Email'), 'vera@demo.test']],
    press: 'Send reset link',
    call: 'GET /auth/reset/:email',
    leads: () => heading('Check your mail'),
  },
  {
    name: 'a new password',
    at: () => `/resetpwd/${aToken({ email: 'vera@demo.test', welcome_email: false })}`,
    fields: () => PASSWORDS('New password'),
    press: 'Reset password',
    call: 'PUT /auth/chgpwdreset',
    leads: () => heading('Your password has been reset'),
  },
  {
    name: 'the first step of a sign-up',
    at: () => '/signup',
    fields: ABOUT,
    ticks: 'I accept the terms',
    press: 'Next',
    call: `${SIGN_UP}/check-accounts-by-email`,
    leads: () => heading('E-mail verification code'),
    without: retry,
  },
  {
    name: 'the code of a sign-up',
    at: () => '/signup',
    reach: tellAbout,
    fields: () => CODE,
    press: 'Next',
    call: `${SIGN_UP}/validate-email-verification-code`,
    leads: () => heading('About your company'),
  },
  {
    name: 'the last step of a sign-up',
    at: () => '/signup',
    async reach() {
      await tellAbout()
      await fill(CODE)
      await button('Next').click()
    },
    fields: COMPANY,
    press: 'Submit',
    call: `${SIGN_UP}/confirm-signup`,
    leads: () => heading('We got your request'),
    without: retry,
  },
  {
    name: 'the last step of a sign-up by invitation',
    at: () => `/signup/${aToken({ email: 'nora@demo.test', inviter_email: 'pat@demo.test', inviter_id: 'p1', relationship: 'industry-contact', welcome_email: false })}`, // biome-ignore format: one address
    async reach() {
      await fill(ABOUT().filter(([, text]) => text !== 'nora@demo.test'))
      await fill(PASSWORDS('Password'))
      accept()
      await button('Next').click()
    },
    fields: COMPANY,
    press: 'Submit',
    call: `${SIGN_UP}/confirm-signup`,
    leads: () => heading('We got your request'),
    without: retry,
  },
]

/** What stands in the fields, as they are told apart by a person. */
async function stands(way: Pick<Way, 'fields' | 'ticks'>): Promise<void> {
  for (const [field, text] of way.fields()) {
    const element = field.element()
    if (element instanceof HTMLSelectElement) expect(element.selectedOptions[0]?.text).toBe(text)
    else await expect.element(field).toHaveValue(text)
  }
  if (way.ticks) await expect.element(page.getByRole('checkbox', { name: way.ticks })).toBeChecked()
}

/** Where the form of a way stands. */
async function arrived(way: Way, answers: Answers = {}): Promise<AppStage> {
  const ordinary = Object.entries(ORDINARY).filter(([call]) => !(call in answers))
  const app = await openApp(way.at(), { claims: null, answers: { ...answers, ...Object.fromEntries(ordinary) } })
  await way.reach?.()
  return app
}

async function types(way: Way): Promise<void> {
  await fill(way.fields())
  if (way.ticks) accept()
}

async function sends(way: Way): Promise<void> {
  await button(way.press).click()
}

const asked = (app: AppStage, { call }: Way) =>
  app.wire.of(call).map(({ path, body, headers }) => ({ path, body, key: headers.get('Idempotency-Key') }))
const slowly = () => page.getByRole('status').filter({ hasText: 'This is taking longer than usual' })
const saysItIsAway = () =>
  expect.element(page.getByRole('alert').first()).toHaveTextContent('The server cannot be reached')
/** From its foot to what follows it in the form, px. */
function roomBelow(said: Element): number {
  const foot = said.getBoundingClientRect().bottom
  const tops = [...(said.closest('form')?.querySelectorAll('label, input, button') ?? [])].map(
    (part) => part.getBoundingClientRect().top,
  )
  return Math.min(...tops.filter((top) => top >= foot - 1), Number.POSITIVE_INFINITY) - foot
}
const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })

beforeEach(() => sessionStorage.clear())
afterEach(() => sessionStorage.clear())

describe.each(WAYS)('$name', (way) => {
  const ordinary = ORDINARY[way.call] as Answer

  it('answered after ten seconds is said to take long, apart from its fields, is asked for once, and loses nothing', {
    tags: ['long'],
  }, async () => {
    let answer = () => {}
    const app = await arrived(way, {
      [way.call]: (asked, found) =>
        new Promise((resolve) => {
          answer = () => resolve(ordinary(asked, found))
        }),
    })
    fakeTimers()
    await types(way)
    await sends(way)
    await expect.poll(() => asked(app, way)).toHaveLength(1)
    vi.advanceTimersByTime(10_000)
    await expect.element(slowly()).toBeVisible()
    expect(roomBelow(slowly().element())).toBeGreaterThanOrEqual(8)
    await stands(way)
    // The button takes no second press, and Enter in a field does this.
    document.querySelector('form')?.requestSubmit()
    answer()
    await expect.element(way.leads()).toBeVisible()
    expect(asked(app, way)).toHaveLength(1)
  })

  it('without an answer keeps what was typed, and the next press sends the same again', {
    tags: ['long'],
  }, async () => {
    const app = await arrived(way, { [way.call]: unreachable })
    await types(way)
    await sends(way)
    await saysItIsAway()
    await stands(way)
    app.wire.answer({ [way.call]: ordinary })
    await button(way.press).click()
    await expect.element(way.leads()).toBeVisible()
    const [first, second] = asked(app, way)
    expect(second).toEqual(first)
  })
})

// Where it ends differs (D-023, D-024), and the form itself for all that say it.
describe.each(WAYS.filter(({ without, name }) => without || name === 'the code of a sign-up'))('$name', (way) => {
  const ordinary = ORDINARY[way.call] as Answer

  it('never answered is given up after 25 seconds, and can be sent again', { tags: ['long'] }, async () => {
    const app = await arrived(way, { [way.call]: () => new Promise<never>(() => {}) })
    fakeTimers()
    await types(way)
    await sends(way)
    await expect.poll(() => asked(app, way)).toHaveLength(1)
    vi.advanceTimersByTime(25_000)
    await (way.without ?? saysItIsAway)()
    await stands(way)
    app.wire.answer({ [way.call]: ordinary })
    await button(way.press).click()
    await expect.element(way.leads()).toBeVisible()
  })
})

describe.each(WAYS.filter(({ reach }) => !reach))('$name', (way) => {
  it('keeps what is typed while there is no connection for a while', async () => {
    const app = await arrived(way)
    app.happens(appWentOffline({}))
    await types(way)
    app.happens(appWentOnline({}))
    await stands(way)
    await sends(way)
    await expect.element(way.leads()).toBeVisible()
  })
})

describe('a password', () => {
  async function sent() {
    const app = await openApp('/', { claims: null })
    fakeTimers()
    const fields = [
      [box('Email'), 'vera@demo.test'],
      [secret('Password'), 'Lantern-7'],
    ] as const
    await fill(fields)
    await button('Sign in').click()
    await expect.poll(() => app.of('session.signInRequested')).toHaveLength(1)
    return { app, fields: () => fields }
  }

  it('that is not answered for ten seconds is said to take long, and sent once', async () => {
    const { app } = await sent()
    vi.advanceTimersByTime(10_000)
    await expect.element(slowly()).toBeVisible()
    document.querySelector('form')?.requestSubmit()
    app.happens(sessionSignInFailed({ code: 'UNREACHABLE', message: '' }))
    await expect.element(slowly()).not.toBeInTheDocument()
    expect(app.of('session.signInRequested')).toHaveLength(1)
  })

  it('without an answer stays where it is, and the next press sends it again', async () => {
    const { app, fields } = await sent()
    app.happens(sessionSignInFailed({ code: 'UNREACHABLE', message: '' }))
    await saysItIsAway()
    await stands({ fields })
    await button('Sign in').click()
    await expect.poll(() => app.of('session.signInRequested')).toHaveLength(2)
  })
})

import { describe, expect, test } from 'vitest'
import * as signup from '#core/events/people/signup.ts'
import { SELF } from '#core/model/entities.ts'
import { SignUpRequest, signUpProblems } from '#core/model/people/signup.ts'
import type { AboutYou, Invited, SignUpProgress } from '#core/model/people/signupWizard.ts'
import { besideState } from '#tests/support/besideState.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { secretsIn } from '#tests/support/secrets.ts'
import { createApi, type Fetch } from '#workers/api/transport/client.ts'
import { createSignUpEngine } from './engine.ts'

const ABOUT: AboutYou = {
  first_name: 'Nora',
  last_name: 'Vale',
  email: 'nora@demo.test',
  industry: 'other',
  role: 'other',
  phone: '+31 20 123 4567',
  hasAcceptedTerms: true,
}
const COMPANY = { group_owner: 'Noon FM', country: 'NL', city: 'Utrecht', primary_format: 'Jazz' }
const INVITED: Invited = {
  email: 'nora@demo.test',
  inviter_email: 'pat@demo.test',
  inviter_id: 'p1',
  relationship: 'coworker',
  welcome_email: false,
  token: 'link:7',
}
const PROGRESS: SignUpProgress = {
  about: null,
  verified: '',
  emailToken: null,
  codeSentTo: '',
  codeSentAt: 0,
  language: 'en',
}
const CHECK = 'check-accounts-by-email'
const SEND = 'send-email-verification-code'
const VALIDATE = 'validate-email-verification-code'
const CONFIRM = 'confirm-signup'

type Answer = readonly [status: number, body?: unknown, headers?: Record<string, string>] | 'lost'

/** @param answers by the last part of the path; 200 without */
function setUp(answers: Record<string, Answer> = {}, secrets = new Map<string, string>()) {
  const asked: { call: string; body: Record<string, unknown> }[] = []
  const keys: (string | null)[] = []
  /** In which language each call wants its mail. */
  const spoken: (string | null)[] = []
  const fetch: Fetch = async (address, init) => {
    const call = address.split('/').at(-1) ?? ''
    asked.push({ call, body: typeof init?.body === 'string' ? JSON.parse(init.body) : {} })
    keys.push(new Headers(init?.headers).get('Idempotency-Key'))
    spoken.push(new Headers(init?.headers).get('Accept-Language'))
    const answer = answers[call] ?? [200]
    if (answer === 'lost') throw new TypeError('no line')
    return new Response(answer[1] === undefined ? '' : JSON.stringify(answer[1]), {
      status: answer[0],
      headers: answer[2] ?? {},
    })
  }
  const { story, reported, happens } = besideState((report) =>
    createSignUpEngine({
      api: createApi({ fetch, session: null, clock: new FakeClock() }),
      clock: new FakeClock(),
      broker: secretsIn(secrets),
      report,
      pageUrl: 'https://player.test/signup',
    }),
  )
  return {
    asked,
    keys,
    spoken,
    answers,
    reported,
    secrets,
    get state() {
      return story.state.get('signUp', SELF)
    },
    calls: () => asked.map(({ call }) => call).filter((call) => call !== 'player.json'),
    happens,
    opened: (invitation: Invited | null = null, progress: Partial<SignUpProgress> = {}) =>
      signup.signUpOpened({ progress: { ...PROGRESS, ...progress }, invitation, unreadable: false, ended: false }),
  }
}

const about = signup.signUpAboutSent({ requestId: 'a', about: ABOUT })
const problem = (code: string) => ({ code, message: `said of ${code}` })
const company = (password: string | null = null) =>
  signup.signUpCompanySent({ requestId: 'c', company: COMPANY, password })
const proved = { about: ABOUT, verified: ABOUT.email, emailToken: 'link:8' }

describe('step one', () => {
  test('SIGNUP-016: asks whether there is an account, and only then has a code sent', async () => {
    const { happens, opened, calls, state: _, ...rest } = setUp()
    await happens(opened(), about)
    expect(calls()).toEqual([CHECK, SEND])
    expect(rest.reported.at(-1)).toEqual(signup.signUpPassed({ requestId: 'a', sent: true }))
  })

  test('SIGNUP-015: with an invitation asks nothing', async () => {
    const stage = setUp()
    await stage.happens(stage.opened(INVITED), about)
    expect(stage.calls()).toEqual([])
    expect(stage.state?.passed).toBe('a')
  })

  test('SIGNUP-061: an account that is there sets CHECK_EMAIL_FAILED and ends it', async () => {
    const stage = setUp({ [CHECK]: [409, problem('EMAIL_TAKEN')] })
    await stage.happens(stage.opened(), about)
    expect(stage.state).toMatchObject({ end: 'taken', refusal: { code: 'CHECK_EMAIL_FAILED' } })
    expect(stage.calls()).toEqual([CHECK])
  })

  test.each([
    ['a server that fails', [500, problem('INTERNAL')] as const],
    ['an answer nobody can read', [403, problem('FORBIDDEN')] as const],
  ])('D-023: %s tells nobody that they have an account', async (_, answer) => {
    const stage = setUp({ [CHECK]: answer })
    await stage.happens(stage.opened(), about)
    expect(stage.state?.end).toBe('failed')
    expect(stage.state?.refusal?.code).not.toBe('CHECK_EMAIL_FAILED')
  })

  test.each([
    ['a line that is down', 'lost' as const, { code: 'NETWORK' }],
    [
      'too many tries',
      [429, problem('TOO_MANY_REQUESTS'), { 'Retry-After': '7' }] as const,
      { code: 'TOO_MANY_REQUESTS', retryAfterMs: 7000 },
    ],
    [
      'a field the server refuses',
      [400, { ...problem('BAD_REQUEST'), fields: { email: 'No such place' } }] as const,
      { fields: { email: 'No such place' } },
    ],
  ])('%s is said at the form', async (_, answer, refusal) => {
    const stage = setUp({ [CHECK]: answer })
    await stage.happens(stage.opened(), about)
    expect(stage.state).toMatchObject({ end: null, refusal: { step: 'about', ...refusal } })
  })

  test('sends no second code to who went back and on', async () => {
    const stage = setUp()
    await stage.happens(
      stage.opened(null, { codeSentTo: ABOUT.email, codeSentAt: new FakeClock().now() - 60_000 }),
      about,
    )
    expect(stage.calls()).toEqual([CHECK])
    expect(stage.state?.passed).toBe('a')
  })

  test('sends no second code to who goes on at once, by a clock that is ahead by half a second as well', async () => {
    for (const ms of [0, 500]) {
      const stage = setUp()
      const codeSentAt = new FakeClock().now() + ms
      await stage.happens(stage.opened(null, { codeSentTo: ABOUT.email, codeSentAt }), about)
      expect(stage.calls()).toEqual([CHECK])
    }
  })

  test('sends another where nobody knows how old the first is, as the clock was put back', async () => {
    const stage = setUp()
    const codeSentAt = new FakeClock().now() + 3_000_000
    await stage.happens(stage.opened(null, { codeSentTo: ABOUT.email, codeSentAt }), about)
    expect(stage.calls()).toEqual([CHECK, SEND])
  })

  test('sends another where the first is no longer good', async () => {
    const stage = setUp()
    await stage.happens(
      stage.opened(null, { codeSentTo: ABOUT.email, codeSentAt: new FakeClock().now() - 700_000 }),
      about,
    )
    expect(stage.calls()).toEqual([CHECK, SEND])
  })
})

describe('the code', () => {
  const sent = signup.signUpCodeSent({ requestId: 'b', code: 'code:1' })
  const withCode = () => new Map([['code:1', '01234']])

  test('SIGNUP-017: is validated, and what proves the address goes into the vault', async () => {
    const stage = setUp({ [VALIDATE]: [200, { data: { email_token: 'proof' } }] }, withCode())
    await stage.happens(stage.opened(null, { about: ABOUT }), sent)
    expect(stage.asked.at(-1)).toEqual({ call: VALIDATE, body: { email: ABOUT.email, code: '01234' } })
    expect(stage.secrets.get(stage.state?.emailToken ?? '')).toBe('proof')
    expect(JSON.stringify(stage.reported)).not.toContain('proof')
  })

  test('API-SIGNUP-003: whose answer was lost goes out again under its key, another one under another', async () => {
    const stage = setUp({ [VALIDATE]: 'lost' }, new Map([['code:1', '01234'], ['code:2', '01234'], ['code:3', '43210']])) // biome-ignore format: three
    const give = (requestId: string, code: string) => stage.happens(signup.signUpCodeSent({ requestId, code }))
    await stage.happens(stage.opened(null, { about: ABOUT }))
    stage.keys.length = 0
    await give('first', 'code:1')
    stage.answers[VALIDATE] = [409, problem('CODE_EXPIRED')]
    await give('again', 'code:2')
    await give('other', 'code:3')
    expect(stage.keys).toEqual(['first', 'first', 'other'])
  })

  test('SIGNUP-017: that the vault lost is asked for again, and no server is asked with none', async () => {
    const stage = setUp({ [VALIDATE]: [403, problem('INVALID_CODE')] })
    await stage.happens(stage.opened(null, { about: ABOUT }), sent)
    expect(stage.state).toMatchObject({ end: null, refusal: { code: 'UNREACHABLE' } })
    expect(stage.calls()).not.toContain(VALIDATE)
  })

  test('SIGNUP-040: that expired is said at the form, with the code for its banner', async () => {
    const stage = setUp({ [VALIDATE]: [409, problem('CODE_EXPIRED')] }, withCode())
    await stage.happens(stage.opened(null, { about: ABOUT }), sent)
    expect(stage.state).toMatchObject({ end: null, refusal: { code: 'CODE_EXPIRED', step: 'code' } })
  })

  test('SIGNUP-041: another one is sent when it is asked for', async () => {
    const stage = setUp()
    await stage.happens(stage.opened(null, { about: ABOUT }), signup.signUpCodeAsked({ requestId: 'r' }))
    expect(stage.asked.at(-1)).toEqual({ call: SEND, body: { email: ABOUT.email } })
    expect(stage.state).toMatchObject({ codeSentTo: ABOUT.email, passed: 'r' })
  })
})

describe('the last step', () => {
  test('SIGNUP-060: sends all of it, with the proof, the language, who invited and where', async () => {
    const stage = setUp({ [CONFIRM]: [201] }, new Map([['link:8', 'proof']]))
    await stage.happens(stage.opened(null, proved), company())
    expect(stage.asked.at(-1)).toEqual({
      call: CONFIRM,
      body: {
        ...ABOUT,
        ...COMPANY,
        email_token: 'proof',
        token: '',
        password: '',
        confirm_password: '',
        language: 'en',
        inviter_id: '',
        inviter_email: '',
        inviter_relationship: '',
        sign_up_page_url: 'https://player.test/signup',
      },
    })
    expect(stage.state?.end).toBe('received')
  })

  test('of an invited person sends token and password out of the vault, in a form the server takes', async () => {
    const stage = setUp({ [CONFIRM]: [201] }, new Map([['link:7', 'invitation'], ['password:1', 'a1#4567']])) // biome-ignore format: two
    await stage.happens(stage.opened(INVITED), about, company('password:1'))
    const { body } = stage.asked.at(-1) ?? {}
    expect(body).toMatchObject({
      token: 'invitation',
      email_token: '',
      password: 'a1#4567',
      confirm_password: 'a1#4567',
      inviter_id: 'p1',
      inviter_email: 'pat@demo.test',
      inviter_relationship: 'coworker',
    })
    expect(signUpProblems(SignUpRequest.parse(body))).toEqual({})
    expect(stage.state?.end).toBe('coworker')
  })

  test('H-378: of a coworker whose account waits says that the request came', async () => {
    const secrets = new Map([['link:7', 'invitation'], ['password:1', 'a1#4567']]) // biome-ignore format: two
    const stage = setUp({ [CONFIRM]: [201, { data: { pending: true } }] }, secrets)
    await stage.happens(stage.opened(INVITED), about, company('password:1'))
    expect(stage.state).toMatchObject({ end: 'received', request: null })
  })

  test('SIGNUP-062: 403 sets INVALID_EMAIL_TOKEN and ends it as expired', async () => {
    const stage = setUp({ [CONFIRM]: [403, problem('INVALID_EMAIL_TOKEN')] }, new Map([['link:8', 'proof']]))
    await stage.happens(stage.opened(null, proved), company())
    expect(stage.state).toMatchObject({ end: 'expired', refusal: { code: 'INVALID_EMAIL_TOKEN' } })
  })

  test.each([
    ['what is no answer of the API', 'Forbidden'],
    ['nothing', undefined],
    ['another code', problem('FORBIDDEN')],
  ])('H-559: 403 with %s ends it as failed, and keeps what proves the address', async (_, body) => {
    const secrets = new Map([['link:8', 'proof']])
    const stage = setUp({ [CONFIRM]: [403, body] }, secrets)
    await stage.happens(stage.opened(null, proved), company())
    expect(stage.state).toMatchObject({ end: 'failed', verified: ABOUT.email, emailToken: 'link:8' })
    expect(stage.secrets.get('link:8')).toBe('proof')
  })

  test('H-205: 403 with a sentence and no code is the server’s own, and ends it as expired', async () => {
    const stage = setUp({ [CONFIRM]: [403, { message: 'The link has expired.' }] }, new Map([['link:8', 'proof']]))
    await stage.happens(stage.opened(null, proved), company())
    expect(stage.state).toMatchObject({ end: 'expired', refusal: { code: 'INVALID_EMAIL_TOKEN' } })
  })

  test('SIGNUP-064: 409 sets SIGNUP_FAILED and ends it as failed', async () => {
    const stage = setUp({ [CONFIRM]: [409, problem('SIGNUP_FAILED')] }, new Map([['link:8', 'proof']]))
    await stage.happens(stage.opened(null, proved), company())
    expect(stage.state).toMatchObject({ end: 'failed', refusal: { code: 'SIGNUP_FAILED' } })
  })

  test('D-024: a server that fails ends it so too, and keeps what was typed', async () => {
    const stage = setUp({ [CONFIRM]: [503, problem('UNAVAILABLE')] }, new Map([['link:8', 'proof']]))
    await stage.happens(stage.opened(null, proved), company())
    expect(stage.state).toMatchObject({ end: 'failed', form: { ...ABOUT, ...COMPANY }, emailToken: 'link:8' })
  })

  test('a line that is down is said at the form', async () => {
    const stage = setUp({ [CONFIRM]: 'lost' }, new Map([['link:8', 'proof']]))
    await stage.happens(stage.opened(null, proved), company())
    expect(stage.state).toMatchObject({ end: null, refusal: { code: 'NETWORK', step: 'company' } })
  })

  test('without what proves the address ends as expired, and asks nobody', async () => {
    const stage = setUp()
    await stage.happens(stage.opened(null, proved), company())
    expect(stage.state?.end).toBe('expired')
    expect(stage.calls()).toEqual([])
  })

  test('a password the vault lost is asked for by sending again', async () => {
    const stage = setUp({}, new Map([['link:7', 'invitation']]))
    await stage.happens(stage.opened(INVITED), about, company('password:1'))
    expect(stage.state).toMatchObject({ end: null, refusal: { code: 'UNREACHABLE' } })
  })
})

describe('what the vault holds', () => {
  const held = () => new Map([['link:7', 'invitation'], ['link:8', 'proof'], ['password:1', 'a1#4567'], ['code:1', '01234']]) // biome-ignore format: four
  const invited = (stage: ReturnType<typeof setUp>) => stage.opened(INVITED, { emailToken: 'link:8' })

  test('loses a code with the call it goes with', async () => {
    const stage = setUp({ [VALIDATE]: [400, problem('INVALID_CODE')] }, held())
    await stage.happens(stage.opened(null, { about: ABOUT }), signup.signUpCodeSent({ requestId: 'b', code: 'code:1' }))
    expect(stage.secrets.has('code:1')).toBe(false)
  })

  test('loses a password with the call it goes with, and no link to a line that is down', async () => {
    const stage = setUp({ [CONFIRM]: 'lost' }, held())
    await stage.happens(invited(stage), about, company('password:1'))
    expect(new Set(stage.secrets.keys())).toEqual(new Set(['code:1', 'link:7', 'link:8']))
  })

  test.each([
    ['confirmed', 201],
    ['refused for good', 403],
  ])('loses both links once the sign-up is %s', async (_, status) => {
    const stage = setUp({ [CONFIRM]: [status, problem('INVALID_EMAIL_TOKEN')] }, held())
    await stage.happens(invited(stage), about, company('password:1'))
    expect([...stage.secrets.keys()]).toEqual(['code:1'])
  })
})

describe('the languages', () => {
  test.each([
    ['fr', 'fr'],
    ['en', 'en'],
    ['ñ\n', null],
  ] as const)('SIGNUP-012: a code is asked for in the chosen one, %j', async (language, said) => {
    const stage = setUp()
    await stage.happens(stage.opened(null, { language }), signup.signUpAboutSent({ requestId: 'a', about: ABOUT }))
    await stage.happens(signup.signUpCodeAsked({ requestId: 'b' }))
    const codes = stage.asked.flatMap(({ call }, at) => (call === SEND ? [stage.spoken[at]] : []))
    expect(codes).toEqual([said, said])
  })

  test('H-485, SIGNUP-012, I18N-001, I18N-004: are those of the server’s list, each with name and code', async () => {
    const languages = [{ name: 'English', code: 'en' }, { name: 'Deutsch', code: 'de' }] // biome-ignore format: two
    const stage = setUp({ 'player.json': [200, languages] })
    await stage.happens(stage.opened())
    expect(stage.state?.languages).toEqual(languages)
  })

  test.each<[string, Answer]>([
    ['did not come', 'lost'],
    ['was not there', [404, problem('NOT_FOUND')]],
    ['is no list of languages', [200, [{ name: 'Deutsch' }]]],
  ])('I18N-002: are English alone where the list %s', async (_, answer) => {
    const stage = setUp({ 'player.json': answer })
    await stage.happens(stage.opened())
    expect(stage.state?.languages).toEqual([{ name: 'English', code: 'en' }])
  })
})

describe('the end of an invitation', () => {
  const HOUR = 3_600_000
  const languages = [{ name: 'English', code: 'en' }]
  /** @param aheadMs how far the server's clock is from this machine's; null: it does not say */
  async function opens(leftMs: number, aheadMs: number | null) {
    const now = new FakeClock().now()
    const date = aheadMs === null ? {} : { Date: new Date(now + aheadMs).toUTCString() }
    const stage = setUp({ 'player.json': [200, languages, date] })
    const invited = { progress: PROGRESS, invitation: INVITED, unreadable: false, ended: false }
    await stage.happens(signup.signUpOpened({ ...invited, until: now + leftMs }))
    return stage.state?.end
  }

  test('is judged by the server’s clock where this machine’s is fast', async () => {
    expect(await opens(-HOUR, -2 * HOUR)).toBeNull()
  })

  test('is judged by the server’s clock where this machine’s is slow', async () => {
    expect(await opens(HOUR, 2 * HOUR)).toBe('expired')
  })

  test('is judged by this machine’s clock where the server does not say', async () => {
    expect([await opens(HOUR, null), await opens(-HOUR, null)]).toEqual([null, 'expired'])
  })
})

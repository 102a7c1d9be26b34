/**
 * Every call of the session with its answer lost at the first, a middle and the last byte, and late by more than the
 * client waits: the client says that there was no answer and nothing else, what was asked is done all the same, and
 * what a repeat then comes to is known for each.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { TestBrowser, type TestTab } from '#tests/support/sessionTabs.ts'
import {
  cancelSessions,
  forgotPassword,
  initialSetup,
  login,
  logout,
  magicLinkLogin,
  refresh,
  requestMagicLink,
  resetPassword,
} from '#workers/api/auth.ts'
import { registerDevice } from '#workers/api/profile.ts'
import { validateCode } from '#workers/api/signup.ts'
import { type Api, createApi } from '#workers/api/transport/client.ts'
import { call } from './http.ts'
import {
  approvedInvited, freshEmail, linkToken, mailsTo, mailTo, newPlayer, type Person, post, put, signup,
} from './people.ts' // biome-ignore format: a list
import { onStores } from './stores.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
const NEW_PASSWORD = 'Harbour-8-Lantern'
/** What this browser asks with, again and again (D-162). */
const KEY = 'c2f6a0de-key-of-this-browser'

/** A call about to be made, and what is true once it was. */
interface Prepared {
  run(api: Api): Promise<unknown>
  /** Whether the server has done what was asked; left out where only the repeat shows it. */
  isDone?(): Promise<boolean>
  access?: string
}
interface Walk {
  name: string
  method: string
  path: string
  prepare(base: string): Promise<Prepared>
  /** What the same call comes to afterwards: a refusal, or what it answers. */
  again: { status: number; code: string } | ((answer: unknown, base: string) => unknown)
}

const fine = () => undefined
const works = async (base: string, access: string) => (await call(base, '/genres', { token: access })).status === 200
const goodPair = async (pair: unknown, base: string) => {
  expect(await works(base, (pair as Record<string, string>)['access-token'] ?? '')).toBe(true)
  expect(place(pair)).toBe(0)
}
const place = (pair: unknown) =>
  Number((pair as { 'refresh-token': string })['refresh-token'].split('.')[2] ?? Number.NaN)

async function asked(base: string, email: string, kind: 'magic_link' | 'password_reset'): Promise<boolean> {
  return (await mailsTo(base, email, kind)).length === 1
}

const WALKS: Walk[] = [
  {
    name: 'API-AUTH-001 login',
    method: 'POST',
    path: '/api/player/v2/auth/login',
    prepare: async () => ({
      run: (api) => login(api, { username: 'verified@demo.test', password: DEMO_PASSWORD, publicdevice: false }, KEY),
    }),
    // The session the lost answer spoke of (H-639).
    again: goodPair,
  },
  {
    name: 'API-AUTH-002 logout',
    method: 'POST',
    path: '/api/auth/logout',
    prepare: async (base) => {
      const { access } = await newPlayer(base)
      return { run: (api) => logout(api, access), isDone: async () => !(await works(base, access)) }
    },
    // A 401 is taken as done.
    again: fine,
  },
  {
    name: 'API-AUTH-003 magic-link request',
    method: 'POST',
    path: '/api/auth/pwdless',
    prepare: async (base) => {
      const { email } = await newPlayer(base)
      return {
        run: (api) => requestMagicLink(api, email, false, 'nonce-of-this-browser'),
        isDone: () => asked(base, email, 'magic_link'),
      }
    },
    again: fine,
  },
  {
    name: 'API-AUTH-004 magic-link login',
    method: 'PUT',
    path: '/api/auth/pwdless',
    prepare: async (base) => {
      const { email } = await newPlayer(base)
      await post(base, '/auth/pwdless', { email, publicdevice: false })
      const token = await linkToken(base, email, 'magic_link', '/authverify/')
      return { run: (api) => magicLinkLogin(api, token, KEY) }
    },
    // The session the lost answer spoke of.
    again: goodPair,
  },
  {
    name: 'API-AUTH-005 forgot password',
    method: 'GET',
    path: '/api/auth/reset/',
    prepare: async (base) => {
      const { email } = await newPlayer(base)
      return { run: (api) => forgotPassword(api, email), isDone: () => asked(base, email, 'password_reset') }
    },
    again: fine,
  },
  {
    name: 'API-AUTH-006 reset password',
    method: 'PUT',
    path: '/api/auth/chgpwdreset',
    prepare: async (base) => {
      const { email, access } = await newPlayer(base)
      expect((await call(base, `/auth/reset/${encodeURIComponent(email)}`)).status).toBe(200)
      const token = await linkToken(base, email, 'password_reset', '/resetpwd/')
      return {
        run: (api) => resetPassword(api, NEW_PASSWORD, token, KEY),
        isDone: async () => !(await works(base, access)),
      }
    },
    again: fine,
  },
  {
    name: 'API-AUTH-007 refresh',
    method: 'PUT',
    path: '/api/auth/refresh',
    prepare: async (base) => {
      const { refresh: token } = await newPlayer(base)
      return { run: (api) => refresh(api, token) }
    },
    // The lost token itself: one place further than the one that was sent, not two.
    again: async (pair, base) => {
      expect(place(pair)).toBe(1)
      const next = await put(base, '/auth/refresh', {
        'refresh-token': (pair as Record<string, string>)['refresh-token'],
      })
      expect(place(await next.json())).toBe(2)
    },
  },
  {
    name: 'API-AUTH-008 cancel all sessions',
    method: 'DELETE',
    path: '/api/auth/sessions',
    prepare: async (base) => {
      const { access } = await newPlayer(base)
      return { run: cancelSessions, isDone: async () => !(await works(base, access)), access }
    },
    again: { status: 401, code: 'UNAUTHENTICATED' },
  },
  {
    name: 'API-AUTH-009 initial setup',
    method: 'POST',
    path: '/api/auth/initial-setup',
    prepare: async (base) => {
      const token = await approvedInvited(base)
      return { run: (api) => initialSetup(api, token, KEY) }
    },
    again: goodPair,
  },
  {
    name: 'API-SIGNUP-003 validate code',
    method: 'POST',
    path: '/api/accounts/player/signup/validate-email-verification-code',
    prepare: async (base) => {
      const email = freshEmail()
      await signup(base, 'send-email-verification-code', { email })
      const code = /^\d{5}$/m.exec((await mailTo(base, email, 'signup_code')).text)?.[0] ?? ''
      return { run: (api) => validateCode(api, email, code, KEY) }
    },
    again: (token) => expect(token).toMatch(/^[^.]+\.[^.]+\.[^.]+$/),
  },
  {
    name: 'API-MISC-003 device registration',
    method: 'POST',
    path: '/api/notifications/device',
    prepare: async (base) => {
      const { access }: Person = await newPlayer(base)
      return { run: (api) => registerDevice(api, { device_id: 'd', platform: 'web' }), access }
    },
    again: fine,
  },
]

onStores((server) => {
  const base = () => server().url
  const left = async () => ((await (await fetch(`${base()}/dev/faults`)).json()) as unknown[]).length
  const arm = async ({ method, path }: Pick<Walk, 'method' | 'path'>, program: object) => {
    const answer = await fetch(`${base()}/dev/faults`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify([{ match: { method, path }, times: 1, program: [program] }]),
    })
    expect(answer.status).toBe(204)
  }
  afterEach(async () => {
    await fetch(`${base()}/dev/faults`, { method: 'DELETE' })
  })

  describe.each(WALKS)('$name', (walk) => {
    it.each([
      ['lost at its first byte', { step: 'lost', at: 'first' }, 'NETWORK'],
      ['lost in the middle', { step: 'lost', at: 'middle', how: 'reset' }, 'NETWORK'],
      ['lost at its last byte', { step: 'lost', at: 'last' }, 'NETWORK'],
      ['late', { step: 'late', ms: 120_000 }, 'TIMEOUT'],
    ])('its answer %s: said as no answer, and done all the same', async (_, program, code) => {
      const prepared = await walk.prepare(base())
      const clock = new FakeClock()
      const session = { accessToken: async () => prepared.access ?? null, renew: async () => null }
      const api = createApi({ fetch: (input, init) => fetch(input, init), session, clock, base: `${base()}/api` })
      await arm(walk, program)
      const answer = prepared.run(api).then(
        () => expect.unreachable('there was an answer'),
        (error: unknown) => error,
      )
      await expect.poll(left, PATIENCE).toBe(0)
      if (prepared.isDone) await expect.poll(prepared.isDone, PATIENCE).toBe(true)
      if (code === 'TIMEOUT') await clock.advance(25_000)
      expect(await answer).toMatchObject({ name: 'ApiError', status: 0, code })
      if (typeof walk.again === 'function') await walk.again(await prepared.run(api), base())
      // What only the repeat shows may be a moment behind an answer that is late.
      else await expect.poll(() => prepared.run(api).catch((error) => error), PATIENCE).toMatchObject(walk.again)
    })
  })

  describe('the session engine', () => {
    const SIGN_IN = { method: 'POST', path: '/api/player/v2/auth/login' }
    const open = async () => {
      const browser = new TestBrowser((input, init) => fetch(base() + input, init), new FakeClock())
      const [tab] = (await browser.open(1)) as [TestTab]
      return { browser, tab }
    }
    const press = async (tab: TestTab) => {
      tab.signIn('verified@demo.test', DEMO_PASSWORD)
      await expect.poll(() => tab.story.session.status, PATIENCE).not.toBe('signingIn')
    }

    it.each(['first', 'middle', 'last'])(
      'a sign-in whose answer is lost (%s byte) can be pressed again',
      async (at) => {
        const { tab } = await open()
        await arm(SIGN_IN, { step: 'lost', at })
        await press(tab)
        expect(tab.story.session).toMatchObject({ status: 'signedOut', errorCode: 'UNREACHABLE', loading: false })
        await press(tab)
        tab.expectIn()
      },
    )

    it.each(['first', 'last'])(
      'a sign-out whose answer is lost (%s byte) is one, here and at the server',
      async (at) => {
        const { browser, tab } = await open()
        await press(tab)
        const access = browser.access ?? ''
        await arm({ method: 'POST', path: '/api/auth/logout' }, { step: 'lost', at })
        tab.hears({ type: 'session.signOutRequested', v: 1, payload: {} })
        expect(tab.types.at(-1)).toBe('session.ended')
        await expect.poll(() => works(base(), access), PATIENCE).toBe(false)
        await settle()
        expect(browser).toMatchObject({ access: null, refresh: null })
      },
    )
  })
})

import { expect, test } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import {
  sessionAbsent,
  sessionExpired,
  sessionSignInRequested,
  sessionSignOutRequested,
  sessionStarted,
} from '#core/events/people/session.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { Story, someClaims } from '#tests/support/story.ts'
import { createApi } from './api/transport/client.ts'
import { createLostSession } from './lostSession.ts'

const HANDLES = { accessToken: 'session:access', refreshToken: 'session:refresh' }
const signedIn = () => new Story().happens(sessionStarted({ claims: someClaims(), ...HANDLES, restored: true }))
const SIGN_OUT = sessionSignOutRequested({})

/** A page of somebody who is signed in. @param keeps whether it may keep anything @param server answers the calls */
function page(story: Story, { keeps = true, server = async () => new Response(null, { status: 204 }) } = {}) {
  const done: unknown[] = []
  const clock = new FakeClock()
  const engine = createLostSession({
    api: createApi({
      async fetch(path, init) {
        done.push(`${init?.method} ${path} ${new Headers(init?.headers).get('Authorization')}`)
        return server()
      },
      session: null,
      clock,
    }),
    clock,
    report(draft) {
      done.push(draft.type)
      happens(draft)
    },
    forget: async () => void done.push('refresh token dropped'),
    mayKeep: () => keeps,
    tell: (message) => done.push(message),
  })
  function happens(draft: AppDraft): void {
    story.happens(draft)
    engine.accept({ ...draft, seq: 1, t: 0, source: 'person', cause: null } as never, story.state)
  }
  const lose = () =>
    engine.lose(async () => {
      done.push('access token taken')
      return 'access'
    })
  return { clock, done, happens, lose, story }
}

const CLEARED = ['access token taken', 'refresh token dropped', { kind: 'ended' }]
const LOGOUT = 'POST /api/auth/logout Bearer access'

test.each([
  ['before it was given up', true],
  ['after it was given up', false],
])('SESSION-011: whoever signs out %s is signed out: first here, then for the server', async (_, isBefore) => {
  const { done, happens, lose, story } = page(signedIn())
  if (isBefore) happens(SIGN_OUT)
  await settle()
  expect(done).toEqual([])
  lose()
  if (!isBefore) happens(SIGN_OUT)
  await settle()
  expect(done).toEqual([...CLEARED, LOGOUT, 'session.ended'])
  expect(story.session.status).toBe('signedOut')
})

test.each([
  ['no goodbye', true, { kind: 'ended', expired: true }],
  ['a goodbye on a public computer', false, { kind: 'ended' }],
])('SESSION-010: OK in the dialog of a session that expired is %s', async (_, keeps, told) => {
  const { done, happens, lose, story } = page(signedIn(), { keeps })
  lose()
  happens(sessionExpired({}))
  happens(sessionSignOutRequested({ expired: true }))
  await settle()
  expect(done).toContainEqual(told)
  expect(story.session.status).toBe('signedOut')
})

test('SESSION-011: the server is waited for, as the page begins anew, but not for long', async () => {
  const { clock, done, happens, lose } = page(signedIn(), { server: () => new Promise(() => {}) })
  lose()
  happens(SIGN_OUT)
  await settle()
  expect(done).toEqual([...CLEARED, LOGOUT])
  await clock.advance(2000)
  expect(done.at(-1)).toBe('session.ended')
})

test('a sign-in that nobody answers any more is refused', async () => {
  const { happens, lose, story } = page(new Story().happens(sessionAbsent({})))
  lose()
  happens(sessionSignInRequested({ handle: 'credentials:1', publicDevice: false }))
  await settle()
  expect(story.session).toMatchObject({ status: 'signedOut', errorCode: 'UNREACHABLE' })
})

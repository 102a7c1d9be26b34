import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { ApiErrorBody } from '#core/model/apiError.ts'
import { call } from './http.ts'
import { newPlayer, signUpForm } from './people.ts'
import { onBothStores } from './stores.ts'

/** Calls about people that take a body, and those that take something in their path. */
const BODIES = [
  ['POST', '/player/v2/auth/login'],
  ['POST', '/auth/pwdless'],
  ['PUT', '/auth/pwdless'],
  ['PUT', '/auth/chgpwdreset'],
  ['PUT', '/auth/refresh'],
  ['POST', '/auth/initial-setup'],
  ['POST', '/accounts/player/signup/check-accounts-by-email'],
  ['POST', '/accounts/player/signup/send-email-verification-code'],
  ['POST', '/accounts/player/signup/validate-email-verification-code'],
  ['POST', '/accounts/player/signup/confirm-signup'],
  ['POST', '/accounts/player/invitations/accept'],
  ['POST', '/accounts/player/invitations/connect'],
  ['POST', '/accounts/player/invitations'],
  ['POST', '/profile'],
  ['POST', '/profile/merge'],
  ['POST', '/profile/split'],
  ['POST', '/split/a.b.c'],
  ['POST', '/notifications/device'],
  ['POST', '/support/messages'],
] as const
const PATHS = [
  ['GET', '/auth/reset/'],
  ['GET', '/merge/'],
  ['POST', '/merge/'],
  ['GET', '/split/'],
  ['POST', '/split/'],
  ['DELETE', '/accounts/player/connections/'],
] as const

const FIELDS = [
  'email', 'token', 'password', 'username', 'publicdevice', 'dtw', 'refresh-token', 'code', 'invitation_token', 'invitations',
  'invitee_email', 'relationship', 'firstname', 'title', 'country', 'state', 'phone', 'website', 'mailto', 'mailpref', 'emails',
  'language', 'device_id', 'platform', 'message', '__proto__', 'constructor', 'toString', 'jti', 'playerid',
] // biome-ignore format: a list
/** Values that once broke something somewhere, among any. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    '', ' ', '\u0000', 'a@b.cd', 'İ@x.yz', 'ẞ@ß.de', "' or 1=1 --", '../../etc/passwd', 'eyJhbGciOiJub25lIn0.e30.', '\ud800', '\u202e',
    null, true, false, 0, -1, 1e308, [], {}, 'x'.repeat(5000), ['a@b.cd'], [{ invitee_email: 'a@b.cd', relationship: 'coworker' }],
  ), // biome-ignore format: a list
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
)
const body = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 6 }) },
  {
    weight: 2,
    arbitrary: fc
      .dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 3 })
      .map((more) => signUpForm('a@b.cd', more)),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string() },
)

onBothStores((server) => {
  let access = ''
  beforeAll(async () => {
    access = (await newPlayer(server().url)).access
  }, 150_000)

  async function refusedOrDone(answer: Promise<Response>): Promise<void> {
    const response = await answer
    const text = await response.text()
    expect(response.status, text).toBeLessThan(500)
    if (response.status >= 400) {
      const { code, message } = ApiErrorBody.parse(JSON.parse(text))
      expect(code).toMatch(/^[A-Z_]+$/)
      // A stack trace or a statement has no place in an answer.
      expect(message).not.toMatch(/\bat \S+:\d+|select |insert |node_modules/i)
    }
  }

  it.each(BODIES)('%s %s answers no garbage with a 5xx, signed in or not', async (method, path) => {
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (sent, signedIn) => {
        const text = typeof sent === 'string' ? sent : JSON.stringify(sent)
        await refusedOrDone(call(server().url, path, { method, body: text, ...(signedIn ? { token: access } : {}) }))
      }),
      { numRuns: 25 },
    )
  })

  it.each(PATHS)('%s %s… answers no garbage in the path with a 5xx', async (method, path) => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), async (text) => {
        const part = encodeURIComponent(text)
        if (part === '.' || part === '..') return
        await refusedOrDone(call(server().url, path + part, { method, token: access }))
      }),
      { numRuns: 20 },
    )
  })

  it('has logged no failure', () => {
    expect(server().output().stderr).not.toContain('"level":"error"')
  })
})

// The token of each mail at every call that takes one: it is good at its own alone, and others do not use it up.
import { beforeAll, describe, expect, it } from 'vitest'
import { call, refusal } from './http.ts'
import {
  approvedInvited,
  emailToken,
  freshEmail,
  GOOD_PASSWORD,
  linkToken,
  newPlayer,
  type Person,
  post,
  put,
  signUpForm,
  signup,
} from './people.ts'
import { onStores } from './stores.ts'

const KINDS = ['magic link', 'reset', 'setup', 'invitation', 'connection', 'merge', 'split', 'e-mail proof'] as const
type Kind = (typeof KINDS)[number]
const PASSWORDS = { password: GOOD_PASSWORD, confirm_password: GOOD_PASSWORD }

onStores((server) => {
  const url = () => server().url
  let person: Person
  let proved = ''
  let tokens: Record<Kind, string>

  const confirm = (more: object) => signup(url(), 'confirm-signup', signUpForm(proved, more))
  /** By what is asked for: the kinds it takes, and the call. */
  const calls: [name: string, takes: readonly Kind[], ask: (token: string) => Promise<Response>][] = [
    ['PUT /auth/pwdless', ['magic link'], (token) => put(url(), '/auth/pwdless', { token })],
    [
      'PUT /auth/chgpwdreset',
      ['reset'],
      (token) => put(url(), '/auth/chgpwdreset', { password: 'Lamp-9-Quay', token }),
    ],
    ['POST /auth/initial-setup', ['setup'], (token) => post(url(), '/auth/initial-setup', { token })],
    ['confirm-signup by invitation', ['invitation'], (token) => confirm({ token, ...PASSWORDS })],
    ['confirm-signup by address', ['e-mail proof'], (token) => confirm({ email_token: token })],
    // Whoever was invited to sign up may have come by an account meanwhile.
    ['POST invitations/accept', ['connection', 'invitation'], (token) => accept(token)],
    ['GET /merge', ['merge'], (token) => call(url(), `/merge/${encodeURIComponent(token)}`)],
    ['POST /merge', ['merge'], (token) => post(url(), `/merge/${encodeURIComponent(token)}`, {}, person.access)],
    ['GET /split', ['split'], (token) => call(url(), `/split/${encodeURIComponent(token)}`)],
    ['POST /split', ['split'], (token) => post(url(), `/split/${encodeURIComponent(token)}`, {}, person.access)],
  ]
  const accept = (invitation_token: string) =>
    post(url(), '/accounts/player/invitations/accept', { invitation_token }, person.access)

  beforeAll(async () => {
    person = await newPlayer(url())
    const inviter = await newPlayer(url())
    const [invited, second, third] = [freshEmail(), freshEmail(), freshEmail()]
    proved = freshEmail()
    const invitations = [invited, person.email].map((invitee_email) => ({ invitee_email, relationship: 'coworker' }))
    await post(url(), '/accounts/player/invitations', { invitations }, inviter.access)
    await post(url(), '/profile/merge', { email: second }, person.access)
    const joined = await linkToken(url(), second, 'merge_confirm', '/merge/')
    await post(url(), `/merge/${encodeURIComponent(joined)}`, {}, person.access)
    await post(url(), '/profile/split', { email: second }, person.access)
    await post(url(), '/profile/merge', { email: third }, person.access)
    await post(url(), '/auth/pwdless', { email: person.email, publicdevice: false })
    await call(url(), `/auth/reset/${encodeURIComponent(person.email)}`)
    tokens = {
      'magic link': await linkToken(url(), person.email, 'magic_link', '/authverify/'),
      reset: await linkToken(url(), person.email, 'password_reset', '/resetpwd/'),
      setup: await approvedInvited(url()),
      invitation: await linkToken(url(), invited, 'invitation_new', '/signup/'),
      connection: await linkToken(url(), person.email, 'invitation_existing', '/signin/'),
      merge: await linkToken(url(), third, 'merge_confirm', '/merge/'),
      split: await linkToken(url(), second, 'split_confirm', '/split/'),
      'e-mail proof': await emailToken(url(), proved),
    }
  })

  describe('the token of another mail', () => {
    it.each(calls)('D-162: is refused by %s, as are malformed, empty and endless ones', async (_name, takes, ask) => {
      const foreign = KINDS.filter((kind) => !takes.includes(kind)).map((kind) => tokens[kind])
      for (const token of [...foreign, 'a.b.c', '%E0%A4%A', 'x'.repeat(4000), 'x'.repeat(10_000)]) {
        const { status } = await refusal(ask(token))
        expect([token.slice(0, 9), status]).toEqual([token.slice(0, 9), expect.toSatisfy((n) => n >= 400 && n < 500)])
      }
    })

    it.each([
      ['merge', 'GET /merge', 200],
      ['split', 'GET /split', 200],
      ['connection', 'POST invitations/accept', 200],
      ['e-mail proof', 'confirm-signup by address', 201],
      ['setup', 'POST /auth/initial-setup', 200],
      ['magic link', 'PUT /auth/pwdless', 200],
      ['reset', 'PUT /auth/chgpwdreset', 200],
    ] as const)('D-162: %s is used up by none of them', async (kind, name, status) => {
      const ask = calls.find(([known]) => known === name)?.[2]
      expect((await ask?.(tokens[kind]))?.status).toBe(status)
    })
  })
})

// People for contract tests: mails out of the outbox, test controls, players of a test's own.
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { TokenPair } from '#core/model/people/account.ts'
import { call, expectJson, login, signIn } from './http.ts'

export const GOOD_PASSWORD = 'Lantern-7-Harbour'

const Mail = z.object({
  kind: z.string(),
  to: z.string(),
  replyTo: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  links: z.array(z.string()),
  at: z.iso.datetime(),
  sent: z.nullable(z.iso.datetime()),
})
export type Mail = z.infer<typeof Mail>

/** The mails to an address, newest first. */
export async function mailsTo(base: string, to: string, kind?: string): Promise<Mail[]> {
  const answer = await fetch(`${base}/dev/outbox`)
  return z
    .array(Mail)
    .parse(await answer.json())
    .filter((mail) => mail.to === to && (kind === undefined || mail.kind === kind))
}

/** The newest mail of a kind to an address. */
export async function mailTo(base: string, to: string, kind: string): Promise<Mail> {
  const mail = (await mailsTo(base, to, kind))[0]
  if (!mail) throw new Error(`no ${kind} to ${to}`)
  return mail
}

/**
 * The token in the newest mail's link, which must begin with this path.
 * @param origin of the links, when it is not where the server is called
 */
export async function linkToken(
  base: string,
  to: string,
  kind: string,
  path: string,
  origin: string = base,
): Promise<string> {
  const { links } = await mailTo(base, to, kind)
  const link = links[0] ?? ''
  if (!link.startsWith(`${origin}${path}`)) throw new Error(`${kind} leads to ${link.slice(0, 60)}`)
  return decodeURIComponent(link.slice(origin.length + path.length))
}

export function dev(base: string, path: string, body: object = {}): Promise<Response> {
  return fetch(`${base}/dev/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Moves the server's clock, runs, and puts it right again. */
export async function later<T>(base: string, ms: number, run: () => Promise<T>): Promise<T> {
  await dev(base, 'clock', { ms })
  try {
    return await run()
  } finally {
    await dev(base, 'clock', { reset: true })
  }
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** An e-mail nobody has. */
export const freshEmail = (): string => `p${randomBytes(5).toString('hex')}@demo.test`

/** A complete sign-up form. */
export const signUpForm = (email: string, more: object = {}): object => ({
  first_name: 'Nora',
  last_name: 'Berg',
  email,
  industry: 'press-publicity-media',
  role: 'press',
  phone: '+31 20 123 4567',
  hasAcceptedTerms: true,
  group_owner: 'Berg Media',
  country: 'NL',
  city: 'Utrecht',
  primary_format: 'Jazz',
  language: 'en',
  sign_up_page_url: 'http://localhost/signup',
  ...more,
})

const SIGNUP = '/accounts/player/signup'
export const post = (base: string, path: string, body?: unknown, token?: string): Promise<Response> =>
  call(base, path, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  })
export const put = (base: string, path: string, body: unknown): Promise<Response> =>
  call(base, path, { method: 'PUT', body })
export const signup = (base: string, step: string, body: unknown): Promise<Response> =>
  post(base, `${SIGNUP}/${step}`, body)

/** Proves an e-mail with the code of its mail. */
export async function emailToken(base: string, email: string): Promise<string> {
  await signup(base, 'send-email-verification-code', { email })
  const { text } = await mailTo(base, email, 'signup_code')
  const code = /^\d{5}$/m.exec(text)?.[0] ?? ''
  const answer = await expectJson(
    z.object({ data: z.object({ email_token: z.string() }) }),
    signup(base, 'validate-email-verification-code', { email, code }),
  )
  return answer.data.email_token
}

/** Signs somebody up without an invitation: they are pending then. */
export async function signUpPending(base: string, more: object = {}): Promise<string> {
  const email = freshEmail()
  const answer = await signup(
    base,
    'confirm-signup',
    signUpForm(email, { email_token: await emailToken(base, email), ...more }),
  )
  if (answer.status !== 201) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`)
  return email
}

export interface Person {
  email: string
  access: string
  refresh: string
  playerid: string
}

const Claims = z.object({ playerid: z.string() })
export const playeridOf = (access: string): string =>
  Claims.parse(JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString())).playerid

/** An active player of this test's own, signed in with GOOD_PASSWORD. */
export async function newPlayer(
  base: string,
  options: { verified?: boolean; language?: string; origin?: string } = {},
): Promise<Person> {
  const email = await signUpPending(base, options.language === undefined ? {} : { language: options.language })
  await dev(base, `players/${email}`, { approve: true })
  const token = await linkToken(base, email, 'welcome_set_password', '/resetpwd/', options.origin)
  await put(base, '/auth/chgpwdreset', { password: GOOD_PASSWORD, token })
  if (options.verified === false) await dev(base, `players/${email}`, { verified: false })
  const pair = await expectJson(TokenPair, login(base, email, { password: GOOD_PASSWORD }))
  return {
    email,
    access: pair['access-token'],
    refresh: pair['refresh-token'],
    playerid: playeridOf(pair['access-token']),
  }
}

/** Signs a player in once more, e.g. with another of their e-mails. */
export async function again(base: string, email: string): Promise<string> {
  const pair = await expectJson(TokenPair, login(base, email, { password: GOOD_PASSWORD }))
  return pair['access-token']
}

export const demo = async (base: string, email = 'verified@demo.test'): Promise<string> =>
  (await signIn(base, email)).access

/** The token of the link that signs in somebody who chose a password when they were invited. */
export async function approvedInvited(base: string): Promise<string> {
  const email = freshEmail()
  const inviter = await newPlayer(base)
  const invitations = [{ invitee_email: email, relationship: 'other' }]
  await post(base, '/accounts/player/invitations', { invitations }, inviter.access)
  const token = await linkToken(base, email, 'invitation_new', '/signup/')
  const form = signUpForm(email, { token, password: GOOD_PASSWORD, confirm_password: GOOD_PASSWORD })
  const answer = await signup(base, 'confirm-signup', form)
  if (answer.status !== 201) throw new Error(`sign-up answered ${answer.status}`)
  await dev(base, `players/${email}`, { approve: true })
  return linkToken(base, email, 'welcome_set_password', '/login?token=')
}

/**
 * The sign-up, step by step. What is typed is kept for this tab, so that a reload loses no word; passwords are not, and
 * of tokens only the handles (D-033).
 */
import '#bridge/signup.ts'
import * as z from 'zod/mini'
import { wish } from '#bridge/dispatch.ts'
import {
  signUpAboutSent,
  signUpCodeAsked,
  signUpCodeSent,
  signUpCompanySent,
  signUpLanguageChosen,
  signUpOpened,
  signUpResumed,
} from '#core/events/people/signup.ts'
import { InvitationClaims } from '#core/model/people/network.ts'
import {
  type AboutYou,
  type CompanyFields,
  Invited,
  SIGNUP_LANGUAGE_DEFAULT,
  SignUpProgress,
} from '#core/model/people/signupWizard.ts'
import { readText, writeText } from '#platform/storage/storage.ts'
import { tokenClaims } from '#platform/tokenClaims.ts'
import { ports } from '../ports.ts'

const KEY = 'signUp'
/** What fields hold, by name. */
const Typed = z.record(z.string(), z.union([z.string(), z.boolean()]))
type Typed = z.infer<typeof Typed>

const Kept = z.object({
  /** By step. */
  typed: z.record(z.string(), Typed),
  progress: SignUpProgress,
  /** `until`: when the invitation ends, ms since 1970. */
  invited: z.nullable(z.object({ invitation: Invited, until: z.number() })),
})
type Kept = z.infer<typeof Kept>

const NOTHING: Kept = {
  typed: {},
  progress: {
    about: null,
    verified: '',
    emailToken: null,
    codeSentTo: '',
    codeSentAt: 0,
    language: SIGNUP_LANGUAGE_DEFAULT,
  },
  invited: null,
}

function kept(): Kept {
  try {
    const read = z.safeParse(Kept, JSON.parse(readText('tab', KEY) ?? 'null'))
    return read.success ? read.data : NOTHING
  } catch {
    return NOTHING
  }
}

const keep = (fields: Partial<Kept>) => writeText('tab', KEY, JSON.stringify({ ...kept(), ...fields }))

/**
 * Shows the wizard, with what this tab kept of it. The token of a link goes into the vault; the address may lose it
 * when this is settled.
 * @param token of an invitation; null: the one this tab came with, if any
 */
export async function openSignUp(token: string | null): Promise<void> {
  const { progress } = kept()
  let unreadable = false
  if (token !== null) {
    const claims = z.safeParse(InvitationClaims, tokenClaims(token))
    unreadable = !claims.success
    if (claims.success) {
      const { exp, ...said } = claims.data
      const handle = await ports().keepSecret('link', token)
      keep({ invited: { invitation: { ...said, token: handle }, until: exp * 1000 } })
    } else keep({ invited: null })
  }
  const { invited } = kept()
  // This machine's clock may be wrong: the server's decides (the sign-up engine).
  const until = invited === null ? {} : { until: invited.until }
  wish(signUpOpened({ progress, invitation: invited?.invitation ?? null, unreadable, ended: false, ...until }))
}

/** Goes on without the invitation, with all that was typed (SIGNUP-063). */
export function proceedWithoutInvitation(): void {
  keep({ invited: null })
  void openSignUp(null)
}

/** What was typed in a step, as this tab kept it. */
export function typedIn(step: string): Typed {
  return kept().typed[step] ?? {}
}

/** Keeps what the fields of a step hold. To be given no password. */
export function keepTyped(step: string, values: Typed): void {
  keep({ typed: { ...kept().typed, [step]: values } })
}

/** Keeps how far it came, for this tab. */
export function keepProgress({ about, verified, emailToken, codeSentTo, codeSentAt, language }: SignUpProgress): void {
  keep({ progress: { about, verified, emailToken, codeSentTo, codeSentAt, language } })
}

/** It is over: nothing of it stays in this tab. */
export function forgetSignUp(): void {
  writeText('tab', KEY, null)
}

/** Sends step one. @returns names the request in the state */
export function sendAboutYou(about: AboutYou): string {
  const requestId = ports().mintId()
  wish(signUpAboutSent({ requestId, about }))
  return requestId
}

/** Has another code sent. @returns names the request in the state */
export function askForCode(): string {
  const requestId = ports().mintId()
  wish(signUpCodeAsked({ requestId }))
  return requestId
}

/** Sends a code; it goes to the vault and nowhere else. @returns names the request in the state */
export async function sendCode(code: string): Promise<string> {
  const requestId = ports().mintId()
  wish(signUpCodeSent({ requestId, code: await ports().keepSecret('code', code) }))
  return requestId
}

/**
 * Sends the last step, and with it all of the sign-up.
 * @param password of an invited person; null: none
 * @returns names the request in the state
 */
export async function sendCompany(company: CompanyFields, password: string | null): Promise<string> {
  const requestId = ports().mintId()
  const handle = password === null ? null : await ports().keepSecret('password', password)
  wish(signUpCompanySent({ requestId, company, password: handle }))
  return requestId
}

/** The language of mails, and of the account to be. */
export function chooseSignUpLanguage(language: string): void {
  wish(signUpLanguageChosen({ language }))
}

/** Back from an end screen to the form. */
export function resumeSignUp(): void {
  wish(signUpResumed({}))
}

/**
 * What can happen to a sign-up. What people say of themselves is marked as personal: exports of the log mask it.
 * Passwords, codes and tokens never appear: a wish names their handles. `requestId` names a try in what becomes of it.
 */
import * as z from 'zod/mini'
import { RequestId } from '../../model/ids.ts'
import { later } from '../../model/later.ts'
import { RefusalDetails } from '../../model/people/refusal.ts'
import {
  AboutYou,
  CompanyFields,
  Invited,
  Language,
  SignUpEnd,
  SignUpProgress,
} from '../../model/people/signupWizard.ts'
import { defineEvent } from '../define.ts'

const Handle = later(() => z.string().check(z.maxLength(200)))

/**
 * The wizard is shown, with what this tab kept of it. `invitation`: what the link says; `unreadable`: there was a link
 * that says nothing, which counts as none (SIGNUP-021); `ended`: its time is over; `until`: when it is, ms since 1970,
 * for the server's clock to judge.
 */
export const signUpOpened = defineEvent(
  'signup.opened',
  () => ({
    progress: SignUpProgress,
    invitation: z.nullable(Invited),
    unreadable: z.boolean(),
    ended: z.boolean(),
    until: z.exactOptional(z.number()),
  }),
  {
    kind: 'wish',
    personal: [
      'progress.about.first_name',
      'progress.about.last_name',
      'progress.about.email',
      'progress.about.phone',
      'progress.verified',
      'progress.codeSentTo',
      'invitation.email',
      'invitation.inviter_email',
    ],
  },
)
/** Step one was sent. With an invitation it is passed at once; else the address is checked and a code goes there. */
export const signUpAboutSent = defineEvent('signup.aboutSent', () => ({ requestId: RequestId, about: AboutYou }), {
  kind: 'wish',
  personal: ['about.first_name', 'about.last_name', 'about.email', 'about.phone'],
})
/** Another code is asked for. */
export const signUpCodeAsked = defineEvent('signup.codeAsked', () => ({ requestId: RequestId }), { kind: 'wish' })
/** A code was typed; `code` is its handle. */
export const signUpCodeSent = defineEvent('signup.codeSent', () => ({ requestId: RequestId, code: Handle }), {
  kind: 'wish',
})
/** The last step was sent; `password` is the handle of an invited person's. */
export const signUpCompanySent = defineEvent(
  'signup.companySent',
  () => ({ requestId: RequestId, company: CompanyFields, password: z.nullable(Handle) }),
  {
    kind: 'wish',
    personal: [
      'company.group_owner',
      'company.country',
      'company.city',
      'company.state',
      'company.web_site',
      'company.call_letter',
    ],
  },
)
/** The language of mails and of the account to be. */
export const signUpLanguageChosen = defineEvent(
  'signup.languageChosen',
  () => ({ language: z.string().check(z.maxLength(20)) }),
  { kind: 'wish' },
)
/** From an end screen back to the form, with all that was typed. */
export const signUpResumed = defineEvent('signup.resumed', () => ({}), { kind: 'wish' })
/** The invitation's time is over, by the server's clock. */
export const signUpInvitationEnded = defineEvent('signup.invitationEnded', () => ({}), { kind: 'fact' })
export const signUpLanguagesReceived = defineEvent(
  'signup.languagesReceived',
  () => ({ languages: z.array(Language) }),
  { kind: 'fact' },
)
/** A step came to something. `sent`: a code went to the address; `emailToken`: handle of what proves the address. */
export const signUpPassed = defineEvent(
  'signup.passed',
  () => ({ requestId: RequestId, sent: z.exactOptional(z.boolean()), emailToken: z.exactOptional(Handle) }),
  { kind: 'fact' },
)
/** It did not, and the form says why. */
export const signUpRefused = defineEvent(
  'signup.refused',
  () => ({
    requestId: RequestId,
    code: z.string(),
    message: z.string(),
    ...RefusalDetails,
    end: z.exactOptional(SignUpEnd),
  }),
  { kind: 'fact' },
)
/** The account is made, or waits for approval. `isPending`: it waits, though a coworker's would be open (H-378). */
export const signUpConfirmed = defineEvent(
  'signup.confirmed',
  () => ({ requestId: RequestId, isPending: z.exactOptional(z.boolean()) }),
  { kind: 'fact' },
)

/**
 * The profile of whoever is signed in (API-PROF): reading it, saving what was changed of it, and mails that join an
 * address to it or take one off. What is typed and not sent yet is no event.
 */
import * as z from 'zod/mini'
import { RequestId } from '../../model/ids.ts'
import { later } from '../../model/later.ts'
import { Profile, ProfileEdits } from '../../model/people/profile.ts'
import { RefusalDetails } from '../../model/people/refusal.ts'
import { defineEvent } from '../define.ts'

const read = { profile: Profile, version: later(() => z.nullable(z.string())) }
const NAMES = ['firstname', 'lastname', 'website', 'phone', 'city', 'company', 'state', 'country', 'mailto']
const ofProfile = [...NAMES, 'emails'].map((name) => `profile.${name}`)
const refused = {
  requestId: RequestId,
  code: later(() => z.string()),
  message: later(() => z.string()),
  ...RefusalDetails,
}
/** `merge` joins an address to the account, `split` takes one off. */
const way = later(() => z.enum(['merge', 'split']))

/** Reads it, or reads it again. Asked for while it is being read, it is read once. */
export const profileRequested = defineEvent('profile.requested', () => ({}), { kind: 'wish' })
/** As the server has it now; `version` names this state of it (D-042). */
export const profileReceived = defineEvent('profile.received', () => read, { kind: 'fact', personal: ofProfile })
/** It could not be read. That is noted and nothing else (PROFILE-022). */
export const profileFailed = defineEvent('profile.failed', () => ({ code: z.string(), message: z.string() }), {
  kind: 'fact',
})
/** Saves what was changed: the other fields stay, whoever changed them meanwhile (D-042). */
export const profileSaveRequested = defineEvent(
  'profile.saveRequested',
  () => ({ requestId: RequestId, edits: ProfileEdits }),
  {
    kind: 'wish',
    personal: NAMES.map((name) => `edits.${name}`),
  },
)
export const profileSaved = defineEvent('profile.saved', () => ({ requestId: RequestId, ...read }), {
  kind: 'fact',
  personal: ofProfile,
})
export const profileRefused = defineEvent('profile.refused', () => refused, { kind: 'fact' })
/** Asks for the mail that confirms that an address is joined or taken off. */
export const profileMailRequested = defineEvent(
  'profile.mailRequested',
  () => ({ requestId: RequestId, way, email: z.string() }),
  { kind: 'wish', personal: ['email'] },
)
export const profileMailSent = defineEvent('profile.mailSent', () => ({ requestId: RequestId, way }), { kind: 'fact' })
export const profileMailRefused = defineEvent('profile.mailRefused', () => ({ ...refused, way }), { kind: 'fact' })
/** A mailed link was posted and answered: whether the address is joined, or off, now. Empty where no address is known. */
export const profileLinkAnswered = defineEvent(
  'profile.linkAnswered',
  () => ({ requestId: RequestId, way, email: z.string(), done: z.boolean() }),
  { kind: 'wish', personal: ['email'] },
)
/** What was asked for of addresses is no longer shown. */
export const profileMailCleared = defineEvent('profile.mailCleared', () => ({ way }), { kind: 'wish' })

/**
 * What can happen to a session. Passwords and tokens never appear: a wish names a handle of the
 * session worker's vault, a fact names what was decoded for display.
 */
import * as z from 'zod/mini'
import { AccessClaims } from '../../model/people/account.ts'
import { RefusalDetails, SIGN_IN_REFUSAL_CODES } from '../../model/people/refusal.ts'
import { defineEvent } from '../define.ts'

/** What claims say of a person. */
const NAMES = ['claims.username', 'claims.email', 'claims.fullname']

export const sessionSignInRequested = defineEvent(
  'session.signInRequested',
  () => ({ handle: z.string(), publicDevice: z.boolean() }),
  { kind: 'wish', follows: ['session'] },
)
/** `expired`: whoever leaves says no goodbye, for the server had ended the session before. */
export const sessionSignOutRequested = defineEvent(
  'session.signOutRequested',
  () => ({ expired: z.optional(z.literal(true)) }),
  { kind: 'wish', follows: ['session'] },
)
/** The form was changed or left: the last failure is no longer shown. */
export const sessionMessageCleared = defineEvent('session.messageCleared', () => ({}), { kind: 'wish' })

/** Signed in, by password or from a kept session. The tokens themselves stay in the session worker. */
export const sessionStarted = defineEvent(
  'session.started',
  () => ({
    claims: AccessClaims,
    accessToken: z.string(),
    refreshToken: z.string(),
    restored: z.boolean(),
    /** On a public computer: nothing of it stays on this device (D-006). */
    publicDevice: z.exactOptional(z.boolean()),
  }),
  { kind: 'fact', heard: true, follows: ['downloads'], personal: NAMES },
)
/** At start nothing was kept, or what was kept is no longer accepted. */
export const sessionAbsent = defineEvent('session.absent', () => ({}), { kind: 'fact', heard: true })
export const sessionSignInFailed = defineEvent(
  'session.signInFailed',
  () => ({
    code: z.enum(SIGN_IN_REFUSAL_CODES),
    message: z.string(),
    retryAfterMs: RefusalDetails.retryAfterMs,
  }),
  { kind: 'fact' },
)
export const sessionRefreshed = defineEvent(
  'session.refreshed',
  () => ({ claims: AccessClaims, accessToken: z.string(), refreshToken: z.string() }),
  { kind: 'fact', follows: ['downloads'], personal: NAMES },
)
/** Only noted: the person stays where they are (SESSION-006). */
export const sessionRefreshFailed = defineEvent('session.refreshFailed', () => ({ message: z.string() }), {
  kind: 'fact',
})
/** Less than 15 s are left, or none, or it was revoked, and the server said so: the dialog opens (SESSION-004, SESSION-005). */
export const sessionExpired = defineEvent('session.expired', () => ({}), { kind: 'fact' })
/** The session is over on this device; the log is closed after this event. */
export const sessionEnded = defineEvent(
  'session.ended',
  () => ({ reason: z.enum(['signedOut', 'elsewhere', 'expired']) }),
  { kind: 'fact', heard: true, follows: ['downloads'] },
)
/** At start the server could not be reached, so nobody knows yet whether the kept session is good. */
export const sessionUnreachable = defineEvent('session.unreachable', () => ({}), { kind: 'fact' })
export const sessionRetryRequested = defineEvent('session.retryRequested', () => ({}), {
  kind: 'wish',
  follows: ['session'],
})

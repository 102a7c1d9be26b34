/**
 * Ways in that lead through a mail. Addresses, passwords and the tokens of links stand in the session worker's vault:
 * an event names their handles and nothing of them.
 */
import * as z from 'zod/mini'
import { RequestId, Whole } from '../../model/ids.ts'
import { RefusalDetails } from '../../model/people/refusal.ts'
import { defineEvent } from '../define.ts'

/** Asks for a mail with a link: to sign in, or to set a password. `handle` holds the address (`credentials`). */
export const accessMailRequested = defineEvent(
  'access.mailRequested',
  () => ({ requestId: RequestId, kind: z.enum(['magicLink', 'reset']), handle: z.string() }),
  { kind: 'wish', follows: ['session'] },
)
/** `hasCode`: it holds a code as well. */
export const accessMailSent = defineEvent(
  'access.mailSent',
  () => ({ requestId: RequestId, hasCode: z.exactOptional(z.literal(true)) }),
  { kind: 'fact' },
)
/** Sets the password with the token of a mailed link. */
export const accessPasswordChosen = defineEvent(
  'access.passwordChosen',
  () => ({ requestId: RequestId, link: z.string(), password: z.string() }),
  { kind: 'wish', follows: ['session'] },
)
/** So many passkeys, and links to so many other addresses, still open the account. */
export const accessPasswordSet = defineEvent(
  'access.passwordSet',
  () => ({
    requestId: RequestId,
    passkeys: z.exactOptional(Whole),
    addresses: z.exactOptional(Whole),
  }),
  { kind: 'fact' },
)
/**
 * Signs in with the token of a mailed link: one that was asked for, or that of an approved account (`setup`). Whoever
 * asked for a link said then whether the computer is a public one; here it is said of the other.
 */
export const accessLinkFollowed = defineEvent(
  'access.linkFollowed',
  () => ({
    requestId: RequestId,
    link: z.string(),
    way: z.enum(['magicLink', 'setup']),
    publicDevice: z.exactOptional(z.literal(true)),
  }),
  { kind: 'wish', follows: ['session'] },
)
/**
 * Signs in with the code out of the mail of a magic link this page asked for. `handle` holds address, code and whether
 * the computer is a public one (`credentials`).
 */
export const accessCodeSent = defineEvent('access.codeSent', () => ({ requestId: RequestId, handle: z.string() }), {
  kind: 'wish',
  follows: ['session'],
})
/** The address was changed, or the message was read: what was sent or refused is no longer shown. */
export const accessCleared = defineEvent('access.cleared', () => ({}), { kind: 'wish' })
export const accessRefused = defineEvent(
  'access.refused',
  () => ({ requestId: RequestId, code: z.string(), message: z.string(), ...RefusalDetails }),
  { kind: 'fact' },
)

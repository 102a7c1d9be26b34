/**
 * What a form is told when its call came to nothing, as facts and state carry it. The server's codes a form may meet
 * stand here; each has its sentence in `views/forms/form/sentences.ts`.
 */
import * as z from 'zod/mini'
import { later } from '../later.ts'

/** From `NETWORK` on they are the client's own (D-157): no answer came, or nobody foresaw it. */
export const REFUSAL_CODES = [
  'INVALID_CREDENTIALS',
  'VERIFICATION_PENDING',
  'ACCOUNT_INACTIVE',
  'EMAIL_NOT_RECOGNISED',
  'INVALID_EMAIL',
  'INVALID_TOKEN',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'TOKEN_WRONG_PLAYER',
  'EMAIL_IN_USE',
  'LAST_EMAIL',
  'EMAIL_SIGNED_IN',
  'EMAIL_TAKEN',
  'CHECK_EMAIL_FAILED',
  'CODE_EXPIRED',
  'INVALID_CODE',
  'WEAK_PASSWORD',
  'INVALID_EMAIL_TOKEN',
  'SIGNUP_FAILED',
  'TERMS_NOT_ACCEPTED',
  'BAD_REQUEST',
  'TOO_MANY_REQUESTS',
  'TOO_MANY_TRIES',
  'PASSKEY_UNKNOWN',
  'PASSKEY_REFUSED',
  'NETWORK',
  'TIMEOUT',
  'REDIRECTED',
  'UNREACHABLE',
  'NONE',
] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** How what stands between says that it lost the server: its answers have no code of the API's. */
const LOST_BETWEEN: ReadonlySet<string> = new Set(['HTTP_502', 'HTTP_503', 'HTTP_504'])

/**
 * Whether a call of this code got no answer of the server: a matter of the connection. One that leads elsewhere is none: it comes from what stands between, such as a network that wants a sign-in of its own; nor is that
 * of a proxy that lost the server. One that named a time did not let the call pass: its code is `HTTP_503_LATER`, and
 * that is an answer.
 */
export const hasNoAnswer = (code: string): boolean =>
  code === 'TIMEOUT' || code === 'NETWORK' || code === 'NO_TOKEN' || code === 'REDIRECTED' || LOST_BETWEEN.has(code)

/** What came of a call that changes something: nothing; nobody knows whether it was carried out; it never left. */
export type Outcome = 'refused' | 'unknown' | 'unsent'

/** No answer that says what came of it: given up, senseless, or nobody foresaw what was thrown. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['CANCELLED', 'MALFORMED', 'NONE'])

/**
 * What came of a call that was not answered as promised (H-037). That a server failed itself is its answer (D-062):
 * what it was about is looked at again, but it is called refused (H-405).
 * @param status HTTP status, 0 when no answer came; facts carry the code alone
 */
export function outcomeOf({ status, code }: { readonly status?: number; readonly code: string }): Outcome {
  if (code === 'UNREACHABLE' || code === 'NO_TOKEN' || (code === 'MALFORMED' && status === 0)) return 'unsent'
  return status === 0 || hasNoAnswer(code) || SAYS_NOTHING.has(code) ? 'unknown' : 'refused'
}

/** Whether a server that answers so has no such call: it knows no such path, or none by that method. @param status of HTTP */
export const hasNoCall = (status: number): boolean => status === 404 || status === 405 || status === 501

/** Why somebody was not signed in. */
export const SIGN_IN_REFUSAL_CODES = [
  'INVALID_CREDENTIALS',
  'VERIFICATION_PENDING',
  'ACCOUNT_INACTIVE',
  'TOO_MANY_TRIES',
  'PASSKEY_UNKNOWN',
  'PASSKEY_REFUSED',
  'UNREACHABLE',
  'NONE',
] as const satisfies readonly RefusalCode[]
export type SignInRefusalCode = (typeof SIGN_IN_REFUSAL_CODES)[number]

/** A field of a fact that something failed, where the server named a time; logs of before have none. */
export const WaitDetails = {
  /** For how long nobody needs to try again, ms from the answer. */
  retryAfterMs: later(() => z.exactOptional(z.int().check(z.nonnegative()))),
}

/** Fields of a fact beside `code` and `message`; logs of before have none. */
export const RefusalDetails = {
  /** Field name to the server's text. */
  fields: later(() => z.exactOptional(z.record(z.string(), z.string()))),
  ...WaitDetails,
}

export interface Refusal {
  /** One of REFUSAL_CODES, or one that is not known here. */
  readonly code: string
  /** The server's own text for a person; may be empty. */
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterMs?: number
}

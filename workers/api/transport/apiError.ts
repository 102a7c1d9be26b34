// The one error every API function throws, and what a fact says of it.
import { hasNoCall, type Outcome, outcomeOf } from '#core/model/people/refusal.ts'

export interface ApiErrorDetails {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The server's code (upper case), or TIMEOUT, NETWORK, NO_TOKEN, REDIRECTED, UNREACHABLE, CANCELLED, MALFORMED, HTTP_<status>; HTTP_503_LATER (502, 504) where it named a time. */
  readonly code: string
  readonly message: string
  /** Field name to text. */
  readonly fields?: Readonly<Record<string, string>>
  /** What `Retry-After` asked for, ms from the answer. */
  readonly retryAfterMs?: number
  /** A page came in its place: not the server refused, but what stands between. */
  readonly isPage?: boolean
}

/** Codes of the client's own: their messages are for logs. */
const OWN_CODES: ReadonlySet<string> = new Set([
  'TIMEOUT',
  'NETWORK',
  'NO_TOKEN',
  'REDIRECTED',
  'UNREACHABLE',
  'CANCELLED',
  'MALFORMED',
])

/** What an error without a body says, for logs. */
export const bareMessage = (status: number): string => `HTTP ${status}`

/** The server's own text for a person; empty when it gave none, for what failed here or in between. */
export function serversText({ status, code, message }: Pick<ApiErrorDetails, 'status' | 'code' | 'message'>): string {
  return OWN_CODES.has(code) || message === bareMessage(status) ? '' : message
}

/** The code of what a call threw; `NONE` for what nobody foresaw. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'NONE')

/** Whether what a call was about is not there. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Whether the server has no such call. */
export const isNoCall = (error: unknown): boolean => error instanceof ApiError && hasNoCall(error.status)

/** What a fact says of a failure. The server's own words are for the person; ours about a broken call are not. */
export function failureOf(error: unknown): { code: string; message: string } {
  return { code: codeOf(error), message: error instanceof ApiError ? serversText(error) : '' }
}

/** What a fact says of a refusal that a form shows. */
export const refusalOf = (error: unknown) => ({ ...failureOf(error), ...refusalDetails(error) })

/** What a fact says of a refusal beside its code and message, so that a form can show it where it belongs. */
export function refusalDetails(error: unknown): { fields?: Record<string, string>; retryAfterMs?: number } {
  if (!(error instanceof ApiError)) return {}
  const { fields } = error
  return { ...(fields === undefined ? {} : { fields: { ...fields } }), ...waitDetails(error) }
}

/** What a fact says of how long nobody needs to ask again; nothing where the server named no time. */
export function waitDetails(error: unknown): { retryAfterMs?: number } {
  const ms = error instanceof ApiError ? error.retryAfterMs : undefined
  return ms === undefined ? {} : { retryAfterMs: Math.max(0, Math.round(ms)) }
}

/**
 * A call that did not give what its schema promises. `TIMEOUT`: no complete answer within
 * REQUEST_TIMEOUT_MS. `NETWORK`: the connection failed, and nothing else. `NO_TOKEN`: no token could be had just now, so
 * that the call did not leave, or was refused for the old one. `REDIRECTED`: the answer leads elsewhere,
 * where no call of ours goes, or a page came in its place (H-591). `UNREACHABLE`: the session worker failed, or what had to be read first did not come, so
 * that no call is sent. `CANCELLED`: the caller's signal. `MALFORMED`: an answer that is no JSON or not of the promised
 * shape, or an address or a body of ours that was refused before it was sent.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly retryAfterMs: number | undefined
  readonly isPage: boolean

  constructor(details: ApiErrorDetails) {
    super(details.message)
    this.status = details.status
    this.code = details.code
    this.fields = details.fields
    this.retryAfterMs = details.retryAfterMs
    this.isPage = details.isPage ?? false
  }
}

/** What came of a call that threw this (H-037). */
export const outcomeAfter = (error: unknown): Outcome => (error instanceof ApiError ? outcomeOf(error) : 'unknown')

/**
 * Whether what a call was about has to be looked at again: it was not refused, or by a server that failed at it (H-405).
 * One that never left counts as well: the try before it may have.
 */
export const isInDoubt = (error: unknown): boolean =>
  outcomeAfter(error) !== 'refused' || (error instanceof ApiError && error.status >= 500)

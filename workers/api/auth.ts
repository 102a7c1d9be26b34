// Sign-in calls (API-AUTH).

import {
  type LoginRequest,
  type MagicCodeLogin,
  MagicLinkAnswer,
  ResetAnswer,
  TokenPair,
} from '#core/model/people/account.ts'
import { ApiError } from './transport/apiError.ts'
import { type Api, Nothing } from './transport/client.ts'
import { part } from './transport/path.ts'

/** With it a call that is made again, because its answer was lost, is answered as the first one was (D-162). */
export const REPEAT_HEADER = 'Idempotency-Key'
/** Named in the link of the mail, so that the browser that asked for it knows its own (D-162). */
const NONCE_HEADER = 'Link-Nonce'

/** What the web client sends as `dtw`; the server ignores it (D-007). */
export const DTW = false

/**
 * API-AUTH-001. Signs in with a password.
 * @param key the same for each try until one lets somebody in
 * @throws ApiError 401 INVALID_CREDENTIALS, 425 VERIFICATION_PENDING, 403 ACCOUNT_INACTIVE, and as `Api.call`
 */
export function login(api: Api, body: LoginRequest, key: string): Promise<TokenPair> {
  const headers = { [REPEAT_HEADER]: key }
  return api.call(TokenPair, { method: 'POST', path: '/player/v2/auth/login', body, headers, auth: false })
}

/** API-AUTH-002. Ends the session of this token; a token that is no longer good counts as done. */
export async function logout(api: Api, accessToken: string): Promise<void> {
  try {
    await api.call(Nothing, { method: 'POST', path: '/auth/logout', auth: { token: accessToken } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
}

/**
 * API-AUTH-007. A new pair for a refresh token. The same call again gives the same pair (D-156), so one without an
 * answer can be repeated.
 * @throws ApiError 401 when it was revoked or has expired
 */
export function refresh(
  api: Api,
  refreshToken: string,
  options: { readonly signal?: AbortSignal; readonly deadlineMs?: number } = {},
): Promise<TokenPair> {
  return api.call(TokenPair, {
    method: 'PUT',
    path: '/auth/refresh',
    body: { 'refresh-token': refreshToken },
    auth: false,
    ...options,
  })
}

/**
 * API-AUTH-003. Asks for a mail with a link that signs in.
 * @returns whether it holds a code as well
 * @throws ApiError 400 Invalid Email, 404 EMAIL_NOT_RECOGNISED, 403 ACCOUNT_INACTIVE, 425 VERIFICATION_PENDING, 429
 */
export async function requestMagicLink(
  api: Api,
  email: string,
  publicdevice: boolean,
  nonce: string,
): Promise<boolean> {
  const body = { email, publicdevice, dtw: DTW }
  const headers = { [NONCE_HEADER]: nonce }
  const call = { method: 'POST', path: '/auth/pwdless', body, headers, auth: false } as const
  const told = MagicLinkAnswer.safeParse(await api.call(Nothing, call))
  return told.success && told.data.data.code
}

/**
 * API-AUTH-004. Signs in with the token of such a link.
 * @param key the same for each try with this token
 * @throws ApiError 401 or 410 INVALID_TOKEN
 */
export function magicLinkLogin(api: Api, token: string, key: string): Promise<TokenPair> {
  const body = { token, dtw: DTW }
  const headers = { [REPEAT_HEADER]: key }
  return api.call(TokenPair, { method: 'PUT', path: '/auth/pwdless', body, headers, auth: false })
}

/**
 * Signs in with the code out of the same mail.
 * @param nonce of the browser that asked for it
 * @throws ApiError 400 INVALID_CODE, 409 CODE_EXPIRED (also: wrong five times, its link was used or replaced), 429
 */
export function magicCodeLogin(api: Api, body: MagicCodeLogin, nonce: string): Promise<TokenPair> {
  // One link begins one session, whatever is tried for it.
  const headers = { [NONCE_HEADER]: nonce, [REPEAT_HEADER]: `code-${nonce}` }
  return api.call(TokenPair, { method: 'PUT', path: '/auth/pwdless/code', body, headers, auth: false })
}

/**
 * API-AUTH-005. Asks for a mail with a link to a new password.
 * @throws ApiError 400 Invalid Email, 404 EMAIL_NOT_RECOGNISED, 403 ACCOUNT_INACTIVE, 429
 */
export async function forgotPassword(api: Api, email: string): Promise<void> {
  await api.call(Nothing, { method: 'GET', path: `/auth/reset/${part(email)}`, auth: false })
}

/**
 * API-AUTH-006. Sets the password with the token of such a link.
 * @param key as at `magicLinkLogin`
 * @returns what else opens the account; nothing of what a server does not say
 * @throws ApiError 410 with the message `token expired`, 400 WEAK_PASSWORD with `fields.password`, 401 INVALID_TOKEN
 */
export async function resetPassword(
  api: Api,
  password: string,
  token: string,
  key: string,
): Promise<Partial<ResetAnswer['data']>> {
  const body = { password, token }
  const headers = { [REPEAT_HEADER]: key }
  const answer = await api.call(Nothing, {
    method: 'PUT',
    path: '/auth/chgpwdreset',
    body,
    headers,
    auth: false,
  })
  const told = ResetAnswer.safeParse(answer)
  return told.success ? told.data.data : {}
}

/** API-AUTH-008. Ends every session of the player, this one too. */
export async function cancelSessions(api: Api): Promise<void> {
  await api.call(Nothing, { method: 'DELETE', path: '/auth/sessions', auth: true })
}

/**
 * API-AUTH-009. Signs in with the token of `/login?token=`.
 * @param key as at `magicLinkLogin`
 * @param publicdevice left out, for a server that does not know it, unless it is so (H-590)
 * @throws ApiError 401 or 410 INVALID_TOKEN
 */
export function initialSetup(api: Api, token: string, key: string, publicdevice?: true): Promise<TokenPair> {
  const headers = { [REPEAT_HEADER]: key }
  return api.call(TokenPair, {
    method: 'POST',
    path: '/auth/initial-setup',
    body: { token, publicdevice },
    headers,
    auth: false,
  })
}

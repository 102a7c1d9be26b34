// Sign-in calls (API-AUTH).
import { type LoginRequest, TokenPair } from '#core/model/account.ts'
import { ApiError } from './apiError.ts'
import { type Api, Nothing } from './client.ts'

/**
 * API-AUTH-001. Signs in with a password.
 * @throws ApiError 401 INVALID_CREDENTIALS, 425 VERIFICATION_PENDING, 403 ACCOUNT_INACTIVE, and as `Api.call`
 */
export function login(api: Api, request: LoginRequest, signal?: AbortSignal): Promise<TokenPair> {
  return api.call(TokenPair, { method: 'POST', path: '/player/v2/auth/login', body: request, auth: false, signal })
}

/** API-AUTH-002. Ends the session of this token; a token that is no longer good counts as done. */
export async function logout(api: Api, accessToken: string, signal?: AbortSignal): Promise<void> {
  try {
    await api.call(Nothing, { method: 'POST', path: '/auth/logout', auth: { token: accessToken }, signal })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
}

/** API-AUTH-007. A new pair for a refresh token. @throws ApiError 401 when it was revoked or has expired */
export function refresh(api: Api, refreshToken: string, signal?: AbortSignal): Promise<TokenPair> {
  return api.call(TokenPair, {
    method: 'PUT',
    path: '/auth/refresh',
    body: { 'refresh-token': refreshToken },
    auth: false,
    signal,
  })
}

// What the failure of a session call means.
import type { AppDraft } from '#core/events/index.ts'
import { sessionSignInFailed } from '#core/events/people/session.ts'
import { hasNoAnswer } from '#core/model/people/refusal.ts'
import { ApiError, refusalDetails, serversText } from '#workers/api/transport/apiError.ts'

/**
 * The server's own word that this refresh token is worth nothing. Anything else may pass (429, 5xx), or is somebody
 * else's word: what stands between may forbid an address, but it does not speak as the API does.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status, code, isPage } = error
  return (status === 401 && !isPage) || ((status === 400 || status === 403) && !code.startsWith('HTTP_'))
}

/** The fact that stands for a sign-in that failed; the message is the server's (SIGNIN-019). */
export function failure(error: unknown): AppDraft {
  if (!(error instanceof ApiError)) return sessionSignInFailed({ code: 'NONE', message: '' })
  const { status, code } = error
  const message = serversText(error)
  // What stands between says nothing of the account. A wrong password and a wait are told by their status, however they
  // are written: servers have pages for these.
  const isOfFilter = error.isPage && status !== 401 && status !== 425 && status !== 429
  if (isOfFilter) return sessionSignInFailed({ code: 'UNREACHABLE', message })
  if (code === 'PASSKEY_UNKNOWN') return sessionSignInFailed({ code, message })
  if (code === 'PASSKEY_REFUSED' || code === 'CHALLENGE_EXPIRED')
    return sessionSignInFailed({ code: 'PASSKEY_REFUSED', message })
  if (status === 401) return sessionSignInFailed({ code: 'INVALID_CREDENTIALS', message })
  if (status === 425) return sessionSignInFailed({ code: 'VERIFICATION_PENDING', message })
  if (status === 403) return sessionSignInFailed({ code: 'ACCOUNT_INACTIVE', message })
  if (status === 429) {
    const { retryAfterMs } = refusalDetails(error)
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
    return sessionSignInFailed({ code: 'TOO_MANY_TRIES', message, ...wait })
  }
  // What is said is about the connection: what was refused here, or cannot be read, is no matter of it (no `outcomeOf`).
  const away = hasNoAnswer(code) || status >= 500
  return sessionSignInFailed({ code: away ? 'UNREACHABLE' : 'NONE', message })
}

// What the failure of a session call means.
import type { AppDraft } from '#core/events/index.ts'
import { sessionSignInFailed } from '#core/events/session.ts'
import { ApiError } from '#workers/api/apiError.ts'

/** The server knows this refresh token no more; anything else may pass (429, 5xx, a captive portal). */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 401 || error.status === 403)
}

/** The fact that stands for a sign-in that failed; the message is the server's (SIGNIN-019). */
export function failure(error: unknown): AppDraft {
  if (!(error instanceof ApiError)) return sessionSignInFailed({ code: 'NONE', message: '' })
  const { status, code, message } = error
  if (status === 401) return sessionSignInFailed({ code: 'INVALID_CREDENTIALS', message })
  if (status === 425) return sessionSignInFailed({ code: 'VERIFICATION_PENDING', message })
  if (status === 403) return sessionSignInFailed({ code: 'ACCOUNT_INACTIVE', message })
  const away = status === 0 || status >= 500 || code === 'TIMEOUT'
  return sessionSignInFailed({ code: away ? 'UNREACHABLE' : 'NONE', message })
}

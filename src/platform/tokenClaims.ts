import { parseClaims } from '#core/model/people/account.ts'

/**
 * What a token (RFC 7519) says of itself, unchecked and for display alone; null when it is none. Core has neither atob
 * nor TextDecoder, so workers have their own (engines/session/claims.ts); both read the same (tests/tokens.test.ts).
 */
export function tokenClaims(token: string): unknown {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    return parseClaims(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

// Reads what an access token says about itself. For display and timing only: rights are the server's business.
import * as z from 'zod/mini'
import { later } from '#core/model/later.ts'
import { AccessClaims, parseClaims } from '#core/model/people/account.ts'

/** What only some servers say: when it was made (s since 1970), of which session, and how far that had come. */
const Origin = later(() =>
  z.object({ iat: z.optional(z.int()), sid: z.optional(z.string()), count: z.optional(z.int()) }),
)
type Origin = z.infer<typeof Origin>

export interface ReadToken {
  readonly claims: AccessClaims
  /** How long the token lives from its making, s; null when it does not say when it was made. */
  readonly lifetimeS: number | null
  readonly origin: Origin
}

/** Decodes the payload of a JWT (RFC 7519) without checking it. Null when it is none of ours. */
export function readToken(token: string): ReadToken | null {
  const json = jwtPayload(token)
  const claims = z.safeParse(AccessClaims, json)
  if (!claims.success) return null
  const told = z.safeParse(Origin, json)
  const origin = told.success ? told.data : {}
  const { iat } = origin
  return { claims: claims.data, lifetimeS: iat === undefined ? null : claims.data.exp - iat, origin }
}

/** What stands in a JWT, unchecked; null when it is none. The page has its own (src/platform/tokenClaims.ts). */
export function jwtPayload(token: string): unknown {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    return parseClaims(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

/**
 * Whether a token was handed out before another one. Of one session the count decides: clocks of servers differ, and
 * ten tabs renew within one second. Of two sessions it is the moment they were made, and without one nobody can tell.
 */
export function isOlder(token: ReadToken, other: ReadToken): boolean {
  const [one, two] = [token.origin, other.origin]
  if (one.sid !== undefined && one.sid === two.sid && one.count !== undefined && two.count !== undefined) {
    if (one.count !== two.count) return one.count < two.count
  }
  return one.iat !== undefined && two.iat !== undefined && one.iat < two.iat
}

// Reads what an access token says about itself. For display and timing only: rights are the server's business.
import * as z from 'zod/mini'
import { AccessClaims } from '#core/model/account.ts'

const Issued = z.object({ iat: z.optional(z.int()) })

export interface ReadToken {
  readonly claims: AccessClaims
  /** How long the token lives from its making, s; null when it does not say when it was made. */
  readonly lifetimeS: number | null
}

/** Decodes the payload of a JWT (RFC 7519) without checking it. Null when it is none of ours. */
export function readToken(token: string): ReadToken | null {
  const payload = token.split('.')[1]
  if (payload === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const claims = z.safeParse(AccessClaims, json)
    const issued = z.safeParse(Issued, json)
    if (!claims.success) return null
    const iat = issued.success ? issued.data.iat : undefined
    return { claims: claims.data, lifetimeS: iat === undefined ? null : claims.data.exp - iat }
  } catch {
    return null
  }
}

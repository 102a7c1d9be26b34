/**
 * Signing and reading tokens (HS256, RFC 7519). Each purpose has its own audience, so a token is
 * good for one purpose alone; the algorithm is fixed, whatever a token's header says (RFC 8725, 3.1).
 */
import { errors, jwtVerify, SignJWT } from 'jose'
import type * as z from 'zod/mini'

const ALGORITHM = 'HS256'
const ISSUER = 'player-api'

/**
 * `expired` is told only of a token this server made for this purpose; anything else is `bad`. What an expired one said
 * stands under another name, so that nobody who asks for claims takes it for a good one.
 */
export type Reading<T> = { state: 'good'; claims: T } | { state: 'expired'; lapsed: T | null } | { state: 'bad' }

export interface Signer {
  /** @param seconds the token lives */
  mint(claims: Record<string, unknown>, purpose: string, seconds: number): Promise<string>
  read<T>(token: string, purpose: string, shape: z.ZodMiniType<T>): Promise<Reading<T>>
}

/**
 * @param key at least 32 bytes
 * @param now ms since 1970
 */
export function createSigner(key: Uint8Array, now: () => number): Signer {
  const audience = (purpose: string) => `${ISSUER}/${purpose}`
  return {
    mint(claims, purpose, seconds) {
      const issued = Math.floor(now() / 1000)
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(audience(purpose))
        .setIssuedAt(issued)
        .setExpirationTime(issued + seconds)
        .sign(key)
    },
    async read(token, purpose, shape) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: audience(purpose),
          currentDate: new Date(now()),
          requiredClaims: ['exp'],
        })
        const parsed = shape.safeParse(payload)
        return parsed.success ? { state: 'good', claims: parsed.data } : { state: 'bad' }
      } catch (error) {
        // The signature, issuer and audience are checked before the time.
        if (!(error instanceof errors.JWTExpired)) return { state: 'bad' }
        return { state: 'expired', lapsed: shape.safeParse(error.payload).data ?? null }
      }
    },
  }
}

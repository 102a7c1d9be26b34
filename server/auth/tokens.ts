/**
 * Signed tokens (HS256, RFC 7519). Each kind has its own audience, so an access token is no media
 * token and the other way round; the algorithm is fixed, whatever a token's header says.
 */
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { AccessClaims } from '#core/model/account.ts'
import { ACCESS_TTL_MIN, AUDIO_TOKEN_TTL_S } from '#core/model/constants.ts'

const ALGORITHM = 'HS256'
const ISSUER = 'player-api'
const AUDIENCE = { access: 'player-api/access', media: 'player-api/media' } as const

/** Claims of an access token, with the session it belongs to. */
const Access = z.extend(AccessClaims, { sid: z.string() })
export type Access = z.infer<typeof Access>

/** Claims of a media token: good for the bytes of one item. `exp` in seconds since 1970. */
const Media = z.object({ playerid: z.string(), mediaID: z.string(), exp: z.int() })
export type Media = z.infer<typeof Media>

export interface Tokens {
  /** @returns a token valid for ACCESS_TTL_MIN minutes */
  mintAccess(claims: Omit<Access, 'exp'>): Promise<string>
  /** @returns the claims, or null for anything but a valid access token of this server */
  readAccess(token: string): Promise<Access | null>
  /** @returns a token valid for AUDIO_TOKEN_TTL_S seconds */
  mintMedia(playerid: string, mediaID: string): Promise<string>
  /** @returns the claims, or null for anything but a valid media token of this server */
  readMedia(token: string): Promise<Media | null>
}

/**
 * @param key at least 32 bytes
 * @param now ms since 1970
 */
export function createTokens(key: Uint8Array, now: () => number): Tokens {
  const mint = (claims: Record<string, unknown>, audience: string, seconds: number) => {
    const issued = Math.floor(now() / 1000)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setIssuedAt(issued)
      .setExpirationTime(issued + seconds)
      .sign(key)
  }
  const read = async <T>(token: string, audience: string, shape: z.ZodMiniType<T>): Promise<T | null> => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience,
        currentDate: new Date(now()),
        requiredClaims: ['exp'],
      })
      const parsed = shape.safeParse(payload)
      return parsed.success ? parsed.data : null
    } catch {
      return null
    }
  }
  return {
    mintAccess: (claims) => mint(claims, AUDIENCE.access, ACCESS_TTL_MIN * 60),
    readAccess: (token) => read(token, AUDIENCE.access, Access),
    mintMedia: (playerid, mediaID) => mint({ playerid, mediaID }, AUDIENCE.media, AUDIO_TOKEN_TTL_S),
    readMedia: (token) => read(token, AUDIENCE.media, Media),
  }
}

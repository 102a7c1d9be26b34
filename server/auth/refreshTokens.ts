/**
 * What a refresh token looks like: version, session, place in the chain, and a digest over those under a key that
 * belongs to the session. It is computed, not stored, so the same place is always the same token: a lost reply can be
 * given again, word for word (D-156), and a chain cannot fork.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const VERSION = '2'
/** Bytes of the digest in a token: 128 bits. */
const DIGEST_BYTES = 16
const SHAPE = /^2\.([\w-]{1,64})\.(0|[1-9]\d{0,8})\.([\w-]{22})$/

/** What a token says about itself; nothing of it is proved before `provesPlace`. */
export interface RefreshPlace {
  readonly sessionid: string
  /** Its place in the chain of the session, from 0. */
  readonly counter: number
}

/** The place a token claims, or null when it is not of this form: one of the former kind, or none of ours. */
export function claimedPlace(token: string): RefreshPlace | null {
  const [, sessionid, counter] = SHAPE.exec(token) ?? []
  return sessionid === undefined ? null : { sessionid, counter: Number(counter) }
}

/**
 * @param key of the server, at least 32 bytes. The key of a session is made from it and the session's salt: whoever
 * reads the database alone can make no token.
 */
export function createRefreshTokens(key: Uint8Array) {
  const digest = ({ sessionid, counter }: RefreshPlace, salt: Uint8Array): Buffer => {
    const own = createHmac('sha256', key).update('refresh token of ').update(sessionid).update(salt).digest()
    return createHmac('sha256', own).update(`${VERSION}.${sessionid}.${counter}`).digest().subarray(0, DIGEST_BYTES)
  }
  return {
    /** The token of a place. @param salt of the session */
    at(place: RefreshPlace, salt: Uint8Array): string {
      return `${VERSION}.${place.sessionid}.${place.counter}.${digest(place, salt).toString('base64url')}`
    },
    /** True when this token was made here for the place it claims. */
    provesPlace(token: string, salt: Uint8Array): boolean {
      const place = claimedPlace(token)
      const told = Buffer.from(SHAPE.exec(token)?.[3] ?? '', 'base64url')
      return place !== null && told.length === DIGEST_BYTES && timingSafeEqual(told, digest(place, salt))
    },
  }
}

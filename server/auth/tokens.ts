// The tokens of a running session: access to the API, and to the bytes of one item.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { AUDIO_TOKEN_TTL_S } from '#core/model/constants.ts'
import { AccessClaims } from '#core/model/people/account.ts'
import { createSigner } from './signer.ts'

const ACCESS_TTL_MIN = 30

/** Claims of an access token, with the session it belongs to and how far that had come; older ones do not say the latter. */
const Access = z.extend(AccessClaims, { sid: z.string(), count: z.optional(z.int()) })
export type Access = z.infer<typeof Access>

/** How long the address of a page for a frame is good, in seconds. */
const PAGE_TTL_S = 60

/** Claims of a page token: good for one release's promotional e-mail, once by its `jti`. `exp` in seconds since 1970. */
const Page = z.object({ playerid: z.string(), releaseid: z.string(), jti: z.string(), exp: z.int() })
export type Page = z.infer<typeof Page>

/** Claims of a media token: good for the bytes of one item while its session is. `exp` in seconds since 1970. */
const Media = z.object({ playerid: z.string(), mediaID: z.string(), sid: z.string(), exp: z.int() })
export type Media = z.infer<typeof Media>

export interface Tokens {
  /** @returns a token valid for ACCESS_TTL_MIN minutes */
  mintAccess(claims: Omit<Access, 'exp'>): Promise<string>
  /** @returns the claims, or null for anything but a valid access token of this server */
  readAccess(token: string): Promise<Access | null>
  /** The same of one whose time may be over: it ends its session and does nothing else. */
  readAccessToEnd(token: string): Promise<Access | null>
  /** @returns a token valid for AUDIO_TOKEN_TTL_S seconds */
  mintMedia(whose: Pick<Access, 'playerid' | 'sid'>, mediaID: string): Promise<string>
  /** @returns the claims, or null for anything but a valid media token of this server */
  readMedia(token: string): Promise<Media | null>
  /** @returns a token valid for a minute */
  mintPage(playerid: string, releaseid: string): Promise<string>
  /** @returns the claims, or null for anything but a valid page token of this server */
  readPage(token: string): Promise<Page | null>
}

/**
 * @param key at least 32 bytes
 * @param now ms since 1970
 */
export function createTokens(key: Uint8Array, now: () => number): Tokens {
  const { mint, read } = createSigner(key, now)
  const claims = async <T>(token: string, purpose: string, shape: z.ZodMiniType<T>): Promise<T | null> => {
    const reading = await read(token, purpose, shape)
    return reading.state === 'good' ? reading.claims : null
  }
  return {
    mintAccess: (access) => mint(access, 'access', ACCESS_TTL_MIN * 60),
    readAccess: (token) => claims(token, 'access', Access),
    async readAccessToEnd(token) {
      const reading = await read(token, 'access', Access)
      if (reading.state === 'expired') return reading.lapsed
      return reading.state === 'good' ? reading.claims : null
    },
    mintMedia: ({ playerid, sid }, mediaID) => mint({ playerid, mediaID, sid }, 'media', AUDIO_TOKEN_TTL_S),
    readMedia: (token) => claims(token, 'media', Media),
    mintPage: (playerid, releaseid) => mint({ playerid, releaseid, jti: randomUUID() }, 'page', PAGE_TTL_S),
    readPage: (token) => claims(token, 'page', Page),
  }
}

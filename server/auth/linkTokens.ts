/**
 * The tokens that travel in mails and forms (contract, "Tokens the server mints"): bound to one
 * purpose, short-lived, and good once. That a token was used is kept by its id (`jti`).
 */
import { createHash, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { MagicLinkClaims, ResetClaims, SetupClaims } from '#core/model/people/account.ts'
import { InvitationClaims } from '#core/model/people/network.ts'
import { MergeClaims, SplitClaims } from '#core/model/people/profile.ts'
import { EmailTokenClaims } from '#core/model/people/signup.ts'
import type { Schema } from '../store/schema.ts'
import { sweepRows } from '../store/sweepRows.ts'
import type { Signer } from './signer.ts'

export const MAGIC_LINK_TTL_MIN = 60
export const RESET_LINK_TTL_H = 48
export const INVITE_TTL_D = 7
export const MERGE_TTL_H = 48
/** Of the link in a warning: whoever is on a journey may read it weeks later (H-379). */
export const WARNING_TTL_D = 30
const EMAIL_TOKEN_TTL_H = 24

const HOUR_S = 3600
const withId = { jti: z.string() }

/** Claims and lifetime (seconds) of each purpose. */
const PURPOSES = {
  'magic-link': { shape: z.extend(MagicLinkClaims, withId), seconds: MAGIC_LINK_TTL_MIN * 60 },
  reset: { shape: z.extend(ResetClaims, withId), seconds: RESET_LINK_TTL_H * HOUR_S },
  setup: { shape: z.extend(SetupClaims, withId), seconds: RESET_LINK_TTL_H * HOUR_S },
  /** To sign up with. */
  invitation: { shape: z.extend(InvitationClaims, withId), seconds: INVITE_TTL_D * 24 * HOUR_S },
  /** The same for somebody who has an account. */
  connection: { shape: z.extend(InvitationClaims, withId), seconds: INVITE_TTL_D * 24 * HOUR_S },
  email: { shape: z.extend(EmailTokenClaims, withId), seconds: EMAIL_TOKEN_TTL_H * HOUR_S },
  merge: { shape: z.extend(MergeClaims, withId), seconds: MERGE_TTL_H * HOUR_S },
  split: { shape: z.extend(SplitClaims, withId), seconds: MERGE_TTL_H * HOUR_S },
} as const

export type Purpose = keyof typeof PURPOSES
type WithId<P extends Purpose> = z.infer<(typeof PURPOSES)[P]['shape']>
/** What a token of a purpose says, besides when it ends and its id. */
export type Claims<P extends Purpose> = Omit<WithId<P>, 'exp' | 'jti'>

/** Whom a token is for; kept beside its id. */
export interface Holder {
  /** Any case. */
  email: string
  playerid: string | null
}

/** For so long the same use of a link, asked for again with the same key, is answered as before (ms). */
const AGAIN_MS = 5 * 60_000

/** What a use of a link is remembered by, so that it can be asked for again. */
export interface LinkUse {
  /** Of the caller's own making; null for one who will not ask again. */
  key: string | null
  /** The session it begins. */
  sessionid?: string
}

export type LinkReading<P extends Purpose> =
  | { state: 'good' | 'used'; claims: WithId<P>; playerid: string | null }
  | { state: 'expired'; lapsed: WithId<P> | null }
  | { state: 'bad'; revoked?: WithId<P> }

/** @param now ms since 1970 */
export function createLinkTokens(db: Kysely<Schema>, signer: Signer, now: () => number) {
  const date = () => new Date(now())
  return {
    /**
     * @param seconds how long it is good, where that is not as long as others of its purpose
     * @returns the token and its id
     */
    async mint<P extends Purpose>(
      purpose: P,
      claims: Claims<P>,
      holder: Holder,
      within: Kysely<Schema> = db,
      seconds: number = PURPOSES[purpose].seconds,
    ): Promise<{ token: string; jti: string }> {
      const jti = randomUUID()
      await within
        .insertInto('link_tokens')
        .values({
          jti,
          purpose,
          email: holder.email.toLowerCase(),
          playerid: holder.playerid,
          expires_at: new Date(now() + seconds * 1000),
          used_at: null,
          revoked_at: null,
        })
        .execute()
      return { token: await signer.mint({ ...claims, jti }, purpose, seconds), jti }
    },

    /** Whether one of this purpose was minted for this e-mail and player whose time is not over, used or not. */
    async wasMinted(
      purpose: Purpose,
      { email, playerid }: { email: string; playerid: string },
      within: Kysely<Schema> = db,
    ): Promise<boolean> {
      const row = await within
        .selectFrom('link_tokens')
        .where('purpose', '=', purpose)
        .where('email', '=', email.toLowerCase())
        .where('playerid', '=', playerid)
        .where('expires_at', '>', date())
        .select('jti')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Reads a token without using it. A replaced token is `bad` and says what it was, one used before is `used`. */
    async read<P extends Purpose>(purpose: P, token: string, within: Kysely<Schema> = db): Promise<LinkReading<P>> {
      const shape: z.ZodMiniType = PURPOSES[purpose].shape
      const reading = await signer.read(token, purpose, shape as z.ZodMiniType<WithId<P>>)
      if (reading.state !== 'good') return reading
      const { claims } = reading
      const row = await within
        .selectFrom('link_tokens')
        .where('jti', '=', claims.jti)
        .where('purpose', '=', purpose)
        .select(['used_at', 'revoked_at', 'playerid'])
        .executeTakeFirst()
      if (!row) return { state: 'bad' }
      if (row.revoked_at !== null && row.used_at === null) return { state: 'bad', revoked: claims }
      return { state: row.used_at === null ? 'good' : 'used', claims, playerid: row.playerid }
    },

    /** Uses a token up. @returns false when somebody was faster */
    async use(jti: string, within: Kysely<Schema> = db, by: LinkUse = { key: null }): Promise<boolean> {
      const used = await within
        .updateTable('link_tokens')
        .set({ used_at: date(), used_by: digestOf(by.key), sessionid: by.sessionid ?? null })
        .where('jti', '=', jti)
        .where('used_at', 'is', null)
        .where('revoked_at', 'is', null)
        .returning('jti')
        .executeTakeFirst()
      return used !== undefined
    },

    /** Whether a token was used with this key, a short while ago. @returns what its use began, or null for another's use */
    async usedBy(jti: string, key: string | null): Promise<{ sessionid: string | null } | null> {
      if (key === null) return null
      const row = await db
        .selectFrom('link_tokens')
        .where('jti', '=', jti)
        .where('used_by', '=', digestOf(key))
        .where('used_at', '>', new Date(now() - AGAIN_MS))
        .select('sessionid')
        .executeTakeFirst()
      return row ?? null
    },

    /** Makes the unused tokens of these purposes void: those for an e-mail, all of a player, or a player's for an e-mail. */
    async revoke(
      purposes: readonly Purpose[],
      whose: { email: string; playerid?: string } | { email?: string; playerid: string },
      within: Kysely<Schema> = db,
    ): Promise<void> {
      const { email, playerid } = whose
      await within
        .updateTable('link_tokens')
        .set({ revoked_at: date() })
        .where('jti', 'in', (query) =>
          query
            .selectFrom('link_tokens')
            .$if(email !== undefined, (found) => found.where('email', '=', email?.toLowerCase() ?? ''))
            .$if(playerid !== undefined, (found) => found.where('playerid', '=', playerid ?? ''))
            .where('purpose', 'in', [...purposes])
            .where('used_at', 'is', null)
            .where('revoked_at', 'is', null)
            .select('jti')
            // Those of an e-mail and those of a player are the same rows found by another index.
            .orderBy('jti')
            .forUpdate(),
        )
        .execute()
    },

    /** Forgets tokens that ended a month ago; before that they still answer `expired`. */
    async sweep(): Promise<void> {
      await sweepRows(db, 'link_tokens', sql`expires_at < ${new Date(now() - 30 * 24 * HOUR_S * 1000)}`)
    },
  }
}

export type LinkTokens = ReturnType<typeof createLinkTokens>

const digestOf = (key: string | null) => (key === null ? null : createHash('sha256').update(key).digest('hex'))

/**
 * Sessions and their refresh tokens (API-AUTH-001, 002, 007, 008; D-034, D-035). A session is the
 * family of all tokens rotated from its first one. A rotated token works for REFRESH_GRACE_S more
 * seconds (two tabs may race); used later it has been copied, and the whole family ends (RFC 9700, 4.14).
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { AccessClaims } from '#core/model/account.ts'
import { PUBLIC_REFRESH_TTL_H, REFRESH_GRACE_S, REFRESH_TTL_D } from '#core/model/constants.ts'
import type { PlayerRow, Schema } from '../store/schema.ts'

export interface SessionGrant {
  sessionid: string
  refreshToken: string
  player: PlayerRow
  email: string
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const mintRefreshToken = (): string => randomBytes(32).toString('base64url')

/** @param now ms since 1970 */
export function createSessions(db: Kysely<Schema>, now: () => number) {
  const after = (ms: number) => new Date(now() + ms)

  return {
    /** Starts a session for a player who proved who they are. */
    async start(player: PlayerRow, email: string, publicdevice: boolean): Promise<SessionGrant> {
      const sessionid = randomUUID()
      const refreshToken = mintRefreshToken()
      const life = publicdevice ? PUBLIC_REFRESH_TTL_H * 3_600_000 : REFRESH_TTL_D * 86_400_000
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('sessions')
          .values({
            sessionid,
            playerid: player.playerid,
            email,
            publicdevice,
            expires_at: after(life),
            revoked_at: null,
            revoked_because: null,
            created_at: after(0),
          })
          .execute()
        await trx
          .insertInto('refresh_tokens')
          .values({ hash: hashOf(refreshToken), sessionid, issued_at: after(0), rotated_at: null })
          .execute()
      })
      return { sessionid, refreshToken, player, email }
    },

    /**
     * Gives a new refresh token for an old one.
     * @returns null when the token is unknown, expired, revoked, or was copied (then its session ends)
     */
    async rotate(token: string): Promise<SessionGrant | null> {
      return db.transaction().execute(async (trx) => {
        const found = await trx
          .selectFrom('refresh_tokens')
          .innerJoin('sessions', 'sessions.sessionid', 'refresh_tokens.sessionid')
          .where('refresh_tokens.hash', '=', hashOf(token))
          .select(['sessions.sessionid', 'playerid', 'email', 'expires_at', 'revoked_at', 'rotated_at'])
          // Two tabs at once: the second waits here and then finds a token rotated a moment ago.
          .forUpdate()
          .executeTakeFirst()
        if (!found || found.revoked_at !== null || found.expires_at.getTime() <= now()) return null
        if (found.rotated_at !== null && now() - found.rotated_at.getTime() > REFRESH_GRACE_S * 1000) {
          await trx
            .updateTable('sessions')
            .set({ revoked_at: after(0), revoked_because: 'an old refresh token was used again' })
            .where('sessionid', '=', found.sessionid)
            .execute()
          return null
        }
        const player = await trx
          .selectFrom('players')
          .where('playerid', '=', found.playerid)
          .selectAll()
          .executeTakeFirst()
        if (player?.state !== 'active') return null
        const refreshToken = mintRefreshToken()
        await trx
          .updateTable('refresh_tokens')
          .set({ rotated_at: after(0) })
          .where('hash', '=', hashOf(token))
          .where('rotated_at', 'is', null)
          .execute()
        await trx
          .insertInto('refresh_tokens')
          .values({ hash: hashOf(refreshToken), sessionid: found.sessionid, issued_at: after(0), rotated_at: null })
          .execute()
        return { sessionid: found.sessionid, refreshToken, player, email: found.email }
      })
    },

    /** True while the session is neither revoked nor over and its player may sign in. */
    async isLive(sessionid: string): Promise<boolean> {
      const found = await db
        .selectFrom('sessions')
        .innerJoin('players', 'players.playerid', 'sessions.playerid')
        .where('sessionid', '=', sessionid)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', after(0))
        .where('state', '=', 'active')
        .select('sessionid')
        .executeTakeFirst()
      return found !== undefined
    },

    async revoke(sessionid: string): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ revoked_at: after(0), revoked_because: 'signed out' })
        .where('sessionid', '=', sessionid)
        .where('revoked_at', 'is', null)
        .execute()
    },

    /** Ends every session of a player, the caller's own included. */
    async revokeAll(playerid: string, because = 'signed out everywhere', within: Kysely<Schema> = db): Promise<void> {
      await within
        .updateTable('sessions')
        .set({ revoked_at: after(0), revoked_because: because })
        .where('playerid', '=', playerid)
        .where('revoked_at', 'is', null)
        .execute()
    },

    /** Ends the sessions that were begun with an e-mail the player no longer has. */
    async revokeBegunWith(playerid: string, email: string, within: Kysely<Schema> = db): Promise<void> {
      await within
        .updateTable('sessions')
        .set({ revoked_at: after(0), revoked_because: 'its e-mail was removed' })
        .where('playerid', '=', playerid)
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .where('revoked_at', 'is', null)
        .execute()
    },

    /** Removes sessions that ended more than a day ago. */
    async sweep(): Promise<void> {
      await db.deleteFrom('sessions').where('expires_at', '<', after(-86_400_000)).execute()
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** What the access token of a session says; re-read from the player at each renewal. */
export function claimsOf(grant: SessionGrant): Omit<AccessClaims, 'exp'> & { sid: string } {
  const { player } = grant
  return {
    username: player.username,
    playerid: player.playerid,
    email: grant.email,
    fullname: `${player.firstname} ${player.lastname}`.trim(),
    verified: player.verified,
    label_staff: player.label_staff,
    sid: grant.sessionid,
  }
}

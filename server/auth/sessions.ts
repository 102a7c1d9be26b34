/**
 * Sessions and their refresh tokens (API-AUTH-001, 002, 007, 008; D-034, D-035, D-156). A session is one chain of
 * tokens. Its last token leads on to the next; the one before means that an answer was lost on its way, whenever that
 * was, and gets the last one again; an older one has been copied, and the whole session ends (RFC 9700, 4.14).
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Versions } from '#core/model/changes.ts'
import type { AccessClaims } from '#core/model/people/account.ts'
import { emailKey } from '#core/model/people/fields/email.ts'
import { emailsOf } from '../store/people/players.ts'
import type { PlayerRow, Schema } from '../store/schema.ts'
import { sweepRows } from '../store/sweepRows.ts'
import { claimedPlace, createRefreshTokens, type RefreshPlace } from './refreshTokens.ts'
import type { SessionBegin, SessionOrigin } from './sessionOrigin.ts'

/** From the last renewal on: who uses the player is not signed out of it. */
const REFRESH_TTL_D = 30
/** From the sign-in on, whatever is renewed. */
const SESSION_MAX_D = 180
/** From the sign-in on: a shared computer is nobody's for longer than a day's work. */
const PUBLIC_REFRESH_TTL_H = 12
const DAY_MS = 86_400_000

const SALT_BYTES = 16
/** So often at most the last use of a session is noted, ms. */
const SEEN_EVERY_MS = 300_000

export interface SessionGrant {
  sessionid: string
  refreshToken: string
  /** How far the chain of the session has come: of two answers the one with the larger count is the newer. */
  count: number
  player: PlayerRow
  email: string
}

/**
 * @param now ms since 1970
 * @param key of the server, at least 32 bytes
 */
export function createSessions(db: Kysely<Schema>, now: () => number, key: Uint8Array) {
  const tokens = createRefreshTokens(key)
  const after = (ms: number) => new Date(now() + ms)

  /** When a session that is renewed now ends if nobody renews it again (H-295); never earlier than it would have. */
  function renewedUntil(session: { publicdevice: boolean; created_at: Date; expires_at: Date }): Date {
    const { publicdevice, created_at, expires_at } = session
    if (publicdevice) return expires_at
    const until = Math.min(now() + REFRESH_TTL_D * DAY_MS, created_at.getTime() + SESSION_MAX_D * DAY_MS)
    return new Date(Math.max(until, expires_at.getTime()))
  }

  /** The session, while it is neither revoked nor over and its player may sign in. */
  const live = (sessionid: string) =>
    db
      .selectFrom('sessions')
      .innerJoin('players', 'players.playerid', 'sessions.playerid')
      .where('sessionid', '=', sessionid)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', after(0))
      .where('state', '=', 'active')

  async function use(sessionid: string, seenAt: Date): Promise<void> {
    if (seenAt.getTime() > now() - SEEN_EVERY_MS) return
    await db
      .updateTable('sessions')
      .set({ seen_at: after(0) })
      .where('sessionid', '=', sessionid)
      .where('seen_at', '<=', after(-SEEN_EVERY_MS))
      .execute()
  }

  return {
    /** Starts a session for a player who proved who they are. */
    async start(
      player: PlayerRow,
      email: string,
      publicdevice: boolean,
      begin: Partial<SessionBegin> = {},
      { sessionid = randomUUID(), within = db }: { sessionid?: string; within?: Kysely<Schema> } = {},
    ): Promise<SessionGrant> {
      const life = publicdevice ? PUBLIC_REFRESH_TTL_H * 3_600_000 : REFRESH_TTL_D * DAY_MS
      const salt = randomBytes(SALT_BYTES)
      const begun = await within
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
          refresh_salt: salt,
          seen_at: after(0),
          proved_at: after(0),
          ...begin,
        })
        .onConflict((conflict) => conflict.column('sessionid').doNothing())
        .returning('sessionid')
        .executeTakeFirst()
      // What began under this id has gone on since, or is over.
      if (begun === undefined) return this.start(player, email, publicdevice, begin, { within })
      return { sessionid, refreshToken: tokens.at({ sessionid, counter: 0 }, salt), count: 0, player, email }
    },

    /**
     * Starts a session for a player whose password was looked at before: meanwhile it may have been reset, or the e-mail
     * have gone, and what ended the sessions there were has not seen this one.
     * @param player as they were when the password was looked at
     * @param sessionid what it is called, unless one is called so
     * @returns null when password, e-mail or state are others by now
     */
    async startUnchanged(
      player: PlayerRow,
      email: string,
      publicdevice: boolean,
      begin: Partial<SessionBegin>,
      sessionid: string,
    ): Promise<SessionGrant | null> {
      return db.transaction().execute(async (within) => {
        // Held until the session is there, so that whoever changes them comes before it or ends it.
        const { playerid } = player
        const current = await within
          .selectFrom('players')
          .where('playerid', '=', playerid)
          .selectAll()
          .forShare()
          .executeTakeFirst()
        if (current?.password_hash !== player.password_hash || current.state !== player.state) return null
        // Read after the player is held: a join would show the e-mails as they were before the wait.
        const own = await emailsOf(within, playerid)
        if (!own.some((one) => one.email === emailKey(email))) return null
        return this.start(current, email, publicdevice, begin, { sessionid, within })
      })
    },

    /**
     * What the beginning of a session answered, for one whose answer may have been lost.
     * @param since when it began at the earliest, ms since 1970
     * @returns null when it has gone on since, or is over
     */
    async beginningOf(sessionid: string, since = 0): Promise<SessionGrant | null> {
      const found = await db
        .selectFrom('sessions')
        .where('sessionid', '=', sessionid)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', after(0))
        .where('refresh_count', '=', 0)
        .where('created_at', '>', new Date(since))
        .select(['playerid', 'email', 'refresh_salt'])
        .executeTakeFirst()
      if (!found) return null
      const player = await db
        .selectFrom('players')
        .where('playerid', '=', found.playerid)
        .selectAll()
        .executeTakeFirst()
      if (player?.state !== 'active') return null
      const refreshToken = tokens.at({ sessionid, counter: 0 }, found.refresh_salt)
      return { sessionid, refreshToken, count: 0, player, email: found.email }
    },

    /**
     * Gives the next refresh token for the last one, and the last one for the one before it.
     * @param origin from where it is asked for; noted with the session
     * @returns null when the token is unknown, expired, revoked, or was copied (then its session ends)
     */
    async rotate(token: string, origin: Partial<SessionOrigin> = {}): Promise<SessionGrant | null> {
      const claimed = claimedPlace(token)
      const place = claimed ?? (await formerPlace(db, token))
      if (!place) return null
      const { sessionid, counter } = place
      return db.transaction().execute(async (trx) => {
        // Of two that come at once, on whichever server, the second waits here and finds what the first has done.
        const found = await trx
          .selectFrom('sessions')
          .where('sessionid', '=', sessionid)
          .select(['playerid', 'email', 'publicdevice', 'created_at', 'expires_at', 'revoked_at'])
          .select(['refresh_count', 'refresh_salt'])
          .forUpdate()
          .executeTakeFirst()
        if (!found || (claimed && !tokens.provesPlace(token, found.refresh_salt))) return null
        if (found.revoked_at !== null || found.expires_at.getTime() <= now()) return null
        if (counter < found.refresh_count - 1 || counter === TOO_OLD) {
          await trx
            .updateTable('sessions')
            .set({ revoked_at: after(0), revoked_because: 'an old refresh token was used again' })
            .where('sessionid', '=', sessionid)
            .execute()
          return null
        }
        const player = await trx
          .selectFrom('players')
          .where('playerid', '=', found.playerid)
          .selectAll()
          .executeTakeFirst()
        if (player?.state !== 'active') return null
        // A token from further on is ours too: it was made before this database was restored from a backup.
        const count = counter < found.refresh_count ? found.refresh_count : counter + 1
        await trx
          .updateTable('sessions')
          .set({ refresh_count: count, seen_at: after(0), expires_at: renewedUntil(found), ...origin })
          .where('sessionid', '=', sessionid)
          .execute()
        const refreshToken = tokens.at({ sessionid, counter: count }, found.refresh_salt)
        return { sessionid, refreshToken, count, player, email: found.email }
      })
    },

    /** True while the session is neither revoked nor over and its player may sign in; then it was used. */
    async isLive(sessionid: string): Promise<boolean> {
      const found = await live(sessionid).select('seen_at').executeTakeFirst()
      if (found) await use(sessionid, found.seen_at)
      return found !== undefined
    },

    /**
     * How often what concerns the player of a live session changed, in the read that finds the session; then it was
     * used. Null for a session that is not live.
     */
    async versions(sessionid: string): Promise<Versions | null> {
      const found = await live(sessionid)
        .leftJoin('player_changes', 'player_changes.playerid', 'players.playerid')
        .select(['seen_at', 'shares', 'connections', 'profile'])
        .executeTakeFirst()
      if (!found) return null
      await use(sessionid, found.seen_at)
      return { shares: found.shares ?? 0, connections: found.connections ?? 0, profile: found.profile ?? 0 }
    },

    /** Who has the session proved again to be its player. */
    async prove(sessionid: string): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ proved_at: after(0) })
        .where('sessionid', '=', sessionid)
        .execute()
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
      await sweepRows(db, 'sessions', sql`expires_at < ${after(-DAY_MS)}`)
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** Stands for a token of the former kind whose successor was used already. */
const TOO_OLD = -1

/**
 * The place of a token from before tokens were computed. The last one or two of a session stand at the beginning of
 * its chain: the one not yet used, and the one before it, whose answer may have been lost.
 */
async function formerPlace(db: Kysely<Schema>, token: string): Promise<RefreshPlace | null> {
  const hash = createHash('sha256').update(token).digest('hex')
  const found = await db.selectFrom('refresh_tokens').where('hash', '=', hash).selectAll().executeTakeFirst()
  if (!found) return null
  const { sessionid, rotated_at } = found
  if (rotated_at === null) return { sessionid, counter: 0 }
  const later = await db
    .selectFrom('refresh_tokens')
    .where('sessionid', '=', sessionid)
    .where('rotated_at', '>', rotated_at)
    .select('hash')
    .executeTakeFirst()
  return { sessionid, counter: later ? TOO_OLD : 0 }
}

/** What the access token of a session says; re-read from the player at each renewal. */
export function claimsOf(grant: SessionGrant): Omit<AccessClaims, 'exp'> & { sid: string; count: number } {
  const { player } = grant
  return {
    username: player.username,
    playerid: player.playerid,
    email: grant.email,
    fullname: `${player.firstname} ${player.lastname}`.trim(),
    verified: player.verified,
    label_staff: player.label_staff,
    sid: grant.sessionid,
    count: grant.count,
  }
}

/**
 * What a player is shown of their sessions, and ends of them. Each question names the player, so that nobody sees or
 * ends another one's; what has ended refuses its refresh token and its access tokens at once, because every call asks
 * whether its session lives.
 */
import type { Kysely } from 'kysely'
import type { PlayerSession } from '#core/model/people/sessions.ts'
import type { Schema } from '../store/schema.ts'

/** Far more than anybody has; what was used longest ago is left out. */
const SHOWN_MAX = 200

export interface SessionList {
  /** @param own the session that asks; it stands first */
  of(playerid: string, own: string): Promise<PlayerSession[]>
  /** @returns false when the player never had such a session */
  end(playerid: string, sessionid: string): Promise<boolean>
  endOthers(playerid: string, own: string): Promise<void>
}

/** @param now ms since 1970 */
export function createSessionList(db: Kysely<Schema>, now: () => number): SessionList {
  const ended = () => ({ revoked_at: new Date(now()), revoked_because: 'ended from the list' })
  return {
    async of(playerid, own) {
      const rows = await db
        .selectFrom('sessions')
        .where('playerid', '=', playerid)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', new Date(now()))
        .select(['sessionid', 'browser', 'system', 'timezone', 'network', 'created_at', 'seen_at'])
        .select(['began_by', 'publicdevice'])
        .orderBy((order) => order('sessionid', '=', own), 'desc')
        .orderBy('seen_at', 'desc')
        .orderBy('sessionid')
        .limit(SHOWN_MAX)
        .execute()
      return rows.map(({ created_at, seen_at, began_by, ...row }) => ({
        ...row,
        current: row.sessionid === own,
        began: new Date(created_at).toISOString(),
        seen: new Date(seen_at).toISOString(),
        how: began_by,
      }))
    },

    async end(playerid, sessionid) {
      const own = await db
        .selectFrom('sessions')
        .where('sessionid', '=', sessionid)
        .where('playerid', '=', playerid)
        .select('sessionid')
        .executeTakeFirst()
      if (!own) return false
      await db
        .updateTable('sessions')
        .set(ended())
        .where('sessionid', '=', sessionid)
        .where('playerid', '=', playerid)
        .where('revoked_at', 'is', null)
        .execute()
      return true
    },

    async endOthers(playerid, own) {
      await db
        .updateTable('sessions')
        .set(ended())
        .where('playerid', '=', playerid)
        .where('sessionid', '<>', own)
        .where('revoked_at', 'is', null)
        .execute()
    },
  }
}

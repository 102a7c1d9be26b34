/**
 * The code in the mail of a magic link, for the browser that asked for it (D-162, H-034). It is bound to that browser by
 * the nonce it made, and to the link: what ends the one ends the other. Its tries are counted with the link, and those
 * of an e-mail over a day by `limits`: five digits guard a whole account here.
 */
import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { VERIFICATION_CODE_LENGTH } from '#core/model/constants.ts'
import type { Schema } from '../store/schema.ts'

const CODE_TRIES_MAX = 5

/** What a code stands for. */
export interface LinkOfCode {
  jti: string
  /** Lower case. */
  email: string
  playerid: string | null
  /** It was used already, by this code or by the link itself. */
  used: boolean
}

export interface LinkCodes {
  /**
   * Gives a link a code.
   * @param nonce of the browser that asked for the link
   */
  issue(jti: string, nonce: string, within: Kysely<Schema>): Promise<string>
  /**
   * Tries a code. The fifth wrong one ends it. `expired` is also none at all, one of another browser, and one whose link
   * was used otherwise or replaced.
   */
  check(email: string, nonce: string, code: string): Promise<LinkOfCode | 'wrong' | 'expired'>
}

/**
 * @param key of the digests
 * @param now ms since 1970
 */
export function createLinkCodes(db: Kysely<Schema>, key: Uint8Array, now: () => number): LinkCodes {
  const digest = (jti: string, nonce: string, code: string) =>
    createHmac('sha256', key).update(`link-code\n${jti}\n${nonce}\n${code}`).digest('hex')
  const browser = (nonce: string) => createHash('sha256').update(`link-code\n${nonce}`).digest('hex')
  return {
    async issue(jti, nonce, within) {
      const code = String(randomInt(10 ** VERIFICATION_CODE_LENGTH)).padStart(VERIFICATION_CODE_LENGTH, '0')
      await within
        .updateTable('link_tokens')
        .set({ asked_by: browser(nonce), code: digest(jti, nonce, code), code_tries: 0 })
        .where('jti', '=', jti)
        .execute()
      return code
    },

    async check(email, nonce, code) {
      // The try is counted before it is looked at, so that guesses sent together count together.
      const rows = await db
        .updateTable('link_tokens')
        .set({ code_tries: sql<number>`code_tries + 1` })
        .where('purpose', '=', 'magic-link')
        .where('email', '=', email.toLowerCase())
        .where('asked_by', '=', browser(nonce))
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', new Date(now()))
        // Used with this code, its answer may be asked for again; the last try was a right one perhaps.
        .where((row) => row.or([row('code_tries', '<', CODE_TRIES_MAX), row('used_at', 'is not', null)]))
        .returning(['jti', 'code', 'email', 'playerid', 'used_at'])
        .execute()
      // A browser that asked again may hold the code of a link that was used and of one that was not.
      const isRight = (row: { jti: string; code: string | null }) =>
        row.code !== null && timingSafeEqual(Buffer.from(row.code), Buffer.from(digest(row.jti, nonce, code)))
      const right = rows.filter(isRight)
      const of = right.length > 0 ? right : rows
      const row = of.find(({ used_at }) => used_at === null) ?? of[0]
      if (!row?.code) return 'expired'
      // Of a link that was used no code is wrong or right any more, but for whoever used it with this one.
      if (right.length === 0) return row.used_at === null ? 'wrong' : 'expired'
      return { jti: row.jti, email: row.email, playerid: row.playerid, used: row.used_at !== null }
    },
  }
}

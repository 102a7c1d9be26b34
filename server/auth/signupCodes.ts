// The five digits that prove an e-mail at sign-up (API-SIGNUP-002, 003; D-025).
import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { VERIFICATION_CODE_LENGTH } from '#core/model/constants.ts'
import type { Schema } from '../store/schema.ts'
import { sweepRows } from '../store/sweepRows.ts'
import { networkOf } from './network.ts'

export const CODE_TTL_MIN = 10
const CODE_TRIES_MAX = 5
/** For so long a right code given again with the same key is right again (ms): its first answer may have been lost. */
const AGAIN_MS = 5 * 60_000

export interface SignupCodes {
  /**
   * Makes a new code, which replaces the earlier one of the same network and its tries: what a stranger asks for ends
   * no code of the owner's. @param address of whoever asks for it
   */
  issue(email: string, address: string, within?: Kysely<Schema>): Promise<string>
  /**
   * Tries a code: it may be the one asked for from this network, or the one asked for last of all. A right one is used up: it is right again for five minutes for the same key, and `expired` for any
   * other; the fifth wrong one ends the code. No code at all is `expired` too.
   * Tries from elsewhere than where it was asked for have a count of their own: a stranger cannot end it.
   * @param key of the caller's own making; null for one who will not ask again
   */
  check(email: string, code: string, address: string, key: string | null): Promise<'right' | 'wrong' | 'expired'>
  /** Whether a code for an e-mail was asked for from the network of this address. */
  isOwn(email: string, address: string): Promise<boolean>
  sweep(): Promise<void>
}

/**
 * @param key of the digests
 * @param now ms since 1970
 */
export function createSignupCodes(db: Kysely<Schema>, key: Uint8Array, now: () => number): SignupCodes {
  const digest = (email: string, code: string) =>
    createHmac('sha256', key).update(`signup-code\n${email}\n${code}`).digest('hex')
  const placeOf = (email: string, address: string) =>
    createHash('sha256')
      .update(`signup-code\n${email}\n${networkOf(address)}`)
      .digest('hex')

  /** Tries the code that was asked for from one place. @param count of those who try it */
  async function tryAt(
    email: string,
    place: string,
    count: 'tries' | 'foreign_tries',
    code: string,
    key: string | null,
  ): Promise<'right' | 'wrong' | 'expired'> {
    // The try is counted before it is looked at, so that guesses sent together count together.
    const row = await db
      .updateTable('signup_codes')
      .set({ [count]: sql<number>`${sql.ref(count)} + 1` })
      .where('email', '=', email)
      .where('asked_from', '=', place)
      .where(count, '<', CODE_TRIES_MAX)
      .where('expires_at', '>', new Date(now()))
      .returning('digest')
      .executeTakeFirst()
    if (!row) return 'expired'
    if (!timingSafeEqual(Buffer.from(row.digest), Buffer.from(digest(email, code)))) return 'wrong'
    // Who gives it again has tried nothing: the tries before it do not count against the answer that was lost.
    const used_by = key === null ? null : createHash('sha256').update(key).digest('hex')
    const first = await db
      .updateTable('signup_codes')
      .set({ tries: 0, used_at: new Date(now()), used_by, expires_at: new Date(now() + AGAIN_MS) })
      .where('email', '=', email)
      .where('asked_from', '=', place)
      .where('digest', '=', row.digest)
      .where('used_at', 'is', null)
      .returning('email')
      .executeTakeFirst()
    if (first) return 'right'
    const use = await db
      .selectFrom('signup_codes')
      .where('email', '=', email)
      .where('asked_from', '=', place)
      .where('digest', '=', row.digest)
      .select('used_by')
      .executeTakeFirst()
    return used_by !== null && use?.used_by === used_by ? 'right' : 'expired'
  }

  return {
    async issue(given, address, within = db) {
      const email = given.toLowerCase()
      const code = String(randomInt(10 ** VERIFICATION_CODE_LENGTH)).padStart(VERIFICATION_CODE_LENGTH, '0')
      const fresh = {
        digest: digest(email, code),
        tries: 0,
        foreign_tries: 0,
        asked_at: new Date(now()),
        used_at: null,
        used_by: null,
        expires_at: new Date(now() + CODE_TTL_MIN * 60_000),
      }
      await within
        .insertInto('signup_codes')
        .values({ email, asked_from: placeOf(email, address), ...fresh })
        .onConflict((conflict) => conflict.columns(['email', 'asked_from']).doUpdateSet(fresh))
        .execute()
      return code
    },

    async check(given, code, address, key) {
      const email = given.toLowerCase()
      const own = placeOf(email, address)
      const places = await db
        .selectFrom('signup_codes')
        .where('email', '=', email)
        .orderBy('asked_at', 'desc')
        .select('asked_from')
        .execute()
      const last = places[0]
      const first = await tryAt(email, own, 'tries', code, key)
      if (first === 'right' || !last || last.asked_from === own) return first
      // What somebody else asked for reached the owner all the same, who may give the newest of all they got.
      const second = await tryAt(email, last.asked_from, 'foreign_tries', code, key)
      if (second === 'right') return second
      // Of a code of their own they are told what became of that one.
      return places.some(({ asked_from }) => asked_from === own) ? first : second
    },

    async isOwn(given, address) {
      const email = given.toLowerCase()
      const found = await db
        .selectFrom('signup_codes')
        .where('email', '=', email)
        .where('asked_from', '=', placeOf(email, address))
        .select('email')
        .executeTakeFirst()
      return found !== undefined
    },

    async sweep() {
      await sweepRows(db, 'signup_codes', sql`expires_at < ${new Date(now())}`)
    },
  }
}

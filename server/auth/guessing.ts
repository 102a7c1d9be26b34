/**
 * Slows down guessers: tries to sign in are counted per account and network address, and per address
 * alone. Somebody else's failures from elsewhere never keep an owner out, and a success counts nothing.
 * Counted in the database, so that several servers count together and a restart forgets nothing; a try
 * is counted before its password is looked at, so that guesses sent together count together.
 */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../store/schema.ts'

export interface GuessLimit {
  /**
   * Counts a try that is about to be made.
   * @returns seconds to wait instead of making it; 0 when it may be made
   */
  begin(account: string, address: string): Promise<number>
  /** The try that was begun was right: it counts nothing, and the account's failures from there are forgotten. */
  succeeded(account: string, address: string): Promise<void>
}

/** Of the first failure; after it all of them are forgotten together. */
const WINDOW_MS = 60_000
const PER_ACCOUNT = 30
const PER_ADDRESS = 120
/** Tries beyond the limit are counted no further. */
const COUNTED_MAX = 1_000_000

const keyOf = (...parts: string[]): string =>
  createHash('sha256')
    .update(['sign-in', ...parts].join('\n'))
    .digest('hex')

/** @param now ms since 1970 */
export function createGuessLimit(db: Kysely<Schema>, now: () => number): GuessLimit {
  /** @returns seconds to wait */
  async function count(key: string, most: number): Promise<number> {
    const at = new Date(now())
    const ends = new Date(now() + WINDOW_MS)
    // A window that ends much later than any begun now was begun before the clock was put right. A little later
    // is nothing: of tries at the same moment the last one may be counted first, and servers' clocks differ.
    const latest = new Date(now() + 2 * WINDOW_MS)
    const over = sql`(known.ends_at <= ${at} or known.ends_at > ${latest})`
    const counted = await sql<{ count: number; ends_at: Date }>`
      insert into rate_limits as known (key, count, ends_at) values (${key}, 1, ${ends})
      on conflict (key) do update set
        count = case when ${over} then 1 else least(known.count, ${COUNTED_MAX}) + 1 end,
        ends_at = case when ${over} then ${ends} else known.ends_at end
      returning count, ends_at`.execute(db)
    const row = counted.rows[0]
    if (!row || row.count <= most) return 0
    return Math.max(1, Math.ceil((row.ends_at.getTime() - now()) / 1000))
  }
  const pair = (account: string, address: string) => keyOf('pair', account, address)
  const network = (address: string) => keyOf('network', address)
  return {
    async begin(account, address) {
      // A try that the account's count refuses no longer counts against the address.
      return (await count(pair(account, address), PER_ACCOUNT)) || (await count(network(address), PER_ADDRESS))
    },
    async succeeded(account, address) {
      await db.deleteFrom('rate_limits').where('key', '=', pair(account, address)).execute()
      await sql`update rate_limits set count = greatest(count - 1, 0) where key = ${network(address)}`.execute(db)
    },
  }
}

/**
 * Slows down guessers. Failed tries to sign in are counted for an account from one network, for an account from
 * wherever they come (of one network a share alone), and for a network the accounts it failed at within a day. After so
 * many free tries each further one has to wait, twice as long each time, up to a quarter of an hour. Whatever a network
 * tries within a minute is counted besides, and waits for the next minute.
 *
 * Nobody can keep an owner out with this: a network the owner has signed in from is not held back by what happens
 * elsewhere or at other accounts, a mailed link signs in from any network and ends the count, and every wait ends.
 *
 * Counted in the database, so that several servers count together and a restart forgets nothing; a try is counted
 * before its password is looked at, so that guesses sent together count together.
 */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../store/schema.ts'
import { type CountedNetwork, networkOf, networksOf } from './network.ts'

export interface GuessLimit {
  /**
   * Makes a try, when it may be made. While others of this process at the same account or from the same network are not
   * decided it is not refused because of them: it waits for them and looks again, for they may be right.
   * @param account what is guessed at, the same for all e-mails of a player
   * @param typed the e-mail as it was typed: tries from one network are counted by it, for a count that several e-mails
   *   share would tell that they are one player's
   * @returns seconds to wait instead of making it, else 0 and whether it was right
   */
  attempt(account: string, address: string, isRight: () => Promise<boolean>, typed?: string): Promise<Tried>
  /**
   * Somebody there has proved by mail to be the owner: all failures at the account are forgotten.
   * @param emails of the account
   */
  proved(account: string, address: string, emails?: readonly string[]): Promise<void>
}

interface Tried {
  /** Seconds to wait instead; 0: it was made. */
  readonly wait: number
  readonly right: boolean
}

interface Hold {
  /** Tries before the first wait. */
  free: number
  /** The first wait. */
  seconds: number
  /** Failures are forgotten so long after the first one, in place of the last. */
  fromFirst?: true
}
const PAIR: Hold = { free: 30, seconds: 60 }
const ACCOUNT: Hold = { free: 60, seconds: 60 }
/**
 * So many tries of a network (of IPv6 a /64) bring an account nearer to its first wait: less than half of what it takes.
 * Alone, a network would learn by that wait which e-mails are one player's. Once an account is held, each try counts.
 */
const SHARE_MAX = 29
/**
 * Accounts a network may fail at in a day, each counted with its first failure: one password for thousands of accounts
 * stays below every other count. From the first one, or an office whose people mistype would come to it over weeks.
 */
const ACCOUNTS: Hold = { free: 300, seconds: 60, fromFirst: true }
/** Counts alone. */
const UNHELD: Hold = { free: Number.MAX_SAFE_INTEGER, seconds: 0 }
/** The longest wait. */
const WAIT_MAX_S = 900
/** Failures are forgotten together, so long after the last one. */
const FORGOTTEN_MS = 86_400_000
/** Whatever a network tries, within a minute of its first failure. */
const NETWORK_MAX = 120
const WINDOW_MS = 60_000
/** How long a network counts as the owner's after a sign-in from it. */
const KNOWN_MS = 90 * 86_400_000
/** Tries beyond the limit are counted no further. */
const COUNTED_MAX = 1_000_000

const keyOf = (...parts: string[]): string =>
  createHash('sha256')
    .update(['sign-in', ...parts].join('\n'))
    .digest('hex')

/** Takes back what was counted for a try that may not be made. */
class Held extends Error {
  readonly seconds: number
  constructor(until: Date, at: number) {
    super('held')
    this.seconds = Math.max(1, Math.ceil((until.getTime() - at) / 1000))
  }
}

/** @param now ms since 1970 */
export function createGuessLimit(db: Kysely<Schema>, now: () => number): GuessLimit {
  const accountKey = (account: string) => keyOf('account', account)
  const pairKey = (typed: string, address: string) => keyOf('pair', typed, networkOf(address))
  const knownKey = (account: string, address: string) => keyOf('known', account, networkOf(address))
  const shareKey = (account: string, address: string) => keyOf('share', account) + keyOf(networkOf(address))
  const networkKey = (network: string) => keyOf('network', network)
  const accountsKey = (network: string) => keyOf('accounts', network)

  /**
   * Counts a try unless the count has to wait.
   * @param brings whether it may bring the first wait nearer
   * @returns how many are counted
   * @throws Held
   */
  async function hold(trx: Kysely<Schema>, key: string, how: Hold, at: number, brings = true): Promise<number> {
    const { free, seconds, fromFirst } = how
    const moment = new Date(at)
    const forgotten = new Date(at + FORGOTTEN_MS)
    // What ends much later than anything begun now was begun before the clock was put right.
    const over = sql`(known.ends_at <= ${moment} or known.ends_at > ${new Date(at + 2 * FORGOTTEN_MS)})`
    const begun = sql.lit(brings ? 1 : 0)
    const next = sql`(least(known.count, ${sql.lit(COUNTED_MAX)}) + case when known.count >= ${sql.lit(free)} then 1 else ${begun} end)`
    const wait = sql`least(${sql.lit(WAIT_MAX_S)}, ${sql.lit(seconds)} * power(2, least(${next} - ${sql.lit(free)}, 20)))`
    const ends = fromFirst ? sql`case when ${over} then ${forgotten}::timestamptz else known.ends_at end` : forgotten
    const counted = await sql<{ count: number }>`
      insert into rate_limits as known (key, count, ends_at) values (${key}, ${begun}, ${forgotten})
      on conflict (key) do update set
        count = case when ${over} then ${begun} else ${next} end,
        ends_at = ${ends},
        held_until = case when ${over} or ${next} < ${sql.lit(free)} then null
          else ${moment}::timestamptz + make_interval(secs => ${wait}) end
      where ${over} or known.held_until is null or known.held_until <= ${moment}
        or known.held_until > ${new Date(at + 2000 * WAIT_MAX_S)}
      returning count`.execute(trx)
    if (counted.rows[0]) return counted.rows[0].count
    const row = await trx.selectFrom('rate_limits').where('key', '=', key).select('held_until').executeTakeFirst()
    throw new Held(row?.held_until ?? moment, at)
  }

  /** Counts a try of a network. @throws Held */
  async function countNetwork(trx: Kysely<Schema>, { network, times }: CountedNetwork, at: number): Promise<void> {
    const key = networkKey(network)
    const moment = new Date(at)
    const ends = new Date(at + WINDOW_MS)
    // A little later is nothing: of tries at the same moment the last one may be counted first, and servers' clocks differ.
    const over = sql`(known.ends_at <= ${moment} or known.ends_at > ${new Date(at + 2 * WINDOW_MS)})`
    const counted = await sql<{ count: number; ends_at: Date }>`
      insert into rate_limits as known (key, count, ends_at) values (${key}, 1, ${ends})
      on conflict (key) do update set
        count = case when ${over} then 1 else least(known.count, ${sql.lit(COUNTED_MAX)}) + 1 end,
        ends_at = case when ${over} then ${ends} else known.ends_at end
      returning count, ends_at`.execute(trx)
    const row = counted.rows[0]
    if (row && row.count > NETWORK_MAX * times) throw new Held(row.ends_at, at)
  }

  const isKnown = async (trx: Kysely<Schema>, account: string, address: string): Promise<boolean> =>
    (await trx
      .selectFrom('rate_limits')
      .where('key', '=', knownKey(account, address))
      .where('ends_at', '>', new Date(now()))
      .select('key')
      .executeTakeFirst()) !== undefined

  async function know(trx: Kysely<Schema>, key: string): Promise<void> {
    const ends_at = new Date(now() + KNOWN_MS)
    await trx
      .insertInto('rate_limits')
      .values({ key, count: 0, ends_at })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ ends_at }))
      .execute()
  }

  /** Counts a try that is about to be made. @returns seconds to wait instead of making it; 0 when it may be made */
  async function begin(account: string, address: string, typed: string): Promise<number> {
    const at = now()
    try {
      // Always in this order, so that two tries never wait for each other.
      await db.transaction().execute(async (trx) => {
        const known = await isKnown(trx, account, address)
        if (!known) {
          const share = await hold(trx, shareKey(account, address), UNHELD, at)
          await hold(trx, accountKey(account), ACCOUNT, at, share <= SHARE_MAX)
        }
        const isFirst = (await hold(trx, pairKey(typed, address), PAIR, at)) === 1
        const networks = networksOf(address)
        for (const network of networks) await countNetwork(trx, network, at)
        if (known || !isFirst) return
        for (const { network, times } of networks)
          await hold(trx, accountsKey(network), { ...ACCOUNTS, free: ACCOUNTS.free * times }, at)
      })
      return 0
    } catch (error) {
      if (error instanceof Held) return error.seconds
      throw error
    }
  }

  /** The try that was begun was right: it counts nothing, and the account's failures from there are forgotten. */
  async function succeeded(account: string, address: string, typed: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      // The others' failures stay: a sign-in of the owner must not begin their count anew.
      await sql`update rate_limits set count = greatest(count - 1, 0), held_until = null
        where key = ${accountKey(account)}`.execute(trx)
      await trx.deleteFrom('rate_limits').where('key', '=', pairKey(typed, address)).execute()
      const networks = networksOf(address)
      for (const { network } of networks)
        await sql`update rate_limits set count = greatest(count - 1, 0) where key = ${networkKey(network)}`.execute(trx)
      // Of a network that was known it was not counted, and whoever has one account must not talk the others' down.
      if (!(await isKnown(trx, account, address)))
        for (const { network } of networks)
          await sql`update rate_limits set count = greatest(count - 1, 0), held_until = null
            where key = ${accountsKey(network)}`.execute(trx)
      await know(trx, knownKey(account, address))
    })
  }

  /** Tries of this process that are not decided, and how many were right meanwhile, by what they count for. */
  const underWay = new Map<string, { guests: number; tries: Set<Promise<void>>; right: number }>()

  /**
   * A try, made again where it has to wait and one beside it that counts for the same was right meanwhile.
   * @param keys what it counts for
   * @param run makes it
   */
  async function together(keys: readonly string[], run: () => Promise<Tried>): Promise<Tried> {
    const places = keys.map((key) => {
      const place = underWay.get(key) ?? { guests: 0, tries: new Set(), right: 0 }
      place.guests += 1
      underWay.set(key, place)
      return place
    })
    const right = () => places.reduce((sum, place) => sum + place.right, 0)
    try {
      for (;;) {
        const before = right()
        let decided = () => {}
        const own = new Promise<void>((resolve) => {
          decided = resolve
        })
        for (const { tries } of places) tries.add(own)
        let tried: Tried
        try {
          tried = await run()
          if (tried.right) for (const place of places) place.right += 1
        } finally {
          for (const { tries } of places) tries.delete(own)
          decided()
        }
        if (tried.wait === 0) return tried
        await Promise.all(places.flatMap(({ tries }) => [...tries]))
        if (right() === before) return tried
      }
    } finally {
      for (const key of keys) {
        const place = underWay.get(key)
        if (place) place.guests -= 1
        if (place?.guests === 0) underWay.delete(key)
      }
    }
  }

  return {
    attempt: (account, address, isRight, typed = account) =>
      together([accountKey(account), networkKey(networkOf(address))], async () => {
        const wait = await begin(account, address, typed)
        if (wait > 0) return { wait, right: false }
        const right = await isRight()
        if (right) await succeeded(account, address, typed)
        return { wait, right }
      }),

    async proved(account, address, emails = []) {
      await db.transaction().execute(async (trx) => {
        // Before the account's row, as in a try; what each network had its share in is forgotten with it.
        const shares = keyOf('share', account)
        await sql`delete from rate_limits where key in (select key from rate_limits
          where key >= ${shares} and key < ${`${shares}g`} order by key for update)`.execute(trx)
        await trx.deleteFrom('rate_limits').where('key', '=', accountKey(account)).execute()
        const pairs = [account, ...emails].map((typed) => pairKey(typed, address))
        await trx.deleteFrom('rate_limits').where('key', 'in', pairs).execute()
        await know(trx, knownKey(account, address))
      })
    },
  }
}

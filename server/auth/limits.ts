/**
 * How often something that costs a mail or helps a guesser may be asked for. Counted in the
 * database, so that several servers count together; e-mails and addresses are kept as digests.
 * What others ask in an owner's name is counted by their address first, so nobody can use up an
 * owner's tries from elsewhere before the (much higher) limit of the e-mail itself; and what is mailed up to that
 * limit, whoever asked for it, reaches the owner and works for them.
 */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { ApiProblem } from '../http/apiProblem.ts'
import type { Schema } from '../store/schema.ts'
import { sweepRows } from '../store/sweepRows.ts'
import { networkOf, networksOf } from './network.ts'

const MINUTE_S = 60
const HOUR_S = 3600

/** How many in how many seconds. */
interface Rate {
  max: number
  seconds: number
}

interface Limit {
  pair?: Rate
  network?: Rate
  subject?: Rate
  all?: Rate
}

/** One each 30 s (VERIFICATION_RESEND_S) to an e-mail from one network. */
const A_MAIL = {
  pair: { max: 20, seconds: 10 * MINUTE_S },
  subject: { max: 60, seconds: HOUR_S },
  network: { max: 200, seconds: 10 * MINUTE_S },
}

/**
 * `pair` counts an e-mail or account together with the asker's address, `subject` the e-mail or
 * account whoever asks, `network` the address whatever it asks, and `all` everybody: so high that it is a flood that
 * reaches it, and low enough for a database or a mailbox to bear.
 */
const LIMITS = {
  'magic-link': A_MAIL,
  reset: A_MAIL,
  /** What is mailed works for as long as the code does (`CODE_TTL_MIN`), so nobody is kept from another one for longer. */
  code: { ...A_MAIL, subject: { max: 30, seconds: 10 * MINUTE_S } },
  'check-account': { network: { max: 200, seconds: 10 * MINUTE_S } },
  /** However many codes are mailed, guesses of days count together. */
  'try-code': {
    pair: { max: 100, seconds: 24 * HOUR_S },
    subject: { max: 200, seconds: 24 * HOUR_S },
    network: { max: 200, seconds: 10 * MINUTE_S },
  },
  /** The same from a network that asked for a code itself: each five tries cost a mail, and a stranger's tries none of these. */
  'try-own-code': {
    pair: { max: 100, seconds: 24 * HOUR_S },
    subject: { max: 1000, seconds: 24 * HOUR_S },
    network: { max: 200, seconds: 10 * MINUTE_S },
  },
  'sign-up': { network: { max: 600, seconds: HOUR_S } },
  /** A right one signs in, so guesses of days count together; the link beside it still works (H-034). */
  'link-code': {
    pair: { max: 20, seconds: 24 * HOUR_S },
    subject: { max: 30, seconds: 24 * HOUR_S },
    network: { max: 200, seconds: 10 * MINUTE_S },
  },
  /** The wrong ones among them, whatever e-mails a network tries: of so many one is right in four years. */
  'wrong-link-code': { network: { max: 60, seconds: 24 * HOUR_S } },
  'link-login': { network: { max: 200, seconds: 10 * MINUTE_S } },
  invitations: { subject: { max: 100, seconds: 24 * HOUR_S }, network: { max: 400, seconds: 24 * HOUR_S } },
  /** One person to one address, so that nobody is pestered. */
  'invite-one': { subject: { max: 30, seconds: 24 * HOUR_S } },
  'linked-email': { subject: { max: 20, seconds: HOUR_S }, network: { max: 100, seconds: HOUR_S } },
  /**
   * Mails to one address that somebody wants on their account, whoever they are: the first of each player goes in any
   * case but a flood, so that nobody keeps the owner of the address from linking it.
   */
  'linked-address-first': { subject: { max: 30, seconds: 24 * HOUR_S } },
  'linked-address-again': { subject: { max: 3, seconds: HOUR_S } },
  'linked-address-day': { subject: { max: 10, seconds: 24 * HOUR_S } },
  'passkey-add': { subject: { max: 30, seconds: HOUR_S } },
  /** Asked for by each look at the sign-in page, and again while it is looked at. */
  'passkey-request': {
    network: { max: 600, seconds: 10 * MINUTE_S },
    all: { max: 60_000, seconds: 10 * MINUTE_S },
  },
  'passkey-login': { network: { max: 200, seconds: 10 * MINUTE_S } },
  /** Good links alone do anything, and large mail services press them for all their people from few networks. */
  unsubscribe: { network: { max: 6000, seconds: 10 * MINUTE_S } },
  comments: { subject: { max: 30, seconds: HOUR_S } },
  /** Mails, one for each receiver. */
  shares: { subject: { max: 300, seconds: HOUR_S } },
  /** Far more than hands make. */
  playlists: { subject: { max: 600, seconds: HOUR_S } },
  'page-views': { subject: { max: 600, seconds: 10 * MINUTE_S } },
  'page-views-signed-out': { network: { max: 300, seconds: 10 * MINUTE_S } },
  support: { subject: { max: 20, seconds: HOUR_S }, network: { max: 60, seconds: HOUR_S } },
  /** Whoever has no account can give another e-mail each time. */
  'support-signed-out': {
    subject: { max: 20, seconds: HOUR_S },
    network: { max: 60, seconds: HOUR_S },
    all: { max: 600, seconds: HOUR_S },
  },
} as const satisfies Record<string, Limit>

export type Limited = keyof typeof LIMITS

export interface Limits {
  /**
   * Counts one.
   * @param subject the e-mail or player it is about
   * @param address of the network the request came from
   * @param options.weight counts that many at once
   * @param options.within the transaction of what is limited: others that are counted alike wait for its end
   * @throws ApiProblem 429 with Retry-After when it is one too many, which then counts nothing
   */
  spend(
    what: Limited,
    subject: string,
    address: string,
    options?: { weight?: number; within?: Kysely<Schema> },
  ): Promise<void>
  /** Takes back one that was counted for a network, for it turned out to be none that is limited. */
  giveBack(what: Limited, address: string): Promise<void>
  sweep(): Promise<void>
}

const keyOf = (parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex')

/** @param now ms since 1970 */
export function createLimits(db: Kysely<Schema>, now: () => number): Limits {
  /** @returns seconds to wait, 0 when it is within the limit */
  async function count(trx: Kysely<Schema>, parts: readonly string[], rate: Rate, weight: number): Promise<number> {
    const key = keyOf(parts)
    const at = new Date(now())
    const ends = new Date(now() + rate.seconds * 1000)
    // A window that ends much later than any begun now was begun before the clock was put right.
    const over = sql`(known.ends_at <= ${at} or known.ends_at > ${new Date(now() + 2 * rate.seconds * 1000)})`
    const row = await sql<{ count: number; ends_at: Date }>`
      insert into rate_limits as known (key, count, ends_at) values (${key}, ${weight}, ${ends})
      on conflict (key) do update set
        count = case when ${over} then ${weight} else least(known.count, 1000000) + ${weight} end,
        ends_at = case when ${over} then ${ends} else known.ends_at end
      returning count, ends_at`.execute(trx)
    const counted = row.rows[0]
    if (!counted || counted.count <= rate.max) return 0
    return Math.max(1, Math.ceil((counted.ends_at.getTime() - now()) / 1000))
  }

  return {
    async spend(what, subject, address, { weight = 1, within } = {}) {
      if (!within) {
        await db.transaction().execute((trx) => this.spend(what, subject, address, { weight, within: trx }))
        return
      }
      const limit: Limit = LIMITS[what]
      const about = subject.toLowerCase()
      // Always in this order, so that two transactions never wait for each other.
      const counts: [rate: Rate | undefined, parts: readonly string[]][] = [
        [limit.pair, [what, 'pair', about, networkOf(address)]],
        ...networksOf(address).map(({ network, times }): [Rate | undefined, string[]] => [
          limit.network && { ...limit.network, max: limit.network.max * times },
          [what, 'network', network],
        ]),
        [limit.subject, [what, 'subject', about]],
        [limit.all, [what, 'all']],
      ]
      for (const [rate, parts] of counts) {
        const wait = rate ? await count(within, parts, rate, weight) : 0
        if (wait > 0) {
          throw new ApiProblem(429, 'TOO_MANY_REQUESTS', `Too many requests. Try again in ${wait} seconds.`, {
            retryAfter: wait,
          })
        }
      }
    },

    async giveBack(what, address) {
      // One by one: who holds several at once takes them in the order of `spend`.
      for (const { network } of networksOf(address)) {
        await db
          .updateTable('rate_limits')
          .set({ count: sql<number>`greatest(count - 1, 0)` })
          .where('key', '=', keyOf([what, 'network', network]))
          .execute()
      }
    },

    async sweep() {
      await sweepRows(db, 'rate_limits', sql`ends_at < ${new Date(now())}`)
    },
  }
}

import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import type { Schema } from '../store/schema.ts'
import { createGuessLimit, type GuessLimit } from './guessing.ts'

let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())
beforeEach(() => sql`truncate rate_limits`.execute(db))

const START = Date.parse('2026-01-01T00:00:00Z')
/** A try of this outcome. @returns seconds to wait in place of it */
const outcome =
  (isRight: boolean) =>
  async (limit: GuessLimit, account: string, address: string, typed?: string): Promise<number> =>
    (await limit.attempt(account, address, async () => isRight, typed)).wait
const [wrong, right] = [outcome(false), outcome(true)]
const fail = async (limit: GuessLimit, times: number, account = 'vera') => {
  for (let n = 0; n < times; n++) await wrong(limit, account, '10.0.0.1')
}

describe('guess limit', () => {
  it('slows the thirty-first failure, for twice as long each time, and forgets all after a day', {
    tags: ['long'],
  }, async () => {
    let now = START
    const limit = createGuessLimit(db, () => now)
    for (let n = 0; n < 30; n++) {
      expect(await wrong(limit, 'vera', '10.0.0.1')).toBe(0)
      now += 1000
    }
    expect(await wrong(limit, 'vera', '10.0.0.1')).toBe(59)
    now += 59_000
    for (const wait of [120, 240, 480]) {
      expect(await wrong(limit, 'vera', '10.0.0.1')).toBe(0)
      expect(await wrong(limit, 'vera', '10.0.0.1')).toBe(wait)
      now += wait * 1000
    }
    now += 86_400_000
    for (let n = 0; n < 30; n++) expect(await wrong(limit, 'vera', '10.0.0.1')).toBe(0)
  })

  it('counts the tries of several servers together, also those sent at once', async () => {
    const [a, b] = [createGuessLimit(db, () => START), createGuessLimit(db, () => START)]
    const waits = await Promise.all(Array.from({ length: 40 }, (_, n) => wrong(n % 2 ? a : b, 'vera', '10.0.0.1')))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
  })

  it('counts on when a try that began a moment earlier is counted later', async () => {
    const late = createGuessLimit(db, () => START + 5)
    const early = createGuessLimit(db, () => START)
    await fail(late, 30)
    expect(await wrong(early, 'vera', '10.0.0.1')).toBeGreaterThan(0)
    expect(await wrong(late, 'vera', '10.0.0.1')).toBeGreaterThan(0)
  })

  it('does not lock the owner out who comes from elsewhere', { tags: ['long'] }, async () => {
    const limit = createGuessLimit(db, () => START)
    await fail(limit, 100)
    expect(await wrong(limit, 'vera', '10.0.0.2')).toBe(0)
  })

  it('slows an address that tries many accounts', { tags: ['long'] }, async () => {
    const limit = createGuessLimit(db, () => START)
    for (let n = 0; n < 120; n++) await wrong(limit, `account ${n}`, '10.0.0.1')
    expect(await wrong(limit, 'another', '10.0.0.1')).toBe(60)
  })

  it('refuses no right try because of others that are being made, and of wrong ones no more than thirty', {
    tags: ['long'],
  }, async () => {
    const limit = createGuessLimit(db, () => START)
    const many = (count: number, account: string, isRight: boolean) =>
      Promise.all(
        Array.from({ length: count }, () =>
          limit.attempt(account, '10.0.0.1', async () => {
            await new Promise((done) => setTimeout(done, 20))
            return isRight
          }),
        ),
      )
    expect((await many(100, 'vera', true)).filter(({ right }) => right)).toHaveLength(100)
    const wrong = await many(70, 'vera', false)
    expect(wrong.filter(({ wait }) => wait === 0)).toHaveLength(30)
    expect(wrong.some(({ right }) => right)).toBe(false)
  })

  it('forgets the failures of an account that signed in, and counts no success', { tags: ['long'] }, async () => {
    const limit = createGuessLimit(db, () => START)
    await fail(limit, 29)
    expect(await right(limit, 'vera', '10.0.0.1')).toBe(0)
    expect(await wrong(limit, 'vera', '10.0.0.1')).toBe(0)
    for (let n = 0; n < 130; n++) {
      expect(await right(limit, `right ${n}`, '10.0.0.9')).toBe(0)
    }
  })
})

describe('the account, wherever it is guessed at from', () => {
  /** Addresses of as many networks as one likes. */
  const elsewhere = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

  it('is guessed at sixty times in all, and then after waits that grow to a quarter of an hour', {
    tags: ['long'],
  }, async () => {
    let now = START
    const limit = createGuessLimit(db, () => now)
    for (let n = 0; n < 60; n++) expect(await wrong(limit, 'vera', elsewhere(n))).toBe(0)
    const waits = []
    for (let n = 60; n < 67; n++) {
      const wait = await wrong(limit, 'vera', elsewhere(n))
      waits.push(wait)
      now += wait * 1000
      expect(await wrong(limit, 'vera', elsewhere(n))).toBe(0)
    }
    expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900])
    // A hundred thousand networks in a day have no more tries than one.
    let tries = 0
    for (const end = now + 86_400_000; now < end; now += 300_000)
      if ((await wrong(limit, 'vera', elsewhere(now % 1e6))) === 0) tries++
    expect(tries).toBeLessThan(100)
  })

  it('counts tries of many networks and two servers at once together', async () => {
    const servers = [createGuessLimit(db, () => START), createGuessLimit(db, () => START)] as const
    const waits = await Promise.all(
      Array.from({ length: 90 }, (_, n) => wrong(servers[n % 2 ? 1 : 0], 'vera', elsewhere(n))),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(60)
  })

  it('H-589: is held by no single network, whichever of its e-mails that tries, and by three', {
    tags: ['long'],
  }, async () => {
    let now = START
    const limit = createGuessLimit(db, () => now)
    // Days go by, and none of them without a try.
    for (let day = 0; day < 3; day++) {
      for (let n = 0; n < 28; n++)
        for (const typed of ['a@x.yz', 'b@x.yz', 'c@x.yz'])
          expect(await wrong(limit, 'vera', '10.0.0.1', `${day} ${typed}`)).toBe(0)
      now += 80_000_000
    }
    for (let n = 0; n < 29; n++) expect(await wrong(limit, 'vera', '10.0.0.2')).toBe(0)
    for (let n = 0; n < 2; n++) expect(await wrong(limit, 'vera', '10.0.0.3')).toBe(0)
    for (const network of ['10.0.0.1', '10.0.0.4']) expect(await wrong(limit, 'vera', network, 'd@x.yz')).toBe(60)
    // Then the tries of each make the wait longer.
    now += 60_000
    expect(await wrong(limit, 'vera', '10.0.0.1', 'd@x.yz')).toBe(0)
    expect(await wrong(limit, 'vera', '10.0.0.4')).toBe(120)
  })

  it('H-589: has what each network brought forgotten by proof by mail, and no other account has', {
    tags: ['long'],
  }, async () => {
    const limit = createGuessLimit(db, () => START)
    const both = async (wait: number) => {
      for (const network of ['10.0.0.1', '10.0.0.2'])
        for (let n = 0; n < 29; n++)
          for (const account of ['vera', 'umar']) await wrong(limit, account, network, `${account} ${wait}`)
      for (const [network, account] of [['10.0.0.3', 'vera'], ['10.0.0.4', 'umar']] as const) // biome-ignore format: one line
        for (let n = 0; n < 2; n++) await wrong(limit, account, network)
      return [await wrong(limit, 'vera', '10.0.0.5', 'one'), await wrong(limit, 'umar', '10.0.0.6', 'two')]
    }
    expect(await both(0)).toEqual([60, 60])
    await limit.proved('vera', '10.0.0.9')
    expect(await both(1)).toEqual([60, 60])
  })

  it('stays open to its owner: from where they signed in before, and by a mailed link from anywhere', {
    tags: ['long'],
  }, async () => {
    let now = START
    const limit = createGuessLimit(db, () => now)
    await right(limit, 'vera', '192.168.7.9')
    for (let n = 0; n < 300; n++) await wrong(limit, 'vera', elsewhere(n))
    expect(await wrong(limit, 'vera', '192.168.7.10')).toBeGreaterThan(0)
    expect(await right(limit, 'vera', '192.168.7.9')).toBe(0)
    // Which does not give the guessers their tries back.
    now += 901_000
    expect(await wrong(limit, 'vera', elsewhere(1))).toBe(0)
    expect(await wrong(limit, 'vera', elsewhere(2))).toBeGreaterThan(0)
    await limit.proved('vera', '192.168.7.10')
    expect(await wrong(limit, 'vera', '192.168.7.10')).toBe(0)
    expect(await wrong(limit, 'vera', elsewhere(3))).toBe(0)
  })

  it('makes no try of a refused one, so that who was kept out waits no longer for having asked', {
    tags: ['long'],
  }, async () => {
    const limit = createGuessLimit(db, () => START)
    for (let n = 0; n < 60; n++) await wrong(limit, 'vera', elsewhere(n))
    for (let n = 0; n < 200; n++) expect(await wrong(limit, 'vera', '10.9.9.9')).toBe(60)
    expect(await wrong(limit, 'umar', '10.9.9.9')).toBe(0)
  })

  it('takes all addresses of a /64 for one network', async () => {
    const limit = createGuessLimit(db, () => START)
    for (let n = 0; n < 30; n++) expect(await wrong(limit, 'vera', `2001:db8:1:2::${n.toString(16)}`)).toBe(0)
    expect(await wrong(limit, 'vera', '2001:db8:1:2:ffff::1')).toBe(60)
    expect(await wrong(limit, 'vera', '2001:db8:1:3::1')).toBe(0)
  })

  it('H-387: slows a network that fails at three hundred accounts in a day, and nobody it signed in before', {
    tags: ['long'],
  }, async () => {
    let now = START
    const limit = createGuessLimit(db, () => now)
    await right(limit, 'vera', '10.0.0.1')
    // As slowly as no other count notices.
    for (let n = 0; n < 300; n++) {
      expect(await wrong(limit, `account ${n}`, '10.0.0.1')).toBe(0)
      now += 10_000
    }
    now -= 10_000
    for (const wait of [60, 120, 240, 480, 900, 900]) {
      expect(await wrong(limit, 'another', '10.0.0.1')).toBe(wait)
      now += wait * 1000
      expect(await wrong(limit, `another ${now}`, '10.0.0.1')).toBe(0)
    }
    // One it failed at already, one it signed in, and another network go on.
    expect(await wrong(limit, 'account 7', '10.0.0.1')).toBe(0)
    expect(await wrong(limit, 'vera', '10.0.0.1')).toBe(0)
    expect(await wrong(limit, 'another', '10.0.0.2')).toBe(0)
    now = START + 86_400_000
    expect(await wrong(limit, 'another', '10.0.0.1')).toBe(0)
  })

  /** The counts of failed accounts that have come so far, as if they had come as far as that. */
  const countedOn = async (from: number, to: number) => {
    const rows = await sql`update rate_limits set count = ${to}
      where count = ${from} and ends_at > ${new Date(START + 3_600_000)} returning key`.execute(db)
    return rows.rows.length
  }

  it('H-387: counts no account that was signed in, and no sign-in again talks the failures down', async () => {
    const limit = createGuessLimit(db, () => START)
    for (let n = 0; n < 20; n++) {
      await right(limit, `right ${n}`, '10.0.0.1')
    }
    for (let n = 0; n < 20; n++) {
      await wrong(limit, `account ${n}`, '10.0.0.1')
      await right(limit, 'right 1', '10.0.0.1')
    }
    expect(await countedOn(20, 299)).toBe(1)
    expect(await wrong(limit, 'account 299', '10.0.0.1')).toBe(0)
    expect(await wrong(limit, 'account 300', '10.0.0.1')).toBe(60)
  })

  it('H-387: gives the networks an IPv6 network lies in five and twenty times as many', async () => {
    const limit = createGuessLimit(db, () => START)
    for (let n = 0; n < 3; n++) await wrong(limit, `account ${n}`, '2001:db8:1:100::1')
    // The network itself, its /56 and its /48.
    expect(await countedOn(3, 1499)).toBe(3)
    expect(await wrong(limit, 'account 3', '2001:db8:1:101::1')).toBe(0)
    expect(await wrong(limit, 'account 4', '2001:db8:1:102::1')).toBe(60)
    expect(await wrong(limit, 'account 4', '2001:db8:1:200::1')).toBe(0)
  })

  it('does not tell by the count of one e-mail that another is the same player’s', async () => {
    const limit = createGuessLimit(db, () => START)
    for (let n = 0; n < 30; n++) await wrong(limit, 'player', '10.0.0.1', 'one@x.yz')
    expect(await wrong(limit, 'player', '10.0.0.1', 'one@x.yz')).toBeGreaterThan(0)
    expect(await wrong(limit, 'player', '10.0.0.1', 'other@x.yz')).toBe(0)
    await limit.proved('player', '10.0.0.1', ['one@x.yz', 'other@x.yz'])
    expect(await wrong(limit, 'player', '10.0.0.1', 'one@x.yz')).toBe(0)
  })
})

import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { createGuessLimit } from '../auth/guessing.ts'
import { createLimits } from '../auth/limits.ts'
import { createTokens } from '../auth/tokens.ts'
import { createClock } from './clock.ts'
import type { Schema } from './schema.ts'

const HOUR_MS = 3_600_000

let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())
beforeEach(() => sql`truncate rate_limits`.execute(db))

const databaseTime = async () => {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  return rows[0]?.at.getTime() ?? 0
}
/** Of a server whose machine is wrong by so much. */
const clockOf = async (wrongMs: number) => {
  const clock = createClock(() => Date.now() + wrongMs)
  await clock.set(db)
  return clock
}

describe('the clock', () => {
  it.each([-5 * HOUR_MS, 5 * HOUR_MS])(
    'H-429: tells the time of the database to a machine that is wrong by %i ms',
    async (wrong) => {
      const own = Date.now() + wrong
      const clock = createClock(() => own)
      expect(clock.now()).toBe(own)
      const before = await databaseTime()
      await clock.set(db)
      const after = await databaseTime()
      expect(clock.now()).toBeGreaterThanOrEqual(before - 1)
      expect(clock.now()).toBeLessThanOrEqual(after + 1)
      clock.move(HOUR_MS)
      expect(clock.now()).toBeGreaterThanOrEqual(before - 1 + HOUR_MS)
      clock.move(null)
      expect(clock.now()).toBeLessThanOrEqual(after + 1)
    },
  )

  it('is not moved by an answer that took its time', async () => {
    let own = Date.now()
    const clock = createClock(() => own)
    const setting = clock.set(db)
    own += 2 * HOUR_MS
    await setting
    expect(clock.now()).toBe(own)
  })
})

describe('H-429: two servers whose clocks are hours apart', () => {
  it('count guesses together', async () => {
    const servers = [
      createGuessLimit(db, (await clockOf(HOUR_MS)).now),
      createGuessLimit(db, (await clockOf(-HOUR_MS)).now),
    ]
    const waits: number[] = []
    for (let n = 0; n < 40; n++)
      waits.push((await servers[n % 2]?.attempt('vera', '10.0.0.1', async () => false))?.wait ?? -1)
    expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
  })

  it('count what is limited together', async () => {
    const [one, other] = [
      createLimits(db, (await clockOf(HOUR_MS)).now),
      createLimits(db, (await clockOf(-HOUR_MS)).now),
    ]
    await one.spend('support', 'vera', '10.0.0.1', { weight: 20 })
    await expect(other.spend('support', 'vera', '10.0.0.1')).rejects.toMatchObject({ status: 429 })
  })

  it('take each other’s addresses of a minute', async () => {
    const key = new Uint8Array(32).fill(7)
    const [one, other] = [
      createTokens(key, (await clockOf(-HOUR_MS)).now),
      createTokens(key, (await clockOf(HOUR_MS)).now),
    ]
    const token = await one.mintPage('p1', 'r1')
    expect(await other.readPage(token)).not.toBeNull()
  })
})

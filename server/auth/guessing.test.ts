import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { embeddedDialect } from '../store/embeddedDialect.ts'
import { migrate } from '../store/migrate.ts'
import { migrations } from '../store/migrations/index.ts'
import { openPglite } from '../store/pgliteRunner.ts'
import type { Schema } from '../store/schema.ts'
import { createGuessLimit } from './guessing.ts'

let db: Kysely<Schema>
beforeAll(async () => {
  db = new Kysely<Schema>({ dialect: embeddedDialect(await openPglite()) })
  await migrate(db, migrations)
}, 60_000)
afterAll(() => db.destroy())
beforeEach(() => sql`truncate rate_limits`.execute(db))

const START = Date.parse('2026-01-01T00:00:00Z')
const fail = async (limit: ReturnType<typeof createGuessLimit>, times: number, account = 'vera') => {
  for (let n = 0; n < times; n++) await limit.begin(account, '10.0.0.1')
}

describe('guess limit', () => {
  it('slows the thirty-first failure of a minute and lets go after it', async () => {
    let now = START
    const limit = createGuessLimit(db, () => now)
    for (let n = 0; n < 30; n++) {
      expect(await limit.begin('vera', '10.0.0.1')).toBe(0)
      now += 1000
    }
    expect(await limit.begin('vera', '10.0.0.1')).toBe(30)
    now += 30_000
    expect(await limit.begin('vera', '10.0.0.1')).toBe(0)
  })

  it('counts the tries of several servers together, also those sent at once', async () => {
    const [a, b] = [createGuessLimit(db, () => START), createGuessLimit(db, () => START)]
    const waits = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? a : b).begin('vera', '10.0.0.1')))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
  })

  it('counts on when a try that began a moment earlier is counted later', async () => {
    const late = createGuessLimit(db, () => START + 5)
    const early = createGuessLimit(db, () => START)
    await fail(late, 30)
    expect(await early.begin('vera', '10.0.0.1')).toBeGreaterThan(0)
    expect(await late.begin('vera', '10.0.0.1')).toBeGreaterThan(0)
  })

  it('does not lock the owner out who comes from elsewhere', async () => {
    const limit = createGuessLimit(db, () => START)
    await fail(limit, 100)
    expect(await limit.begin('vera', '10.0.0.2')).toBe(0)
  })

  it('slows an address that tries many accounts', async () => {
    const limit = createGuessLimit(db, () => START)
    for (let n = 0; n < 120; n++) await limit.begin(`account ${n}`, '10.0.0.1')
    expect(await limit.begin('another', '10.0.0.1')).toBe(60)
  })

  it('forgets the failures of an account that signed in, and counts no success', async () => {
    const limit = createGuessLimit(db, () => START)
    await fail(limit, 29)
    expect(await limit.begin('vera', '10.0.0.1')).toBe(0)
    await limit.succeeded('vera', '10.0.0.1')
    expect(await limit.begin('vera', '10.0.0.1')).toBe(0)
    for (let n = 0; n < 300; n++) {
      expect(await limit.begin(`right ${n}`, '10.0.0.9')).toBe(0)
      await limit.succeeded(`right ${n}`, '10.0.0.9')
    }
  })
})

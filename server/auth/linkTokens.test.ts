import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import type { Schema } from '../store/schema.ts'
import { createLimits } from './limits.ts'
import { createLinkTokens } from './linkTokens.ts'
import { createSigner } from './signer.ts'

let db: Kysely<Schema>
let now = Date.UTC(2026, 10, 20)
const key = new Uint8Array(32).fill(7)
const links = () =>
  createLinkTokens(
    db,
    createSigner(key, () => now),
    () => now,
  )

beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())

const mint = (email = 'v@x.yz') => links().mint('email', { email }, { email, playerid: null })

it('a link token is used once, also by two at once', async () => {
  const { token, jti } = await mint()
  expect(await links().read('email', token)).toMatchObject({ state: 'good', claims: { email: 'v@x.yz', jti } })
  const both = await Promise.all([links().use(jti), links().use(jti)])
  expect(both.filter(Boolean)).toHaveLength(1)
  expect(await links().read('email', token)).toMatchObject({ state: 'used' })
})

it('a link token is good for its purpose only, for its time only, and only under its key', async () => {
  const { token } = await mint()
  expect((await links().read('reset', token)).state).toBe('bad')
  const stranger = createLinkTokens(
    db,
    createSigner(new Uint8Array(32).fill(8), () => now),
    () => now,
  )
  expect((await stranger.read('email', token)).state).toBe('bad')
  now += 24 * 3_600_000 - 1000
  expect((await links().read('email', token)).state).toBe('good')
  now += 1000
  expect((await links().read('email', token)).state).toBe('expired')
})

it('a revoked link token is worth nothing, and those of others go on', async () => {
  const [mine, other] = [await mint('mine@x.yz'), await mint('other@x.yz')]
  await links().revoke(['email'], { email: 'MINE@x.yz' })
  expect((await links().read('email', mine.token)).state).toBe('bad')
  expect(await links().use(mine.jti)).toBe(false)
  expect((await links().read('email', other.token)).state).toBe('good')
})

it('keeps no token in the database', async () => {
  const { token } = await mint()
  expect(JSON.stringify(await db.selectFrom('link_tokens').selectAll().execute())).not.toContain(token.split('.')[2])
})

it('limits count an e-mail by who asks first, so that a stranger cannot use up the owner’s tries', async () => {
  const limits = createLimits(db, () => now)
  for (let n = 0; n < 20; n++) await limits.spend('magic-link', 'Owner@x.yz', '10.0.0.1')
  await expect(limits.spend('magic-link', 'owner@x.yz', '10.0.0.1')).rejects.toMatchObject({
    status: 429,
    retryAfter: 600,
  })
  await limits.spend('magic-link', 'owner@x.yz', '10.0.0.2')
  now += 600_000
  await limits.spend('magic-link', 'owner@x.yz', '10.0.0.1')
})

it('limits count a network whatever it asks for, and many at once together', { tags: ['long'] }, async () => {
  const limits = createLimits(db, () => now)
  const asked = await Promise.allSettled(
    Array.from({ length: 210 }, (_, n) => limits.spend('code', `n${n}@x.yz`, '10.0.0.9')),
  )
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(200)
  const rows = await db.selectFrom('rate_limits').select('key').execute()
  expect(JSON.stringify(rows)).not.toMatch(/@|10\.0/)
})

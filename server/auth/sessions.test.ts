import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedDialect } from '../store/embeddedDialect.ts'
import { migrate } from '../store/migrate.ts'
import { migrations } from '../store/migrations/index.ts'
import { openPglite } from '../store/pgliteRunner.ts'
import type { PlayerRow, Schema } from '../store/schema.ts'
import { createSessions } from './sessions.ts'

let db: Kysely<Schema>
let player: PlayerRow
let now = Date.UTC(2026, 10, 20)

beforeAll(async () => {
  db = new Kysely<Schema>({ dialect: embeddedDialect(await openPglite()) })
  await migrate(db, migrations)
  player = await db
    .insertInto('players')
    .values({
      playerid: 'p1',
      username: 'vera',
      firstname: 'Vera',
      lastname: 'Lind',
      password_hash: null,
      state: 'active',
      verified: true,
      label_staff: false,
      language: 'en',
      mailto: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}, 60_000)
afterAll(() => db.destroy())

const start = (publicdevice = false) => createSessions(db, () => now).start(player, 'vera@demo.test', publicdevice)
const rotate = (token: string) => createSessions(db, () => now).rotate(token)
const isLive = (sessionid: string) => createSessions(db, () => now).isLive(sessionid)

describe('sessions', () => {
  it('rotate their refresh token at each renewal', async () => {
    const first = await start()
    const second = await rotate(first.refreshToken)
    expect(second?.sessionid).toBe(first.sessionid)
    expect(second?.refreshToken).not.toBe(first.refreshToken)
    expect(await rotate(second?.refreshToken ?? '')).not.toBeNull()
  })

  it('accept the previous token for 30 seconds', async () => {
    const first = await start()
    await rotate(first.refreshToken)
    now += 30_000
    expect(await rotate(first.refreshToken)).not.toBeNull()
    expect(await isLive(first.sessionid)).toBe(true)
  })

  it('end as a family when an old token is used after that', async () => {
    const first = await start()
    const second = await rotate(first.refreshToken)
    now += 30_001
    expect(await rotate(first.refreshToken)).toBeNull()
    expect(await isLive(first.sessionid)).toBe(false)
    expect(await rotate(second?.refreshToken ?? '')).toBeNull()
  })

  it('give both of two racing tabs a token', async () => {
    const first = await start()
    const both = await Promise.all([rotate(first.refreshToken), rotate(first.refreshToken)])
    expect(both.every((grant) => grant !== null)).toBe(true)
    expect(both[0]?.refreshToken).not.toBe(both[1]?.refreshToken)
  })

  it('last 30 days, or 12 hours on a public computer', async () => {
    const own = await start()
    const shared = await start(true)
    now += 12 * 3_600_000
    expect(await rotate(shared.refreshToken)).toBeNull()
    expect(await isLive(own.sessionid)).toBe(true)
    now += 30 * 86_400_000
    expect(await rotate(own.refreshToken)).toBeNull()
  })

  it('do not end when somebody invents a token', async () => {
    const first = await start()
    expect(await rotate('invented')).toBeNull()
    expect(await isLive(first.sessionid)).toBe(true)
  })

  it('end one or all on request, and never touch another player', async () => {
    const [a, b] = [await start(), await start()]
    const sessions = createSessions(db, () => now)
    await sessions.revoke(a.sessionid)
    expect([await isLive(a.sessionid), await isLive(b.sessionid)]).toEqual([false, true])
    await sessions.revokeAll('p1')
    expect(await isLive(b.sessionid)).toBe(false)
    expect(await rotate(b.refreshToken)).toBeNull()
  })

  it('keep no token in the database', async () => {
    const first = await start()
    const rows = await db.selectFrom('refresh_tokens').where('sessionid', '=', first.sessionid).selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(first.refreshToken)
  })

  it('stop being renewed when the player is made inactive', async () => {
    const first = await start()
    await db.updateTable('players').set({ state: 'inactive' }).execute()
    expect(await rotate(first.refreshToken)).toBeNull()
    expect(await isLive(first.sessionid)).toBe(false)
    await db.updateTable('players').set({ state: 'active' }).execute()
  })
})

import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { createSessions } from '../auth/sessions.ts'
import { seedDemoAccounts } from '../demo/people/accounts.ts'
import { findById } from '../store/people/players.ts'
import type { Schema } from '../store/schema.ts'
import { closeDemoPlayers, reopenDemoPlayers } from './demoPlayers.ts'

let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())

it('H-230: players of a demo that is over are closed and signed out, and open again when it is back', async () => {
  await seedDemoAccounts(db)
  const own = await findById(db, 'demo-many')
  await db
    .insertInto('players')
    .values({ ...own!, playerid: 'somebody', username: 'demo-x@x.yz' })
    .execute()
  const sessions = createSessions(db, Date.now, new Uint8Array(32))
  const start = async (playerid: string) =>
    (await sessions.start((await findById(db, playerid))!, 'a@x.yz', false)).sessionid
  const [theirs, mine] = [await start('demo-verified'), await start('somebody')]
  const states = async () => {
    const rows = await db.selectFrom('players').select(['playerid', 'state']).orderBy('playerid').execute()
    return Object.fromEntries(rows.map(({ playerid, state }) => [playerid, state]))
  }
  const before = await states()

  expect(await closeDemoPlayers(db, sessions)).toBe(5)
  const { somebody, ...demo } = await states()
  expect([somebody, new Set(Object.values(demo))]).toEqual(['active', new Set(['inactive'])])
  expect([await sessions.isLive(theirs), await sessions.isLive(mine)]).toEqual([false, true])
  expect(await closeDemoPlayers(db, sessions)).toBe(0)

  await reopenDemoPlayers(db)
  expect(await states()).toEqual(before)
  expect(await sessions.isLive(theirs)).toBe(false)
})

import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { createQueue } from '../jobs/queue.ts'
import type { Schema } from '../store/schema.ts'
import { createDigestClock, DIGEST, DigestPayload } from './digests.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A Wednesday, an hour after the daily mails were due. */
const START = Date.parse('2026-01-07T07:00:00Z')

let db: Kysely<Schema>
let at = START
beforeAll(async () => {
  db = await openDatabase()
  await sql`insert into players (playerid, username, firstname, lastname, password_hash, mailpref, state)
    values ('p', 'p@x.yz', 'P', 'P', '', 'daily', 'active')`.execute(db)
}, 60_000)
afterAll(() => db.destroy())
beforeEach(async () => {
  at = START
  await sql`truncate jobs cascade`.execute(db)
})

const daily = async () => {
  const jobs = await db.selectFrom('jobs').where('kind', '=', DIGEST).selectAll().orderBy('key').execute()
  return jobs.map(({ state, payload }) => ({ state, ...DigestPayload.parse(payload) }))
}
const giveUp = () => sql`update jobs set state = 'failed'`.execute(db)
const clock = () => createDigestClock(db, createQueue(db, 'a'), () => at, () => undefined) // biome-ignore format: one line

it('a period that was given up is tried again, not at once', async () => {
  const look = clock()
  await look()
  await giveUp()
  await look()
  expect((await daily()).map(({ state }) => state)).toEqual(['failed'])
  at += 11 * MINUTE_MS
  await look()
  expect((await daily()).map(({ state }) => state)).toEqual(['queued'])
})

it('what a period that was given up left out comes with the next one', async () => {
  const look = clock()
  await look()
  await sql`update jobs set state = 'done'`.execute(db)
  const [first] = await daily()
  at += DAY_MS
  await look()
  await giveUp()
  await sql`update jobs set state = 'done' where payload->>'to' = ${String(first?.to)}`.execute(db)
  at += DAY_MS
  await look()
  expect((await daily()).at(-1)).toMatchObject({ from: first?.to, to: (first?.to ?? 0) + 2 * DAY_MS })
})

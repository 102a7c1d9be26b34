// What is archived is not flagged (FLAG-008), also when both are asked for at once.
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRunner } from '#tests/support/database.ts'
import { shortened } from '../../catalogue/shortened.ts'
import { demoCatalogue } from '../../demo/catalogue/catalogue.ts'
import { insertReleases } from '../catalogue/writeCatalogue.ts'
import { embeddedDialect } from '../database/embeddedDialect.ts'
import type { Schema } from '../schema.ts'
import { createMarks } from './marks.ts'

const PLAYER = 'p1'
let db: Kysely<Schema>
let releaseid = ''
let trackid = ''
const asked: string[] = []
beforeAll(async () => {
  const runner = await openRunner()
  const query: typeof runner.query = (text, parameters) => {
    asked.push(text.trim().split(/\s/, 3).join(' '))
    return runner.query(text, parameters)
  }
  db = new Kysely<Schema>({ dialect: embeddedDialect({ query, close: () => runner.close() }) })
  const made = [...shortened(demoCatalogue('demo'), 1)].slice(0, 1)
  releaseid = made[0]?.releaseid ?? ''
  await insertReleases(db, made)
  await sql`insert into players (playerid, username, firstname, lastname, state)
    values (${PLAYER}, ${PLAYER}, 'A', 'B', 'active')`.execute(db)
  const { rows } = await sql<{ trackid: string }>`select trackid from tracks limit 1`.execute(db)
  trackid = rows[0]?.trackid ?? ''
}, 60_000)
afterAll(() => db.destroy())

const flags = async () => (await sql`select 1 from flags where playerid = ${PLAYER}`.execute(db)).rows.length

it('FLAG-008: takes no flag for a release that is archived, nor for one of its songs', async () => {
  const marks = createMarks(db)
  await marks.archive(PLAYER, releaseid)
  expect(await marks.flagRelease(PLAYER, releaseid)).toBe(false)
  expect(await marks.flagTrack(PLAYER, releaseid, trackid)).toBe(false)
  expect(await flags()).toBe(0)
  await marks.restore(PLAYER, releaseid)
  expect(await marks.flagTrack(PLAYER, releaseid, trackid)).toBe(true)
  expect(await flags()).toBe(1)
  expect(await marks.flagRelease(PLAYER, releaseid)).toBe(true)
  expect(await flags()).toBeGreaterThan(1)
})

it('waits for its turn before it looks, and looks in the transaction that writes', async () => {
  const marks = createMarks(db)
  const turn = ['begin', expect.stringContaining('pg_advisory_xact_lock')]
  for (const flag of [() => marks.flagRelease(PLAYER, releaseid), () => marks.flagTrack(PLAYER, releaseid, trackid)]) {
    asked.length = 0
    await flag()
    expect(asked).toEqual([...turn, 'select 1 from', 'insert into flags', 'commit'])
  }
  asked.length = 0
  await marks.archive(PLAYER, releaseid)
  expect(asked).toEqual([...turn, 'insert into archived', 'commit'])
})

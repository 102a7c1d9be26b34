// What the database counts of what concerns a player, and what asking for it costs.
import { type CompiledQuery, Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openRunner } from '#tests/support/database.ts'
import { createSessions } from '../auth/sessions.ts'
import { demoCatalogue } from '../demo/catalogue/catalogue.ts'
import { connect, connectedSince, disconnect } from '../people/connections.ts'
import { sharesOf, sharesSince } from './catalogue/shares.ts'
import { insertReleases } from './catalogue/writeCatalogue.ts'
import { embeddedDialect } from './database/embeddedDialect.ts'
import { migrate } from './database/migrate.ts'
import { migrations } from './migrations/index.ts'
import type { Schema } from './schema.ts'

const AT = new Date(Date.UTC(2026, 10, 24))
const KEY = new Uint8Array(32).fill(7)
let db: Kysely<Schema>
let releaseid = ''
/** Every statement since the test began. */
let asked: CompiledQuery[] = []
const sessions = () => createSessions(db, () => AT.getTime(), KEY)

beforeAll(async () => {
  const dialect = embeddedDialect(await openRunner())
  db = new Kysely<Schema>({ dialect, log: (event) => void asked.push(event.query as CompiledQuery) })
  await migrate(db, migrations)
  const [release] = [...demoCatalogue('small')].filter((one) => one.access === 'open')
  if (!release) throw new Error('no release')
  await insertReleases(db, [release])
  releaseid = release.releaseid
}, 60_000)
afterAll(() => db.destroy())
beforeEach(async () => {
  await db.deleteFrom('players').execute()
  for (const name of ['ada', 'bo', 'cy'])
    await db
      .insertInto('players')
      .values({
        playerid: name,
        username: name,
        firstname: name,
        lastname: '',
        password_hash: null,
        state: 'active',
        verified: true,
        label_staff: false,
        language: 'en',
        mailto: null,
      })
      .execute()
  asked = []
})

async function counts(playerid: string) {
  const found = await db.selectFrom('player_changes').where('playerid', '=', playerid).selectAll().executeTakeFirst()
  return [found?.shares ?? 0, found?.connections ?? 0, found?.profile ?? 0]
}
const share = (id: string, receiver: string, playerid = 'ada') =>
  db.insertInto('shares').values({ id, releaseid, playerid, receiver, message: id, at: AT }).execute()

describe('what moved for a player', () => {
  it('is counted for whom a share is for', async () => {
    await share('s1', 'bo')
    await share('s2', 'bo', 'cy')
    expect([await counts('bo'), await counts('ada')]).toEqual([
      [2, 0, 0],
      [0, 0, 0],
    ])
    expect((await sharesSince(db, 'bo', 1)).map(({ shareid, by }) => [shareid, by])).toEqual([['s2', 'cy']])
    expect((await sharesSince(db, 'bo', 0)).map(({ shareid }) => shareid)).toEqual(['s2', 's1'])
  })

  it('is counted for both who are connected, and when they no longer are', async () => {
    await connect(db, 'bo', 'ada', AT)
    expect(await connectedSince(db, 'ada', 0)).toEqual([{ player_id: 'bo', full_name: 'bo' }])
    await disconnect(db, 'ada', 'bo', new Date())
    expect([await counts('ada'), await counts('bo'), await counts('cy')]).toEqual([
      [0, 2, 0],
      [0, 2, 0],
      [0, 0, 0],
    ])
    expect(await connectedSince(db, 'ada', 0)).toEqual([])
  })

  it('is counted for a profile that is another now, and for its e-mails', async () => {
    const change = (given: object) => db.updateTable('players').set(given).where('playerid', '=', 'ada').execute()
    await change({ city: 'Oslo' })
    await change({ city: 'Oslo' })
    await change({ password_hash: 'x' })
    expect(await counts('ada')).toEqual([0, 0, 1])
    await db
      .insertInto('player_emails')
      .values({ email: 'a@b.cd', shown: 'A@b.cd', playerid: 'ada', place: 1 })
      .execute()
    await db.updateTable('player_emails').set({ playerid: 'bo' }).where('email', '=', 'a@b.cd').execute()
    expect([await counts('ada'), await counts('bo')]).toEqual([
      [0, 0, 3],
      [0, 0, 1],
    ])
  })

  it('goes with a player who is deleted; what they shared stays, without their name', async () => {
    await connect(db, 'ada', 'bo', AT)
    await share('s1', 'bo')
    await share('s2', 'ada', 'bo')
    await db.deleteFrom('players').where('playerid', '=', 'ada').execute()
    expect([await counts('ada'), await counts('bo')]).toEqual([
      [0, 0, 0],
      [1, 2, 0],
    ])
    expect(await sharesOf(db, 'bo', releaseid)).toMatchObject([{ shareid: 's1', by: '', message: 's1' }])
  })
})

it('asking what moved is one read, by indexes alone', async () => {
  const player = await db.selectFrom('players').where('playerid', '=', 'bo').selectAll().executeTakeFirstOrThrow()
  const { sessionid } = await sessions().start(player, 'bo@demo.test', false)
  await share('s1', 'bo')
  asked = []
  expect(await sessions().versions(sessionid)).toEqual({ shares: 1, connections: 0, profile: 0 })
  expect(asked).toHaveLength(1)
  const [read] = asked
  const { rows } = await db.transaction().execute(async (within) => {
    // So small a table is read whole otherwise.
    await sql`set local enable_seqscan = off`.execute(within)
    const text = `explain ${read?.sql.replace(/\$(\d+)/g, (_, n) => `'${String(asText(read.parameters[Number(n) - 1]))}'`)}`
    return sql.raw<{ 'QUERY PLAN': string }>(text).execute(within)
  })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).not.toContain('Seq Scan')
  expect(plan.match(/Index (Only )?Scan/g)).toHaveLength(3)
})

const asText = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { embeddedDialect } from './embeddedDialect.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openPglite } from './pgliteRunner.ts'
import type { Schema } from './schema.ts'

const names = migrations.map(({ name }) => name)

it('steps are numbered in the order they are applied', () => {
  expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)))
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
})

it('carry a filled database from the first schema to the newest, one step at a time, and lose nothing', async () => {
  const db = new Kysely<Schema>({ dialect: embeddedDialect(await openPglite()) })
  try {
    expect(await migrate(db, migrations.slice(0, 1))).toEqual(['0001-start'])
    // As the first version wrote it.
    await sql`insert into players (playerid, username, firstname, lastname, password_hash, state, verified)
      values ('p1', 'vera', 'Vera', 'Lind', 'hash', 'active', true), ('p2', 'bare', 'Bare', '', null, 'pending', false)`.execute(
      db,
    )
    await sql`insert into player_emails (email, shown, playerid, place)
      values ('second@x.yz', 'second@x.yz', 'p1', 1), ('first@x.yz', 'First@x.yz', 'p1', 0)`.execute(db)
    await sql`insert into sessions (sessionid, playerid, email, publicdevice, expires_at)
      values ('s1', 'p1', 'First@x.yz', false, now() + interval '1 day')`.execute(db)
    await sql`insert into page_views (playerid, path, at) values ('p1', '/releases', now())`.execute(db)
    for (let count = 2; count <= migrations.length; count++) {
      expect(await migrate(db, migrations.slice(0, count))).toEqual([names[count - 1]])
    }
    const players = await db.selectFrom('players').selectAll().orderBy('playerid').execute()
    expect(players).toMatchObject([
      {
        playerid: 'p1',
        username: 'vera',
        password_hash: 'hash',
        mailto: 'first@x.yz',
        mailpref: 'none',
        format: 'mp3',
        region: '',
      },
      { playerid: 'p2', state: 'pending', mailto: null },
    ])
    const sessions = await db.selectFrom('sessions').select('sessionid').execute()
    expect(sessions).toEqual([{ sessionid: 's1' }])
    expect(await migrate(db, migrations)).toEqual([])
  } finally {
    await db.destroy()
  }
}, 60_000)

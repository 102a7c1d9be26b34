// Where there is no room: on the disk of a database, and for one more playlist of a player.
import type { Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createLimits } from '#server/auth/limits.ts'
import { openServer } from '#server/store/database/open.ts'
import { findByEmail } from '#server/store/people/players.ts'
import { PLAYLISTS_MAX } from '#server/store/people/playlists.ts'
import type { Schema } from '#server/store/schema.ts'
import { call, refusal, signIn } from './http.ts'
import { type StartedServer, startServer } from './server.ts'
import { copied, newDatabase } from './templates.ts'

const { postgres } = inject('templates')

describe.skipIf(postgres === null)('on PostgreSQL', () => {
  let server: StartedServer | undefined
  let database: pg.Client
  let db: Kysely<Schema>
  const create = (token: string) =>
    call(server?.url ?? '', '/playlists', { method: 'POST', token, body: { name: 'x', desc: '', default: false } })
  beforeAll(async () => {
    const DATABASE_URL = await newDatabase(inject('postgresUrl'), postgres?.database)
    server = await startServer({ env: { DATA_DIR: await copied(postgres?.dataDir ?? ''), DATABASE_URL } })
    database = new pg.Client(DATABASE_URL)
    await database.connect()
    db = await openServer(DATABASE_URL)
  })
  afterAll(async () => {
    await database?.end()
    await db?.destroy()
    await server?.stop()
  })

  it('H-359 a player has so many playlists, and makes so many in an hour', async () => {
    const { access } = await signIn(server?.url ?? '', 'many@demo.test')
    const playerid = (await findByEmail(db, 'many@demo.test'))?.player.playerid ?? ''
    await database.query('delete from playlists where playerid = $1', [playerid])
    await database.query(
      `insert into playlists (playlistid, playerid, name, name_sort, description, created_at)
      select 'many ' || n, $1, 'n', 'n', '', now() from generate_series(1, ${PLAYLISTS_MAX}) as n`,
      [playerid],
    )
    expect(await refusal(create(access))).toEqual({ status: 400, code: 'TOO_MANY_PLAYLISTS' })
    await database.query("delete from playlists where playlistid = 'many 1'")
    await createLimits(db, Date.now).spend('playlists', playerid, '', { weight: 598 })
    expect((await create(access)).status).toBe(201)
    expect(await refusal(create(access))).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' })
  })

  it('H-356 a disk without room is the reason that is given, and the words of the database stay inside', async () => {
    await database.query(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full'; end $$`)
    await database.query(
      'create trigger full_disk before insert on playlists for each statement execute function full_disk()',
    )
    const { access } = await signIn(server?.url ?? '')
    expect(await refusal(create(access))).toEqual({ status: 507, code: 'DISK_FULL' })
    expect(await (await create(access)).text()).not.toContain('base/1/2')
  })
})

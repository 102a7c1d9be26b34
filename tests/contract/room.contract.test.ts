// A disk without room is said to be full, whoever finds out.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { call, refusal, signIn } from './http.ts'
import { type StartedServer, startServer } from './server.ts'
import { copied, newDatabase } from './templates.ts'

const { postgres } = inject('templates')

describe.skipIf(postgres === null)('a PostgreSQL server without room', () => {
  let server: StartedServer | undefined
  let database: pg.Client
  beforeAll(async () => {
    const DATABASE_URL = await newDatabase(inject('postgresUrl'), postgres?.database)
    server = await startServer({ env: { DATA_DIR: await copied(postgres?.dataDir ?? ''), DATABASE_URL } })
    database = new pg.Client(DATABASE_URL)
    await database.connect()
    await database.query(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full'; end $$`)
    await database.query(
      'create trigger full_disk before insert on playlists for each statement execute function full_disk()',
    )
  })
  afterAll(async () => {
    await database?.end()
    await server?.stop()
  })

  it('H-356 is the reason that is given, and the words of the database stay inside', async () => {
    const url = server?.url ?? ''
    const { access: token } = await signIn(url)
    const made = () => call(url, '/playlists', { method: 'POST', token, body: { name: 'x', desc: '', default: false } })
    expect(await refusal(made())).toEqual({ status: 507, code: 'DISK_FULL' })
    expect(await (await made()).text()).not.toContain('base/1/2')
  })
})

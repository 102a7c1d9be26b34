// The same contract tests on both databases.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { type StartedServer, type StartOptions, startServer } from './server.ts'

/** Runs the tests once against the embedded database and once against PostgreSQL, each with a server of its own. */
export function onBothStores(tests: (server: () => StartedServer) => void, options: StartOptions = {}): void {
  const url = inject('postgresUrl')
  describe('embedded database', () => withServer(tests, async () => options))
  describe.skipIf(url === '')('PostgreSQL server', () =>
    withServer(tests, async () => ({ ...options, env: { ...options.env, DATABASE_URL: await newDatabase(url) } })),
  )
}

/** A new empty database on the server; answers its address. */
export async function newDatabase(url: string): Promise<string> {
  const name = `player_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return `${url}/${name}`
}

function withServer(tests: (server: () => StartedServer) => void, options: () => Promise<StartOptions>): void {
  let server: StartedServer | undefined
  beforeAll(async () => {
    server = await startServer(await options())
  }, 150_000)
  afterAll(() => server?.stop(), 20_000)
  tests(() => {
    if (!server) throw new Error('the server did not start')
    return server
  })
}

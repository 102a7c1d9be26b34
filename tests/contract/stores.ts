// The same contract tests on both databases.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { startS3, type TestS3 } from '#tests/support/s3/weather.ts'
import { type StartedServer, type StartOptions, startServer } from './server.ts'

/** While set, tests run against these servers instead of starting their own. */
let given: (() => StartedServer) | null = null

/** Whether the tests loaded now run against servers that come and go: what is about one process is left out. */
export const onGivenServer = (): boolean => given !== null

/** Loads test files whose `onBothStores` is to use the server given here. */
export async function onServer(server: () => StartedServer, load: () => Promise<unknown>): Promise<void> {
  given = server
  await load()
  given = null
}

/** Runs the tests once against the embedded database and once against PostgreSQL, each with a server of its own. */
export function onBothStores(tests: (server: () => StartedServer) => void, options: StartOptions = {}): void {
  if (given) return tests(given)
  const url = inject('postgresUrl')
  describe('embedded database', () => withServer(tests, async () => options))
  describe.skipIf(url === '')('PostgreSQL server', () =>
    withServer(tests, async () => ({ ...options, env: { ...options.env, DATABASE_URL: await newDatabase(url) } })),
  )
}

/**
 * Both databases and both kinds of media store: each once, the embedded database with media in a folder and
 * PostgreSQL (where it is) with media in an S3-compatible store. `npm run test:all` crosses them too.
 */
export function onAllStores(tests: (server: () => StartedServer) => void, options: StartOptions = {}): void {
  const url = inject('postgresUrl')
  const on = (database: 'embedded database' | 'PostgreSQL server', media: 'a folder' | 'an S3-compatible store') =>
    describe(`${database}, media in ${media}`, () => {
      let s3: TestS3 | undefined
      afterAll(() => s3?.stop())
      withServer(tests, async () => {
        s3 = media === 'a folder' ? undefined : await startS3()
        const store = database === 'PostgreSQL server' ? { DATABASE_URL: await newDatabase(url) } : {}
        return { ...options, env: { ...options.env, ...store, ...(s3 ? { MEDIA_URL: s3.url } : {}) } }
      })
    })
  const crossed = process.env.TEST_ALL === '1'
  on('embedded database', 'a folder')
  if (url !== '') on('PostgreSQL server', 'an S3-compatible store')
  if (url === '' || crossed) on('embedded database', 'an S3-compatible store')
  if (url !== '' && crossed) on('PostgreSQL server', 'a folder')
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
  afterAll(() => server?.stop(), 40_000)
  tests(() => {
    if (!server) throw new Error('the server did not start')
    return server
  })
}

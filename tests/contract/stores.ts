// The same contract tests on each database.
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { startS3, type TestS3 } from '#tests/support/s3/weather.ts'
import { type StartedServer, type StartOptions, startServer } from './server.ts'
import { copied, newDatabase } from './templates.ts'

/** While set, tests run against these servers instead of starting their own. */
let given: (() => StartedServer) | null = null

/** Whether the tests loaded now run against servers that come and go: what is about one process is left out. */
export const onGivenServer = (): boolean => given !== null

/** Loads test files whose `onStores` is to use the server given here. */
export async function onServer(server: () => StartedServer, load: () => Promise<unknown>): Promise<void> {
  given = server
  await load()
  given = null
}

/**
 * Runs the tests against a server of their own on PostgreSQL, where there is one, else on the embedded database, on which
 * all browser tests run. `npm run test:all` takes both.
 */
export function onStores(tests: (server: () => StartedServer) => void, options: StartOptions = {}): void {
  if (given) return tests(given)
  const hasPostgres = inject('postgresUrl') !== ''
  const on = (database: 'embedded' | 'postgres') =>
    withServer(tests, async () => ({ ...options, env: { ...(await place(database, options)), ...options.env } }))
  if (hasPostgres) describe('PostgreSQL server', () => on('postgres'))
  if (!hasPostgres || process.env.TEST_ALL === '1') describe('embedded database', () => on('embedded'))
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
        // Covers that were drawn lie in the folder of the template: with a store of its own a server begins anew.
        const of = s3 ? { ...options, args: options.args ?? ['--catalogue', 'small'] } : options
        const began = await place(database === 'PostgreSQL server' ? 'postgres' : 'embedded', of)
        return { ...of, env: { ...began, ...options.env, ...(s3 ? { MEDIA_URL: s3.url } : {}) } }
      })
    })
  const crossed = process.env.TEST_ALL === '1'
  on('embedded database', 'a folder')
  if (url !== '') on('PostgreSQL server', 'an S3-compatible store')
  if (url === '' || crossed) on('embedded database', 'an S3-compatible store')
  if (url !== '' && crossed) on('PostgreSQL server', 'a folder')
}

/**
 * Where a server begins: with a copy of what a first start leaves, unless the test says what is to be in its catalogue
 * or by which address it is known, which the mails of the start data name.
 */
async function place(database: 'embedded' | 'postgres', options: StartOptions): Promise<Record<string, string>> {
  const { embedded, postgres } = inject('templates')
  const isFresh = options.args !== undefined || options.env?.PUBLIC_URL !== undefined
  if (database === 'embedded') return isFresh ? {} : { DATA_DIR: await copied(embedded) }
  const url = inject('postgresUrl')
  return isFresh || postgres === null
    ? { DATABASE_URL: await newDatabase(url) }
    : { DATA_DIR: await copied(postgres.dataDir), DATABASE_URL: await newDatabase(url, postgres.database) }
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

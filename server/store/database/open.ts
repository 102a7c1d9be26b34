// Opens the store: the embedded database under the data folder, or a PostgreSQL server.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartProblem } from '../../problem.ts'
import { migrations } from '../migrations/index.ts'
import type { Schema } from '../schema.ts'
import { embeddedDialect } from './embeddedDialect.ts'
import { migrate } from './migrate.ts'
import { NUMBER_OIDS } from './numbers.ts'
import { openThread } from './threadRunner.ts'

const CONNECT_DEADLINE_MS = 8000
/** Connections a server keeps to PostgreSQL at most. */
export const POOL_SIZE = 10

/**
 * A store on the embedded database.
 * @param options.onGone called when the database thread dies under the running server
 * @throws StartProblem when it cannot be opened or is newer than this program
 */
export async function openEmbedded(options: {
  dataDir: string
  workerUrl: URL
  onGone: (reason: Error) => void
}): Promise<Kysely<Schema>> {
  const folder = join(options.dataDir, 'db')
  const mark = join(options.dataDir, 'db.created')
  // A first start that was killed leaves half a database, and nothing of anybody's in it.
  if (existsSync(folder) && !existsSync(mark)) rmSync(folder, { recursive: true })
  mkdirSync(folder, { recursive: true })
  try {
    const runner = await openThread(options.workerUrl, folder, options.onGone)
    const db = new Kysely<Schema>({ dialect: embeddedDialect(runner) })
    await migrate(db, migrations)
    writeFileSync(mark, '')
    return db
  } catch (error) {
    throw new StartProblem(
      `The database in ${folder} cannot be opened (${message(error)}). Nothing was taken out of it: mend what that says and start again, or put a backup into another folder with DATA_DIR=FOLDER npm run restore -- FILE.`,
    )
  }
}

/**
 * A store on a PostgreSQL server.
 * @param url postgresql://user:password@host:port/name
 * @throws StartProblem when it cannot be reached or not be migrated; the sentence never shows the password
 */
export async function openServer(url: string): Promise<Kysely<Schema>> {
  const numbers = new Set<number>(Object.values(NUMBER_OIDS))
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_DEADLINE_MS,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        numbers.has(oid) && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  // One that breaks while it is used fails what it was used for; the pool hears of it only when it is given back.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db, migrations)
    return db
  } catch (error) {
    await db.destroy().catch(() => undefined)
    throw new StartProblem(
      `The PostgreSQL server at ${withoutPassword(url)} cannot be used (${message(error)}). Check DATABASE_URL and that the server runs, or leave DATABASE_URL out to use the embedded database.`,
    )
  }
}

function message(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(message).join('; ')
  return error instanceof Error ? error.message || error.name : String(error)
}

function withoutPassword(url: string): string {
  try {
    const { protocol, hostname, port, pathname } = new URL(url)
    return `${protocol}//${hostname}${port ? `:${port}` : ''}${pathname}`
  } catch {
    return 'the address given'
  }
}

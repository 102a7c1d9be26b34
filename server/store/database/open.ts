// Opens the store: the embedded database under the data folder, or a PostgreSQL server.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { closeToOthers } from '../../dataDir.ts'
import { StartProblem } from '../../problem.ts'
import { migrations } from '../migrations/index.ts'
import type { Schema } from '../schema.ts'
import { embeddedDialect } from './embeddedDialect.ts'
import { migrate } from './migrate.ts'
import { NUMBER_OIDS } from './numbers.ts'
import { openThread } from './threadRunner.ts'

const CONNECT_DEADLINE_MS = 8000
/**
 * Milliseconds a statement may go unanswered: a host that vanished resets no connection, and an embedded database whose
 * disk was full hangs for good. Far above what any other of ours takes.
 */
const SILENCE_MS = 60_000
/** How those begin that go over whole tables, or wait until nobody else uses them. */
const LONG = /^\s*(checkpoint|truncate|vacuum)\b/i
/** So many times as long are they waited for in the embedded database, where they wait for nobody, while its disk has room. */
const LONG_TIMES = 10
/** Milliseconds after which a connection on which nothing moves is asked for a sign of life. */
const KEEP_ALIVE_MS = 10_000
/** Connections a server keeps to PostgreSQL at most. */
export const POOL_SIZE = 10

/**
 * A store on the embedded database.
 * @param options.onGone called when the database thread dies under the running server, or hangs
 * @param options.silenceMs milliseconds after which an unanswered statement ends the thread; migrations take their time
 * @throws StartProblem when it cannot be opened or is newer than this program
 */
export async function openEmbedded(options: {
  dataDir: string
  workerUrl: URL
  onGone: (reason: Error) => void
  silenceMs?: number
}): Promise<Kysely<Schema>> {
  const folder = join(options.dataDir, 'db')
  const mark = join(options.dataDir, 'db.created')
  const begun = join(options.dataDir, 'db.begun')
  closeToOthers(options.dataDir, ['db'])
  const { silenceMs = SILENCE_MS } = options
  let isMigrated = false
  const patience = (text: string) => (isMigrated ? { ms: silenceMs, times: LONG.test(text) ? LONG_TIMES : 1 } : null)
  try {
    if (!existsSync(mark)) beginDatabase(folder, begun)
    const runner = await openThread(options.workerUrl, folder, options.onGone, patience)
    const db = new Kysely<Schema>({ dialect: embeddedDialect(runner) })
    await migrate(db, migrations)
    isMigrated = true
    writeFileSync(mark, '')
    rmSync(begun, { force: true })
    return db
  } catch (error) {
    throw new StartProblem(
      `The database in ${folder} cannot be opened (${message(error)}). Nothing was taken out of it: mend what that says and start again, or put a backup into another folder with DATA_DIR=FOLDER npm run restore -- FILE.`,
    )
  }
}

/**
 * Makes room for a first database. A first start that was killed leaves half of one, and nothing of anybody's in it; it is
 * known by a file of its own, which names the folder it was begun in: a whole one comes without any where its folder is a
 * disk that was brought here, also after such a start (H-597).
 */
function beginDatabase(folder: string, begun: string): void {
  if (isHalf(folder, begun)) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
  } else if (!existsSync(join(folder, 'PG_VERSION'))) writeFileSync(begun, placeOf(folder))
}

/** Whether all that lies in the folder was made by a first start; what is older than that start was copied there by hand. */
function isHalf(folder: string, begun: string): boolean {
  if (!existsSync(begun) || readFileSync(begun, 'utf8') !== placeOf(folder)) return false
  const made = statSync(join(folder, 'PG_VERSION'), { throwIfNoEntry: false })
  return made === undefined || made.mtimeMs >= statSync(begun).mtimeMs
}

/**
 * Which folder stands at a path: another one does where a disk was mounted over it. Its disk itself may be called
 * otherwise after a reboot.
 */
const placeOf = (folder: string): string => String(statSync(folder, { bigint: true }).ino)

/**
 * A store on a PostgreSQL server.
 * @param url postgresql://user:password@host:port/name
 * @param silenceMs milliseconds after which an unanswered statement ends with its connection; migrations, truncate and vacuum take their time
 * @param advances whether a database of an earlier version is brought to this one, or refused
 * @throws StartProblem when it cannot be reached or not be migrated; the sentence never shows the password
 */
export async function openServer(url: string, silenceMs = SILENCE_MS, advances = true): Promise<Kysely<Schema>> {
  const numbers = new Set<number>(Object.values(NUMBER_OIDS))
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_DEADLINE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        numbers.has(oid) && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  // One that breaks while it is used fails what it was used for; the pool hears of it only when it is given back.
  pool.on('connect', (client) => client.on('error', () => undefined))
  let isMigrated = false
  pool.on('connect', (client) => dropWhenSilent(client, (text) => (isMigrated && !LONG.test(text) ? silenceMs : null)))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db, migrations, advances)
    isMigrated = true
    return db
  } catch (error) {
    await db.destroy().catch(() => undefined)
    if (error instanceof StartProblem) throw error
    throw new StartProblem(
      `The PostgreSQL server at ${withoutPassword(url)} cannot be used (${message(error)}). Check DATABASE_URL and that the server runs, or leave DATABASE_URL out to use the embedded database.`,
    )
  }
}

/**
 * Ends a connection whose statement goes unanswered for `limit` milliseconds (null: for as long as it takes), and the
 * statement with it: anything asked on it afterwards would wait as long again.
 */
function dropWhenSilent(client: pg.PoolClient, limit: (text: string) => number | null): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const watched = async (...args: unknown[]) => {
    const ms = limit(typeof args[0] === 'string' ? args[0] : '')
    const timer = ms === null ? undefined : setTimeout(() => void client.end(), ms)
    try {
      return await query(...args)
    } finally {
      clearTimeout(timer)
    }
  }
  client.query = watched as typeof client.query
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

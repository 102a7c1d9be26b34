/**
 * Databases with the newest schema for unit tests, in memory, each a copy of one that was made once: to begin from
 * nothing takes five times as long. The original is kept beside the packages, for as long as migrations and PGlite are
 * the same.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { embeddedDialect } from '#server/store/database/embeddedDialect.ts'
import { migrate } from '#server/store/database/migrate.ts'
import { createPglite, runnerOf } from '#server/store/database/pgliteRunner.ts'
import type { SqlRunner } from '#server/store/database/sqlRunner.ts'
import { migrations } from '#server/store/migrations/index.ts'
import type { Schema } from '#server/store/schema.ts'

const MODULES = join(import.meta.dirname, '../../node_modules')
const FOLDER = join(MODULES, '.cache/database')

/** An empty database with the newest schema, in memory. */
export async function openDatabase(): Promise<Kysely<Schema>> {
  return new Kysely<Schema>({ dialect: embeddedDialect(await openRunner()) })
}

/**
 * The same database, and all that it is asked from now on is told.
 * @param hear is given each question as JSON before it is put
 */
export function listening(db: Kysely<Schema>, hear: (question: string) => void): Kysely<Schema> {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      hear(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

/** The same for tests that listen to what it is asked. */
export async function openRunner(): Promise<SqlRunner> {
  return runnerOf(await createPglite(undefined, new Blob([await original()])))
}

/** Files of a database as an archive. Several who find none each make one: the last stays. */
async function original(): Promise<Uint8Array<ArrayBuffer>> {
  const name = `${await version()}.tar`
  const path = join(FOLDER, name)
  const kept = await readFile(path).catch(() => null)
  if (kept) return new Uint8Array(kept)
  const pglite = await createPglite()
  const db = new Kysely<Schema>({ dialect: embeddedDialect(runnerOf(pglite)) })
  await migrate(db, migrations)
  const made = new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer())
  await db.destroy()
  await mkdir(FOLDER, { recursive: true })
  await writeFile(`${path}.${process.pid}`, made)
  await rename(`${path}.${process.pid}`, path)
  for (const other of await readdir(FOLDER))
    if (other.endsWith('.tar') && other !== name) await rm(join(FOLDER, other), { force: true })
  return made
}

/** Names what the files depend on: another schema or another PGlite has another. */
async function version(): Promise<string> {
  const pglite = await readFile(join(MODULES, '@electric-sql/pglite/package.json'), 'utf8')
  const steps = migrations.map(({ name, statements, fill }) => [name, statements, fill?.toString()])
  return createHash('sha256')
    .update(JSON.stringify([pglite, steps]))
    .digest('hex')
    .slice(0, 16)
}

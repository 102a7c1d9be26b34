/**
 * Data folders and databases with the small catalogue, made once by the real server: a server that begins with a copy
 * starts in a quarter of the time. What is about a first start makes its own (`start.contract.test.ts`).
 */
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startServer } from './server.ts'

/** What copies are made of; each was left by a server that ended well. */
export interface Templates {
  /** Data folder of a server with the embedded database. */
  readonly embedded: string
  /** Data folder and database of one on PostgreSQL; null where there is none. */
  readonly postgres: { readonly dataDir: string; readonly database: string } | null
}

/**
 * @param postgresUrl of the server, empty for none
 * @returns the templates, and what removes them; databases go with their server
 */
export async function fillTemplates(
  postgresUrl: string,
): Promise<{ templates: Templates; remove: () => Promise<void> }> {
  const folders: string[] = []
  const remove = async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
  const fill = async (env: Record<string, string>) => {
    const server = await startServer({ env })
    folders.push(server.dataDir)
    const code = await server.stop({ keepData: true })
    if (code !== 0) throw new Error(`the server that filled a template ended with ${code}`)
    return server.dataDir
  }
  const filledPostgres = async () => {
    const url = await newDatabase(postgresUrl)
    return { dataDir: await fill({ DATABASE_URL: url }), database: url.slice(url.lastIndexOf('/') + 1) }
  }
  // Both end before one is thrown: nothing that was started goes on behind it.
  const [embedded, postgres] = await Promise.allSettled([fill({}), postgresUrl === '' ? null : filledPostgres()])
  if (embedded.status === 'fulfilled' && postgres.status === 'fulfilled')
    return { templates: { embedded: embedded.value, postgres: postgres.value }, remove }
  await remove()
  throw embedded.status === 'rejected' ? embedded.reason : (postgres as PromiseRejectedResult).reason
}

/** A copy of a data folder, which whoever starts a server in it removes. @returns its path */
export async function copied(dataDir: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'player-'))
  await cp(dataDir, copy, { recursive: true })
  return copy
}

/**
 * A new database on the server.
 * @param template the database it is a copy of; without one it is empty
 * @returns its address
 */
export async function newDatabase(url: string, template?: string): Promise<string> {
  const name = `player_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  try {
    await client.query(`create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  } finally {
    await client.end()
  }
  return `${url}/${name}`
}

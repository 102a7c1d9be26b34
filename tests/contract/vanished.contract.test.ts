// A database that is gone without a word: a PostgreSQL host, as a machine is that lost its power, where no connection is
// reset, and the thread of the embedded one.
// @module-tag long
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import Fastify from 'fastify'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createFolderStore } from '#server/media/objects/folderStore.ts'
import { StartProblem } from '#server/problem.ts'
import { healthRoutes } from '#server/routes/service/health.ts'
import { openEmbedded, openServer } from '#server/store/database/open.ts'
import { emptyTables } from '#server/store/emptyTables.ts'
import type { Schema } from '#server/store/schema.ts'
import { copied, newDatabase } from './templates.ts'

const THREAD = pathToFileURL(resolve(import.meta.dirname, '../../dist/server/db.worker.js'))
const MIGRATION_LOCK = 7_204_173
const postgresUrl = inject('postgresUrl')

/** A way to a server that can fall silent: what is sent comes nowhere, and nothing is closed. */
async function wayTo(url: string) {
  const { port } = new URL(url)
  const open = new Set<Socket>()
  const state = { isSilent: false, left: 0 }
  const door = createServer((client) => {
    const server = connect(Number(port), '127.0.0.1')
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    client.on('data', (bytes) => void (!state.isSilent && server.write(bytes)))
    server.on('data', (bytes) => void (!state.isSilent && client.write(bytes)))
    client.on('close', () => {
      state.left += 1
      server.destroy()
    })
    server.on('close', () => client.destroy())
  })
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done))
  const through = new URL(url)
  through.port = String((door.address() as AddressInfo).port)
  return {
    state,
    url: through.href,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => door.close(done))
    },
  }
}

describe.skipIf(postgresUrl === '')('a PostgreSQL host that vanishes', () => {
  let database = ''
  let way: Awaited<ReturnType<typeof wayTo>>
  beforeAll(async () => {
    database = await newDatabase(postgresUrl)
    way = await wayTo(database)
  })
  afterAll(() => way?.close())

  it('fails what is asked of it, and is found again over another connection', async () => {
    const db = await openServer(way.url, 500)
    await sql`select 1`.execute(db)
    way.state.isSilent = true
    const left = way.state.left
    // In a transaction, whose end is not waited for as well.
    const asked = db.transaction().execute((trx) => sql`select 2`.execute(trx))
    await expect(asked).rejects.toThrow('Connection terminated')
    way.state.isSilent = false
    expect((await sql<{ n: number }>`select 3 as n`.execute(db)).rows).toEqual([{ n: 3 }])
    expect(way.state.left).toBe(left + 1)
    await db.destroy()
  })

  it('is no longer ready, and that is said while its statement still waits', async () => {
    const db = await openServer(way.url, 3_600_000)
    const folder = mkdtempSync(join(tmpdir(), 'player-health-'))
    const app = Fastify({ logger: false })
    healthRoutes(app, { db, mediaStore: createFolderStore(folder) })
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    way.state.isSilent = true
    const answer = await app.inject('/readyz')
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { status: 'not ready', database: 'not ready', media: 'ready' },
    ])
    way.state.isSilent = false
    rmSync(folder, { recursive: true })
    await app.close()
  })

  /** Whoever waits for what another has in its hands. @param locking the statement that takes it */
  async function whileLocked<T>(locking: string, wait: () => Promise<T>): Promise<T> {
    const other = new pg.Client({ connectionString: database })
    await other.connect()
    await other.query('begin')
    await other.query(locking)
    let isOver = false
    const waiting = wait().finally(() => {
      isOver = true
    })
    waiting.catch(() => undefined)
    let looks = 0
    // Far more often than its patience is long.
    while (looks < 50 && !isOver) {
      const { rows } = await other.query('select 1 from pg_locks where not granted')
      looks += rows.length
      await new Promise((done) => setTimeout(done, 10))
    }
    await other.query('commit')
    await other.end()
    return waiting
  }

  it('is not what a migration waits for that another server has begun', async () => {
    const opened = await whileLocked(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`, () => openServer(database, 10))
    await opened.destroy()
  })

  it.each<[string, (db: Kysely<Schema>) => Promise<unknown>]>([
    ['a reset', emptyTables],
    ['the tidying after a catalogue', (db) => sql`vacuum (analyze) releases`.execute(db)],
  ])('is not what %s waits for while others use the tables', async (_what, work) => {
    const db = await openServer(database, 10)
    await whileLocked('lock table releases', () => work(db))
    await db.destroy()
  })
})

describe('a database without the file that says it was made', () => {
  const open = (dataDir: string) => openEmbedded({ dataDir, workerUrl: THREAD, onGone: () => undefined })
  const marks = (dataDir: string) => ['db.created', 'db.begun'].filter((name) => existsSync(join(dataDir, name)))
  /** As a start leaves it that was killed while it made one in this folder. */
  const begin = (dataDir: string, folder: string) => {
    rmSync(join(dataDir, 'db.created'), { force: true })
    writeFileSync(join(dataDir, 'db.begun'), String(statSync(folder).ino))
    // Begun before anything was made.
    utimesSync(join(dataDir, 'db.begun'), 1e9 + 1, 1e9 + 1)
  }
  const hasPlayers = async (dataDir: string) => {
    const db = await open(dataDir)
    const { rows } = await sql`select 1 from players limit 1`.execute(db)
    await db.destroy()
    return rows.length > 0
  }

  it('H-597 is opened where it was brought, and made anew where its first start was killed', async () => {
    const dataDir = await copied(inject('templates').embedded)
    rmSync(join(dataDir, 'db.created'))
    expect(await hasPlayers(dataDir)).toBe(true)
    expect(marks(dataDir)).toEqual(['db.created'])
    begin(dataDir, join(dataDir, 'db'))
    rmSync(join(dataDir, 'db', 'global'), { recursive: true })
    // Coarse, as the clock of some disks is.
    const before = Date.now() - 2000
    expect(await hasPlayers(dataDir)).toBe(false)
    expect(statSync(join(dataDir, 'db', 'PG_VERSION')).mtimeMs).toBeGreaterThan(before)
    expect(marks(dataDir)).toEqual(['db.created'])
    rmSync(dataDir, { recursive: true })
  })

  it.each<[string, (dataDir: string, db: string) => void]>([
    ['mounted', (dataDir) => begin(dataDir, dataDir)],
    [
      'copied with its times',
      (dataDir, db) => {
        begin(dataDir, db)
        utimesSync(join(db, 'PG_VERSION'), 1e9, 1e9)
      },
    ],
  ])('H-597 is opened where it was %s after a first start was killed', async (_how, brought) => {
    const dataDir = await copied(inject('templates').embedded)
    brought(dataDir, join(dataDir, 'db'))
    expect(await hasPlayers(dataDir)).toBe(true)
    expect(marks(dataDir)).toEqual(['db.created'])
    rmSync(dataDir, { recursive: true })
  })

  it('H-597 is not begun where that cannot be read, which a sentence says', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'player-noted-'))
    mkdirSync(join(dataDir, 'db.begun'))
    await expect(open(dataDir)).rejects.toThrow(StartProblem)
    rmSync(dataDir, { recursive: true })
  })

  it('H-597 is left alone where it cannot be opened', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'player-brought-'))
    mkdirSync(join(dataDir, 'db'))
    writeFileSync(join(dataDir, 'db', 'PG_VERSION'), 'of something else')
    await expect(open(dataDir)).rejects.toThrow('cannot be opened')
    expect(readFileSync(join(dataDir, 'db', 'PG_VERSION'), 'utf8')).toBe('of something else')
    rmSync(dataDir, { recursive: true })
  })
})

describe('an embedded database that hangs', () => {
  it('H-354 is ended with its thread, and what was saved is there again', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'player-hang-'))
    const gone: Error[] = []
    const open = (silenceMs: number) =>
      openEmbedded({ dataDir, workerUrl: THREAD, onGone: (reason) => gone.push(reason), silenceMs })
    const db = await open(3000)
    await sql`create table kept (n integer)`.execute(db)
    await sql`insert into kept values (3)`.execute(db)
    const long = sql`select count(*) from generate_series(1, 1000000000)`.execute(db)
    await expect(long).rejects.toThrow('the embedded database has not answered for 3000 ms')
    expect(gone).toHaveLength(1)
    await db.destroy()
    const again = await open(60_000)
    expect((await sql<{ n: number }>`select n from kept`.execute(again)).rows).toEqual([{ n: 3 }])
    await again.destroy()
    rmSync(dataDir, { recursive: true })
  })
})

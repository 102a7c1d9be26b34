import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openRunner } from '#tests/support/database.ts'
import { createLimits } from './auth/limits.ts'
import { createLinkTokens } from './auth/linkTokens.ts'
import { createPasskeys } from './auth/passkeys.ts'
import { createSessions } from './auth/sessions.ts'
import { createSigner } from './auth/signer.ts'
import { createSignupCodes } from './auth/signupCodes.ts'
import { runHousekeeping } from './background.ts'
import type { Context } from './context.ts'
import { demoCatalogue } from './demo/catalogue/catalogue.ts'
import { createQueue } from './jobs/queue.ts'
import { createLog } from './log.ts'
import { createMailer } from './mail/mailer.ts'
import { insertReleases } from './store/catalogue/writeCatalogue.ts'
import { createClock } from './store/clock.ts'
import { embeddedDialect } from './store/database/embeddedDialect.ts'
import { createPageUses } from './store/pageUses.ts'
import type { Schema } from './store/schema.ts'

let db: Kysely<Schema>
/** What the database was asked since the test began, and what went wrong. */
let asked: string[] = []
let said: string[] = []
beforeAll(async () => {
  const runner = await openRunner()
  const listening: typeof runner = {
    query(text, parameters) {
      asked.push(text)
      return runner.query(text, parameters)
    },
    close: () => runner.close(),
  }
  db = new Kysely<Schema>({ dialect: embeddedDialect(listening) })
}, 60_000)
afterAll(() => db.destroy())
beforeEach(() => {
  asked = []
  said = []
})

/** Looks once after what has run out, as a server does at its start and every hour. */
async function sweepOnce(databaseUrl: string | null): Promise<void> {
  const clock = createClock()
  const { now } = clock
  const key = new Uint8Array(32)
  const origin = () => 'http://localhost'
  const context: Partial<Context> = {
    config: { databaseUrl, smtpUrl: null, mailFrom: null, approveAfterMin: null } as Context['config'],
    db,
    clock,
    now,
    log: createLog((line) => said.push(line), now),
    queue: createQueue(db, 'a'),
    kickJobs: () => {},
    sessions: createSessions(db, now, key),
    mail: createMailer({ db, texts: new Map() as never, origin, deliver: false, kick: () => {}, now }),
    links: createLinkTokens(db, createSigner(key, now), now),
    codes: createSignupCodes(db, key, now),
    passkeys: createPasskeys({ db, origin, now }),
    limits: createLimits(db, now),
    pageUses: createPageUses(db, now),
  }
  await runHousekeeping(context as Context, origin()).stop()
  expect(said).toEqual([])
}

/** Bytes of the write-ahead log that are gone through after a kill. */
async function toRecover(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`.execute(db)
  return rows[0]?.bytes ?? 0
}

const views = (many: number) =>
  sql`insert into page_views (path, at)
  select '/' || n, now() - interval '91 days' from generate_series(1, ${many}::integer) n`.execute(db)

describe('the upkeep of the embedded database', () => {
  it('H-391: leaves little to recover after a kill', async () => {
    await views(3000)
    const before = await toRecover()
    await sweepOnce(null)
    expect(before).toBeGreaterThan(300_000)
    expect(await toRecover()).toBeLessThan(10_000)
  })
  it('H-391: has room that was swept used again, and leaves tables alone in which little went', {
    tags: ['long'],
  }, async () => {
    const pages = async () =>
      (await sql<{ n: number }>`select pg_relation_size('page_views') as n`.execute(db)).rows[0]?.n ?? 0
    const vacuumed = () => asked.filter((text) => text.startsWith('vacuum'))
    for (let hour = 1; hour <= 4; hour++) {
      await views(3000)
      await sweepOnce(null)
    }
    expect(await pages()).toBe(0)
    expect(vacuumed()).toEqual(Array(4).fill('vacuum (analyze) "page_views"'))
    await views(100)
    await sweepOnce(null)
    expect(vacuumed()).toHaveLength(4)
  })
  it('H-565: counts what an import wrote release by release, once', async () => {
    const vacuumed = () => asked.filter((text) => text.startsWith('vacuum'))
    const releases = [...demoCatalogue('small')]
    for (const release of releases) await insertReleases(db, [release])
    await sweepOnce(null)
    expect(vacuumed()).toEqual(
      ['releases', 'search_artists', 'search_labels', 'search_words', 'tracks'].map(
        (name) => `vacuum (analyze) "${name}"`,
      ),
    )
    await sweepOnce(null)
    expect(vacuumed()).toHaveLength(5)
  })
  it('H-565: counts the common words of a catalogue that has grown, once', async () => {
    const [song] = await db.selectFrom('tracks').select('releaseid').limit(1).execute()
    await sql`insert into tracks (trackid, releaseid, ordinal, title, artist, assettype, candownload, meta, source, words)
      select 'n' || n, ${song?.releaseid}, 1000 + n, 'Love', 'Choir', 'audio', true, '{}', '{}', 'love choir'
      from generate_series(1, 20500) n`.execute(db)
    await sweepOnce(null)
    const common = await db.selectFrom('common_words').select('word').orderBy('word').execute()
    expect(common.map(({ word }) => word)).toEqual(expect.arrayContaining(['', 'choir', 'love']))
    const counts = () => asked.filter((text) => text.includes('insert into common_words'))
    await sweepOnce(null)
    expect(counts()).toHaveLength(1)
    // Of closed releases nothing is searched: they make no word more common.
    await sql`insert into tracks (trackid, releaseid, ordinal, title, artist, assettype, candownload, meta, source, words)
      select 'c' || n, ${song?.releaseid}, 30000 + n, 'Love', 'Choir', 'audio', true, '{}', '{}', ''
      from generate_series(1, 21500) n`.execute(db)
    await sweepOnce(null)
    expect(counts()).toHaveLength(1)
  })
  it('H-391: is left to a PostgreSQL server itself', async () => {
    await sweepOnce('postgresql://localhost/player')
    expect(asked.filter((text) => /checkpoint|vacuum/.test(text))).toEqual([])
  })
})

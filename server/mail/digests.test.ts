import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { createQueue } from '../jobs/queue.ts'
import { type Clock, createClock } from '../store/clock.ts'
import type { Schema } from '../store/schema.ts'
import { createDigestClock, DIGEST, DigestPayload, digestHandler, sweepJobs } from './digests.ts'
import type { MailData } from './kinds.ts'
import type { Mailer } from './mailer.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A Wednesday, an hour after the daily mails were due. */
const START = Date.parse('2026-01-07T07:00:00Z')

let db: Kysely<Schema>
let at = START
beforeAll(async () => {
  db = await openDatabase()
  await sql`insert into players (playerid, username, firstname, lastname, password_hash, mailpref, state)
    values ('p', 'p@x.yz', 'P', 'P', '', 'daily', 'active')`.execute(db)
}, 60_000)
afterAll(() => db.destroy())
beforeEach(async () => {
  at = START
  await sql`truncate jobs cascade`.execute(db)
})

const daily = async () => {
  const jobs = await db.selectFrom('jobs').where('kind', '=', DIGEST).selectAll().orderBy('key').execute()
  return jobs
    .map(({ state, payload }) => ({ state, ...DigestPayload.parse(payload) }))
    .filter(({ frequency }) => frequency === 'daily')
}
/** Enough for a mail to name only some of them. */
const NEW = 53
const giveUp = () => sql`update jobs set state = 'failed'`.execute(db)
const lookBy = (of: Pick<Clock, 'now' | 'set'>) => createDigestClock(db, createQueue(db, 'a'), of, () => undefined)
const clock = () => lookBy({ now: () => at, set: async () => undefined })

it('a period that was given up is tried again, not at once', async () => {
  const look = clock()
  await look()
  await giveUp()
  await look()
  expect((await daily()).map(({ state }) => state)).toEqual(['failed'])
  at += 11 * MINUTE_MS
  await look()
  expect((await daily()).map(({ state }) => state)).toEqual(['queued'])
})

it('looks for the last period among digests alone, and not among all jobs there were', async () => {
  await sql`insert into jobs (id, kind, key, payload, state)
    select n::text, 'send-mail', n::text, '{}', 'done' from generate_series(1, 5000) n`.execute(db)
  await sql`analyze jobs`.execute(db)
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ read: number }>`select seq_tup_read as read from pg_stat_user_tables
      where relname = 'jobs'`.execute(db)
    return rows[0]?.read
  }
  const before = await read()
  await clock()()
  expect(await read()).toBe(before)
  expect(await daily()).toHaveLength(1)
})

it('what a period that was given up left out comes with the next one', async () => {
  const look = clock()
  await look()
  await sql`update jobs set state = 'done'`.execute(db)
  const [first] = await daily()
  at += DAY_MS
  await look()
  await giveUp()
  await sql`update jobs set state = 'done' where payload->>'to' = ${String(first?.to)}`.execute(db)
  at += DAY_MS
  await look()
  expect((await daily()).at(-1)).toMatchObject({ from: first?.to, to: (first?.to ?? 0) + 2 * DAY_MS })
})

it('what appeared while no server ran for weeks is told, though what was told before is swept away', async () => {
  const look = clock()
  await look()
  at += DAY_MS
  await look()
  await sql`update jobs set state = 'done', updated_at = now() - interval '40 days'`.execute(db)
  const last = (await daily()).at(-1)
  await sweepJobs(db, at)
  expect(await daily()).toEqual([last])
  at += 25 * DAY_MS
  await look()
  expect((await daily()).at(-1)).toMatchObject({ from: last?.to, to: (last?.to ?? 0) + 25 * DAY_MS })
})

it('H-428: a period is begun two minutes after its end, when all that it dates is there', async () => {
  const look = clock()
  await look()
  const { to } = (await daily())[0] ?? { to: 0 }
  at = to + DAY_MS + MINUTE_MS
  await look()
  expect(await daily()).toHaveLength(1)
  at += MINUTE_MS
  await look()
  expect((await daily()).at(-1)).toMatchObject({ from: to, to: to + DAY_MS })
})

it('H-428: a server whose clock went ahead begins no period before its end', async () => {
  const look = lookBy(createClock(() => Date.now() + DAY_MS))
  await look()
  await look()
  const begun = await daily()
  expect(begun).toHaveLength(1)
  expect(begun[0]?.to).toBeLessThanOrEqual(Date.now())
})

it('H-236: leaves out the periods in which nobody wanted mails', async () => {
  const look = clock()
  await sql`update players set mailpref = 'weekly'`.execute(db)
  await look()
  const [passed] = await daily()
  expect(passed?.state).toBe('done')
  at += DAY_MS
  await look()
  await sql`update players set mailpref = 'daily'`.execute(db)
  await look()
  expect((await daily()).map(({ state }) => state)).toEqual(['done', 'done'])
  at += DAY_MS
  await look()
  const to = (passed?.to ?? 0) + 2 * DAY_MS
  expect((await daily()).at(-1)).toMatchObject({ state: 'queued', from: to - DAY_MS, to })
})

it('names the newest and counts all that appeared', async () => {
  await sql`insert into releases (releaseid, origin, title, artist, title_sort, artist_sort, label_sort, haystack,
      explicit, available, available_at, duration, trackcount, videocount, labels, genres, markettags, versions,
      packages, trending, trend, release_type, candownload, commenting_enabled, allow_sharing, promoinfo, access, revision)
    select 'r' || n, 'demo', 'Song ' || n, 'Zoe', '', '', '', '', false, '', ${new Date(START)}::timestamptz - n * interval '1 minute',
      60, 1, 0, '[]', '{}', '{}', '{}', '{}', false, 0, 'single', true, true, true, '', 'open', 'r1'
    from generate_series(1, ${NEW}::integer) n`.execute(db)
  await sql`insert into player_emails (email, shown, playerid, place) values ('p@x.yz', 'p@x.yz', 'p', 0)`.execute(db)
  const sent = await sentBy('daily')
  expect(sent.map(({ releases, total }) => [releases.length, releases[0]?.releaseid, total])).toEqual([[50, 'r1', NEW]])
})

it('H-235: one mail for each of the newest, and one more that counts and names the rest', async () => {
  await sql`update players set mailpref = 'track'`.execute(db)
  const sent = await sentBy('track')
  const [more, ...singles] = [sent.at(-1), ...sent.slice(0, -1)]
  expect(singles.map(({ releases, total }) => [releases.map(({ releaseid }) => releaseid), total])).toEqual(
    Array.from({ length: 20 }, (_, n) => [[`r${n + 1}`], 1]),
  )
  expect([more?.frequency, more?.total, more?.releases.length, more?.releases[0]?.releaseid]).toEqual([
    'more',
    33,
    33,
    'r21',
  ])
  expect(await sentBy('track')).toEqual([])
})

it('H-568: who had as many single mails within a day is told of the others in one mail a period', async () => {
  await sql`update players set mailpref = 'track'`.execute(db)
  await sql`truncate digest_mails`.execute(db)
  const noted = (digests: readonly string[], hours: number) =>
    sql`insert into digest_mails (digest, playerid, at) select digest, 'p', ${new Date(START)}::timestamptz
      - ${hours}::integer * interval '1 hour' from unnest(${[...digests]}::text[]) digest`.execute(db)
  // Of an hour ago, of a run that was cut off, and of two days ago.
  await noted(['more:1', ...Array.from({ length: 15 }, (_, n) => `track:early ${n}`)], 1)
  await noted(['track:r1', 'track:r3'], 0)
  await noted(['track:old 1', 'track:old 2'], 48)
  const sent = await sentBy('track')
  const told = sent.map(({ frequency, releases, total }) => [frequency, releases[0]?.releaseid, total])
  expect(told).toEqual([...['r2', 'r4', 'r5'].map((id) => ['track', id, 1]), ['more', 'r6', NEW - 5]])
  expect(sent.at(-1)?.releases).toHaveLength(NEW - 5)
  await sql`delete from digest_mails where digest like 'more:%'`.execute(db)
  expect((await sentBy('track')).map(({ total }) => total)).toEqual([NEW - 5])
})

it('H-544: an import is told of when it was imported, whatever its day of release', async () => {
  const day = sql`${new Date(START)}::timestamptz`
  await sql`update players set mailpref = 'daily'`.execute(db)
  await sql`update releases set origin = 'import', created_at = ${day} - interval '2 days',
    available_at = ${day} - interval '1 hour'`.execute(db)
  await sql`update releases set created_at = ${day} - interval '1 hour', available_at = ${day}
    + case releaseid when 'r1' then interval '3 weeks' else interval '-3 years' end
    where releaseid in ('r1', 'r2')`.execute(db)
  await sql`truncate digest_mails`.execute(db)
  const [mail] = await sentBy('daily')
  expect(mail?.releases.map(({ releaseid }) => releaseid)).toEqual(['r2', 'r1'])
  await sql`update releases set created_at = ${day} + interval '1 day'`.execute(db)
  await sql`truncate digest_mails`.execute(db)
  expect(await sentBy('daily')).toEqual([])
})

/** What one run over the day before the start sends. */
async function sentBy(frequency: 'daily' | 'track'): Promise<MailData['release_digest'][]> {
  const sent: MailData['release_digest'][] = []
  const send: Mailer['send'] = async (_kind, _to, data) => {
    sent.push(data as MailData['release_digest'])
    return ''
  }
  const run = digestHandler(db, { send } as Mailer, () => START)
  await run({ frequency, from: START - DAY_MS, to: START }, () => undefined, new AbortController().signal, 'job')
  return sent
}

/**
 * Mails about new releases, by `mailpref`: `daily`, `weekly` (Mondays), or `track`, one for each
 * release, and one that tells of the others where many appear at once. Each period is one job with a key of its own, so that of several servers one does it, and
 * a mail and the note that it was written are one transaction, so that a crash repeats none.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Queue } from '../jobs/queue.ts'
import type { JobHandler } from '../jobs/runner.ts'
import type { Clock } from '../store/clock.ts'
import type { Schema } from '../store/schema.ts'
import { sweepRows } from '../store/sweepRows.ts'
import { transact } from '../store/transact.ts'
import type { MailData } from './kinds.ts'
import type { Mailer } from './mailer.ts'

export const DIGEST = 'digest'

const Frequency = z.enum(['daily', 'weekly', 'track'])
type Frequency = z.infer<typeof Frequency>
export const DigestPayload = z.object({
  frequency: Frequency,
  /** ms since 1970: releases that appeared after `from` and not after `to`. */
  from: z.int(),
  to: z.int(),
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Hour of the day, UTC, at which daily and weekly mails are written. */
const WRITTEN_AT_HOUR = 6
/** How often single releases are looked for. */
const TRACK_MS = HOUR_MS / 4
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS
/** Releases one mail names; the catalogue shows the rest. */
const NAMED_MAX = 50
/**
 * Single mails for a player within a day at most: who imports a whole archive, which may take hours, does not send a
 * thousand mails to each.
 */
const SINGLE_MAX = 20
const PLAYERS_AT_ONCE = 200
/** Time a mail reaches back at most. */
const CATCH_UP_MS = 31 * DAY_MS
/** A period that was given up is tried again after this, until the next one takes its releases along. */
const AGAIN_MS = HOUR_MS / 6
/** A period is begun so long after its end: a release is dated when its transaction begins, and seen when that is over. */
const SETTLED_MS = 2 * 60_000

/** The last period of each frequency that has ended. */
function endedPeriods(now: number): z.infer<typeof DigestPayload>[] {
  const ended = (length: number, offset: number) => {
    const to = Math.floor((now - offset) / length) * length + offset
    return { from: to - length, to }
  }
  return [
    { frequency: 'daily', ...ended(DAY_MS, WRITTEN_AT_HOUR * HOUR_MS) },
    { frequency: 'weekly', ...ended(7 * DAY_MS, FIRST_MONDAY_MS + WRITTEN_AT_HOUR * HOUR_MS) },
    { frequency: 'track', ...ended(TRACK_MS, 0) },
  ]
}

/** Puts the jobs of ended periods into the queue, once each. Cheap when nothing has ended since the last call. */
export function createDigestClock(
  db: Kysely<Schema>,
  queue: Queue,
  clock: Pick<Clock, 'now' | 'set'>,
  kick: () => void,
) {
  const { now } = clock
  const known = new Set<string>()
  /** When each that is not done was begun, ms since 1970. */
  const tried = new Map<string, number>()
  return async (): Promise<void> => {
    for (const period of endedPeriods(now() - SETTLED_MS)) {
      const key = `${DIGEST}:${period.frequency}:${new Date(period.to).toISOString()}`
      if (known.has(key)) continue
      // What appears in a period that was begun before its end is in none: of machines that were wrong a moment ago too.
      await clock.set(db)
      if (period.to > now() - SETTLED_MS) continue
      const awaited = await sql`select 1 from players
        where mailpref = ${period.frequency} and state = 'active' limit 1`.execute(db)
      // Done all the same: whoever asks for mails later hears of what appears from then on.
      if (awaited.rows.length === 0) {
        await pass(db, key, period)
        known.add(key)
        continue
      }
      const failed = (await queue.find(key))?.state === 'failed'
      // Whoever has a mail of it already gets no second one.
      if (failed && now() - (tried.get(key) ?? 0) < AGAIN_MS) continue
      const { state } = await queue.start(DIGEST, key, { ...period, from: await since(db, period) }, () => false)
      tried.set(key, now())
      kick()
      if (state !== 'done') continue
      tried.delete(key)
      known.add(key)
      if (known.size > 1000) known.clear()
    }
  }
}

/** Notes a period as done in which nobody wanted a mail. */
async function pass(db: Kysely<Schema>, key: string, period: z.infer<typeof DigestPayload>): Promise<void> {
  await sql`insert into jobs (id, kind, key, payload, state, progress)
    values (${randomUUID()}, ${DIGEST}, ${key}, ${JSON.stringify(period)}::text::jsonb, 'done', 100)
    on conflict (key) do update set state = 'done', updated_at = now() where jobs.state = 'failed'`.execute(db)
}

/**
 * Where the period before ended that was done: a server that was down for days leaves none out. Of one that was given
 * up half-way some have its releases already, and have them again: better than that the others never do.
 */
async function since(db: Kysely<Schema>, { frequency, from }: z.infer<typeof DigestPayload>): Promise<number> {
  const found = await sql<{ to: number | null }>`select max((payload->>'to')::bigint) as "to" from jobs
    where kind = ${DIGEST} and payload->>'frequency' = ${frequency} and state <> 'failed'`.execute(db)
  return Math.min(from, Math.max(found.rows[0]?.to ?? from, from - CATCH_UP_MS))
}

interface Reader {
  playerid: string
  language: string
  email: string
}
interface Fresh {
  releaseid: string
  title: string
  artist: string
  /** How many there are, those that are not named included. */
  total: number
}
interface Letter extends Pick<MailData['release_digest'], 'frequency' | 'releases' | 'total'> {
  /** What is noted of it: nobody gets two with the same. */
  digest: string
}

export function digestHandler(db: Kysely<Schema>, mail: Mailer, now: () => number): JobHandler {
  return async (payload, progress, signal) => {
    const { frequency, from, to } = DigestPayload.parse(payload)
    const most = frequency === 'track' ? SINGLE_MAX + NAMED_MAX : NAMED_MAX
    const releases = await appeared(db, from, to, most)
    if (releases.length === 0) return { mails: 0 }
    const total = releases[0]?.total ?? 0
    let mails = 0
    for (let after = ''; ; ) {
      const readers = await wanting(db, frequency, after)
      const last = readers.at(-1)
      if (!last) return { mails }
      after = last.playerid
      const had = frequency === 'track' ? await singlesOf(db, readers, now() - DAY_MS) : null
      for (const reader of readers) {
        signal.throwIfAborted()
        const letters = had
          ? single(releases, total, to, had.get(reader.playerid) ?? new Set())
          : [{ digest: `${frequency}:${to}`, frequency, releases, total }]
        mails += await writeTo(reader, letters)
        progress(Math.min(95, mails / 10))
      }
    }
  }

  async function writeTo(reader: Reader, letters: readonly Letter[]): Promise<number> {
    let written = 0
    for (const { digest, frequency, releases, total } of letters) {
      await transact(db, async (within) => {
        const noted = await sql`insert into digest_mails (digest, playerid, at)
          values (${digest}, ${reader.playerid}, ${new Date(now())}) on conflict do nothing returning 1`.execute(within)
        if (noted.rows.length === 0) return
        await mail.send('release_digest', reader.email, { frequency, releases, total }, reader.language, { within })
        written += 1
      })
    }
    return written
  }
}

const singleDigest = (releaseid: string) => `track:${releaseid}`

/**
 * One letter for each of the newest, and one that counts and names the rest.
 * @param had what is noted of the single letters this reader had within a day, those of a run that was cut off too
 */
function single(releases: readonly Fresh[], total: number, to: number, had: ReadonlySet<string>): Letter[] {
  const fresh = releases.filter(({ releaseid }) => !had.has(singleDigest(releaseid)))
  const each = fresh.slice(0, Math.max(0, SINGLE_MAX - had.size)).map((release): Letter => {
    return { digest: singleDigest(release.releaseid), frequency: 'track', releases: [release], total: 1 }
  })
  const rest = fresh.slice(each.length, each.length + NAMED_MAX)
  if (rest.length === 0) return each
  const known = releases.length - fresh.length + each.length
  return [...each, { digest: `more:${to}`, frequency: 'more', releases: rest, total: total - known }]
}

/** What is noted of the single letters these readers had since then, by their ids. */
async function singlesOf(
  db: Kysely<Schema>,
  readers: readonly Reader[],
  since: number,
): Promise<Map<string, Set<string>>> {
  const ids = readers.map(({ playerid }) => playerid)
  const found = await sql<{ playerid: string; digests: string[] }>`
    select playerid, array_agg(digest) as digests from digest_mails
    where playerid = any(${ids}::text[]) and starts_with(digest, 'track:') and at > ${new Date(since)}
    group by playerid`.execute(db)
  return new Map(found.rows.map(({ playerid, digests }) => [playerid, new Set(digests)]))
}

/** Open releases that a player could first see within this time, newest first. */
async function appeared(db: Kysely<Schema>, from: number, to: number, most: number): Promise<Fresh[]> {
  // The demo catalogue was "there" long before this server was; an import is open from when it is imported, whatever its
  // day of release.
  const found = await sql<Fresh>`select releaseid, title, artist, count(*) over () as total from (
      select releaseid, title, artist,
        case when origin = 'import' then created_at else available_at end as appeared_at
      from releases where access = 'open' and (available_at > ${new Date(from)} or created_at > ${new Date(from)})
    ) fresh where appeared_at > ${new Date(from)} and appeared_at <= ${new Date(to)}
    order by appeared_at desc, releaseid desc limit ${most}`.execute(db)
  return found.rows.map((row) => ({ ...row, total: Number(row.total) }))
}

/** Active players who want these mails, by id, with the address they go to. */
async function wanting(db: Kysely<Schema>, frequency: Frequency, after: string): Promise<Reader[]> {
  const found = await sql<Reader>`select p.playerid, p.language, e.shown as email from players p
    join lateral (select shown from player_emails where player_emails.playerid = p.playerid
      order by (email = p.mailto) desc nulls last, place limit 1) e on true
    where p.mailpref = ${frequency} and p.state = 'active' and p.playerid > ${after}
    order by p.playerid limit ${PLAYERS_AT_ONCE}`.execute(db)
  return found.rows
}

/** The period of each frequency at whose end the next mail begins, however long ago that was (`since`). */
const lastPeriods = sql`select distinct on (payload->>'frequency') id from jobs
  where kind = ${DIGEST} and state <> 'failed' order by payload->>'frequency', (payload->>'to')::bigint desc`

/** Forgets periods and notes that can no longer come back, and transcodes nobody makes. */
export async function sweepJobs(db: Kysely<Schema>, now: number): Promise<void> {
  const over = sql`state in ('done', 'failed')
    and ((kind = ${DIGEST} and updated_at < now() - interval '30 days' and id not in (${lastPeriods}))
      or (kind = 'playlist-zip' and updated_at < now() - interval '2 days')
      or (kind = 'report' and updated_at < now() - interval '1 hour')
      or (kind like 'transcode:%' and updated_at < now() - interval '1 day'))`
  await sweepRows(db, 'jobs', over)
  // Whoever waited left long ago: they are of a media folder that no server has any more.
  await sweepRows(
    db,
    'jobs',
    sql`kind like 'transcode:%' and updated_at < now() - interval '1 day'
      and (state = 'queued' or (state = 'working' and lease_until < now()))`,
  )
  await sweepRows(db, 'digest_mails', sql`at < ${new Date(now - 60 * DAY_MS)}`)
}

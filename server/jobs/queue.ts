/**
 * The job table: long work that several servers share and none loses. A job is taken under a
 * lease; whoever dies lets the lease run out and another takes it. Times are the database's, so
 * servers with different clocks agree.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { ApiProblem } from '../http/apiProblem.ts'
import type { JobRow, Schema } from '../store/schema.ts'
import { createAwaited } from './awaited.ts'

/** Seconds a taken job stays with its server without a sign of life. */
export const LEASE_S = 10
/** Tries after which a job whose server died is not taken again. */
const DEATHS_MAX = 10

/**
 * Jobs a player may have waiting and worked on. The client starts a zip for each release that is downloaded as one,
 * hundreds at a time; more than this is no person.
 */
export const OPEN_MAX = 2000
/** Seconds after which whoever has so many may ask again. */
const OPEN_WAIT_S = 60

/** How often a failing job is tried. */
export interface Patience {
  attempts: number
  /** Seconds; doubled after the second try, tripled after the third. */
  waitS: number
  /** Seconds the wait grows to at most; it grows on when left out. */
  waitMaxS?: number
}

const PATIENCE: Patience = { attempts: 3, waitS: 2 }

/**
 * Jobs that stand in one line with those of this kind: both kinds of zips have the same runners (background.ts). In
 * another line nobody may be served at all, as in that of a media folder that is gone.
 */
const inLine = (kind: string) => (kind.endsWith('-zip') ? sql`kind like '%-zip'` : sql`kind = ${kind}`)

/** @param owner names this server among those that share the database */
export function createQueue(db: Kysely<Schema>, owner: string) {
  const awaited = createAwaited(db)

  /** Behind the player's own jobs of this kind, and no later than the job that is next in this line for all others. */
  const turnOf = (kind: string, by: string | null) => sql<number>`(select case when ${by}::text is null then 0 else
    greatest((select coalesce(max(turn) + 1, 0) from jobs where asked_by = ${by}::text and kind = ${kind}
        and state in ('queued', 'working')),
      (select coalesce(min(turn), 0) from jobs where asked_by is not null and state = 'queued' and ${inLine(kind)})) end)`

  /** @throws ApiProblem 429 */
  async function checkOpen(by: string): Promise<void> {
    const { open } = await db
      .selectFrom('jobs')
      .where('asked_by', '=', by)
      .where('state', 'in', ['queued', 'working'])
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .executeTakeFirstOrThrow()
    if (Number(open) < OPEN_MAX) return
    throw new ApiProblem(429, 'TOO_MANY_JOBS', 'You have too many downloads in preparation. Try again in a minute.', {
      retryAfter: OPEN_WAIT_S,
    })
  }

  /** A job that waits as the hundredth of one player is another's first. */
  async function advance(job: JobRow, by: string): Promise<JobRow> {
    const turn = turnOf(job.kind, by)
    const moved = await sql<JobRow>`update jobs set asked_by = ${by}, turn = ${turn}
      where id = ${job.id} and state = 'queued' and asked_by <> ${by} and turn > ${turn} returning *`.execute(db)
    return moved.rows[0] ?? job
  }

  return {
    /**
     * Starts the job of `key`, or joins the one that is there. A failed job is tried anew, a done
     * one only when `stale` says that its result no longer holds.
     * @param by the player who asks: players take turns, however many jobs one of them has (H-297)
     * @param lost the job as this caller waited for it, which others dropped: it gets its place in the line back
     * @throws ApiProblem 429 with Retry-After when the player has too many open already
     */
    async start(
      kind: string,
      key: string,
      payload: unknown,
      stale: (result: unknown) => boolean,
      by: string | null = null,
      lost?: Pick<JobRow, 'run_after' | 'turn'>,
    ): Promise<JobRow> {
      const text = JSON.stringify(payload)
      const runAfter = sql`least(now(), ${lost?.run_after ?? null}::timestamptz)`
      const turn = sql`least(${turnOf(kind, by)}, ${lost?.turn ?? null}::integer)`
      for (;;) {
        const known = await this.find(key)
        const isOver = known && (known.state === 'failed' || (known.state === 'done' && stale(known.result)))
        if (known && !isOver) return by !== null && known.state === 'queued' ? advance(known, by) : known
        if (by !== null && !lost) await checkOpen(by)
        const { rows } = known
          ? await sql<JobRow>`update jobs set state = 'queued', payload = ${text}::text::jsonb, progress = 0,
              attempts = 0, result = null, error = null, run_after = ${runAfter}, updated_at = now(),
              asked_by = ${by}, turn = ${turn}
              where id = ${known.id} and state = ${known.state} returning *`.execute(db)
          : await sql<JobRow>`insert into jobs (id, kind, key, payload, state, asked_by, turn, run_after)
              values (${randomUUID()}, ${kind}, ${key}, ${text}::text::jsonb, 'queued', ${by}, ${turn}, ${runAfter})
              on conflict (key) do nothing returning *`.execute(db)
        // Somebody else began it meanwhile, and may have dropped it again.
        if (rows[0]) return rows[0]
      }
    },

    async find(key: string): Promise<JobRow | undefined> {
      return db.selectFrom('jobs').where('key', '=', key).selectAll().executeTakeFirst()
    },

    async findById(id: string): Promise<JobRow | undefined> {
      return db.selectFrom('jobs').where('id', '=', id).selectAll().executeTakeFirst()
    },

    settled: awaited.settled,

    /**
     * Takes the job of these kinds whose turn it is, of those that wait or whose server has died; undefined when there is
     * none. A job that was there whenever its server died is given up: it may be what kills them.
     * @param tries of these kinds before one is given up: what failed often because of others is not what kills a server
     * @param running ids of jobs this server works on: one whose lease ran out while the server stood still is its own yet
     */
    async take(
      kinds: readonly string[],
      tries = PATIENCE.attempts,
      running: readonly string[] = [],
    ): Promise<JobRow | undefined> {
      const deadly = sql`state = 'working' and attempts >= ${Math.max(DEATHS_MAX, tries)}`
      const taken = await sql<JobRow>`update jobs set
          state = case when ${deadly} then 'failed' else 'working' end,
          error = case when ${deadly} then 'its server ended each time' else error end,
          attempts = attempts + 1, lease_owner = ${owner},
          lease_until = now() + ${LEASE_S} * interval '1 second', updated_at = now()
        where id = (select id from jobs where kind = any(${[...kinds]}::text[]) and run_after <= now()
            and (state = 'queued' or (state = 'working' and lease_until < now()))
            and id <> all(${[...running]}::text[])
          order by turn, run_after, created_at for update skip locked limit 1)
        returning *`.execute(db)
      const [job] = taken.rows
      return job?.state === 'failed' ? this.take(kinds, tries, running) : job
    },

    /** Renews the lease and notes the progress, which never falls: who takes a job over begins at 0. False when the job was taken away: stop working on it. */
    async keep(id: string, progress: number): Promise<boolean> {
      const kept =
        await sql`update jobs set progress = greatest(progress, ${progress}), lease_until = now() + ${LEASE_S} * interval '1 second',
        updated_at = now() where id = ${id} and state = 'working' and lease_owner = ${owner} returning id`.execute(db)
      return kept.rows.length > 0
    },

    async finish(id: string, result: unknown): Promise<void> {
      await sql`update jobs set state = 'done', progress = 100, result = ${JSON.stringify(result)}::text::jsonb, error = null,
        lease_owner = null, lease_until = null, updated_at = now()
        where id = ${id} and state = 'working' and lease_owner = ${owner}`.execute(db)
      awaited.touched(id)
    },

    /**
     * Puts the job back for another try later, or gives it up after `patience.attempts` tries.
     * @param patience tries in all, and seconds to wait after the first of them (longer after each)
     * @returns whether it was given up
     */
    async fail(id: string, error: string, patience: Patience = PATIENCE): Promise<boolean> {
      const wait = sql`least(attempts * ${patience.waitS}::float8, ${patience.waitMaxS ?? null}::float8)`
      const { rows } = await sql<Pick<JobRow, 'state'>>`update jobs set
          state = case when attempts >= ${patience.attempts} then 'failed' else 'queued' end,
          run_after = now() + ${wait} * interval '1 second', error = ${error}, progress = 0,
          lease_owner = null, lease_until = null, updated_at = now()
        where id = ${id} and state = 'working' and lease_owner = ${owner} returning state`.execute(db)
      awaited.touched(id)
      return rows[0]?.state === 'failed'
    },

    /** Gives a finished job up whose result turned out to be of no use: whoever asks for it again has it made anew. */
    async spoil(id: string, error: string): Promise<void> {
      await sql`update jobs set state = 'failed', error = ${error}, updated_at = now()
        where id = ${id} and state = 'done'`.execute(db)
    },

    /** Takes a job out of the line that nobody waits for any more, unless it was begun: then what comes of it is kept. */
    async drop(id: string): Promise<void> {
      await sql`delete from jobs where id = ${id} and state = 'queued'`.execute(db)
      awaited.touched(id)
    },

    /** Takes jobs back from servers that died, without waiting for their leases. Only for a database nobody shares. */
    async reclaim(): Promise<void> {
      await sql`update jobs set lease_until = now() - interval '1 second' where state = 'working'`.execute(db)
    },

    /**
     * Gives back what this server holds of these kinds, uncounted, when it is shut down.
     * @param but ids of those that nobody may take before their lease has run out
     */
    async release(kinds: readonly string[], but: readonly string[] = []): Promise<void> {
      await sql`update jobs set state = 'queued', attempts = greatest(attempts - 1, 0), progress = 0, run_after = now(),
        lease_owner = null, lease_until = null, updated_at = now()
        where state = 'working' and lease_owner = ${owner} and kind = any(${[...kinds]}::text[])
          and id <> all(${[...but]}::text[])`.execute(db)
    },
  }
}

export type Queue = ReturnType<typeof createQueue>

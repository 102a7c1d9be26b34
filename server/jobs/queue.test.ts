import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listening, openDatabase } from '#tests/support/database.ts'
import { sweepJobs } from '../mail/digests.ts'
import type { Schema } from '../store/schema.ts'
import { createQueue, OPEN_MAX } from './queue.ts'
import { runJobs } from './runner.ts'
import { sweepZips } from './zip.ts'

let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())
beforeEach(() => sql`truncate jobs cascade`.execute(db))

const never = () => false
const PATIENT = { timeout: 5000 }
/** As when the server that holds it has been dead for a while. */
const expire = () => sql`update jobs set lease_until = now() - interval '1 second' where state = 'working'`.execute(db)

describe('queue', () => {
  it('gives a job to one server, and to another when the first has died', async () => {
    const [a, b] = [createQueue(db, 'a'), createQueue(db, 'b')]
    const { id } = await a.start('k', 'one', {}, never)
    expect((await a.take(['k']))?.id).toBe(id)
    expect(await b.take(['k'])).toBeUndefined()
    await expire()
    expect((await b.take(['k']))?.id).toBe(id)
    expect(await a.keep(id, 5)).toBe(false)
    await a.finish(id, {})
    expect((await b.findById(id))?.state).toBe('working')
    await b.finish(id, { ok: 1 })
    expect(await a.find('one')).toMatchObject({ state: 'done', progress: 100, result: { ok: 1 } })
  })

  it('H-238: makes anew what turned out to be of no use, and leaves alone what is not finished', async () => {
    const queue = createQueue(db, 'a')
    const { id } = await queue.start('k', 'one', {}, never)
    await queue.spoil(id, 'it changed')
    expect((await queue.findById(id))?.state).toBe('queued')
    await queue.take(['k'])
    await queue.finish(id, { n: 1 })
    await queue.spoil(id, 'it changed')
    expect(await queue.findById(id)).toMatchObject({ state: 'failed', error: 'it changed' })
    expect(await queue.start('k', 'one', {}, never)).toMatchObject({ id, state: 'queued' })
  })

  it('joins the job that is there, and begins a stale one anew', async () => {
    const queue = createQueue(db, 'a')
    const first = await queue.start('k', 'one', {}, never)
    expect((await queue.start('k', 'one', {}, never)).id).toBe(first.id)
    await queue.take(['k'])
    await queue.finish(first.id, { n: 1 })
    expect((await queue.start('k', 'one', {}, never)).state).toBe('done')
    expect(await queue.start('k', 'one', {}, () => true)).toMatchObject({ id: first.id, state: 'queued', result: null })
  })

  it('tries a failing job again later, and gives it up in the end', async () => {
    const queue = createQueue(db, 'a')
    const { id } = await queue.start('k', 'one', {}, never)
    for (const state of ['queued', 'queued', 'failed']) {
      await sql`update jobs set run_after = now()`.execute(db)
      await queue.take(['k'])
      await queue.fail(id, 'no')
      expect((await queue.findById(id))?.state).toBe(state)
    }
  })

  it('H-297: has players take turns, however many jobs one of them has', async () => {
    const queue = createQueue(db, 'a')
    const order: string[] = []
    const take = async () => order.push((await queue.take(['k']))?.key ?? '-')
    for (let n = 1; n <= 6; n++) await queue.start('k', `a${n}`, {}, never, 'anna')
    await take()
    await take()
    for (const key of ['b1', 'b2']) await queue.start('k', key, {}, never, 'bert')
    await take()
    await take()
    await queue.start('k', 'c1', {}, never, 'cleo')
    for (let n = 0; n < 6; n++) await take()
    expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'c1', 'a5', 'a6', '-'])
  })

  it('H-297: does what one player waits for as the last when it is the first of another', async () => {
    const queue = createQueue(db, 'a')
    for (let n = 1; n <= 4; n++) await queue.start('k', `a${n}`, {}, never, 'anna')
    const { id } = await queue.start('k', 'a4', {}, never, 'bert')
    expect((await queue.take(['k']))?.key).toBe('a1')
    expect((await queue.take(['k']))?.id).toBe(id)
    // Nobody asks for it again to have it later.
    await queue.start('k', 'a2', {}, never, 'anna')
    expect((await queue.take(['k']))?.key).toBe('a2')
  })

  it('H-297: has whoever comes wait behind nobody in another line, and before nobody whose turn it is in theirs', async () => {
    const queue = createQueue(db, 'a')
    const order: string[] = []
    const take = async () => order.push((await queue.take(['release-zip', 'playlist-zip']))?.key ?? '-')
    // No server makes these: their folder is gone.
    await queue.start('transcode:gone', 'old', {}, never, 'olga')
    for (let n = 1; n <= 6; n++) await queue.start('release-zip', `a${n}`, {}, never, 'anna')
    for (let n = 1; n <= 3; n++) await take()
    for (let n = 1; n <= 2; n++) await queue.start('release-zip', `b${n}`, {}, never, 'bert')
    for (let n = 1; n <= 2; n++) await queue.start('playlist-zip', `c${n}`, {}, never, 'cleo')
    for (let n = 0; n < 7; n++) await take()
    expect(order).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'a5', 'b2', 'c2', 'a6'])
  })

  it('H-392: forgets transcodes that nobody made for a day, and none that is worked on or young', async () => {
    const queue = createQueue(db, 'a')
    for (const key of ['queued', 'dead', 'worked on', 'young']) await queue.start('transcode:one', key, {}, never, 'p')
    await queue.start('release-zip', 'zip', {}, never, 'p')
    await sql`update jobs set updated_at = now() - interval '25 hours' where key <> 'young'`.execute(db)
    await sql`update jobs set state = 'working', lease_until = now() + case key when 'dead' then -1 else 1 end
      * interval '10 minutes' where key in ('dead', 'worked on')`.execute(db)
    await sweepJobs(db, Date.now())
    const left = await db.selectFrom('jobs').select('key').orderBy('key').execute()
    expect(left.map(({ key }) => key)).toEqual(['worked on', 'young', 'zip'])
  })

  it('H-569: forgets zips of releases after thirty days, and none that is young or not over', async () => {
    await sql`insert into jobs (id, kind, key, payload, state, updated_at)
      select key, kind, key, '{}', state, now() - days * interval '1 day' from (values
        ('done', 'release-zip', 'done', 31), ('failed', 'release-zip', 'failed', 31),
        ('young', 'release-zip', 'done', 29), ('waits', 'release-zip', 'queued', 31)
      ) given (key, kind, state, days)`.execute(db)
    await sweepZips(db)
    const left = await db.selectFrom('jobs').select('key').orderBy('key').execute()
    expect(left.map(({ key }) => key)).toEqual(['waits', 'young'])
  })

  it('H-297: takes no more from a player who has more open than anybody downloads, and from another does', async () => {
    const queue = createQueue(db, 'a')
    const { id } = await queue.start('k', 'first', {}, never, 'anna')
    await sql`insert into jobs (id, kind, key, payload, state, asked_by)
      select n::text, 'k', n::text, '{}', 'queued', 'anna' from generate_series(2, ${OPEN_MAX}::integer) n`.execute(db)
    await expect(queue.start('k', 'more', {}, never, 'anna')).rejects.toMatchObject({ status: 429, retryAfter: 60 })
    expect((await queue.start('k', 'first', {}, never, 'anna')).id).toBe(id)
    expect((await queue.start('k', 'more', {}, never, 'bert')).state).toBe('queued')
  })

  it.each([
    ['is not there', sql`insert into jobs (id, kind, key, payload, state) values ('x', 'k', 'one', '{}', 'queued')`],
    ['is over', sql`update jobs set state = 'queued'`],
  ])('H-316: begins a job that another begins and drops in the same moment: one that %s', async (before, begin) => {
    const queue = createQueue(db, 'a')
    if (before === 'is over') {
      await queue.start('k', 'one', {}, never)
      await sql`update jobs set state = 'done'`.execute(db)
    }
    // The embedded database takes statements in the order they come: these come after the first look, and after the next.
    const other = async () => {
      await begin.execute(db)
      await sql`delete from jobs`.execute(db)
    }
    const [started] = await Promise.all([queue.start('k', 'one', {}, () => true), other()])
    expect(started).toMatchObject({ key: 'one', state: 'queued' })
    expect(await queue.findById(started.id)).toMatchObject({ state: 'queued' })
  })

  it('H-316: begins a job that others dropped where it stood in the line', async () => {
    const queue = createQueue(db, 'a')
    for (let n = 1; n <= 4; n++) await queue.start('k', `a${n}`, {}, never, 'anna')
    const lost = await queue.find('a2')
    for (let n = 1; n <= 2; n++) await queue.start('k', `b${n}`, {}, never, 'bert')
    await queue.drop(lost?.id ?? '')
    await queue.start('k', 'a2', {}, never, 'anna', lost)
    const order: (string | undefined)[] = []
    for (let n = 0; n < 6; n++) order.push((await queue.take(['k']))?.key)
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('H-566: whoever waits asks with all others, for no more than how it stands', async () => {
    const asked: string[] = []
    const queue = createQueue(
      listening(db, (question) => asked.push(question)),
      'a',
    )
    await sql`insert into jobs (id, kind, key, payload, state)
      select 'w' || n, 'k', 'w' || n, '{}', 'queued' from generate_series(1, 100) n`.execute(db)
    const callers = Array.from({ length: 100 }, () => new AbortController())
    const looks = callers.map(() => 0)
    const look = (n: number) => {
      looks[n] = (looks[n] ?? 0) + 1
    }
    const waiting = callers.map(({ signal }, n) => queue.settled(`w${n + 1}`, 60_000, () => look(n), signal))
    await expect.poll(() => Math.min(...looks), PATIENT).toBeGreaterThanOrEqual(3)
    expect(asked.length).toBeLessThanOrEqual(Math.max(...looks) + 1)
    expect(asked.filter((question) => /payload|selectAll|\*/i.test(question))).toEqual([])
    for (const caller of callers) caller.abort(new Error('left'))
    const ends = await Promise.allSettled(waiting)
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(100)
  })

  it('H-566: is told at once of what is done here', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const queue = createQueue(db, 'a')
      const seen: (string | undefined)[] = []
      for (const key of ['done', 'given up', 'dropped']) await queue.start('k', key, {}, never)
      const wait = async (key: string) => {
        const { id = '' } = (await queue.find(key)) ?? {}
        const looked = new Promise<void>((look) => {
          void queue.settled(id, 60_000, () => look()).then((job) => seen.push(job?.state))
        })
        await looked
        return id
      }
      const [done, failed, dropped] = [await wait('done'), await wait('given up'), await wait('dropped')]
      await queue.drop(dropped)
      for (let n = 0; n < 2; n++) await queue.take(['k'])
      await queue.finish(done, {})
      await queue.fail(failed, 'no', { attempts: 1, waitS: 0 })
      // One more question behind theirs.
      await queue.find('done')
      await queue.find('done')
      expect(seen).toEqual([undefined, 'done', 'failed'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('gives up a job that ends every server that takes it, and takes the next', async () => {
    const queue = createQueue(db, 'a')
    const { id } = await queue.start('k', 'deadly', {}, never)
    for (let deaths = 0; deaths < 10; deaths++) {
      expect((await queue.take(['k']))?.id).toBe(id)
      await expire()
    }
    const next = await queue.start('k', 'next', {}, never)
    expect((await queue.take(['k']))?.id).toBe(next.id)
    expect(await queue.find('deadly')).toMatchObject({ state: 'failed', error: 'its server ended each time' })
  })

  it('works on no more at a time than it may, and hands back what is not done when it stops', async () => {
    const queue = createQueue(db, 'a')
    for (const key of ['1', '2', '3', '4', '5']) await queue.start('k', key, {}, never)
    let running = 0
    let most = 0
    const finished: string[] = []
    const jobs = runJobs({
      queue,
      parallel: 2,
      handlers: {
        k: async (_payload, _progress, signal) => {
          most = Math.max(most, ++running)
          await new Promise((done, fail) => {
            setTimeout(done, finished.length < 3 ? 20 : 60_000)
            signal.addEventListener('abort', () => fail(new Error('stopped')))
          })
          running -= 1
          finished.push('x')
          return {}
        },
      },
      onError: (error) => {
        throw error
      },
    })
    await expect.poll(() => finished.length, PATIENT).toBeGreaterThanOrEqual(3)
    await jobs.stop()
    expect(most).toBe(2)
    const states = await sql<{ state: string }>`select state from jobs`.execute(db)
    expect(new Set(states.rows.map((row) => row.state))).toEqual(new Set(['done', 'queued']))
  })

  it('H-430: a server that stood still does not begin its own job a second time', async () => {
    const queue = createQueue(db, 'a')
    const { id } = await queue.start('k', 'one', {}, never)
    const begun: string[] = []
    const gates = new Map<string, () => void>()
    const jobs = runJobs({
      queue,
      parallel: 3,
      handlers: {
        k: async (_payload, _progress, _signal, job) => {
          begun.push(job)
          await new Promise<void>((open) => gates.set(job, open))
          return { run: begun.length }
        },
      },
      onError: (error) => {
        throw error
      },
    })
    await expect.poll(() => begun, PATIENT).toEqual([id])
    await expire()
    // Behind the first in the line: once it is begun the first was passed by.
    const next = await queue.start('k', 'next', {}, never)
    jobs.kick()
    await expect.poll(() => begun, PATIENT).toContain(next.id)
    expect(begun).toEqual([id, next.id])
    // Given back by another server meanwhile, it waits for the run that is not over, whose result is not taken.
    await sql`update jobs set state = 'queued', lease_owner = null, lease_until = null where id = ${id}`.execute(db)
    const last = await queue.start('k', 'last', {}, never)
    jobs.kick()
    await expect.poll(() => begun, PATIENT).toContain(last.id)
    expect(begun).toEqual([id, next.id, last.id])
    gates.get(id)?.()
    await expect.poll(() => begun, PATIENT).toEqual([id, next.id, last.id, id])
    expect((await queue.findById(id))?.state).toBe('working')
    for (const open of gates.values()) open()
    await expect.poll(async () => (await queue.findById(id))?.state, PATIENT).toBe('done')
    await jobs.stop()
  })

  it('gives a job whose kind is tried often no fewer tries because a server died', async () => {
    const queue = createQueue(db, 'a')
    const { id } = await queue.start('mail', 'one', {}, never)
    await sql`update jobs set attempts = 20`.execute(db)
    await queue.take(['mail'], 30)
    await expire()
    expect((await queue.take(['mail'], 30))?.id).toBe(id)
    await sql`update jobs set attempts = 30`.execute(db)
    await expire()
    expect(await queue.take(['mail'], 30)).toBeUndefined()
  })
})

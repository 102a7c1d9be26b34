import type { AddressInfo } from 'node:net'
import { type Kysely, sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { createSigner } from '../auth/signer.ts'
import { createQueue } from '../jobs/queue.ts'
import { HopelessJob, type JobRunner, runJobs } from '../jobs/runner.ts'
import type { Schema } from '../store/schema.ts'
import { createDelivery, type Delivery, MAIL_PATIENCE } from './delivery.ts'
import { createMailer, type Mailer, SEND_MAIL } from './mailer.ts'
import { readMailTexts } from './texts.ts'
import { createUnsubscribe } from './unsubscribe.ts'

let db: Kysely<Schema>
let mailer: Mailer
let smtp: SMTPServer
let url = ''
/** What the mail server says to a receiver; undefined takes the mail. */
let refusal: (() => number | undefined) | undefined
/** How long the mail server takes to take one. */
let taking: Promise<unknown> | undefined
const received: string[] = []
/** Each mail as it came over the line. */
const raw: string[] = []
const runners: JobRunner[] = []
const deliveries: Delivery[] = []

beforeAll(async () => {
  db = await openDatabase()
  mailer = createMailer({
    db,
    texts: readMailTexts('locales'),
    origin: () => 'https://player.example',
    deliver: true,
    kick: () => undefined,
    now: () => Date.now(),
  })
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => {
      const responseCode = refusal?.()
      if (responseCode === undefined) done()
      else done(Object.assign(new Error('not now'), { responseCode }))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          raw.push(Buffer.concat(chunks).toString())
          received.push(session.envelope.rcptTo[0]?.address ?? '')
          void Promise.resolve(taking).then(() => done())
        })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await new Promise<void>((done) => listening.once('listening', done))
  url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
}, 60_000)
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop()
  for (const delivery of deliveries.splice(0)) delivery.close()
  refusal = undefined
  taking = undefined
  received.length = 0
  raw.length = 0
})
afterAll(async () => {
  await new Promise<void>((done) => smtp.close(() => done()))
  await db.destroy()
})

const write = (to: string) => mailer.send('signup_code', to, { code: '12345', minutes: 10 }, 'en')
const jobOf = (id: string) => db.selectFrom('jobs').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

const unsubscribe = createUnsubscribe(createSigner(new Uint8Array(32), Date.now), () => 'https://player.example')

/** One server's runner for mails. */
function work(
  address: string = url,
  { now = Date.now, onError = () => undefined }: { now?(): number; onError?(...said: unknown[]): void } = {},
): JobRunner {
  const delivery = createDelivery({ db, url: address, from: 'Player <no-reply@player.example>', unsubscribe, now })
  deliveries.push(delivery)
  const runner = runJobs({
    queue: createQueue(db, `server ${deliveries.length}`),
    handlers: { [SEND_MAIL]: delivery.handler },
    parallel: 3,
    patience: { attempts: 4, waitS: 0.05 },
    once: true,
    onError,
  })
  runners.push(runner)
  return runner
}

async function until(state: string, id: string, runner: JobRunner): Promise<void> {
  for (let n = 0; n < 100 && (await jobOf(id)).state !== state; n++) {
    runner.kick()
    await new Promise((done) => setTimeout(done, 50))
  }
  expect((await jobOf(id)).state).toBe(state)
}

it('H-494: a mail about releases says how it is ended, in one line that is whole, and no other mail does', {
  tags: ['long'],
}, async () => {
  work()
  await write('code@demo.test')
  const releases = [{ releaseid: 'r1', title: 'Tides', artist: 'Åsa' }]
  await mailer.send('release_digest', 'nora@demo.test', { frequency: 'daily', releases, total: 1 }, 'en')
  await expect.poll(() => received.length, { timeout: 30_000 }).toBe(2)
  const of = (name: string) => raw.filter((mail) => new RegExp(`^${name}:`, 'im').test(mail))
  expect(of('List-Unsubscribe')).toHaveLength(1)
  const [digest = ''] = of('List-Unsubscribe-Post')
  expect(digest).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  const token = /^List-Unsubscribe:\s+<https:\/\/player\.example\/api\/mails\/unsubscribe\?token=(\S+)>\r$/m.exec(
    digest,
  )?.[1]
  expect(await unsubscribe.emailOf(token ?? '')).toBe('nora@demo.test')
})

it('H-564: a code is sent before the mails about releases that were written first', async () => {
  const releases = [{ releaseid: 'r1', title: 'Tides', artist: 'Åsa' }]
  for (let n = 0; n < 4; n++)
    await mailer.send('release_digest', `fan${n}@x.yz`, { frequency: 'daily', releases, total: 1 }, 'en')
  await write('code@x.yz')
  const queue = createQueue(db, 'order')
  const taken = await queue.take([SEND_MAIL])
  const mail = await db
    .selectFrom('outbox')
    .where('mailid', '=', taken?.id ?? '')
    .select('recipient')
    .executeTakeFirst()
  expect(mail?.recipient).toBe('code@x.yz')
  await sql`delete from jobs`.execute(db)
})

it('sends a mail the mail server put off twice, in the end and once', async () => {
  let left = 2
  refusal = () => (left-- > 0 ? 451 : undefined)
  const id = await write('late@x.yz')
  await until('done', id, work())
  expect(received).toEqual(['late@x.yz'])
  const mail = await db.selectFrom('outbox').where('mailid', '=', id).select('sent_at').executeTakeFirstOrThrow()
  expect(mail.sent_at).toBeInstanceOf(Date)
})

it('does not try again what the mail server refuses for good', async () => {
  let asked = 0
  refusal = () => {
    asked += 1
    return 550
  }
  const id = await write('gone@x.yz')
  await until('failed', id, work())
  expect(asked).toBe(1)
})

it('keeps a mail while the mail server is down and gives it up after its patience', async () => {
  const id = await write('down@x.yz')
  await until('failed', id, work('smtp://127.0.0.1:1'))
  expect((await jobOf(id)).attempts).toBe(4)
  const mail = await db.selectFrom('outbox').where('mailid', '=', id).select('sent_at').executeTakeFirstOrThrow()
  expect(mail.sent_at).toBeNull()
})

it('H-397: a mail server may be down for four days: tried each hour in the end, and no longer', async () => {
  const id = await write('days@x.yz')
  const queue = createQueue(db, 'days')
  const waits: number[] = []
  for (let isGivenUp = false; !isGivenUp; ) {
    await sql`update jobs set state = 'working', lease_owner = 'days', attempts = attempts + 1 where id = ${id}`.execute(
      db,
    )
    isGivenUp = await queue.fail(id, 'down', MAIL_PATIENCE)
    const { run_after, updated_at } = await jobOf(id)
    if (!isGivenUp) waits.push((run_after.getTime() - updated_at.getTime()) / 60_000)
  }
  expect(waits.slice(0, 3)).toEqual([1, 2, 3])
  expect(Math.max(...waits)).toBe(60)
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 60
  expect(hours).toBeGreaterThan(95)
  expect(hours).toBeLessThanOrEqual(96)
})

it('H-397: a mail whose code has run out is not sent any more, and whoever runs the server hears that it was given up', async () => {
  const id = await write('over@x.yz')
  const heard: unknown[] = []
  const later = Date.now() + 11 * 60_000
  await until('failed', id, work(url, { now: () => later, onError: (...said) => heard.push(said) }))
  expect(heard).toEqual([[expect.any(HopelessJob), SEND_MAIL, { id, isGivenUp: true }]])
  expect(received).toEqual([])
})

it('sends each mail once although two servers share the queue', async () => {
  const to = Array.from({ length: 12 }, (_, n) => `n${n}@x.yz`)
  const ids = await Promise.all(to.map(write))
  const [one] = [work(), work()]
  for (const id of ids) await until('done', id, one as JobRunner)
  expect(received).toHaveLength(to.length)
  expect(new Set(received)).toEqual(new Set(to))
})

it('H-549: a server that is stopped hands no mail on that the mail server is just taking', {
  tags: ['long'],
  timeout: 60_000,
}, async () => {
  let take = () => {}
  taking = new Promise<void>((done) => {
    take = done
  })
  const id = await write('slow@x.yz')
  const first = work()
  await expect.poll(() => received, { timeout: 20_000 }).toEqual(['slow@x.yz'])
  await first.stop()
  const other = createQueue(db, 'the next')
  expect(await other.take([SEND_MAIL])).toBeUndefined()
  take()
  await expect.poll(async () => (await jobOf(id)).state, { timeout: 20_000 }).toBe('done')
  expect(received).toHaveLength(1)
})

it('writes no mail when the change it speaks of is taken back', async () => {
  await expect(
    db.transaction().execute(async (within) => {
      await mailer.send('signup_code', 'undone@x.yz', { code: '12345', minutes: 10 }, 'en', { within })
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  expect(await db.selectFrom('outbox').where('recipient', '=', 'undone@x.yz').select('mailid').execute()).toEqual([])
})

it('forgets mails after thirty days', async () => {
  const id = await write('old@x.yz')
  await db
    .updateTable('outbox')
    .set({ at: new Date(Date.now() - 31 * 86_400_000) })
    .where('mailid', '=', id)
    .execute()
  const kept = await write('young@x.yz')
  await mailer.sweep()
  const left = (await db.selectFrom('outbox').select('mailid').execute()).map(({ mailid }) => mailid)
  expect(left).toContain(kept)
  expect(left).not.toContain(id)
})

it('a mail names the language it is written in, and not the one that was wished for', async () => {
  const written = async (language: string) => {
    const mailid = await mailer.send('password_reset', 'kim@demo.test', { token: 't', hours: 48 }, language)
    const mail = await db.selectFrom('outbox').where('mailid', '=', mailid).selectAll().executeTakeFirstOrThrow()
    return [mail.language, mail.body_html.match(/<html lang="([^"]*)"/)?.[1]]
  }
  expect(await written('fr-CA')).toEqual(['fr', 'fr'])
  expect(await written('fi')).toEqual(['en', 'en'])
})

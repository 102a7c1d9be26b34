// What two servers with a data folder each share through one PostgreSQL server, and what a death costs.
// @module-tag long
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { unzipSync } from 'fflate'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ReleaseDetail, ReleaseList } from '#core/model/catalogue/release.ts'
import { TokenPair } from '#core/model/people/account.ts'
import { LEASE_S } from '#server/jobs/queue.ts'
import { releaseZipKey } from '#server/jobs/zip.ts'
import { readS3Address } from '#server/media/objects/s3/address.ts'
import { createS3Store } from '#server/media/objects/s3/store.ts'
import { startS3, type TestS3 } from '#tests/support/s3/weather.ts'
import { call, expectJson, login, mediaToken, refusal, signIn } from './http.ts'
import { DAY, dev, freshEmail, HOUR, linkToken, MINUTE, mailsTo, newPlayer, post, put, signup } from './people.ts'
import { type StartedServer, startServer } from './server.ts'
import { newDatabase } from './templates.ts'

vi.setConfig({ testTimeout: 120_000 })

/** A mail server that can keep a sender waiting before it takes a mail. */
function slowPost() {
  const received: string[] = []
  let open: () => void = () => {}
  let gate = Promise.resolve()
  let asked = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    onRcptTo: (_address, _session, done) => {
      asked += 1
      void gate.then(() => done())
    },
    onData: (stream, { envelope }, done) => {
      stream.resume().on('end', () => {
        received.push(...envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  server.on('error', () => undefined)
  return {
    received,
    asked: () => asked,
    hold() {
      gate = new Promise((done) => {
        open = done
      })
    },
    letGo: () => open(),
    listen: () =>
      new Promise<string>((done) => {
        const at = server.listen(0, '127.0.0.1', () => done(`smtp://127.0.0.1:${(at.address() as AddressInfo).port}`))
      }),
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

const postgresUrl = inject('postgresUrl')
const ZipState = z.object({ status: z.string(), token: z.optional(z.string()), zipped_url: z.optional(z.string()) })

describe.skipIf(postgresUrl === '')('two servers on one PostgreSQL server', () => {
  const office = slowPost()
  let env: Record<string, string> = {}
  let a: StartedServer
  let b: StartedServer
  let client: pg.Client

  beforeAll(async () => {
    const DATABASE_URL = await newDatabase(postgresUrl)
    env = { DATABASE_URL, SMTP_URL: await office.listen(), PUBLIC_URL: 'https://player.example' }
    // Both at once, on an empty database.
    ;[a, b] = await Promise.all([startServer({ env }), startServer({ env })])
    client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
  }, 150_000)
  afterAll(async () => {
    await client?.end()
    await Promise.all([a, b].map((server) => server?.stop({ signal: 'SIGKILL' })))
    await office.close()
  }, 60_000)

  const clocks = (ms: number | null) =>
    Promise.all([a, b].map(({ url }) => dev(url, 'clock', ms === null ? { reset: true } : { ms })))
  const works = async ({ url }: StartedServer, access: string) =>
    (await call(url, '/genres', { token: access })).status === 200
  const refresh = ({ url }: StartedServer, token: string) => put(url, '/auth/refresh', { 'refresh-token': token })
  const rowsOf = async (sql: string, ...values: unknown[]) => (await client.query(sql, values)).rows
  const revive = async (dead: StartedServer) => startServer({ env: { ...env, DATA_DIR: dead.dataDir }, args: [] })
  const tracks = async (server: StartedServer, access: string, releaseid = 'demo-zero-duration') =>
    (await expectJson(ReleaseDetail, call(server.url, `/releases/${releaseid}`, { token: access }))).songs

  it('fill an empty database once when they are started together', async () => {
    for (const { url } of [a, b]) {
      const { access } = await signIn(url)
      expect((await expectJson(ReleaseList, call(url, '/releases', { token: access }))).total).toBe(22)
    }
    expect(await rowsOf("select count(*)::int as n from players where playerid = 'demo-verified'")).toEqual([{ n: 1 }])
    expect(await rowsOf('select count(*)::int as n from server_keys')).toEqual([{ n: 1 }])
  })

  describe('sessions', () => {
    it('API-AUTH-001, API-AUTH-007: begin on one, go on and are renewed on the other', async () => {
      const { access, refresh: token } = await signIn(a.url)
      expect(await works(b, access)).toBe(true)
      const renewed = await expectJson(TokenPair, refresh(b, token))
      expect(await works(a, renewed['access-token'])).toBe(true)
      expect((await refresh(a, renewed['refresh-token'])).status).toBe(200)
    })

    it('API-AUTH-007: repeat an answer on both, however late, and end on both when a copy is used after it', async () => {
      const { access, refresh: first } = await signIn(a.url)
      const second = await expectJson(TokenPair, refresh(b, first))
      await clocks(MINUTE)
      try {
        // The answer was lost: the other server gives the same token again.
        const again = await expectJson(TokenPair, refresh(a, first))
        expect(again['refresh-token']).toBe(second['refresh-token'])
        expect((await refresh(a, second['refresh-token'])).status).toBe(200)
        expect((await refresh(b, first)).status).toBe(401)
        expect(await works(a, access)).toBe(false)
        expect((await refresh(a, second['refresh-token'])).status).toBe(401)
      } finally {
        await clocks(null)
      }
    })

    it('API-AUTH-002, API-AUTH-008: end on the other at once', async () => {
      const { access } = await signIn(a.url)
      expect((await post(a.url, '/auth/logout', undefined, access)).status).toBe(204)
      expect(await works(b, access)).toBe(false)
      const person = await newPlayer(a.url, { origin: 'https://player.example' })
      expect((await call(b.url, '/auth/sessions', { method: 'DELETE', token: person.access })).status).toBe(204)
      expect(await works(a, person.access)).toBe(false)
    })
  })

  describe('what works once or so often', () => {
    it('API-AUTH-004: a link is good once, wherever it is used, also at the same moment', async () => {
      const { email } = await newPlayer(a.url, { origin: 'https://player.example' })
      await post(a.url, '/auth/pwdless', { email, publicdevice: false })
      const token = await linkToken(b.url, email, 'magic_link', '/authverify/', 'https://player.example')
      const answers = await Promise.all([a, b, a, b].map(({ url }) => put(url, '/auth/pwdless', { token })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    })

    it('API-AUTH-001: failed sign-ins are counted together', async () => {
      const { email } = await newPlayer(a.url, { origin: 'https://player.example' })
      const guess = (n: number) => login((n % 2 ? a : b).url, email, { password: `wrong ${n}` })
      const answers = await Promise.all(Array.from({ length: 34 }, (_, n) => guess(n)))
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
      for (const n of [0, 1]) {
        const refused = await guess(n)
        expect(refused.status).toBe(429)
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    })

    it('API-REL-007: of sixty comments at once on both servers thirty are taken and mailed', async () => {
      const { access, email } = await newPlayer(a.url, { origin: 'https://player.example' })
      const body = { player_email: email, comment_type_id: 1, comment_type: 'other', comment_text: 'Sixty at once.' }
      const path = '/releases/demo-no-attachments/comments'
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, n) => post((n % 2 ? a : b).url, path, body, access)),
      )
      const statuses = answers.map(({ status }) => status)
      expect([200, 429].map((status) => statuses.filter((given) => given === status).length)).toEqual([30, 30])
      const wait = Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(3000)
      const outbox = (await (await fetch(`${a.url}/dev/outbox`)).json()) as { kind: string; replyTo: string | null }[]
      expect(outbox.filter(({ kind, replyTo }) => kind === 'contact_request' && replyTo === email)).toHaveLength(30)
    })

    it('API-SIGNUP-002, API-SIGNUP-003: codes asked for and wrong tries are counted together', async () => {
      const email = freshEmail()
      const send = (n: number) => signup((n % 2 ? a : b).url, 'send-email-verification-code', { email })
      const statuses = []
      for (let n = 0; n < 21; n++) statuses.push((await send(n)).status)
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
      const attempt = (n: number) =>
        signup((n % 2 ? a : b).url, 'validate-email-verification-code', { email, code: 'none!' })
      const tried = []
      for (let n = 0; n < 6; n++) tried.push((await attempt(n)).status)
      expect(new Set(tried.slice(0, 5))).toEqual(new Set([400]))
      const right = /^\d{5}$/m.exec((await mailsTo(a.url, email, 'signup_code'))[0]?.text ?? '')?.[0]
      const wrong = right === '00000' ? '11111' : '00000'
      const codes = []
      for (let n = 0; n < 6; n++) {
        codes.push(
          (await signup((n % 2 ? a : b).url, 'validate-email-verification-code', { email, code: wrong })).status,
        )
      }
      expect(codes).toEqual([400, 400, 400, 400, 400, 409])
    })
  })

  describe('media', () => {
    const whole = async ({ url }: StartedServer, path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${url}/api${path}`, { headers })
      return { answer, body: Buffer.from(await answer.arrayBuffer()) }
    }

    it('API-MEDIA-001, API-MEDIA-003: a token of one opens the same bytes at the other, range by range', async () => {
      const { access } = await signIn(a.url)
      const [song] = await tracks(a, access)
      const trackid = song?.trackid ?? ''
      const token = await mediaToken(a.url, access, trackid)
      const path = `/audio/${trackid}/download?format=mp3&bitrate=320&token=${token}`
      const { answer, body } = await whole(b, path)
      const etag = answer.headers.get('etag') ?? ''
      const middle = Math.floor(body.length / 2)
      const parts = [
        await whole(a, path, { Range: `bytes=0-${middle - 1}`, 'If-Range': etag }),
        await whole(b, path, { Range: `bytes=${middle}-`, 'If-Range': etag }),
      ]
      expect(parts.map((part) => [part.answer.status, part.answer.headers.get('etag')])).toEqual([
        [206, etag],
        [206, etag],
      ])
      expect(Buffer.concat(parts.map((part) => part.body)).equals(body)).toBe(true)
      expect(answer.headers.get('repr-digest')).toBe(`sha-256=:${createHash('sha256').update(body).digest('base64')}:`)
    })

    it('API-MEDIA-005, API-MEDIA-007, API-MEDIA-008: a zip is started here, asked for there and read from both', async () => {
      const { access } = await signIn(a.url)
      const path = '/audio/zipper/demo-zero-duration?format=mp3&bitrate=320'
      const ids = await Promise.all(
        [a, b].map(async ({ url }) => ((await (await call(url, path, { token: access })).json()) as { id: string }).id),
      )
      expect(ids[0]).toBe(ids[1])
      const file = await zipped(b, path, access)
      const { answer, body } = await whole(a, file)
      const parts = [
        await whole(b, file, { Range: 'bytes=0-99999' }),
        await whole(a, file, { Range: 'bytes=100000-199999' }),
        await whole(b, file, { Range: 'bytes=200000-' }),
      ]
      expect(Buffer.concat(parts.map((part) => part.body)).equals(body)).toBe(true)
      expect(parts.map((part) => part.answer.headers.get('etag'))).toEqual(Array(3).fill(answer.headers.get('etag')))
    })

    it('API-REL-010: a report drawn by one is sent by the other', async () => {
      const { access } = await signIn(a.url)
      const report = async ({ url }: StartedServer) => {
        const answer = await call(url, '/releases/demo-no-comments/report?format=pdf', { token: access })
        return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
      }
      const [one, other] = await Promise.all([report(a), report(b)])
      expect([one.status, other.status]).toEqual([200, 200])
      // The date it was drawn at stands in it: the same bytes are the same drawing.
      expect(other.body.equals(one.body)).toBe(true)
      const jobs = await rowsOf("select count(*)::int as n from jobs where kind = 'report' and key like '%:pdf:%'")
      expect(jobs).toEqual([{ n: 1 }])
    })
  })

  /** Waits for a zip; answers where it is. */
  async function zipped(server: StartedServer, path: string, access: string, patienceMs = 90_000): Promise<string> {
    const until = Date.now() + patienceMs
    for (;;) {
      const answer = await call(server.url, path.replace('?', '/status?'), { token: access })
      const state = ZipState.parse(await answer.json())
      if (state.status === 'done') return (state.zipped_url ?? '').replace('/api/', '/')
      if (Date.now() > until || state.status === 'failed') throw new Error(`the zip is ${state.status}`)
      await new Promise((done) => setTimeout(done, 200))
    }
  }
  const working = async (key: string): Promise<{ id: string; lease_owner: string; attempts: number }[]> =>
    rowsOf("select id, lease_owner, attempts from jobs where key like $1 and state = 'working'", key)

  it('a server outlives that its connections to the database are cut while they are used', async () => {
    const { access } = await signIn(a.url)
    for (let round = 0; round < 8; round++) {
      const calls = Array.from({ length: 12 }, () => call(a.url, '/profile', { token: access }).catch(() => null))
      const logins = Array.from({ length: 4 }, () => signIn(a.url).catch(() => null))
      await rowsOf(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      await Promise.all([...calls, ...logins])
    }
    await vi.waitFor(async () => expect(await works(a, access)).toBe(true), { timeout: 20_000 })
    expect(await works(b, access)).toBe(true)
  })

  it('digests are written once although both look for them', async () => {
    const { access, email } = await newPlayer(a.url, { origin: 'https://player.example' })
    await post(b.url, '/profile', { mailpref: 'daily' }, access)
    const [row] = await rowsOf(
      `select available_at as at from releases where access = 'open' and available_at < now() - interval '3 days'
        order by available_at desc limit 1`,
    )
    const at = (row as { at: Date }).at.getTime()
    const morning = Math.ceil((at - 6 * HOUR) / DAY) * DAY + 6 * HOUR
    await clocks(morning + 5 * MINUTE - Date.now())
    try {
      await expect
        .poll(() => office.received.filter((to) => to === email).length, { timeout: 20_000 })
        .toBeGreaterThan(0)
      // Long enough for the other's look, and for its runner.
      await new Promise((done) => setTimeout(done, 5000))
      expect(await mailsTo(b.url, email, 'release_digest')).toHaveLength(1)
    } finally {
      await clocks(null)
    }
  })

  it('what one had begun when it was killed is finished by the other, and its mails leave once', async () => {
    const { access } = await signIn(b.url)
    const path = '/audio/zipper/demo-hostile-html?format=wav&bitrate=320'
    const before = office.asked()
    office.hold()
    expect((await call(a.url, path, { token: access })).status).toBe(202)
    const emails = Array.from({ length: 6 }, freshEmail)
    for (const email of emails) {
      expect((await signup(a.url, 'send-email-verification-code', { email })).status).toBe(200)
    }
    // Killed with the zip half made and mails half handed over.
    await expect.poll(() => working(releaseZipKey('demo-hostile-html', 'wav')), { timeout: 10_000 }).toHaveLength(1)
    await expect.poll(() => office.asked(), { timeout: 10_000 }).toBeGreaterThan(before)
    const [zip] = await working(releaseZipKey('demo-hostile-html', 'wav'))
    const mailing = await working('send-mail:%')
    expect(mailing.some(({ lease_owner }) => lease_owner === zip?.lease_owner)).toBe(true)
    expect(await a.stop({ keepData: true, signal: 'SIGKILL' })).toBeNull()
    office.letGo()

    const file = await zipped(b, path, access)
    expect((await fetch(`${b.url}/api${file}`, { headers: { Range: 'bytes=0-99' } })).status).toBe(206)
    const after = await rowsOf('select state, attempts from jobs where id = $1', zip?.id)
    expect(after).toMatchObject([{ state: 'done', attempts: (zip?.attempts ?? 0) + 1 }])
    await expect
      .poll(async () => (await rowsOf("select 1 from jobs where kind = 'send-mail' and state <> 'done'")).length, {
        timeout: 60_000,
      })
      .toBe(0)
    for (const email of emails) expect(office.received.filter((to) => to === email)).toHaveLength(1)

    a = await revive(a)
    expect(await works(a, access)).toBe(true)
  })

  it('what one had begun when it was stopped is gone on with at once, and counts as no failure', async () => {
    const { access } = await signIn(a.url)
    for (const release of ['demo-broken-image', 'demo-no-sharing', 'demo-no-attachments']) {
      const path = `/audio/zipper/${release}?format=wav&bitrate=320`
      const key = releaseZipKey(release, 'wav')
      expect((await call(b.url, path, { token: access })).status).toBe(202)
      await expect.poll(() => working(key), { timeout: 10_000, interval: 20 }).toHaveLength(1)
      const [zip] = await working(key)
      expect(await b.stop({ keepData: true })).toBe(0)
      const kept = (await working(key)).some(({ lease_owner }) => lease_owner === zip?.lease_owner)
      // Nobody waits for a lease to run out: it was handed back, or the other has it already.
      if (!kept) {
        await zipped(a, path, access)
        expect(await rowsOf('select attempts from jobs where id = $1', zip?.id)).toEqual([{ attempts: 1 }])
      }
      b = await revive(b)
      if (!kept) return
      // The other may have been faster to take it; not each time.
    }
    throw new Error('what was begun was never handed back')
  })

  it('a server that comes with a data folder of its own takes the key that is there', async () => {
    const { access } = await signIn(a.url)
    const third = await startServer({ env, args: [] })
    try {
      expect(await works(third, access)).toBe(true)
      expect(await refusal(call(third.url, '/genres', { token: `${access.slice(0, -3)}xyz` }))).toMatchObject({
        status: 401,
      })
    } finally {
      await third.stop({ signal: 'SIGKILL' })
      rmSync(third.dataDir, { recursive: true, force: true })
    }
  })
})

describe.skipIf(postgresUrl === '')('two servers on one PostgreSQL server and one media store', () => {
  const FORMAT = 'wav'
  const RELEASE = 'demo-no-comments'
  /** Looks every two seconds; the rest is for a machine that does much else. */
  const TAKEN_WITHIN_MS = (LEASE_S + 2) * 1000 + 15_000
  let s3: TestS3
  let env: Record<string, string> = {}
  const servers: StartedServer[] = []
  let client: pg.Client

  beforeAll(async () => {
    s3 = await startS3()
    const DATABASE_URL = await newDatabase(postgresUrl)
    env = { DATABASE_URL, MEDIA_URL: s3.url, PUBLIC_URL: 'https://player.example' }
    servers.push(...(await Promise.all([startServer({ env }), startServer({ env })])))
    client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    await Promise.all(servers.map((server) => server.stop({ signal: 'SIGKILL' })))
    await s3?.stop()
  })

  const job = async () =>
    (await client.query('select * from jobs where key = $1', [releaseZipKey(RELEASE, FORMAT)])).rows[0] as
      | { state: string; lease_owner: string | null; attempts: number; progress: number }
      | undefined
  const made = async () => {
    const place = readS3Address(s3.url, {})
    const store = createS3Store(place as NonNullable<typeof place>, tmpdir())
    const found = new Map<string, number>()
    for await (const { path, changed } of store.list('cache/')) if (path.endsWith(FORMAT)) found.set(path, changed)
    store.close()
    return found
  }

  it('API-MEDIA-007: a zip outlives its servers one after the other, and no finished song is made twice', async () => {
    const { access } = await signIn(servers[0]?.url ?? '')
    const path = `/audio/zipper/${RELEASE}?format=${FORMAT}&bitrate=320`
    const percents: number[] = []
    let songs = new Map<string, number>()
    let living = servers[0] as StartedServer
    expect((await call(living.url, path, { token: access })).status).toBe(202)
    for (let death = 0; death < 2; death++) {
      const before = songs.size
      // One song more than at the last death lies in the store: killed in the middle of the next.
      await expect.poll(async () => (await made()).size, { timeout: 90_000, interval: 100 }).toBeGreaterThan(before)
      const now = await job()
      if (now?.state === 'done') break
      songs = await made()
      percents.push(now?.progress ?? 0)
      // Both, so that whoever has it dies; one comes back, and has a data folder that knows nothing.
      await Promise.all(servers.splice(0).map((server) => server.stop({ signal: 'SIGKILL' })))
      living = await startServer({ env, args: [] })
      servers.push(living)
      await expect.poll(async () => (await job())?.attempts, { timeout: TAKEN_WITHIN_MS }).toBeGreaterThan(death + 1)
    }
    await expect.poll(async () => (await job())?.state, { timeout: 90_000 }).toBe('done')
    expect(percents.length).toBeGreaterThanOrEqual(2)
    expect(percents).toEqual([...percents].sort((x, y) => x - y))
    const end = await made()
    expect(end.size).toBe(4)
    for (const [song, changed] of songs) expect(end.get(song)).toBe(changed)

    const status = await call(living.url, path.replace('?', '/status?'), { token: access })
    const { zipped_url } = ZipState.parse(await status.json())
    const file = await fetch(`${living.url}${zipped_url}`)
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(file.headers.get('repr-digest')).toBe(`sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`)
    expect(Object.keys(unzipSync(bytes))).toHaveLength(4)
  }, 300_000)
})

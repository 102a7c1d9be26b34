// A server from its start to its end.
// @module-tag long
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ReleaseDetail, ReleaseList } from '#core/model/catalogue/release.ts'
import { DemoAccountsAnswer } from '#core/model/people/demoAccounts.ts'
import gallery from '../../locales/en/gallery.json' with { type: 'json' }
import { call, expectJson, login, mediaToken, refusal, signIn } from './http.ts'
import { dev, MINUTE } from './people.ts'
import { runToEnd, type StartedServer, startServer } from './server.ts'
import { copied, newDatabase } from './templates.ts'

// Each test starts servers, some three in a row; on a busy machine a first start takes twenty seconds.
vi.setConfig({ testTimeout: 150_000 })

const folders: string[] = []
const servers: StartedServer[] = []
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'player-start-'))
  folders.push(path)
  return path
}
const start = async (...args: Parameters<typeof startServer>) => {
  const server = await startServer(...args)
  servers.push(server)
  return server
}
/** One that finds its data folder filled: for what is not about a first start. */
const startFilled = async () => start({ env: { DATA_DIR: await copied(inject('templates').embedded) } })
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop({ signal: 'SIGKILL' })))
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})
const firstTrack = async (base: string, access: string): Promise<string> => {
  const release = await expectJson(ReleaseDetail, call(base, '/releases/demo-no-comments', { token: access }))
  return release.songs[0]?.trackid ?? ''
}
const oneSentence = (run: { code: number | null; stderr: string }) => {
  expect(run.code).toBe(1)
  expect(run.stderr.trim().split('\n')).toHaveLength(1)
  return run.stderr
}

describe('a start that cannot be', () => {
  it('says so when the port is in use', async () => {
    const other = createServer()
    await new Promise<void>((done) => other.listen(0, 'localhost', done))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const run = await runToEnd({ env: { DATA_DIR: folder(), PORT: String(port) } })
    other.close()
    expect(oneSentence(run)).toBe(
      `Port ${port} is in use. Stop the program that has it, or choose another with PORT.\n`,
    )
  })

  it('says so when the data folder cannot be written', async () => {
    const file = join(folder(), 'a file')
    writeFileSync(file, '')
    expect(oneSentence(await runToEnd({ env: { DATA_DIR: join(file, 'data') } }))).toMatch(
      /cannot be written.*choose another with DATA_DIR/,
    )
  })

  it('says so for a catalogue that does not exist, and leaves the folder alone', async () => {
    const path = join(folder(), 'data')
    expect(oneSentence(await runToEnd({ env: { DATA_DIR: path }, args: ['--catalogue', 'huge'] }))).toContain(
      '--catalogue small, demo or large',
    )
    expect(existsSync(path)).toBe(false)
  })

  it('names what keeps the database from being opened, and advises nobody to empty it', async () => {
    const path = folder()
    mkdirSync(join(path, 'db'))
    writeFileSync(join(path, 'db', 'PG_VERSION'), 'of something else')
    writeFileSync(join(path, 'db.created'), '')
    const run = await runToEnd({ env: { DATA_DIR: path } })
    expect(oneSentence(run)).toMatch(/cannot be opened \(.+\)\. Nothing was taken out of it.*npm run restore/)
    expect(run.stderr).not.toContain('--reset')
    expect(readFileSync(join(path, 'db', 'PG_VERSION'), 'utf8')).toBe('of something else')
  })

  it('says so where a restore was killed half-way', async () => {
    const path = folder()
    mkdirSync(join(path, 'restore-1'))
    writeFileSync(join(path, 'restore-1', 'moving'), '')
    expect(oneSentence(await runToEnd({ env: { DATA_DIR: path } }))).toContain('npm run restore -- FILE')
    expect(existsSync(join(path, 'db'))).toBe(false)
  })

  it('says so when the PostgreSQL server cannot be reached, without its password', async () => {
    const run = await runToEnd({
      env: { DATA_DIR: folder(), DATABASE_URL: 'postgresql://vera:geheim@127.0.0.1:1/player' },
    })
    expect(oneSentence(run)).toMatch(/127\.0\.0\.1:1\/player cannot be used.*Check DATABASE_URL/)
    expect(run.stderr).not.toContain('geheim')
  })
})

describe('one data folder', () => {
  it('is refused to a second server while the first goes on', async () => {
    const first = await startFilled()
    const second = await runToEnd({ env: { DATA_DIR: first.dataDir } })
    expect(oneSentence(second)).toContain(`Process ${first.pid} already uses the data folder ${first.dataDir}`)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  it('keeps accounts, sessions and catalogue over a restart, and over a crash', async () => {
    const first = await start()
    const session = await signIn(first.url)
    expect(await first.stop({ keepData: true })).toBe(0)
    const second = await start({ env: { DATA_DIR: first.dataDir }, args: [] })
    expect((await call(second.url, '/genres', { token: session.access })).status).toBe(200)
    const later = await signIn(second.url)
    // Let the database write what it was told; then no time for a farewell.
    await new Promise((done) => setTimeout(done, 500))
    await second.stop({ keepData: true, signal: 'SIGKILL' })
    const third = await start({ env: { DATA_DIR: first.dataDir }, args: [] })
    expect((await call(third.url, '/genres', { token: later.access })).status).toBe(200)
    const list = await expectJson(ReleaseList, call(third.url, '/releases', { token: session.access }))
    expect(list.total).toBe(22)
  })

  it('keeps its catalogue when another is asked for, and says so', async () => {
    const first = await startFilled()
    await first.stop({ keepData: true })
    const second = await start({ env: { DATA_DIR: first.dataDir }, args: ['--catalogue', 'demo'] })
    expect(second.output().stdout).toMatch(/already holds the small catalogue.*--reset/)
    const { access } = await signIn(second.url)
    expect((await expectJson(ReleaseList, call(second.url, '/releases', { token: access }))).total).toBe(22)
  })

  it('is emptied by --reset, and nothing of others in it', async () => {
    const first = await startFilled()
    const session = await signIn(first.url)
    await first.stop({ keepData: true })
    writeFileSync(join(first.dataDir, 'mine.txt'), 'mine')
    const second = await start({ env: { DATA_DIR: first.dataDir }, args: ['--reset', '--catalogue', 'small'] })
    expect(await refusal(call(second.url, '/genres', { token: session.access }))).toMatchObject({ status: 401 })
    expect(readFileSync(join(first.dataDir, 'mine.txt'), 'utf8')).toBe('mine')
  })
})

it('H-365: its folders are closed to others, also those an earlier version left open', async () => {
  const dataDir = await copied(inject('templates').embedded)
  folders.push(dataDir)
  const own = ['db', 'media'].map((name) => join(dataDir, name))
  for (const path of own) chmodSync(path, 0o755)
  await start({ env: { DATA_DIR: dataDir }, args: [] })
  const open = (path: string) => statSync(path).mode & 0o077
  expect(own.map(open)).toEqual([0, 0])
  const fresh = await start({ env: { DATA_DIR: join(folder(), 'data') } })
  expect(['', 'db', 'media', 'keys'].map((name) => open(join(fresh.dataDir, name)))).toEqual([0, 0, 0, 0])
})

describe('a running server', () => {
  let url = ''
  let running: StartedServer | undefined
  beforeAll(async () => {
    running = await startServer()
    url = running.url
  })
  afterAll(() => running?.stop())

  it('H-398: answers health checks that ask for the head alone', async () => {
    for (const path of ['/healthz', '/readyz', '/.well-known/change-password']) {
      const [whole, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => fetch(`${url}${path}`, { method, redirect: 'manual' })),
      )
      expect(head?.status).toBe(whole?.status)
      expect([200, 302]).toContain(head?.status)
      expect(await head?.text()).toBe('')
    }
    // A call that may begin work is not asked for its head.
    expect((await fetch(`${url}/api/options`, { method: 'HEAD' })).status).toBe(404)
  })

  it('holds a signing key that only its owner can read', () => {
    expect(statSync(join(running?.dataDir ?? '', 'keys', 'token.key')).mode & 0o777).toBe(0o600)
  })

  it('prints that it is ready and the demo accounts', async () => {
    const stdout = running?.output().stdout
    for (const name of ['verified', 'unverified', 'staff', 'pending', 'inactive', 'many'])
      expect(stdout).toContain(`${name}@demo.test`)
    expect(stdout).toContain('Demo#2026')
  })

  it('ends with code 0 on SIGTERM, also while a body is being read', async () => {
    const server = await startFilled()
    const { access } = await signIn(server.url)
    const token = await mediaToken(server.url, access, await firstTrack(server.url, access))
    const body = await call(server.url, `/audio/${await firstTrack(server.url, access)}/stream.mp3?token=${token}`)
    await body.body?.getReader().read()
    expect(await server.stop()).toBe(0)
  })

  it('ends with code 0 on SIGINT', async () => {
    expect(await (await startFilled()).stop({ signal: 'SIGINT' })).toBe(0)
  })

  it('H-429: goes by the time of the database, not by that of its own process', async () => {
    // The database has a thread of its own, whose clock is right.
    const shift = `import { isMainThread } from 'node:worker_threads'
      const right = Date.now
      if (isMainThread) Date.now = () => right() + 3_600_000`
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(shift).replaceAll("'", '%27')}`
    const DATA_DIR = await copied(inject('templates').embedded)
    const server = await start({ env: { DATA_DIR, NODE_OPTIONS } })
    const before = Date.now()
    const answer = await dev(server.url, 'clock', { ms: 0 })
    const { now } = z.object({ now: z.iso.datetime() }).parse(await answer.json())
    expect(Date.parse(now)).toBeLessThanOrEqual(Date.now() + MINUTE)
    expect(Date.parse(now)).toBeGreaterThanOrEqual(before - MINUTE)
    // And that is what it tells whoever goes by the time of its answers, of files as of words.
    await dev(server.url, 'clock', { ms: 60 * MINUTE })
    for (const path of ['/api/player.json', '/api/images/markets/ca.png']) {
      const said = await fetch(server.url + path)
      expect(said.status).toBe(200)
      const told = Date.parse(said.headers.get('Date') ?? '')
      expect(told - before).toBeGreaterThanOrEqual(59 * MINUTE)
      expect(told - Date.now()).toBeLessThanOrEqual(61 * MINUTE)
    }
  })

  it('answers its state, the languages, page views, and pages under the strict policy', async () => {
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const page = await fetch(`${url}/releases`)
    await page.arrayBuffer()
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    if (page.status === 200) {
      const policy = page.headers.get('content-security-policy') ?? ''
      // The scripts in the pages are the theme's, that of a page that begins anew and the drawn form's, known by their hashes.
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'( 'sha256-[\w+/]{43}='){3};/)
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default")
      expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    } else expect(page.status).toBe(503)
    expect((await fetch(`${url}/assets/none.js`)).status).toBe(404)
  })

  it('ACCOUNT-006: leads a password manager to the page where a password is changed', async () => {
    const answer = await fetch(`${url}/.well-known/change-password`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/account/management'])
    expect((await fetch(`${url}/.well-known/another`)).status).toBe(404)
  })

  it('API-MISC-001: answers the languages as names and codes', async () => {
    expect(await (await call(url, '/player.json')).json()).toContainEqual({ name: 'English', code: 'en' })
  })

  it('SIGNUP-012, D-140: offers each language there are mails in, by its own name', async () => {
    expect(await (await call(url, '/player.json')).json()).toEqual([
      { name: 'العربية', code: 'ar' },
      { name: 'Deutsch', code: 'de' },
      { name: 'English', code: 'en' },
      { name: 'Español', code: 'es' },
      { name: 'Français', code: 'fr' },
    ])
  })

  it('I18N-003, API-MISC-002: answers a map of texts for a language and 404 for any other', async () => {
    const texts: unknown = await (await call(url, '/locales/en.json')).json()
    expect(texts).toMatchObject({ 'gallery:selection.clear': gallery.selection.clear })
    expect(Object.values(texts as object).every((text) => typeof text === 'string')).toBe(true)
    // A missing key falls back to English (D-140): of these only the mails have words yet.
    for (const code of ['fr', 'de', 'es', 'ar'])
      expect(await (await call(url, `/locales/${code}.json`)).json()).toEqual(texts)
    for (const code of ['xx', '..', '..%2f..%2fpackage', 'EN'])
      expect((await call(url, `/locales/${code}.json`)).status).toBe(404)
  })

  it('API-MISC-004: takes page views with and without a session', async () => {
    const { access } = await signIn(url)
    const view = (token?: string, body: unknown = { path: '/releases', at: new Date().toISOString() }) =>
      call(url, '/tracking/page-views', { method: 'POST', body, ...(token === undefined ? {} : { token }) })
    expect([(await view()).status, (await view(access)).status, (await view('stale')).status]).toEqual([204, 204, 204])
    expect((await view(access, { path: 5 })).status).toBe(400)
  })

  it('tells the sign-in page whom the demo lets in, and each of them as it says', async () => {
    const { data } = await expectJson(DemoAccountsAnswer, call(url, '/demo/accounts'))
    const statuses = data.accounts.map(async ({ email, kind }) => {
      const { status } = await login(url, email, { password: data.password })
      return [kind, status]
    })
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
      verified: 200,
      unverified: 200,
      staff: 200,
      pending: 425,
      inactive: 403,
      many: 200,
    })
  })

  it('shows nobody accounts of a demo that it does not have', async () => {
    const { url: address } = await start({ env: { DEMO: '0' }, args: [] })
    expect((await call(address, '/demo/accounts')).status).toBe(404)
  })

  it('H-230: closes the accounts of an earlier demo, ends their sessions, and opens them when the demo is back', async () => {
    const first = await startFilled()
    const env = { DATA_DIR: first.dataDir }
    const { refresh: token } = await signIn(first.url, 'verified@demo.test')
    await first.stop({ keepData: true })
    const real = await start({ env: { ...env, DEMO: '0' }, args: [] })
    expect(await refusal(login(real.url, 'verified@demo.test'))).toEqual({ status: 403, code: 'ACCOUNT_INACTIVE' })
    expect(await refusal(call(real.url, '/auth/refresh', { method: 'PUT', body: { 'refresh-token': token } }))).toEqual(
      {
        status: 401,
        code: 'SESSION_ENDED',
      },
    )
    expect(real.output().stderr).toContain('"event":"demo-closed"')
    await real.stop({ keepData: true })
    const again = await start({ env, args: [] })
    expect((await login(again.url, 'verified@demo.test')).status).toBe(200)
    expect((await login(again.url, 'inactive@demo.test')).status).toBe(403)
    expect((await login(again.url, 'pending@demo.test')).status).toBe(425)
  })

  it('H-231: has no test controls under a public address, and its demo all the same', async () => {
    const { url: address } = await start({ env: { PUBLIC_URL: 'https://player.example', TEST_CONTROLS: '' } })
    for (const path of ['/dev/outbox', '/dev/faults']) expect((await fetch(`${address}${path}`)).status).toBe(404)
    expect((await login(address, 'verified@demo.test')).status).toBe(200)
  })

  it('has neither demo accounts nor test controls in production', async () => {
    const { url: address, output } = await start({ env: { NODE_ENV: 'production' } })
    expect(output().stdout).not.toContain('demo.test')
    expect((await login(address, 'verified@demo.test')).status).toBe(401)
    for (const [method, path] of [
      ['POST', '/dev/fail'],
      ['DELETE', '/dev/fail'],
      ['PUT', '/dev/faults'],
      ['GET', '/dev/faults'],
      ['DELETE', '/dev/faults'],
      ['GET', '/dev/outbox'],
      ['POST', '/dev/players/demo-verified'],
      ['POST', '/dev/clock'],
      ['POST', '/dev/reset'],
      ['GET', '/api/demo/accounts'],
    ]) {
      expect((await fetch(`${address}${path}`, { method: method ?? '' })).status).toBe(404)
    }
  })
})

describe('jobs', () => {
  it('go on after the server was killed in the middle', async () => {
    const first = await startFilled()
    const { access } = await signIn(first.url)
    const path = '/audio/zipper/demo-long?format=wav&bitrate=320'
    expect((await call(first.url, path, { token: access })).status).toBe(202)
    await new Promise((done) => setTimeout(done, 400))
    await first.stop({ keepData: true, signal: 'SIGKILL' })
    const second = await start({ env: { DATA_DIR: first.dataDir }, args: [] })
    let state = ''
    for (let n = 0; n < 300 && state !== 'done'; n++) {
      const answer = await call(second.url, path.replace('?', '/status?'), { token: access })
      state = ((await answer.json()) as { status: string }).status
      await new Promise((done) => setTimeout(done, 200))
    }
    expect(state).toBe('done')
  })

  it.skipIf(inject('postgresUrl') === '')(
    'are shared by two servers on one PostgreSQL server, and so are sessions',
    async () => {
      const DATABASE_URL = await newDatabase(inject('postgresUrl'))
      const DATA_DIR = folder()
      const first = await start({ env: { DATABASE_URL, DATA_DIR } })
      const second = await start({ env: { DATABASE_URL, DATA_DIR } })
      const { access } = await signIn(first.url)
      const path = '/audio/zipper/demo-no-comments?format=mp3&bitrate=320'
      const ids = await Promise.all(
        [first, second].map(
          async ({ url }) => ((await (await call(url, path, { token: access })).json()) as { id: string }).id,
        ),
      )
      expect(ids[0]).toBe(ids[1])
      await call(second.url, '/auth/logout', { method: 'POST', token: access })
      expect((await call(first.url, '/genres', { token: access })).status).toBe(401)
    },
  )
})

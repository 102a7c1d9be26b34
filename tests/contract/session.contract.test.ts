/**
 * Answers of the session's calls that are lost or late, from the real server to the real client: what the client makes
 * of each, and that none of it signs anybody out (D-156). Time is the test's, the line and the server are real.
 */
import { afterEach, describe, expect, inject, it } from 'vitest'
import { TokenPair } from '#core/model/people/account.ts'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { TestBrowser, type TestTab } from '#tests/support/sessionTabs.ts'
import type { Fetch } from '#workers/api/transport/client.ts'
import { call, expectJson } from './http.ts'
import { type StartedServer, startServer } from './server.ts'
import { onStores } from './stores.ts'
import { newDatabase } from './templates.ts'

const EMAIL = 'verified@demo.test'
/** Two starts of a server, each on a machine that does much else, ms. */
const STARTS = 300_000
/** Far above what the slowest machine needs to answer; waits end when it has. */
const PATIENCE = { timeout: 60_000, interval: 20 }

/** Spoils the next answers of one server. */
async function spoil(base: string, times: number, ...program: object[]): Promise<void> {
  const answer = await fetch(`${base}/dev/faults`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify([{ match: { method: 'PUT', path: '/api/auth/refresh' }, times, program }]),
  })
  expect(answer.status).toBe(204)
}

const onward: Fetch = (input, init) => fetch(input, init)
const claims = (access: string) =>
  JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as { sid: string; count: number }
const works = async (base: string, access: string) => (await call(base, '/genres', { token: access })).status === 200

/** Tabs of one browser, signed in. @param base of the API, absolute */
async function signedIn(base: () => string, count = 1, through: Fetch = onward) {
  const line: Fetch = (input, init) => through(base() + input, init)
  const browser = new TestBrowser(line, new FakeClock())
  const tabs = await browser.open(count)
  const first = tabs[0] as TestTab
  first.signIn(EMAIL, DEMO_PASSWORD)
  await expect.poll(() => tabs.every(({ story }) => story.session.status === 'signedIn'), PATIENCE).toBe(true)
  return { browser, tabs, first, begun: claims(browser.access ?? '') }
}

/** Asks for a renewal, as who got a 401 does; without an answer it goes on by itself. */
async function due({ browser, first }: { browser: TestBrowser; first: TestTab }): Promise<void> {
  await first.engine.renew(browser.access ?? '').catch(() => undefined)
}

/** Lets the time of the browser pass until a renewal came through. */
async function until(browser: TestBrowser, count: number): Promise<void> {
  await expect
    .poll(async () => {
      await browser.clock.advance(1000)
      return claims(browser.access ?? '').count
    }, PATIENCE)
    .toBeGreaterThanOrEqual(count)
}

onStores((server) => {
  const base = () => server().url
  afterEach(async () => {
    await fetch(`${base()}/dev/faults`, { method: 'DELETE' })
  })

  describe('D-156: the answer to a renewal', () => {
    it.each([
      ['first', 'close'],
      ['first', 'reset'],
      ['middle', 'close'],
      ['middle', 'reset'],
      ['last', 'close'],
      ['last', 'reset'],
    ])('lost at its %s byte (%s): the next one is the same, and the session goes on', async (at, how) => {
      const visit = await signedIn(base)
      await spoil(base(), 3, { step: 'lost', at, how })
      await due(visit)
      expect(visit.first.types.at(-1)).toBe('session.refreshFailed')
      expect(claims(visit.browser.access ?? '').count).toBe(0)
      await until(visit.browser, 1)
      // Three answers were lost, and the chain is one further: the token was asked for again, not another one.
      expect(claims(visit.browser.access ?? '')).toMatchObject({ count: 1, sid: visit.begun.sid })
      await due(visit)
      expect(claims(visit.browser.access ?? '')).toMatchObject({ count: 2, sid: visit.begun.sid })
      expect(await works(base(), visit.browser.access ?? '')).toBe(true)
      visit.first.expectIn()
    })

    it('late, but within the deadline: is adopted', async () => {
      const visit = await signedIn(base)
      await spoil(base(), 1, { step: 'late', ms: 500 })
      await due(visit)
      expect(claims(visit.browser.access ?? '').count).toBe(1)
      expect(visit.first.count('session.refreshFailed')).toBe(0)
      visit.first.expectIn()
    })

    it.each(['late', 'delay'])('%s by longer than the client waits: is asked for again', async (step) => {
      const visit = await signedIn(base)
      await spoil(base(), 1, { step, ms: 120_000 })
      const asked = due(visit)
      await expect.poll(async () => (await fetch(`${base()}/dev/faults`)).json(), PATIENCE).toEqual([])
      await visit.browser.clock.advance(15_000)
      await asked
      expect(visit.first.types.at(-1)).toBe('session.refreshFailed')
      await until(visit.browser, 1)
      expect(claims(visit.browser.access ?? '')).toMatchObject({ count: 1, sid: visit.begun.sid })
      visit.first.expectIn()
    })

    it('P5: lost for ten tabs again and again: none is signed out, and there is one session', async () => {
      const visit = await signedIn(base, 10)
      for (let round = 1; round <= 5; round++) {
        const before = claims(visit.browser.access ?? '').count
        await spoil(base(), 2, { step: 'lost', at: 'first' })
        const stale = visit.browser.access ?? ''
        await Promise.all(visit.tabs.map((tab) => tab.engine.renew(stale).catch(() => undefined)))
        await until(visit.browser, before + 1)
      }
      for (const tab of visit.tabs) {
        tab.expectIn()
        const access = (await tab.engine.accessToken()) ?? ''
        expect(claims(access).sid).toBe(visit.begun.sid)
        expect(await works(base(), access)).toBe(true)
      }
    })
  })

  it('P13: true reuse ends the session at once, in every tab', async () => {
    const visit = await signedIn(base, 3)
    const copied = visit.browser.refresh
    await due(visit)
    await due(visit)
    const body = { 'refresh-token': copied }
    expect((await call(base(), '/auth/refresh', { method: 'PUT', body })).status).toBe(401)
    expect(await works(base(), visit.browser.access ?? '')).toBe(false)
    await due(visit)
    await expect
      .poll(() => visit.tabs.map(({ story }) => story.session.showLogoutDisclaimerModal), PATIENCE)
      .toEqual([true, true, true])
  })
})

describe('D-156: a server that ends between the commit and its answer', () => {
  /** Asks for a renewal whose answer has begun, so that it is committed, and does not come. */
  async function begunAnswer(base: string, visit: { browser: TestBrowser; first: TestTab }, head: () => Promise<void>) {
    await spoil(base, 1, { step: 'stall', afterBytes: 10 })
    void due(visit)
    await head()
  }

  /** A line that tells when the head of an answer to a renewal is here. */
  function watched() {
    let heard = () => {}
    const head = new Promise<void>((resolve) => {
      heard = resolve
    })
    const through: Fetch = async (input, init) => {
      const answer = await fetch(input, init)
      if (input.endsWith('/auth/refresh')) heard()
      return answer
    }
    return { through, head: () => head }
  }

  async function comesBack(visit: Awaited<ReturnType<typeof signedIn>>, base: () => string): Promise<void> {
    await until(visit.browser, 1)
    expect(claims(visit.browser.access ?? '')).toMatchObject({ count: 1, sid: visit.begun.sid })
    await due(visit)
    expect(claims(visit.browser.access ?? '')).toMatchObject({ count: 2, sid: visit.begun.sid })
    expect(await works(base(), visit.browser.access ?? '')).toBe(true)
    visit.first.expectIn()
  }

  it('and is started again: nobody is signed out', { tags: ['long'], timeout: STARTS }, async () => {
    let server = await startServer()
    const base = () => server.url
    try {
      const { through, head } = watched()
      const visit = await signedIn(base, 1, through)
      await begunAnswer(base(), visit, head)
      await server.stop({ keepData: true, signal: 'SIGKILL' })
      await visit.browser.clock.advance(60_000)
      visit.first.expectIn()
      server = await startServer({ env: { DATA_DIR: server.dataDir } })
      await comesBack(visit, base)
    } finally {
      await server.stop()
    }
  })

  it.skipIf(inject('postgresUrl') === '')(
    'and another one on the same PostgreSQL server goes on',
    { tags: ['long'], timeout: STARTS },
    async () => {
      const env = { DATABASE_URL: await newDatabase(inject('postgresUrl')) }
      const servers: StartedServer[] = await Promise.all([startServer({ env }), startServer({ env })])
      try {
        const base = () => servers[0]?.url ?? ''
        const { through, head } = watched()
        const visit = await signedIn(base, 1, through)
        // Both at once take turns: the chain does not fork, whichever server is asked.
        const body = { 'refresh-token': visit.browser.refresh }
        const both = await Promise.all(
          servers.flatMap(({ url }) =>
            [1, 2, 3].map(() => expectJson(TokenPair, call(url, '/auth/refresh', { method: 'PUT', body }))),
          ),
        )
        expect(new Set(both.map((pair) => pair['refresh-token'])).size).toBe(1)
        await begunAnswer(base(), visit, head)
        await servers.shift()?.stop({ signal: 'SIGKILL' })
        await comesBack(visit, base)
      } finally {
        await Promise.all(servers.map((server) => server.stop()))
      }
    },
  )
})

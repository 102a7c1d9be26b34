/**
 * A lost reply or a wrong clock never signs anybody out (D-156, P8): tabs with the real engine against a server that
 * keeps the rule of the chain, over a line that loses and delays answers, with clocks that jump.
 */
import { afterEach, describe, expect, test } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import { sessionSignOutRequested } from '#core/events/people/session.ts'
import { chance } from '#server/faults/program.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { TestBrowser, type TestTab } from '#tests/support/sessionTabs.ts'
import { someClaims } from '#tests/support/story.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const YEAR = 365 * 24 * HOUR
const ACCESS_TTL_S = 1800

/** What happens to the answer of a renewal that was carried out. */
interface Line {
  lateMs?: number
  isLost?: boolean
  /** In place of the answer; nothing is carried out. */
  status?: number
  retryAfterS?: number
  body?: string
}

/** A server that keeps D-156, on the true time. */
class Server {
  readonly clock = new FakeClock()
  families = 0
  count = 0
  isOver = false
  isAway = false
  inFlight = 0
  mostInFlight = 0
  /** When a renewal was asked for, ms of the true time. */
  readonly asked: number[] = []
  line: () => Line = () => ({})

  fetch = async (input: string, init?: RequestInit): Promise<Response> => {
    const isRenewal = input.endsWith('/auth/refresh')
    if (isRenewal) this.asked.push(this.clock.now())
    if (this.isAway) throw new TypeError('Failed to fetch')
    if (!isRenewal) {
      if (!input.endsWith('/login')) return new Response(null, { status: 204 })
      this.families += 1
      this.count = 0
      this.isOver = false
      return Response.json(this.pair())
    }
    this.inFlight += 1
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight)
    try {
      const line = this.line()
      if (line.status !== undefined) {
        const headers = line.retryAfterS === undefined ? {} : { 'Retry-After': String(line.retryAfterS) }
        return new Response(line.body ?? '', { status: line.status, headers })
      }
      const { 'refresh-token': token } = JSON.parse(String(init?.body)) as { 'refresh-token': string }
      const answer = this.renew(token)
      if (line.lateMs) await this.#pause(line.lateMs, init?.signal ?? null)
      if (line.isLost) throw new TypeError('Failed to fetch')
      return answer
    } finally {
      this.inFlight -= 1
    }
  }

  renew(token: string): Response {
    const [family, count] = token.split('.').map(Number)
    if (family !== this.families || count === undefined || count < this.count - 1) this.isOver = true
    if (this.isOver) return Response.json({ code: 'SESSION_ENDED', message: 'over' }, { status: 401 })
    if (count === this.count) this.count += 1
    return Response.json(this.pair())
  }

  pair() {
    const iat = Math.floor(this.clock.now() / 1000)
    const claims = {
      ...someClaims('p1', { exp: iat + ACCESS_TTL_S }),
      iat,
      sid: `s${this.families}`,
      count: this.count,
    }
    return {
      'access-token': `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`,
      'refresh-token': `${this.families}.${this.count}`,
    }
  }

  #pause(ms: number, signal: AbortSignal | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = this.clock.setTimer(resolve, ms)
      signal?.addEventListener('abort', () => {
        this.clock.clearTimer(timer)
        reject(new DOMException('aborted', 'AbortError'))
      })
    })
  }
}

/** A browser before this server: that it keeps its session is asked of both. */
class Browser extends TestBrowser {
  constructor(readonly server = new Server()) {
    super(server.fetch, server.clock)
  }

  expectNobodyOut(): void {
    for (const tab of this.tabs) tab.expectIn()
    expect(this.server.families).toBe(1)
    expect(this.server.isOver).toBe(false)
    expect(this.server.mostInFlight).toBeLessThanOrEqual(1)
  }
}

const online = { type: 'app.wentOnline', v: 1, payload: {} } as AppDraft
let browser = new Browser()
async function signedIn(tabs = 1): Promise<TestTab> {
  browser = new Browser()
  const [first] = await browser.open(tabs)
  return pressed(first as TestTab)
}
async function pressed(tab: TestTab, publicDevice = false): Promise<TestTab> {
  tab.signIn('p1@demo.test', 'secret', publicDevice)
  await settle()
  expect(tab.story.session.status).toBe('signedIn')
  return tab
}
/** Until a renewal is due. */
const untilDue = () => browser.server.clock.advance(26 * MINUTE)
afterEach(() => expect(browser.server.mostInFlight).toBeLessThanOrEqual(1))

describe('a renewal without an answer', () => {
  test('D-156: its answer lost, it is asked again within 20 s, and the session goes on', async () => {
    const tab = await signedIn()
    const lines: Line[] = [{ isLost: true }]
    browser.server.line = () => lines.shift() ?? {}
    await untilDue()
    await browser.server.clock.advance(20 * SECOND)
    const [first = 0, second = 0] = browser.server.asked
    expect(second - first).toBeLessThan(20 * SECOND)
    expect(tab.types.filter((type) => type !== 'session.absent')).toEqual([
      'session.started',
      'session.refreshFailed',
      'session.refreshed',
    ])
    await browser.server.clock.advance(2 * HOUR)
    expect(browser.server.count).toBeGreaterThan(4)
    browser.expectNobodyOut()
  })

  test('D-156: silent at first, it is asked again within 20 s', async () => {
    await signedIn()
    const lines: Line[] = [{ lateMs: HOUR }]
    browser.server.line = () => lines.shift() ?? {}
    await untilDue()
    await browser.server.clock.advance(20 * SECOND)
    const [first = 0, second = 0] = browser.server.asked
    expect(second - first).toBeLessThan(20 * SECOND)
    expect(browser.server.asked).toHaveLength(2)
    browser.expectNobodyOut()
  })

  test.each([5, 26, 120])('D-156: every answer late by %d s: it comes all the same, again and again', async (lateS) => {
    const tab = await signedIn()
    browser.server.line = () => ({ lateMs: lateS * SECOND })
    await browser.server.clock.advance(3 * HOUR)
    expect(tab.count('session.refreshed')).toBeGreaterThanOrEqual(5)
    browser.expectNobodyOut()
  })

  test('a server that is away for hours, past the end of the token, signs nobody out and is not stormed', async () => {
    const tab = await signedIn()
    await untilDue()
    browser.server.isAway = true
    await browser.server.clock.advance(28 * MINUTE)
    browser.server.asked.length = 0
    await browser.server.clock.advance(3 * HOUR)
    expect(browser.server.asked.length).toBeGreaterThan(150)
    expect(browser.server.asked.length).toBeLessThan(300)
    browser.server.isAway = false
    await browser.server.clock.advance(MINUTE)
    expect(await tab.engine.accessToken()).toBe(browser.access)
    browser.expectNobodyOut()
  })

  test.each<[string, (tab: TestTab) => void]>([
    ['the connection is back', (tab) => tab.hears(online)],
    ['somebody returns to the tab', (tab) => void tab.engine.check()],
  ])('is asked again at once when %s', async (_, happens) => {
    const tab = await signedIn()
    await untilDue()
    browser.server.isAway = true
    await browser.server.clock.advance(40 * MINUTE)
    browser.server.isAway = false
    browser.server.asked.length = 0
    happens(tab)
    await settle()
    expect(browser.server.asked).toHaveLength(1)
    expect(tab.types.at(-1)).toBe('session.refreshed')
    browser.expectNobodyOut()
  })

  test('begins anew on a new connection, and on a return when it took long already', async () => {
    const tab = await signedIn()
    browser.server.line = () => ({ lateMs: HOUR })
    await untilDue()
    await browser.server.clock.advance(60 * SECOND)
    const before = browser.server.asked.length
    tab.hears(online)
    await settle()
    expect(browser.server.asked).toHaveLength(before + 1)
    void tab.engine.check()
    await settle()
    expect(browser.server.asked).toHaveLength(before + 1)
    await browser.server.clock.advance(15 * SECOND + 4 * SECOND + 16 * SECOND)
    browser.server.line = () => ({})
    void tab.engine.check()
    await settle()
    expect(browser.server.asked).toHaveLength(before + 3)
    expect(tab.types.at(-1)).toBe('session.refreshed')
    browser.expectNobodyOut()
  })

  test('P3: a pause the server asks for is kept, whoever comes back meanwhile', async () => {
    const tab = await signedIn()
    browser.server.line = () => ({ status: 503, retryAfterS: 120 })
    await browser.server.clock.advance(25 * MINUTE)
    await browser.server.clock.advance(MINUTE)
    expect(browser.server.asked).toHaveLength(1)
    browser.server.line = () => ({})
    await browser.server.clock.advance(119 * SECOND)
    tab.hears(online)
    await tab.engine.check()
    await expect(tab.engine.renew(browser.access ?? '')).rejects.toThrow('could not be renewed')
    expect(browser.server.asked).toHaveLength(1)
    await browser.server.clock.advance(2 * SECOND)
    expect(tab.types.at(-1)).toBe('session.refreshed')
    browser.expectNobodyOut()
  })

  test.each([
    ['somebody asks', (tab: TestTab) => void tab.engine.renew(browser.access ?? '').catch(() => undefined)],
    ['somebody is back', (tab: TestTab) => void tab.engine.check()],
    ['the connection is back', (tab: TestTab) => tab.hears(online)],
  ])(
    'H-426: a pause the server asked for is over after a night in which timers stood still, once %s',
    async (_, happens) => {
      const tab = await signedIn()
      browser.server.line = () => ({ status: 503, retryAfterS: 900 })
      await untilDue()
      expect(browser.server.asked).toHaveLength(1)
      browser.server.line = () => ({})
      browser.ahead += 10 * MINUTE
      happens(tab)
      await settle()
      expect(browser.server.asked).toHaveLength(1)
      browser.ahead += 8 * HOUR
      happens(tab)
      await settle()
      expect(browser.server.asked).toHaveLength(2)
      expect(tab.types.at(-1)).toBe('session.refreshed')
      browser.expectNobodyOut()
    },
  )

  test('what stands between and forbids the address does not speak for the server', async () => {
    const tab = await signedIn()
    const pages: Line[] = [
      { status: 403, body: '<h1>Blocked</h1>' },
      { status: 400, body: 'Bad Request' },
      { status: 511, body: 'Sign in to this network' },
    ]
    browser.server.line = () => pages.shift() ?? {}
    await untilDue()
    await browser.server.clock.advance(MINUTE)
    expect(tab.count('session.refreshFailed')).toBe(3)
    expect(tab.types.at(-1)).toBe('session.refreshed')
    browser.expectNobodyOut()
  })

  test('at start, it is repeated by itself until the session is there', async () => {
    await signedIn()
    browser.server.isAway = true
    await browser.server.clock.advance(HOUR)
    browser.close()
    const [tab] = await browser.open(1)
    expect(tab?.story.session.status).toBe('unreachable')
    await browser.server.clock.advance(HOUR)
    expect(tab?.count('session.unreachable')).toBe(1)
    browser.server.isAway = false
    await browser.server.clock.advance(MINUTE)
    browser.expectNobodyOut()
  })

  test('at start, a sign-out in another tab ends the asking', async () => {
    await signedIn()
    browser.server.isAway = true
    await browser.server.clock.advance(HOUR)
    browser.close()
    const [tab] = await browser.open(1)
    tab?.engine.hear({ kind: 'ended' })
    const asked = browser.server.asked.length
    await browser.server.clock.advance(HOUR)
    expect(browser.server.asked).toHaveLength(asked)
    expect(tab?.story.session.status).toBe('signedOut')
  })

  test('after a sign-out nothing is asked any more', async () => {
    const tab = await signedIn()
    browser.server.isAway = true
    await untilDue()
    tab.hears(sessionSignOutRequested({}))
    const asked = browser.server.asked.length
    await browser.server.clock.advance(HOUR)
    expect(browser.server.asked).toHaveLength(asked)
  })
})

describe('ten tabs', () => {
  test('P5: over six hours of lost and late answers: nobody is signed out, there is one session', async () => {
    await signedIn(10)
    const random = chance(11)
    browser.server.line = () => ({ isLost: random() < 0.4, lateMs: random() < 0.4 ? random() * 40 * SECOND : 0 })
    for (let n = 0; n < 36; n++) {
      await browser.server.clock.advance(10 * MINUTE)
      // Those that sleep in the background hear nothing of it.
      for (const tab of browser.tabs) tab.isFrozen = random() < 0.3
    }
    expect(browser.server.count).toBeGreaterThan(10)
    browser.expectNobodyOut()
  }, 60_000)

  test('all at once ask the server once, or as often as they have not heard of each other', async () => {
    await signedIn(10)
    const stale = browser.access ?? ''
    const got = await Promise.all(browser.tabs.map((tab) => tab.engine.renew(stale)))
    expect(new Set(got).size).toBe(1)
    expect(browser.server.asked).toHaveLength(1)
    for (const tab of browser.tabs.slice(1)) tab.isFrozen = true
    await Promise.all(browser.tabs.map((tab) => tab.engine.renew(browser.access ?? '')))
    for (const tab of browser.tabs) expect(await tab.engine.accessToken()).not.toBe(stale)
    browser.expectNobodyOut()
  })

  test('what is heard late takes the place of nothing newer', async () => {
    const tab = await signedIn()
    const older = browser.server.pair()
    await tab.engine.renew(browser.access ?? '')
    const { access, refresh } = browser
    tab.engine.hear({ kind: 'tokens', access: older['access-token'], refresh: older['refresh-token'], kept: true })
    expect(await tab.engine.accessToken()).toBe(access)
    expect(browser).toMatchObject({ access, refresh })
  })

  test('on a public computer, a tab that slept through renewals asks the others before it uses what it has', async () => {
    browser = new Browser()
    const [first, second] = (await browser.open(2)) as [TestTab, TestTab]
    await pressed(first, true)
    await settle()
    const stale = (await second.engine.accessToken()) ?? ''
    second.isFrozen = true
    for (let n = 0; n < 3; n++) {
      const renewed = first.engine.renew((await first.engine.accessToken()) ?? '')
      await browser.server.clock.advance(SECOND)
      await renewed
    }
    second.isFrozen = false
    const got = second.engine.renew(stale)
    await browser.server.clock.advance(SECOND)
    expect(await got).toBe(await first.engine.accessToken())
    expect(browser.server.asked).toHaveLength(3)
    browser.expectNobodyOut()
  })

  test('true reuse ends the session at once, in every tab', async () => {
    const tab = await signedIn(10)
    const copied = browser.refresh ?? ''
    await tab.engine.renew(browser.access ?? '')
    await tab.engine.renew(browser.access ?? '')
    expect(browser.server.renew(copied).status).toBe(401)
    // The first to be told by the server tells the others.
    expect(await tab.engine.renew(browser.access ?? '')).toBeNull()
    await settle()
    for (const one of browser.tabs) {
      expect(one.story.session.showLogoutDisclaimerModal).toBe(true)
      expect(one.count('session.expired')).toBe(1)
    }
    // One dialog each, and no further asking.
    const asked = browser.server.asked.length
    expect(asked).toBeLessThanOrEqual(2 + 10)
    await browser.server.clock.advance(HOUR)
    expect(browser.server.asked).toHaveLength(asked)
  })
})

describe('P8: the clock of this machine', () => {
  const JUMPS = [26 * HOUR, -26 * HOUR, 3 * YEAR, -3 * YEAR, 20 * MINUTE, 31 * MINUTE, -31 * MINUTE]

  test.each(JUMPS)(
    'jumps by %d ms while the session runs: it goes on, and is renewed when it has to be',
    async (ms) => {
      const tab = await signedIn()
      await browser.server.clock.advance(10 * MINUTE)
      browser.ahead = ms
      await tab.engine.check()
      await browser.server.clock.advance(MINUTE)
      browser.expectNobodyOut()
      const before = browser.server.count
      await browser.server.clock.advance(26 * MINUTE)
      expect(browser.server.count).toBeGreaterThan(before)
      expect(browser.server.asked.length).toBeLessThanOrEqual(3)
      browser.ahead = 0
      await browser.server.clock.advance(2 * HOUR)
      expect(browser.server.asked.length).toBeLessThanOrEqual(10)
      browser.expectNobodyOut()
    },
  )

  test.each(JUMPS)('jumps by %d ms while the server is away: the session stays', async (ms) => {
    const tab = await signedIn()
    browser.server.isAway = true
    browser.ahead = ms
    await tab.engine.check()
    await browser.server.clock.advance(HOUR)
    browser.expectNobodyOut()
    browser.server.isAway = false
    await browser.server.clock.advance(MINUTE)
    expect(tab.types.at(-1)).toBe('session.refreshed')
    browser.expectNobodyOut()
  })

  test.each(JUMPS)('jumped by %d ms before the start: the kept session is there', async (ms) => {
    await signedIn()
    browser.ahead = ms
    browser.close()
    const [tab] = await browser.open(1)
    expect(tab?.types).toEqual(['session.started'])
    await browser.server.clock.advance(2 * HOUR)
    expect(browser.server.count).toBeGreaterThanOrEqual(4)
    browser.expectNobodyOut()
  })

  test.each(JUMPS)(
    'jumped by %d ms before the start, and the server is away: it is there once that is back',
    async (ms) => {
      await signedIn()
      await browser.server.clock.advance(20 * MINUTE)
      browser.ahead = ms
      browser.server.isAway = true
      browser.close()
      const [tab] = await browser.open(1)
      await browser.server.clock.advance(20 * MINUTE)
      browser.server.isAway = false
      await browser.server.clock.advance(MINUTE)
      expect(tab?.story.session.status).toBe('signedIn')
      browser.expectNobodyOut()
    },
  )

  test('stood still for a night: the lid opens, and the token is renewed before it is judged', async () => {
    const tab = await signedIn()
    // Timers and the steady clock of a machine that sleeps stand still; the wall clock is right when it wakes.
    const slept = browser.server.clock.now()
    browser.ahead = 10 * HOUR
    await browser.server.clock.advance(MINUTE)
    expect(browser.server.asked).toHaveLength(1)
    expect(browser.server.asked[0]).toBeLessThanOrEqual(slept + MINUTE)
    expect(tab.types.at(-1)).toBe('session.refreshed')
    browser.expectNobodyOut()
  })
})

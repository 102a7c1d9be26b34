import { describe, expect, test } from 'vitest'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { changeNoticed } from '#core/events/people/changes.ts'
import { sessionRetryRequested, sessionSignInRequested, sessionSignOutRequested } from '#core/events/people/session.ts'
import type { TokenPair } from '#core/model/people/account.ts'
import type { StoredTokens } from '#core/model/people/storedTokens.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { Story, someClaims } from '#tests/support/story.ts'
import { createAhead } from '#workers/api/serverNow.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { createSessionEngine, type SessionEngine } from './engine.ts'
import type { TabMessage } from './tabs.ts'

const MINUTE = 60_000

interface Answer {
  status?: number
  body?: unknown
  /** In place of JSON. */
  text?: string
  headers?: Record<string, string>
  /** No answer comes: the connection fails. */
  broken?: boolean
  /** Waits for this first. */
  after?: Promise<unknown>
}
interface Asked {
  path: string
  body: unknown
  authorization: string | null
}

let serial = 0
/** An access token that ends `ttlS` after `now` by the clock of the server. */
function token(now: number, ttlS = 1800, playerid = 'p1', fields = {}): string {
  const iat = Math.floor(now / 1000)
  const claims = { iat, ...someClaims(playerid, { exp: iat + ttlS, ...fields }), n: ++serial }
  return `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
}

/** What all tabs of one browser share. */
class Device {
  readonly clock = new FakeClock()
  refresh: string | null = null
  access: string | null = null
  readonly tabs: Tab[] = []
  #lock: Promise<unknown> = Promise.resolve()
  readonly asked: Asked[] = []
  readonly answers: Answer[] = []
  /** By which calls were made that may have to be made again. */
  readonly keys: string[] = []
  /** How far the server's clock is from this machine's, ms. */
  skew = 0
  /** How far its wall clock was put back, ms. */
  wentBack = 0

  exclusively = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = this.#lock.then(run)
    this.#lock = turn.catch(() => undefined)
    return turn
  }

  /** The next answer of the server; a fresh pair unless something else is said. */
  next(...answers: Answer[]): this {
    this.answers.push(...answers)
    return this
  }

  pair(ttlS = 1800, playerid = 'p1', fields = {}): Answer {
    return {
      body: {
        'access-token': token(this.clock.now() + this.skew, ttlS, playerid, fields),
        'refresh-token': `refresh-${++serial}`,
      },
    }
  }

  /** The database is lost for as long as the pages live: nothing can be stored or removed. */
  isCut = false
  isBehind = false
  /** Nothing can be stored. */
  isFull = false
  /** Nothing is answered to a sign-out. */
  isSilent = false

  fetch = async (input: string, init?: RequestInit): Promise<Response> => {
    const path = input.replace('/api', '')
    const key = new Headers(init?.headers).get('Idempotency-Key')
    if (key !== null) this.keys.push(key)
    this.asked.push({
      path,
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
      authorization: new Headers(init?.headers).get('authorization'),
    })
    if (path === '/auth/logout')
      return this.isSilent ? new Promise<Response>(() => undefined) : new Response(null, { status: 204 })
    const answer = this.answers.shift() ?? this.pair()
    await answer.after
    if (answer.broken) throw new TypeError('Failed to fetch')
    const body = answer.body ?? { code: 'X', message: `says ${answer.status}` }
    const headers = { Date: new Date(this.clock.now() + this.skew).toUTCString(), ...answer.headers }
    return new Response(answer.text ?? JSON.stringify(body), { status: answer.status ?? 200, headers })
  }

  paths = () => this.asked.map((one) => one.path)
}

const keepCredentials = (engine: SessionEngine) =>
  engine.keepSecret('credentials', JSON.stringify({ username: 'p1@demo.test', password: 'secret' }))

class Tab {
  readonly drafts: AppDraft[] = []
  readonly story = new Story()
  readonly said: TabMessage[] = []
  readonly engine: SessionEngine
  /** What the page was given to hold. */
  page: StoredTokens | null = null
  isHolding = false
  /** This page has lost the database, and the others have it. */
  isCut = false
  #seq = 0

  constructor(
    readonly device: Device,
    /** Messages between tabs wait until the test delivers them. */
    readonly held = false,
  ) {
    device.tabs.push(this)
    const { ahead, hear } = createAhead(device.clock)
    this.engine = createSessionEngine({
      api: createApi({ fetch: device.fetch, session: null, clock: device.clock, answered: hear }),
      clock: device.clock,
      mint: () => `${++serial}`,
      kept: {
        load: async () => device.refresh,
        save: async (kept) => {
          if (device.isFull || device.isCut || this.isCut) throw new Error('QuotaExceededError')
          device.refresh = kept
        },
        clear: async (only) => {
          if (device.isCut || this.isCut) throw new Error('UnknownError')
          if (only === undefined || device.refresh === only) device.refresh = null
        },
      },
      tabs: {
        tell: (message) => {
          this.said.push(message)
          for (const other of device.tabs)
            if (other !== this && !other.held) other.engine.hear(structuredClone(message))
        },
      },
      exclusively: device.exclusively,
      steady: () => device.clock.now() + device.wentBack,
      ahead,
      jitter: () => 0.5,
      publicTabs: {
        hold: () => {
          this.isHolding = true
        },
        anybody: async () => device.tabs.some((tab) => tab.isHolding),
      },
      store: (access, refresh, isBehind = device.isBehind) => {
        device.isBehind = isBehind
        this.page = { access, refresh, isPublic: refresh !== null }
        if (refresh === null) device.access = access
      },
      report: ({ facts }) => {
        for (const { draft } of facts) {
          this.drafts.push(draft)
          this.story.happens(draft)
        }
      },
    })
  }

  /** @param stored what the page has; default: of a device that keeps things */
  async open(stored?: StoredTokens): Promise<this> {
    await this.engine.open(
      stored ?? { access: this.device.access, refresh: null, isPublic: false, isBehind: this.device.isBehind },
    )
    await settle()
    return this
  }

  accept(draft: AppDraft): void {
    this.story.happens(draft)
    this.engine.accept([{ seq: ++this.#seq, t: 0, source: 'person', cause: null, ...draft } as AppEvent])
  }

  async signIn(publicDevice = false): Promise<this> {
    const handle = await keepCredentials(this.engine)
    this.accept(sessionSignInRequested({ handle, publicDevice }))
    await settle()
    return this
  }

  signOut(): void {
    this.accept(sessionSignOutRequested({}))
  }

  /** OK in the dialog that says the session expired. */
  leaveExpired(): void {
    this.accept(sessionSignOutRequested({ expired: true }))
  }

  types = () => this.drafts.map((draft) => draft.type)
  get session() {
    return this.story.session
  }
}

/** Signed in by password, for `ttlS` seconds. */
async function signedIn(ttlS = 1800, publicDevice = false): Promise<Tab> {
  const device = new Device()
  const tab = await new Tab(device).open()
  device.next(device.pair(ttlS))
  await tab.signIn(publicDevice)
  expect(tab.session.status).toBe('signedIn')
  device.asked.length = 0
  tab.drafts.length = 0
  return tab
}

describe('two tabs that did not hear each other', () => {
  const pairOf = (device: Device, sid: string, count: number) => ({
    'access-token': token(device.clock.now(), 1800, 'p1', { sid, count }),
    'refresh-token': `refresh-${++serial}`,
  })

  test('who signed out is not signed in again by what another tab renewed meanwhile', async () => {
    const device = new Device()
    const tab = await new Tab(device).open()
    await tab.signIn()
    const first = pairOf(device, 's1', 1)
    const told = (pair: typeof first) =>
      ({ kind: 'tokens', access: pair['access-token'], refresh: pair['refresh-token'], kept: true }) as const
    tab.engine.hear(told(first))
    tab.signOut()
    await settle()
    expect(tab.session.status).toBe('signedOut')
    tab.engine.hear(told(pairOf(device, 's1', 2)))
    expect(tab.session.status).toBe('signedOut')
    // Who signs in there is signed in here.
    tab.engine.hear(told(pairOf(device, 's2', 1)))
    expect(tab.session.status).toBe('signedIn')
  })

  test('who finds the session of somebody else ends its own before it goes on with that', async () => {
    const tab = await signedIn()
    tab.device.refresh = 'of somebody else'
    tab.device.next(tab.device.pair(1800, 'p2'))
    await tab.device.clock.advance(27 * MINUTE)
    expect(tab.device.asked[0]?.body).toMatchObject({ 'refresh-token': 'of somebody else' })
    // Whether somebody said goodbye it would not have heard either.
    expect(tab.drafts).toMatchObject([
      { type: 'session.ended', payload: { reason: 'elsewhere' } },
      { type: 'session.started', payload: { claims: { playerid: 'p2' } } },
    ])
    expect(tab.session.claims?.playerid).toBe('p2')
  })
})

describe('a worker that died and was started again', () => {
  const resumed = async (tab: Tab, stored: StoredTokens, player = 'p1') => {
    const next = new Tab(tab.device)
    await next.engine.resume(stored, player)
    await settle()
    return next
  }
  test('goes on with the tokens that were kept, without a call and without a word', async () => {
    const tab = await signedIn()
    const next = await resumed(tab, { access: tab.device.access, refresh: null, isPublic: false })
    expect(next.types()).toEqual([])
    expect(tab.device.asked).toEqual([])
    expect(await next.engine.accessToken()).toBe(tab.device.access)
    expect(tab.device.refresh).not.toBeNull()
  })
  test('renews what is about to end, as the session that is there', async () => {
    const tab = await signedIn()
    const next = await resumed(tab, { access: null, refresh: null, isPublic: false })
    expect(tab.device.paths()).toEqual(['/auth/refresh'])
    expect(next.types()).toEqual(['session.refreshed'])
    expect(await next.engine.accessToken()).toBe(tab.device.access)
  })
  test('goes on with what the tab of a public computer has', async () => {
    const tab = await signedIn(1800, true)
    const next = await resumed(tab, tab.page as StoredTokens)
    expect(next.types()).toEqual([])
    expect(await next.engine.accessToken()).toBe(tab.page?.access)
  })
  test('asks to sign in again where nothing was kept, and takes nobody else for who it was', async () => {
    const tab = await signedIn()
    tab.device.refresh = null
    expect((await resumed(tab, { access: null, refresh: null, isPublic: false })).types()).toEqual(['session.expired'])
  })
  test.each(['with its access', 'with its refresh token alone'])(
    'H-437: finds somebody else signed in %s: whose session it was finds everything again, and theirs goes on',
    async (how) => {
      const other = await signedIn()
      const access = how === 'with its access' ? other.device.access : null
      const next = await resumed(other, { access, refresh: null, isPublic: false }, 'p2')
      expect(next.drafts).toMatchObject([
        { type: 'session.ended', payload: { reason: 'expired' } },
        { type: 'session.started', payload: { claims: { playerid: 'p1' } } },
      ])
      expect(await next.engine.accessToken()).toBe(other.device.access)
    },
  )
})

describe('at start', () => {
  test('nothing kept: nobody is signed in, and no call is made', async () => {
    const tab = await new Tab(new Device()).open()
    expect(tab.types()).toEqual(['session.absent'])
    expect(tab.device.asked).toEqual([])
  })
  test('a kept token that lives long enough signs in without a call', async () => {
    const device = new Device()
    device.refresh = 'kept'
    device.access = token(device.clock.now(), 300)
    const tab = await new Tab(device).open()
    expect(tab.drafts).toMatchObject([{ type: 'session.started', payload: { restored: true } }])
    expect(device.asked).toEqual([])
  })
  test('SESSION-003: one that ends within 5 minutes is refreshed first', async () => {
    const device = new Device()
    device.refresh = 'kept'
    device.access = token(device.clock.now(), 299)
    await new Tab(device).open()
    expect(device.asked).toMatchObject([{ path: '/auth/refresh', body: { 'refresh-token': 'kept' } }])
  })
  test('D-031: an expired token and a live refresh token sign in silently', async () => {
    const device = new Device()
    device.refresh = 'kept'
    device.access = token(device.clock.now(), -5000)
    const tab = await new Tab(device).open()
    expect(tab.types()).toEqual(['session.started'])
    expect(tab.session.showLogoutDisclaimerModal).toBe(false)
  })
  test('D-031: a refused refresh token shows the sign-in page, and nothing is kept any more', async () => {
    const device = new Device().next({ status: 401 })
    device.refresh = 'kept'
    device.access = 'old'
    const tab = await new Tab(device).open()
    expect(tab.types()).toEqual(['session.absent'])
    expect(device).toMatchObject({ refresh: null, access: null })
  })
  test('D-031: what another tab has stored since stays, when the refused one was that before', async () => {
    let refuse = () => {}
    const device = new Device().next({ status: 401, after: new Promise<void>((done) => (refuse = done)) })
    device.refresh = 'kept'
    device.access = 'old'
    const opening = new Tab(device).open()
    await settle()
    // It is stored before the others are told.
    device.refresh = 'next'
    device.access = 'new'
    refuse()
    expect((await opening).types()).toEqual(['session.absent'])
    expect(device).toMatchObject({ refresh: 'next', access: 'new' })
  })
  test.each<[string, Answer]>([
    ['no answer', { broken: true }],
    ['a server in trouble', { status: 503 }],
    ['a server that asks for patience', { status: 429 }],
    ['a page of a captive portal', { body: 'welcome' }],
    ['H-591: a page of 401 of what stands between', { status: 401, text: '<h1>401 Authorization Required</h1>' }],
  ])('%s: the kept session stays, and can be tried again', async (_, answer) => {
    const device = new Device().next(answer)
    device.refresh = 'kept'
    const tab = await new Tab(device).open()
    expect(tab.session.status).toBe('unreachable')
    expect(device.refresh).toBe('kept')
    tab.accept(sessionRetryRequested({}))
    await settle()
    expect(tab.session.status).toBe('signedIn')
  })
  test('a connection that comes back tries again by itself', async () => {
    const device = new Device().next({ broken: true })
    device.refresh = 'kept'
    const tab = await new Tab(device).open()
    tab.engine.accept([{ seq: 1, t: 0, source: 'platform', cause: null, type: 'app.wentOnline', v: 1, payload: {} }])
    await settle()
    expect(tab.session.status).toBe('signedIn')
  })
  test('a refresh that never answers is said to be unreachable after 15 s, and is asked again', async () => {
    const device = new Device().next({ after: new Promise(() => undefined) })
    device.refresh = 'kept'
    const tab = new Tab(device)
    void tab.engine.open({ access: null, refresh: null, isPublic: false })
    await device.clock.advance(14_999)
    expect(tab.session.status).toBe('restoring')
    await device.clock.advance(1)
    expect(tab.session.status).toBe('unreachable')
    await device.clock.advance(4000)
    expect(tab.session.status).toBe('signedIn')
  })
})

describe('signing in', () => {
  test('SIGNIN-016: publicDevice is sent as publicdevice, with what the form held', async () => {
    const tab = await new Tab(new Device()).open()
    await tab.signIn(true)
    expect(tab.device.asked).toEqual([
      {
        path: '/player/v2/auth/login',
        body: { username: 'p1@demo.test', password: 'secret', publicdevice: true },
        authorization: null,
      },
    ])
  })
  test('H-639: has one key until it lets somebody in, and then another one', async () => {
    const device = new Device().next({ broken: true }, { status: 401 })
    const tab = await new Tab(device).open()
    for (let tries = 0; tries < 3; tries++) await tab.signIn()
    expect(tab.session.status).toBe('signedIn')
    tab.signOut()
    await tab.signIn()
    expect(device.keys).toHaveLength(4)
    expect(new Set(device.keys.slice(0, 3)).size).toBe(1)
    expect(device.keys[3]).not.toBe(device.keys[0])
  })
  test('SESSION-001: what the token claims is known', async () => {
    const { session } = await signedIn()
    expect(session.claims).toEqual(someClaims('p1', { exp: session.claims?.exp ?? 0 }))
  })
  test('SESSION-016: local storage holds the access token', async () => {
    const { device } = await signedIn()
    expect(device.access).toMatch(/^h\..+\.s$/)
    expect(device.refresh).toMatch(/^refresh-/)
  })
  test('D-033: a public computer keeps neither token, not even those of an earlier visit', async () => {
    const device = new Device()
    const tab = await new Tab(device).open()
    device.refresh = 'of an earlier visit'
    await tab.signIn(true)
    expect(tab.session.status).toBe('signedIn')
    expect(device).toMatchObject({ refresh: null, access: null })
  })
  test('D-152: no token and no password is in any event', async () => {
    const { story, device } = await signedIn()
    const text = JSON.stringify(story.events)
    for (const secret of [device.access, device.refresh, 'secret"', 'p1@demo.test","password'])
      expect(text).not.toContain(secret)
  })
  test.each<[string, Answer, string]>([
    ['401', { status: 401 }, 'INVALID_CREDENTIALS'],
    ['425', { status: 425 }, 'VERIFICATION_PENDING'],
    ['403', { status: 403 }, 'ACCOUNT_INACTIVE'],
    ['500', { status: 500 }, 'UNREACHABLE'],
    ['no answer', { broken: true }, 'UNREACHABLE'],
    ['429', { status: 429 }, 'TOO_MANY_TRIES'],
    ['an answer without tokens', { body: {} }, 'NONE'],
    ['a token that cannot be read', { body: { 'access-token': 'x', 'refresh-token': 'y' } }, 'NONE'],
  ])('%s is %s', async (_, answer, code) => {
    const tab = await new Tab(new Device().next(answer)).open()
    await tab.signIn()
    expect(tab.session).toMatchObject({ status: 'signedOut', errorCode: code, loading: false })
    expect(tab.device).toMatchObject({ refresh: null, access: null })
  })
  test('a second press while the first is under way makes no second session', async () => {
    const tab = await new Tab(new Device()).open()
    const handle = await keepCredentials(tab.engine)
    tab.accept(sessionSignInRequested({ handle, publicDevice: false }))
    await tab.signIn()
    expect(tab.device.paths()).toEqual(['/player/v2/auth/login'])
    expect(tab.types()).toEqual(['session.absent', 'session.started'])
  })
  test('credentials are gone after one use', async () => {
    const tab = await new Tab(new Device()).open()
    const handle = await keepCredentials(tab.engine)
    tab.accept(sessionSignInRequested({ handle, publicDevice: false }))
    await settle()
    expect(await tab.engine.reveal('credentials', handle)).toBeNull()
  })
})

describe('the check', () => {
  test('SESSION-002: runs every 60 s', async () => {
    const due = [
      [301, 1],
      [300 + 119, 2],
    ] as const
    for (const [seconds, minutes] of due) {
      const tab = await signedIn(seconds)
      await tab.device.clock.advance(minutes * MINUTE - 1)
      expect(tab.device.asked).toEqual([])
      await tab.device.clock.advance(1)
      expect(tab.device.paths()).toEqual(['/auth/refresh'])
    }
  })
  test('SESSION-003: at exactly 5 minutes nothing happens, below it refreshes', async () => {
    const tab = await signedIn(300)
    await tab.engine.check()
    expect(tab.device.asked).toEqual([])
    await tab.device.clock.advance(1)
    await tab.engine.check()
    expect(tab.device.paths()).toEqual(['/auth/refresh'])
  })
  test('SESSION-004: below 15 s the logout modal opens as soon as the server confirms it, and not before', async () => {
    const below = await signedIn(15)
    await below.device.clock.advance(1)
    let answer = () => {}
    below.device.next({
      status: 401,
      after: new Promise<void>((resolve) => {
        answer = resolve
      }),
    })
    void below.engine.check()
    await settle()
    expect(below.device.paths()).toEqual(['/auth/refresh'])
    expect(below.session.showLogoutDisclaimerModal).toBe(false)
    answer()
    await settle()
    expect(below.session.showLogoutDisclaimerModal).toBe(true)
  })
  test('SESSION-004: below 15 s a session the server knows goes on, and one it says nothing of stays', async () => {
    const known = await signedIn(14)
    await known.engine.check()
    expect(known.types()).toEqual(['session.refreshed'])
    const unanswered = await signedIn(14)
    unanswered.device.next({ broken: true })
    await unanswered.engine.check()
    expect(unanswered.types()).toEqual(['session.refreshFailed'])
    expect(unanswered.session).toMatchObject({ status: 'signedIn', showLogoutDisclaimerModal: false })
  })
  test('SESSION-005, D-030: an expired token opens the modal when the server says so too, and it is said once', async () => {
    const slept = await signedIn(30)
    slept.device.next({ status: 401 }, { status: 401 })
    await slept.device.clock.advance(10 * MINUTE)
    expect(slept.types()).toEqual(['session.refreshFailed', 'session.expired'])
    expect(slept.device.paths()).toEqual(['/auth/refresh'])
  })
  test('SESSION-006: a failed refresh only notes a warning, the person stays', async () => {
    const tab = await signedIn(200)
    tab.device.next({ status: 500 })
    await tab.engine.check()
    expect(tab.types()).toEqual(['session.refreshFailed'])
    expect(tab.session).toMatchObject({ status: 'signedIn', showLogoutDisclaimerModal: false })
  })
  test('SESSION-007: a refresh replaces both stored tokens, and nothing that is shown changes', async () => {
    const tab = await signedIn(200)
    const { access, refresh } = tab.device
    const before = tab.session
    await tab.engine.check()
    expect(tab.device.access).not.toBe(access)
    expect(tab.device.refresh).not.toBe(refresh)
    expect(await tab.engine.accessToken()).toBe(tab.device.access)
    expect({ ...tab.session, claims: null }).toEqual({ ...before, claims: null })
  })
  test('a refresh token that was revoked opens the modal', async () => {
    const tab = await signedIn(200)
    tab.device.next({ status: 401 })
    await tab.engine.check()
    expect(tab.session.showLogoutDisclaimerModal).toBe(true)
  })
  test.each([1, -1])('P8: a clock wrong by %d day changes nothing', async (days) => {
    const device = new Device()
    device.skew = days * 24 * 60 * MINUTE
    const tab = await new Tab(device).open()
    await tab.signIn()
    await tab.engine.check()
    expect(device.paths()).toEqual(['/player/v2/auth/login'])
    await device.clock.advance(26 * MINUTE)
    expect(device.paths()).toEqual(['/player/v2/auth/login', '/auth/refresh'])
    expect(tab.session).toMatchObject({ status: 'signedIn', showLogoutDisclaimerModal: false })
  })
})

describe('the broker', () => {
  test('gives the token while it is good for 15 s, and a refreshed one after', async () => {
    const tab = await signedIn(15)
    expect(await tab.engine.accessToken()).toBe(tab.device.access)
    expect(tab.device.asked).toEqual([])
    await tab.device.clock.advance(1)
    const before = tab.device.access
    const fresh = await tab.engine.accessToken()
    expect(fresh).not.toBe(before)
    expect(fresh).toBe(tab.device.access)
  })
  test('who asks after a 401 joins one refresh', async () => {
    const tab = await signedIn()
    const stale = tab.device.access ?? ''
    const got = await Promise.all([tab.engine.renew(stale), tab.engine.renew(stale), tab.engine.renew(stale)])
    expect(tab.device.paths()).toEqual(['/auth/refresh'])
    expect(new Set(got)).toEqual(new Set([tab.device.access]))
    expect(tab.types()).toEqual(['session.refreshed'])
  })
  test('who comes late with an old token gets the newer one without a call', async () => {
    const tab = await signedIn()
    const stale = tab.device.access ?? ''
    await tab.engine.renew(stale)
    expect(await tab.engine.renew(stale)).toBe(tab.device.access)
    expect(tab.device.asked).toHaveLength(1)
  })
  test('whose call is refused after they left gets nothing of who signed in since, in this tab or in another', async () => {
    const tab = await signedIn()
    const other = await new Tab(tab.device).open()
    const stale = tab.device.access ?? ''
    tab.signOut()
    tab.device.next(tab.device.pair(1800, 'p2'))
    await tab.signIn()
    expect([tab.session.claims?.playerid, other.session.claims?.playerid]).toEqual(['p2', 'p2'])
    expect([await tab.engine.renew(stale), await other.engine.renew(stale)]).toEqual([null, null])
  })
  test('has nothing for anybody while nobody is signed in', async () => {
    const tab = await new Tab(new Device()).open()
    expect(await tab.engine.accessToken()).toBeNull()
    expect(await tab.engine.renew('x')).toBeNull()
  })
  test.each<[string, Answer]>([
    ['no answer', { broken: true }],
    ['a server that asks for patience', { status: 429 }],
  ])(
    '%s to a refresh: whose call was refused is told that there is no token now, not that the session is over',
    async (_, answer) => {
      const tab = await signedIn(10)
      tab.device.next(answer, answer, tab.device.pair())
      // Whether it is over already the server knows.
      expect(await tab.engine.accessToken()).toBe(tab.device.access)
      await expect(tab.engine.renew(tab.device.access ?? '')).rejects.toThrow('could not be renewed')
      expect(tab.types()).toEqual(['session.refreshFailed', 'session.refreshFailed'])
      expect(await tab.engine.accessToken()).toBe(tab.device.access)
    },
  )
  test('H-592: a server that says no `iat` is not asked for a token before each call by a clock that is ahead', async () => {
    const device = new Device()
    device.skew = -24 * 60 * MINUTE
    const tab = await new Tab(device).open()
    device.next(device.pair(1800, 'p1', { iat: undefined }))
    await tab.signIn()
    for (const _ of [1, 2]) expect(await tab.engine.accessToken()).toBe(device.access)
    await tab.engine.check()
    expect(device.paths()).toEqual(['/player/v2/auth/login'])
    await device.clock.advance(26 * MINUTE)
    expect(device.paths()).toEqual(['/player/v2/auth/login', '/auth/refresh'])
  })
  test('H-592: while the server asks for patience calls go out with the token that is there', async () => {
    const tab = await signedIn(200)
    tab.device.next({ status: 503, headers: { 'Retry-After': '900' } })
    await tab.device.clock.advance(3.2 * MINUTE)
    expect(await tab.engine.accessToken()).toBe(tab.device.access)
    expect(tab.device.paths()).toEqual(['/auth/refresh'])
    await expect(tab.engine.renew(tab.device.access ?? '')).rejects.toThrow('could not be renewed')
  })
  test('a session that was revoked: there is no token any more', async () => {
    const tab = await signedIn(10)
    tab.device.next({ status: 401 })
    expect(await tab.engine.accessToken()).toBeNull()
  })
  test('a token refreshed after the modal opened closes it', async () => {
    const tab = await signedIn(10)
    tab.device.next({ status: 401 })
    await tab.engine.check()
    expect(tab.session.showLogoutDisclaimerModal).toBe(true)
    const pair = tab.device.pair().body as TokenPair
    tab.engine.hear({ kind: 'tokens', access: pair['access-token'], refresh: pair['refresh-token'], kept: true })
    expect(tab.session.showLogoutDisclaimerModal).toBe(false)
    expect(await tab.engine.renew('')).toBe(pair['access-token'])
  })
  test('H-620: who asks while the modal is open is told that the session is over, and the server is not asked again', async () => {
    const tab = await signedIn(200)
    const stale = tab.device.access ?? ''
    expect(await tab.engine.renew('')).toBe(stale)
    tab.device.next({ status: 401 })
    expect(await tab.engine.renew(stale)).toBeNull()
    expect([await tab.engine.renew(stale), await tab.engine.renew('older'), await tab.engine.renew('')]).toEqual([
      null,
      stale,
      null,
    ])
    expect(tab.device.paths()).toEqual(['/auth/refresh'])
    expect(tab.types()).toEqual(['session.refreshFailed', 'session.expired'])
  })
  test('H-346, H-620: a wall clock that is put back meanwhile makes the five minutes no longer', async () => {
    const tab = await signedIn(2000)
    tab.device.next({ status: 401 })
    expect(await tab.engine.renew(tab.device.access ?? '')).toBeNull()
    tab.device.clock.putBack(180 * MINUTE)
    tab.device.wentBack = 180 * MINUTE
    await tab.device.clock.advance(4 * MINUTE)
    expect(await tab.engine.renew('')).toBeNull()
    expect(tab.device.paths()).toHaveLength(1)
    await tab.device.clock.advance(MINUTE)
    expect(await tab.engine.renew('')).toBeNull()
    await settle()
    expect(tab.device.paths()).toHaveLength(2)
  })
  test('H-620: it is asked once more every five minutes, for it may not have been the server that refused', async () => {
    const tab = await signedIn(2000)
    tab.device.next({ status: 401 })
    expect(await tab.engine.renew(tab.device.access ?? '')).toBeNull()
    await tab.device.clock.advance(4 * MINUTE)
    expect(await tab.engine.renew('')).toBeNull()
    expect(tab.device.paths()).toHaveLength(1)
    await tab.device.clock.advance(MINUTE)
    tab.device.next({ status: 401 })
    expect(await tab.engine.renew('')).toBeNull()
    await settle()
    expect(await tab.engine.renew('')).toBeNull()
    await settle()
    expect(tab.device.paths()).toHaveLength(2)
    await tab.device.clock.advance(5 * MINUTE)
    tab.device.next({ status: 500 })
    expect(await tab.engine.renew('')).toBeNull()
    // Whoever asks hears nothing of a try that may take long, or come to nothing.
    await tab.device.clock.advance(5 * MINUTE)
    expect(tab.types().at(-1)).toBe('session.refreshed')
    expect(await tab.engine.renew('')).toBe(tab.device.access)
  })
})

describe('signing out', () => {
  test('clears first and calls logout once, with the token', async () => {
    const tab = await signedIn()
    const { access } = tab.device
    const handle = await tab.engine.keepSecret('media', 'signed address')
    tab.signOut()
    expect(tab.types()).toEqual(['session.ended'])
    expect(tab.device.access).toBeNull()
    expect(await tab.engine.reveal('media', handle)).toBeNull()
    tab.signOut()
    await settle()
    expect(tab.device.refresh).toBeNull()
    expect(tab.device.asked).toMatchObject([{ path: '/auth/logout', authorization: `Bearer ${access}` }])
    expect(tab.types()).toEqual(['session.ended'])
    expect(await tab.engine.accessToken()).toBeNull()
  })
  test('OK after the server ended it is no goodbye: whoever comes back finds everything, in each tab', async () => {
    const tab = await signedIn()
    const other = await new Tab(tab.device).open()
    tab.device.next({ status: 401 }, { status: 401 })
    await tab.engine.renew(tab.device.access ?? '')
    await settle()
    tab.drafts.length = 0
    other.drafts.length = 0
    tab.leaveExpired()
    await settle()
    const end = { type: 'session.ended', payload: { reason: 'expired' } }
    expect([...tab.drafts, ...other.drafts]).toMatchObject([end, end])
    expect(tab.device).toMatchObject({ access: null, refresh: null })
  })
  test('OK after the server ended it leaves nothing on a public computer', async () => {
    const tab = await signedIn(1800, true)
    tab.device.next({ status: 401 })
    const asked = tab.engine.renew(tab.page?.access ?? '')
    await tab.device.clock.advance(1000)
    await asked
    expect(tab.session.showLogoutDisclaimerModal).toBe(true)
    tab.leaveExpired()
    await settle()
    expect(tab.drafts.at(-1)).toMatchObject({ type: 'session.ended', payload: { reason: 'signedOut' } })
  })
  test('who says goodbye while the server ends it says goodbye', async () => {
    const tab = await signedIn()
    tab.device.next({ status: 401 })
    await tab.engine.renew(tab.device.access ?? '')
    tab.signOut()
    await settle()
    expect(tab.drafts.at(-1)).toMatchObject({ type: 'session.ended', payload: { reason: 'signedOut' } })
  })
  test('during a refresh: nothing of its answer comes back', async () => {
    const tab = await signedIn()
    let answer = () => {}
    const after = new Promise<void>((resolve) => {
      answer = resolve
    })
    tab.device.next({ ...tab.device.pair(), after })
    const asked = tab.engine.renew(tab.device.access ?? '')
    await settle()
    tab.signOut()
    answer()
    expect(await asked).toBeNull()
    await settle()
    expect(tab.device).toMatchObject({ access: null, refresh: null })
    expect(tab.types()).toEqual(['session.ended'])
  })
  test('and in again as somebody else during a refresh: the older answer changes nothing', async () => {
    const tab = await signedIn()
    let answer = () => {}
    const after = new Promise<void>((resolve) => {
      answer = resolve
    })
    tab.device.next({ ...tab.device.pair(), after }, tab.device.pair(1800, 'p2'))
    void tab.engine.renew(tab.device.access ?? '')
    await settle()
    tab.signOut()
    await tab.signIn()
    const { access, refresh } = tab.device
    answer()
    await settle()
    expect(tab.device).toMatchObject({ access, refresh })
    expect(tab.session.claims?.playerid).toBe('p2')
  })
  test('and in again during a refresh: who asks for a new token does not get the old answer', async () => {
    const tab = await signedIn()
    let answer = () => {}
    const after = new Promise<void>((resolve) => {
      answer = resolve
    })
    tab.device.next({ ...tab.device.pair(), after }, tab.device.pair(1800, 'p2'), tab.device.pair(1800, 'p2'))
    void tab.engine.renew(tab.device.access ?? '')
    await settle()
    tab.signOut()
    await tab.signIn()
    const before = tab.device.access ?? ''
    const asked = tab.engine.renew(before)
    answer()
    expect(await asked).toBe(tab.device.access)
    expect(tab.device.access).not.toBe(before)
  })
})

describe('D-034: two tabs', () => {
  const two = async () => {
    const first = await signedIn()
    const second = await new Tab(first.device).open()
    expect(second.session.status).toBe('signedIn')
    first.drafts.length = 0
    second.drafts.length = 0
    first.device.asked.length = 0
    return [first, second] as const
  }

  test('a refresh in one is adopted by the other', async () => {
    const [first, second] = await two()
    const stale = first.device.access ?? ''
    await first.engine.renew(stale)
    expect(second.types()).toEqual(['session.refreshed'])
    expect(await second.engine.accessToken()).toBe(first.device.access)
    expect(await second.engine.renew(stale)).toBe(first.device.access)
    expect(first.device.asked).toHaveLength(1)
  })
  test('who waited for its turn uses what the other got', async () => {
    const [first, second] = await two()
    const stale = first.device.access ?? ''
    const got = await Promise.all([first.engine.renew(stale), second.engine.renew(stale)])
    expect(first.device.paths()).toEqual(['/auth/refresh'])
    expect(new Set(got)).toEqual(new Set([first.device.access]))
    expect(second.types()).toEqual(['session.refreshed'])
  })
  test('who has not heard yet refreshes with the newer refresh token, and nobody is signed out', async () => {
    const device = new Device()
    const first = await new Tab(device).open()
    await first.signIn()
    const deaf = await new Tab(device, true).open()
    const stale = device.access ?? ''
    await first.engine.renew(stale)
    const kept = device.refresh
    await deaf.engine.renew(stale)
    expect(device.asked.at(-1)?.body).toEqual({ 'refresh-token': kept })
    expect([first.session.status, deaf.session.status]).toEqual(['signedIn', 'signedIn'])
  })
  test('of a device that is full both go on, with the newest tokens, and it has them once there is room', async () => {
    const [first, second] = await two()
    const { device } = first
    const old = device.refresh
    device.isFull = true
    const renewed = async (tab: Tab) => {
      await tab.engine.renew(device.access ?? '')
      await settle()
      return (device.asked.at(-1) as Asked & { body: Record<string, string> }).body['refresh-token']
    }
    expect(await renewed(first)).toBe(old)
    // The server takes the one before the last.
    expect(device.refresh).toBe(old)
    const newest = (tab: Tab) => tab.said.findLast((one) => one.kind === 'tokens')?.refresh
    const one = newest(first)
    expect(await renewed(second)).toBe(one)
    expect(device.refresh).toBeNull()
    const third = newest(second)
    expect(await renewed(first)).toBe(third)
    device.isFull = false
    await device.clock.advance(60_000)
    expect(device.refresh).toBe(newest(first))
  })
  describe('H-525: where the database is lost, and what is stored is older than the server takes', () => {
    const renewed = async (tab: Tab, times: number) => {
      for (let n = 0; n < times; n++) await tab.engine.renew(tab.device.access ?? '')
      await settle()
    }
    const cut = async () => {
      const [first, second] = await two()
      const { device } = first
      const old = device.refresh
      device.isCut = true
      await renewed(first, 2)
      expect([device.refresh, device.isBehind]).toEqual([old, true])
      device.asked.length = 0
      return { device, first, second, old }
    }
    const sent = (device: Device) => device.asked.map(({ body }) => (body as Record<string, string>)['refresh-token'])

    /** The page asks the other tabs first, and waits for their answer. */
    const opened = async (device: Device) => {
      const tab = new Tab(device)
      const opening = tab.open()
      await device.clock.advance(1000)
      await opening
      return tab
    }
    /** Of the tabs that were none lives. */
    const left = (ttlS: number): Device => {
      const device = new Device()
      return Object.assign(device, { refresh: 'old', access: token(device.clock.now(), ttlS), isBehind: true })
    }

    test('a page that is loaded then has it from the others, and renews with theirs', async () => {
      const { device, first, old } = await cut()
      const newest = first.said.findLast((one) => one.kind === 'tokens')?.refresh
      const third = await opened(device)
      expect(third.session.status).toBe('signedIn')
      await renewed(third, 1)
      expect(sent(device)).toEqual([newest])
      expect(sent(device)).not.toContain(old)
    })

    test('alone it goes on while its access token lasts, and asks for a sign-in then; nothing old is ever sent', async () => {
      const device = left(1800)
      const alone = await opened(device)
      expect(alone.session.status).toBe('signedIn')
      await device.clock.advance(1_800_000)
      expect(alone.types()).toContain('session.expired')
      expect(device.asked).toEqual([])
      expect(device.refresh).toBe('old')
    })

    test('a page whose access token is over asks for a sign-in, after which all is well again', async () => {
      const device = left(60)
      const later = await opened(device)
      expect(later.types()).toEqual(['session.absent'])
      expect(device.asked).toEqual([])
      await later.signIn()
      expect([device.isBehind, device.refresh === 'old']).toEqual([false, false])
    })

    test('one tab alone may have lost it: what another stores for it may be sent, and the note goes', async () => {
      const [first, second] = await two()
      const { device } = first
      second.isCut = true
      await renewed(second, 2)
      expect(device.isBehind).toBe(true)
      await device.clock.advance(60_000)
      expect(device.refresh).toBe(second.said.findLast((one) => one.kind === 'tokens')?.refresh)
      expect(device.isBehind).toBe(false)
      await renewed(second, 2)
      expect(device.isBehind).toBe(true)
    })

    test('a worker that is started again knows as little', async () => {
      const device = left(1800)
      const tab = new Tab(device)
      const { access, isBehind } = device
      await tab.engine.resume({ access, refresh: null, isPublic: false, isBehind }, 'p1')
      expect(await tab.engine.accessToken()).toBe(access)
      expect(await tab.engine.renew(access ?? '')).toBeNull()
      expect(device.asked).toEqual([])
    })
  })
  test('signing in in one signs the other in', async () => {
    const device = new Device()
    const first = await new Tab(device).open()
    const second = await new Tab(device).open()
    await first.signIn()
    expect(second.types()).toEqual(['session.absent', 'session.started'])
    expect(device.paths()).toEqual(['/player/v2/auth/login'])
  })
  test('signing out in one ends the other, with one logout', async () => {
    const [first, second] = await two()
    first.signOut()
    await settle()
    expect(second.drafts).toMatchObject([{ type: 'session.ended', payload: { reason: 'elsewhere' } }])
    expect(first.device.paths()).toEqual(['/auth/logout'])
  })
  test('a tab that hears late of the end takes nothing from the session that followed', async () => {
    const device = new Device()
    const first = await new Tab(device).open()
    await first.signIn()
    const frozen = await new Tab(device, true).open()
    first.said.length = 0
    first.signOut()
    await settle()
    await first.signIn()
    const { access, refresh } = device
    for (const message of first.said) frozen.engine.hear(message)
    await settle()
    expect(device).toMatchObject({ access, refresh })
    expect(frozen.session.status).toBe('signedIn')
  })
  const tokensOf = (device: Device, playerid: string) => {
    const { 'access-token': access, 'refresh-token': refresh } = device.pair(1800, playerid).body as TokenPair
    return { kind: 'tokens', access, refresh, kept: true } as const
  }
  test("tokens of somebody else end this tab's session before theirs begins", async () => {
    const [first, second] = await two()
    first.said.length = 0
    first.signOut()
    await settle()
    for (const message of [...first.said, tokensOf(first.device, 'p2')]) second.engine.hear(message)
    expect(second.drafts).toMatchObject([
      { type: 'session.ended', payload: { reason: 'elsewhere' } },
      { type: 'session.started', payload: { claims: { playerid: 'p2' } } },
    ])
  })
  test('H-477: somebody else signs in where nobody said goodbye: whose session it was finds everything again', async () => {
    const tab = await signedIn()
    tab.device.next({ status: 401 })
    await tab.engine.renew(tab.device.access ?? '')
    tab.drafts.length = 0
    tab.engine.hear(tokensOf(tab.device, 'p2'))
    expect(tab.drafts).toMatchObject([
      { type: 'session.ended', payload: { reason: 'expired' } },
      { type: 'session.started', payload: { claims: { playerid: 'p2' } } },
    ])
  })
  test('H-477: on a public computer nothing stays then either', async () => {
    const tab = await signedIn(1800, true)
    tab.engine.hear(tokensOf(tab.device, 'p2'))
    expect(tab.drafts[0]).toMatchObject({ type: 'session.ended', payload: { reason: 'elsewhere' } })
  })
  test('a sign-out elsewhere while this tab restores leaves it signed out', async () => {
    const device = new Device()
    let answer = () => {}
    const after = new Promise<void>((resolve) => {
      answer = resolve
    })
    device.refresh = 'kept'
    device.next({ ...device.pair(), after })
    const tab = new Tab(device)
    void tab.engine.open({ access: null, refresh: null, isPublic: false })
    await settle()
    tab.engine.hear({ kind: 'ended' })
    answer()
    await settle()
    expect(tab.types()).toEqual(['session.absent'])
    expect(tab.session.status).toBe('signedOut')
    expect(await tab.engine.accessToken()).toBeNull()
  })
  test('what is no message of ours is ignored', async () => {
    const tab = await signedIn()
    for (const message of [
      null,
      'ended',
      { kind: 'tokens' },
      { kind: 'tokens', access: 'x', refresh: 'y', kept: true },
    ])
      tab.engine.hear(message)
    expect(tab.drafts).toEqual([])
    expect(tab.session.status).toBe('signedIn')
  })
})

describe('H-394: whose account moved', () => {
  const moved = (tab: Tab, told = false, domains: ('profile' | 'shares')[] = ['profile']) => {
    tab.accept(changeNoticed({ domains, shares: [], connected: [], told }))
    return settle()
  }
  const says = (tab: Tab) => tab.session.claims?.verified

  test('is known to be verified in all tabs, by one renewal of the tab that asked', async () => {
    const device = new Device()
    const tab = await new Tab(device).open()
    device.next(device.pair(1800, 'p1', { verified: false }), device.pair(1800, 'p1', { verified: true }))
    await tab.signIn()
    const other = await new Tab(device).open()
    expect([says(tab), says(other)]).toEqual([false, false])
    device.asked.length = 0
    await Promise.all([moved(other, true), moved(tab)])
    expect([says(tab), says(other), device.paths()]).toEqual([true, true, ['/auth/refresh']])
    // Now there is nothing to find out.
    await moved(tab)
    expect(device.asked).toHaveLength(1)
  })
  test('and is not, has the session renewed for nothing else that moved', async () => {
    const device = new Device()
    const tab = await new Tab(device).open()
    await moved(tab)
    device.next(device.pair(1800, 'p1', { verified: false }))
    await tab.signIn()
    device.asked.length = 0
    await moved(tab, false, ['shares'])
    expect(device.asked).toEqual([])
  })
})

describe('D-006: a public computer', () => {
  const NOTHING: StoredTokens = { access: null, refresh: null, isPublic: true }
  /** A page that was told it keeps nothing, and what it came with. */
  const opened = (device: Device, stored = NOTHING) => new Tab(device).open(stored)

  test('the page is given both tokens to hold, and the state is told that nothing may be kept', async () => {
    const tab = await new Tab(new Device()).open()
    await tab.signIn(true)
    expect(tab.page).toMatchObject({ access: expect.stringMatching(/\./), refresh: expect.stringMatching(/^refresh-/) })
    expect(tab.device).toMatchObject({ access: null, refresh: null })
    expect(tab.drafts.at(-1)).toMatchObject({ type: 'session.started', payload: { publicDevice: true } })
  })
  test('an unticked sign-in says nothing of it', async () => {
    const tab = await new Tab(new Device()).open()
    await tab.signIn()
    expect(tab.drafts.at(-1)?.payload).not.toHaveProperty('publicDevice')
    expect(tab.isHolding).toBe(false)
  })
  test('a reload goes on with what the page held', async () => {
    const { device, page } = await signedIn(1800, true)
    device.tabs.length = 0
    const tab = await opened(device, page as StoredTokens)
    expect(tab.drafts).toMatchObject([{ type: 'session.started', payload: { restored: true, publicDevice: true } }])
    expect(device.paths()).toEqual([])
  })
  test('a renewal goes to the page, never to the disk', async () => {
    const { device, page } = await signedIn(1800, true)
    device.tabs.length = 0
    const tab = await opened(device, page as StoredTokens)
    const renewed = tab.engine.renew(page?.access ?? '')
    // The other tabs are asked first.
    await device.clock.advance(250)
    await renewed
    expect(device.asked).toMatchObject([{ path: '/auth/refresh', body: { 'refresh-token': page?.refresh } }])
    expect(tab.page?.refresh).not.toBe(page?.refresh)
    expect(device).toMatchObject({ access: null, refresh: null })
  })
  test('a server that is away for a moment loses nothing of what the page held', async () => {
    const { device, page } = await signedIn(1800, true)
    device.tabs.length = 0
    device.next({ broken: true })
    const opening = opened(device, { ...(page as StoredTokens), access: null })
    await device.clock.advance(250)
    const tab = await opening
    expect(tab.types()).toEqual(['session.unreachable'])
    tab.accept(sessionRetryRequested({}))
    await device.clock.advance(250)
    expect(tab.drafts.at(-1)).toMatchObject({ type: 'session.started', payload: { publicDevice: true } })
  })
  test('who comes back too late is asked to sign in, and the session ends at the server', async () => {
    const { device, page } = await signedIn(1800, true)
    device.tabs.length = 0
    const tab = await opened(device, { ...(page as StoredTokens), refresh: null })
    expect(tab.types()).toEqual(['session.absent'])
    expect(device.asked).toMatchObject([{ path: '/auth/logout', authorization: `Bearer ${page?.access}` }])
    expect(tab.page).toMatchObject({ access: null, refresh: null })
  })
  test('the kept session of somebody else is neither read nor removed', async () => {
    const device = new Device()
    device.refresh = 'of somebody else'
    const tab = await opened(device)
    expect(tab.types()).toEqual(['session.absent'])
    expect(device.refresh).toBe('of somebody else')
    expect(device.asked).toEqual([])
  })
  test('a new tab is handed the session of one that lives, and one that came back late too', async () => {
    const { device, page } = await signedIn(1800, true)
    for (const stored of [NOTHING, { ...(page as StoredTokens), refresh: null }]) {
      const tab = new Tab(device)
      void tab.engine.open(stored)
      await settle()
      expect(tab.session.status).toBe('signedIn')
      expect(tab.page).toMatchObject({ access: page?.access, refresh: page?.refresh })
    }
    // The session of those that live was not ended.
    expect(device.paths()).toEqual([])
  })
  test('a tab that keeps its session hands it to nobody', async () => {
    const { device } = await signedIn()
    const tab = new Tab(device)
    tab.said.length = 0
    device.tabs[0]?.said.splice(0)
    device.tabs[0]?.engine.hear({ kind: 'asked' })
    expect(device.tabs[0]?.said).toEqual([])
  })
  test('signing out is told when the server knows, because the page is left then', async () => {
    const tab = await signedIn(1800, true)
    tab.signOut()
    expect(tab.page).toMatchObject({ access: null, refresh: null })
    expect(tab.types()).toEqual([])
    expect(await tab.engine.accessToken()).toBeNull()
    await settle()
    expect(tab.device.paths()).toEqual(['/auth/logout'])
    expect(tab.types()).toEqual(['session.ended'])
  })
  test('a server that does not answer holds nobody back at sign-out', async () => {
    const tab = await signedIn(1800, true)
    tab.device.isSilent = true
    tab.signOut()
    await settle()
    expect(tab.types()).toEqual([])
    await tab.device.clock.advance(2000)
    await settle()
    expect(tab.types()).toEqual(['session.ended'])
  })
})

/**
 * Tabs of one browser with the real session engine: they share what is kept, hear each other and take turns. The line to
 * the server, the clock and how wrong the wall clock is are the test's.
 */
import { expect } from 'vitest'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { sessionSignInRequested } from '#core/events/people/session.ts'
import { createApi, type Fetch } from '#workers/api/transport/client.ts'
import { createSessionEngine, type SessionEngine } from '#workers/engines/session/engine.ts'
import { type FakeClock, settle } from './fakeClock.ts'
import { Story } from './story.ts'

/** What the browser keeps for all its tabs. */
export class TestBrowser {
  refresh: string | null = null
  access: string | null = null
  readonly tabs: TestTab[] = []
  /** How far the wall clock of this machine is from the time of the test, ms. */
  ahead = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(
    readonly fetch: Fetch,
    readonly clock: FakeClock,
    /** Of the API. */
    readonly base?: string,
  ) {}

  exclusively = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = this.#turn.then(run)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async open(count: number): Promise<TestTab[]> {
    const tabs = Array.from({ length: count }, () => new TestTab(this))
    await Promise.all(tabs.map((tab) => tab.engine.open({ access: this.access, refresh: null, isPublic: false })))
    await settle()
    return tabs
  }

  close(): void {
    for (const tab of this.tabs.splice(0)) tab.isClosed = true
  }
}

export class TestTab {
  readonly story = new Story()
  /** What the engine said, in order. */
  readonly types: string[] = []
  readonly engine: SessionEngine
  /** While true, what other tabs say is not delivered. */
  isFrozen = false
  /** Nothing of it runs any more. */
  isClosed = false
  /** It has the session of a public computer. */
  isPublic = false
  #seq = 0

  constructor(readonly browser: TestBrowser) {
    const { clock: time, tabs } = browser
    tabs.push(this)
    const clock = {
      now: () => time.now() + browser.ahead,
      setTimer: (run: () => void, ms: number) => time.setTimer(() => this.isClosed || run(), ms),
      clearTimer: time.clearTimer.bind(time),
    }
    let serial = 0
    this.engine = createSessionEngine({
      api: createApi({
        fetch: browser.fetch,
        session: null,
        clock,
        ...(browser.base === undefined ? {} : { base: browser.base }),
      }),
      clock,
      steady: () => time.now(),
      jitter: () => 0.5,
      mint: () => `${++serial}`,
      kept: {
        load: async () => browser.refresh,
        save: async (token) => {
          if (!this.isClosed) browser.refresh = token
        },
        clear: async (only) => {
          if (only === undefined || browser.refresh === only) browser.refresh = null
        },
      },
      tabs: {
        tell: (message) => {
          for (const other of tabs)
            if (other !== this && !other.isFrozen) queueMicrotask(() => other.engine.hear(structuredClone(message)))
        },
      },
      exclusively: browser.exclusively,
      publicTabs: {
        hold: () => {
          this.isPublic = true
        },
        anybody: async () => tabs.some((tab) => tab.isPublic),
      },
      store: (access, refresh) => {
        if (refresh === null) browser.access = access
      },
      report: ({ facts }) => {
        for (const { draft } of facts) {
          this.types.push(draft.type)
          this.story.happens(draft)
        }
      },
    })
  }

  hears(draft: AppDraft): void {
    this.story.happens(draft)
    this.engine.accept([{ seq: ++this.#seq, t: 0, source: 'platform', cause: null, ...draft } as AppEvent])
  }

  /** Presses "Sign in"; the answer may come later. */
  signIn(username: string, password: string, publicDevice = false): void {
    const secret = JSON.stringify({ username, password })
    void this.engine
      .keepSecret('credentials', secret)
      .then((handle) => this.hears(sessionSignInRequested({ handle, publicDevice })))
  }

  count(type: string): number {
    return this.types.filter((one) => one === type).length
  }

  /** Signed in, and never told that the session is over. */
  expectIn(): void {
    expect(this.story.session).toMatchObject({ status: 'signedIn', showLogoutDisclaimerModal: false })
    expect(this.types).not.toContain('session.expired')
    expect(this.types).not.toContain('session.ended')
  }
}

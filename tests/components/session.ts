/** The session's life in the page's own thread, as workers/session.worker.ts has it; this device keeps nothing between two pages. */
import type { FromEngine } from '#core/contracts/engine.ts'
import type { TokenPair } from '#core/model/people/account.ts'
import { storeTokens } from '#platform/storage/publicComputer.ts'
import { someClaims } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { type Clock, systemClock, type Timer } from '#workers/api/transport/clock.ts'
import { createSessionEngine, type SessionEngine } from '#workers/engines/session/engine.ts'
import type { Links } from '#workers/engines/session/links.ts'
import type { Vault } from '#workers/engines/session/vault.ts'
import { aToken } from './ways.ts'
import { type Answers, failure, type Wire } from './wire.ts'

/** What the server answers to whoever may come in. */
const aPair = (claims: object = {}): TokenPair => {
  const exp = Math.floor(Date.now() / 1000) + 3600
  return { 'access-token': aToken({ ...someClaims(), exp, ...claims }), 'refresh-token': 'refresh' }
}

/** A server that knows one password, and the accounts the demo has for each answer. */
export const WAYS_IN: Answers = {
  'POST /player/v2/auth/login': ({ body }) => {
    const { username, password } = body as { username: string; password: string }
    const refused = REFUSED[username]
    if (password !== PASSWORD || !username.endsWith('@demo.test')) return failure(401, 'INVALID_CREDENTIALS')
    return refused ? failure(...refused) : aPair({ email: username, playerid: username })
  },
  'POST /auth/logout': () => null,
}
export const PASSWORD = 'Demo#2026'
const REFUSED: Record<string, [number, string]> = {
  'pending@demo.test': [425, 'VERIFICATION_PENDING'],
  'inactive@demo.test': [403, 'ACCOUNT_INACTIVE'],
}

export interface SessionParts {
  readonly wire: Wire
  readonly vault: Vault
  readonly links: Links
  readonly report: (message: FromEngine) => void
}

/** @returns the engine, which is to be opened, and what ends it with the page */
export function sessionOver({ wire, vault, links, report }: SessionParts): { engine: SessionEngine; end(): void } {
  const timers = new Set<Timer>()
  const clock: Clock = {
    ...systemClock,
    setTimer(run, ms) {
      const timer = systemClock.setTimer(run, ms)
      timers.add(timer)
      return timer
    },
  }
  let kept: string | null = null
  const engine = createSessionEngine({
    api: createApi({ fetch: wire.fetch, session: null, clock }),
    clock,
    mint: () => crypto.randomUUID(),
    vault,
    links,
    kept: {
      load: () => Promise.resolve(kept),
      async save(token) {
        kept = token
      },
      async clear() {
        kept = null
      },
    },
    tabs: { tell() {} },
    exclusively: (run) => run(),
    steady: () => performance.now(),
    publicTabs: { hold() {}, anybody: () => Promise.resolve(false) },
    store: storeTokens,
    report,
  })
  return {
    engine,
    end() {
      for (const timer of timers) clock.clearTimer(timer)
    },
  }
}

/**
 * The session: signs in, keeps the tokens, refreshes before they expire, and says when it is over.
 * It is the only place that holds a token; everybody else gets handles or asks at a desk.
 *
 *   restoring ─▶ signed in ◀─ sign-in          every 60 s: remaining < 15 s ─▶ expired
 *        └─────▶ signed out ◀─ sign-out                    remaining < 300 s ─▶ refresh
 *
 * Invariant: at most one refresh is in flight in this browser; who comes second adopts the result.
 */
import * as z from 'zod/mini'
import type { FromEngine, Reported } from '#core/contracts/engine.ts'
import type { SessionDesk } from '#core/contracts/session.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import {
  sessionAbsent,
  sessionEnded,
  sessionExpired,
  sessionRefreshed,
  sessionRefreshFailed,
  sessionSignInFailed,
  sessionStarted,
  sessionUnreachable,
} from '#core/events/session.ts'
import { LoginRequest, type TokenPair } from '#core/model/account.ts'
import { SESSION_CHECK_INTERVAL_MS, SESSION_LOGOUT_BELOW_S, SESSION_REFRESH_BELOW_S } from '#core/model/constants.ts'
import { ApiError } from '#workers/api/apiError.ts'
import { login, logout, refresh } from '#workers/api/auth.ts'
import type { Api } from '#workers/api/client.ts'
import type { Clock } from '#workers/api/clock.ts'
import { readToken } from './claims.ts'
import { Vault } from './vault.ts'

/** What one tab tells the others. Tokens cross between workers of one origin only. */
export const TabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tokens'), access: z.string(), refresh: z.string(), kept: z.boolean() }),
  z.object({ kind: z.literal('ended') }),
])
export type TabMessage = z.infer<typeof TabMessage>

export interface SessionParts {
  readonly api: Api
  readonly clock: Clock
  readonly mint: () => string
  /** Where the refresh token outlives the page; never used on a public computer (D-033). */
  readonly kept: { load(): Promise<string | null>; save(token: string): Promise<void>; clear(): Promise<void> }
  readonly tabs: { tell(message: TabMessage): void }
  /** Runs one at a time over all tabs. */
  readonly exclusively: <T>(run: () => Promise<T>) => Promise<T>
  /** Writes the access token to local storage, or removes it (SESSION-016). */
  readonly storeAccess: (token: string | null) => void
  readonly report: (message: FromEngine) => void
}

interface Tokens {
  readonly access: string
  readonly refresh: string
  /** Kept on this device. */
  readonly kept: boolean
  /** Wall clock in ms when the access token ends, by this machine's clock. */
  readonly endsAt: number
}

export interface SessionEngine extends SessionDesk {
  /** @param stored the access token found in local storage */
  open(stored: string | null): Promise<void>
  accept(events: readonly AppEvent[]): void
  keepCredentials(username: string, password: string): string
  check(): Promise<void>
  /** Another tab said something. Unknown messages are ignored. */
  hear(message: unknown): void
}

export function createSessionEngine(parts: SessionParts): SessionEngine {
  const { api, clock, kept, tabs } = parts
  const vault = new Vault(parts.mint)
  let tokens: Tokens | null = null
  let refreshing: Promise<string | null> | null = null
  let told = false

  const report = (draft: AppDraft, cause: number | null = null) => {
    const fact: Reported = { draft, source: 'session', cause }
    parts.report({ facts: [fact] })
  }
  const remainingS = (held: Tokens) => (held.endsAt - clock.now()) / 1000

  /** Takes tokens on. Where a token says when it was made, this machine's wrong clock does no harm (P8). */
  function adopt(access: string, refreshToken: string, isKept: boolean, fresh: boolean): boolean {
    const read = readToken(access)
    if (!read) return false
    const lifetime = fresh ? read.lifetimeS : null
    const endsAt = lifetime === null ? read.claims.exp * 1000 : clock.now() + lifetime * 1000
    tokens = { access, refresh: refreshToken, kept: isKept, endsAt }
    parts.storeAccess(isKept ? access : null)
    return true
  }

  /** Puts new tokens where they belong and tells the other tabs. */
  async function keepPair(pair: TokenPair, isKept: boolean): Promise<void> {
    const access = pair['access-token']
    const refreshToken = pair['refresh-token']
    if (!adopt(access, refreshToken, isKept, true))
      throw new ApiError({ status: 200, code: 'MALFORMED', message: 'the access token cannot be read' })
    if (isKept) await kept.save(refreshToken).catch(() => undefined)
    tabs.tell({ kind: 'tokens', access, refresh: refreshToken, kept: isKept })
  }

  const handles = () => ({ accessToken: 'session:access', refreshToken: 'session:refresh' })

  function start(restored: boolean, cause: number | null): void {
    const read = tokens && readToken(tokens.access)
    if (!read) return
    told = true
    report(sessionStarted({ claims: read.claims, ...handles(), restored }), cause)
  }

  async function restore(stored: string | null): Promise<void> {
    const refreshToken = await kept.load().catch(() => null)
    if (refreshToken === null) {
      parts.storeAccess(null)
      return report(sessionAbsent({}))
    }
    if (
      stored !== null &&
      adopt(stored, refreshToken, true, false) &&
      tokens &&
      remainingS(tokens) > SESSION_REFRESH_BELOW_S
    )
      return start(true, null)
    tokens = { access: '', refresh: refreshToken, kept: true, endsAt: 0 }
    try {
      await renewPair()
      start(true, null)
    } catch (error) {
      tokens = null
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (!refused) return report(sessionUnreachable({}))
      await kept.clear().catch(() => undefined)
      parts.storeAccess(null)
      report(sessionAbsent({}))
    }
  }

  /** One refresh over all tabs. A tab that waited finds a newer refresh token and, with it, the newer access token. */
  async function renewPair(): Promise<void> {
    const before = tokens
    await parts.exclusively(async () => {
      if (!tokens || tokens !== before) return
      const current = tokens.kept ? ((await kept.load()) ?? tokens.refresh) : tokens.refresh
      await keepPair(await refresh(api, current), tokens.kept)
    })
  }

  function renew(stale: string): Promise<string | null> {
    if (!tokens) return Promise.resolve(null)
    if (tokens.access !== stale) return Promise.resolve(tokens.access)
    refreshing ??= renewPair()
      .then(() => {
        const read = tokens && readToken(tokens.access)
        if (read && told) report(sessionRefreshed({ claims: read.claims, ...handles() }))
        return tokens?.access ?? null
      })
      .catch((error: unknown) => {
        report(sessionRefreshFailed({ message: error instanceof ApiError ? error.code : 'UNKNOWN' }))
        // Revoked for good: nothing that is asked with this session can succeed any more.
        if (error instanceof ApiError && error.status === 401) report(sessionExpired({}))
        return null
      })
      .finally(() => {
        refreshing = null
      })
    return refreshing
  }

  async function check(): Promise<void> {
    if (!tokens || !told) return
    const left = remainingS(tokens)
    if (left < SESSION_LOGOUT_BELOW_S) return report(sessionExpired({}))
    if (left < SESSION_REFRESH_BELOW_S) await renew(tokens.access)
  }

  async function signIn(handle: string, publicDevice: boolean, cause: number): Promise<void> {
    try {
      const request = LoginRequest.parse({ ...JSON.parse(vault.take(handle) ?? '{}'), publicdevice: publicDevice })
      await keepPair(await login(api, request), !publicDevice)
      start(false, cause)
    } catch (error) {
      report(failure(error), cause)
    }
  }

  /** Clears first; the call is fire and forget, so that a dead server cannot keep anybody signed in. */
  function end(reason: 'signedOut' | 'elsewhere', cause: number | null): void {
    const token = tokens?.access
    const wasKept = tokens?.kept ?? true
    tokens = null
    told = false
    vault.clear()
    parts.storeAccess(null)
    if (wasKept) void kept.clear().catch(() => undefined)
    if (reason === 'signedOut') {
      tabs.tell({ kind: 'ended' })
      if (token) void logout(api, token).catch(() => undefined)
    }
    report(sessionEnded({ reason }), cause)
  }

  const tick = () => {
    clock.setTimer(tick, SESSION_CHECK_INTERVAL_MS)
    void check()
  }

  return {
    open(stored) {
      clock.setTimer(tick, SESSION_CHECK_INTERVAL_MS)
      return restore(stored)
    },
    accept(events) {
      for (const event of events) {
        if (event.type === 'session.signInRequested')
          void signIn(event.payload.handle, event.payload.publicDevice, event.seq)
        else if (event.type === 'session.signOutRequested') end('signedOut', event.seq)
        else if (event.type === 'session.retryRequested') void restore(null)
        else if (event.type === 'app.wentOnline') void check()
      }
    },
    keepCredentials: (username, password) => vault.keep(JSON.stringify({ username, password })),
    check,
    hear(message) {
      const said = z.safeParse(TabMessage, message)
      if (!said.success) return
      if (said.data.kind === 'ended') {
        if (tokens) end('elsewhere', null)
        return
      }
      const wasSignedIn = tokens !== null
      if (!adopt(said.data.access, said.data.refresh, said.data.kept, true)) return
      const read = readToken(said.data.access)
      if (wasSignedIn && told && read) report(sessionRefreshed({ claims: read.claims, ...handles() }))
      else if (!told) start(false, null)
    },
    async accessToken() {
      if (!tokens) return null
      return remainingS(tokens) < SESSION_LOGOUT_BELOW_S ? renew(tokens.access) : tokens.access
    },
    renew,
    keep: (secret) => Promise.resolve(vault.keep(secret)),
    reveal: (handle) => Promise.resolve(vault.reveal(handle)),
  }
}

function failure(error: unknown): AppDraft {
  if (!(error instanceof ApiError)) return sessionSignInFailed({ code: 'NONE', message: '' })
  const { status, code, message } = error
  if (status === 401) return sessionSignInFailed({ code: 'INVALID_CREDENTIALS', message })
  if (status === 425) return sessionSignInFailed({ code: 'VERIFICATION_PENDING', message })
  if (status === 403) return sessionSignInFailed({ code: 'ACCOUNT_INACTIVE', message })
  const away = status === 0 || status >= 500 || code === 'TIMEOUT'
  return sessionSignInFailed({ code: away ? 'UNREACHABLE' : 'NONE', message })
}

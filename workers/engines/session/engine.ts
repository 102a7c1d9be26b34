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
import type { SessionDesk, StoreTokens } from '#core/contracts/session.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import {
  sessionAbsent,
  sessionEnded,
  sessionExpired,
  sessionRefreshed,
  sessionRefreshFailed,
  sessionStarted,
  sessionUnreachable,
} from '#core/events/session.ts'
import { LoginRequest, type TokenPair } from '#core/model/account.ts'
import { SESSION_CHECK_INTERVAL_MS, SESSION_LOGOUT_BELOW_S, SESSION_REFRESH_BELOW_S } from '#core/model/constants.ts'
import type { StoredTokens } from '#core/model/storedTokens.ts'
import { ApiError } from '#workers/api/apiError.ts'
import { login, logout, refresh } from '#workers/api/auth.ts'
import type { Api } from '#workers/api/client.ts'
import type { Clock } from '#workers/api/clock.ts'
import { readToken } from './claims.ts'
import { failure, isRefusal } from './failure.ts'
import { askTabs, type PublicTabs } from './publicTabs.ts'
import { TabMessage } from './tabs.ts'
import { Vault } from './vault.ts'

/** The end of a session is waited for so long where the page is left at it. */
const END_MS = 2000

export interface SessionParts {
  readonly api: Api
  readonly clock: Clock
  readonly mint: () => string
  /** Where the refresh token outlives the page; never used on a public computer (D-033). */
  readonly kept: { load(): Promise<string | null>; save(token: string): Promise<void>; clear(): Promise<void> }
  readonly tabs: { tell(message: TabMessage): void }
  /** Runs one at a time over all tabs. */
  readonly exclusively: <T>(run: () => Promise<T>) => Promise<T>
  readonly publicTabs: PublicTabs
  /** Has the page hold the tokens, or none any more. */
  readonly store: StoreTokens
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
  open(stored: StoredTokens): Promise<void>
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
  /** What the page had at the start. */
  let stored: StoredTokens = { access: null, refresh: null, isPublic: false }
  let refreshing: Promise<string | null> | null = null
  /** Whose session the log knows of; null when none. */
  let told: string | null = null
  /** The access token that was announced last. */
  let announced: string | null = null
  /** The dialog was asked for; said once until there is a good token again. */
  let isExpired = false
  let isRestoring = false
  let isUnreachable = false
  let isSigningIn = false
  /** Grows when a session begins or ends, so that an answer to an earlier one is noticed. */
  let epoch = 0

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
    isExpired = false
    if (!isKept) parts.publicTabs.hold()
    parts.store(access, isKept ? null : refreshToken)
    return true
  }

  /** Puts new tokens where they belong and tells the other tabs. */
  async function keepPair(pair: TokenPair, isKept: boolean): Promise<void> {
    const access = pair['access-token']
    const refreshToken = pair['refresh-token']
    if (!adopt(access, refreshToken, isKept, true))
      throw new ApiError({ status: 200, code: 'MALFORMED', message: 'the access token cannot be read' })
    // A public computer keeps nothing, not even what an earlier visit left (D-033).
    await (isKept ? kept.save(refreshToken) : kept.clear()).catch(() => undefined)
    // Signed out in the meantime: the others were told so already.
    if (tokens?.access === access) tabs.tell({ kind: 'tokens', access, refresh: refreshToken, kept: isKept })
  }

  const handles = () => ({ accessToken: 'session:access', refreshToken: 'session:refresh' })

  /** Says what the tokens are now: a session that began, or the one that is there with newer tokens. */
  function announce(restored: boolean, cause: number | null): void {
    const read = tokens && readToken(tokens.access)
    if (!read || tokens?.access === announced) return
    announced = tokens?.access ?? null
    isUnreachable = false
    if (told === read.claims.playerid) return report(sessionRefreshed({ claims: read.claims, ...handles() }), cause)
    told = read.claims.playerid
    epoch += 1
    const publicDevice = !tokens?.kept
    report(
      sessionStarted({ claims: read.claims, ...handles(), restored, ...(publicDevice ? { publicDevice } : {}) }),
      cause,
    )
  }

  async function restore(): Promise<void> {
    if (isRestoring || told !== null) return
    isRestoring = true
    isUnreachable = false
    await restoreNow().finally(() => {
      isRestoring = false
    })
  }

  /** What the tabs of a public computer have, or had when this one was left; of what is over, nothing. */
  async function publicRefresh(): Promise<string | null> {
    const began = epoch
    if (stored.refresh !== null) return stored.refresh
    await askTabs(
      parts,
      () => tabs.tell({ kind: 'asked' }),
      () => began !== epoch,
    )
    if (began === epoch && stored.access !== null) await endAtServer(stored.access)
    return null
  }

  async function restoreNow(): Promise<void> {
    const began = epoch
    const isKept = !stored.isPublic
    const refreshToken = isKept ? await kept.load().catch(() => null) : await publicRefresh()
    if (began !== epoch) return
    if (refreshToken === null) {
      parts.store(null, null)
      return report(sessionAbsent({}))
    }
    const { access } = stored
    stored = { ...stored, access: null }
    if (access !== null && adopt(access, refreshToken, isKept, false) && tokens) {
      if (remainingS(tokens) >= SESSION_REFRESH_BELOW_S) return announce(true, null)
    }
    tokens = { access: '', refresh: refreshToken, kept: isKept, endsAt: 0 }
    try {
      await renewPair()
      // Another tab may have signed in or out while the answer was on its way.
      if (began === epoch) announce(true, null)
    } catch (error) {
      if (began !== epoch) return
      tokens = null
      if (!isRefusal(error)) {
        isUnreachable = true
        return report(sessionUnreachable({}))
      }
      await kept.clear().catch(() => undefined)
      if (began !== epoch) return
      parts.store(null, null)
      report(sessionAbsent({}))
    }
  }

  /**
   * One refresh over all tabs: who waited for its turn finds newer tokens, or the newer refresh token, and uses those.
   * @throws ApiError as `refresh` does
   */
  async function renewPair(): Promise<void> {
    const before = tokens
    const began = epoch
    await parts.exclusively(async () => {
      if (!tokens || tokens !== before) return
      const current = tokens.kept ? ((await kept.load().catch(() => null)) ?? tokens.refresh) : tokens.refresh
      const pair = await refresh(api, current)
      // Signed out while the answer was on its way: nothing of it may come back.
      if (began === epoch && tokens) await keepPair(pair, tokens.kept)
    })
  }

  function renew(stale: string): Promise<string | null> {
    if (!tokens || told === null) return Promise.resolve(null)
    if (tokens.access !== stale) return Promise.resolve(tokens.access)
    if (refreshing) return refreshing
    const began = epoch
    const mine = renewPair()
      .then(() => {
        if (began !== epoch || !tokens) return null
        announce(false, null)
        return tokens.access
      })
      .catch((error: unknown) => {
        if (began !== epoch) return null
        report(sessionRefreshFailed({ message: error instanceof ApiError ? error.code : 'UNKNOWN' }))
        // It may be had later: who asked for it must not take the session for one that is over.
        if (!isRefusal(error)) throw new Error('the session could not be renewed')
        // Revoked for good: nothing that is asked with this session can succeed any more.
        expire()
        return null
      })
      .finally(() => {
        if (refreshing === mine) refreshing = null
      })
    refreshing = mine
    return mine
  }

  function expire(): void {
    if (isExpired || told === null) return
    isExpired = true
    report(sessionExpired({}))
  }

  async function check(): Promise<void> {
    if (!tokens || told === null) return
    const left = remainingS(tokens)
    if (left < SESSION_LOGOUT_BELOW_S) expire()
    else if (left < SESSION_REFRESH_BELOW_S) await renew(tokens.access).catch(() => undefined)
  }

  async function signIn(handle: string, publicDevice: boolean, cause: number): Promise<void> {
    const secret = vault.take(handle)
    // A second press, or a session that began in another tab meanwhile.
    if (isSigningIn || told !== null) return
    isSigningIn = true
    const began = epoch
    try {
      const request = LoginRequest.parse({ ...JSON.parse(secret ?? '{}'), publicdevice: publicDevice })
      const pair = await login(api, request)
      // Another tab was quicker: one session is enough.
      if (began !== epoch) return void logout(api, pair['access-token']).catch(() => undefined)
      await keepPair(pair, !publicDevice)
      if (began === epoch) announce(false, cause)
    } catch (error) {
      report(failure(error), cause)
    } finally {
      isSigningIn = false
    }
  }

  /** Clears first; the call is fire and forget, so that a dead server cannot keep anybody signed in. */
  function end(reason: 'signedOut' | 'elsewhere', cause: number | null): void {
    const token = tokens?.access
    const wasKept = tokens?.kept ?? true
    tokens = null
    told = null
    isExpired = false
    epoch += 1
    // What is in flight belongs to this session: who asks for the next one does not join it.
    refreshing = null
    vault.clear()
    // What is kept on this device belongs to the tab that ended the session: it may hold the next one already.
    if (reason === 'signedOut') {
      parts.store(null, null)
      void kept.clear().catch(() => undefined)
      tabs.tell({ kind: 'ended' })
      const ended = token ? endAtServer(token) : null
      // The page of a public computer is loaded anew at the end, which would cut the call.
      if (ended && !wasKept) return void ended.then(() => report(sessionEnded({ reason }), cause))
    }
    report(sessionEnded({ reason }), cause)
  }

  /** Ends a session for the server too. Settles when it answered, or took too long; a dead one keeps nobody signed in. */
  function endAtServer(access: string): Promise<void> {
    return new Promise((resolve) => {
      const timer = clock.setTimer(resolve, END_MS)
      const done = () => {
        clock.clearTimer(timer)
        resolve()
      }
      logout(api, access).then(done, done)
    })
  }

  /** Another tab has newer tokens, of this session or of one that began there (D-034). */
  function follow({ access, refresh: refreshToken, kept: isKept }: Extract<TabMessage, { kind: 'tokens' }>): void {
    const read = readToken(access)
    if (!read) return
    // Somebody else: what this tab shows and logs is not theirs.
    if (told !== null && told !== read.claims.playerid) end('elsewhere', null)
    if (adopt(access, refreshToken, isKept, true)) announce(false, null)
  }

  /** Another tab signed out. */
  function followOut(): void {
    if (told !== null) return end('elsewhere', null)
    if (!isRestoring) return
    tokens = null
    epoch += 1
    report(sessionAbsent({}))
  }

  const tick = () => {
    clock.setTimer(tick, SESSION_CHECK_INTERVAL_MS)
    void check()
  }

  return {
    open(found) {
      stored = found
      clock.setTimer(tick, SESSION_CHECK_INTERVAL_MS)
      return restore()
    },
    accept(events) {
      for (const event of events) {
        if (event.type === 'session.signInRequested')
          void signIn(event.payload.handle, event.payload.publicDevice, event.seq)
        else if (event.type === 'session.signOutRequested') {
          if (told !== null) end('signedOut', event.seq)
        } else if (event.type === 'session.retryRequested') void restore()
        else if (event.type === 'app.wentOnline') void (isUnreachable ? restore() : check())
      }
    },
    keepCredentials: (username, password) => vault.keep(JSON.stringify({ username, password })),
    check,
    hear(message) {
      const said = z.safeParse(TabMessage, message)
      if (!said.success) return
      if (said.data.kind === 'tokens') follow(said.data)
      else if (said.data.kind === 'ended') followOut()
      else if (tokens && !tokens.kept && told !== null)
        tabs.tell({ kind: 'tokens', access: tokens.access, refresh: tokens.refresh, kept: false })
    },
    async accessToken() {
      if (!tokens || told === null) return null
      return remainingS(tokens) < SESSION_LOGOUT_BELOW_S ? renew(tokens.access) : tokens.access
    },
    renew,
    keep: (secret) => Promise.resolve(vault.keep(secret)),
    reveal: (handle) => Promise.resolve(vault.reveal(handle)),
  }
}

/**
 * The session: signs in, keeps the tokens, refreshes before they expire, and says when it is over.
 * It is the only place that holds a token; everybody else gets handles or asks at a broker.
 *
 *   restoring ─▶ signed in ◀─ sign-in          every 60 s: remaining < 300 s ─▶ renewal
 *        └─────▶ signed out ◀─ sign-out                    the server says no ─▶ expired
 *
 * Invariants: only the server's word ends a session, never this machine's clock or a missing answer; at most one
 * renewal is in flight in this browser; who comes second adopts the result.
 */
import * as z from 'zod/mini'
import type { FromEngine, Reported } from '#core/contracts/engine.ts'
import type { StoreTokens, TokenBroker } from '#core/contracts/session.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import {
  sessionAbsent,
  sessionEnded,
  sessionExpired,
  sessionRefreshed,
  sessionRefreshFailed,
  sessionStarted,
  sessionUnreachable,
} from '#core/events/people/session.ts'
import type { TokenPair } from '#core/model/people/account.ts'
import type { StoredTokens } from '#core/model/people/storedTokens.ts'
import { logout, refresh } from '#workers/api/auth.ts'
import { ApiError } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import { isOlder, readToken } from './claims.ts'
import { isRefusal } from './failure.ts'
import { type Lifetime, lifetimeOf, NO_TIME } from './lifetime.ts'
import { createLinks, type Links } from './links.ts'
import { planSession } from './plan.ts'
import { askTabs, type PublicTabs } from './publicTabs.ts'
import { createRenewals } from './renewals.ts'
import { createSecrets } from './secrets.ts'
import { TabMessage } from './tabs.ts'
import { Vault } from './vault.ts'
import { isSameWay, ledNowhere, type WayIn, wayIn } from './waysIn.ts'

const SESSION_CHECK_INTERVAL_MS = 60_000
const SESSION_REFRESH_BELOW_S = 300
const SESSION_LOGOUT_BELOW_S = 15

/** The end of a session is waited for so long where the page is left at it. */
const END_MS = 2000

export interface SessionParts {
  readonly api: Api
  readonly clock: Clock
  readonly mint: () => string
  /** Where the refresh token outlives the page; never used on a public computer (D-033). */
  readonly kept: { load(): Promise<string | null>; save(token: string): Promise<void>; clear(): Promise<void> }
  readonly tabs: { tell(message: TabMessage): void }
  /** Runs one at a time over all tabs; the signal ends the waiting. */
  readonly exclusively: <T>(run: () => Promise<T>, signal: AbortSignal) => Promise<T>
  /** Ms since some moment; never put forward or back. */
  readonly steady: () => number
  /** 0 to below 1, to spread repeats. */
  readonly jitter?: () => number
  readonly publicTabs: PublicTabs
  /** Each one of its own unless given. */
  readonly vault?: Vault
  readonly links?: Links
  /** Has the page hold the tokens, or none any more. */
  readonly store: StoreTokens
  readonly report: (message: FromEngine) => void
}

interface Tokens {
  readonly access: string
  readonly refresh: string
  /** Kept on this device. */
  readonly kept: boolean
  readonly life: Lifetime
}

/** A check that comes so much later than it should (ms): the machine slept, or its clock was put forward. */
const WAKE_MS = 10_000
/** How long other tabs may take to say that they have newer tokens, ms. */
const ASK_TABS_MS = 250

export interface SessionEngine extends TokenBroker {
  open(stored: StoredTokens): Promise<void>
  /** Goes on with the session a worker had that died. @param player whose it was */
  resume(stored: StoredTokens, player: string): Promise<void>
  accept(events: readonly AppEvent[]): void
  check(): Promise<void>
  /** Another tab said something. Unknown messages are ignored. */
  hear(message: unknown): void
}

export function createSessionEngine(parts: SessionParts): SessionEngine {
  const { api, clock, kept, tabs } = parts
  const { vault = new Vault(parts.mint), links = createLinks({ mint: parts.mint, now: () => clock.now() }) } = parts
  let tokens: Tokens | null = null
  /** What the page had at the start. */
  let stored: StoredTokens = { access: null, refresh: null, isPublic: false }
  /** What it is now, for code that waited. */
  const held = () => tokens
  /** So many refresh tokens in a row could not be stored; 0: the stored one is the one told last. */
  let unsaved = 0
  /** Whose session the log knows of; null when none. */
  let told: string | null = null
  /** The access token that was announced last. */
  let announced: string | null = null
  /** The dialog was asked for; said once until there is a good token again. */
  let isExpired = false
  let isRestoring = false
  /** The way in that is under way, and wishes for the same one that came after it: what it comes to is said to each. */
  let wished: AppEvent[] = []
  /** Grows when a session begins or ends, so that an answer to an earlier one is noticed. */
  let epoch = 0

  const report = (draft: AppDraft, cause: number | null = null) => {
    const fact: Reported = { draft, source: 'session', cause }
    parts.report({ facts: [fact] })
  }
  const clocks = { now: () => clock.now(), steady: parts.steady }
  const renewals = createRenewals({ clock, jitter: parts.jitter ?? Math.random, ask, isFinal: isRefusal })

  /** Takes tokens on, unless newer ones are known (ten tabs answer in any order). False when they cannot be read. */
  function adopt(access: string, refreshToken: string, isKept: boolean, fresh: boolean): boolean {
    const read = readToken(access)
    if (!read) return false
    const known = tokens && readToken(tokens.access)
    if (known?.claims.playerid === read.claims.playerid && isOlder(read, known)) return true
    vault.passes(access)
    vault.passes(refreshToken)
    tokens = { access, refresh: refreshToken, kept: isKept, life: lifetimeOf(read, fresh, clocks) }
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
    if (tokens?.access !== access) return
    // A public computer keeps nothing, not even what an earlier visit left (D-033).
    unsaved = await (isKept ? kept.save(refreshToken) : kept.clear()).then(
      () => 0,
      () => unsaved + 1,
    )
    // The server takes the token before the last; one that is older ends the session for every tab.
    if (isKept && unsaved > 1) await kept.clear().catch(() => undefined)
    // Signed out in the meantime: the others were told so already.
    if (tokens?.access === access) tellTokens(tokens)
  }

  /** A device that was full may have room again. */
  async function saveLate(): Promise<void> {
    const late = tokens
    if (unsaved === 0 || told === null || !late?.kept) return
    const isKept = await kept.save(late.refresh).then(
      () => true,
      () => false,
    )
    // Signed out or renewed meanwhile: what is stored then is not for this tab to say.
    if (isKept && held() === late) unsaved = 0
    else if (isKept && held() === null) await kept.clear().catch(() => undefined)
  }

  const handles = () => ({ accessToken: 'session:access', refreshToken: 'session:refresh' })

  /** Says what the tokens are now: a session that began, or the one that is there with newer tokens. */
  function announce(restored: boolean, cause: number | null): void {
    const read = tokens && readToken(tokens.access)
    if (!read || tokens?.access === announced) return
    announced = tokens?.access ?? null
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

  /** Takes up the session the worker before had. What it held alone is gone: where nothing was kept, who it is signs in again. */
  async function resume(found: StoredTokens, player: string): Promise<void> {
    stored = found
    told = player
    const isKept = !found.isPublic
    const refreshToken = isKept ? await kept.load().catch(() => null) : found.refresh
    if (told !== player || tokens) return
    if (refreshToken === null) {
      // What this tab lost says nothing about the others.
      isExpired = true
      return report(sessionExpired({}))
    }
    if (found.access === null || !adopt(found.access, refreshToken, isKept, false))
      tokens = { access: '', refresh: refreshToken, kept: isKept, life: NO_TIME }
    announced = held()?.access ?? null
    const read = readToken(announced ?? '')
    if (read && read.claims.playerid !== player) return end('elsewhere', null, false)
    await renewWhenDue()
  }

  /** Without an answer the session stays and is asked about again; the screen says that it cannot be reached. */
  async function restoreNow(): Promise<void> {
    const began = epoch
    if (!tokens) {
      const isKept = !stored.isPublic
      const refreshToken = isKept ? await kept.load().catch(() => null) : await publicRefresh()
      if (began !== epoch) return
      if (refreshToken === null) {
        parts.store(null, null)
        return report(sessionAbsent({}))
      }
      const { access } = stored
      stored = { ...stored, access: null }
      if (access !== null && adopt(access, refreshToken, isKept, false)) {
        if ((held()?.life.leftS() ?? 0) >= SESSION_REFRESH_BELOW_S) return announce(true, null)
      }
      tokens = { access: '', refresh: refreshToken, kept: isKept, life: NO_TIME }
    }
    await renewals.now().catch((error: unknown) => {
      if (began === epoch && !isRefusal(error)) report(sessionUnreachable({}))
    })
  }

  /** One try to renew, and what came of it. @throws ApiError as `refresh` does */
  async function ask(deadlineMs: number, signal: AbortSignal): Promise<void> {
    const began = epoch
    const before = tokens
    try {
      await parts.exclusively(() => renewPair(before, deadlineMs, signal), signal)
    } catch (error) {
      if (began === epoch && !signal.aborted) await missed(error)
      throw error
    }
    // Signed in or out meanwhile, here or in another tab: that was said already.
    if (began === epoch) announce(told === null, null)
  }

  /** Who waited for its turn finds newer tokens, or the newer refresh token, and uses those. @throws ApiError */
  async function renewPair(before: Tokens | null, deadlineMs: number, signal: AbortSignal): Promise<void> {
    const began = epoch
    if (!before || held() !== before || signal.aborted) return
    if (!before.kept) await othersKnow(before)
    if (held() !== before) return
    const newest = before.kept && unsaved === 0 ? await kept.load().catch(() => null) : null
    const pair = await refresh(api, newest ?? before.refresh, { signal, deadlineMs })
    // Signed out while the answer was on its way: nothing of it may come back.
    if (began === epoch) await keepPair(pair, held()?.kept ?? before.kept)
  }

  async function missed(error: unknown): Promise<void> {
    if (told !== null) {
      report(sessionRefreshFailed({ message: error instanceof ApiError ? error.code : 'UNKNOWN' }))
      // Revoked for good: nothing that is asked with this session can succeed any more.
      if (isRefusal(error)) expire()
    } else if (isRefusal(error)) {
      const began = epoch
      tokens = null
      await kept.clear().catch(() => undefined)
      if (began !== epoch) return
      parts.store(null, null)
      report(sessionAbsent({}))
    }
  }

  /** A tab that slept may have missed renewals of the others, and nothing on this device holds the newer token. */
  function othersKnow(before: Tokens): Promise<void> {
    tabs.tell(before.access === '' ? { kind: 'asked' } : { kind: 'ask', access: before.access })
    return new Promise((resolve) => clock.setTimer(resolve, ASK_TABS_MS))
  }

  async function renew(stale: string): Promise<string | null> {
    if (!tokens || told === null) return null
    if (tokens.access !== stale) return tokens.access
    const began = epoch
    try {
      await renewals.now()
    } catch (error) {
      if (began !== epoch || isRefusal(error)) return null
      // It may be had later: who asked for it must not take the session for one that is over.
      if (held()?.access === stale) throw new Error('the session could not be renewed')
    }
    return began === epoch ? (held()?.access ?? null) : null
  }

  function expire(): void {
    if (isExpired || told === null) return
    isExpired = true
    report(sessionExpired({}))
    tabs.tell({ kind: 'refused' })
  }

  /** Below 15 s as below 300 s the server is asked first: it alone ends a session (SESSION-003 to 005, P8). */
  async function renewWhenDue(): Promise<void> {
    if (!tokens || told === null || isExpired) return
    if (tokens.life.leftS() < SESSION_REFRESH_BELOW_S) await renewals.now().catch(() => undefined)
  }

  async function check(): Promise<void> {
    renewals.hurry(false)
    await renewWhenDue()
  }

  async function signIn(way: WayIn, wish: AppEvent): Promise<void> {
    // A second press, or a session that began in another tab meanwhile.
    if (told !== null || wished.length > 0) return join(wish)
    wished = [wish]
    const began = epoch
    try {
      const { pair, publicDevice, spend } = await way(api)
      if (began === epoch) await keepPair(pair, !publicDevice)
      // Another tab was quicker: one session is enough.
      else void logout(api, pair['access-token']).catch(() => undefined)
      // Only now: a page that is left before this can ask for the same session again.
      await spend?.()
      if (began === epoch) announce(false, wish.seq)
      if (told === null) refuse(null)
    } catch (error) {
      refuse(error)
    } finally {
      wished = []
    }
  }

  function refuse(error: unknown): void {
    for (const one of wished) report(ledNowhere(one, error), one.seq)
  }

  /** Nobody waits for ever: what is not the way in that is under way leads nowhere. */
  function join(wish: AppEvent): void {
    const [first] = wished
    if (first && isSameWay(first, wish)) wished.push(wish)
    else report(ledNowhere(wish, null), wish.seq)
  }

  /** Whether what is on this device outlives the session. */
  const isOnDevice = () => tokens?.kept ?? !stored.isPublic

  /**
   * Clears first; the call is fire and forget, so that a dead server cannot keep anybody signed in.
   * @param isHere this tab ends it, and another did not before
   */
  function end(reason: 'signedOut' | 'elsewhere' | 'expired', cause: number | null, isHere: boolean): void {
    const token = tokens?.access
    const wasKept = isOnDevice()
    tokens = null
    told = null
    isExpired = false
    epoch += 1
    // What is in flight belongs to this session: who asks for the next one does not join it.
    renewals.stop()
    unsaved = 0
    vault.clear()
    // What is kept on this device belongs to the tab that ended the session: it may hold the next one already.
    if (isHere) {
      parts.store(null, null)
      void kept.clear().catch(() => undefined)
      tabs.tell({ kind: 'ended', ...(reason === 'expired' ? { expired: true } : {}) })
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
  function follow(message: Extract<TabMessage, { kind: 'tokens' }>): void {
    const { access, refresh: refreshToken, kept: isKept } = message
    const read = readToken(access)
    if (!read) return
    // Somebody else: what this tab shows and logs is not theirs.
    if (told !== null && told !== read.claims.playerid) end('elsewhere', null, false)
    if (!adopt(access, refreshToken, isKept, true)) return
    if (held()?.access === access) {
      unsaved = message.unsaved ?? 0
      renewals.rest()
    }
    announce(false, null)
  }

  /** Another tab asks whether these are the newest tokens. */
  function tellNewer(access: string): void {
    const [theirs, mine] = [readToken(access), tokens && readToken(tokens.access)]
    if (!tokens || told === null || isExpired || !theirs || !mine) return
    if (theirs.claims.playerid !== mine.claims.playerid || !isOlder(theirs, mine)) return
    tellTokens(tokens)
  }

  function tellTokens({ access, refresh: refreshToken, kept: isKept }: Tokens): void {
    tabs.tell({ kind: 'tokens', access, refresh: refreshToken, kept: isKept, ...(unsaved > 0 ? { unsaved } : {}) })
  }

  /** Another tab signed out. @param isExpired who did so has still to come back: the server had ended it */
  function followOut(isExpired: boolean): void {
    if (told !== null) return end(isExpired && isOnDevice() ? 'expired' : 'elsewhere', null, false)
    if (!isRestoring && !tokens) return
    tokens = null
    epoch += 1
    renewals.stop()
    report(sessionAbsent({}))
  }

  let checked = { now: clocks.now(), steady: clocks.steady() }
  const tick = () => {
    const before = checked
    checked = { now: clocks.now(), steady: clocks.steady() }
    const passed = Math.max(checked.now - before.now, checked.steady - before.steady)
    clock.setTimer(tick, SESSION_CHECK_INTERVAL_MS)
    if (passed > SESSION_CHECK_INTERVAL_MS + WAKE_MS) renewals.hurry(true)
    void saveLate()
    if (!renewals.busy) void renewWhenDue()
  }

  return {
    open(found) {
      stored = found
      clock.setTimer(tick, SESSION_CHECK_INTERVAL_MS)
      return restore()
    },
    resume(stored, player) {
      clock.setTimer(tick, SESSION_CHECK_INTERVAL_MS)
      return resume(stored, player)
    },
    accept(events) {
      for (const event of events) {
        const asked = planSession(event)
        if (asked?.ask === 'signIn') {
          const way = wayIn(event, vault, links)
          if (way) void signIn(way, event)
        } else if (asked?.ask === 'signOut') {
          const isGoodbye = event.type !== 'session.signOutRequested' || !event.payload.expired || !isOnDevice()
          if (told !== null) end(isGoodbye ? 'signedOut' : 'expired', event.seq, true)
        } else if (asked?.ask === 'restore') void restore()
        else if (event.type === 'app.wentOnline') {
          renewals.hurry(true)
          void renewWhenDue()
        }
      }
    },
    check,
    hear(message) {
      const said = z.safeParse(TabMessage, message)
      if (!said.success) return
      if (said.data.kind === 'tokens') follow(said.data)
      else if (said.data.kind === 'ended') followOut(said.data.expired === true)
      else if (said.data.kind === 'ask') tellNewer(said.data.access)
      else if (said.data.kind === 'asked') {
        if (tokens && !tokens.kept && told !== null) tellTokens(tokens)
      }
      // Each asks for itself: it may have a session of its own by now.
      else if (told !== null && !isExpired) void renewals.now().catch(() => undefined)
    },
    async accessToken() {
      if (!tokens || told === null) return null
      return tokens.life.leftS() < SESSION_LOGOUT_BELOW_S ? renew(tokens.access) : tokens.access
    },
    renew,
    ...createSecrets(vault, links),
  }
}

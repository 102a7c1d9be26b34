/**
 * The session: signs in, keeps the tokens, refreshes before they expire, and says when it is over.
 * It is the only worker that holds a token; the others get handles or ask at a broker, and the page has what it keeps
 * between visits (`StoreTokens`).
 *
 *   restoring ─▶ signed in ◀─ sign-in          every 60 s: remaining < 300 s ─▶ renewal
 *        └─────▶ signed out ◀─ sign-out                    the server says no ─▶ expired
 *
 * Invariants: only the server's word ends a session, never this machine's clock or a missing answer; at most one
 * renewal is in flight in this browser; who comes second adopts the result.
 */
import * as z from 'zod/mini'
import type { FromEngine, Reported } from '#core/contracts/engine.ts'
import type { TokenBroker } from '#core/contracts/session.ts'
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
import type { StoredTokens } from '#core/model/people/storedTokens.ts'
import { logout, refresh } from '#workers/api/auth.ts'
import { codeOf } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import { readToken } from './claims.ts'
import { isRefusal } from './failure.ts'
import { HeldTokens, type HeldTokensParts, type Tokens } from './heldTokens.ts'
import { createLinks, type Links } from './links.ts'
import { planSession } from './plan.ts'
import { askTabs } from './publicTabs.ts'
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

export interface SessionParts extends Omit<HeldTokensParts, 'vault' | 'clocks'> {
  readonly api: Api
  readonly clock: Clock
  readonly mint: () => string
  /** Runs one at a time over all tabs; the signal ends the waiting. */
  readonly exclusively: <T>(run: () => Promise<T>, signal: AbortSignal) => Promise<T>
  /** Ms since some moment; never put forward or back. */
  readonly steady: () => number
  /** 0 to below 1, to spread repeats. */
  readonly jitter?: () => number
  /** Each one of its own unless given. */
  readonly vault?: Vault
  readonly links?: Links
  readonly report: (message: FromEngine) => void
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
  /** What the page had at the start. */
  let stored: StoredTokens = { access: null, refresh: null, isPublic: false }
  /** Whose session the log knows of; null when none. */
  let told: string | null = null
  /** The access token that was announced last. */
  let announced: string | null = null
  let isRestoring = false
  /** The way in that is under way, and wishes for the same one that came after it: what it comes to is said to each. */
  let wished: AppEvent[] = []
  /** The session that was left last: what another tab still brings of it is over. */
  let left: string | undefined
  /** Grows when a session begins or ends, so that an answer to an earlier one is noticed. */
  let epoch = 0

  const report = (draft: AppDraft, cause: number | null = null) => {
    const fact: Reported = { draft, source: 'session', cause }
    parts.report({ facts: [fact] })
  }
  const clocks = { now: () => clock.now(), steady: parts.steady }
  const held = new HeldTokens({ ...parts, vault, clocks })
  const renewals = createRenewals({ clock, jitter: parts.jitter ?? Math.random, ask, isFinal: isRefusal })

  const handles = () => ({ accessToken: 'session:access', refreshToken: 'session:refresh' })

  /** Says what the tokens are now: a session that began, or the one that is there with newer tokens. */
  function announce(restored: boolean, cause: number | null): void {
    const tokens = held.current()
    const read = tokens && readToken(tokens.access)
    if (!read || tokens.access === announced) return
    announced = tokens.access
    if (told === read.claims.playerid) return report(sessionRefreshed({ claims: read.claims, ...handles() }), cause)
    told = read.claims.playerid
    epoch += 1
    const publicDevice = !tokens.kept
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
    if (told !== player || held.current()) return
    if (refreshToken === null) {
      // What this tab lost says nothing about the others.
      held.isRefused = true
      return report(sessionExpired({}))
    }
    if (found.access === null || !held.adopt(found.access, refreshToken, isKept, false))
      held.holdRefresh(refreshToken, isKept)
    announced = held.current()?.access ?? null
    const read = readToken(announced ?? '')
    if (read && read.claims.playerid !== player) return end('elsewhere', null, false)
    await renewWhenDue()
  }

  /** Without an answer the session stays and is asked about again; the screen says that it cannot be reached. */
  async function restoreNow(): Promise<void> {
    const began = epoch
    if (!held.current()) {
      const isKept = !stored.isPublic
      const refreshToken = isKept ? await kept.load().catch(() => null) : await publicRefresh()
      if (began !== epoch) return
      if (refreshToken === null) {
        parts.store(null, null)
        return report(sessionAbsent({}))
      }
      const { access } = stored
      stored = { ...stored, access: null }
      if (access !== null && held.adopt(access, refreshToken, isKept, false)) {
        if ((held.current()?.life.leftS() ?? 0) >= SESSION_REFRESH_BELOW_S) return announce(true, null)
      }
      held.holdRefresh(refreshToken, isKept)
    }
    await renewals.now().catch((error: unknown) => {
      if (began === epoch && !isRefusal(error)) report(sessionUnreachable({}))
    })
  }

  /** One try to renew, and what came of it. @throws ApiError as `refresh` does */
  async function ask(deadlineMs: number, signal: AbortSignal): Promise<void> {
    const began = epoch
    const before = held.current()
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
    if (!before || held.current() !== before || signal.aborted) return
    if (!before.kept) await othersKnow(before)
    if (held.current() !== before) return
    const pair = await refresh(api, await held.newestRefresh(before), { signal, deadlineMs })
    // Signed out while the answer was on its way: nothing of it may come back.
    if (began !== epoch) return
    const isKept = held.current()?.kept ?? before.kept
    const owner = readToken(pair['access-token'])?.claims.playerid
    if (told === null || owner === undefined || owner === told) return held.keep(pair, isKept)
    // What was kept is somebody else's, who signed in where this tab did not hear it.
    end('elsewhere', null, false)
    await held.keep(pair, isKept)
    announce(false, null)
  }

  async function missed(error: unknown): Promise<void> {
    if (told !== null) {
      report(sessionRefreshFailed({ message: codeOf(error) }))
      // Revoked for good: nothing that is asked with this session can succeed any more.
      if (isRefusal(error)) expire()
    } else if (isRefusal(error)) {
      const began = epoch
      held.clear()
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
    const tokens = held.current()
    if (!tokens || told === null) return null
    // What somebody who left asked for is not carried out for whoever came after.
    const whose = readToken(stale)?.claims.playerid ?? told
    if (whose !== told) return null
    if (tokens.access !== stale) return tokens.access
    const began = epoch
    try {
      await renewals.now()
    } catch (error) {
      if (began !== epoch || isRefusal(error)) return null
      // It may be had later: who asked for it must not take the session for one that is over.
      if (held.current()?.access === stale) throw new Error('the session could not be renewed')
    }
    return began === epoch ? (held.current()?.access ?? null) : null
  }

  function expire(): void {
    if (held.isRefused || told === null) return
    held.isRefused = true
    report(sessionExpired({}))
    tabs.tell({ kind: 'refused' })
  }

  /** Below 15 s as below 300 s the server is asked first: it alone ends a session (SESSION-003 to 005, P8). */
  async function renewWhenDue(): Promise<void> {
    const tokens = held.current()
    if (!tokens || told === null || held.isRefused) return
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
      if (began === epoch) await held.keep(pair, !publicDevice)
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
  const isOnDevice = () => held.current()?.kept ?? !stored.isPublic

  /**
   * Clears first; the call is fire and forget, so that a dead server cannot keep anybody signed in.
   * @param isHere this tab ends it, and another did not before
   */
  function end(reason: 'signedOut' | 'elsewhere' | 'expired', cause: number | null, isHere: boolean): void {
    const token = held.current()?.access
    const wasKept = isOnDevice()
    if (isHere) leave()
    held.clear()
    told = null
    epoch += 1
    // What is in flight belongs to this session: who asks for the next one does not join it.
    renewals.stop()
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

  function leave(): void {
    left = readToken(held.current()?.access ?? '')?.origin.sid ?? left
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
    const read = readToken(message.access)
    // It was renewed there while this tab said goodbye.
    if (!read || (left !== undefined && read.origin.sid === left)) return
    // Somebody else: what this tab shows and logs is not theirs.
    if (told !== null && told !== read.claims.playerid) end('elsewhere', null, false)
    if (held.follow(message)) renewals.rest()
    announce(false, null)
  }

  /** Another tab signed out. @param isExpired who did so has still to come back: the server had ended it */
  function followOut(isExpired: boolean): void {
    leave()
    if (told !== null) return end(isExpired && isOnDevice() ? 'expired' : 'elsewhere', null, false)
    if (!isRestoring && !held.current()) return
    held.clear()
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
    if (told !== null) void held.saveLate()
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
      else if (said.data.kind === 'ask') {
        if (told !== null && !held.isRefused) held.tellNewer(said.data.access)
      } else if (said.data.kind === 'asked') {
        if (told !== null && held.current()?.kept === false) held.tell()
      }
      // Each asks for itself: it may have a session of its own by now.
      else if (told !== null && !held.isRefused) void renewals.now().catch(() => undefined)
    },
    async accessToken() {
      const tokens = held.current()
      if (!tokens || told === null) return null
      return tokens.life.leftS() < SESSION_LOGOUT_BELOW_S ? renew(tokens.access) : tokens.access
    },
    renew,
    ...createSecrets(vault, links),
  }
}

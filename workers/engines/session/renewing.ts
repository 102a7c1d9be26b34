/**
 * Renews the session before it expires, and when somebody finds that it has. One tab at a time asks the server; who
 * comes second adopts the result.
 */
import { sessionAbsent, sessionExpired, sessionRefreshFailed } from '#core/events/people/session.ts'
import { refresh } from '#workers/api/auth.ts'
import { codeOf } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import { readToken } from './claims.ts'
import type { Ending, Standing, Tell } from './ending.ts'
import { isRefusal } from './failure.ts'
import type { HeldTokens, HeldTokensParts, Tokens } from './heldTokens.ts'
import { createRenewals, type Renewals } from './renewals.ts'

const SESSION_CHECK_INTERVAL_MS = 60_000
export const SESSION_REFRESH_BELOW_S = 300

/** A check that comes so much later than it should (ms): the machine slept, or its clock was put forward. */
const WAKE_MS = 10_000
/** How long other tabs may take to say that they have newer tokens, ms. */
export const ASK_TABS_MS = 250

export interface RenewingParts extends Pick<HeldTokensParts, 'kept' | 'tabs' | 'store' | 'clocks'> {
  readonly api: Api
  readonly clock: Clock
  readonly exclusively: <T>(run: () => Promise<T>, signal: AbortSignal) => Promise<T>
  /** 0 to below 1, to spread repeats. */
  readonly jitter: () => number
  readonly held: HeldTokens
  readonly standing: Standing
  readonly report: Tell
  /** Says what the tokens are now. */
  readonly announce: (restored: boolean, cause: number | null) => void
  readonly ending: Pick<Ending, 'end' | 'giveWay'>
}

export interface Renewing {
  readonly renewals: Renewals
  /** As `TokenBroker.renew`. */
  renew(stale: string): Promise<string | null>
  /** Below 15 s as below 300 s the server is asked first: it alone ends a session (SESSION-003 to 005, P8). */
  renewWhenDue(): Promise<void>
  /** Looks from now on every minute whether it is due. */
  watch(): void
}

/** What refused it may not have been the server: after so long it is asked once more, ms. */
const REFUSED_MS = 300_000

export function createRenewing(parts: RenewingParts): Renewing {
  const { api, clock, kept, tabs, clocks, held, standing, report, announce, ending } = parts
  /** The refresh token the server was asked with last. */
  let asked: string | undefined
  /** When it was refused last. */
  let refused = { now: 0, steady: 0 }
  /** By the clock that went further: that of the wall may be put back. */
  const sinceRefused = () => Math.max(clocks.now() - refused.now, clocks.steady() - refused.steady)
  const renewals = createRenewals({ clock, clocks, jitter: parts.jitter, ask, isFinal: isRefusal })

  /** One try to renew, and what came of it. @throws ApiError as `refresh` does */
  async function ask(deadlineMs: number, signal: AbortSignal): Promise<void> {
    const began = standing.epoch
    const before = held.current()
    try {
      await parts.exclusively(() => renewPair(before, deadlineMs, signal), signal)
    } catch (error) {
      if (began === standing.epoch && !signal.aborted) await missed(error)
      throw error
    }
    // Signed in or out meanwhile, here or in another tab: that was said already.
    if (began === standing.epoch) announce(standing.told === null, null)
  }

  /** Who waited for its turn finds newer tokens, or the newer refresh token, and uses those. @throws ApiError */
  async function renewPair(before: Tokens | null, deadlineMs: number, signal: AbortSignal): Promise<void> {
    const began = standing.epoch
    if (!before || held.current() !== before || signal.aborted) return
    if (!before.kept) await othersKnow(before)
    if (held.current() !== before) return
    asked = await held.newestRefresh(before)
    const pair = await refresh(api, asked, { signal, deadlineMs })
    // Signed out while the answer was on its way: nothing of it may come back.
    if (began !== standing.epoch) return
    const isKept = held.current()?.kept ?? before.kept
    const owner = readToken(pair['access-token'])?.claims.playerid
    if (standing.told === null || owner === undefined || owner === standing.told) return held.keep(pair, isKept)
    // What was kept is somebody else's, who signed in where this tab did not hear it, nor perhaps a goodbye before. One
    // that goes on with nothing but that does as where it is heard of (H-437).
    if (before.access === '') ending.giveWay()
    else ending.end('elsewhere', null, false)
    await held.keep(pair, isKept)
    announce(false, null)
  }

  async function missed(error: unknown): Promise<void> {
    if (standing.told !== null) {
      report(sessionRefreshFailed({ message: codeOf(error) }))
      // Revoked for good: nothing that is asked with this session can succeed any more.
      if (isRefusal(error)) expire()
    } else if (isRefusal(error)) {
      const began = standing.epoch
      held.clear()
      // Another tab may have signed in and not said so yet: what it stored is good, and so is what its page holds.
      await kept.clear(asked).catch(() => undefined)
      const isOthers = (await kept.load().catch(() => null)) !== null
      if (began !== standing.epoch) return
      if (!isOthers) parts.store(null, null)
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
    if (!tokens || standing.told === null) return null
    // What somebody who left asked for is not carried out for whoever came after.
    const whose = readToken(stale)?.claims.playerid ?? standing.told
    if (whose !== standing.told) return null
    if (tokens.access !== stale && (stale !== '' || !held.isRefused)) return tokens.access
    // Who asks while it is refused does not wait for the server, which is asked again seldom (H-620).
    if (held.isRefused) {
      if (sinceRefused() >= REFUSED_MS) {
        refused = { now: clocks.now(), steady: clocks.steady() }
        void renewals.now().catch(() => undefined)
      }
      return null
    }
    const began = standing.epoch
    try {
      await renewals.now()
    } catch (error) {
      if (began !== standing.epoch || isRefusal(error)) return null
      // It may be had later: who asked for it must not take the session for one that is over.
      if (held.current()?.access === stale) throw new Error('the session could not be renewed')
    }
    return began === standing.epoch ? (held.current()?.access ?? null) : null
  }

  function expire(): void {
    if (held.isRefused || standing.told === null) return
    held.isRefused = true
    refused = { now: clocks.now(), steady: clocks.steady() }
    report(sessionExpired({}))
    tabs.tell({ kind: 'refused' })
  }

  async function renewWhenDue(): Promise<void> {
    const tokens = held.current()
    if (!tokens || standing.told === null || held.isRefused) return
    if (tokens.life.leftS() < SESSION_REFRESH_BELOW_S) await renewals.now().catch(() => undefined)
  }

  let checked = { now: clocks.now(), steady: clocks.steady() }
  const tick = () => {
    const before = checked
    checked = { now: clocks.now(), steady: clocks.steady() }
    const passed = Math.max(checked.now - before.now, checked.steady - before.steady)
    clock.setTimer(tick, SESSION_CHECK_INTERVAL_MS)
    if (passed > SESSION_CHECK_INTERVAL_MS + WAKE_MS) renewals.hurry(true)
    if (standing.told !== null) void held.saveLate()
    if (!renewals.busy) void renewWhenDue()
  }

  return { renewals, renew, renewWhenDue, watch: () => void clock.setTimer(tick, SESSION_CHECK_INTERVAL_MS) }
}

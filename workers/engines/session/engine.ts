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
import type { AppDraft, AppEvent, EventOf } from '#core/events/index.ts'
import { sessionRefreshed, sessionStarted } from '#core/events/people/session.ts'
import type { StoredTokens } from '#core/model/people/storedTokens.ts'
import { logout } from '#workers/api/auth.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import { readToken } from './claims.ts'
import { createEnding, type Standing } from './ending.ts'
import { HeldTokens, type HeldTokensParts } from './heldTokens.ts'
import { createLinks, type Links } from './links.ts'
import { planSession } from './plan.ts'
import { createRenewing } from './renewing.ts'
import { createRestoring } from './restoring.ts'
import { createSecrets } from './secrets.ts'
import { TabMessage } from './tabs.ts'
import { Vault } from './vault.ts'
import { isSameWay, ledNowhere, type WayIn, wayIn } from './waysIn.ts'

const SESSION_LOGOUT_BELOW_S = 15

export interface SessionParts extends Omit<HeldTokensParts, 'vault' | 'clocks'> {
  readonly api: Api
  readonly clock: Clock
  readonly mint: () => string
  /** Runs one at a time over all tabs; the signal ends the waiting. */
  readonly exclusively: <T>(run: () => Promise<T>, signal: AbortSignal) => Promise<T>
  /** Ms since some moment; never put forward or back. */
  readonly steady: () => number
  /** How far this machine's clock is ahead of the server's, ms. */
  readonly ahead?: () => number
  /** 0 to below 1, to spread repeats. */
  readonly jitter?: () => number
  /** Each one of its own unless given. */
  readonly vault?: Vault
  readonly links?: Links
  readonly report: (message: FromEngine) => void
}

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
  const { api, clock } = parts
  const { vault = new Vault(parts.mint), links = createLinks({ mint: parts.mint, now: () => clock.now() }) } = parts
  const standing: Standing = {
    stored: { access: null, refresh: null, isPublic: false },
    told: null,
    announced: null,
    isRestoring: false,
    left: undefined,
    epoch: 0,
  }
  /** The way in that is under way, and wishes for the same one that came after it: what it comes to is said to each. */
  let wished: AppEvent[] = []

  const report = (draft: AppDraft, cause: number | null = null) => {
    const fact: Reported = { draft, source: 'session', cause }
    parts.report({ facts: [fact] })
  }
  const clocks = { now: () => clock.now(), steady: parts.steady, ahead: parts.ahead }
  const held = new HeldTokens({ ...parts, vault, clocks })
  const shared = { ...parts, vault, clocks, held, standing, report }
  const ending = createEnding({ ...shared, stopRenewing: () => renewing.renewals.stop() })
  const { end, followOut, giveWay, isOnDevice } = ending
  const renewing = createRenewing({ ...shared, jitter: parts.jitter ?? Math.random, announce, ending })
  const { renewals, renew, renewWhenDue } = renewing
  const { restore, resume } = createRestoring({ ...shared, announce, renewing, ending })

  const handles = () => ({ accessToken: 'session:access', refreshToken: 'session:refresh' })

  /** Says what the tokens are now: a session that began, or the one that is there with newer tokens. */
  function announce(restored: boolean, cause: number | null): void {
    const tokens = held.current()
    const read = tokens && readToken(tokens.access)
    if (!read || tokens.access === standing.announced) return
    standing.announced = tokens.access
    if (standing.told === read.claims.playerid)
      return report(sessionRefreshed({ claims: read.claims, ...handles() }), cause)
    standing.told = read.claims.playerid
    standing.epoch += 1
    const publicDevice = !tokens.kept
    report(
      sessionStarted({ claims: read.claims, ...handles(), restored, ...(publicDevice ? { publicDevice } : {}) }),
      cause,
    )
  }

  async function check(): Promise<void> {
    renewals.hurry(false)
    await renewWhenDue()
  }

  /** Their account moved, and the token alone says whether they are verified now. Of several tabs one asks (`told`). */
  function seeWhetherVerified({ domains, told }: EventOf<'change.noticed'>['payload']): void {
    if (told || standing.told === null || held.isRefused || !domains.includes('profile')) return
    const read = readToken(held.current()?.access ?? '')
    if (read && !read.claims.verified) void renewals.now().catch(() => undefined)
  }

  async function signIn(way: WayIn, wish: AppEvent): Promise<void> {
    // A second press, or a session that began in another tab meanwhile.
    if (standing.told !== null || wished.length > 0) return join(wish)
    wished = [wish]
    const began = standing.epoch
    try {
      const { pair, publicDevice, spend } = await way(api)
      if (began === standing.epoch) await held.keep(pair, !publicDevice)
      // Another tab was quicker: one session is enough.
      else void logout(api, pair['access-token']).catch(() => undefined)
      // Only now: a page that is left before this can ask for the same session again.
      await spend?.()
      if (began === standing.epoch) announce(false, wish.seq)
      if (standing.told === null) refuse(null)
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

  /** Another tab has newer tokens, of this session or of one that began there (D-034). */
  function follow(message: Extract<TabMessage, { kind: 'tokens' }>): void {
    const read = readToken(message.access)
    // It was renewed there while this tab said goodbye.
    if (!read || (standing.left !== undefined && read.origin.sid === standing.left)) return
    // Somebody else: what this tab shows and logs is not theirs.
    if (standing.told !== null && standing.told !== read.claims.playerid) giveWay()
    if (held.follow(message)) renewals.rest()
    announce(false, null)
  }

  return {
    open(found) {
      standing.stored = found
      renewing.watch()
      return restore()
    },
    resume(stored, player) {
      renewing.watch()
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
          if (standing.told !== null) end(isGoodbye ? 'signedOut' : 'expired', event.seq, true)
        } else if (asked?.ask === 'restore') void restore()
        else if (event.type === 'app.wentOnline') {
          renewals.hurry(true)
          void renewWhenDue()
        } else if (event.type === 'change.noticed') seeWhetherVerified(event.payload)
      }
    },
    check,
    hear(message) {
      const said = z.safeParse(TabMessage, message)
      if (!said.success) return
      if (said.data.kind === 'tokens') follow(said.data)
      else if (said.data.kind === 'ended') followOut(said.data.expired === true)
      else if (said.data.kind === 'ask') {
        if (standing.told !== null && !held.isRefused) held.tellNewer(said.data.access)
      } else if (said.data.kind === 'asked') {
        if (standing.told !== null && (held.isUnsaved || held.current()?.kept === false)) held.tell()
      }
      // Each asks for itself: it may have a session of its own by now.
      else if (standing.told !== null && !held.isRefused) void renewals.now().catch(() => undefined)
    },
    async accessToken() {
      const tokens = held.current()
      if (!tokens || standing.told === null) return null
      const { access, life } = tokens
      if (life.leftS() >= SESSION_LOGOUT_BELOW_S) return access
      return renew(access).catch((error: unknown) => {
        // None could be had now, and whether this one is over the server knows: it says 401 then.
        if (access === '') throw error
        return access
      })
    },
    renew,
    ...createSecrets(vault, links),
  }
}

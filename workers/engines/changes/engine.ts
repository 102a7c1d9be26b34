/**
 * Asks, every 25 s while somebody looks, whether others did something that this page shows: shared a release, became
 * a connection, or changed the account on another device. Of all pages in sight one asks, and tells the rest what it
 * learned; a page that comes asks once by itself, to know where it stands, and one that is told of what followed on
 * something it missed asks for that.
 *
 *   resting ── signed in, in sight, online ──▶ waiting to lead ── no other page leads ──▶ leading: asks in turn
 *      ▲                                             │                                        │
 *      └──────────── out of sight, offline, signed out ◀──────────────────────────────────────┘
 */
import * as z from 'zod/mini'
import { changeNoticed } from '#core/events/people/changes.ts'
import { Changes, movedSince, tagOf, Versions } from '#core/model/changes.ts'
import { PlayerId } from '#core/model/ids.ts'
import { later } from '#core/model/later.ts'
import { changesSince } from '#workers/api/changes.ts'
import { ApiError, isNoCall } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import { type Clock, steady, type Timer } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'

/** The longest pause between an answer and the next question, ms. */
const CHANGES_INTERVAL_MS = 25_000
/** A question fails: how long until the next, ms, doubled each time up to the second. */
const FAILED_MS = 25_000
const FAILED_MAX_MS = 300_000

/** What the page that asked tells the others: what the versions were to it, and what it learned. */
const TabMessage = later(() => z.object({ playerid: PlayerId, before: Versions, changes: Changes }))
export type ChangesMessage = z.infer<typeof TabMessage>

export interface ChangesParts {
  readonly api: Api
  readonly clock: Clock
  readonly report: Report
  /** Calls `lead` once no other page of this name leads; it leads until the signal ends. */
  readonly leadUntil: (name: string, signal: AbortSignal, lead: () => void) => void
  readonly tell: (message: ChangesMessage) => void
  /** 0 to 1, so that not everybody asks at once; the real one is chance. */
  readonly jitter?: () => number
}

export interface ChangesEngine extends Engine {
  /** What another page told. Anything may come: what is no message is passed over. */
  hear(message: unknown): void
}

/** Of one player, as long as they are signed in. */
interface Visit {
  readonly playerid: string
  /** As they were answered last; null: not yet. */
  known: Versions | null
  /** The tag of versions another page told of, which follow on some this page does not know; null: it missed nothing. */
  missed: string | null
  /** When it was asked last by this page, ms of the clock. */
  askedAt: number
  misses: number
  /** The server does not have this call. */
  isOver: boolean
}

export function createChangesEngine(parts: ChangesParts): ChangesEngine {
  const { api, report, leadUntil, tell, jitter = Math.random } = parts
  // Put back by an hour, the device's own would have nothing asked for that hour.
  const clock = steady(parts.clock)
  let visit: Visit | null = null
  let isShown = true
  let isOnline = true
  /** Nobody would be answered: the person is asked to sign in again. */
  let isExpired = false
  /** Ends when nobody looks any more; null while nobody does. */
  let watch: AbortController | null = null
  let timer: Timer | null = null

  /** Begins or ends watching, as it should be now. */
  function settle(): void {
    const should = visit !== null && isShown && isOnline && !isExpired && !visit.isOver
    if (should === (watch !== null)) return
    if (!should || visit === null) return stop()
    const here = new AbortController()
    const mine = visit
    watch = here
    if (mine.known === null) void ask(mine, here.signal)
    else if (mine.missed !== null) catchUp(mine, here.signal)
    leadUntil(`changes.${mine.playerid}`, here.signal, () => {
      if (!here.signal.aborted) next(mine, here.signal, mine.askedAt + CHANGES_INTERVAL_MS - clock.now())
    })
  }

  function stop(): void {
    if (timer !== null) clock.clearTimer(timer)
    timer = null
    watch?.abort()
    watch = null
  }

  function next(mine: Visit, signal: AbortSignal, ms: number): void {
    if (timer !== null) clock.clearTimer(timer)
    timer = clock.setTimer(() => {
      timer = null
      void ask(mine, signal).then((pause) => {
        if (!signal.aborted) next(mine, signal, pause)
      })
    }, ms)
  }

  /** Asks once for what this page missed, though another one leads. Whoever leads asks in turn anyway. */
  function catchUp(mine: Visit, signal: AbortSignal): void {
    if (timer !== null) return
    timer = clock.setTimer(
      () => {
        timer = null
        const isBehind = mine.missed !== null && mine.known !== null && tagOf(mine.known) !== mine.missed
        if (!isBehind) {
          mine.missed = null
          return
        }
        const misses = mine.misses
        void ask(mine, signal, true).then(() => {
          // It was cut, or failed: it is missed still, and asked for in a while, or when the page is shown again.
          if (signal.aborted) return
          if (mine.misses > misses) catchUp(mine, signal)
          else mine.missed = null
        })
      },
      mine.askedAt + CHANGES_INTERVAL_MS - clock.now(),
    )
  }

  /**
   * @param told another page has told the person already, and the other pages
   * @returns how long until the next question, ms
   */
  async function ask(mine: Visit, signal: AbortSignal, told = false): Promise<number> {
    mine.askedAt = clock.now()
    try {
      const before = mine.known
      const changes = await changesSince(api, before, signal)
      mine.misses = 0
      if (signal.aborted || !changes) return pauseOf()
      if (before && notice(mine, before, changes, told) && !told) tell({ playerid: mine.playerid, before, changes })
      mine.known ??= versionsIn(changes)
      return pauseOf()
    } catch (error) {
      if (signal.aborted) return pauseOf()
      mine.misses += 1
      // One that answered before has the call, and is started anew, or is not what answers now (H-600).
      if (isNoCall(error) && mine.known === null) {
        mine.isOver = true
        settle()
      }
      const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
      const wait = Math.min(FAILED_MAX_MS, FAILED_MS * 2 ** (mine.misses - 1)) * (1 + jitter() / 4)
      return Math.max(wait, Math.min(asked, FAILED_MAX_MS))
    }
  }

  const pauseOf = () => CHANGES_INTERVAL_MS * (1 - jitter() / 10)

  /** @returns false when this page knew it: another page told it while the answer was on its way */
  function notice(mine: Visit, before: Versions, changes: Changes, told: boolean): boolean {
    if (mine.known === null || tagOf(mine.known) !== tagOf(before)) return false
    mine.known = versionsIn(changes)
    const { shares, connected } = changes.news
    report(changeNoticed({ domains: movedSince(before, changes), shares, connected, told }), null)
    return true
  }

  return {
    accept(event, state) {
      switch (event.type) {
        case 'session.started': {
          const { playerid } = event.payload.claims
          isExpired = false
          if (visit?.playerid === playerid) return settle()
          stop()
          visit = { playerid, known: null, missed: null, askedAt: 0, misses: 0, isOver: false }
          return settle()
        }
        case 'session.expired':
        case 'session.refreshed':
          isExpired = event.type === 'session.expired'
          return settle()
        case 'session.ended':
          visit = null
          isExpired = false
          return settle()
        case 'app.hidden':
        case 'app.shown':
          isShown = event.type === 'app.shown'
          return settle()
        case 'app.opened':
        case 'app.wentOnline':
        case 'app.wentOffline':
          isOnline = state.single('app').online
          return settle()
      }
    },
    hear(message) {
      const heard = z.safeParse(TabMessage, message)
      if (!heard.success || heard.data.playerid !== visit?.playerid) return
      const { before, changes } = heard.data
      // Its own first question failed, or is on its way: what is told from now on it knows as well.
      visit.known ??= before
      if (notice(visit, before, changes, true)) return
      const now = tagOf(changes)
      if (tagOf(visit.known) === now) return
      // Who knew other versions than the one who asked missed something, and asks for it.
      visit.missed = now
      if (watch !== null) catchUp(visit, watch.signal)
    },
  }
}

const versionsIn = ({ shares, connections, profile }: Changes): Versions => ({ shares, connections, profile })

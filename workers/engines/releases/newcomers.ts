/**
 * Looks, every few minutes and when the person comes back, whether releases came that the shown list does not
 * hold yet. The list itself stays as it is until the person asks for it (`12 new releases`). When to ask and what
 * an answer means are pure functions; the engine executes them.
 */
import type { AppEvent } from '#core/events/index.ts'
import { releaseNewcomersFound } from '#core/events/releases.ts'
import type { ReleaseListState } from '#core/model/entities.ts'
import { libraryListOf } from '#core/model/library/library.ts'
import { countedTotal, loadedPages, pageId } from '#core/reducers/catalogue/pages.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { listReleases } from '#workers/api/releases.ts'
import type { Api } from '#workers/api/transport/client.ts'
import { type Clock, steady, type Timer } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'

/** How often the shown list is looked at for newcomers, and how soon again when somebody comes back to it. */
export const NEWCOMERS_INTERVAL_MS = 180_000
export const NEWCOMERS_PAUSE_MS = 30_000

/** Releases of the first page that are looked at. */
const LOOK = 12

/** What the engine keeps between events; times in ms of its clock. */
export interface NewcomersWatch {
  /** The list a gallery shows, or showed last. */
  readonly queryId: string | null
  /** Whether the page can be seen. */
  readonly isShown: boolean
  /** When the beginning of the list was read last, by whomever. */
  readonly readAt: number
}

const NO_WATCH: NewcomersWatch = { queryId: null, isShown: true, readAt: 0 }

function followNewcomers(watch: NewcomersWatch, event: AppEvent, now: number): NewcomersWatch {
  switch (event.type) {
    case 'app.opened':
    case 'session.ended':
      return NO_WATCH
    case 'app.shown':
      return { ...watch, isShown: true }
    case 'app.hidden':
      return { ...watch, isShown: false }
    case 'release.listOpened': {
      const { queryId } = event.payload
      if (libraryListOf(queryId) !== null) return { ...watch, queryId: null }
      return queryId === watch.queryId ? watch : { ...watch, queryId }
    }
    case 'release.pageReceived': {
      const isBeginning = event.payload.page === 1 && event.payload.queryId === watch.queryId
      return isBeginning ? { ...watch, readAt: now } : watch
    }
    default:
      return watch
  }
}

/** How long until the next look, ms: 0 when it is due, null when nobody would see what it finds. */
function newcomersDue(
  watch: NewcomersWatch,
  state: ReadonlyStore,
  now: number,
  after: number = NEWCOMERS_INTERVAL_MS,
): number | null {
  const { path, online } = state.single('app')
  const isSeen = watch.isShown && online && path === '/releases' && state.single('session').status === 'signedIn'
  if (!isSeen || watch.queryId === null) return null
  const list = state.get('list', watch.queryId)
  return list === undefined || list.total === null ? null : Math.max(0, watch.readAt + after - now)
}

type Asked = Pick<ReleaseListState, 'queryId' | 'round' | 'edition'>

interface Beginning {
  readonly ids: readonly string[]
  readonly total: number
}

/**
 * How many releases are new. Where the newest stand first, those before the first one that is known are; more than
 * were looked at, and any other order, are told by the growth of the whole list.
 */
export function countNewcomers(known: Beginning, fresh: Beginning, newestFirst: boolean): number {
  const grown = Math.max(0, fresh.total - known.total)
  if (!newestFirst) return grown
  const ids = new Set(known.ids)
  const leading = fresh.ids.findIndex((id) => ids.has(id))
  if (leading >= 0) return leading
  return known.ids.length === 0 ? grown : Math.max(fresh.ids.length, grown)
}

/** In a list of what was shared, what came stands wherever its own date has it. */
const isNewestFirst = (queryId: string) => queryId.includes('sort=-date') && !isOfShared(queryId)
const isOfShared = (queryId: string) => queryId.includes('shared=true')

export function createNewcomersEngine(parts: {
  readonly api: Api
  readonly clock: Clock
  readonly report: Report
}): Engine {
  const { api, report } = parts
  // Put back by an hour, the device's own would have nobody look for that hour.
  const clock = steady(parts.clock)
  let watch = NO_WATCH
  let latest: ReadonlyStore | null = null
  let timer: Timer | null = null
  let asking: AbortController | null = null

  function arm(): void {
    if (timer !== null) clock.clearTimer(timer)
    timer = null
    const wait = latest === null ? null : newcomersDue(watch, latest, clock.now())
    if (wait === null || asking !== null) return
    timer = clock.setTimer(() => {
      timer = null
      void look()
    }, wait)
  }

  async function look(): Promise<void> {
    const { queryId } = watch
    const list = queryId === null ? undefined : latest?.get('list', queryId)
    if (queryId === null || !list || asking !== null) return
    const { round, edition } = list
    const abort = new AbortController()
    asking = abort
    watch = { ...watch, readAt: clock.now() }
    try {
      const { releases, total } = await listReleases(api, queryId, 1, abort.signal, LOOK)
      const fresh = { ids: releases.map((one) => one.releaseid), total }
      if (!abort.signal.aborted) answered({ queryId, round, edition }, fresh)
    } catch {
      // Nothing was asked for by anybody: the next look comes by itself (SHELL-058).
    } finally {
      if (asking === abort) asking = null
      arm()
    }
  }

  /** @param asked the list as it was when it was asked about: what a mark moved since is nothing that came */
  function answered({ queryId, round, edition }: Asked, fresh: Beginning): void {
    const list = latest?.get('list', queryId)
    const total = list ? countedTotal(list) : null
    if (!latest || !list || list.round !== round || list.edition !== edition || total === null) return
    // What was restored stands where nobody knows, and in no count before the list is read anew.
    if (loadedPages(latest, list).length === 0) return
    const ids = latest.get('page', pageId(queryId, 1))?.ids ?? []
    const count = countNewcomers({ ids, total }, fresh, isNewestFirst(queryId))
    if (count !== (list.newcomers ?? 0)) report(releaseNewcomersFound({ queryId, round, count }), null)
  }

  return {
    accept(event, state) {
      latest = state
      const before = watch
      watch = followNewcomers(watch, event, clock.now())
      if (watch.queryId !== before.queryId || event.type === 'session.ended') {
        asking?.abort()
        asking = null
      }
      switch (event.type) {
        case 'app.shown':
        case 'app.wentOnline':
        case 'release.listOpened':
          // Somebody comes back to it: what came meanwhile shall not wait for the next turn.
          if (newcomersDue(watch, state, clock.now(), NEWCOMERS_PAUSE_MS) === 0) void look()
          return arm()
        case 'change.noticed':
          if (
            event.payload.shares.length > 0 &&
            isOfShared(watch.queryId ?? '') &&
            newcomersDue(watch, state, clock.now(), 0) === 0
          )
            void look()
          return arm()
        case 'app.hidden':
        case 'app.wentOffline':
        case 'app.navigated':
        case 'release.pageReceived':
        case 'session.started':
        case 'session.ended':
        case 'app.opened':
          return arm()
      }
    },
  }
}

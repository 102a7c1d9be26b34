/**
 * Fetches pages of lists in answer to events, details by `details.ts` and options by `options.ts`. Pages run a few at a time, the most
 * urgent first; a page that was passed over is cancelled, so that a fling does not queue up behind itself.
 *
 * A page may have been read before a mark that was answered while it was on its way. Where the mark moved its list, it
 * is of an older edition and asked for anew; where the marked release is on it, it is read once more, so that what it
 * says of that release never undoes the mark. Where something is selected, one that may say what a mark on its way has
 * done waits for the answer, and is asked for anew.
 */
import { releasePageFailed, releasePageReceived } from '#core/events/releases.ts'
import type { ReleaseList } from '#core/model/catalogue/release.ts'
import { listAndQuery } from '#core/model/library/library.ts'
import { isWholePage, pageId } from '#core/reducers/catalogue/pages.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { listMarked } from '#workers/api/library.ts'
import { listReleases } from '#workers/api/releases.ts'
import { codeOf, waitDetails } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import { type Clock, steady, type Timer } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'
import { createDetails } from './details.ts'
import { isBeingMoved, isInDoubt } from './doubt.ts'
import { createLooks, isPageHeld } from './looks.ts'
import { createOptions } from './options.ts'
import { planReleases, type WantedPages } from './plan.ts'

/** Pages in flight at once: leaves connections for covers, music and downloads (six per host on HTTP/1.1). */
const PAGES_AT_ONCE = 2
/** While marks move a list one after the other, its pages are asked for again so often at most, ms. */
export const AGAIN_MS = 500
/** A page that is old as soon as it came is asked for again after this long, ms: a server may say two things by turns. */
export const OLD_AGAIN_MS = 2000

interface WantedPage {
  readonly queryId: string
  readonly round: number
  readonly edition: number
  readonly page: number
  readonly cause: number | null
  /** It is there, and read anew. */
  readonly isLook?: true
}

interface RunningPage {
  readonly wanted: WantedPage
  readonly abort: AbortController
  /** Releases whose marks were answered since it was asked for. */
  readonly marked: Set<string>
}

/** Of a list whose pages were asked for again less than AGAIN_MS ago. */
interface Rest {
  readonly timer: Timer
  /** What is asked for when it is over. */
  due: { readonly wanted: WantedPages; readonly cause: number } | null
}

const keyOf = ({ queryId, round, edition, page }: Omit<WantedPage, 'cause'>) =>
  `${pageId(queryId, page)}@${round}.${edition}`

const roundKeyOf = ({ queryId, round, page }: Omit<WantedPage, 'cause'>) => `${pageId(queryId, page)}@${round}`

export function createReleasesEngine(parts: {
  readonly api: Api
  readonly clock: Clock
  readonly report: Report
  /** 0 to below 1. */
  readonly jitter?: () => number
}): Engine {
  const { api, report } = parts
  // Put back by an hour, the device's own would have a page that just came rest for that hour.
  const clock = steady(parts.clock)
  const running = new Map<string, RunningPage>()
  const resting = new Map<string, Rest>()
  const details = createDetails(parts)
  const looks = createLooks(clock)
  /** When pages came, ms; those of the last OLD_AGAIN_MS. */
  const came = new Map<string, number>()
  let later: Timer | null = null
  /** Those that came a moment ago, which wait for it. */
  let fresh: WantedPage[] = []
  /** As it is now: reducers change it in place. */
  let state: ReadonlyStore | null = null
  let waiting: WantedPage[] = []
  /** Those in doubt, which wait for the answer to a mark. */
  const doubted = new Map<string, WantedPage>()
  const options = createOptions({ ...parts, state: () => state, jitter: parts.jitter ?? Math.random })

  function startNext(): void {
    while (running.size < PAGES_AT_ONCE) {
      const next = waiting.shift()
      if (!next) return
      void fetchPage(next)
    }
  }

  async function fetchPage(wanted: WantedPage): Promise<void> {
    const { queryId, round, edition, page, cause } = wanted
    const key = keyOf(wanted)
    const abort = new AbortController()
    const marked = new Set<string>()
    running.set(key, { wanted, abort, marked })
    try {
      let answer = await fetchList(api, queryId, page, abort.signal)
      while (!abort.signal.aborted && answer.releases.some(({ releaseid }) => marked.has(releaseid))) {
        marked.clear()
        answer = await fetchList(api, queryId, page, abort.signal)
      }
      const { releases, total } = answer
      if (abort.signal.aborted) return
      noteCame(roundKeyOf(wanted))
      if (wanted.isLook && state && isPageHeld(state, queryId, page, answer)) return
      if (state && isInDoubt(state, queryId, total)) doubted.set(key, wanted)
      else report(releasePageReceived({ queryId, round, edition, page, total, releases }), cause)
    } catch (error) {
      // A page that stands whole stays where it cannot be read anew (H-409).
      if (!abort.signal.aborted && !(state && isWholePage(state, queryId, page)))
        report(releasePageFailed({ queryId, round, edition, page, code: codeOf(error), ...waitDetails(error) }), cause)
    } finally {
      if (running.get(key)?.abort === abort) running.delete(key)
      startNext()
    }
  }

  function noteCame(key: string): void {
    const now = clock.now()
    for (const [other, at] of came) if (now - at >= OLD_AGAIN_MS) came.delete(other)
    came.set(key, now)
  }

  /** How long until a page may be asked for that came a moment ago, ms. */
  const restOf = (wanted: WantedPage): number =>
    Math.max(0, OLD_AGAIN_MS - (clock.now() - (came.get(roundKeyOf(wanted)) ?? Number.NEGATIVE_INFINITY)))

  function keepOnly({ pages, ...list }: WantedPages, cause: number): void {
    for (const rest of resting.values()) rest.due = null
    const wanted = new Set(pages.map((page) => keyOf({ ...list, page })))
    // What is shown of a list is wanted while its beginning is read anew.
    const isKept = (one: WantedPage) => one.isLook && one.queryId === list.queryId && !wanted.has(keyOf(one))
    stopRunning((key, one) => !wanted.has(key) && !isKept(one))
    doubted.clear()
    if (later !== null) clock.clearTimer(later)
    later = null
    const open = pages.map((page) => ({ ...list, page, cause })).filter((next) => !running.has(keyOf(next)))
    waiting = [...open.filter((next) => restOf(next) === 0), ...waiting.filter(isKept)]
    fresh = open.filter((next) => restOf(next) > 0)
    if (fresh.length > 0)
      later = clock.setTimer(
        () => {
          later = null
          waiting.push(...fresh.filter((next) => !running.has(keyOf(next))))
          fresh = []
          startNext()
        },
        Math.max(...fresh.map(restOf)),
      )
    startNext()
  }

  /** Reads pages anew that are there. */
  function look({ pages, ...list }: WantedPages, cause: number | null): void {
    for (const page of pages) {
      const wanted = { ...list, page, cause, isLook: true } as const
      const isAsked = running.has(keyOf(wanted)) || waiting.some((other) => keyOf(other) === keyOf(wanted))
      if (!isAsked) waiting.push(wanted)
    }
    startNext()
  }

  /**
   * What was asked for before the list's new edition is asked for again, ahead of pages that became short: at once, or
   * when the list has rested, as one edition may follow another faster than any page comes.
   */
  function askAgain({ pages, ...list }: WantedPages, cause: number): void {
    const isOld = ({ queryId, round, edition }: Omit<WantedPage, 'page' | 'cause'>) =>
      queryId === list.queryId && (round !== list.round || edition !== list.edition)
    const rest = resting.get(list.queryId)
    const old = [...[...running.values()].map(({ wanted }) => wanted), ...waiting].filter(isOld)
    stopRunning((_, wanted) => isOld(wanted))
    waiting = waiting.filter((next) => !isOld(next))
    // They came a moment ago: by the edition before they would be dropped.
    fresh = fresh.map((next) => (isOld(next) ? { ...next, round: list.round, edition: list.edition, cause } : next))
    const again = new Set([...(rest?.due?.wanted.pages ?? []), ...old.map((wanted) => wanted.page), ...pages])
    const onTheWay = new Set([...running.keys(), ...waiting.map(keyOf)])
    const missing = [...again].filter((page) => !onTheWay.has(keyOf({ ...list, page })))
    if (rest) rest.due = missing.length > 0 ? { wanted: { ...list, pages: missing }, cause } : null
    else if (missing.length > 0) {
      waiting = [...missing.map((page) => ({ ...list, page, cause })), ...waiting]
      const timer = clock.setTimer(() => rested(list.queryId), AGAIN_MS)
      resting.set(list.queryId, { timer, due: null })
    }
    startNext()
  }

  function rested(queryId: string): void {
    const due = resting.get(queryId)?.due
    resting.delete(queryId)
    if (due) askAgain(due.wanted, due.cause)
  }

  /** Those that waited for a mark, once none is on its way: they come before others. */
  function askDoubted(now: ReadonlyStore): void {
    for (const [key, wanted] of doubted) {
      const list = now.get('list', wanted.queryId)
      if (list && isBeingMoved(now, wanted.queryId)) continue
      doubted.delete(key)
      if (list?.round === wanted.round) waiting.unshift({ ...wanted, edition: list.edition })
    }
  }

  function stopRunning(isStopped: (key: string, wanted: WantedPage) => boolean): void {
    for (const [key, { wanted, abort }] of running) {
      if (!isStopped(key, wanted)) continue
      abort.abort()
      running.delete(key)
    }
  }

  function stopAll(): void {
    waiting = []
    doubted.clear()
    came.clear()
    if (later !== null) clock.clearTimer(later)
    later = null
    fresh = []
    for (const { timer } of resting.values()) clock.clearTimer(timer)
    resting.clear()
    stopRunning(() => true)
    details.stop()
    options.stop()
  }

  return {
    accept(event, now) {
      state = now
      details.accept(event, now)
      if (event.type === 'library.markAnswered' || event.type === 'library.markFailed') {
        // One that failed may have been made all the same.
        for (const { marked } of running.values()) marked.add(event.payload.releaseid)
        askDoubted(now)
      }
      for (const request of planReleases(now, event)) {
        if (request.ask === 'only') keepOnly(pagesOf(request), event.seq)
        else if (request.ask === 'look') look(pagesOf(request), event.seq)
        else if (request.ask === 'moved') askAgain(pagesOf(request), event.seq)
        else if (request.ask === 'detail') details.want(request, event.seq)
        else if (request.ask === 'options') options.want(event.seq, event.type === 'release.optionsWanted')
        else stopAll()
      }
      const seen = looks(event, now)
      if (seen) look(seen, null)
      startNext()
    },
  }
}

const pagesOf = ({ queryId, round, edition, pages }: WantedPages): WantedPages => ({ queryId, round, edition, pages })

/** A page of the list that the query id names: the player's own, or the active releases. */
function fetchList(api: Api, queryId: string, page: number, signal: AbortSignal): Promise<ReleaseList> {
  const { list, query } = listAndQuery(queryId)
  return list ? listMarked(api, list, query, page, signal) : listReleases(api, query, page, signal)
}

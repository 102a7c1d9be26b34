/**
 * Fetches pages of lists, details and options in answer to events. Pages run a few at a time, the most
 * urgent first; a page that was passed over is cancelled, so that a fling does not queue up behind itself.
 */
import {
  releaseDetailFailed,
  releaseDetailReceived,
  releaseOptionsFailed,
  releaseOptionsReceived,
  releasePageFailed,
  releasePageReceived,
} from '#core/events/releases.ts'
import { pageId } from '#core/reducers/releases.ts'
import { ApiError } from '#workers/api/apiError.ts'
import type { Api } from '#workers/api/client.ts'
import { listReleases, options, releaseDetail } from '#workers/api/releases.ts'
import type { Engine, Report } from '../engine.ts'
import { planReleases, type ReleaseRequest } from './plan.ts'

/** Pages in flight at once: leaves connections for covers, music and downloads (six per host on HTTP/1.1). */
const PAGES_AT_ONCE = 2

interface WantedPage {
  readonly queryId: string
  readonly round: number
  readonly page: number
  readonly cause: number
}

export function createReleasesEngine(parts: { readonly api: Api; readonly report: Report }): Engine {
  const { api, report } = parts
  const running = new Map<string, AbortController>()
  const details = new Map<string, AbortController>()
  let waiting: WantedPage[] = []
  let asking: AbortController | null = null
  let isKnown = false

  function startNext(): void {
    while (running.size < PAGES_AT_ONCE) {
      const next = waiting.shift()
      if (!next) return
      void fetchPage(next)
    }
  }

  async function fetchPage({ queryId, round, page, cause }: WantedPage): Promise<void> {
    const key = `${pageId(queryId, page)}@${round}`
    const abort = new AbortController()
    running.set(key, abort)
    try {
      const { releases, total } = await listReleases(api, queryId, page, abort.signal)
      if (!abort.signal.aborted) report(releasePageReceived({ queryId, round, page, total, releases }), cause)
    } catch (error) {
      if (!abort.signal.aborted) report(releasePageFailed({ queryId, round, page, code: codeOf(error) }), cause)
    } finally {
      if (running.get(key) === abort) running.delete(key)
      startNext()
    }
  }

  function keepOnly(request: Extract<ReleaseRequest, { ask: 'only' }>, cause: number): void {
    const keyOf = (page: number) => `${pageId(request.queryId, page)}@${request.round}`
    const wanted = new Set(request.pages.map(keyOf))
    for (const [key, abort] of running) {
      if (wanted.has(key)) continue
      abort.abort()
      running.delete(key)
    }
    waiting = request.pages
      .filter((page) => !running.has(keyOf(page)))
      .map((page) => ({ queryId: request.queryId, round: request.round, page, cause }))
    startNext()
  }

  async function fetchDetail(releaseid: string, cause: number): Promise<void> {
    if (details.has(releaseid)) return
    const abort = new AbortController()
    details.set(releaseid, abort)
    try {
      const release = await releaseDetail(api, releaseid, abort.signal)
      if (!abort.signal.aborted) report(releaseDetailReceived({ release }), cause)
    } catch (error) {
      if (!abort.signal.aborted) report(releaseDetailFailed({ releaseid, code: detailCode(error) }), cause)
    } finally {
      if (details.get(releaseid) === abort) details.delete(releaseid)
    }
  }

  async function fetchOptions(cause: number): Promise<void> {
    if (asking || isKnown) return
    const abort = new AbortController()
    asking = abort
    try {
      const { capabilities, release_types: releaseTypes, ...lists } = await options(api, abort.signal)
      if (abort.signal.aborted) return
      isKnown = true
      report(releaseOptionsReceived({ download: capabilities.download, releaseTypes, ...lists }), cause)
    } catch (error) {
      // Until the server says otherwise downloads are off (D-131); the plan asks again at the next occasion.
      if (!abort.signal.aborted) report(releaseOptionsFailed({ code: codeOf(error) }), cause)
    } finally {
      if (asking === abort) asking = null
    }
  }

  function stopAll(): void {
    waiting = []
    for (const abort of [...running.values(), ...details.values()]) abort.abort()
    running.clear()
    details.clear()
    asking?.abort()
    asking = null
    isKnown = false
  }

  return {
    accept(event, state) {
      for (const request of planReleases(state, event)) {
        if (request.ask === 'only') keepOnly(request, event.seq)
        else if (request.ask === 'detail') void fetchDetail(request.releaseid, event.seq)
        else if (request.ask === 'options') void fetchOptions(event.seq)
        else stopAll()
      }
    },
  }
}

function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : 'UNKNOWN'
}

/** D-090: three statuses have a meaning of their own, everything else is one. */
function detailCode(error: unknown): 'RELEASE_NOT_FOUND' | 'FORBIDDEN' | 'RELEASE_NOT_AVAILABLE' | 'UNKNOWN' {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 404) return 'RELEASE_NOT_FOUND'
  if (status === 403) return 'FORBIDDEN'
  return status === 410 ? 'RELEASE_NOT_AVAILABLE' : 'UNKNOWN'
}

/**
 * Details of releases, a few at a time: what is opened or played goes first; what was queued behind all else waits for
 * its turn, for the connection and for a server that is busy, in the order it was queued.
 */
import type { AppEvent } from '#core/events/index.ts'
import { releaseDetailFailed, releaseDetailReceived } from '#core/events/releases.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { releaseDetail } from '#workers/api/releases.ts'
import { ApiError } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import { type Clock, steady } from '#workers/api/transport/clock.ts'
import type { Report } from '../engine.ts'
import { createConnection, LOOK_PAUSE_MS, pauseAfterRead } from '../repeating.ts'
import { after } from '../waiting.ts'
import { isDetailHeld } from './looks.ts'
import type { ReleaseRequest } from './plan.ts'

/** Details in flight at once: a selection that is queued wants thousands, whose deadlines would end in the browser's line. */
const DETAILS_AT_ONCE = 3
/** How many more for what somebody waits for: the others may hang until their deadline. */
const DETAILS_AHEAD = 2
/** How often a detail that can wait is asked for while there is a connection. */
const DETAIL_TRIES = 3
/** The longest pause of those that can wait, ms, whatever a server asks for. */
const PAUSE_MAX_MS = 600_000

type WantedDetail = Extract<ReleaseRequest, { ask: 'detail' }>

interface WaitingDetail {
  /** The event that wants it. */
  readonly cause: number
  /** How often it was asked for while there was a connection. */
  readonly tries: number
}

interface RunningDetail {
  readonly abort: AbortController
  readonly cause: number
  /** Nobody has opened or played it so far. */
  canWait: boolean
}

export interface Details {
  /** Asks for one, or moves it ahead. @param cause number of the event that wants it */
  want(wanted: WantedDetail, cause: number): void
  accept(event: AppEvent, state: ReadonlyStore): void
  /** Forgets all that is asked for. */
  stop(): void
}

export function createDetails({
  api,
  clock,
  report,
}: {
  readonly api: Api
  readonly clock: Clock
  readonly report: Report
}): Details {
  const lasting = steady(clock)
  /** When details came, ms; those of the last LOOK_PAUSE_MS. */
  const came = new Map<string, number>()
  /** As it is now: reducers change it in place. */
  let held: ReadonlyStore | null = null
  const connection = createConnection()
  const details = new Map<string, RunningDetail>()
  /** Releases whose details wait for their turn: what is opened or played goes first, the newest before the others. */
  const first = new Map<string, WaitingDetail>()
  /** These wait for the connection too, and as long as any of the pauses. */
  let later = new Map<string, WaitingDetail>()
  /** Each ends one. */
  const pauses = new Set<() => void>()

  function wantDetail({ releaseid, again, canWait, isKnown }: WantedDetail, cause: number): void {
    const isWaiting = first.has(releaseid) || later.has(releaseid)
    const onItsWay = details.get(releaseid)
    if (isKnown && (isWaiting || isFresh(releaseid))) return
    if (onItsWay && !again && !canWait) onItsWay.canWait = false
    if (again ? isWaiting : onItsWay || (canWait && isWaiting)) return
    onItsWay?.abort.abort()
    details.delete(releaseid)
    later.delete(releaseid)
    first.delete(releaseid)
    const wanted = { cause, tries: 0 }
    if (onItsWay?.canWait) putBack(releaseid, wanted)
    else (canWait ? later : first).set(releaseid, wanted)
    startDetails()
  }

  const isFresh = (releaseid: string) =>
    lasting.now() - (came.get(releaseid) ?? Number.NEGATIVE_INFINITY) < LOOK_PAUSE_MS
  const isDone = (releaseid: string) => held?.get('detail', releaseid)?.status === 'done'

  function startDetails(): void {
    if (details.size >= DETAILS_AT_ONCE + DETAILS_AHEAD) return
    for (const [releaseid, wanted] of [...first].reverse()) {
      if (details.size >= DETAILS_AT_ONCE + DETAILS_AHEAD) return
      first.delete(releaseid)
      void fetchDetail(releaseid, wanted, false)
    }
    if (connection.line().aborted || pauses.size > 0) return
    for (const [releaseid, wanted] of later) {
      if (details.size >= DETAILS_AT_ONCE) return
      later.delete(releaseid)
      void fetchDetail(releaseid, wanted, true)
    }
  }

  async function fetchDetail(releaseid: string, { cause, tries }: WaitingDetail, canWait: boolean): Promise<void> {
    const abort = new AbortController()
    const own: RunningDetail = { abort, canWait, cause }
    const line = connection.line()
    details.set(releaseid, own)
    try {
      const release = await releaseDetail(api, releaseid, abort.signal)
      if (abort.signal.aborted) return
      for (const id of came.keys()) if (!isFresh(id)) came.delete(id)
      came.set(releaseid, lasting.now())
      if (!isDetailHeld(held, release)) report(releaseDetailReceived({ release }), cause)
    } catch (error) {
      if (abort.signal.aborted) return
      const next = line.aborted ? tries : tries + 1
      const pause = line.aborted ? 0 : pauseAfterRead(error, next, Number.POSITIVE_INFINITY)
      if (own.canWait && pause) holdLater(pause)
      if (own.canWait && pause !== null && next < DETAIL_TRIES) putBack(releaseid, { cause, tries: next })
      // What is there stands, unless it is known to be gone.
      else if (!isDone(releaseid) || detailCode(error) !== 'UNKNOWN')
        report(releaseDetailFailed({ releaseid, code: detailCode(error) }), cause)
    } finally {
      if (details.get(releaseid) === own) details.delete(releaseid)
      startDetails()
    }
  }

  /** Before all that can wait: what was queued behind it enters the queue after it (H-141). */
  function putBack(releaseid: string, wanted: WaitingDetail): void {
    later = new Map([[releaseid, wanted], ...later])
  }

  function holdLater(ms: number): void {
    const stop = after(clock, Math.min(ms, PAUSE_MAX_MS), () => {
      pauses.delete(stop)
      startDetails()
    })
    pauses.add(stop)
  }

  return {
    want: wantDetail,
    accept(event, state) {
      held = state
      connection.accept(event, state)
      if (/^library\.(mark|clear)(Answered|Failed)$/.test(event.type)) {
        // What is on its way behind one that is known may be of before the mark; of the others the plan says so.
        const marked = 'releaseid' in event.payload ? [event.payload.releaseid] : [...details.keys()]
        for (const releaseid of marked) {
          const cause = details.get(releaseid)?.cause
          if (cause !== undefined && isDone(releaseid)) wantDetail({ ask: 'detail', releaseid, again: true }, cause)
        }
      }
      if (event.type === 'app.wentOnline') startDetails()
    },
    stop() {
      came.clear()
      first.clear()
      later.clear()
      for (const stop of pauses) stop()
      pauses.clear()
      for (const { abort } of details.values()) abort.abort()
      details.clear()
    },
  }
}

/** D-090: three statuses have a meaning of their own, everything else is one. */
function detailCode(error: unknown): 'RELEASE_NOT_FOUND' | 'FORBIDDEN' | 'RELEASE_NOT_AVAILABLE' | 'UNKNOWN' {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 404) return 'RELEASE_NOT_FOUND'
  if (status === 403) return 'FORBIDDEN'
  return status === 410 ? 'RELEASE_NOT_AVAILABLE' : 'UNKNOWN'
}

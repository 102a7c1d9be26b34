/**
 * Makes the calls behind flags and the archive, a few at a time. Calls on one release keep their order, and a
 * call on all of them waits for those before it and holds back those behind it, so that the server's state and
 * ours agree whatever the network does; all of them may be repeated, so a call
 * that fell with the connection goes out again when it is back (D-117: nothing was shown of it meanwhile).
 */
import {
  libraryClearAnswered,
  libraryClearFailed,
  libraryMarkAnswered,
  libraryMarkFailed,
} from '#core/events/library.ts'
import { targetId } from '#core/model/library.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { ApiError } from '#workers/api/apiError.ts'
import type { Api } from '#workers/api/client.ts'
import type { Clock, Timer } from '#workers/api/clock.ts'
import {
  archiveRelease,
  clearFlags,
  flagRelease,
  flagTrack,
  restoreAll,
  restoreRelease,
  unflagRelease,
  unflagTrack,
} from '#workers/api/library.ts'
import type { Engine, Report } from '../engine.ts'
import { type ClearCall, type MarkCall, planLibrary } from './plan.ts'

/** Calls in flight at once: leaves connections for covers, music and downloads. */
const CALLS_AT_ONCE = 3
/** Tries of one call in all. */
const TRIES_MAX = 4
/** First pause after a lost connection, in ms; it doubles. */
const PAUSE_MS = 1000
/** The longest pause a server may ask for, in ms; a longer one fails the call. */
const PAUSE_MAX_MS = 60_000

type Call = MarkCall | ClearCall

const ALL = 'all releases'
/** Calls with one key keep their order: those on a release, and those on all of them. */
const keyOf = (call: Call) => ('list' in call ? ALL : targetId({ releaseid: call.releaseid, trackid: null }))

interface Waiting {
  readonly call: Call
  readonly cause: number
  readonly tries: number
}

export function createLibraryEngine(parts: {
  readonly api: Api
  readonly clock: Clock
  readonly report: Report
}): Engine {
  const { api, clock, report } = parts
  const running = new Map<string, AbortController>()
  let waiting: Waiting[] = []
  let pause: Timer | null = null
  let state: ReadonlyStore | null = null

  function startNext(): void {
    if (pause !== null || state?.single('app').online === false) return
    while (running.size < CALLS_AT_ONCE) {
      const at = startable()
      const next = at < 0 ? undefined : waiting.splice(at, 1)[0]
      if (!next) return
      void make(next)
    }
  }

  /** The first call that may go out now; -1 when none may. */
  function startable(): number {
    if (running.has(ALL)) return -1
    const first = waiting.findIndex(({ call }) => !running.has(keyOf(call)))
    const barrier = waiting.findIndex(({ call }) => keyOf(call) === ALL)
    if (barrier < 0 || (first >= 0 && first < barrier)) return first
    return barrier === 0 && running.size === 0 ? 0 : -1
  }

  async function make(wanted: Waiting): Promise<void> {
    const { call, cause, tries } = wanted
    const abort = new AbortController()
    running.set(keyOf(call), abort)
    let answer: Parameters<Report>[0] | null
    try {
      await send(api, call, abort.signal)
      answer = 'list' in call ? libraryClearAnswered({ ...call }) : libraryMarkAnswered({ ...call })
    } catch (error) {
      const wait = tries + 1 < TRIES_MAX ? pauseAfter(error, tries) : null
      answer = wait === null ? failed(call, codeOf(error)) : null
      if (wait !== null && !abort.signal.aborted) {
        waiting.unshift({ ...wanted, tries: tries + 1 })
        hold(wait)
      }
    }
    if (abort.signal.aborted) return
    running.delete(keyOf(call))
    if (answer) report(answer, cause)
    startNext()
  }

  function hold(ms: number): void {
    if (pause !== null) clock.clearTimer(pause)
    pause = clock.setTimer(goOn, ms)
  }

  function goOn(): void {
    if (pause !== null) clock.clearTimer(pause)
    pause = null
    startNext()
  }

  function stopAll(): void {
    waiting = []
    for (const abort of running.values()) abort.abort()
    running.clear()
    if (pause !== null) clock.clearTimer(pause)
    pause = null
  }

  return {
    accept(event, now) {
      state = now
      for (const request of planLibrary(now, event)) {
        if (request.ask === 'resume') goOn()
        else if (request.ask === 'nothing') stopAll()
        else {
          const wanted = { call: request.call, cause: event.seq, tries: 0 }
          if (request.ask === 'mark' && request.urgent) waiting.unshift(wanted)
          else waiting.push(wanted)
          startNext()
        }
      }
    },
  }
}

/** How long to wait before a call is made again, in ms; null when it has failed for good. */
function pauseAfter(error: unknown, tries: number): number | null {
  if (!(error instanceof ApiError)) return null
  const asked = error.retryAfterMs
  if (error.status === 429 || error.status === 503)
    return asked === undefined ? PAUSE_MS * 2 ** tries : asked <= PAUSE_MAX_MS ? asked : null
  return error.code === 'NETWORK' ? PAUSE_MS * 2 ** tries : null
}

function failed(call: Call, code: string): Parameters<Report>[0] {
  return 'list' in call ? libraryClearFailed({ ...call, code }) : libraryMarkFailed({ ...call, code })
}

function send(api: Api, call: Call, signal: AbortSignal): Promise<void> {
  if ('list' in call) return call.list === 'flagged' ? clearFlags(api, signal) : restoreAll(api, signal)
  const { releaseid, trackid, mark } = call
  if (trackid !== null)
    return mark === 'flagged'
      ? flagTrack(api, releaseid, trackid, signal)
      : unflagTrack(api, releaseid, trackid, signal)
  switch (mark) {
    case 'flagged':
      return flagRelease(api, releaseid, signal)
    case 'unflagged':
      return unflagRelease(api, releaseid, signal)
    case 'archived':
      return archiveRelease(api, releaseid, signal)
    case 'restored':
      return restoreRelease(api, releaseid, signal)
  }
}

function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : 'UNKNOWN'
}

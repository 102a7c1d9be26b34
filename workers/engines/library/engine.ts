/**
 * Makes the calls behind flags and the archive, a few at a time. Calls on one release keep their order, and a
 * call on all of them waits for those before it and holds back those behind it, so that the server's state and
 * ours agree whatever the network does; all of them may be repeated, so a call
 * that fell with the connection goes out again when it is back, in its turn (D-117: nothing was shown of it meanwhile).
 * Of a mark that never had an answer the release is read: what it says was done, was. It is read as well where a flag
 * was refused because it is archived, so that what offered the flag says why there is none.
 * What is refused for a session that is over, or was called so by mistake, waits until there is a good one (H-571).
 */
import type { TokenBroker } from '#core/contracts/session.ts'
import {
  libraryClearAnswered,
  libraryClearFailed,
  libraryMarkAnswered,
  libraryMarkFailed,
} from '#core/events/library.ts'
import { releaseDetailReceived } from '#core/events/releases.ts'
import type { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import { targetId } from '#core/model/library/library.ts'
import { hasFlags } from '#core/reducers/library/library.ts'
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
import { releaseDetail } from '#workers/api/releases.ts'
import { ApiError, codeOf, isGone, outcomeAfter } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import { type Clock, steady } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'
import { createConnection, pauseAfterRead } from '../repeating.ts'
import { after, beforeDeadline } from '../waiting.ts'
import { type ClearCall, type MarkCall, planLibrary } from './plan.ts'

/** Calls in flight at once: leaves connections for covers, music and downloads. */
const CALLS_AT_ONCE = 3
/** A server that asks for a longer pause is asked again after this, ms (H-350). */
const PAUSE_MAX_MS = 3_600_000
/** A call put off for so long, ms, has not used up one of its tries (H-507); one put off for less is not made for ever. */
const PUT_OFF_MS = 10_000
/** Why a flag is refused (FLAG-008). Where it was offered all the same nobody here knew. */
const ARCHIVED = 'RELEASE_ARCHIVED'
/** What falls so may have been refused for the session. */
const PERHAPS_REFUSED: ReadonlySet<string> = new Set(['NO_TOKEN', 'REDIRECTED'])
/** A session that came back is mostly heard of; so often it is looked for besides, ms. */
const LOOK_MS = 60_000

type Call = MarkCall | ClearCall

const ALL = 'all releases'
/** Calls with one key keep their order: those on a release, and those on all of them. */
const keyOf = (call: Call) => ('list' in call ? ALL : targetId({ releaseid: call.releaseid, trackid: null }))

const isBarrier = ({ call }: Waiting) => 'list' in call

interface Waiting {
  readonly call: Call
  readonly cause: number
  /** Place in the order of the calls. */
  readonly turn: number
  /** How often it was made while there was a connection. */
  readonly tries: number
  /** The connection fell while it was under way, or its page was gone: whoever wished for it believes it done. */
  readonly fell?: true
  /** It was refused although there is a good session. */
  readonly refused?: true
}

export function createLibraryEngine(parts: {
  readonly api: Api
  readonly session: Pick<TokenBroker, 'renew'>
  readonly clock: Clock
  readonly report: Report
}): Engine {
  const { api, session, report } = parts
  const clock = steady(parts.clock)
  const running = new Map<string, AbortController>()
  const connection = createConnection()
  let waiting: Waiting[] = []
  /** How many of those are calls on all releases. */
  let barriers = 0
  /** Ends it. */
  let pause: (() => void) | null = null
  /** Until when nothing is sent, and until when the server asked for that, ms. */
  let pausedUntil = 0
  let askedUntil = 0
  let turns = 0
  /** Stops looking whether there is a good session; null: there is none known to be over. */
  let looking: (() => void) | null = null
  /** How often there was a good session again. */
  let renewals = 0
  /** Wishes that an earlier page left. */
  const kept = new Set<string>()

  function startNext(): void {
    if (pause !== null || looking !== null || connection.line().aborted) return
    while (running.size < CALLS_AT_ONCE) {
      const at = startable()
      const next = at < 0 ? undefined : waiting.splice(at, 1)[0]
      if (!next) return
      if (isBarrier(next)) barriers--
      void make(next)
    }
  }

  /** The first call that may go out now; -1 when none may. */
  function startable(): number {
    if (running.has(ALL)) return -1
    const first = waiting.findIndex(({ call }) => !running.has(keyOf(call)))
    const barrier = barriers === 0 ? -1 : waiting.findIndex(isBarrier)
    if (barrier < 0 || (first >= 0 && first < barrier)) return first
    return barrier === 0 && running.size === 0 ? 0 : -1
  }

  async function make(wanted: Waiting): Promise<void> {
    const { cause } = wanted
    let { call } = wanted
    const abort = new AbortController()
    const line = connection.line()
    running.set(keyOf(call), abort)
    let answer: Parameters<Report>[0] | null
    let read: ReleaseDetail | null = null
    try {
      const signal = AbortSignal.any([abort.signal, line])
      if (!('list' in call) && call.readFirst && (await readSongs(call.releaseid, cause, signal))) call = namesOf(call)
      await send(api, call, signal).catch((error: unknown) => {
        // What it was on is gone, and the mark with it: that is what was wanted (D-161).
        if (!(takesOff(call) && isGone(error))) throw error
      })
      answer = 'list' in call ? libraryClearAnswered({ ...call }) : libraryMarkAnswered(namesOf(call))
    } catch (error) {
      const asked = error instanceof ApiError ? error.retryAfterMs : undefined
      const tries = wanted.tries + (asked !== undefined && asked >= PUT_OFF_MS ? 0 : 1)
      const next: Waiting = line.aborted ? { ...wanted, call, fell: true } : { ...wanted, call, tries }
      const waits = line.aborted ? null : await refusal(wanted, error, abort.signal)
      // Made twice, each of them does the same.
      const wait = line.aborted || waits ? 0 : pauseAfterRead(error, tries, Number.POSITIVE_INFINITY)
      answer = wait === null ? failed(next, codeOf(error)) : null
      const isToRead = outcomeAfter(error) === 'unknown' || codeOf(error) === ARCHIVED
      if (wait === null && !('list' in call) && isToRead) {
        const found = await lookAt(call, abort.signal)
        if (found === 'done') answer = libraryMarkAnswered(namesOf(call))
        else read = found
      }
      if (wait !== null && !abort.signal.aborted) {
        enter(waits ? { ...waits, call } : next)
        if (wait > 0) hold(Math.min(wait, PAUSE_MAX_MS), asked !== undefined)
      }
    }
    if (abort.signal.aborted) return
    running.delete(keyOf(call))
    if (answer) report(answer, cause)
    if (read) report(releaseDetailReceived({ release: read }), cause)
    startNext()
  }

  /**
   * What becomes of a call that was refused for the session: it waits for a good one, or is made once more where there is
   * one by now. Null: it is this call that is refused, or it fell for something else.
   */
  async function refusal(
    { refused, ...wanted }: Waiting,
    error: unknown,
    signal: AbortSignal,
  ): Promise<Waiting | null> {
    const isSaid = error instanceof ApiError && error.status === 401
    // A refusal may come as a page, and a token that is over is not renewed.
    if (!isSaid && !PERHAPS_REFUSED.has(codeOf(error))) return null
    const before = renewals
    if (await isOver()) {
      if (renewals === before && !signal.aborted) rest()
      return wanted
    }
    return isSaid && !refused ? { ...wanted, refused: true } : null
  }

  /** Asked of the session worker, which knows it without the server. Whoever cannot say it says no. */
  const isOver = async () =>
    (await beforeDeadline(clock, REQUEST_TIMEOUT_MS, session.renew(''), () => new Error('late')).catch(() => '')) ===
    null

  /** Nothing is sent until there is a good session. */
  function rest(): void {
    looking?.()
    const mine = after(clock, LOOK_MS, async () => {
      const isStill = await isOver()
      if (looking !== mine) return
      if (isStill) rest()
      else renewed()
    })
    looking = mine
  }

  function renewed(): void {
    renewals++
    looking?.()
    looking = null
    startNext()
  }

  /** What became of a mark without an answer: that it was done, or how the release is; null when nobody can say. */
  async function lookAt(call: MarkCall, signal: AbortSignal): Promise<'done' | ReleaseDetail | null> {
    try {
      const release = await releaseDetail(api, call.releaseid, signal)
      return isDone(call, release) ? 'done' : release
    } catch (error) {
      return takesOff(call) && isGone(error) ? 'done' : null
    }
  }

  /**
   * Tells which songs are flagged; where they cannot be read the call is made all the same.
   * @returns whether they were read: what is read after a call whose answer was lost would be of after it
   */
  async function readSongs(releaseid: string, cause: number, signal: AbortSignal): Promise<boolean> {
    const release = await releaseDetail(api, releaseid, signal).catch(() => null)
    if (release && !signal.aborted) report(releaseDetailReceived({ release }), cause)
    return release !== null
  }

  /** Into the line, before those whose turn is later. */
  function enter(call: Waiting): void {
    if (isBarrier(call)) barriers++
    // Most come behind all that wait.
    const last = waiting.at(-1)
    const later = !last || last.turn <= call.turn ? -1 : waiting.findIndex(({ turn }) => turn > call.turn)
    waiting.splice(later < 0 ? waiting.length : later, 0, call)
  }

  /** Nothing is sent for so long, or until the end of a pause before that is longer. @param isAsked by the server */
  function hold(ms: number, isAsked: boolean): void {
    const until = clock.now() + ms
    if (isAsked) askedUntil = Math.max(askedUntil, until)
    pauseUntil(Math.max(pausedUntil, until))
  }

  function pauseUntil(until: number): void {
    pause?.()
    pausedUntil = until
    const left = until - clock.now()
    pause = left > 0 ? after(clock, left, goOn) : null
    startNext()
  }

  function goOn(): void {
    pause = null
    startNext()
  }

  function stopAll(): void {
    waiting = []
    kept.clear()
    barriers = 0
    for (const abort of running.values()) abort.abort()
    running.clear()
    pause?.()
    pause = null
    pausedUntil = 0
    askedUntil = 0
    looking?.()
    looking = null
  }

  return {
    accept(event, now) {
      connection.accept(event, now)
      for (const request of planLibrary(now, event)) {
        // The line is back; what the server asked for stands.
        if (request.ask === 'resume') pauseUntil(askedUntil)
        else if (request.ask === 'renewed') renewed()
        else if (request.ask === 'nothing') stopAll()
        else {
          // A call that follows another one comes before all that wait.
          const isNext = request.ask === 'mark' && request.urgent
          const { requestId } = request.call
          if (request.ask === 'mark' && request.kept) kept.add(requestId)
          const fell = kept.has(requestId) ? { fell: true as const } : {}
          enter({ call: request.call, cause: event.seq, turn: isNext ? 0 : ++turns, tries: 0, ...fell })
          startNext()
        }
      }
    },
  }
}

function failed({ call, fell }: Waiting, code: string): Parameters<Report>[0] {
  if ('list' in call) return libraryClearFailed({ ...call, code })
  return libraryMarkFailed({ ...namesOf(call), code, ...(fell ? { fell } : {}) })
}

const namesOf = ({ requestId, releaseid, trackid, mark }: MarkCall) => ({ requestId, releaseid, trackid, mark })

/** Whether a call takes marks off, be it of one target or of all. */
const takesOff = (call: Call): boolean => 'list' in call || call.mark === 'unflagged' || call.mark === 'restored'

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

/** Whether a release is as a mark would have it. */
function isDone({ trackid, mark }: MarkCall, release: ReleaseDetail): boolean {
  if (trackid !== null)
    return release.songs.some((song) => song.trackid === trackid && song.flagged === (mark === 'flagged'))
  if (mark === 'archived' || mark === 'restored') return release.archived === (mark === 'archived')
  return mark === 'flagged' ? release.flagged : !hasFlags(release)
}

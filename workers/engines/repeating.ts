/**
 * When a call that changes something is made again. What fell with the connection waits until it is back and goes
 * out once more (P7 of reliability); while there is a connection, tries are bounded and further and further apart.
 */
import type { AppEvent } from '#core/events/index.ts'
import { hasNoAnswer } from '#core/model/people/refusal.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { ApiError, outcomeAfter } from '#workers/api/transport/apiError.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import { OnlineLatch } from './onlineLatch.ts'

/** What stands on the screen is read again so often at most, ms: for who comes back to it, and for who opens it again. */
export const LOOK_PAUSE_MS = 60_000

/** Tries of one call in all, those that fell with the connection left out. */
export const TRIES_MAX = 4
/** First pause after a lost connection, in ms; it doubles. */
const PAUSE_MS = 1000

/**
 * How long to wait before a call is made again.
 * @param tries how often it was made, from 1
 * @param longest the longest pause a server may ask for, in ms
 * @returns ms; null when it has failed for good
 */
export function pauseAfter(error: unknown, tries: number, longest: number): number | null {
  if (!(error instanceof ApiError) || tries >= TRIES_MAX) return null
  const pause = backoff(tries)
  if (error.status !== 429 && error.status !== 503)
    return error.code === 'NETWORK' || error.code === 'NO_TOKEN' || error.code === 'REDIRECTED' ? pause : null
  const asked = error.retryAfterMs ?? pause
  return asked <= longest ? asked : null
}

/**
 * As `pauseAfter`, for a call that changes nothing, or nothing more when it is made twice: one that got no answer in
 * time, or that of a proxy that lost the server, is made again as well.
 */
export function pauseAfterRead(error: unknown, tries: number, longest: number): number | null {
  const isLost = error instanceof ApiError && hasNoAnswer(error.code) && tries < TRIES_MAX
  return isLost ? backoff(tries) : pauseAfter(error, tries, longest)
}

const backoff = (tries: number) => PAUSE_MS * 2 ** (tries - 1)

/** What an engine knows of the connection. */
export interface Connection {
  /** Ends when the connection falls: what is under way then gets no answer. Ended while there is none. */
  line(): AbortSignal
  /** Resolves when there is one, at once if there is, and when the signal ends. */
  up(signal: AbortSignal): Promise<void>
  accept(event: AppEvent, state: ReadonlyStore): void
}

export function createConnection(): Connection {
  const latch = new OnlineLatch()
  return {
    line: () => latch.line,
    up: (signal) => latch.passed(signal).catch(() => {}),
    accept(event, state) {
      if (!/^app\.(opened|went)/.test(event.type)) return
      if (state.single('app').online) latch.open()
      else latch.close()
    },
  }
}

/**
 * A call that may be made again.
 * @param signal ends with the connection too
 * @param isAgain it was made before and no answer came: it may have been carried out then
 */
export type RepeatedCall<T> = (signal: AbortSignal, isAgain: boolean) => Promise<T>

/**
 * Makes a call again while that may help, never without a connection.
 * @throws what the last try threw, or the one in which the signal ended; where that never left, what a try before threw
 * that may have been carried out
 */
export type Repeat = <T>(call: RepeatedCall<T>, signal: AbortSignal) => Promise<T>

export function createRepeat(parts: {
  readonly clock: Clock
  readonly connection: Connection
  /** 0 to 1, to spread repeats. */
  readonly jitter: () => number
  /** The longest pause a server may ask for, in ms; a longer one fails the call. */
  readonly longest: number
  /** Default: as for a call that changes something. */
  readonly pauseOf?: typeof pauseAfter
}): Repeat {
  const { clock, connection, jitter, longest, pauseOf = pauseAfter } = parts
  return async (call, signal) => {
    let tries = 0
    let lost: unknown = null
    for (;;) {
      await connection.up(signal)
      const line = connection.line()
      try {
        return await call(AbortSignal.any([signal, line]), lost !== null)
      } catch (error) {
        const pause = line.aborted ? 0 : pauseOf(error, ++tries, longest)
        const outcome = outcomeAfter(error)
        const said = lost !== null && outcome === 'unsent' ? lost : error
        if (pause === null || signal.aborted) throw said
        if (outcome === 'unknown') lost ??= error
        if (pause > 0) await new Promise<void>((resolve) => clock.setTimer(resolve, pause * (1 + jitter() / 4)))
        if (signal.aborted) throw said
      }
    }
  }
}

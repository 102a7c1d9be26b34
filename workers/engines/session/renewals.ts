/**
 * Keeps asking for a renewal until there is an answer (D-156): one try at a time; a try without an answer is ended at
 * its deadline and made again after a pause. Both grow, so that a slow line is given the time it needs and a server
 * that is away is not stormed. What the server refuses is final.
 *
 *   idle ── now ──▶ asking ── answer, refusal ──▶ idle
 *                    ▲   └─ no answer ─▶ waiting ─┐ the pause is over; somebody asks, or is back
 *                    └────────────────────────────┘
 */
import { ApiError } from '#workers/api/transport/apiError.ts'
import type { Clock, Timer } from '#workers/api/transport/clock.ts'
import type { Clocks } from './lifetime.ts'

/** How long one try after the other waits for its answer, ms; the last holds for all that follow. */
const DEADLINES_MS = [15_000, 30_000, 60_000, 150_000] as const
/** The longest first pause, ms: with the first deadline it makes less than 20 s. Doubles up to PAUSE_MAX_MS. */
const PAUSE_MS = 4000
const PAUSE_MAX_MS = 60_000
/** The longest pause a server may ask for, ms. */
const ASKED_MAX_MS = 900_000

/** One try. `deadlineMs` is how long it may wait for its answer; the signal ends it sooner. @throws ApiError */
export type AskForRenewal = (deadlineMs: number, signal: AbortSignal) => Promise<void>

export interface RenewalParts {
  readonly clock: Clock
  /** By which a pause the server asked for passes while the machine sleeps: its timers stand still then. */
  readonly clocks: Clocks
  /** 0 to below 1, for the jitter of pauses. */
  readonly jitter: () => number
  readonly ask: AskForRenewal
  /** True for an answer no repeat can change. */
  readonly isFinal: (error: unknown) => boolean
}

export interface Renewals {
  /** True while a try is under way or will be made. */
  readonly busy: boolean
  /** Joins the try under way, or begins one now. Rejects as it does; without an answer it is repeated all the same. */
  now(): Promise<void>
  /**
   * Somebody is back: what waits goes on at once.
   * @param isNewLine the connection is another one, or the machine slept: no answer to a former try will come
   */
  hurry(isNewLine: boolean): void
  /** There is an answer by another way: no further try is made of itself. */
  rest(): void
  /** Nothing is asked any more, and no answer comes. */
  stop(): void
}

export function createRenewals({ clock, clocks, jitter, ask, isFinal }: RenewalParts): Renewals {
  let current: Promise<void> | null = null
  let attempt: { readonly abort: AbortController; isLate: boolean; isAgain: boolean } | null = null
  let pause: Timer | null = null
  /** The server asked for this pause: nobody makes it shorter. */
  let asked: { readonly error: unknown; readonly ms: number; readonly wall: number; readonly steady: number } | null =
    null
  let misses = 0

  /** One try, begun anew when the line is another one meanwhile. */
  async function tryNow(): Promise<void> {
    for (;;) {
      const deadlineMs = DEADLINES_MS[Math.min(misses, DEADLINES_MS.length - 1)] ?? DEADLINES_MS[0]
      const mine = { abort: new AbortController(), isLate: false, isAgain: false }
      attempt = mine
      const late = clock.setTimer(() => {
        mine.isLate = true
      }, DEADLINES_MS[0])
      try {
        return await ask(deadlineMs, mine.abort.signal)
      } catch (error) {
        if (!mine.isAgain) throw error
      } finally {
        clock.clearTimer(late)
      }
    }
  }

  function begin(): Promise<void> {
    calm()
    const mine = tryNow().then(
      () => {
        if (current === mine) settle()
      },
      (error: unknown) => {
        if (current === mine) settle(error)
        throw error
      },
    )
    current = mine
    return mine
  }

  function settle(error: unknown = null): void {
    current = null
    attempt = null
    if (error === null || isFinal(error)) misses = 0
    else wait(error)
  }

  function wait(error: unknown): void {
    misses += 1
    const most = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (misses - 1))
    const wish = error instanceof ApiError ? error.retryAfterMs : undefined
    const least = Math.min(wish ?? 0, ASKED_MAX_MS)
    if (wish !== undefined) asked = { error, ms: least, wall: clocks.now(), steady: clocks.steady() }
    const ms = Math.max((most * (1 + jitter())) / 2, least)
    pause = clock.setTimer(() => void begin().catch(() => undefined), ms)
  }

  function calm(): void {
    if (pause !== null) clock.clearTimer(pause)
    pause = null
    asked = null
  }

  /** The pause the server asked for, while it lasts. */
  function held() {
    if (asked === null) return null
    const passed = Math.max(clocks.now() - asked.wall, clocks.steady() - asked.steady)
    return passed < asked.ms ? asked : null
  }

  return {
    get busy() {
      return current !== null || pause !== null
    },
    now() {
      if (current) return current
      const pausing = held()
      return pausing === null ? begin() : Promise.reject(pausing.error)
    },
    hurry(isNewLine) {
      if (isNewLine) misses = 0
      if (attempt && (isNewLine || attempt.isLate)) {
        attempt.isAgain = true
        attempt.abort.abort()
      } else if (pause !== null && held() === null) void begin().catch(() => undefined)
    },
    rest() {
      calm()
      misses = 0
    },
    stop() {
      calm()
      misses = 0
      current = null
      if (attempt) attempt.isAgain = false
      attempt?.abort.abort()
      attempt = null
    },
  }
}

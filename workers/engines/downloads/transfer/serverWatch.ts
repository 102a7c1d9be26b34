/**
 * A server that goes away for a while. What breaks off, or falls silent, may be the file, the line or the server, so one
 * question for all jobs finds out: nobody there, and all of them wait for the same answer, which is asked for with
 * growing pauses and at once when somebody hears of the server. Waiting uses up no tries, and no job asks for itself
 * meanwhile.
 *
 *   trouble ─▶ ask ─┬─ there: a try is used up ──────────────▶ next try
 *                   └─ away: ask again, 1 s to 30 s ─┬─ back ─▶ next try
 *                                                    └─ AWAY_MAX_MS ─▶ the trouble
 */

import { type Clock, steady, type Timer } from '../../../api/transport/clock.ts'
import type { OnlineLatch } from '../../onlineLatch.ts'
import { untilAborted } from '../../waiting.ts'
import { BACKOFF_CAP_MS, type Tries } from '../trouble/retry.ts'
import type { Trouble } from '../trouble/trouble.ts'
import { sleep, within } from '../trouble/waiting.ts'

/** The first pause; each is twice the one before, up to BACKOFF_CAP_MS. */
export const PAUSE_MS = 1000
/** So long jobs wait for a server. Waiting time, not wall time: a machine that sleeps loses none of its patience. */
export const AWAY_MAX_MS = 15 * 60_000
/** One question may take so long, ms. */
const ANSWER_MS = 10_000
/** Hints come with every call somebody makes: so far apart they are followed, ms. */
const HINT_MS = 1000

export interface ReachParts {
  readonly clock: Clock
  readonly latch: OnlineLatch
  /** 0 to below 1. */
  readonly random: () => number
  /** Whether the server answers now. */
  answers(signal: AbortSignal): Promise<boolean>
  /** The server went away and is asked again in so many ms; null: it is back, or nobody waits for it. */
  changed(againInMs: number | null): void
}

interface Away {
  /** ms waited since it went. */
  waited: number
  pause: number
  timer: Timer | null
  askedAt: number
}

/** What a job needs of it. */
export type Resting = Pick<ServerWatch, 'rest'>

export class ServerWatch {
  readonly #parts: ReachParts
  readonly #waiting = new Set<(isBack: boolean) => void>()
  #away: Away | null = null
  #asking: Promise<boolean> | null = null

  constructor(parts: ReachParts) {
    this.#parts = { ...parts, clock: steady(parts.clock) }
  }

  /**
   * Waits before the next try.
   * @param delayed hears how long, ms; of a server that is away everybody hears (`changed`)
   * @throws the trouble when it is final, when its tries are used up or when the server stays away; the signal's reason
   */
  async rest(tries: Tries, trouble: Trouble, signal: AbortSignal, delayed?: (ms: number) => void): Promise<void> {
    if (!trouble.isUnreachable || (await this.#isThere(signal))) {
      const wait = tries.after(trouble)
      delayed?.(wait)
      return sleep(this.#parts.clock, wait, signal)
    }
    if (!(await this.#back(signal))) throw trouble
  }

  /** Somebody heard of the server, or has just come for it: if it is away, it is asked at once. */
  hint(): void {
    const away = this.#away
    if (!away || this.#asking) return
    if (away.timer !== null && this.#parts.clock.now() - away.askedAt < HINT_MS) return
    this.#clear(away)
    void this.#again(away)
  }

  async #isThere(signal: AbortSignal): Promise<boolean> {
    if (this.#away) return false
    // Offline is nobody's absence: the next try waits at the latch.
    if (!this.#parts.latch.isOpen) return true
    if (await untilAborted(this.#ask(), signal)) return true
    this.#away ??= this.#begin()
    return false
  }

  async #back(signal: AbortSignal): Promise<boolean> {
    let settle = (_isBack: boolean) => {}
    const settled = new Promise<boolean>((resolve) => {
      settle = resolve
    })
    this.#waiting.add(settle)
    return untilAborted(settled, signal).finally(() => this.#waiting.delete(settle))
  }

  #ask(): Promise<boolean> {
    const { clock, answers } = this.#parts
    const stop = new AbortController()
    this.#asking ??= within(clock, ANSWER_MS, answers(stop.signal), stop.signal)
      .catch(() => false)
      .finally(() => {
        stop.abort()
        this.#asking = null
      })
    return this.#asking
  }

  #begin(): Away {
    const away: Away = { waited: 0, pause: PAUSE_MS, timer: null, askedAt: this.#parts.clock.now() }
    this.#schedule(away)
    return away
  }

  #schedule(away: Away): void {
    const { clock, random } = this.#parts
    const wait = Math.round(away.pause * (0.75 + random() / 4))
    away.pause = Math.min(BACKOFF_CAP_MS, 2 * away.pause)
    away.timer = clock.setTimer(() => {
      away.timer = null
      away.waited += wait
      void this.#again(away)
    }, wait)
    this.#parts.changed(wait)
  }

  async #again(away: Away): Promise<void> {
    const { clock, latch } = this.#parts
    // Whoever opens the latch hints.
    if (this.#waiting.size > 0 && !latch.isOpen) return
    away.askedAt = clock.now()
    const isBack = this.#waiting.size === 0 || (await this.#ask())
    if (this.#away !== away) return
    if (!isBack && away.waited < AWAY_MAX_MS) return this.#schedule(away)
    this.#away = null
    this.#parts.changed(null)
    for (const settle of this.#waiting) settle(isBack)
  }

  #clear(away: Away): void {
    if (away.timer !== null) this.#parts.clock.clearTimer(away.timer)
    away.timer = null
  }
}

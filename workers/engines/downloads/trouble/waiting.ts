// Waits that end: by time, by a signal, or by the network coming back.
import type { Clock, Timer } from '../../../api/clock.ts'
import { Trouble } from './trouble.ts'

/** Why a wait or a transfer ended early: the job was cancelled. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}

/** Settles with `work`, or rejects with the signal's reason as soon as it aborts. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const aborted = () => reject(signal.reason as Error)
    if (signal.aborted) {
      work.catch(() => {})
      return aborted()
    }
    signal.addEventListener('abort', aborted)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted))
  })
}

/** Waits `ms`; rejects with the signal's reason when it aborts first. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  let timer: Timer | undefined
  const waited = new Promise<void>((resolve) => {
    timer = clock.setTimer(resolve, ms)
  })
  return untilAborted(waited, signal).finally(() => {
    if (timer !== undefined) clock.clearTimer(timer)
  })
}

/** Settles with `work`, or fails with `Trouble('noAnswerInTime')` after `ms`: for calls to another worker, which may be dead. */
export async function within<T>(clock: Clock, ms: number, work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new AbortController()
  const timer = clock.setTimer(
    () => late.abort(new Trouble('noAnswerInTime', `no answer within ${ms} ms`, { again: true })),
    ms,
  )
  try {
    return await untilAborted(untilAborted(work, late.signal), signal)
  } finally {
    clock.clearTimer(timer)
  }
}

/** Raised inside an attempt when the browser went offline: nobody's fault, no try is used up. */
export class Parked extends Error {
  override name = 'Parked'
}

/** Whether there is a network. Jobs wait here while there is none. */
export class OnlineLatch {
  #open = true
  readonly #waiting = new Set<() => void>()
  readonly #running = new Set<AbortController>()

  get isOpen(): boolean {
    return this.#open
  }

  open(): void {
    this.#open = true
    for (const go of this.#waiting) go()
    this.#waiting.clear()
  }

  /** Ends every attempt under way with `Parked`. */
  close(): void {
    this.#open = false
    for (const running of this.#running) running.abort(new Parked('offline'))
    this.#running.clear()
  }

  async passed(signal: AbortSignal): Promise<void> {
    if (this.#open) return
    let go = () => {}
    const opened = new Promise<void>((resolve) => {
      go = resolve
      this.#waiting.add(go)
    })
    await untilAborted(opened, signal).finally(() => this.#waiting.delete(go))
  }

  /**
   * Runs one attempt with a signal that ends with `outer` or when the gate closes, waiting at the gate first
   * and again each time it closed meanwhile. The attempt must end soon after its signal does.
   */
  async through<T>(outer: AbortSignal, attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (;;) {
      await this.passed(outer)
      outer.throwIfAborted()
      const inner = new AbortController()
      const stop = () => inner.abort(outer.reason)
      outer.addEventListener('abort', stop)
      this.#running.add(inner)
      try {
        return await attempt(inner.signal)
      } catch (error) {
        // Whatever an attempt says after the gate closed, the gate was why.
        if (!(inner.signal.reason instanceof Parked)) throw outer.aborted ? outer.reason : error
      } finally {
        outer.removeEventListener('abort', stop)
        this.#running.delete(inner)
      }
    }
  }
}

/** At most `limit` at a time, in order. */
export class Semaphore {
  #taken = 0
  readonly #line: (() => void)[] = []

  constructor(readonly limit: number) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken >= this.limit) await new Promise<void>((resolve) => this.#line.push(resolve))
    else this.#taken += 1
    try {
      return await work()
    } finally {
      const next = this.#line.shift()
      if (next) next()
      else this.#taken -= 1
    }
  }
}

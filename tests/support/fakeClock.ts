/**
 * A clock for tests: time moves only when a test moves it, timers run in the order they are due, and
 * the promises each of them settles are let through before the next one.
 */
import type { Clock, Timer } from '#workers/api/transport/clock.ts'

interface Due {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

export class FakeClock implements Clock {
  #now = 1_700_000_000_000
  #order = 0
  readonly #due = new Map<number, Due>()

  now(): number {
    return this.#now
  }

  setTimer(run: () => void, ms: number): Timer {
    this.#order += 1
    this.#due.set(this.#order, { at: this.#now + Math.max(0, ms), order: this.#order, run })
    return this.#order as unknown as Timer
  }

  clearTimer(timer: Timer): void {
    this.#due.delete(timer as unknown as number)
  }

  /** How many timers wait. */
  get pending(): number {
    return this.#due.size
  }

  /** Somebody puts the clock back: timers fall due as if nobody had. */
  putBack(ms: number): void {
    this.#now -= ms
    for (const [order, due] of this.#due) this.#due.set(order, { ...due, at: due.at - ms })
  }

  /** The machine sleeps for `ms`: what fell due meanwhile runs late. */
  sleep(ms: number): Promise<void> {
    this.#now += ms
    return this.advance(0)
  }

  /** The machine sleeps for `ms`, and its timers stand still: they fall due as much later. */
  stand(ms: number): void {
    this.putBack(-ms)
  }

  /** Moves time by `ms`, running what falls due on the way. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    await settle()
    for (;;) {
      const next = [...this.#due.values()].sort((a, b) => a.at - b.at || a.order - b.order)[0]
      if (!next || next.at > end) break
      this.#due.delete(next.order)
      this.#now = Math.max(this.#now, next.at)
      next.run()
      await settle()
    }
    this.#now = end
    await settle()
  }
}

/** Lets every promise that can settle now settle, streams of Node included. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

/**
 * What the page has for the state worker, in order. What one task makes goes as one message at its end. A message wakes
 * a thread, which costs the page more than what is in it: so facts alone, which nobody waits for, go at most every
 * 64 ms when they come in a flood. A wish takes them with it, and never waits itself. Text is copied sooner than
 * objects are, and events are text in the log anyway.
 */
import type { Sent, ToState } from '#core/contracts/state.ts'

/** From one message with facts alone to the next at least, ms: with the 100 of a segment the log stays within its 250. */
export const FACTS_MS = 64

/** So many do not wait for more: they are a long task of the worker as it is. */
export const FACTS_MANY = 256

export interface OutboxParts {
  readonly post: (message: ToState) => void
  /** Monotonic, ms. */
  readonly now: () => number
  /** Timers run late now, as in a page that is hidden: nothing waits for one. */
  readonly timersLag: () => boolean
}

export class Outbox {
  readonly #parts: OutboxParts
  #unsent: Sent[] = []
  /** Will be sent at the end of this task. */
  #isDue = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #sentAt = Number.NEGATIVE_INFINITY

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  /** @param waitedFor somebody looks for what becomes of it */
  add(sent: Sent, waitedFor: boolean): void {
    const count = this.#unsent.push(sent)
    if (this.#isDue) return
    // In a flood nothing but the first of them looks at a clock: it would be most of what a fact costs.
    if (this.#timer !== undefined && !waitedFor && count < FACTS_MANY) return
    const { now, timersLag } = this.#parts
    const early = this.#sentAt + FACTS_MS - now()
    if (waitedFor || early <= 0 || count >= FACTS_MANY || timersLag()) {
      this.#isDue = true
      queueMicrotask(() => this.post())
    } else this.#timer ??= setTimeout(() => this.post(), early)
  }

  /** Sends what is there now. */
  post(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isDue = false
    if (this.#unsent.length === 0) return
    this.#sentAt = this.#parts.now()
    this.#parts.post(JSON.stringify(this.#unsent satisfies readonly Sent[]))
    this.#unsent = []
  }
}

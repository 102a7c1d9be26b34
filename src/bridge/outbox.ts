/**
 * What the page has for the state worker, in order. What one task makes goes as one message at its end. A message wakes
 * a thread, which costs the page more than what is in it: so facts alone, which nobody waits for, go at most every
 * 32 ms when they come in a flood. A wish takes them with it, and never waits itself.
 */
import type { Sent, ToState } from '#core/contracts/state.ts'

/** From one message with facts alone to the next at least, ms: two frames. */
export const FACTS_MS = 32

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
    this.#unsent.push(sent)
    if (this.#isDue) return
    const { now, timersLag } = this.#parts
    const early = this.#sentAt + FACTS_MS - now()
    if (waitedFor || early <= 0 || timersLag()) {
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
    this.#parts.post(this.#unsent)
    this.#unsent = []
  }
}

/**
 * What the page has for the state worker, in order. What one task makes goes as one message at its end. A message wakes
 * a thread, which costs the page more than what is in it: so facts alone go at most every 120 ms while they come in a
 * flood. Some few soon after each other are no flood: that a song ended shall not wait because it also stood somewhere.
 * A wish takes them with it, and never waits itself. Text is copied sooner than objects are, and events are text in the
 * log anyway.
 */
import { SENT_PARTS, type Sent, type ToState } from '#core/contracts/state.ts'
import type { AppDraft, Source } from '#core/events/index.ts'

/** In a flood, from one message with facts alone to the next at least, ms: half of the 250 within which the log has it. */
export const FACTS_MS = 120

/** So many messages may follow each other sooner: the next one is a flood's, until nothing was sent for that long. */
export const FACTS_FREE = 8

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
  /** Flat, as ToState is. */
  #unsent: Sent[keyof Sent][] = []
  /** Will be sent at the end of this task. */
  #isDue = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  /** How many may still go at once. */
  #free = FACTS_FREE

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  /** @param waitedFor somebody looks for what becomes of it */
  add(wish: number, at: number, source: Source, draft: AppDraft, waitedFor: boolean): void {
    const count = this.#unsent.push(wish, at, source, draft) / SENT_PARTS
    if (this.#isDue) return
    // In a flood nothing but the first of them looks at a clock: it would be most of what a fact costs.
    if (this.#timer !== undefined && !waitedFor && count < FACTS_MANY) return
    const { now, timersLag } = this.#parts
    const early = this.#sentAt + FACTS_MS - now()
    if (early <= 0) this.#free = FACTS_FREE
    const isFlood = this.#free === 0
    if (!waitedFor && !isFlood) this.#free--
    if (waitedFor || !isFlood || count >= FACTS_MANY || timersLag()) {
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
    this.#parts.post(JSON.stringify(this.#unsent))
    this.#unsent = []
  }
}

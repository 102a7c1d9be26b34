// Which tabs need connections for their music or their lists: whoever owns the downloads leaves them some.
import type { Clock, Timer } from '../../../api/transport/clock.ts'
import type { Message } from './messages.ts'

/** A tab that needs connections says so again in this time, and after twice of it is thought gone, ms. */
const NEEDS_MS = 15_000

export interface NeedsParts {
  readonly clock: Clock
  /** For how long something lasts. */
  readonly steady: Clock
  /** What this tab is called. */
  readonly name: string
  readonly isOwner: () => boolean
  /** Whether another tab is the owner. */
  readonly isFollower: () => boolean
  readonly post: (message: Message) => void
  /** Owner: whether another tab needs connections may be different now. */
  readonly changed: () => void
}

export class Needs {
  readonly #parts: NeedsParts
  /** This tab needs connections. */
  #is = false
  #timer: Timer | null = null
  /** Owner: until when each tab needs connections, ms of the clock. */
  readonly #needing = new Map<string, number>()

  constructor(parts: NeedsParts) {
    this.#parts = parts
  }

  /** Owner: another tab needs connections. */
  get isNeeded(): boolean {
    const now = this.#parts.steady.now()
    for (const [tab, until] of this.#needing) if (until <= now) this.#needing.delete(tab)
    return this.#needing.size > 0
  }

  /** This tab needs connections, or does not any more. */
  set(is: boolean): void {
    if (this.#is === is) return
    this.#is = is
    this.#say()
  }

  /** Another tab is the owner now: it has to hear of this one. */
  sayAgain(): void {
    if (this.#is) this.#say()
  }

  /** Owner: another tab said so. */
  heard(tab: string, is: boolean): void {
    // It may go without a word.
    if (is) this.hold(tab, 2 * NEEDS_MS)
    else this.#needing.delete(tab)
    this.#parts.changed()
  }

  /** Owner: a tab is taken to need connections for so many ms. */
  hold(tab: string, ms: number): void {
    const { clock, steady, isOwner, changed } = this.#parts
    this.#needing.set(tab, steady.now() + ms)
    clock.setTimer(() => isOwner() && changed(), ms)
  }

  stop(): void {
    if (this.#timer !== null) this.#parts.clock.clearTimer(this.#timer)
    this.#timer = null
  }

  #say(): void {
    const { clock, name, isFollower, post } = this.#parts
    this.stop()
    if (!isFollower()) return
    post({ kind: 'needs', tab: name, is: this.#is })
    if (this.#is) this.#timer = clock.setTimer(() => this.#say(), NEEDS_MS)
  }
}

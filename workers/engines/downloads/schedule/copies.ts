/** Saved files whose bytes the browser may still be copying: the end of a save cannot be seen, so each has its time. */
import { type Clock, steady, type Timer } from '../../../api/transport/clock.ts'

/** For so long a browser may need the bytes it is saving, however little room there is, ms. */
export const COPY_MS = 60_000

export interface CopiesParts {
  readonly clock: Clock
  /** For how long bytes are kept where there is room, ms. */
  keepMs(): number
  /** Nobody needs the bytes of this job any more. */
  over(id: string): Promise<void>
}

export class Copies {
  readonly #kept = new Map<string, { readonly timer: Timer; readonly since: number }>()
  readonly #steady: Clock

  constructor(readonly parts: CopiesParts) {
    this.#steady = steady(parts.clock)
  }

  has(id: string): boolean {
    return this.#kept.has(id)
  }

  /** Keeps the bytes of a job for so long from now on, ms. */
  keep(id: string, ms: number): void {
    // For how long it is kept may change, and since when it is not.
    const since = this.#kept.get(id)?.since ?? this.#steady.now() + ms - this.parts.keepMs()
    this.take(id)
    this.#kept.set(id, { timer: this.parts.clock.setTimer(() => void this.#end(id), ms), since })
  }

  /** The bytes of a job are somebody else's to keep. */
  take(id: string): void {
    const kept = this.#kept.get(id)
    if (kept) this.parts.clock.clearTimer(kept.timer)
    this.#kept.delete(id)
  }

  /**
   * There is no room: what the browser has had time to copy goes.
   * @returns after how many ms there is more room; null: there is none to be had
   */
  async makeRoom(): Promise<number | null> {
    const copied = this.#steady.now() - COPY_MS
    const kept = [...this.#kept]
    const old = kept.filter(([, { since }]) => since <= copied)
    await Promise.all(old.map(([id]) => this.#end(id)))
    if (old.length > 0) return 0
    return kept.length > 0 ? Math.min(...kept.map(([, { since }]) => since)) - copied : null
  }

  async #end(id: string): Promise<void> {
    this.take(id)
    await this.parts.over(id)
  }
}

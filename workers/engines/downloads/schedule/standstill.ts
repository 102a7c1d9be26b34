/**
 * Whether the line stands still: where there is no room, on the disk or in the memory of a window, the browser refuses
 * to store anything, or the picked folder may not be written to, a thousand downloads would fail one after the other for
 * the same reason. A few do, and the others wait.
 */
import type { FailureReason } from '#core/model/downloads/download.ts'

/** So many fail without one that arrives before the others wait. A single one may just be too large. */
const FAILURES = 3

const WHY = ['quota', 'memory', 'storage', 'folder', 'folderFull'] as const satisfies readonly FailureReason[]
type Why = (typeof WHY)[number]

export class Standstill {
  #failures = 0
  #by: Why | null = null
  #isTold = false

  /** @param begun is told once why the line stands still, and again after a person had it go on */
  constructor(readonly begun: (by: Why) => void) {}

  /** Nothing more is to begin. */
  get isOn(): boolean {
    return this.#by !== null
  }

  /** Why the line stands still; null: it does not. */
  get by(): Why | null {
    return this.#by
  }

  /** A job failed. */
  failed(reason: FailureReason): void {
    const why = WHY.find((one) => one === reason)
    if (why === undefined) return
    this.#failures += 1
    if (this.#failures < FAILURES) return
    this.#by = why
    if (!this.#isTold) this.begun(why)
    this.#isTold = true
  }

  /** A file arrived and is whole. */
  arrived(): void {
    this.#failures = 0
    this.#isTold = false
  }

  /**
   * It may be better now: the next file to fail or to arrive says.
   * @param isAsked a person had it go on, who has to hear when that was in vain
   */
  goOn(isAsked: boolean): void {
    if (this.#by === null) return
    this.#by = null
    this.#failures = FAILURES - 1
    if (isAsked) this.#isTold = false
  }

  /** What follows is another player's. */
  end(): void {
    this.#by = null
    this.arrived()
  }
}

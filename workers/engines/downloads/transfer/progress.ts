// Progress of all jobs in one report: each costs the page a picture of what changed, whoever looks.
import type { Clock, Timer } from '../../../api/transport/clock.ts'

/** From one report to the next, ms. */
export const REPORT_MS = 250

interface Count {
  bytes: number
  dirty: boolean
}

export class Progress {
  readonly #counts = new Map<string, Count>()
  #timer: Timer | null = null

  /** @param report gets everything that is due, at once */
  constructor(
    readonly clock: Clock,
    readonly report: (counts: readonly { id: string; bytes: number }[]) => void,
  ) {}

  moved(id: string, bytes: number): void {
    const count = this.#counts.get(id) ?? { bytes: 0, dirty: false }
    count.bytes = bytes
    count.dirty = true
    this.#counts.set(id, count)
    this.#timer ??= this.clock.setTimer(() => this.#tick(), REPORT_MS)
  }

  /** Reports the last count of a job now, if it was not reported, and forgets the job. */
  last(id: string): void {
    const count = this.#counts.get(id)
    this.#counts.delete(id)
    if (count?.dirty) this.report([{ id, bytes: count.bytes }])
  }

  forget(id: string): void {
    this.#counts.delete(id)
  }

  #tick(): void {
    this.#timer = null
    const due: { id: string; bytes: number }[] = []
    for (const [id, count] of this.#counts) {
      if (!count.dirty) continue
      count.dirty = false
      due.push({ id, bytes: count.bytes })
    }
    if (due.length > 0) this.report(due)
  }
}

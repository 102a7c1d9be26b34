/** What the engine reports: true here at once, and sent out in one message. */
import type { Reported } from '#core/contracts/engine.ts'
import type { AppDraft } from '#core/events/index.ts'
import type { JobTable } from './schedule/jobTable.ts'

export interface FactsParts {
  readonly table: JobTable
  /** A fact of our own was applied. */
  happened(draft: AppDraft): void
}

export class Facts {
  readonly #parts: FactsParts
  readonly #waiting: Reported[] = []
  #report: ((facts: readonly Reported[]) => void) | null = null
  #ended = () => {}

  constructor(parts: FactsParts) {
    this.#parts = parts
  }

  /** Where facts go. Facts before this wait. @param ended told between the facts of two sessions */
  connect(to: (facts: readonly Reported[]) => void, ended = () => {}): void {
    this.#report = to
    this.#ended = ended
    if (this.#waiting.length > 0) to(this.#waiting.splice(0))
  }

  /** Applies facts of our own at once and sends them out in one message. */
  send(facts: readonly { draft: AppDraft; cause: number | null }[]): void {
    const { table, happened } = this.#parts
    const reported = facts.map(({ draft, cause }): Reported => ({ draft, source: 'downloads', cause }))
    for (const { draft, source, cause } of reported) {
      table.happened(draft, source, cause)
      happened(draft)
    }
    if (this.#report) this.#report(reported)
    else this.#waiting.push(...reported)
  }

  /** Facts from now on are of no session, or of the next one. */
  ended(): void {
    this.#ended()
  }

  /** What another tab reports or asks for. */
  passOn(drafts: readonly AppDraft[]): void {
    this.#report?.(drafts.map((draft): Reported => ({ draft, source: 'tab', cause: null })))
  }
}

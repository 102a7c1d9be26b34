// What the page says of long work: how far it is, and why it came to nothing.
import type { ReplayStage } from '#core/contracts/replay.ts'

/** Long work that is under way. */
export interface UnderWay {
  readonly stage: ReplayStage
  /** 0 to 1; null: its end is not known. */
  readonly done: number | null
  readonly events: number
}

/**
 * Why something did not come to pass with a file; `isExport`: it could not be written, `seq`: this event of it could not
 * be shown, else it was not opened.
 */
export interface Refusal {
  readonly name: string
  readonly reason: string
  readonly isExport?: true
  readonly seq?: number
}

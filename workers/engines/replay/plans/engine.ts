// An engine as a replay holds its plan against a log.
import type { AppDraft, AppEvent, Source } from '#core/events/index.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

/** What a plan asks: its name, and the names of what else may come of it. */
export type Asked = readonly [name: string, ...more: string[]]

export interface HeldEngine {
  /** Whose facts are judged. */
  readonly source: Source
  /** What its plan asks after an event. */
  asks(state: ReadonlyStore, event: AppEvent): readonly Asked[]
  /** The requests a fact may be the answer to; null for one that answers none. */
  answers(event: AppEvent): readonly string[] | null
  /** It does things when their turn comes: a fact may answer what was asked at any time before, whatever its cause. */
  readonly inTurn?: true
  /** What its plan itself makes of an event, where it reports at once and asks nobody. */
  readonly reports?: (state: ReadonlyStore, event: AppEvent) => readonly AppDraft[]
}

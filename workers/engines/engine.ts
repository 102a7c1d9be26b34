// An engine that lives in the state worker: it sees every event after it was applied and reports facts.
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

/** Puts a fact into the log; `cause` is the sequence number of the event it answers. */
export type Report = (draft: AppDraft, cause: number | null) => void

export interface Engine {
  /** Called for each event before it is applied, for who keeps what it takes away. Must not throw; must not report. */
  before?(event: AppEvent, state: ReadonlyStore): void
  /** Called for each event, after the reducers, in log order. Must not throw; must not wait. */
  accept(event: AppEvent, state: ReadonlyStore): void
}

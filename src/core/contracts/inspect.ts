// What the state worker tells an inspector, over a port that is opened when somebody asks for one (`?inspect`).
import type { AppEvent } from '../events/index.ts'

export interface FromInspected {
  /** Applied since the message before, in order. */
  readonly events: readonly AppEvent[]
  /** So many happened beside them: more than one message holds. */
  readonly passed: number
  readonly health: StateHealth
}

export interface StateHealth {
  /** Entities that changed and were not sent to the page yet. */
  readonly unsent: number
  /** Entities that changed and are not in the state hash yet. */
  readonly unhashed: number
  /** Segments of the log that were sent to be stored and are not yet. */
  readonly unstored: number
  /** Messages since the message before, either way, by the worker they were exchanged with; `state`: with the page. */
  readonly messages: Readonly<Record<string, number>>
  /** The longest the worker was busy at one go since the message before, ms. */
  readonly longestMs: number
}

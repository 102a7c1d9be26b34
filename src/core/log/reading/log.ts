// A log that was read, and who is told of it meanwhile.
import type { LogHeader } from '../../contracts/log.ts'
import type { AppEvent } from '../../events/index.ts'
import type { Store } from '../../reducers/store.ts'
import type { EventList } from './events.ts'

export interface Checkpoint {
  /** The event after which the state was hashed. */
  readonly seq: number
  /** State hash, 16 hex digits. */
  readonly state: string
}

/** Where a file stops being a log. */
export interface Cut {
  /** From 1. */
  readonly line: number
  readonly reason: string
}

export interface ReadLog {
  readonly header: LogHeader
  /** Sequence number before the first event; 0 for a log that is whole from its beginning. */
  readonly start: number
  /** When that event came, ms since the log began; 0 for a log that is whole from its beginning. */
  readonly startT: number
  /** The state before the first event, of a log whose oldest events made room; null: it begins with nothing. */
  readonly base: Store | null
  /** `events.at(i).seq === start + 1 + i` */
  readonly events: EventList
  readonly checkpoints: readonly Checkpoint[]
  /** Events that are kept and not applied, with the reason: a type or a version this build does not know. */
  readonly skipped: ReadonlyMap<number, string>
  /** Null when the log is whole. Everything before the line is kept. */
  readonly cut: Cut | null
  /** Line of the file an event stands on, from 1. */
  lineOf(seq: number): number
}

export interface ReadLimits {
  /** Bytes of text. Default: 2 GiB */
  readonly maxBytes?: number
  /** Default: 5,000,000 */
  readonly maxEvents?: number
  /** Default: 500,000 */
  readonly maxCheckpoints?: number
  /** Characters of one segment. Default: 64 Mi */
  readonly maxSegment?: number
}

/** Is told what is read, as it is read, while the events are there as objects. */
export interface Follower {
  /** Its header was read; said first. */
  opens?(header: LogHeader): void
  /** The log begins behind this event, with this state; said before any event. Without it: behind none, with nothing. */
  begins?(start: number, base: Store): void
  /** The next of them, in their order. @param skipped those that are not to be applied, by number */
  events(events: readonly AppEvent[], skipped: ReadonlyMap<number, string>): void
  /** One that stands after the last event that was told. */
  checkpoint?(checkpoint: Checkpoint): void
}

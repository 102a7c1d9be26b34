// How an engine speaks with the one who owns the order of events: it is handed events, it reports facts.
import type { AppDraft, AppEvent, Source } from '../events/index.ts'

/** A fact an engine reports; `cause` is the sequence number of the event it answers, when it is known. */
export interface Reported {
  readonly draft: AppDraft
  readonly source: Source
  readonly cause: number | null
}

/** What the state worker sends down an engine's port. Events stand in log order. */
export interface ToEngine {
  readonly events: readonly AppEvent[]
  /** The server answered somebody while this engine found it gone. */
  readonly answered?: true
  /** Whether this page needs connections for music or lists from now on. */
  readonly needed?: boolean
}

/** What an engine in a worker of its own sends up its port. Facts stand in the order they happened. */
export interface FromEngine {
  readonly facts: readonly Reported[]
  /** Whether it waits for an answer of the server from now on: said alone. */
  readonly asks?: boolean
  /** It has heard `session.ended`: what it said before was of that session. Said alone. */
  readonly ended?: true
}

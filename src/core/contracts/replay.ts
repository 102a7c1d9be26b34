/**
 * What the replay page may ask of its worker, which holds one log and the timeline over it. Calls go through Comlink;
 * what the replayed player is shown goes over a port of its own (ToReplayed), so that it never waits for the page.
 */
import type { EntityChange } from './state.ts'

/** What is done with every event of a log, and takes long for a large one. */
export type ReplayStage = 'reading' | 'replaying' | 'filtering' | 'comparing' | 'searching' | 'exporting'

/** @param done share of the stage, 0 to 1; null while its end is not known. @param events how many are done */
export type ReplayProgress = (stage: ReplayStage, done: number | null, events: number) => void

/** Where the recorded state hash and the replayed one first part. */
export interface ReplayDifference {
  readonly seq: number
  readonly recorded: string
  readonly replayed: string
  /** The last checkpoint that agreed, or the event before the first of the log. */
  readonly after: number
}

/** An event at which a reducer of this build throws: neither it nor what stands behind it is applied. */
export interface ReplayThrow {
  readonly seq: number
  readonly type: string
  /** Of the file, from 1. */
  readonly line: number
  readonly message: string
}

/** A log that was opened. */
export interface OpenedLog {
  readonly name: string
  readonly logId: string
  readonly build: string
  /** It was written with the vocabulary of events of the build that reads it. */
  readonly isOurs: boolean
  /** One can seek to `first` (before any event) up to `last`. */
  readonly first: number
  readonly last: number
  /** When the event before the first one here came, ms since the log began; 0 in a log that is whole from its beginning. */
  readonly startT: number
  /** Time of each event in ms since the log began: `times[n]` is that of event `first + 1 + n`. */
  readonly times: Float64Array
  /** Sequence numbers of events that tell of a failure, ascending. */
  readonly failures: Uint32Array
  /** Window of the person, px. */
  readonly window: { readonly width: number; readonly height: number }
  /** How often each type occurs, by name; and each source. */
  readonly types: readonly Counted[]
  readonly sources: readonly Counted[]
  /** How many checkpoints it holds, and how many of them were compared. */
  readonly checkpoints: number
  readonly compared: number
  /** State hash after the last event. */
  readonly state: string
  readonly difference: ReplayDifference | null
  readonly threw: ReplayThrow | null
  /** Where the file stopped being a log; what came before is kept. */
  readonly cut: { readonly line: number; readonly reason: string } | null
  /** Events that are kept and not applied. */
  readonly skipped: number
  /** Each segment was what the one before it promised; false for logs that have no chain, or were cut. */
  readonly isChained: boolean
  /** What names people is masked in it. */
  readonly isMasked: boolean
}

export interface Counted {
  readonly name: string
  readonly count: number
}

/** An event as a list shows it. */
export interface EventRow {
  readonly seq: number
  /** ms since the log began. */
  readonly t: number
  readonly source: string
  readonly type: string
  readonly cause: number | null
  readonly failed: boolean
  readonly leftOut: boolean
  /** Why this build does not apply it; null: it does. */
  readonly skipped: string | null
}

/** All that is said of one event. */
export interface EventShown extends EventRow {
  readonly v: number
  readonly line: number
  readonly payload: string
  /** When it was by the device's clock, ms since 1970; null: at no time a date can tell. */
  readonly date: number | null
}

/** What the page shows of one place in the log. */
export interface Moment {
  readonly seq: number
  readonly t: number
  /** Null before the first event. */
  readonly event: EventShown | null
  /** Its place in the list, or that of the next listed event; -1: none follows. */
  readonly place: number
}

/** Which events are listed; empty lists take all. */
export interface EventFilter {
  readonly domains: readonly string[]
  readonly types: readonly string[]
  readonly sources: readonly string[]
  /** Looked for in type, source and payload, whatever the case; empty: all. */
  readonly text: string
}

/** How many events each stretch of the log's time holds, by lane. */
export interface Lanes {
  readonly failures: Uint32Array
  readonly person: Uint32Array
  readonly engines: Uint32Array
  readonly network: Uint32Array
  readonly checkpoints: Uint32Array
}

export interface TreeAsked {
  /** The state it is compared with: after this event; null: after the one before. */
  readonly from: number | null
  /** Compared with the state as it was recorded, while events are left out; `from` then says nothing. */
  readonly withRecorded: boolean
  readonly onlyChanges: boolean
  /** Paths that were opened or closed by hand; all others are open where something changed. */
  readonly opened: readonly string[]
  readonly closed: readonly string[]
  /** Rows wanted. */
  readonly first: number
  readonly count: number
}

export interface TreeRow {
  readonly path: string
  readonly depth: number
  readonly name: string
  /** `null`: it holds nothing to open. */
  readonly open: boolean | null
  readonly mark: 'same' | 'added' | 'removed' | 'holds changes'
  /** The value, cut short; of what can be opened how much it holds. */
  readonly value: string
  /** Rows of a table, places of a list, or fields of an object that changed below it. */
  readonly changed: number
  /** How many it holds, and held before; null for a single value. */
  readonly size: number | null
  readonly sizeBefore: number | null
}

export interface Tree {
  readonly from: number
  readonly to: number
  /** Fields that differ, over all. */
  readonly changed: number
  /** More than are counted or listed. */
  readonly isCapped: boolean
  readonly total: number
  /** Place of the first row that was added or removed; -1: there is none. */
  readonly firstChange: number
  readonly first: number
  readonly rows: readonly TreeRow[]
}

export interface ChainNode extends EventRow {
  /** 0 is the event asked for, negative what led to it, positive what it led to. */
  readonly column: number
  readonly row: number
  /** A field or two of its payload. */
  readonly summary: string
  /** Events it led to that are not drawn. */
  readonly more: number
}

export interface Chain {
  readonly seq: number
  readonly before: number
  /** The event that led to the first of them and made room, so that it is none of this log; null: none did. */
  readonly madeRoom: number | null
  readonly after: number
  /** `after` was counted so far and no further. */
  readonly isCapped: boolean
  readonly nodes: readonly ChainNode[]
}

/** What became of the state after events were left out. */
export interface LeftOut {
  readonly seqs: readonly number[]
  /** After how many events the state is another one. */
  readonly differing: number
  /** First event after which it differs; null: it never does. */
  readonly from: number | null
  /** Event from which on it is the recorded one again; null: it is another one to the end. */
  readonly sameFrom: number | null
  /** Where a reducer throws without them and does not with them. */
  readonly threw: ReplayThrow | null
}

export type Comparison = '=' | '!=' | '<' | '>' | 'contains'

/** A place in the state, as `player.isPlaying`, and what it is held against: JSON, or else a text. */
export interface PathQuestion {
  readonly path: string
  readonly comparison: Comparison
  readonly value: string
  /** Looks at the events behind this one; from the beginning with `first`. */
  readonly after: number
}

export interface ReplayWorker {
  /** Joins it to the thread that reads logs for it. */
  join(front: MessagePort): Promise<void>
  /**
   * Opens a log in place of the one that is open, which stays when this fails.
   * @throws Error that names the line when it is no log; `stopped` after `stop`
   */
  open(file: Blob, name: string, told: ReplayProgress): Promise<OpenedLog>
  /** Ends what is under way and takes long. */
  stop(): Promise<void>
  /** Goes to an event, and shows the state after it to the replayed player. @throws RangeError */
  seek(seq: number): Promise<Moment>
  /** @param bins stretches the time is cut into */
  lanes(bins: number): Promise<Lanes>
  /** Chooses what is listed. @returns how many events are */
  filter(filter: EventFilter, told: ReplayProgress): Promise<number>
  rows(first: number, count: number): Promise<readonly EventRow[]>
  /** Place of an event in the list, or of the next one listed; -1: none follows. */
  placeOf(seq: number): Promise<number>
  /** The state at the event that was sought last. */
  tree(asked: TreeAsked): Promise<Tree>
  chain(seq: number): Promise<Chain>
  /** Replays without these events. With none, the log is as it was recorded. */
  leaveOut(seqs: readonly number[], told: ReplayProgress): Promise<LeftOut>
  /** First event after which a place in the state is as asked; null: none. @throws Error when the path is none */
  find(question: PathQuestion, told: ReplayProgress): Promise<number | null>
  /** The log as a file, with what names people masked. */
  exportMasked(told: ReplayProgress): Promise<Uint8Array<ArrayBuffer>>
  /** Where the replayed player is told what to show. It asks for more with `Shown`. */
  show(port: MessagePort): Promise<void>
}

/** What the replayed player is told. */
export interface ToReplayed {
  readonly seq: number
  /** Everything not named is gone. */
  readonly fresh: boolean
  /** More of the same follows: nothing of it may be shown before the rest is there. */
  readonly more: boolean
  readonly changes: readonly EntityChange[]
  /** Path and query the person stood at. */
  readonly address: string
}

/** Its answer when it has drawn that: only then it is told more. */
export interface Shown {
  readonly shown: number
}

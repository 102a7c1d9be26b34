// What other threads may ask of the log worker, which compresses, chains and stores the log.
import type { Settings } from '../model/settings.ts'

/** What stands at the head of a log and tells where it came from. */
export interface LogHeader {
  readonly format: 'evlog'
  /** 1: a line is an event as an object. 2: a line is an event as an array, and checkpoints make a chain. */
  readonly version: 1 | 2
  readonly logId: string
  readonly build: string
  /** Wall clock in ms when the log began. */
  readonly startedAt: number
  /** Digest of the vocabulary of events it was written with, and of their shapes (2): equal to ours, its events need neither upcast nor schema. */
  readonly schemas?: string | undefined
  /** Versions of events that were not 1 in that vocabulary, by type (2). */
  readonly versions?: Readonly<Record<string, number>> | undefined
  /** The settings of the device when the log was exported, as that build knew them. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** What names people was replaced by stand-ins when the log was exported. */
  readonly masked?: true | undefined
  /** How its states were hashed (HASH_VERSION). Left out by builds before the third way. */
  readonly stateHash?: number | undefined
}

/** What goes into an exported log besides its events. */
export interface ExportChoice {
  /** Names, e-mail addresses and messages stay as they are; else stand-ins take their place. */
  readonly personal: boolean
  /** The settings of this device. */
  readonly settings?: Settings | undefined
}

/** A run of events on its way to the disk: one JSON text per event, in order. */
export interface Segment {
  readonly first: number
  readonly count: number
  readonly lines: readonly string[]
  /** State hash after the last event, 16 hex digits. */
  readonly state: string
}

/** A log that lies on this device. */
export interface LogEntry {
  readonly logId: string
  /** The player it belongs to; null when nobody signed in during it. */
  readonly owner: string | null
  readonly startedAt: number
  readonly closedAt: number | null
  readonly events: number
  /** How much room it takes on this device; exported it is about as much. */
  readonly bytes: number
}

export interface LogWorker {
  /**
   * Begins a log and closes what an earlier visit left open. Answers how it is stored; `public`: in memory, as nothing
   * may be kept. A log that is on the disk and open, because the worker that wrote it died, goes on behind its last
   * whole segment.
   */
  open(header: LogHeader): Promise<'opfs' | 'indexeddb' | 'memory' | 'public'>
  /**
   * Stores a segment. When the storage is full or refuses, the segment is kept in memory instead,
   * where an export still finds it, and the answer says why. One that is stored already is not stored again. `gap`: what
   * stands before it is gone with the memory of a worker that died; nothing is stored until `rebase`.
   */
  append(segment: Segment): Promise<'stored' | 'quota' | 'refused' | 'gap'>
  /**
   * The log begins anew, in memory: with a snapshot in place of the events before it. Nothing happens where none is missing.
   * @param base entities as lines, and the number of the event behind them. @param t when the one before that came, ms
   */
  rebase(base: Segment, t: number): Promise<void>
  /** From now on the log belongs to this player. */
  own(playerId: string): Promise<void>
  /**
   * This is a public computer: what lies on the disk of the current log is taken into memory, and from now on nothing
   * is written or read there.
   */
  forget(): Promise<void>
  /** Ends the current log: nothing can be appended to it any more. */
  close(): Promise<void>
  /** Logs of this player on this device, newest first, and with null those that nobody owns. */
  list(playerId: string | null): Promise<readonly LogEntry[]>
  /**
   * A log, or with null the current one, as `.jsonl.gz`: one gzip stream of JSON lines, header first, a checkpoint with the state hash after each segment.
   * @param choice masked and without settings, unless it says otherwise; one that nobody owns, of another page, is masked
   * whatever it says
   * @throws Error `not yours` when the log belongs to another player, `unknown log` when there is none
   */
  export(logId: string | null, playerId: string | null, choice?: ExportChoice): Promise<Uint8Array<ArrayBuffer>>
}

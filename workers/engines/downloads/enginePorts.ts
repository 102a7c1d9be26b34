// What the download engine needs, and what it can be told.
import type { Reported } from '#core/contracts/engine.ts'
import type { TokenBroker } from '#core/contracts/session.ts'
import type { AppEvent } from '#core/events/index.ts'
import type { Api, Fetch } from '../../api/transport/client.ts'
import type { Clock } from '../../api/transport/clock.ts'
import type { HistoryStore } from './journal/history.ts'
import type { Journal } from './journal/journal.ts'
import type { FolderHandle, FolderStore } from './sinks/folder/folderPorts.ts'
import type { Sinks } from './sinks/sink.ts'
import type { TabPorts } from './tabs/tabPorts.ts'
import type { Vault } from './transfer/addresses.ts'
import type { Hashing } from './verify/hashing.ts'

export interface DownloadEngineParts {
  readonly api: Api
  readonly session: Vault & Pick<TokenBroker, 'renew'>
  /** For the files; JSON calls go through `api`. */
  readonly fetch: Fetch
  /** Whether the server is there at all. */
  answers(signal: AbortSignal): Promise<boolean>
  readonly clock: Clock
  readonly sinks: Sinks
  readonly journal: Journal
  readonly history: HistoryStore
  readonly hashing: Hashing
  readonly tabs: TabPorts
  /** Another tab took the jobs while this one was suspended: whatever this engine holds must be let go of, at once. */
  robbed(): void
  readonly folders: FolderStore
  /** Bytes of the shortest piece a file is split into. Default: PIECE_MIN_BYTES. */
  readonly pieceMin?: number
  /** 0 to below 1, for the jitter of waits. */
  readonly random: () => number
}

export interface DownloadEngine {
  /** Events in log order: those that are declared to be followed by `downloads`, but for its own facts. */
  accept(events: readonly AppEvent[]): void
  /** Somebody else had an answer from the server. */
  answered(): void
  /** Where facts go. Facts before this wait. @param ended told between the facts of two sessions */
  connect(report: (facts: readonly Reported[]) => void, ended?: () => void): void
  /** The checked file of a job that was reported as stored; null otherwise and once it was swept away. */
  file(downloadID: string): Promise<File | Blob | null>
  /** Whether a job whose file cannot be had now will be reported as stored: it is under way, or not known yet. */
  comesAgain(downloadID: string): boolean
  /** What pages asked for that were left before it lay in the journal: rows like those a reload cuts off. */
  wished(left: readonly unknown[]): void
  /** Finished files of the signed-in player go into this folder; null: to the browser's own. Reported as a fact. */
  keepFolder(folder: FolderHandle | null): Promise<void>
  /** Somebody uses the page: for so long, ms, files come no faster than leaves it its share, and over no lent connection. */
  inUse(ms: number, lag: number | null, pressed?: boolean): void
  /** Whether this page needs connections for music or lists. Until it is told, it does. */
  needed(isNeeded: boolean): void
  /** The folder of the signed-in player. */
  folder(): Promise<FolderHandle | null>
  /** Removes what a crash left behind. */
  sweep(): Promise<void>
  /** How many jobs may load at once, as the person chose. */
  readonly limit: number
}

// What the stages of a job share.
import type { AppDraft } from '#core/events/index.ts'
import type { DownloadJob, FailureReason } from '#core/model/downloads/download.ts'
import type { Api } from '../../../api/transport/client.ts'
import type { Memory } from '../schedule/memory.ts'
import type { Works } from '../schedule/works.ts'
import type { FolderParts } from '../sinks/folder/folderParts.ts'
import type { Folders } from '../sinks/folder/folders.ts'
import type { Framed } from '../tags/pieces.ts'
import type { Addresses } from '../transfer/addresses.ts'
import type { AskParts } from '../transfer/asking.ts'
import type { BlockLists } from '../transfer/blockLists.ts'
import type { Progress } from '../transfer/progress.ts'
import type { TransferParts } from '../transfer/transfer.ts'
import type { Chances } from '../trouble/chances.ts'

export interface RunnerParts extends TransferParts, AskParts {
  readonly api: Api
  readonly addresses: Addresses
  readonly blockLists: BlockLists
  readonly memory: Memory
  readonly progress: Progress
  readonly works: Works
  readonly folders: Folders
  readonly folderParts: FolderParts
  /** What stands around the bytes of a file that was tagged. */
  readonly frames: Map<string, Framed>
  /** Whether WAV files shall be tagged now. */
  wantsTags(): boolean
  /** Whether they shall say how loud they are. */
  wantsLoudness(): boolean
  /** The person's own template for the names of songs; empty: the specified name. */
  nameTemplate(): string
  /** The file of a job as it is saved. */
  file(id: string): Promise<Blob | null>
  /** The songs of a bundle as they stand. */
  songsOf(bundle: string): readonly Job[]
  /** Who is signed in. */
  player(): string | null
  /** For bytes that are fetched once more although all were there, and zips that are waited for once more. */
  readonly chances: Chances
  /** Reports a fact about a job. */
  fact(id: string, draft: AppDraft): void
  /** A file is nearly there: what the next one needs may be asked for. */
  nearEnd(): void
  /** Something became possible: decides anew what is to be done. */
  settle(): void
  /** The server asked for patience. */
  busy(): void
  /** A job's next try begins in so many ms. */
  delayed(id: string, reason: FailureReason, ms: number): void
  /** The bytes of a job began to come. */
  begun(id: string): void
  /** A file arrived and is whole. */
  arrived(): void
}

export type Job = Readonly<DownloadJob>

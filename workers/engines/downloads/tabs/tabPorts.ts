// What a tab's part in the downloads of a browser needs, of the browser and of its own engine.
import type { AppDraft } from '#core/events/index.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import type { Clock } from '../../../api/transport/clock.ts'
import type { FolderHandle } from '../sinks/folder/folderPorts.ts'

/** What tabs need of the browser; the downloads worker has the real ones. */
export interface TabPorts {
  /** Opens a channel to the other tabs. */
  channel(name: string, heard: (message: unknown) => void): { post(message: unknown): void; close(): void }
  /** Waits for a lock. @param held called once it is this tab's @param robbed called when another tab has taken it since */
  lock(name: string, held: () => void, robbed: () => void): TabLock
  /** Whether anybody waits for the lock, as everybody does who does not hold it. True where nobody can say. Never rejects. */
  isAwaited(name: string): Promise<boolean>
  mint(): string
}

export interface TabLock {
  /** Lets go of it, or waits for it no more. */
  release(): void
  /** Takes it from whoever holds it. Where the browser refuses that it is waited for as before. */
  steal(): void
}

export interface TabsParts {
  readonly ports: TabPorts
  readonly clock: Clock
  /** The jobs as they stand, in order. */
  jobs(): readonly Readonly<DownloadJob>[]
  /** Their ids: another array where one came, went or was moved. */
  order(): readonly string[]
  job(id: string): Readonly<DownloadJob> | undefined
  /** Ids of those that came, changed or went since this was asked. */
  news(): readonly string[]
  /** Puts facts into this tab's log that came from another one. */
  report(drafts: readonly AppDraft[]): void
  /** This tab is the owner now. @param interrupted ids of jobs that a reload cut off */
  lead(interrupted: readonly string[]): void
  /** Owner: another tab begins, perhaps in place of one that left something behind. */
  joined?(): void
  /** Another tab took the jobs from this one: nothing of them is this tab's any more. */
  robbed?(): void
  /** Owner: whether another tab needs connections may be different now. */
  needed?(): void
  /** Another tab was given another folder for files, or leave to write there. @param unkept that one, where the storage did not take it */
  folderChosen?(unkept?: FolderHandle | null): void
  /** The owner has heard a wish of this tab. */
  granted?(draft: AppDraft): void
}

/** Where the browser has no locks or channels: every tab is its own. */
export const aloneTab: TabPorts = {
  channel: () => ({ post() {}, close() {} }),
  lock(_name, held) {
    held()
    return { release() {}, steal() {} }
  },
  isAwaited: async () => false,
  mint: () => '',
}

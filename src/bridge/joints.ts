// The workers that live now, and what the bridge lends to whoever starts one of them again.
import type { DownloadsWorker } from '#core/contracts/downloads.ts'
import type { LogWorker } from '#core/contracts/log.ts'
import type { SessionWorker } from '#core/contracts/session.ts'
import type { StateWorker } from '#core/contracts/state.ts'
import type { AppDraft } from '#core/events/index.ts'
import type { Started } from './worker.ts'

export interface Workers {
  readonly state: Started<StateWorker>
  session: Started<SessionWorker>
  log: Started<LogWorker>
  downloads: Started<DownloadsWorker>
}

export type Revivable = 'session' | 'log' | 'downloads'

/** Starts a worker again that was lost. @param message what is known of the reason @param hasLived its script had come */
export type Revive = (joints: Joints, which: Revivable, message: string, hasLived: boolean) => void

/** What the bridge lends to whoever starts a worker again. */
export interface Joints {
  readonly workers: Workers
  start(which: Revivable): void
  /** It is not started again any more. */
  ended(which: Revivable): void
  /** Makes the page forget its tokens. @returns the access token it had, or null */
  takeAccess(): Promise<string | null>
  /** @param player whose session the session worker before had, or null */
  openSession(state: MessagePort, player: string | null): Promise<void>
  player(): string | null
  observe(draft: AppDraft): void
}

// When everything that is asked for is under way or here already, the list of downloads shows it instead (D-135).
import type { On } from './hearing.ts'

export interface DownloadsPopoverPorts {
  readonly on: On
  /** Whether there is a job of this id. */
  has(downloadID: string): boolean
  open(): void
}

/** The wish is heard after it was reduced: a job that it did not add is one that was there. @returns how to stop */
export function showWhatIsThere({ on, has, open }: DownloadsPopoverPorts): () => void {
  return on('download.requested', ({ payload }) => {
    if (payload.requests.every(({ downloadID }) => !has(downloadID))) open()
  })
}

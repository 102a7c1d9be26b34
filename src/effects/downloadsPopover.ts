// When everything that is asked for is under way or here already, the list of downloads shows it instead (D-135).
import type { DownloadRequest } from '#core/model/downloads/download.ts'
import type { On } from './hearing.ts'

export interface DownloadsPopoverPorts {
  readonly on: On
  /** Whether there is a job of this id. */
  has(downloadID: string): boolean
  /** Whether there is a job of one of these items. */
  lists(requests: readonly DownloadRequest[]): boolean
  open(): void
}

/** The wish is heard after it was reduced: a job that it did not add is one that was there. @returns how to stop */
export function showWhatIsThere({ on, has, lists, open }: DownloadsPopoverPorts): () => void {
  return on('download.requested', ({ payload, source }) => {
    // Asked for in another tab, which shows it there.
    if (source === 'tab') return
    const { requests } = payload
    // What was done before and cleared from the list is not shown by it.
    if (requests.every(({ downloadID }) => !has(downloadID)) && lists(requests)) open()
  })
}

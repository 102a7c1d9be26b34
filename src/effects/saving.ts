// When a downloaded file is whole, the browser is handed it, unless it lies where it belongs already.
import type { JobStatus } from '#core/model/downloads/download.ts'
import type { Saver } from '#platform/files/saving.ts'
import type { On } from './hearing.ts'

export interface SavingPorts {
  readonly on: On
  readonly saver: Saver
  /** How the job stands; undefined when it is gone. */
  statusOf(downloadID: string): JobStatus | undefined
}

/** Neither at its end nor gone. One that was whole when it was paused waits once it was resumed. */
const UNDER_WAY: ReadonlySet<JobStatus | undefined> = new Set<JobStatus>(['loading', 'paused', 'waiting'])

/** @returns how to stop */
export function saveFiles({ on, saver, statusOf }: SavingPorts): () => void {
  const stops = [
    on('download.stored', (event) => {
      const { downloadID, folder, crc32 } = event.payload
      // What was written into the picked folder is there; what has a checksum waits for the rest of its bundle. A worker
      // that was started again may store what the one before had saved a moment ago.
      if (!folder && crc32 === undefined && UNDER_WAY.has(statusOf(downloadID))) saver.onStored(event)
    }),
    on('download.saved', ({ payload }) => saver.onSaved(payload.downloadID)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

// When a downloaded file is whole, the browser is handed it, unless it lies where it belongs already.
import type { Saver } from '#platform/files/saving.ts'
import type { On } from './hearing.ts'

export interface SavingPorts {
  readonly on: On
  readonly saver: Saver
  /** Whether the job is neither at its end nor gone: it loads, or was paused when it was whole. */
  isUnderWay(downloadID: string): boolean
}

/** @returns how to stop */
export function saveFiles({ on, saver, isUnderWay }: SavingPorts): () => void {
  const stops = [
    on('download.stored', (event) => {
      const { downloadID, folder, crc32 } = event.payload
      // What was written into the picked folder is there; what has a checksum waits for the rest of its bundle. A worker
      // that was started again may store what the one before had saved a moment ago.
      if (!folder && crc32 === undefined && isUnderWay(downloadID)) saver.onStored(event)
    }),
    on('download.saved', ({ payload }) => saver.onSaved(payload.downloadID)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

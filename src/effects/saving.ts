// When a downloaded file is whole, the browser is handed it, unless it lies where it belongs already.
import type { Saver } from '#platform/files/saving.ts'
import type { On } from './hearing.ts'

/** @returns how to stop */
export function saveFiles({ on, saver }: { readonly on: On; readonly saver: Saver }): () => void {
  return on('download.stored', (event) => {
    const { folder, crc32 } = event.payload
    // What was written into the picked folder is there; what has a checksum waits for the rest of its bundle.
    if (!folder && crc32 === undefined) saver.onStored(event)
  })
}

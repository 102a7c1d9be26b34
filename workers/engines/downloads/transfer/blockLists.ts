// What the server says of the blocks of files, for as long as it says anything.
import { type DownloadJob, isZipped } from '#core/model/downloads/download.ts'
import { type BlockList, fileBlocks } from '../../../api/media.ts'
import { isNoCall } from '../../../api/transport/apiError.ts'
import type { Api } from '../../../api/transport/client.ts'

export interface BlockLists {
  /** Null: not to be had. The promise never rejects. */
  of(job: Pick<DownloadJob, 'type' | 'mediaID' | 'format'>, signal: AbortSignal): Promise<BlockList | null> | null
}

/** A server that has no such call is asked once in a visit. */
export function createBlockLists(api: Api): BlockLists {
  let has: boolean | null = null
  return {
    of({ type, mediaID, format }, signal) {
      if (has === false || isZipped(type)) return null
      return fileBlocks(api, mediaID, format, signal).then(
        (list) => {
          has = true
          return list
        },
        (error: unknown) => {
          // One that answered for another file has the call, and not this file.
          if (isNoCall(error)) has ??= false
          return null
        },
      )
    },
  }
}

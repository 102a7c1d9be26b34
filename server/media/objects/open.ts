// The media store of a configuration, for the server and the commands.
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { createFolderStore } from './folderStore.ts'
import type { ObjectStore } from './objectStore.ts'
import { createS3Store } from './s3/store.ts'

export const mediaRootOf = (dataDir: string) => join(dataDir, 'media')
/** Files on their way: on the disk of the folder store, so that a finished one is moved and not copied. */
export const scratchOf = (dataDir: string) => join(mediaRootOf(dataDir), 'cache')

/** What the server itself puts into the store. */
const OWN = ['blocks/', 'cache/', 'clips/', 'imported/', 'peaks/']

/** @param corrected hears how far a store's clock is ahead of this machine's, ms, where it goes by the former */
export function openMediaStore(
  { dataDir, mediaStore }: Pick<Config, 'dataDir' | 'mediaStore'>,
  corrected?: (aheadMs: number) => void,
): ObjectStore {
  return mediaStore === null
    ? createFolderStore(mediaRootOf(dataDir))
    : createS3Store(mediaStore, scratchOf(dataDir), corrected)
}

/** Removes what the server has in the store, and nothing else that may lie there. */
export async function emptyMediaStore(store: ObjectStore): Promise<void> {
  for (const prefix of OWN) for await (const { path } of store.list(prefix)) await store.remove(path)
}

/**
 * Parts in the origin private file system, written through sync access handles: what was written
 * survives a worker that dies, and the browser saves the file without copying it through memory.
 */
import { mintIn } from '#core/model/abilities.ts'
import { holding } from '../../held.ts'
import { privateFolder } from '../../storage.ts'
import { isLocked, LOCKED_TRIES, LOCKED_WAIT_MS, openSyncHandle } from '../../syncHandle.ts'
import { Trouble } from '../trouble/trouble.ts'
import { opfsPart, storageTrouble } from './opfsPart.ts'
import type { Sinks } from './sink.ts'

const FOLDER = 'downloads'
const SUFFIX = '.part'
/** The end of a save cannot be seen; ten minutes are enough to copy what fits into this storage. */
const KEEP_MS = 600_000
const ROOM_FACTOR = 1.05

/** Opens the folder, or answers null when this browser cannot write such files from a worker. */
export async function openOpfs(storage: StorageManager, pause: (ms: number) => Promise<void>): Promise<Sinks | null> {
  try {
    const folder = await privateFolder(FOLDER)
    const probe = await folder.getFileHandle(`probe-${mintIn(globalThis)}`, { create: true })
    try {
      const handle = await probe.createSyncAccessHandle()
      handle.close()
    } finally {
      await folder.removeEntry(probe.name)
    }
    return opfsSinks(folder, storage, pause)
  } catch {
    return null
  }
}

function opfsSinks(
  first: FileSystemDirectoryHandle,
  storage: StorageManager,
  pause: (ms: number) => Promise<void>,
): Sinks {
  let folder = first
  /** Whoever clears the site's data while the page is open takes the folder away: it is made anew. */
  async function entryOf(name: string): Promise<FileSystemFileHandle> {
    try {
      return await folder.getFileHandle(name, { create: true })
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
      folder = await privateFolder(FOLDER)
      return folder.getFileHandle(name, { create: true })
    }
  }
  async function lock(id: string): Promise<FileSystemSyncAccessHandle> {
    return openSyncHandle(await entryOf(id + SUFFIX), pause)
  }
  async function fits(bytes: number): Promise<void> {
    const { quota, usage } = await storage.estimate().catch(() => ({ quota: undefined, usage: undefined }))
    if (quota !== undefined && usage !== undefined && quota - usage < bytes * ROOM_FACTOR)
      throw new Trouble('diskFull', `${bytes} bytes do not fit into the browser's storage`)
  }
  return {
    kind: 'opfs',
    keepMs: KEEP_MS,
    async open(id) {
      try {
        return opfsPart(await lock(id))
      } catch (error) {
        throw storageTrouble(error)
      }
    },
    fits,
    // A disk promises nothing: what fits now is asked of it again with every write.
    reserve: (_id, bytes) => fits(bytes),
    async file(id) {
      try {
        return await (await folder.getFileHandle(id + SUFFIX)).getFile()
      } catch {
        return null
      }
    },
    saved() {},
    async remove(id) {
      for (let left = LOCKED_TRIES; left >= 0; left--) {
        try {
          return await folder.removeEntry(id + SUFFIX)
        } catch (error) {
          if (!isLocked(error)) return
          await pause(LOCKED_WAIT_MS)
        }
      }
    },
    async list() {
      const entries = folder.entries()
      return holding(entries, partsAmong(entries))
    },
  }
}

async function partsAmong(
  entries: AsyncIterable<[string, FileSystemHandle]>,
): Promise<{ id: string; modified: number }[]> {
  const found: { id: string; modified: number }[] = []
  for await (const [name, handle] of entries) {
    if (handle.kind !== 'file' || !name.endsWith(SUFFIX)) continue
    const file = await (handle as FileSystemFileHandle).getFile().catch(() => null)
    if (file) found.push({ id: name.slice(0, -SUFFIX.length), modified: file.lastModified })
  }
  return found
}

/**
 * Parts in the origin private file system, written through sync access handles: what was written
 * survives a worker that dies, and the browser saves the file without copying it through memory.
 */
import { mintIn } from '#core/model/abilities.ts'
import { messageOf } from '#core/model/text/messageOf.ts'
import { holding } from '../../held.ts'
import { isHeldElsewhere, openPrivateFiles, type PrivateFiles } from '../../privateFiles.ts'
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
    const files = await openPrivateFiles(FOLDER, pause)
    const { folder } = files
    // One that a killed worker leaves is swept with the parts that nobody knows.
    const probe = await folder.getFileHandle(`probe-${mintIn(globalThis)}${SUFFIX}`, { create: true })
    try {
      const handle = await probe.createSyncAccessHandle()
      handle.close()
    } finally {
      await folder.removeEntry(probe.name)
    }
    return opfsSinks(files, storage)
  } catch {
    return null
  }
}

function opfsSinks(files: PrivateFiles, storage: StorageManager): Sinks {
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
        return opfsPart(await files.openSync(id + SUFFIX))
      } catch (error) {
        // It was waited for: whoever has it open does not let go, as a tab that the system suspended.
        if (isHeldElsewhere(error)) throw new Trouble('fileHeld', messageOf(error))
        throw storageTrouble(error)
      }
    },
    fits,
    // A disk promises nothing: what fits now is asked of it again with every write.
    reserve: (_id, bytes) => fits(bytes),
    async file(id) {
      try {
        return await (await files.folder.getFileHandle(id + SUFFIX)).getFile()
      } catch {
        return null
      }
    },
    saved() {},
    async remove(id) {
      // What is not there need not go, and one that stays locked is an orphan for the next sweep.
      await files.onceLetGo(() => files.folder.removeEntry(id + SUFFIX)).catch(() => undefined)
    },
    async list() {
      const entries = files.folder.entries()
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

// Segments of logs in the origin private file system: one file per log, appended through a sync access handle.
import { holding } from '../held.ts'
import { openPrivateFiles } from '../privateFiles.ts'
import { refuse, type SegmentStorage, StorageError } from './storage.ts'

interface OpenLog {
  readonly handle: FileSystemSyncAccessHandle
  /** Bytes: nobody else writes while the handle is open, and asking is a call to another process in a private window. */
  size: number
}

/** @param pause waits so many ms @throws when the origin private file system, or its sync handles, are missing */
export async function opfsStorage(pause: (ms: number) => Promise<void>): Promise<SegmentStorage> {
  const files = await openPrivateFiles('logs', pause)
  if (!('createSyncAccessHandle' in FileSystemFileHandle.prototype)) throw new StorageError('refused')
  const open = new Map<string, OpenLog>()
  const openLog = async (logId: string) => {
    const known = open.get(logId)
    if (known) return known
    const handle = await files.openSync(`${logId}.evl`).catch(refuse)
    const log = { handle, size: handle.getSize() }
    open.set(logId, log)
    return log
  }
  const close = async (logId: string) => {
    open.get(logId)?.handle.close()
    open.delete(logId)
  }
  return {
    kind: 'opfs',
    async append(logId, bytes) {
      const log = await openLog(logId)
      const { handle, size } = log
      let written = 0
      try {
        written = handle.write(bytes, { at: size })
      } catch (error) {
        refuse(error)
      }
      // A full disk throws nothing here: the call answers another number than it was given.
      if (written !== bytes.length) {
        handle.truncate(size)
        throw new StorageError('quota')
      }
      try {
        handle.flush()
      } catch (error) {
        // What is refused is kept elsewhere: here it would be there twice.
        handle.truncate(size)
        refuse(error)
      }
      log.size += written
    },
    async read(logId, from = 0) {
      const log = open.get(logId)
      if (log) {
        const bytes = new Uint8Array(Math.max(0, log.size - from))
        log.handle.read(bytes, { at: from })
        return bytes
      }
      const file = await files.folder.getFileHandle(`${logId}.evl`).catch(() => null)
      if (!file) return new Uint8Array(0)
      const whole = (await file.getFile()).slice(from)
      return new Uint8Array(await holding(whole, whole.arrayBuffer()))
    },
    async truncate(logId, length) {
      const { handle } = await openLog(logId)
      handle.truncate(length)
      handle.flush()
      await close(logId)
    },
    async remove(logId) {
      await close(logId)
      await files.folder.removeEntry(`${logId}.evl`).catch(() => undefined)
    },
    close,
  }
}

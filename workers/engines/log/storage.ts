/**
 * Where segments lie. The origin private file system first, appended and flushed through a sync access
 * handle; IndexedDB where that is missing, one record per segment; memory when both refuse.
 */
import { createStore, del, get, keys, set } from 'idb-keyval'

/** Raised when storage is full or refuses; `reason` says which. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly reason: 'quota' | 'refused'

  constructor(reason: 'quota' | 'refused') {
    super(reason)
    this.reason = reason
  }
}

export interface SegmentStorage {
  readonly kind: 'opfs' | 'indexeddb' | 'memory'
  /** Appends bytes to a log. @throws StorageError */
  append(logId: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Everything that was appended to a log, in order; empty when there is none. */
  read(logId: string): Promise<Uint8Array<ArrayBuffer>>
  /** Cuts a log at a length in bytes. */
  truncate(logId: string, length: number): Promise<void>
  remove(logId: string): Promise<void>
  /** Ends writing to a log. */
  close(logId: string): Promise<void>
}

export function memoryStorage(): SegmentStorage {
  const held = new Map<string, Uint8Array<ArrayBuffer>[]>()
  return {
    kind: 'memory',
    async append(logId, bytes) {
      held.set(logId, [...(held.get(logId) ?? []), bytes])
    },
    read: async (logId) => joined(held.get(logId) ?? []),
    async truncate(logId, length) {
      held.set(logId, [joined(held.get(logId) ?? []).slice(0, length)])
    },
    async remove(logId) {
      held.delete(logId)
    },
    close: async () => undefined,
  }
}

export function indexedDbStorage(): SegmentStorage {
  const store = createStore('log-segments', 'segments')
  const own = async (logId: string) =>
    (await keys<string>(store)).filter((key) => key.startsWith(`${logId}/`)).sort((a, b) => (a < b ? -1 : 1))
  const next = new Map<string, number>()
  const read = async (logId: string) => {
    const parts = await Promise.all((await own(logId)).map((key) => get<Uint8Array<ArrayBuffer>>(key, store)))
    return joined(parts.filter((part) => part instanceof Uint8Array))
  }
  const put = async (logId: string, bytes: Uint8Array<ArrayBuffer>) => {
    const number = next.get(logId) ?? (await own(logId)).length
    next.set(logId, number + 1)
    await set(`${logId}/${String(number).padStart(8, '0')}`, bytes, store).catch(refuse)
  }
  const remove = async (logId: string) => {
    for (const key of await own(logId)) await del(key, store)
    next.delete(logId)
  }
  return {
    kind: 'indexeddb',
    append: put,
    read,
    async truncate(logId, length) {
      const kept = (await read(logId)).slice(0, length)
      await remove(logId)
      await put(logId, kept)
    },
    remove,
    close: async () => undefined,
  }
}

/** @throws when the origin private file system, or its sync handles, are missing */
export async function opfsStorage(): Promise<SegmentStorage> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('logs', { create: true })
  if (!('createSyncAccessHandle' in FileSystemFileHandle.prototype)) throw new StorageError('refused')
  const open = new Map<string, FileSystemSyncAccessHandle>()
  const handleOf = async (logId: string) => {
    const known = open.get(logId)
    if (known) return known
    const file = await folder.getFileHandle(`${logId}.evl`, { create: true }).catch(refuse)
    const handle = await file.createSyncAccessHandle().catch(refuse)
    open.set(logId, handle)
    return handle
  }
  const close = async (logId: string) => {
    open.get(logId)?.close()
    open.delete(logId)
  }
  return {
    kind: 'opfs',
    async append(logId, bytes) {
      const handle = await handleOf(logId)
      const at = handle.getSize()
      let written = 0
      try {
        written = handle.write(bytes, { at })
      } catch (error) {
        refuse(error)
      }
      // A full disk throws nothing here: the call answers another number than it was given.
      if (written !== bytes.length) {
        handle.truncate(at)
        throw new StorageError('quota')
      }
      handle.flush()
    },
    async read(logId) {
      const handle = open.get(logId)
      if (handle) {
        const bytes = new Uint8Array(handle.getSize())
        handle.read(bytes, { at: 0 })
        return bytes
      }
      const file = await folder.getFileHandle(`${logId}.evl`).catch(() => null)
      return file ? new Uint8Array(await (await file.getFile()).arrayBuffer()) : new Uint8Array(0)
    },
    async truncate(logId, length) {
      const handle = await handleOf(logId)
      handle.truncate(length)
      handle.flush()
      await close(logId)
    },
    async remove(logId) {
      await close(logId)
      await folder.removeEntry(`${logId}.evl`).catch(() => undefined)
    },
    close,
  }
}

function refuse(error: unknown): never {
  if (error instanceof StorageError) throw error
  throw new StorageError(error instanceof DOMException && error.name === 'QuotaExceededError' ? 'quota' : 'refused')
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/**
 * Where segments lie. The origin private file system first, appended and flushed through a sync access
 * handle (opfs.ts); IndexedDB where that is missing, one record per segment (indexedDb.ts); memory when both refuse.
 */
import { joined } from '#core/model/bytes/bytes.ts'

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
  /** What was appended to a log, in order; empty when there is none. @param from leaves out so many bytes. Default: none */
  read(logId: string, from?: number): Promise<Uint8Array<ArrayBuffer>>
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
      const all = held.get(logId)
      if (all) all.push(bytes)
      else held.set(logId, [bytes])
    },
    read: async (logId, from = 0) => joined(held.get(logId) ?? []).slice(from),
    async truncate(logId, length) {
      held.set(logId, [joined(held.get(logId) ?? []).slice(0, length)])
    },
    async remove(logId) {
      held.delete(logId)
    },
    close: async () => undefined,
  }
}

/** Rethrows what storage threw as what it means. */
export function refuse(error: unknown): never {
  if (error instanceof StorageError) throw error
  throw new StorageError(error instanceof DOMException && error.name === 'QuotaExceededError' ? 'quota' : 'refused')
}

// One part in the private file system: bytes in order, every write checked by the number it answers.
import { messageOf } from '#core/model/text/messageOf.ts'
import { Trouble } from '../trouble/trouble.ts'
import type { Part } from './sink.ts'

/** What a part needs of a `FileSystemSyncAccessHandle`. */
export interface SyncHandle {
  getSize(): number
  write(bytes: Uint8Array, options: { at: number }): number
  read(into: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  close(): void
}

/** A part over an open handle. */
export function opfsPart(handle: SyncHandle): Part {
  let size = handle.getSize()
  let open = true
  return {
    get size() {
      return size
    },
    append(bytes) {
      let written: number
      try {
        written = handle.write(bytes, { at: size })
      } catch (error) {
        throw storageTrouble(error)
      }
      // At the quota nothing is thrown: the number is short, or -8 read as unsigned.
      if (written !== bytes.byteLength) {
        try {
          handle.truncate(size)
        } catch {
          // What stands behind the end is the beginning of what comes there anyway.
        }
        throw new Trouble('diskFull', `${written} of ${bytes.byteLength} bytes were written`)
      }
      size += written
    },
    rewrite(at, bytes) {
      try {
        const written = handle.write(bytes, { at })
        if (written !== bytes.byteLength)
          throw new Trouble('diskFull', `${written} of ${bytes.byteLength} bytes were written`)
      } catch (error) {
        throw storageTrouble(error)
      }
    },
    truncate() {
      try {
        handle.truncate(0)
        size = 0
      } catch (error) {
        throw storageTrouble(error)
      }
    },
    async read(at, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - at)))
      try {
        return bytes.subarray(0, handle.read(bytes, { at }))
      } catch (error) {
        throw storageTrouble(error)
      }
    },
    async readInto(at, into) {
      try {
        return handle.read(into.subarray(0, Math.max(0, size - at)), { at })
      } catch (error) {
        throw storageTrouble(error)
      }
    },
    close() {
      if (open) handle.close()
      open = false
    },
  }
}

/** What the storage's own error means. */
export function storageTrouble(error: unknown): Trouble {
  if (error instanceof Trouble) return error
  const full = error instanceof DOMException && error.name === 'QuotaExceededError'
  return new Trouble(full ? 'diskFull' : 'storageRefuses', messageOf(error))
}

// The origin private file system as a worker meets it: folders, files, and handles that lock their file.
import { vi } from 'vitest'

const refusal = (name: string) => new DOMException(name, name)

/** A file, and the one handle that may write to it. */
export class PrivateFile {
  readonly kind = 'file'
  readonly name: string
  bytes = new Uint8Array()
  modified = 0
  isHeld = false
  /** Bytes that still fit on the disk. */
  left = Number.POSITIVE_INFINITY
  flushed = 0
  /** It filled since it was written to. */
  isFull = false

  constructor(name: string) {
    this.name = name
  }

  async createSyncAccessHandle() {
    if (this.isHeld) throw refusal('NoModificationAllowedError')
    this.isHeld = true
    return {
      getSize: () => this.bytes.length,
      read: (into: Uint8Array, { at }: { at: number }) => {
        const some = this.bytes.subarray(at, at + into.length)
        into.set(some)
        return some.length
      },
      // At the quota nothing is thrown: fewer bytes are written.
      write: (some: Uint8Array, { at }: { at: number }) => {
        const fits = some.subarray(0, this.left)
        const next = new Uint8Array(Math.max(this.bytes.length, at + fits.length))
        next.set(this.bytes)
        next.set(fits, at)
        this.bytes = next
        this.left -= fits.length
        return fits.length
      },
      truncate: (size: number) => {
        this.bytes = this.bytes.slice(0, size)
      },
      flush: () => {
        if (this.isFull) throw refusal('QuotaExceededError')
        this.flushed = this.bytes.length
      },
      close: () => {
        this.isHeld = false
      },
    }
  }

  async getFile(): Promise<File> {
    return new File([this.bytes], this.name, { lastModified: this.modified })
  }
}

export class PrivateFolder {
  readonly kind = 'directory'
  readonly entriesByName = new Map<string, PrivateFile | PrivateFolder>()

  async getDirectoryHandle(name: string): Promise<PrivateFolder> {
    const known = this.entriesByName.get(name)
    const folder = known instanceof PrivateFolder ? known : new PrivateFolder()
    this.entriesByName.set(name, folder)
    return folder
  }

  async getFileHandle(name: string, options?: { create?: boolean }): Promise<PrivateFile> {
    const known = this.entriesByName.get(name)
    if (known instanceof PrivateFile) return known
    if (!options?.create) throw refusal('NotFoundError')
    const file = new PrivateFile(name)
    this.entriesByName.set(name, file)
    return file
  }

  async removeEntry(name: string): Promise<void> {
    const known = this.entriesByName.get(name)
    if (!known) throw refusal('NotFoundError')
    if (known instanceof PrivateFile && known.isHeld) throw refusal('NoModificationAllowedError')
    this.entriesByName.delete(name)
  }

  async *entries(): AsyncGenerator<[string, PrivateFile | PrivateFolder]> {
    yield* this.entriesByName
  }
}

/** Puts an empty private file system into this scope; `vi.unstubAllGlobals` takes it out. */
export function stubPrivateFiles(): PrivateFolder {
  const root = new PrivateFolder()
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root } })
  vi.stubGlobal('FileSystemFileHandle', PrivateFile)
  return root
}

/**
 * The folder a person picked: finished files are put there under names that are free, in a sub-folder for each
 * release, and nothing half-written stays behind. The bytes come from the private file, which the browser copies
 * without handing them to this thread.
 */
import { safeFileName, uniqueName } from '#core/model/fileName.ts'
import { Trouble, text } from '../trouble.ts'
import { Turns } from '../waiting.ts'

/** What is needed of a `FileSystemDirectoryHandle`. */
export interface FolderHandle {
  readonly name: string
  queryPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>
  getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<FolderHandle>
  getFileHandle(name: string, options?: { create?: boolean }): Promise<FileHandle>
  removeEntry(name: string): Promise<void>
}

interface FileHandle {
  getFile(): Promise<Blob>
  createWritable(): Promise<{ write(data: Blob): Promise<void>; close(): Promise<void>; abort(): Promise<void> }>
}

/** Remembers the folder of each player, and which files were being written. Rejects when the storage refuses. */
export interface FolderStore {
  load(player: string): Promise<FolderHandle | null>
  save(player: string, folder: FolderHandle | null): Promise<void>
  writing(player: string): Promise<readonly Place[]>
  setWriting(player: string, places: readonly Place[]): Promise<void>
}

export interface Place {
  /** Sub-folder, or null for the folder itself. */
  readonly folder: string | null
  readonly name: string
}

export type Access = 'none' | 'granted' | 'prompt' | 'denied'

/** A free name that is this job's until the file is written or given up. */
export interface Reserved extends Place {
  /**
   * Writes the file. When the signal aborted meanwhile, nothing of it is left.
   * @throws Trouble `folder` or `quota`; nothing of the file is left then either
   */
  write(file: Blob, signal: AbortSignal): Promise<void>
  /** Gives the name up. */
  free(): void
}

/** How often another name is tried before the folder counts as broken. */
const NAMES_MAX = 500

export class Folders {
  readonly #turns = new Turns(1)
  /** Names in lower case that are being written, by sub-folder. */
  readonly #taken = new Map<string, Place>()

  constructor(readonly store: FolderStore) {}

  async access(player: string): Promise<{ name: string | null; access: Access }> {
    const folder = await this.store.load(player).catch(() => null)
    return folder ? { name: folder.name, access: await permission(folder) } : { name: null, access: 'none' }
  }

  /**
   * Finds where a file goes; null when no folder was picked.
   * @throws Trouble `folder` when it may not be written to now
   */
  async reserve(player: string, release: string, fileName: string): Promise<Reserved | null> {
    const root = await this.store.load(player).catch(() => null)
    if (!root) return null
    return this.#turns.take(async () => {
      try {
        if ((await permission(root)) !== 'granted') throw new Trouble('folder', 'the folder may not be written to')
        const sub = release.trim() === '' ? null : safeFileName(release)
        const folder = sub === null ? root : await root.getDirectoryHandle(sub, { create: true })
        const place = { folder: sub, name: await this.#free(folder, sub, fileName) }
        this.#taken.set(keyOf(place), place)
        return {
          ...place,
          write: (file, signal) => this.#write(player, folder, place, file, signal),
          free: () => void this.#taken.delete(keyOf(place)),
        }
      } catch (error) {
        throw folderTrouble(error)
      }
    })
  }

  /** Removes what a crash left empty in the folder. Never rejects. */
  async sweep(player: string): Promise<void> {
    const root = await this.store.load(player).catch(() => null)
    const places = await this.store.writing(player).catch(() => [])
    if (!root || places.length === 0 || (await permission(root)) !== 'granted') return
    for (const { folder, name } of places)
      try {
        const within = folder === null ? root : await root.getDirectoryHandle(folder)
        const file = await (await within.getFileHandle(name)).getFile()
        // A file that was closed has its bytes; one that was not is empty.
        if (file.size === 0) await within.removeEntry(name)
      } catch {
        // It is gone already.
      }
    await this.store.setWriting(player, []).catch(() => {})
  }

  async #free(folder: FolderHandle, sub: string | null, fileName: string): Promise<string> {
    const tried = new Set<string>()
    for (let left = NAMES_MAX; left > 0; left--) {
      const name = uniqueName(fileName, tried)
      if (!this.#taken.has(keyOf({ folder: sub, name })) && !(await exists(folder, name))) return name
    }
    throw new Trouble('folder', 'no free name')
  }

  async #write(player: string, folder: FolderHandle, place: Place, file: Blob, signal: AbortSignal): Promise<void> {
    try {
      await this.#note(player)
      const handle = await folder.getFileHandle(place.name, { create: true })
      const writable = await handle.createWritable()
      try {
        await writable.write(file)
        signal.throwIfAborted()
        await writable.close()
      } catch (error) {
        await writable.abort().catch(() => {})
        throw error
      }
      const { size } = await handle.getFile()
      signal.throwIfAborted()
      if (size !== file.size) throw new Trouble('folder', `${size} of ${file.size} bytes were written`)
    } catch (error) {
      await folder.removeEntry(place.name).catch(() => {})
      throw folderTrouble(error)
    } finally {
      this.#taken.delete(keyOf(place))
      await this.#note(player)
    }
  }

  #note(player: string): Promise<void> {
    return this.store.setWriting(player, [...this.#taken.values()]).catch(() => {})
  }
}

const keyOf = ({ folder, name }: Place) => `${folder ?? ''}/${name}`.toLowerCase()

async function permission(folder: FolderHandle): Promise<PermissionState> {
  return (await folder.queryPermission?.({ mode: 'readwrite' }).catch(() => 'denied' as const)) ?? 'granted'
}

async function exists(folder: FolderHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name)
    return true
  } catch (error) {
    const missing = error instanceof DOMException && error.name === 'NotFoundError'
    // Anything else than "not there" means that the name is in use: a folder has it.
    if (missing) return false
    if (error instanceof DOMException && error.name === 'TypeMismatchError') return true
    throw error
  }
}

function folderTrouble(error: unknown): Trouble {
  if (error instanceof Trouble) return error
  const full = error instanceof DOMException && error.name === 'QuotaExceededError'
  return new Trouble(full ? 'quota' : 'folder', text(error))
}

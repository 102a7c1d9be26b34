// One file in the picked folder, from its first byte until it is kept or nothing of it is left.
import { Trouble, text } from '../trouble.ts'

/** What is needed of a `FileSystemFileHandle`. */
export interface FileHandle {
  getFile(): Promise<File>
  createWritable(): Promise<Writable>
}

interface Writable {
  write(piece: Piece): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

interface Piece {
  readonly type: 'write'
  readonly position: number
  readonly data: Blob | Uint8Array<ArrayBuffer>
}

/** What is needed of the folder it lies in. */
export interface FileFolder {
  getFileHandle(name: string, options?: { create?: boolean }): Promise<FileHandle>
  removeEntry(name: string): Promise<void>
}

export interface Place {
  /** Sub-folder, or null for the folder itself. */
  readonly folder: string | null
  readonly name: string
}

/** A file that was begun and is not proven to be right. */
export interface Begun extends Place {
  /** What lies there once it was closed: bytes, and ms since 1970. Before, the file is empty. */
  readonly closed?: { readonly size: number; readonly modified: number }
}

/** Until it was closed the browser holds its bytes beside it, and whoever looks into the folder sees an empty file. */
export interface FolderFile {
  /** The memory may be used again once this settled. @throws Trouble `folder` or `quota`: it is of no more use */
  write(data: Piece['data'], position: number): Promise<void>
  /** Puts the bytes where they can be read. @throws Trouble `folder` or `quota`; then nothing of the file is left */
  close(): Promise<File>
  /** It is right: a later visit leaves it alone. */
  keep(): Promise<void>
  /** Nothing of it stays, even if it was to be kept. Never rejects; may be called twice. */
  drop(): Promise<void>
}

/**
 * Makes the file, empty.
 * @param note remembers what is under way for a visit after a crash; null: nothing any more. It never rejects
 * @throws Trouble `folder` or `quota`; then nothing of the file is left
 */
export async function openFolderFile(
  folder: FileFolder,
  place: Place,
  note: (begun: Begun | null) => Promise<void>,
): Promise<FolderFile> {
  let isGone = false
  let bytes = 0
  let opened: Writable | null = null
  const remove = async () => {
    isGone = true
    await opened?.abort().catch(() => {})
    await folder.removeEntry(place.name).catch(() => {})
    await note(null)
  }
  const orNothing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      await remove()
      throw folderTrouble(error)
    }
  }
  const [handle, writable] = await orNothing(async () => {
    await note(place)
    const made = await folder.getFileHandle(place.name, { create: true }).catch(refusedName)
    opened = await made.createWritable()
    return [made, opened] as const
  })
  return {
    async write(data, position) {
      try {
        await writable.write({ type: 'write', position, data })
      } catch (error) {
        throw folderTrouble(error)
      }
      bytes = Math.max(bytes, position + (data instanceof Blob ? data.size : data.byteLength))
    },
    close: () =>
      orNothing(async () => {
        await writable.close()
        const file = await handle.getFile()
        if (file.size !== bytes) throw new Trouble('folder', `${file.size} of ${bytes} bytes were written`)
        await note({ ...place, closed: { size: file.size, modified: file.lastModified } })
        return file
      }),
    keep: () => note(null),
    async drop() {
      if (!isGone) await remove()
    },
  }
}

/**
 * For the calls that name a file or a folder: a name that is refused is a TypeError there, which nothing else is; a
 * permission that is missing is a DOMException.
 */
export function refusedName(error: unknown): never {
  throw error instanceof TypeError ? new Trouble('name', text(error)) : error
}

export function folderTrouble(error: unknown): Trouble {
  if (error instanceof Trouble) return error
  const full = error instanceof DOMException && error.name === 'QuotaExceededError'
  return new Trouble(full ? 'quota' : 'folder', text(error))
}

/**
 * One file in the picked folder, from its first byte until it is kept or nothing of it is left. Until it was found right
 * it lies there under another name, where the browser can move files; where it cannot, it is remembered as begun.
 */
import { messageOf } from '#core/model/text/messageOf.ts'
import type { Timers } from '../../trouble/silence.ts'
import { Trouble } from '../../trouble/trouble.ts'
import { fromFolder } from './folderPatience.ts'

/** What is needed of a `FileSystemFileHandle`. */
export interface FileHandle {
  getFile(): Promise<File>
  createWritable(): Promise<Writable>
  /** Gives it another name in its folder, in place of whatever has that. Not every browser does so on a disk. */
  move?(name: string): Promise<void>
}

interface Writable {
  write(piece: Piece | Cut): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

interface Piece {
  readonly type: 'write'
  readonly position: number
  readonly data: Blob | Uint8Array<ArrayBuffer>
}

interface Cut {
  readonly type: 'truncate'
  readonly size: number
}

/** What is needed of the folder it lies in. */
export interface FileFolder {
  getFileHandle(name: string, options?: { create?: boolean }): Promise<FileHandle>
  removeEntry(name: string): Promise<void>
  keys?(): AsyncIterable<string>
}

export interface FolderPath {
  /** Sub-folder, or null for the folder itself. */
  readonly folder: string | null
  readonly name: string
}

/** A file that was begun and is not proven to be right. */
export interface Begun extends FolderPath {
  /** Its name is one that nobody else gives. */
  readonly isPart?: true
  /** What lies there once it was closed: bytes, and ms since 1970, null while it is being closed. Before, it is empty. */
  readonly closed?: { readonly size: number; readonly modified: number | null }
}

/** Until it was closed the browser holds its bytes beside it, and whoever looks into the folder sees an empty file. */
export interface FolderFile {
  /** The memory may be used again once this settled. @throws Trouble `folder` or `folderFull`: it is of no more use */
  write(data: Piece['data'], position: number): Promise<void>
  /**
   * Puts the bytes where they can be read.
   * @param size length of the file, bytes: what was written behind it is cut off
   * @throws Trouble `folder` or `folderFull`; then nothing of the file is left
   */
  close(size: number): Promise<File>
  /** It is right: it gets its name, and a later visit leaves it alone. @throws Trouble `folder`; it can be tried again */
  keep(): Promise<void>
  /** Nothing of it stays, even if it was to be kept. Never rejects; may be called twice. */
  drop(): Promise<void>
}

export interface FolderFileParts {
  readonly folder: FileFolder
  /** Where it belongs. */
  readonly place: FolderPath
  /** What is known of this browser; found out with the first file. */
  readonly moving: { can: boolean | null }
  readonly clock: Timers
  /** Remembers what is under way for a visit after a crash; null: nothing any more. It never rejects. */
  note(begun: Begun | null): Promise<void>
  /** What was noted last could not be removed now: it is to be later. It never rejects. */
  left(): Promise<void>
  /** The name it is to have now that it is right: another one, where somebody gave its own away meanwhile. */
  settle(): Promise<string>
}

/**
 * What stands in the name of a file that is not proven to be right. Before its ending: Chromium writes a file whose
 * ending it does not know twice, and checks one that changes its ending (50 MB: 375 ms to close and 176 ms to move,
 * where a file that keeps it takes a rename, 3 ms; measured).
 */
const PART_MARK = '.part'
/** What the first file is made as, to learn whether files can be moved. */
const TRIAL_MARK = '.new'
/** Chromium holds the bytes of an open file in one beside it, and leaves it there when its process is killed (measured). */
const SWAP_ENDING = '.crswap'
/** What a disk takes with both, bytes. */
const PART_NAME_BYTES = 255 - PART_MARK.length - SWAP_ENDING.length
/** A file that was just closed may be looked at by a virus scanner: how often and how long it is waited for, ms. */
const MOVE_TRIES = 4
export const MOVE_WAIT_MS = 250

/** The name of a file while it is not proven to be right; long ones lose signs of their middle. */
export function partName(name: string): string {
  const signs = [...name]
  while (new TextEncoder().encode(signs.join('')).length > PART_NAME_BYTES) signs.splice(signs.length >> 1, 1)
  return marked(signs.join(''), PART_MARK)
}

/** A name with something before its ending. */
function marked(name: string, mark: string): string {
  const ending = /\.[^.]{1,8}$/.exec(name)?.[0] ?? ''
  return name.slice(0, name.length - ending.length) + mark + ending
}

/** Names of all that may be left of a file that was begun. */
export const remainsOf = (name: string): string[] => [marked(name, TRIAL_MARK), name + SWAP_ENDING]

/**
 * Makes the file, empty.
 * @throws Trouble `folder` or `folderFull`; then nothing of the file is left
 */
export async function openFolderFile(parts: FolderFileParts): Promise<FolderFile> {
  const { folder, place, moving, note, clock } = parts
  let at: Begun = place
  let isGone = false
  let bytes = 0
  let opened: Writable | null = null
  const remove = async () => {
    isGone = true
    if (opened) await fromFolder(clock, opened.abort()).catch(() => {})
    const end = await fromFolder(
      clock,
      removal(folder, () => folder.removeEntry(at.name)),
    ).catch(() => 'left')
    await (end === 'gone' ? note(null) : parts.left())
  }
  const orNothing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await fromFolder(clock, work(), bytes)
    } catch (error) {
      await remove()
      throw folderTrouble(error)
    }
  }
  const make = async (): Promise<FileHandle> => {
    if (moving.can !== false) {
      at = { ...place, name: partName(place.name), isPart: true }
      await note(at)
      if (moving.can) return folder.getFileHandle(at.name, { create: true }).catch(refusedName)
      const moved = await tryToMove(folder, at.name)
      moving.can = moved !== null
      if (moved) return moved
    }
    at = place
    await note(at)
    return folder.getFileHandle(at.name, { create: true }).catch(refusedName)
  }
  const [handle, writable] = await orNothing(async () => {
    const made = await make()
    opened = await made.createWritable()
    return [made, opened] as const
  })
  return {
    async write(data, position) {
      try {
        await fromFolder(clock, writable.write({ type: 'write', position, data }), sizeOf(data))
      } catch (error) {
        throw folderTrouble(error)
      }
      bytes = Math.max(bytes, position + sizeOf(data))
    },
    close: (size) =>
      orNothing(async () => {
        if (bytes > size) await writable.write({ type: 'truncate', size })
        bytes = size
        if (!at.isPart) await note({ ...at, closed: { size: bytes, modified: null } })
        await writable.close()
        const file = await handle.getFile()
        if (file.size !== bytes) throw new Trouble('folderRefuses', `${file.size} of ${bytes} bytes were written`)
        if (!at.isPart) await note({ ...at, closed: { size: file.size, modified: file.lastModified } })
        return file
      }),
    async keep() {
      if (at.isPart) {
        const name = await parts.settle()
        await fromFolder(clock, move(handle, name, clock))
        at = { folder: place.folder, name }
      }
      await note(null)
    },
    async drop() {
      if (!isGone) await remove()
    },
  }
}

const sizeOf = (data: Piece['data']) => (data instanceof Blob ? data.size : data.byteLength)

/**
 * For the calls that name a file or a folder: a name that is refused is a TypeError there, which nothing else is; a
 * permission that is missing is a DOMException.
 */
export function refusedName(error: unknown): never {
  throw error instanceof TypeError ? new Trouble('nameRefused', messageOf(error)) : error
}

/** `gone`: it is there no more; `inUse`: somebody writes it yet; `left`: it may be there when the folder is to be had again. */
export type Removal = 'gone' | 'inUse' | 'left'

/**
 * Removes something, and never rejects.
 * @param folder where it lies, or the one that was picked
 */
export async function removal(folder: FileFolder, remove: () => Promise<void>): Promise<Removal> {
  try {
    await remove()
    return 'gone'
  } catch (error) {
    if (!(error instanceof DOMException)) return error instanceof TypeError ? 'gone' : 'left'
    if (error.name === 'NoModificationAllowedError') return 'inUse'
    // Another thing has its name.
    if (error.name === 'TypeMismatchError') return 'gone'
    return error.name === 'NotFoundError' && (await isThere(folder)) ? 'gone' : 'left'
  }
}

/** On a disk that was pulled out nothing is found. */
async function isThere(folder: FileFolder): Promise<boolean> {
  try {
    for await (const _ of folder.keys?.() ?? []) break
    return true
  } catch {
    return false
  }
}

/** Makes a file by moving one; null, and nothing is left, where that cannot be. */
async function tryToMove(folder: FileFolder, name: string): Promise<FileHandle | null> {
  const trial = await folder.getFileHandle(marked(name, TRIAL_MARK), { create: true }).catch(refusedName)
  try {
    if (!trial.move) throw new TypeError('files cannot be moved')
    await trial.move(name)
    return trial
  } catch {
    await folder.removeEntry(marked(name, TRIAL_MARK)).catch(() => {})
    return null
  }
}

/** @throws Trouble `folder` */
async function move(file: FileHandle, name: string, clock: Timers): Promise<void> {
  for (let left = MOVE_TRIES; ; left--) {
    try {
      return await file.move?.(name)
    } catch (error) {
      if (left === 0) throw folderTrouble(error)
      await new Promise<void>((resolve) => void clock.setTimer(resolve, MOVE_WAIT_MS))
    }
  }
}

export function folderTrouble(error: unknown): Trouble {
  if (error instanceof Trouble) return error
  const full = error instanceof DOMException && error.name === 'QuotaExceededError'
  return new Trouble(full ? 'folderFull' : 'folderRefuses', messageOf(error))
}

/** The names this page has taken in picked folders, so that no two files are written into each other. */
import { nameFold, uniqueName } from '#core/model/text/wholeName.ts'
import { Trouble } from '../../trouble/trouble.ts'
import { type FolderPath, partName, refusedName } from './folderFile.ts'
import type { FolderHandle, Writing } from './folderPorts.ts'

/** How often another name is tried before the folder counts as broken. */
export const NAMES_MAX = 500

export class TakenNames {
  /** Names that are taken, without what disks do not tell apart, by folder and sub-folder; with what is begun there. */
  readonly #taken = new Map<string, Writing | null>()
  /** Folders that were picked since the page was opened: the same name is free in another one. */
  readonly #roots: FolderHandle[] = []

  /** What is being written. */
  get begun(): Writing[] {
    return [...this.#taken.values()].flatMap((one) => one ?? [])
  }

  /** Which of the picked folders it is. Each load brings another handle of the same one. */
  async rootOf(root: FolderHandle): Promise<number> {
    for (const [at, one] of this.#roots.entries()) if (await mayBeSame(one, root)) return at
    return this.#roots.push(root) - 1
  }

  /** Takes a name that is free. @param isIn which of the picked folders that is @throws Trouble `folder`, `name` */
  async place(isIn: number, folder: FolderHandle, sub: string | null, fileName: string): Promise<FolderPath> {
    const tried = new Set<string>()
    for (let left = NAMES_MAX; left > 0; left--) {
      const place = { folder: sub, name: uniqueName(fileName, tried) }
      const key = keyIn(isIn, place)
      if (this.#taken.has(key) || (await exists(folder, place.name))) continue
      if (await exists(folder, partName(place.name))) continue
      this.#taken.set(key, null)
      return place
    }
    throw new Trouble('folderRefuses', 'no free name')
  }

  has(isIn: number, place: FolderPath): boolean {
    return this.#taken.has(keyIn(isIn, place))
  }

  /** Whether a name is taken in a sub-folder. */
  hasIn(isIn: number, sub: string): boolean {
    return [...this.#taken.keys()].some((key) => key.startsWith(keyIn(isIn, { folder: sub, name: '' })))
  }

  /** What is begun under a name. */
  at(isIn: number, place: FolderPath): Writing | null {
    return this.#taken.get(keyIn(isIn, place)) ?? null
  }

  /** The name is taken, by what is begun there or by nothing yet. */
  set(isIn: number, place: FolderPath, begun: Writing | null): void {
    this.#taken.set(keyIn(isIn, place), begun)
  }

  free(isIn: number, place: FolderPath): void {
    this.#taken.delete(keyIn(isIn, place))
  }
}

/** The same for names a disk may take for one: two files that are not there yet would be written into each other. */
export const keyOf = ({ folder, name }: FolderPath) => nameFold(`${folder ?? ''}/${name}`)

/** The same within one of the picked folders. */
const keyIn = (root: number, place: FolderPath) => `${root} ${keyOf(place)}`

/** Whether they are one folder, and also where nobody can say: a number too many behind a name is better than two files in one. */
async function mayBeSame(one: FolderHandle, other: FolderHandle): Promise<boolean> {
  if (one === other) return true
  return one.isSameEntry ? one.isSameEntry(other).catch(() => true) : one.name === other.name
}

/** Whether a name is in use. @throws Trouble `name` when the disk takes no such name */
export async function exists(folder: FolderHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name)
    return true
  } catch (error) {
    const missing = error instanceof DOMException && error.name === 'NotFoundError'
    // Anything else than "not there" means that the name is in use: a folder has it.
    if (missing) return false
    if (error instanceof DOMException && error.name === 'TypeMismatchError') return true
    return refusedName(error)
  }
}

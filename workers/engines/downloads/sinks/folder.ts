/**
 * The folder a person picked: files are put there under names that are free, in a sub-folder for each release, and
 * nothing half-written or unproven stays behind, not even after a crash.
 */
import { nameFold, numberedName, uniqueName } from '#core/model/text/wholeName.ts'
import { beforeDeadline } from '../../waiting.ts'
import type { Timers } from '../trouble/silence.ts'
import { Trouble } from '../trouble/trouble.ts'
import { Semaphore } from '../trouble/waiting.ts'
import {
  type Begun,
  type FileFolder,
  type FolderFile,
  type FolderPath,
  folderTrouble,
  openFolderFile,
  partName,
  type Removal,
  refusedName,
  remainsOf,
  removal,
} from './folderFile.ts'
import { type FileNames, type ReleaseFolder, type SubFolders, subFolderOf } from './folderNames.ts'
import { fromFolder } from './folderPatience.ts'

/** What is needed of a `FileSystemDirectoryHandle`. */
export interface FolderHandle extends FileFolder {
  readonly name: string
  /** Whether both are one folder of the disk. */
  isSameEntry?(other: FolderHandle): Promise<boolean>
  queryPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>
  getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<FolderHandle>
}

/** A file that was begun, and the picked folder it lies in: another one may be picked while it is written. */
export interface Writing extends Begun {
  /** Not there: a build of before wrote it down, and it is looked for in the folder that is picked now. */
  readonly root?: FolderHandle
}

/**
 * Remembers the folder of each player, which files were being written, and which sub-folder is which release's.
 * Rejects when the storage refuses; `save` where it did not take the folder.
 */
export interface FolderStore extends SubFolders {
  load(player: string): Promise<FolderHandle | null>
  save(player: string, folder: FolderHandle | null): Promise<void>
  writing(player: string): Promise<readonly Writing[]>
  setWriting(player: string, files: readonly Writing[]): Promise<void>
}

export type Access = 'none' | 'granted' | 'prompt' | 'denied'

/** A free name that is this job's until the file is kept or given up. */
export interface Reserved extends FolderPath {
  /** Makes the file, empty, under a plainer name if the disk refuses the other. @throws Trouble `folder`, `name` or `quota` */
  begin(): Promise<FolderFile>
  /** Gives the name up. */
  free(): void
}

/** How often another name is tried before the folder counts as broken. */
const NAMES_MAX = 500
/** So many files that could not be removed are remembered, the last ones: their folder may never be allowed again. */
const LEFT_MAX = 200
/** A folder that was picked before is waited for so long, ms: nothing goes there any more. */
const BEFORE_MS = 2000

export class Folders {
  readonly #turns = new Semaphore(1)
  /** Names that are taken, without what disks do not tell apart, by folder and sub-folder; with what is begun there. */
  readonly #taken = new Map<string, Writing | null>()
  /** Folders that were picked since the page was opened: the same name is free in another one. */
  readonly #roots: FolderHandle[] = []
  /** What earlier visits began and nobody could remove yet, by player; not there: it was not read. */
  readonly #left = new Map<string, readonly Writing[]>()
  readonly #moving: { can: boolean | null } = { can: null }
  /** What was picked, by player: as the storage said last, or what it did not take and holds while this page is open. */
  readonly #picked = new Map<string, { readonly folder: FolderHandle | null; readonly isKept: boolean }>()

  constructor(
    readonly store: FolderStore,
    readonly clock: Timers,
  ) {}

  /** The folder that is picked, as far as anybody knows; null: none is. Rejects when the storage never said. */
  async picked(player: string): Promise<FolderHandle | null> {
    const last = this.#picked.get(player)
    if (last && !last.isKept) return last.folder
    try {
      const folder = await this.store.load(player)
      if (this.#picked.get(player) === last) this.#picked.set(player, { folder, isKept: true })
      return folder
    } catch (error) {
      if (last) return last.folder
      throw error
    }
  }

  /**
   * Picks another one, or none. Never rejects.
   * @returns whether the storage took it: otherwise it holds while this page is open
   */
  async pick(player: string, folder: FolderHandle | null): Promise<boolean> {
    const isKept = await this.store.save(player, folder).then(
      () => true,
      () => false,
    )
    this.#picked.set(player, { folder, isKept })
    return isKept
  }

  /** Another tab picked one. @param unkept that one, where the storage did not take it */
  pickedElsewhere(player: string, unkept?: FolderHandle | null): void {
    if (unkept === undefined) this.#picked.delete(player)
    else this.#picked.set(player, { folder: unkept, isKept: false })
  }

  /** Rejects when the storage never said which it is. */
  async access(player: string): Promise<{ name: string | null; access: Access }> {
    const folder = await this.picked(player)
    return folder ? { name: folder.name, access: await permission(folder) } : { name: null, access: 'none' }
  }

  /**
   * Finds where a file goes; null when no folder was picked.
   * @param release whose sub-folder it is; null: the folder itself
   * @throws Trouble `folder` when it may not be written to now, or nobody knows which it is, `name` when the disk takes
   * none of the names
   */
  async reserve(player: string, release: ReleaseFolder | null, names: FileNames): Promise<Reserved | null> {
    const root = await this.picked(player).catch((error: unknown) => {
      throw folderTrouble(error)
    })
    if (!root) return null
    return this.#turn(
      async () => {
        try {
          if ((await permission(root)) !== 'granted')
            throw new Trouble('folderRefuses', 'the folder may not be written to')
          // When this tab took over it may not have been allowed yet, and what lies there holds the names.
          await this.#sweep(player, root, true)
          const { sub, folder } = release
            ? await subFolderOf(this.store, player, root, release)
            : { sub: null, folder: root }
          const isIn = await this.#rootOf(root)
          const key = () => keyIn(isIn, place)
          const freeName = (name: string) => this.#place(isIn, folder, sub, name)
          let place = await freeName(names.name).catch(() => freeName(names.plain))
          const note = async (begun: Begun | null) => {
            this.#taken.set(key(), begun && { ...begun, root })
            await this.#remember(player).catch(() => {})
          }
          const left = async () => {
            const before = await this.#leftOf(player).catch(() => [])
            const begun = this.#taken.get(key())
            this.#taken.set(key(), null)
            // Another one may have been left meanwhile.
            if (begun) this.#left.set(player, [...(this.#left.get(player) ?? before), begun].slice(-LEFT_MAX))
            await this.#remember(player).catch(() => {})
          }
          const settle = () =>
            this.#turn(async () => {
              if (!(await exists(folder, place.name))) return place.name
              // Moved there, it would take the place of what somebody else put there meanwhile.
              const begun = this.#taken.get(key()) ?? null
              free()
              place = await freeName(place.name)
              this.#taken.set(key(), begun)
              return place.name
            })
          const begin = () =>
            openFolderFile({ folder, place, moving: this.#moving, clock: this.clock, note, left, settle })
          const free = () => void this.#taken.delete(key())
          return {
            folder: sub,
            get name() {
              return place.name
            },
            begin: async () => {
              try {
                return await begin()
              } catch (error) {
                // Not every disk says that it was the name, and a narrower limit than any rule knows is found out here.
                if (!isRefusal(error) || place.name === names.plain) throw error
                free()
                place = await this.#turn(() => freeName(names.plain))
                return await begin().catch(() => {
                  throw error
                })
              }
            },
            free,
          }
        } catch (error) {
          throw folderTrouble(error)
        }
      },
      (late) => late.free(),
    )
  }

  /**
   * Files of a length that stand already where one of these names would be put, and that nobody is writing: a file a
   * crash cut off right after it had got its name may be one of them. Empty where the folder does not say.
   * @param bytes of each
   */
  async standing(
    player: string,
    release: ReleaseFolder | null,
    names: FileNames,
    bytes: number,
  ): Promise<readonly { readonly name: string; readonly file: File }[]> {
    const look = async () => {
      const root = await this.picked(player)
      if (!root || (await permission(root)) !== 'granted') return []
      const { sub, folder } = release
        ? await subFolderOf(this.store, player, root, release)
        : { sub: null, folder: root }
      const isIn = await this.#rootOf(root)
      const found: { name: string; file: File }[] = []
      for (const base of new Set([names.name, names.plain])) {
        for (let n = 1; n <= NAMES_MAX; n++) {
          const name = n === 1 ? base : numberedName(base, n)
          if (this.#taken.has(keyIn(isIn, { folder: sub, name }))) continue
          const file = await fileOf(folder, name)
          if (file === null) break
          if (file.size === bytes) found.push({ name, file })
        }
      }
      return found
    }
    return this.#turn(look).catch(() => [])
  }

  /**
   * Removes what a crash left empty or unproven, from folders too that were picked before. To be called while nothing is
   * written there. Never rejects.
   * @returns how many files could not be removed, because whoever wrote them has not let go of them yet; 0 also where the
   * folder says nothing
   */
  async sweep(player: string): Promise<number> {
    return this.#turn(async () => {
      // The tab before wrote until now: what was read earlier is not all of it.
      this.#left.delete(player)
      return this.#sweep(player, await this.picked(player).catch(() => null))
    }).catch(() => 0)
  }

  /**
   * One after the other, and none of them holds up the others for ever.
   * @param unwanted gets what came too late
   * @throws Trouble `folder`
   */
  #turn<T>(work: () => Promise<T>, unwanted: (late: T) => void = () => {}): Promise<T> {
    return this.#turns.take(async () => {
      const made = work()
      try {
        return await fromFolder(this.clock, made)
      } catch (error) {
        made.then(unwanted, () => {})
        throw error
      }
    })
  }

  /**
   * Removes what earlier visits began, and nothing of this one.
   * @param picked the folder that is picked now
   * @param alone nothing of those that were picked before
   * @returns how much of it is in use yet
   */
  async #sweep(player: string, picked: FolderHandle | null, alone = false): Promise<number> {
    const files: readonly Writing[] = await this.#leftOf(player).catch(() => [])
    if (files.length === 0) return 0
    const left: Writing[] = []
    let inUse = 0
    let isSilent = false
    const isSwept = async (root: FolderHandle, file: Writing): Promise<boolean> => {
      // One that may not be written to now may be picked again later.
      if ((await permission(root)) !== 'granted') return false
      const end = await removed(root, file)
      if (end === 'inUse') inUse += 1
      return end === 'gone'
    }
    for (const file of files) {
      // Another one has its name by now.
      if (await isAmong(this.#begun, file)) continue
      const root = file.root ?? picked
      const isPicked = root !== null && picked !== null && (await isSame(root, picked))
      if (root === null || (!isPicked && (alone || isSilent))) {
        left.push(file)
        continue
      }
      const swept = isSwept(root, file)
      const end = isPicked ? await swept : await beforeDeadline(this.clock, BEFORE_MS, swept, silent).catch(() => null)
      isSilent ||= end === null
      if (!end) left.push(file)
    }
    const since = this.#left.get(player)?.filter((file) => !files.includes(file)) ?? []
    this.#left.set(player, [...left, ...since].slice(-LEFT_MAX))
    await this.#remember(player).catch(() => {})
    return inUse
  }

  /** Rejects when it cannot be read. */
  async #leftOf(player: string): Promise<readonly Writing[]> {
    const known = this.#left.get(player)
    if (known) return known
    const ours = this.#begun
    const left: Writing[] = []
    for (const file of await this.store.writing(player)) if (!(await isAmong(ours, file))) left.push(file)
    // Who read it meanwhile may have added to it.
    const since = this.#left.get(player)
    if (since) return since
    this.#left.set(player, left)
    return left
  }

  /** Writes down what is begun, beside what earlier visits left. Rejects when the storage refuses. */
  async #remember(player: string): Promise<void> {
    const left = await this.#leftOf(player)
    await this.store.setWriting(player, [...left, ...this.#begun])
  }

  get #begun(): Writing[] {
    return [...this.#taken.values()].flatMap((one) => one ?? [])
  }

  /** Which of the picked folders it is. Each load brings another handle of the same one. */
  async #rootOf(root: FolderHandle): Promise<number> {
    for (const [at, one] of this.#roots.entries()) if (await mayBeSame(one, root)) return at
    return this.#roots.push(root) - 1
  }

  /** Takes a name that is free. @param isIn which of the picked folders that is */
  async #place(isIn: number, folder: FolderHandle, sub: string | null, fileName: string): Promise<FolderPath> {
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
}

const silent = () => new Error('the folder said nothing')

/** The same for names a disk may take for one: two files that are not there yet would be written into each other. */
const keyOf = ({ folder, name }: FolderPath) => nameFold(`${folder ?? ''}/${name}`)

/** The same within one of the picked folders. */
const keyIn = (root: number, place: FolderPath) => `${root} ${keyOf(place)}`

/** Whether a file is one of these. */
async function isAmong(files: readonly Writing[], file: Writing): Promise<boolean> {
  for (const one of files) {
    if (keyOf(one) !== keyOf(file)) continue
    if (!one.root || !file.root || (await isSame(one.root, file.root))) return true
  }
  return false
}

async function isSame(one: FolderHandle, other: FolderHandle): Promise<boolean> {
  return one === other || (await one.isSameEntry?.(other).catch(() => false)) === true
}

/** The same, and also where nobody can say: a number too many behind a name is better than two files in one. */
async function mayBeSame(one: FolderHandle, other: FolderHandle): Promise<boolean> {
  if (one === other) return true
  return one.isSameEntry ? one.isSameEntry(other).catch(() => true) : one.name === other.name
}

const isRefusal = (error: unknown) => error instanceof Trouble && (error.reason === 'name' || error.reason === 'folder')

/** Removes a file that was begun, unless it is another one by now. */
async function removed(root: FolderHandle, { folder, name, isPart, closed }: Begun): Promise<Removal> {
  let within = root
  const end = await removal(root, async () => {
    if (folder !== null) within = await root.getDirectoryHandle(folder)
  })
  if (end !== 'gone' || (folder !== null && within === root)) return end
  const ends = await Promise.all([
    removal(root, async () => {
      const file = await (await within.getFileHandle(name)).getFile()
      const isSame = file.size === closed?.size && (closed.modified ?? file.lastModified) === file.lastModified
      if (isPart || file.size === 0 || isSame) await within.removeEntry(name)
    }),
    ...remainsOf(name).map((one) => removal(root, () => within.removeEntry(one))),
  ])
  return (['inUse', 'left'] as const).find((one) => ends.includes(one)) ?? 'gone'
}

async function permission(folder: FolderHandle): Promise<PermissionState> {
  return (await folder.queryPermission?.({ mode: 'readwrite' }).catch(() => 'denied' as const)) ?? 'granted'
}

/** What a name stands for; null: nothing, or no file. */
async function fileOf(folder: FolderHandle, name: string): Promise<File | null> {
  try {
    return await (await folder.getFileHandle(name)).getFile()
  } catch {
    return null
  }
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
    return refusedName(error)
  }
}

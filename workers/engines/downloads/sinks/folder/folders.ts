/**
 * The folder a person picked: files are put there under names that are free, in a sub-folder for each release, and
 * nothing half-written or unproven stays behind, not even after a crash.
 */
import { numberedName } from '#core/model/text/wholeName.ts'
import { Semaphore } from '../../../semaphore.ts'
import type { Timers } from '../../trouble/silence.ts'
import { Trouble } from '../../trouble/trouble.ts'
import {
  type Begun,
  type FolderFile,
  type FolderPath,
  folderTrouble,
  MOVE_WAIT_MS,
  openFolderFile,
} from './folderFile.ts'
import { type FileNames, type ReleaseFolder, subFolderOf } from './folderNames.ts'
import { FolderSilence, fromFolder } from './folderPatience.ts'
import type { FolderHandle, FolderStore } from './folderPorts.ts'
import { Leftovers } from './leftovers.ts'
import { PickedFolder, permission } from './pickedFolder.ts'
import { exists, NAMES_MAX, TakenNames } from './takenNames.ts'

/** A free name that is this job's until the file is kept or given up. */
export interface Reserved extends FolderPath {
  /**
   * Makes the file, empty, under a plainer name if the disk refuses the other.
   * @throws Trouble `folder`, `name` or `folderFull`
   */
  begin(): Promise<FolderFile>
  /** Gives the name up, and the sub-folder, if it was made here and nothing lies in it. */
  free(): void
}

export class Folders {
  readonly #turns = new Semaphore(1)
  readonly #moving: { can: boolean | null } = { can: null }
  readonly #names = new TakenNames()
  /** Sub-folders this page made, in which nothing may lie yet. */
  readonly #made = new Set<string>()
  readonly #leftovers: Leftovers
  readonly picked: PickedFolder

  constructor(
    readonly store: FolderStore,
    readonly clock: Timers,
  ) {
    this.picked = new PickedFolder(store)
    this.#leftovers = new Leftovers(store, clock, () => this.#names.begun)
  }

  /**
   * Finds where a file goes; null when no folder was picked.
   * @param release whose sub-folder it is; null: the folder itself
   * @throws Trouble `folder` when it may not be written to now, or nobody knows which it is, `name` when the disk takes
   * none of the names
   */
  async reserve(player: string, release: ReleaseFolder | null, names: FileNames): Promise<Reserved | null> {
    const root = await this.picked.of(player).catch((error: unknown) => {
      throw folderTrouble(error)
    })
    if (!root) return null
    return this.#turn(
      async () => {
        try {
          if ((await permission(root)) !== 'granted')
            throw new Trouble('folderRefuses', 'the folder may not be written to')
          // When this tab took over it may not have been allowed yet, and what lies there holds the names.
          await this.#leftovers.sweep(player, root, true)
          const { sub, folder, isMade } = release
            ? await subFolderOf(this.store, player, root, release)
            : { sub: null, folder: root, isMade: false }
          const isIn = await this.#names.rootOf(root)
          const made = `${isIn} ${sub}`
          if (isMade) this.#made.add(made)
          const tidy = async () => {
            if (sub === null || this.#names.hasIn(isIn, sub) || !this.#made.has(made)) return
            // Without more words it goes only when it is empty. What holds it now may let go of it until the next one.
            const isSettled = await root.removeEntry(sub).then(() => true, isNoneOrFull)
            if (isSettled) this.#made.delete(made)
          }
          const freeName = (name: string) => this.#names.place(isIn, folder, sub, name)
          let place = await freeName(names.name).catch(() => freeName(names.plain))
          const note = async (begun: Begun | null) => {
            this.#names.set(isIn, place, begun && { ...begun, root })
            await this.#leftovers.remember(player).catch(() => {})
          }
          const left = () =>
            this.#leftovers.add(player, () => {
              const begun = this.#names.at(isIn, place)
              this.#names.set(isIn, place, null)
              return begun
            })
          const settle = () =>
            this.#turn(async () => {
              if (!(await exists(folder, place.name))) return place.name
              // Moved there, it would take the place of what somebody else put there meanwhile.
              const begun = this.#names.at(isIn, place)
              free()
              place = await freeName(place.name)
              this.#names.set(isIn, place, begun)
              return place.name
            })
          const begin = () =>
            openFolderFile({ folder, place, moving: this.#moving, clock: this.clock, note, left, settle })
          const free = () => this.#names.free(isIn, place)
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
                // What a disk hiccuped over once keeps its name.
                if (error.reason === 'folder' && !(error instanceof FolderSilence)) {
                  await new Promise<void>((resolve) => void this.clock.setTimer(resolve, MOVE_WAIT_MS))
                  const file = await begin().catch(() => null)
                  if (file) return file
                }
                free()
                place = await this.#turn(() => freeName(names.plain))
                return await begin().catch(() => {
                  throw error
                })
              }
            },
            free: () => {
              free()
              if (this.#made.has(made)) void this.#turn(tidy).catch(() => {})
            },
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
      const root = await this.picked.of(player)
      if (!root || (await permission(root)) !== 'granted') return []
      const { sub, folder } = release
        ? await subFolderOf(this.store, player, root, release, false)
        : { sub: null, folder: root }
      const isIn = await this.#names.rootOf(root)
      const found: { name: string; file: File }[] = []
      for (const base of new Set([names.name, names.plain])) {
        for (let n = 1; n <= NAMES_MAX; n++) {
          const name = n === 1 ? base : numberedName(base, n)
          if (this.#names.has(isIn, { folder: sub, name })) continue
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
      this.#leftovers.forget(player)
      return this.#leftovers.sweep(player, await this.picked.of(player).catch(() => null))
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
}

/** Whether a folder could not be removed because it is not there, or something lies in it. */
const isNoneOrFull = (error: unknown) =>
  error instanceof DOMException && /^(NotFound|InvalidModification)Error$/.test(error.name)

const isRefusal = (error: unknown): error is Trouble =>
  error instanceof Trouble && (error.reason === 'name' || error.reason === 'folder')

/** What a name stands for; null: nothing, or no file. */
async function fileOf(folder: FolderHandle, name: string): Promise<File | null> {
  try {
    return await (await folder.getFileHandle(name)).getFile()
  } catch {
    return null
  }
}

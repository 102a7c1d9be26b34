/**
 * Sub-folders of the picked folder: one for each release, its own. Two releases whose names differ only by a sign
 * that no disk takes, by case, or not at all lie apart, the later one under a name with a number; which is whose is
 * remembered, so that what comes later goes where the rest is.
 */
import { nameFold } from '#core/model/text/wholeName.ts'
import { Trouble } from '../../trouble/trouble.ts'
import { refusedName } from './folderFile.ts'

/** Whose sub-folder is meant. */
export interface ReleaseFolder {
  /** What tells releases apart, whatever they are called. */
  readonly id: string
  /** What it is called. */
  readonly names: FileNames
}

/** What a file or a folder shall be called, and what instead where the disk refuses that. */
export interface FileNames {
  readonly name: string
  readonly plain: string
}

/** Which release a sub-folder is for, and how its name is written. */
export interface Claim {
  readonly release: string
  readonly name: string
}

/** Remembers whose sub-folders are, by player and folded name. Rejects when the storage refuses. */
export interface SubFolders {
  subFolder(player: string, fold: string): Promise<Claim | null>
  setSubFolder(player: string, fold: string, claim: Claim): Promise<void>
}

/** What is needed of the folder they lie in. */
interface Holder<F> {
  getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<F>
}

/** So many releases may share a name. */
const NAMES_MAX = 500

/**
 * The sub-folder of a release, made if it is not there. One that nobody claims is taken as its own: it lay there
 * before anything was remembered.
 * @param mayMake whether it is to be made; otherwise one that is not there is a DOMException, too
 * @throws DOMException of the file system, Trouble `name` or `folder`
 */
export async function subFolderOf<F>(
  store: SubFolders,
  player: string,
  root: Holder<F>,
  { id, names }: ReleaseFolder,
  mayMake = true,
): Promise<{ sub: string; folder: F; isMade: boolean }> {
  const named = async (base: string) => {
    for (let n = 1; n <= NAMES_MAX; n++) {
      const wanted = n === 1 ? base : `${base} (${n})`
      const fold = nameFold(wanted)
      const claim = await store.subFolder(player, fold).catch(() => null)
      if (claim && claim.release !== id) continue
      const sub = claim?.name ?? wanted
      const found = await directory(root, sub, mayMake)
      if (found === null) continue
      if (!claim) await store.setSubFolder(player, fold, { release: id, name: sub }).catch(() => {})
      return { sub, ...found }
    }
    throw new Trouble('folderRefuses', 'no free name for a folder')
  }
  return named(names.name).catch((error) => {
    if (names.plain === names.name) throw error
    return named(names.plain)
  })
}

/** A folder by its name; null when a file has it. */
async function directory<F>(
  root: Holder<F>,
  name: string,
  mayMake: boolean,
): Promise<{ folder: F; isMade: boolean } | null> {
  const is = (error: unknown, what: string) => error instanceof DOMException && error.name === what
  try {
    const there = await root.getDirectoryHandle(name).catch((error: unknown) => {
      if (!mayMake || !is(error, 'NotFoundError')) throw error
      return null
    })
    return { folder: there ?? (await root.getDirectoryHandle(name, { create: true })), isMade: there === null }
  } catch (error) {
    if (is(error, 'TypeMismatchError')) return null
    return refusedName(error)
  }
}

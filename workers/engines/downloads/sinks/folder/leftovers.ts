/** What was begun in picked folders and could not be removed yet: written down beside what is begun now, and swept. */
import { beforeDeadline } from '../../../waiting.ts'
import type { Timers } from '../../trouble/silence.ts'
import { type Begun, type Removal, remainsOf, removal } from './folderFile.ts'
import type { FolderHandle, FolderStore, Writing } from './folderPorts.ts'
import { permission } from './pickedFolder.ts'
import { keyOf } from './takenNames.ts'

/** So many files that could not be removed are remembered, the last ones: their folder may never be allowed again. */
const LEFT_MAX = 200
/** A folder that was picked before is waited for so long, ms: nothing goes there any more. */
const BEFORE_MS = 2000

export class Leftovers {
  /** What earlier visits began and nobody could remove yet, by player; not there: it was not read. */
  readonly #left = new Map<string, readonly Writing[]>()

  /** @param begun what this visit is writing */
  constructor(
    readonly store: Pick<FolderStore, 'writing' | 'setWriting'>,
    readonly clock: Timers,
    readonly begun: () => readonly Writing[],
  ) {}

  /** It is read anew before it is needed next. */
  forget(player: string): void {
    this.#left.delete(player)
  }

  /**
   * Something of this visit could not be removed. Never rejects.
   * @param take gives it up when the others are known, so that it is always either begun or left; null: there is nothing
   */
  async add(player: string, take: () => Writing | null): Promise<void> {
    const before = await this.#leftOf(player).catch(() => [])
    const begun = take()
    // Another one may have been left meanwhile.
    if (begun) this.#left.set(player, [...(this.#left.get(player) ?? before), begun].slice(-LEFT_MAX))
    await this.remember(player).catch(() => {})
  }

  /** Writes down what is begun, beside what earlier visits left. Rejects when the storage refuses. */
  async remember(player: string): Promise<void> {
    const left = await this.#leftOf(player)
    await this.store.setWriting(player, [...left, ...this.begun()])
  }

  /**
   * Removes what earlier visits began, and nothing of this one.
   * @param picked the folder that is picked now
   * @param alone nothing of those that were picked before
   * @returns how much of it is in use yet
   */
  async sweep(player: string, picked: FolderHandle | null, alone = false): Promise<number> {
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
      if (await isAmong(this.begun(), file)) continue
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
    await this.remember(player).catch(() => {})
    return inUse
  }

  /** Rejects when it cannot be read. */
  async #leftOf(player: string): Promise<readonly Writing[]> {
    const known = this.#left.get(player)
    if (known) return known
    const ours = this.begun()
    const left: Writing[] = []
    for (const file of await this.store.writing(player)) if (!(await isAmong(ours, file))) left.push(file)
    // Who read it meanwhile may have added to it.
    const since = this.#left.get(player)
    if (since) return since
    this.#left.set(player, left)
    return left
  }
}

const silent = () => new Error('the folder said nothing')

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

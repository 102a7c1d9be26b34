/** Which folder each player picked, and whether it may be written to. */
import type { FolderHandle, FolderStore } from './folderPorts.ts'

export type Access = 'none' | 'granted' | 'prompt' | 'denied'

export class PickedFolder {
  /** What was picked, by player: as the storage said last, or what it did not take and holds while this page is open. */
  readonly #picked = new Map<string, { readonly folder: FolderHandle | null; readonly isKept: boolean }>()

  constructor(readonly store: Pick<FolderStore, 'load' | 'save'>) {}

  /** The folder that is picked, as far as anybody knows; null: none is. Rejects when the storage never said. */
  async of(player: string): Promise<FolderHandle | null> {
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
    const folder = await this.of(player)
    return folder ? { name: folder.name, access: await permission(folder) } : { name: null, access: 'none' }
  }
}

export async function permission(folder: FolderHandle): Promise<PermissionState> {
  return (await folder.queryPermission?.({ mode: 'readwrite' }).catch(() => 'denied' as const)) ?? 'granted'
}

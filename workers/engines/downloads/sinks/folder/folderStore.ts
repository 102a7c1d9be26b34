// The picked folder in IndexedDB, which keeps handles as they are.
import * as z from 'zod/mini'
import { later } from '#core/model/later.ts'
import { openStore } from '../../../storage.ts'
import type { FolderHandle, FolderStore } from './folderPorts.ts'

const isFolder = (value: unknown): value is FolderHandle =>
  typeof FileSystemDirectoryHandle !== 'undefined' && value instanceof FileSystemDirectoryHandle

/** Where nobody can be let write into a folder, none was picked, whatever becomes of the storage. */
const canPick = () =>
  typeof FileSystemDirectoryHandle !== 'undefined' && 'queryPermission' in FileSystemDirectoryHandle.prototype

const Files = later(() =>
  z.array(
    z.object({
      folder: z.nullable(z.string()),
      name: z.string(),
      root: z.exactOptional(z.custom<FolderHandle>(isFolder)),
      isPart: z.exactOptional(z.literal(true)),
      closed: z.exactOptional(z.object({ size: z.int(), modified: z.nullable(z.number()) })),
    }),
  ),
)

const Claim = later(() => z.object({ release: z.string(), name: z.string() }))

async function isSame(before: unknown, now: FolderHandle | null): Promise<boolean> {
  if (typeof FileSystemHandle === 'undefined' || !(before instanceof FileSystemHandle) || now === null) return false
  return before.isSameEntry(now as unknown as FileSystemHandle).catch(() => false)
}

export function openFolderStore(): FolderStore {
  const store = openStore('download-folder', 'players')
  const handleOf = (player: string) => `folder\n${player}`
  const writingOf = (player: string) => `writing\n${player}`
  const subOf = (player: string, fold = '') => `sub\n${player}\n${fold}`
  return {
    async load(player) {
      if (!canPick()) return null
      const held = await store.get(handleOf(player))
      return isFolder(held) ? held : null
    },
    async save(player, folder) {
      const before = await store.get(handleOf(player))
      await (folder === null ? store.del(handleOf(player)) : store.set(handleOf(player), folder))
      if (await isSame(before, folder)) return
      // What the sub-folders of the other one are for says nothing about this one's. The folder is kept all the same.
      const keys = await store.keys().catch(() => [])
      await Promise.allSettled(keys.filter((key) => key.startsWith(subOf(player))).map((key) => store.del(key)))
    },
    async subFolder(player, fold) {
      const claim = z.safeParse(Claim, await store.get(subOf(player, fold)))
      return claim.success ? claim.data : null
    },
    setSubFolder: (player, fold, claim) => store.set(subOf(player, fold), claim),
    async writing(player) {
      const files = z.safeParse(Files, await store.get(writingOf(player)))
      return files.success ? files.data : []
    },
    setWriting: (player, files) => store.set(writingOf(player), files),
  }
}

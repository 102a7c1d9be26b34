// The picked folder in IndexedDB, which keeps handles as they are.
import { del, delMany, get, keys, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { openKeyValues } from '../../keyValues.ts'
import type { FolderHandle, FolderStore } from './folder.ts'

const Files = z.array(
  z.object({
    folder: z.nullable(z.string()),
    name: z.string(),
    isPart: z.exactOptional(z.literal(true)),
    closed: z.exactOptional(z.object({ size: z.int(), modified: z.nullable(z.number()) })),
  }),
)

const Claim = z.object({ release: z.string(), name: z.string() })

async function isSame(before: unknown, now: FolderHandle | null): Promise<boolean> {
  if (typeof FileSystemHandle === 'undefined' || !(before instanceof FileSystemHandle) || now === null) return false
  return before.isSameEntry(now as unknown as FileSystemHandle).catch(() => false)
}

export function openFolderStore(): FolderStore {
  const store = openKeyValues('download-folder', 'players')
  const handleOf = (player: string) => `folder\n${player}`
  const writingOf = (player: string) => `writing\n${player}`
  const subOf = (player: string, fold = '') => `sub\n${player}\n${fold}`
  return {
    async load(player) {
      const held = await get<unknown>(handleOf(player), store)
      const isFolder = typeof FileSystemDirectoryHandle !== 'undefined' && held instanceof FileSystemDirectoryHandle
      return isFolder ? (held as unknown as FolderHandle) : null
    },
    async save(player, folder) {
      const before = await get<unknown>(handleOf(player), store)
      await (folder === null ? del(handleOf(player), store) : set(handleOf(player), folder, store))
      if (await isSame(before, folder)) return
      // What the sub-folders of the other one are for says nothing about this one's.
      const claims = (await keys<string>(store)).filter((key) => key.startsWith(subOf(player)))
      await delMany(claims, store)
    },
    async subFolder(player, fold) {
      const claim = z.safeParse(Claim, await get<unknown>(subOf(player, fold), store))
      return claim.success ? claim.data : null
    },
    setSubFolder: (player, fold, claim) => set(subOf(player, fold), claim, store),
    async writing(player) {
      const files = z.safeParse(Files, await get<unknown>(writingOf(player), store))
      return files.success ? files.data : []
    },
    setWriting: (player, files) => set(writingOf(player), files, store),
  }
}

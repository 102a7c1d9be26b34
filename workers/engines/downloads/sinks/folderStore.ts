// The picked folder in IndexedDB, which keeps handles as they are.
import { del, get, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { openKeyValues } from '../../keyValues.ts'
import type { FolderHandle, FolderStore } from './folder.ts'

const Files = z.array(
  z.object({
    folder: z.nullable(z.string()),
    name: z.string(),
    closed: z.exactOptional(z.object({ size: z.int(), modified: z.number() })),
  }),
)

export function openFolderStore(): FolderStore {
  const store = openKeyValues('download-folder', 'players')
  const handleOf = (player: string) => `folder\n${player}`
  const writingOf = (player: string) => `writing\n${player}`
  return {
    async load(player) {
      const held = await get<unknown>(handleOf(player), store)
      const isFolder = typeof FileSystemDirectoryHandle !== 'undefined' && held instanceof FileSystemDirectoryHandle
      return isFolder ? (held as unknown as FolderHandle) : null
    },
    save: (player, folder) => (folder === null ? del(handleOf(player), store) : set(handleOf(player), folder, store)),
    async writing(player) {
      const files = z.safeParse(Files, await get<unknown>(writingOf(player), store))
      return files.success ? files.data : []
    },
    setWriting: (player, files) => set(writingOf(player), files, store),
  }
}

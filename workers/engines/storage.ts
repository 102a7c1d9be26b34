/**
 * The one door from a worker to what the browser keeps on this device. On a public computer nothing goes through it:
 * stores live in memory and the private file system is not to be had (D-006). A page that has begun to keep nothing
 * goes on so until it is loaded anew, so that what is written late is not written to the disk.
 */
import { createStore, del, entries, get, keys, set, update } from 'idb-keyval'
import { privateFilesOf } from '#core/model/abilities.ts'

let keeps = true

/** Whether this page may leave anything on this device. */
export const mayKeep = (): boolean => keeps

/** From now on this page leaves nothing on this device, and reads nothing that lies there. */
export function keepNothing(): void {
  keeps = false
}

/** Values by key. They are copied on their way in, as IndexedDB does. */
export interface Store {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  del(key: string): Promise<void>
  /** Reads and writes in one step that no other tab comes between. */
  update(key: string, change: (held: unknown) => unknown): Promise<void>
  entries(): Promise<[key: string, value: unknown][]>
  keys(): Promise<string[]>
}

/**
 * A store in IndexedDB, or in memory while nothing may be kept. Every call asks anew.
 * @param database a database of its own, which holds this one table
 */
export function openStore(database: string, table: string): Store {
  const disk = createStore(database, table)
  const memory = new Map<string, unknown>()
  return {
    get: async (key) => (keeps ? get<unknown>(key, disk) : memory.get(key)),
    async set(key, value) {
      if (keeps) return set(key, value, disk)
      memory.set(key, structuredClone(value))
    },
    async del(key) {
      if (keeps) return del(key, disk)
      memory.delete(key)
    },
    async update(key, change) {
      if (keeps) return update<unknown>(key, change, disk)
      memory.set(key, structuredClone(change(memory.get(key))))
    },
    entries: async () => (keeps ? entries<string, unknown>(disk) : [...memory]),
    keys: async () => (keeps ? keys<string>(disk) : [...memory.keys()]),
  }
}

/** A folder of the origin private file system. @throws where there is none, and while nothing may be kept */
export async function privateFolder(name: string): Promise<FileSystemDirectoryHandle> {
  if (!keeps) throw new Error('this page keeps nothing')
  const root = await privateFilesOf(globalThis)?.getDirectory()
  if (!root) throw new Error('this browser has no private files')
  return root.getDirectoryHandle(name, { create: true })
}

/**
 * The one door from a worker to what the browser keeps on this device. On a public computer nothing goes through it:
 * stores live in memory and the private file system is not to be had (D-006). A page that has begun to keep nothing
 * goes on so until it is loaded anew, so that what is written late is not written to the disk.
 */
import { createStore, del, entries, get, keys, set, update } from 'idb-keyval'
import { privateFilesOf } from '#core/model/abilities.ts'

/** The key of the refresh token in the table of the session. */
export const REFRESH_TOKEN = 'refreshToken'

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
  /** Writes many, or removes those without a value: all or none of them, each in a task of its own. */
  write(all: Iterable<readonly [key: string, value: unknown]>): Promise<void>
  /** Reads and writes in one step that no other tab comes between. */
  update(key: string, change: (held: unknown) => unknown): Promise<void>
  entries(): Promise<[key: string, value: unknown][]>
  keys(): Promise<string[]>
}

/**
 * A store in IndexedDB, or in memory while nothing may be kept. Every call asks anew.
 * @param database a database of its own, which holds this one table
 */
export function openStore(
  database: string,
  table: string,
): Store & {
  /** Takes a value from the disk, where nothing may be kept as well. */
  wipe(key: string): Promise<void>
} {
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
    async write(all) {
      if (keeps) return disk('readwrite', (open) => oneByOne(open, all))
      for (const [key, value] of all)
        if (value === undefined) memory.delete(key)
        else memory.set(key, structuredClone(value))
    },
    async update(key, change) {
      if (keeps) return update<unknown>(key, change, disk)
      memory.set(key, structuredClone(change(memory.get(key))))
    },
    entries: async () => (keeps ? entries<string, unknown>(disk) : [...memory]),
    keys: async () => (keeps ? keys<string>(disk) : [...memory.keys()]),
    wipe: (key) => del(key, disk),
  }
}

/** A transaction lasts until the last of them is written. @throws DOMException when it cannot be */
function oneByOne(open: IDBObjectStore, all: Iterable<readonly [string, unknown]>): Promise<void> {
  const { transaction } = open
  const left = all[Symbol.iterator]()
  return new Promise((resolve, reject) => {
    const next = () => {
      const { done, value } = left.next()
      if (done) return
      const request = value[1] === undefined ? open.delete(value[0]) : open.put(value[1], value[0])
      request.onsuccess = next
    }
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    next()
  })
}

/** A folder of the origin private file system. @throws where there is none, and while nothing may be kept */
export async function privateFolder(name: string): Promise<FileSystemDirectoryHandle> {
  if (!keeps) throw new Error('this page keeps nothing')
  const root = await privateFilesOf(globalThis)?.getDirectory()
  if (!root) throw new Error('this browser has no private files')
  return root.getDirectoryHandle(name, { create: true })
}

import { createStore, type UseStore } from 'idb-keyval'

/**
 * A key-value store in IndexedDB, opened by its first use. Where there is no database, and where asking for one throws,
 * every use rejects: whoever expects a refused write expects that too.
 */
export function openKeyValues(database: string, store: string): UseStore {
  const use = createStore(database, store)
  return async (mode, run) => use(mode, run)
}

/** Segments of logs in IndexedDB: one record per segment. */
import { del, get, keys, set } from 'idb-keyval'
import { joined } from '#core/model/bytes.ts'
import { openKeyValues } from '../keyValues.ts'
import { refuse, type SegmentStorage } from './storage.ts'

export function indexedDbStorage(): SegmentStorage {
  const store = openKeyValues('log-segments', 'segments')
  const own = async (logId: string) =>
    (await keys<string>(store)).filter((key) => key.startsWith(`${logId}/`)).sort((a, b) => (a < b ? -1 : 1))
  const next = new Map<string, number>()
  const read = async (logId: string) => {
    const parts = await Promise.all((await own(logId)).map((key) => get<Uint8Array<ArrayBuffer>>(key, store)))
    return joined(parts.filter((part) => part instanceof Uint8Array))
  }
  const put = async (logId: string, bytes: Uint8Array<ArrayBuffer>) => {
    const number = next.get(logId) ?? (await own(logId)).length
    next.set(logId, number + 1)
    await set(`${logId}/${String(number).padStart(8, '0')}`, bytes, store).catch(refuse)
  }
  const remove = async (logId: string) => {
    for (const key of await own(logId)) await del(key, store)
    next.delete(logId)
  }
  return {
    kind: 'indexeddb',
    append: put,
    read,
    async truncate(logId, length) {
      const kept = (await read(logId)).slice(0, length)
      await remove(logId)
      await put(logId, kept)
    },
    remove,
    close: async () => undefined,
  }
}

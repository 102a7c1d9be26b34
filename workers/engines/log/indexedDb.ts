/** Segments of logs in IndexedDB: one record per segment. */
import { joined } from '#core/model/bytes/bytes.ts'
import { openStore } from '../storage.ts'
import { refuse, type SegmentStorage } from './storage.ts'

export function indexedDbStorage(): SegmentStorage {
  const store = openStore('log-segments', 'segments')
  const own = async (logId: string) =>
    (await store.keys()).filter((key) => key.startsWith(`${logId}/`)).sort((a, b) => (a < b ? -1 : 1))
  const next = new Map<string, number>()
  const read = async (logId: string, from = 0) => {
    const parts = await Promise.all((await own(logId)).map((key) => store.get(key)))
    return joined(parts.filter((part): part is Uint8Array<ArrayBuffer> => part instanceof Uint8Array)).slice(from)
  }
  const put = async (logId: string, bytes: Uint8Array<ArrayBuffer>) => {
    const number = next.get(logId) ?? (await own(logId)).length
    next.set(logId, number + 1)
    await store.set(`${logId}/${String(number).padStart(8, '0')}`, bytes).catch(refuse)
  }
  const remove = async (logId: string) => {
    for (const key of await own(logId)) await store.del(key)
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

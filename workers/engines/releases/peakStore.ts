/**
 * Outlines of songs on this device, those that were used last: one who hears a catalogue from end to end would otherwise
 * keep an outline of each song of it for ever. In which order they were used stands beside them, and is written when one
 * comes; what was used meanwhile in a visit that ends before that counts as not used.
 */
import type { Store } from '../storage.ts'
import type { PeakStore } from './files.ts'

/** So many outlines are kept. */
export const PEAKS_KEPT = 500
/** No track is called so. */
const ORDER = ''
/** Raised with that of the server (media/peaks.ts): what was kept of another is asked for anew, and goes in its turn. */
const VERSION = 3
const keyOf = (trackid: string) => `${trackid} ${VERSION}`

export function createPeakStore(store: Pick<Store, 'get' | 'set' | 'keys' | 'update' | 'write'>): PeakStore {
  /** Used since the order was written, the newest last. */
  const used = new Set<string>()
  const note = (trackid: string) => {
    used.delete(trackid)
    used.add(trackid)
  }
  return {
    async load(trackid) {
      const held = await store.get(keyOf(trackid))
      if (held !== undefined) note(keyOf(trackid))
      return held
    },
    async save(trackid, values) {
      await store.set(keyOf(trackid), values)
      note(keyOf(trackid))
      const held = new Set((await store.keys()).filter((key) => key !== ORDER))
      let over: readonly string[] = []
      await store.update(ORDER, (before) => {
        const ordered: unknown[] = Array.isArray(before) ? before : []
        // Those of a build that knew no order come first.
        const all = new Set([...held].filter((key) => !ordered.includes(key)))
        for (const key of ordered) if (typeof key === 'string' && held.has(key)) all.add(key)
        for (const key of used) if (all.delete(key)) all.add(key)
        over = [...all].slice(0, -PEAKS_KEPT)
        return [...all].slice(-PEAKS_KEPT)
      })
      used.clear()
      if (over.length > 0) await store.write(over.map((key) => [key, undefined]))
    },
  }
}

// Where parts go: to the disk, or on a public computer into memory (D-006), which may become one while the page lives.
import { mayKeep } from '../../storage.ts'
import type { Sinks } from './sink.ts'

/** @param disk null where this browser has no private file system */
export function keptSinks(disk: Sinks | null, memory: Sinks): Sinks {
  const sinks = () => (disk && mayKeep() ? disk : memory)
  return {
    get kind() {
      return sinks().kind
    },
    get keepMs() {
      return sinks().keepMs
    },
    open: (id) => sinks().open(id),
    fits: (bytes) => sinks().fits(bytes),
    reserve: (id, bytes) => sinks().reserve(id, bytes),
    file: (id) => sinks().file(id),
    saved: (id) => sinks().saved(id),
    remove: (id) => sinks().remove(id),
    list: () => sinks().list(),
  }
}

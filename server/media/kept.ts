/**
 * What is measured of audio, which costs a read of all of it: measured once however many ask, one thing at a time so that
 * the server has hands left for others, and kept in the media store for every later start.
 */
import { type ObjectStore, readWhole } from './objects/objectStore.ts'

/**
 * What lies at `path` with that many bytes, or else what `measure` gives, which is put there unless it is null.
 * @throws what `measure` throws; whoever asks next has it measured again
 */
export type Kept = <Made extends Buffer | null>(
  path: string,
  bytes: number,
  measure: () => Promise<Made>,
) => Promise<Buffer | Made>

export function createKept(store: ObjectStore): Kept {
  const running = new Map<string, Promise<Buffer | null>>()
  let line: Promise<unknown> = Promise.resolve()

  async function obtain(path: string, bytes: number, measure: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const held = await store.head(path)
    if (held?.bytes === bytes) return readWhole(store, held)
    const next = line.then(measure)
    line = next.catch(() => {})
    const made = await next
    // Whoever cannot keep it has it all the same.
    if (made) await store.put(path, made).catch(() => {})
    return made
  }

  return <Made extends Buffer | null>(path: string, bytes: number, measure: () => Promise<Made>) => {
    const asked = running.get(path) ?? obtain(path, bytes, measure).finally(() => running.delete(path))
    running.set(path, asked)
    return asked as Promise<Buffer | Made>
  }
}

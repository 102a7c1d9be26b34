/**
 * What is measured of audio, which costs a read of all of it: measured once however many ask, one thing at a time so that
 * the server has hands left for others, players in turns (H-355), and kept in the media store for every later start.
 */
import type { Asker } from './contract.ts'
import { type ObjectStore, readWhole } from './objects/objectStore.ts'
import { createTurns } from './threads/turns.ts'

/**
 * What lies at `path` with that many bytes, or else what `measure` gives, which is put there unless it is null.
 * @param asker who wants it; who leaves before it is begun is taken out of the line
 * @throws the reason of the asker's signal, and what `measure` throws; whoever asks next has it measured again
 */
export type Kept = <Made extends Buffer | null>(
  path: string,
  bytes: number,
  measure: () => Promise<Made>,
  asker?: Asker,
) => Promise<Buffer | Made>

export function createKept(store: ObjectStore): Kept {
  const running = new Map<string, Promise<Buffer | null>>()
  const turns = createTurns(1)

  async function kept(path: string, bytes: number): Promise<Buffer | null> {
    const held = await store.head(path)
    return held?.bytes === bytes ? readWhole(store, held) : null
  }

  async function make(path: string, measure: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const made = await measure()
    // Whoever cannot keep it has it all the same.
    if (made) await store.put(path, made).catch(() => {})
    return made
  }

  return async <Made extends Buffer | null>(
    path: string,
    bytes: number,
    measure: () => Promise<Made>,
    asker: Asker = { by: null },
  ) => {
    const known = (await kept(path, bytes)) ?? running.get(path)
    if (known) return (await known) as Buffer | Made
    const made = turns.take(asker, async () => {
      // Somebody who had their turn before wanted it as well.
      const meanwhile = await kept(path, bytes)
      if (meanwhile) return meanwhile
      const making = make(path, measure).finally(() => running.delete(path))
      running.set(path, making)
      return making
    })
    return (await made) as Buffer | Made
  }
}

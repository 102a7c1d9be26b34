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

/** Those who wait for one thing that is measured. */
interface Line {
  askers: number
  /** From when the first of them has their turn, for whoever waits still or comes meanwhile; null again once it failed. */
  making: Promise<Buffer | null> | null
}

export function createKept(store: ObjectStore): Kept {
  const lines = new Map<string, Line>()
  const turns = createTurns(1)

  async function kept(path: string, bytes: number): Promise<Buffer | null> {
    const held = await store.head(path)
    return held?.bytes === bytes ? readWhole(store, held) : null
  }

  async function make(path: string, bytes: number, measure: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const meanwhile = await kept(path, bytes)
    if (meanwhile) return meanwhile
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
    const held = await kept(path, bytes)
    if (held) return held
    const line = lines.get(path) ?? { askers: 0, making: null }
    lines.set(path, line)
    line.askers += 1
    const mine = () => {
      line.making ??= make(path, bytes, measure).catch((error: unknown) => {
        line.making = null
        throw error
      })
      return line.making
    }
    try {
      return (await (line.making ?? turns.take(asker, mine))) as Buffer | Made
    } finally {
      line.askers -= 1
      if (line.askers === 0) lines.delete(path)
    }
  }
}

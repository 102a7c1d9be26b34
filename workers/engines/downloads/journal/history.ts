/**
 * What a player downloaded on this device, beyond the rows of the list: keys by track and format, kept per player
 * until the device forgets them.
 *
 * They lie in chunks, oldest first, and one more key costs the chunk it goes into, however many there are. Whole chunks
 * go when there are too many (H-185).
 */
import * as z from 'zod/mini'
import { later } from '#core/model/later.ts'
import type { Clock, Timer } from '../../../api/transport/clock.ts'
import { openStore, type Store } from '../../storage.ts'
import { slices } from '../slices.ts'

/** Where the keys lie. Neither rejects: what the storage refuses is not remembered. */
export interface HistoryStore {
  /** What is remembered, oldest first, each once. */
  load(player: string): Promise<readonly string[]>
  add(player: string, keys: readonly string[]): Promise<void>
}

/** After a write the next ones wait so long and become one, ms. */
const WRITE_EVERY_MS = 500
/** Keys of a player's that are remembered (H-185). */
export const HISTORY_MAX = 10_000
/** Keys in a chunk. */
const CHUNK = 250
/** A key as its fact may carry it (download.historyRestored). */
const KEY_MAX = 200

export class History {
  /** Not written yet, by player: the next one may come while those of the one before wait. */
  #fresh = new Map<string, Set<string>>()
  #timer: Timer | null = null

  constructor(
    readonly store: HistoryStore,
    readonly clock: Clock,
  ) {}

  /** Remembers it: after a rest at once, since the page may be left in the next moment. */
  finished(player: string, key: string): void {
    this.#fresh.set(player, (this.#fresh.get(player) ?? new Set()).add(key))
    if (this.#timer === null) void this.write()
  }

  /**
   * Tells what earlier visits downloaded: few at a time with a task between them, while `isOn`.
   * @param tell is given the keys of one fact
   */
  async restore(player: string, isOn: () => boolean, tell: (keys: string[]) => void): Promise<void> {
    for (const [at, keys] of slices(await this.store.load(player)).entries()) {
      if (at > 0) await new Promise<void>((resolve) => this.clock.setTimer(resolve, 0))
      if (!isOn()) return
      tell(keys)
    }
  }

  async write(): Promise<void> {
    if (this.#timer !== null) this.clock.clearTimer(this.#timer)
    this.#timer = null
    const fresh = this.#fresh
    if (fresh.size === 0) return
    this.#fresh = new Map()
    this.#timer = this.clock.setTimer(() => void this.write(), WRITE_EVERY_MS)
    await Promise.all([...fresh].map(([player, keys]) => this.store.add(player, [...keys])))
  }
}

const Keys = later(() => z.array(z.string().check(z.maxLength(KEY_MAX))))
const parsed = (value: unknown): string[] => {
  const keys = z.safeParse(Keys, value)
  return keys.success ? keys.data : []
}

/** Of a player's chunks; an earlier version wrote all keys under the player alone. */
const chunkKey = (player: string, chunk: number) => `${player}\n${chunk}`

/** The history in IndexedDB. */
export function openHistory(store: Store = openStore('download-history', 'players')): HistoryStore {
  /** One after the other: each goes into the chunk the one before it left. */
  let writing: Promise<unknown> = Promise.resolve()

  function inTurn<T>(run: () => Promise<T>, refused: T): Promise<T> {
    const mine = writing.then(run).catch(() => refused)
    writing = mine
    return mine
  }

  /** The numbers of a player's chunks, oldest first. */
  async function chunksOf(player: string): Promise<number[]> {
    const start = chunkKey(player, 0).slice(0, -1)
    const names = (await store.keys()).filter((key) => key.startsWith(start))
    return names.map((key) => Number(key.slice(start.length))).sort((a, b) => a - b)
  }

  async function append(player: string, keys: readonly string[]): Promise<void> {
    const chunks = await chunksOf(player)
    let last = chunks.at(-1) ?? 0
    for (let left = keys.slice(-HISTORY_MAX); ; last += 1) {
      // Another tab may write the same chunk: what fits is known when it is read.
      let rest: string[] = []
      await store.update(chunkKey(player, last), (held) => {
        const old = parsed(held)
        const fresh = left.filter((key) => !old.includes(key))
        const room = Math.max(0, CHUNK - old.length)
        rest = fresh.slice(room)
        return [...old, ...fresh.slice(0, room)]
      })
      left = rest
      if (!chunks.includes(last)) chunks.push(last)
      if (left.length === 0) break
    }
    const old = chunks.slice(0, Math.max(0, chunks.length - 1 - HISTORY_MAX / CHUNK))
    if (old.length > 0) await store.write(old.map((chunk) => [chunkKey(player, chunk), undefined] as const))
  }

  return {
    load: (player) =>
      inTurn(async () => {
        const before = parsed(await store.get(player))
        // Written down anew first: a crash in between leaves them twice, which is once to whoever reads them. Where there
        // is no room for that they stay where they are.
        if (before.length > 0)
          await append(player, before)
            .then(() => store.del(player))
            .catch(() => {})
        const keys = new Set(before)
        for (const chunk of await chunksOf(player))
          for (const key of parsed(await store.get(chunkKey(player, chunk)))) keys.add(key)
        return [...keys].slice(-HISTORY_MAX)
      }, []),
    add: (player, keys) => inTurn(() => append(player, keys), undefined),
  }
}

/**
 * What a player downloaded on this device, beyond the rows of the list: keys by track and format, kept per player
 * until the device forgets them.
 */
import * as z from 'zod/mini'
import { later } from '#core/model/later.ts'
import type { Clock, Timer } from '../../../api/transport/clock.ts'
import { openStore } from '../../storage.ts'

/** Where the keys lie. Neither rejects: what the storage refuses is not remembered. */
export interface HistoryStore {
  load(player: string): Promise<readonly string[]>
  add(player: string, keys: readonly string[]): Promise<void>
}

/** After a write the next ones wait so long and become one, ms. */
const WRITE_EVERY_MS = 500

export class History {
  readonly #fresh = new Set<string>()
  #timer: Timer | null = null

  constructor(
    readonly store: HistoryStore,
    readonly clock: Clock,
  ) {}

  /** Remembers it: after a rest at once, since the page may be left in the next moment. */
  finished(player: string, key: string): void {
    this.#fresh.add(key)
    if (this.#timer === null) void this.write(player)
  }

  async write(player: string): Promise<void> {
    if (this.#timer !== null) this.clock.clearTimer(this.#timer)
    this.#timer = null
    const keys = [...this.#fresh]
    this.#fresh.clear()
    if (keys.length === 0) return
    this.#timer = this.clock.setTimer(() => void this.write(player), WRITE_EVERY_MS)
    await this.store.add(player, keys)
  }
}

const Keys = later(() => z.array(z.string()))
const parsed = (value: unknown): string[] => {
  const keys = z.safeParse(Keys, value)
  return keys.success ? keys.data : []
}

/** The history in IndexedDB. */
export function openHistory(): HistoryStore {
  const store = openStore('download-history', 'players')
  return {
    load: async (player) => parsed(await store.get(player).catch(() => undefined)),
    add: (player, keys) => store.update(player, (old) => [...new Set([...parsed(old), ...keys])]).catch(() => {}),
  }
}

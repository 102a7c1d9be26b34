/**
 * Where the real journal lies in tests of several tabs: a store that answers a moment later, as IndexedDB does, and
 * locks that are let go of when their tab is gone.
 */
import type { Store } from '#workers/engines/storage.ts'

const aMoment = () => new Promise<void>((resolve) => setImmediate(resolve))

export class MemoryStore implements Store {
  readonly held = new Map<string, unknown>()
  /** Nothing can be written. */
  isFull = false

  async get(key: string): Promise<unknown> {
    await aMoment()
    return structuredClone(this.held.get(key))
  }

  set(key: string, value: unknown): Promise<void> {
    return this.write([[key, value]])
  }

  del(key: string): Promise<void> {
    return this.write([[key, undefined]])
  }

  async write(all: Iterable<readonly [key: string, value: unknown]>): Promise<void> {
    const copied = structuredClone([...all])
    await aMoment()
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
    for (const [key, value] of copied)
      if (value === undefined) this.held.delete(key)
      else this.held.set(key, value)
  }

  async update(key: string, change: (held: unknown) => unknown): Promise<void> {
    await aMoment()
    this.held.set(key, structuredClone(change(this.held.get(key))))
  }

  async entries(): Promise<[string, unknown][]> {
    await aMoment()
    return structuredClone([...this.held])
  }

  async keys(): Promise<string[]> {
    await aMoment()
    return [...this.held.keys()]
  }
}

/** Exclusive locks; who asks for one that is held waits, or with `ifAvailable` gets none. */
export class MemoryLocks {
  readonly #held = new Map<string, { readonly by: object; readonly ended: Promise<unknown> }>()

  /** @param by the tab that asks */
  of(by: object): LockManager {
    const request = async (name: string, ...rest: unknown[]): Promise<unknown> => {
      const run = rest.at(-1) as (lock: Lock | null) => Promise<unknown>
      const { ifAvailable = false } = rest.length > 1 ? (rest[0] as LockOptions) : {}
      await aMoment()
      for (let held = this.#held.get(name); held; held = this.#held.get(name)) {
        if (ifAvailable) return run(null)
        await held.ended
      }
      const work = run({ name, mode: 'exclusive' })
      const mine = { by, ended: work.catch(() => {}) }
      this.#held.set(name, mine)
      return work.finally(() => this.#held.get(name) === mine && this.#held.delete(name))
    }
    return { request, query: async () => ({}) } as LockManager
  }

  /** A tab is gone. */
  release(by: object): void {
    for (const [name, held] of this.#held) if (held.by === by) this.#held.delete(name)
  }
}

/**
 * Calls to a worker that may die and be had again: what was under way when it died is asked again of the next one, so
 * that whoever called waits a little longer and hears nothing of it. For calls that may be made twice.
 */
import type { Remote } from 'comlink'

interface Call {
  readonly name: string
  readonly args: readonly unknown[]
  resolve(value: unknown): void
  reject(error: unknown): void
}

type Callable = Record<string, (...args: readonly unknown[]) => Promise<unknown>>

export class Replaceable<T extends object> {
  /** The calls, as of one worker that never dies. */
  readonly calls: T
  readonly #pending = new Set<Call>()
  #current: Remote<T>
  /** The current one was told what it has to know first. */
  #isPrepared = true

  constructor(first: Remote<T>) {
    this.#current = first
    this.calls = new Proxy({} as T, {
      // Nobody may take it for a promise.
      get: (_, name) => (typeof name !== 'string' || name === 'then' ? undefined : this.#caller(name)),
    })
  }

  /**
   * @param prepare what the new one has to be told before anything else; the calls wait for it, those that come
   * meanwhile as well. When it rejects, so does this, and they are made all the same
   */
  async replace(next: Remote<T>, prepare: (next: Remote<T>) => Promise<unknown> = async () => {}): Promise<void> {
    this.#current = next
    this.#isPrepared = false
    try {
      await prepare(next)
    } finally {
      if (this.#current === next) {
        this.#isPrepared = true
        for (const call of this.#pending) this.#make(call)
      }
    }
  }

  #caller(name: string) {
    return (...args: readonly unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        const call = { name, args, resolve, reject }
        this.#pending.add(call)
        if (this.#isPrepared) this.#make(call)
      })
  }

  #make(call: Call): void {
    const to = this.#current
    const answer = (to as unknown as Callable)[call.name]?.(...call.args) ?? Promise.reject(new Error(call.name))
    answer.then(
      (value) => this.#pending.delete(call) && call.resolve(value),
      (error) => to === this.#current && this.#pending.delete(call) && call.reject(error),
    )
  }
}

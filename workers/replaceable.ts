/**
 * Calls to a worker that may die and be had again: what was under way when it died is asked again of the next one, so
 * that whoever called waits a little longer and hears nothing of it. For calls that may be made twice.
 */
import type { Remote } from 'comlink'
import type { Clock } from './api/transport/clock.ts'
import { beforeDeadline } from './engines/waiting.ts'

interface Call {
  readonly name: string
  readonly args: readonly unknown[]
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** How long a call waits for its answer, ms, whoever is to give it; one that is not named waits as long as it takes. */
export interface Deadlines<T> {
  readonly clock: Pick<Clock, 'setTimer' | 'clearTimer'>
  readonly ms: Partial<Record<keyof T & string, number>>
}

type Callable = Record<string, (...args: readonly unknown[]) => Promise<unknown>>

export class Replaceable<T extends object> {
  /** The calls, as of one worker that never dies. */
  readonly calls: T
  readonly #pending = new Set<Call>()
  #current: Remote<T>
  /** The current one was told what it has to know first. */
  #isPrepared = true
  /** Nobody will answer any more; null: somebody may. */
  #failure: Error | null = null

  constructor(
    first: Remote<T>,
    readonly deadlines: Deadlines<T> | null = null,
  ) {
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
    this.#failure = null
    try {
      await prepare(next)
    } finally {
      if (this.#current === next) {
        this.#isPrepared = true
        for (const call of this.#pending) this.#make(call)
      }
    }
  }

  /** There will be no next one: what waits is refused, and so is whatever is called from now on, until `replace`. */
  fail(failure: Error): void {
    this.#failure = failure
    for (const call of this.#pending) call.reject(failure)
    this.#pending.clear()
  }

  /** What waits is refused, but for these; whoever comes is not asked for it any more. @param but names of calls */
  drop(failure: Error, but: readonly (keyof T & string)[]): void {
    for (const call of this.#pending) {
      if ((but as readonly string[]).includes(call.name)) continue
      this.#pending.delete(call)
      call.reject(failure)
    }
  }

  #caller(name: string) {
    return async (...args: readonly unknown[]) => {
      if (this.#failure) throw this.#failure
      let call: Call | undefined
      const answer = new Promise<unknown>((resolve, reject) => {
        call = { name, args, resolve, reject }
        this.#pending.add(call)
        if (this.#isPrepared) this.#make(call)
      })
      const ms = this.deadlines?.ms[name as keyof T & string]
      if (!this.deadlines || ms === undefined) return answer
      try {
        return await beforeDeadline(this.deadlines.clock, ms, answer, () => new Error(`no answer for ${ms / 1000} s`))
      } finally {
        // Nobody waits for it any more: the next one is not asked.
        if (call) this.#pending.delete(call)
      }
    }
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

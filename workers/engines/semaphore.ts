/** At most `limit` at a time, in order. */
export class Semaphore {
  #taken = 0
  readonly #line: (() => void)[] = []

  constructor(readonly limit: number) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken >= this.limit) await new Promise<void>((resolve) => this.#line.push(resolve))
    else this.#taken += 1
    try {
      return await work()
    } finally {
      const next = this.#line.shift()
      if (next) next()
      else this.#taken -= 1
    }
  }
}

/** A place for one at a time, given on in the order of asking. */
export class Slot {
  #holders = 0
  readonly #queue: { resolve(): void; timer: NodeJS.Timeout }[] = []
  readonly #deadlineMs: number

  /** @param deadlineMs milliseconds a caller waits at most */
  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs
  }

  /** @throws Error when the slot did not come free in time */
  take(): Promise<void> {
    if (this.#holders === 0) {
      this.#holders += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const entry = {
        resolve,
        timer: setTimeout(() => {
          this.#queue.splice(this.#queue.indexOf(entry), 1)
          reject(new Error(`the database was busy for ${this.#deadlineMs} ms`))
        }, this.#deadlineMs),
      }
      this.#queue.push(entry)
    })
  }

  give(): void {
    const next = this.#queue.shift()
    if (!next) {
      this.#holders -= 1
      return
    }
    clearTimeout(next.timer)
    next.resolve()
  }
}

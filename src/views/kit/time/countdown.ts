/** A time that can be held and goes on where it stopped. */
export class Countdown {
  #left: number
  readonly #done: () => void
  #began = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  /** @param ms how long it runs in all; `done` is called once at its end */
  constructor(ms: number, done: () => void) {
    this.#left = ms
    this.#done = done
  }

  run(): void {
    if (this.#timer !== null) return
    this.#began = performance.now()
    this.#timer = setTimeout(this.#done, this.#left)
  }

  hold(): void {
    if (this.#timer === null) return
    clearTimeout(this.#timer)
    this.#timer = null
    this.#left = Math.max(0, this.#left - (performance.now() - this.#began))
  }
}

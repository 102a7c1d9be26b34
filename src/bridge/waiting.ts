/**
 * What waits until everything that was wished shows. With all reducers here that is at once, in the task of the press.
 * Before, a wish shows when the state worker has answered it, or when the reducers come, whichever is first: whoever
 * reads, right after a press, what became of it would read what was before. So whoever does is called here.
 *
 * Calls come in the order they were made. What one of them leads to comes before whoever waits behind it: two keys that
 * follow each other do what they would have done one after the other.
 */
export class Waiting {
  readonly #isShown: () => boolean
  readonly #calls: (() => void)[] = []
  /** What the call that runs has made wait; null: none runs. */
  #inner: (() => void)[] | null = null

  /** @param isShown whether everything that was wished shows */
  constructor(isShown: () => boolean) {
    this.#isShown = isShown
  }

  /** Calls it once all that was wished so far shows: at once, if it does. */
  when(call: () => void): void {
    if (this.#inner === null) {
      this.#calls.push(call)
      this.go()
    } else if (this.#inner.length === 0 && this.#isShown()) call()
    else this.#inner.push(call)
  }

  /** More may show than before. */
  go(): void {
    if (this.#inner !== null) return
    while (this.#isShown()) {
      const call = this.#calls.shift()
      if (!call) return
      const inner: (() => void)[] = []
      this.#inner = inner
      try {
        call()
      } finally {
        this.#inner = null
        this.#calls.unshift(...inner)
      }
    }
  }
}

/**
 * Whether there is a connection: what needs one waits here while there is none, and what is under way when it falls
 * ends.
 */
import { untilAborted } from './waiting.ts'

/** Raised inside an attempt when the browser went offline: nobody's fault, no try is used up. */
export class Parked extends Error {
  override name = 'Parked'
}

export class OnlineLatch {
  #line = new AbortController()
  readonly #waiting = new Set<() => void>()

  get isOpen(): boolean {
    return !this.#line.signal.aborted
  }

  /** Ends, with `Parked`, when the connection falls. Ended while there is none. */
  get line(): AbortSignal {
    return this.#line.signal
  }

  open(): void {
    if (this.#line.signal.aborted) this.#line = new AbortController()
    for (const go of [...this.#waiting]) go()
    this.#waiting.clear()
  }

  /** Ends every attempt under way with `Parked`. */
  close(): void {
    // An error takes its time to make: it has to know where it was made.
    if (this.isOpen) this.#line.abort(new Parked('offline'))
  }

  /** Settles when there is a connection, at once if there is. @throws the signal's reason when that ends first */
  async passed(signal: AbortSignal): Promise<void> {
    if (this.isOpen) return
    let go = () => {}
    const opened = new Promise<void>((resolve) => {
      go = resolve
      this.#waiting.add(go)
    })
    await untilAborted(opened, signal).finally(() => this.#waiting.delete(go))
  }

  /**
   * Runs one attempt with a signal that ends with `outer` or with the line, waiting for one first and again each time
   * it fell meanwhile. The attempt must end soon after its signal does.
   */
  async through<T>(outer: AbortSignal, attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (;;) {
      await this.passed(outer)
      outer.throwIfAborted()
      const { line } = this
      const inner = new AbortController()
      const stop = () => inner.abort(outer.reason)
      const fell = () => inner.abort(line.reason)
      outer.addEventListener('abort', stop)
      line.addEventListener('abort', fell)
      try {
        return await attempt(inner.signal)
      } catch (error) {
        // Whatever an attempt says after the line fell, that was why.
        if (!(inner.signal.reason instanceof Parked)) throw outer.aborted ? outer.reason : error
      } finally {
        outer.removeEventListener('abort', stop)
        line.removeEventListener('abort', fell)
      }
    }
  }
}

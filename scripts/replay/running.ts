// Long work in slices, so that Ctrl+C is heard and a terminal sees how far it is.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { count } from './print.ts'

/** What a command may do to the world. */
export interface Io {
  /** Prints a line of the answer. */
  readonly say: (line: string) => void
  /** Writes to the other stream, as it is. */
  readonly note: (text: string) => void
  /** Whether that one is a terminal: then it is told how far a long work is. */
  readonly isTerminal: boolean
  /** Whether somebody wants it to stop. */
  readonly isStopped: () => boolean
  /** An expression is asked from now on, or is not any more: whoever watches ends what does not come back. */
  readonly asking: (is: boolean) => void
  /** So long a slice of work that asks an expression may take, ms. */
  readonly limit: number
  /** Script of the thread that reads a log's file; without it the file is read in this one. */
  readonly front?: URL
  /** The project's folder, where tests are written. */
  readonly root: string
}

/** Somebody stopped it; says what was being done and how far it was. */
export class Stopped extends Error {
  override name = 'Stopped'
}

/** A slice ends after so many ms. */
const SLICE_MS = 30
/** What is over sooner is not spoken of, ms. */
const LONG_MS = 1000

/** Tells how far something is; nothing where no terminal is, or before it takes long. */
export class Progress {
  readonly #io: Io
  readonly #what: string
  readonly #began = performance.now()
  #told = 0

  constructor(io: Io, what: string) {
    this.#io = io
    this.#what = what
  }

  /** @throws Stopped when somebody wants that */
  at(done: string): void {
    if (this.#io.isStopped()) {
      this.end()
      throw new Stopped(`stopped while ${this.#what}, ${done}`)
    }
    const now = performance.now()
    if (!this.#io.isTerminal || now - this.#began < LONG_MS || now - this.#told < 100) return
    this.#told = now
    this.#io.note(`\r\x1b[K${this.#what}, ${done}`)
  }

  end(): void {
    if (this.#told > 0) this.#io.note('\r\x1b[K')
  }
}

/**
 * Runs a generator to its end.
 * @param what is being done, as in "replaying"
 * @param doneOf says how far it is, of what it yields
 * @param within runs a slice; where there is a time limit it holds there
 * @throws Stopped when somebody wants that
 */
export async function finish<Y, R>(
  io: Io,
  what: string,
  steps: Generator<Y, R>,
  doneOf: (step: Y) => string,
  within: (slice: () => void) => void = (slice) => slice(),
): Promise<R> {
  const progress = new Progress(io, what)
  let last: IteratorResult<Y, R> | null = null
  for (;;) {
    within(() => {
      const until = performance.now() + SLICE_MS
      do last = steps.next()
      while (!last.done && performance.now() < until)
    })
    const step = last as IteratorResult<Y, R> | null
    if (step?.done) {
      progress.end()
      return step.value
    }
    progress.at(step ? doneOf(step.value) : '')
    await nextTurn()
  }
}

/** "at event 1,200 of 5,000" */
export const eventOf =
  (last: number) =>
  (seq: number): string =>
    `at event ${count(seq)} of ${count(last)}`

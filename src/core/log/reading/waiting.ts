/** Lines of a log that wait for the checkpoint of their segment, and how much there may be of what waits and is kept. */

/** Lines of one segment, its characters, and segments of a log: many times what any build writes, and little to hold. */
const SEGMENT_LINES = 500_000
const MAX_SEGMENT = 2 ** 26
export const MAX_CHECKPOINTS = 500_000
/** Default limit of a log, in bytes of text. */
export const MAX_BYTES = 2 ** 31
/** No event of a log has a higher number: numbers of events are counted up to, and kept in 32 bits. */
export const SEQ_MAX = 2 ** 31 - 1

export interface TakenLines {
  readonly lines: readonly string[]
  /** Lines of the file they are, from 1. */
  readonly numbers: readonly number[]
}

export class WaitingLines {
  readonly #most: number
  #lines: string[] = []
  #numbers: number[] = []
  #characters = 0

  /** @param most characters. Default: 64 Mi */
  constructor(most = MAX_SEGMENT) {
    this.#most = most
  }

  get length(): number {
    return this.#lines.length
  }

  /** @param number line of the file, from 1. @returns false when they are more than a segment has: this one is not taken */
  add(line: string, number: number): boolean {
    this.#characters += line.length
    if (this.#lines.length >= SEGMENT_LINES || this.#characters > this.#most) return false
    this.#lines.push(line)
    this.#numbers.push(number)
    return true
  }

  /** Takes them away, and answers them. */
  take(): TakenLines {
    const taken = { lines: this.#lines, numbers: this.#numbers }
    this.#lines = []
    this.#numbers = []
    this.#characters = 0
    return taken
  }
}

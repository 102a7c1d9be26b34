/**
 * Bytes of one connection on their way into a file: they are gathered in memory and handed on in pieces as long as that,
 * one after the other. While one is on its way nothing is gathered.
 */
export class Gather {
  #size = 0
  /** Bytes that are written, or on their way. */
  #handedOn = 0
  /** Settles when the memory may be written to; null: it may. */
  #writing: Promise<void> | null = null

  /**
   * @param from where the first byte belongs in the file
   * @param memory what bytes are gathered in now; null: they are no part of the file any more, and are let go
   * @param write puts bytes at a place of the file; their memory is nobody else's until it settled
   */
  constructor(
    readonly from: number,
    readonly memory: () => Uint8Array<ArrayBuffer> | null,
    readonly write: (bytes: Uint8Array<ArrayBuffer>, at: number) => Promise<void>,
  ) {}

  /** Bytes that were added. */
  get size(): number {
    return this.#size
  }

  /** Bytes that were not handed on yet. */
  get gathered(): number {
    return this.#size - this.#handedOn
  }

  /** The bytes are the caller's again once it returned, or its promise settled. It rejects as `write` does. */
  append(bytes: Uint8Array): Promise<void> | void {
    if (this.#writing) return this.#writing.then(() => this.append(bytes))
    const memory = this.memory()
    if (memory === null) return
    const piece = bytes.subarray(0, memory.length - this.gathered)
    memory.set(piece, this.gathered)
    this.#size += piece.length
    if (this.gathered < memory.length) return
    return this.flush().then(() =>
      piece.length < bytes.length ? this.append(bytes.subarray(piece.length)) : undefined,
    )
  }

  /** Hands on what was gathered. @returns a promise that settles when all is written */
  flush(): Promise<void> {
    if (this.gathered === 0) return this.#writing ?? Promise.resolve()
    const piece = this.memory()?.subarray(0, this.gathered)
    if (!piece) return Promise.resolve()
    const at = this.from + this.#handedOn
    this.#handedOn = this.#size
    return this.after(this.write(piece, at))
  }

  /** Nothing is gathered until this settled. */
  after(work: Promise<void>): Promise<void> {
    const done: Promise<void> = Promise.all([this.#writing, work])
      .then(() => {})
      .finally(() => {
        if (this.#writing === done) this.#writing = null
      })
    done.catch(() => {})
    this.#writing = done
    return done
  }

  /** So many bytes that follow were written by somebody else. */
  skip(bytes: number): void {
    this.#size += bytes
    this.#handedOn += bytes
  }
}

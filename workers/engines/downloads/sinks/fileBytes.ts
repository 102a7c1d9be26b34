/**
 * The bytes of a file that lies on a disk, read one after the other through a buffer that is used again. A stream that
 * falls silent is left, and the file is read in pieces from there on.
 */
import { holding } from '../../held.ts'
import { Silent, type Timers, unlessSilent } from '../trouble/silence.ts'
import { readBuffers } from './buffers.ts'
import type { Part } from './sink.ts'

/** What can be read. */
export type Bytes = Pick<Part, 'size' | 'read' | 'readInto' | 'file'>

/** A disk that gives not one piece in so long is given up, ms. */
export const PIECE_SILENCE_MS = 10_000

/** The platform's error is thrown as it is when the file changed or went away meanwhile; Silent when nobody answers. */
export class FileBytes implements Bytes {
  #reader: ReadableStreamBYOBReader | null = null
  /** Where the reader's next byte comes from. */
  #at = 0
  #memory: ArrayBuffer | null = null
  /** Its stream fell silent. */
  #inPieces = false

  constructor(
    readonly file: Blob,
    readonly clock: Timers,
  ) {}

  get size(): number {
    return this.file.size
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    const piece = this.file.slice(at, at + length)
    return new Uint8Array(await this.#answered(piece, piece.arrayBuffer()))
  }

  async readInto(at: number, into: Uint8Array): Promise<number> {
    const bytes =
      (await this.#streamed(at, into.length)) ?? (await this.read(at, Math.min(readBuffers.bytes, into.length)))
    into.set(bytes)
    return bytes.length
  }

  /** Ends what is being read, and lets go of the memory for it. */
  stop(): void {
    this.#reader?.cancel().catch(() => {})
    this.#reader = null
    if (this.#memory) readBuffers.give(this.#memory)
    this.#memory = null
  }

  /** Up to `length` bytes at `at`, good until the next read; null when they have to be read in another way. */
  async #streamed(at: number, length: number): Promise<Uint8Array | null> {
    if (this.#inPieces) return null
    if (this.#reader === null || this.#at !== at) {
      this.stop()
      this.#reader = this.file.slice(at).stream().getReader({ mode: 'byob' })
      this.#at = at
    }
    const room = new Uint8Array(this.#memory ?? readBuffers.take(), 0, Math.min(readBuffers.bytes, length))
    this.#memory = null
    try {
      const { value } = await this.#answered(this.#reader, this.#reader.read(room))
      this.#memory = value?.buffer ?? null
      this.#at += value?.length ?? 0
      return value ?? new Uint8Array()
    } catch (error) {
      if (!(error instanceof Silent)) throw error
      this.#inPieces = true
      this.stop()
      return null
    }
  }

  #answered<T>(from: object, work: Promise<T>): Promise<T> {
    return holding(from, unlessSilent(this.clock, PIECE_SILENCE_MS, 'the file', work))
  }
}

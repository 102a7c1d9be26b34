// The bytes of a file that lies on a disk, read one after the other through a buffer that is used again.
import { readBuffers } from '../buffers.ts'
import type { Part } from './sink.ts'

/** What can be read. */
export type Bytes = Pick<Part, 'size' | 'read' | 'readInto' | 'file'>

/** The platform's error is thrown as it is when the file changed or went away meanwhile. */
export class FileBytes implements Bytes {
  #reader: ReadableStreamBYOBReader | null = null
  /** Where the reader's next byte comes from. */
  #at = 0
  #memory: ArrayBuffer | null = null

  constructor(readonly file: Blob) {}

  get size(): number {
    return this.file.size
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    return new Uint8Array(await this.file.slice(at, at + length).arrayBuffer())
  }

  async readInto(at: number, into: Uint8Array): Promise<number> {
    if (this.#reader === null || this.#at !== at) {
      this.stop()
      this.#reader = this.file.slice(at).stream().getReader({ mode: 'byob' })
      this.#at = at
    }
    this.#memory ??= readBuffers.take()
    const room = new Uint8Array(this.#memory, 0, Math.min(readBuffers.bytes, into.length))
    const { value } = await this.#reader.read(room)
    this.#memory = value?.buffer ?? null
    const bytes = value ?? new Uint8Array()
    into.set(bytes)
    this.#at += bytes.length
    return bytes.length
  }

  /** Ends what is being read, and lets go of the memory for it. */
  stop(): void {
    this.#reader?.cancel().catch(() => {})
    this.#reader = null
    if (this.#memory) readBuffers.give(this.#memory)
    this.#memory = null
  }
}

/**
 * A part that lies in the picked folder from its first byte on, so every byte is written once. Bytes are gathered
 * and written in long pieces, one after the other, and can be read once the file was closed. It stays open over retries and pauses: a file that is opened again would be copied first.
 */

import type { Timers } from '../trouble/silence.ts'
import { gatherBuffers } from './buffers.ts'
import { FileBytes } from './fileBytes.ts'
import type { Reserved } from './folder.ts'
import { type FolderFile, folderTrouble } from './folderFile.ts'
import type { Part } from './sink.ts'

const GATHER_BYTES = gatherBuffers.bytes

export class FolderPart implements Part {
  readonly isAlone = true
  readonly #place: Reserved
  #file: FolderFile | null = null
  #size = 0
  /** Bytes that are written, or on their way. */
  #handedOn = 0
  /** Those that are not, and room for more. */
  #memory: Uint8Array<ArrayBuffer> | null = null
  /** Was written and may be filled again. */
  #spare: Uint8Array<ArrayBuffer> | null = null
  /** The piece that is on its way. */
  #writing: Promise<void> = Promise.resolve()
  /** Why a piece could not be written: nothing can be added after it. */
  #broken: unknown = null
  /** Grows when everything is dropped: what is on its way then is nobody's any more. */
  #beginning = 0
  #sealed: FileBytes | null = null
  /** What is done to the file, one after the other. Never rejects. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    place: Reserved,
    readonly clock: Timers,
  ) {
    this.#place = place
  }

  /** The name the file has in the folder. */
  get name(): string {
    return this.#place.name
  }

  get size(): number {
    return this.#size
  }

  append(bytes: Uint8Array): Promise<void> | void {
    if (this.#broken) throw this.#broken
    this.#memory ??= this.#spare ?? new Uint8Array(gatherBuffers.take())
    if (this.#memory === this.#spare) this.#spare = null
    const gathered = this.#size - this.#handedOn
    const piece = bytes.subarray(0, GATHER_BYTES - gathered)
    this.#memory.set(piece, gathered)
    this.#size += piece.length
    if (gathered + piece.length < GATHER_BYTES) return
    return this.#flush().then(() =>
      piece.length < bytes.length ? this.append(bytes.subarray(piece.length)) : undefined,
    )
  }

  async rewrite(at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#flush()
    await this.#then(async () => {
      try {
        if (this.#broken) throw this.#broken
        await this.#file?.write(bytes, at)
      } catch (error) {
        this.#empty()
        await this.#abandon()
        throw error
      }
    })
  }

  truncate(): void {
    this.#beginning += 1
    this.#broken = null
    this.#writing = Promise.resolve()
    this.#empty()
    void this.#then(() => this.#abandon())
  }

  async seal(): Promise<void> {
    if (this.#sealed) return
    await this.#flush()
    await this.#then(async () => {
      try {
        if (this.#broken) throw this.#broken
        // Nothing is gathered any more, and it may be a while until it is checked.
        this.#keepSpare(null)
        this.#file ??= await this.#place.begin()
        this.#sealed = new FileBytes(await this.#file.close(), this.clock)
      } catch (error) {
        this.#empty()
        await this.#abandon()
        throw error
      }
    })
  }

  get file(): Blob | undefined {
    return this.#sealed?.file
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    try {
      return await this.#closed.read(at, length)
    } catch (error) {
      throw folderTrouble(error)
    }
  }

  async readInto(at: number, into: Uint8Array): Promise<number> {
    try {
      return await this.#closed.readInto(at, into)
    } catch (error) {
      throw folderTrouble(error)
    }
  }

  /** Lets go of memory; the file stays open. */
  close(): void {
    this.#sealed?.stop()
    void this.#flush()
    void this.#then(async () => this.#keepSpare(null))
  }

  /** Settles when nothing is under way. */
  async settled(): Promise<void> {
    await this.#last
  }

  /** The file is right: it gets its name. @throws Trouble `folder`; it can be tried again */
  async keep(): Promise<void> {
    this.close()
    await this.#then(async () => this.#file?.keep())
  }

  /** The file is the person's; its name is taken by the file itself. */
  leave(): void {
    this.#place.free()
  }

  /** Nothing of it stays. */
  async drop(): Promise<void> {
    this.close()
    this.truncate()
    await this.settled()
    this.#place.free()
  }

  get #closed(): FileBytes {
    if (!this.#sealed) throw new Error('a file in the folder is read once it is sealed')
    return this.#sealed
  }

  /** Hands on what was gathered. Its failure is the next one's, too. */
  #flush(): Promise<void> {
    const [memory, from, to, mine] = [this.#memory, this.#handedOn, this.#size, this.#beginning]
    if (memory === null) return this.#writing
    this.#memory = null
    this.#handedOn = to
    this.#writing = this.#then(async () => {
      if (mine !== this.#beginning || this.#broken) return
      try {
        this.#file ??= await this.#place.begin()
        await this.#file.write(memory.subarray(0, to - from), from)
        this.#keepSpare(memory)
      } catch (error) {
        if (mine !== this.#beginning) return
        this.#broken = error
        this.#empty()
        await this.#abandon()
        throw error
      }
    })
    this.#writing.catch(() => {})
    return this.#writing
  }

  #keepSpare(memory: Uint8Array<ArrayBuffer> | null): void {
    if (this.#spare) gatherBuffers.give(this.#spare.buffer)
    this.#spare = memory
  }

  #empty(): void {
    this.#sealed = null
    this.#memory = null
    this.#size = 0
    this.#handedOn = 0
  }

  async #abandon(): Promise<void> {
    const file = this.#file
    this.#file = null
    await file?.drop()
  }

  #then<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }
}

/**
 * A part that lies in the picked folder from its first byte on, so every byte is written once. Bytes are gathered
 * and written in long pieces (twice the rate of pieces as they come, measured), and can be read once the file was
 * closed. It stays open over retries and pauses: a file that is opened again would be copied first.
 */
import { FileBytes } from './fileBytes.ts'
import type { Reserved } from './folder.ts'
import { type FolderFile, folderTrouble } from './folderFile.ts'
import type { Part } from './sink.ts'

const GATHER_BYTES = 4 * 1_048_576

export class FolderPart implements Part {
  readonly isAlone = true
  readonly #place: Reserved
  #file: FolderFile | null = null
  #memory: Uint8Array<ArrayBuffer> | null = null
  #gathered = 0
  #written = 0
  #sealed: FileBytes | null = null
  /** What is done to the file, one after the other. Never rejects. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(place: Reserved) {
    this.#place = place
  }

  /** The name the file has in the folder. */
  get name(): string {
    return this.#place.name
  }

  get size(): number {
    return this.#written + this.#gathered
  }

  append(bytes: Uint8Array): Promise<void> | void {
    this.#memory ??= new Uint8Array(GATHER_BYTES)
    const room = GATHER_BYTES - this.#gathered
    this.#memory.set(bytes.subarray(0, room), this.#gathered)
    this.#gathered += Math.min(room, bytes.length)
    if (bytes.length < room) return
    return this.#flush().then(() => (bytes.length > room ? this.append(bytes.subarray(room)) : undefined))
  }

  truncate(): void {
    this.#empty()
    void this.#then(() => this.#abandon())
  }

  async seal(): Promise<void> {
    if (this.#sealed) return
    await this.#flush()
    await this.#then(async () => {
      try {
        this.#file ??= await this.#place.begin()
        this.#sealed = new FileBytes(await this.#file.close())
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
    void this.#flush().catch(() => {})
    void this.#then(async () => {
      this.#memory = null
    })
  }

  /** Settles when nothing is under way. */
  async settled(): Promise<void> {
    await this.#last
  }

  /** The file is right, and the person's. */
  async keep(): Promise<void> {
    this.close()
    await this.#then(async () => this.#file?.keep())
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

  #flush(): Promise<void> {
    return this.#then(async () => {
      if (this.#gathered === 0 || this.#memory === null) return
      try {
        this.#file ??= await this.#place.begin()
        await this.#file.write(this.#memory.subarray(0, this.#gathered), this.#written)
      } catch (error) {
        this.#empty()
        await this.#abandon()
        throw error
      }
      this.#written += this.#gathered
      this.#gathered = 0
    })
  }

  #empty(): void {
    this.#sealed = null
    this.#gathered = 0
    this.#written = 0
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

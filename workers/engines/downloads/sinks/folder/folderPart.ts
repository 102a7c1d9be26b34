/**
 * A part that lies in the picked folder from its first byte on, so every byte is written once. Bytes are gathered
 * and written in long pieces, one after the other, and can be read once the file was closed. Its second half may come at
 * the same time, and is written where it belongs. It stays open over retries and pauses: a file that is opened again
 * would be copied first.
 */

import type { Clock } from '../../../../api/transport/clock.ts'
import { gatherBuffers } from '../buffers.ts'
import { FileBytes } from '../fileBytes.ts'
import { Gather } from '../gather.ts'
import type { InnerTail, Part } from '../sink.ts'
import { type FolderFile, folderTrouble } from './folderFile.ts'
import type { FolderPace } from './folderPace.ts'
import type { Reserved } from './folders.ts'

/** While two halves come, each has one of the memory. */
const HALF_BYTES = gatherBuffers.bytes / 2

export class FolderPart implements Part {
  readonly innerTail = this.#innerTail()
  readonly #place: Reserved
  #file: FolderFile | null = null
  #head = this.#gather(0)
  #tail: Gather | null = null
  #memory: Uint8Array<ArrayBuffer> | null = null
  /** Pieces that are on their way, or wait for those before. */
  #pending = 0
  /** When the last piece was written. */
  #wroteAt: number
  /** Why a piece could not be written: nothing can be added after it. */
  #broken: unknown = null
  /** Grows when everything is dropped: what is on its way then is nobody's any more. */
  #beginning = 0
  #sealed: FileBytes | null = null
  /** What is done to the file, one after the other. Never rejects. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    place: Reserved,
    readonly clock: Clock,
    readonly pace: FolderPace,
  ) {
    this.#place = place
    this.#wroteAt = clock.now()
  }

  /** The name the file has in the folder. */
  get name(): string {
    return this.#place.name
  }

  get size(): number {
    return this.#head.size
  }

  append(bytes: Uint8Array): Promise<void> | void {
    if (this.#broken) throw this.#broken
    return this.#head.append(bytes)
  }

  async rewrite(at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const mine = this.#beginning
    await this.#head.flush()
    await this.#then(async () => {
      if (mine !== this.#beginning) return
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
    this.#broken = null
    this.#empty()
    void this.#then(() => this.#abandon())
  }

  async seal(): Promise<void> {
    if (this.#sealed) return
    this.#dropTail()
    await this.#head.flush()
    await this.#then(async () => {
      try {
        if (this.#broken) throw this.#broken
        // Nothing is gathered any more, and it may be a while until it is checked.
        this.#release()
        this.#file ??= await this.#place.begin()
        this.#sealed = new FileBytes(await this.#file.close(this.size), this.clock)
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
    void this.#head.flush()
    void this.#tail?.flush()
    void this.#then(async () => this.#release())
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

  #innerTail(): InnerTail {
    const left = () => this.#tail && { from: this.#tail.from, part: this.#tailPart(this.#tail) }
    const isHeld = () => this.pace.isHeld
    return {
      get left() {
        return left()
      },
      get isHeld() {
        return isHeld()
      },
      open: (from) => this.#openTail(from),
      drop: () => this.#dropTail(),
      join: () => this.#joinTail(),
    }
  }

  #gather(from: number): Gather {
    const gather: Gather = new Gather(
      from,
      () => this.#room(gather),
      (bytes, at) => this.#write(bytes, at),
    )
    return gather
  }

  /** Null for one that was dropped: what it still brings would lie among the bytes of whoever came after it. */
  #room(gather: Gather): Uint8Array<ArrayBuffer> | null {
    const isTail = gather === this.#tail
    if (!isTail && gather !== this.#head) return null
    this.#memory ??= new Uint8Array(gatherBuffers.take())
    if (this.#tail === null) return this.#memory
    return isTail ? this.#memory.subarray(HALF_BYTES) : this.#memory.subarray(0, HALF_BYTES)
  }

  #openTail(from: number): Part {
    this.#dropTail()
    void this.#head.flush()
    const tail = this.#gather(from)
    this.#tail = tail
    // The pieces before may lie in what is the tail's memory now.
    void tail.after(this.settled())
    return this.#tailPart(tail)
  }

  /** Bytes of it that were written are written over, or cut off when the file is closed. */
  #dropTail(): void {
    if (this.#tail === null) return
    this.#tail = null
    void this.#head.after(this.settled())
  }

  #joinTail(): void {
    const tail = this.#tail
    if (tail === null) return
    void this.#head.flush()
    void tail.flush()
    this.#tail = null
    this.#head.skip(tail.size)
    void this.#head.after(this.settled())
  }

  /** The second half, as far as it goes, until it is dropped or joined. */
  #tailPart(tail: Gather): Part {
    const isHere = () => this.#tail === tail
    const unread = () => Promise.reject(new Error('a file in the folder is read once it is sealed'))
    return {
      get size() {
        return tail.size
      },
      append: (bytes) => {
        if (this.#broken) throw this.#broken
        return isHere() ? tail.append(bytes) : undefined
      },
      rewrite: (at, bytes) => tail.flush().then(() => (isHere() ? this.rewrite(tail.from + at, bytes) : undefined)),
      truncate: () => {
        if (isHere()) this.#openTail(tail.from)
      },
      read: unread,
      readInto: unread,
      close: () => {
        if (isHere()) void tail.flush()
      },
    }
  }

  /** Its failure is the next one's, too. */
  #write(bytes: Uint8Array<ArrayBuffer>, at: number): Promise<void> {
    const mine = this.#beginning
    const handedOnAt = this.clock.now()
    const between = handedOnAt - this.#wroteAt
    this.#pending += 1
    return this.#then(async () => {
      try {
        if (mine !== this.#beginning || this.#broken) return
        this.#file ??= await this.#place.begin()
        await this.#file.write(bytes, at)
        this.#wroteAt = this.clock.now()
        this.pace.wrote(this.#wroteAt - handedOnAt, between)
      } catch (error) {
        if (mine !== this.#beginning) return
        this.#broken = error
        this.#empty()
        await this.#abandon()
        throw error
      } finally {
        if (mine === this.#beginning) this.#pending -= 1
      }
    })
  }

  /** Gives its memory back where nothing is in it. */
  #release(): void {
    if (this.#memory === null || this.#pending > 0 || this.#head.gathered > 0 || (this.#tail?.gathered ?? 0) > 0) return
    gatherBuffers.give(this.#memory.buffer)
    this.#memory = null
  }

  #empty(): void {
    this.#beginning += 1
    this.#pending = 0
    this.#sealed = null
    this.#tail = null
    this.#head = this.#gather(0)
    // What is on its way lies in it.
    this.#memory = null
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

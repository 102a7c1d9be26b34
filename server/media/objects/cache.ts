/**
 * The books over made files: what lies under one prefix of a store, who reads it, and what leaves when it
 * grows beyond its cap (least recently used first, never a file in use). Several servers may share the
 * store: what another one made is taken into the books when it is met.
 */
import type { ObjectStore } from './objectStore.ts'

interface Held {
  bytes: number
  /** When the store was last told of a use, ms since 1970. */
  told: number
  readers: number
}

/** A use is told to the store this often at most, ms. */
const TELL_MS = 60_000

export class FileCache {
  /** Least recently used first: a use moves a file to the end. */
  private readonly held = new Map<string, Held>()
  private total = 0
  /** Those that are being taken out of the store. */
  private readonly leaving = new Map<string, Promise<void>>()
  private opening: Promise<void> | null = null

  constructor(
    private readonly store: ObjectStore,
    /** Ends with a slash. */
    private readonly prefix: string,
    private readonly capBytes: number,
  ) {}

  /** Reads what is there, once; tried again by the next who asks when it failed. */
  open(): Promise<void> {
    this.opening ??= this.readBooks().catch((error) => {
      this.opening = null
      throw error
    })
    return this.opening
  }

  private async readBooks(): Promise<void> {
    const found: [name: string, bytes: number, changed: number][] = []
    for await (const { path, bytes, changed } of this.store.list(this.prefix)) {
      // An empty one is none: the power went before its bytes were on the disk.
      if (!path.endsWith('.tmp') && bytes > 0) found.push([path.slice(this.prefix.length), bytes, changed])
    }
    found.sort((a, b) => a[2] - b[2])
    for (const [name, bytes, changed] of found) {
      if (this.held.has(name)) continue
      this.held.set(name, { bytes, told: changed, readers: 0 })
      this.total += bytes
    }
  }

  /** Where the file lies in the store. */
  path(name: string): string {
    return this.prefix + name
  }

  /** Bytes in the books. */
  get bytes(): number {
    return this.total
  }

  /** Whether the books know the file (the store may say otherwise: `check`). */
  knows(name: string): boolean {
    return this.held.has(name)
  }

  /**
   * Compares books and store: a file that is there is known afterwards, one of another length, an empty one, or one
   * that vanished, is forgotten. Answers its length, or null.
   */
  async check(name: string, bytes?: number): Promise<number | null> {
    // It would be found once more, and be gone when it is read.
    await this.leaving.get(name)?.catch(() => {})
    const facts = await this.store.head(this.path(name))
    if (facts && (bytes === undefined ? facts.bytes > 0 : facts.bytes === bytes)) {
      if (this.held.get(name)?.bytes !== facts.bytes) this.add(name, facts.bytes)
      return facts.bytes
    }
    if (facts) await this.remove(name)
    else this.forget(name)
    return null
  }

  /** Takes a finished file into the books. */
  add(name: string, bytes: number): void {
    const before = this.held.get(name)
    this.total += bytes - (before?.bytes ?? 0)
    this.held.delete(name)
    this.held.set(name, { bytes, told: Date.now(), readers: before?.readers ?? 0 })
  }

  /** Notes a reader; the answer takes the note back, once. */
  use(name: string): () => void {
    const held = this.held.get(name)
    if (!held) return () => {}
    held.readers++
    this.held.delete(name)
    this.held.set(name, held)
    const now = Date.now()
    if (now - held.told > TELL_MS) {
      held.told = now
      // So that the order survives a restart.
      this.store.touch(this.path(name)).catch(() => {})
    }
    let open = true
    return () => {
      if (!open) return
      open = false
      held.readers--
      void this.makeRoom(0).catch(() => {})
    }
  }

  /** Lets unused files go until `coming` bytes fit under the cap, as far as that is possible. */
  async makeRoom(coming: number): Promise<void> {
    for (const [name, held] of this.held) {
      if (this.total + coming <= this.capBytes) return
      if (held.readers === 0) await this.remove(name)
    }
  }

  /**
   * Lets the least recently used of the unused files go until so many bytes came free, whatever the cap says.
   * @returns the bytes that did
   */
  async giveWay(bytes: number): Promise<number> {
    let free = 0
    for (const [name, held] of this.held) {
      if (free >= bytes) break
      if (held.readers > 0) continue
      await this.remove(name)
      free += held.bytes
    }
    return free
  }

  /** Takes a file off the books and out of the store. */
  async remove(name: string): Promise<void> {
    this.forget(name)
    const gone = this.store.remove(this.path(name)).finally(() => this.leaving.delete(name))
    this.leaving.set(name, gone)
    await gone
  }

  private forget(name: string): void {
    this.total -= this.held.get(name)?.bytes ?? 0
    this.held.delete(name)
  }
}

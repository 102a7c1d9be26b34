/**
 * The folder of made files: what lies there, who reads it, and what leaves when it grows beyond its cap
 * (least recently used first, never a file in use).
 */
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

interface Held {
  bytes: number
  /** Milliseconds since 1970. */
  used: number
  readers: number
}

export class FileCache {
  private readonly held = new Map<string, Held>()
  private total = 0

  constructor(
    private readonly folder: string,
    private readonly capBytes: number,
  ) {}

  /** Reads the folder and removes what a crash left half made. */
  async open(): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    for (const name of await readdir(this.folder)) {
      if (name.endsWith('.tmp')) {
        await rm(join(this.folder, name), { force: true })
        continue
      }
      const info = await stat(join(this.folder, name))
      if (!info.isFile()) continue
      this.held.set(name, { bytes: info.size, used: info.mtimeMs, readers: 0 })
      this.total += info.size
    }
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** Whether the books know the file (the disk may say otherwise: `check`). */
  knows(name: string): boolean {
    return this.held.has(name)
  }

  /** Compares books and disk: a file of another length, or one that vanished, is forgotten. */
  async check(name: string, bytes: number): Promise<boolean> {
    const info = await stat(this.path(name)).catch(() => null)
    if (info?.size === bytes) return true
    await this.remove(name)
    return false
  }

  /** Takes a finished file into the books. */
  add(name: string, bytes: number): void {
    this.total += bytes - (this.held.get(name)?.bytes ?? 0)
    this.held.set(name, { bytes, used: Date.now(), readers: this.held.get(name)?.readers ?? 0 })
  }

  /** Notes a reader; the answer takes the note back, once. */
  use(name: string): () => void {
    const held = this.held.get(name)
    if (!held) return () => {}
    held.readers++
    held.used = Date.now()
    const now = new Date(held.used)
    // The time survives a restart in the file itself.
    utimes(this.path(name), now, now).catch(() => {})
    let open = true
    return () => {
      if (!open) return
      open = false
      held.readers--
      held.used = Date.now()
      void this.makeRoom(0).catch(() => {})
    }
  }

  /** Lets unused files go until `coming` bytes fit under the cap, as far as that is possible. */
  async makeRoom(coming: number): Promise<void> {
    if (this.total + coming <= this.capBytes) return
    const unused = [...this.held].filter(([, held]) => held.readers === 0).sort((a, b) => a[1].used - b[1].used)
    for (const [name] of unused) {
      if (this.total + coming <= this.capBytes) return
      await this.remove(name)
    }
  }

  /** Takes a file off the books and the disk. */
  async remove(name: string): Promise<void> {
    this.total -= this.held.get(name)?.bytes ?? 0
    this.held.delete(name)
    await rm(this.path(name), { force: true })
  }
}

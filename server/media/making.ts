/**
 * Audio that is being made: one thread works on a file, everybody who wants it follows, and when it is whole
 * and what was announced it moves to its place in the cache.
 */
import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaDescription, MediaLedger, StoredFile } from './contract.ts'
import type { FileCache } from './objects/cache.ts'
import { type FullDisk, isFull } from './objects/fullDisk.ts'
import { type ObjectStore, READ_BYTES } from './objects/objectStore.ts'
import { scratchName } from './objects/scratch.ts'
import { type Digest, MediaError, type SynthSource } from './protocol.ts'
import type { ThreadJob, Threads, Urgency } from './threads/threads.ts'

export interface MakingParts {
  store: ObjectStore
  cache: FileCache
  /** The disk files are made on. */
  disk: FullDisk
  /** Folder for files that are not whole yet. */
  scratch: string
  ledger: MediaLedger
  threads: Threads
}

/** A file that is being made. */
interface Begun {
  path: string
  /** Bytes that lie in the file. */
  written: number
  heard: Set<() => void>
  /** How many wait for it. */
  followers: number
  /** Of whoever wants it most. */
  urgency: Urgency
  by: string | null
  job: ThreadJob
  failure: Error | null
  done: boolean
}
/** What whoever waits for a file sees of its making. */
export interface Making extends Begun {
  finished: Promise<StoredFile>
}

/** A file that can be made. */
export interface Wanted extends MediaDescription {
  source: SynthSource
  format: 'wav' | 'mp3'
  /** Key in the ledger. */
  key: string
  /** Name in the cache. */
  name: string
}

export class Makings {
  readonly #parts: MakingParts
  readonly #making = new Map<string, Making>()

  constructor(parts: MakingParts) {
    this.#parts = parts
  }

  /** Whether the file is being made now. */
  has(want: Wanted): boolean {
    return this.#making.has(want.key)
  }

  /**
   * Begins to make a file, or joins whoever is making it, with no less urgency. Who joined calls `leave` in the end.
   * @param by the player who wants it
   */
  make(want: Wanted, urgency: Urgency, by: string | null): Making {
    const running = this.#making.get(want.key)
    if (running) {
      running.followers += 1
      if (urgency < running.urgency) Object.assign(running, { urgency, by })
      running.job.hurry(urgency, by)
      return running
    }
    // A name for each time: what is left of one that failed goes while the next is made.
    const path = join(this.#parts.scratch, scratchName(`${want.key}.${randomUUID()}`))
    const heard = new Set<() => void>()
    const tell = () => {
      for (const listener of [...heard]) listener()
    }
    const run = (who: { urgency: Urgency; by: string | null }) =>
      this.#parts.threads.run(
        { kind: 'audio', source: want.source, format: want.format, path },
        who.urgency,
        (bytes) => {
          begun.written = bytes
          tell()
        },
        who.by,
      )
    const job = run({ urgency, by })
    const begun: Begun = { path, written: 0, heard, followers: 1, urgency, by, job, failure: null, done: false }
    const finished = this.#finish(want, begun, () => run(begun)).then(
      (file) => {
        begun.written = file.bytes
        begun.done = true
        this.#making.delete(want.key)
        tell()
        return file
      },
      async (error: unknown) => {
        begun.failure = clear(error)
        // At once: who comes now has it made anew, and not the failure of one that nobody waits for any more.
        if (this.#making.get(want.key) === entry) this.#making.delete(want.key)
        tell()
        await rm(path, { force: true }).catch(() => {})
        throw begun.failure
      },
    )
    const entry: Making = Object.assign(begun, { finished })
    entry.finished.catch(() => {})
    this.#making.set(want.key, entry)
    return entry
  }

  /** One of those who wait for it does no longer: what nobody waits for and was not begun is not made. */
  leave(want: Wanted, entry: Making): void {
    entry.followers -= 1
    if (entry.followers === 0 && this.#making.get(want.key) === entry && entry.job.drop()) this.#making.delete(want.key)
  }

  /** Waits for the thread. On a full disk what is kept goes before what is wanted: then it is made once more (H-356). */
  async #made(want: Wanted, entry: Begun, run: () => ThreadJob): Promise<Digest> {
    const { cache, disk } = this.#parts
    try {
      return await entry.job.finished
    } catch (error) {
      if (!isFull(error)) throw error
      // Who listens holds on to what was written.
      if (!(await disk.makeRoom(entry.written + want.bytes, cache)) || entry.followers === 0) throw error
      entry.written = 0
      entry.job = run()
      return entry.job.finished
    }
  }

  /** Waits for the file, compares with what was announced and remembered, and moves it to its place. */
  async #finish(want: Wanted, entry: Begun, run: () => ThreadJob): Promise<StoredFile> {
    const { cache, ledger, store } = this.#parts
    const digest = await this.#made(want, entry, run)
    if (digest.bytes !== want.bytes)
      throw new MediaError('LENGTH', `made ${digest.bytes} bytes where ${want.bytes} were announced`)
    const before = await ledger.get(want.key)
    if (before && before.sha256 !== digest.sha256)
      throw new MediaError('DIGEST', 'the track was made again with other bytes than before')
    if (!before) await ledger.put(want.key, digest)
    // Whoever follows has all there is now; putting it in its place may take a while.
    entry.written = digest.bytes
    for (const listener of [...entry.heard]) listener()
    await cache.makeRoom(digest.bytes)
    await store.adopt(entry.path, cache.path(want.name))
    cache.add(want.name, digest.bytes)
    // Held until everybody who waits has taken hold of it in turn.
    setImmediate(cache.use(want.name))
    return { path: cache.path(want.name), ...digest }
  }

  /** Bytes `start` to `end` of a file that grows: reads what is there, then waits for more. */
  async *follow(entry: Making, start: number, end: number): AsyncGenerator<Buffer, void, void> {
    const more = () =>
      new Promise<void>((wake) => {
        const listener = () => {
          entry.heard.delete(listener)
          wake()
        }
        entry.heard.add(listener)
      })
    while (entry.written <= start && !entry.failure && !entry.done) await more()
    if (entry.failure) throw entry.failure
    let { job } = entry
    // Moved to its place meanwhile? An open descriptor would have followed.
    let handle = await open(entry.path).catch(() => null)
    try {
      for (let at = start; at <= end; ) {
        if (!handle) {
          yield* (await this.#parts.store.read((await entry.finished).path, at, end)) as AsyncIterable<Buffer>
          return
        }
        const ready = Math.min(end + 1, entry.written)
        if (ready <= at) {
          if (entry.failure) throw entry.failure
          await more()
          continue
        }
        const { bytesRead, buffer } = await handle.read(
          Buffer.allocUnsafe(Math.min(READ_BYTES, ready - at)),
          0,
          Math.min(READ_BYTES, ready - at),
          at,
        )
        if (bytesRead === 0 && job !== entry.job) {
          // The end of the one there was no room for: what was made in its place is longer by now.
          await handle.close()
          job = entry.job
          handle = await open(entry.path).catch(() => null)
          continue
        }
        if (bytesRead === 0) throw new MediaError('TRUNCATED', 'the file became shorter while it was read')
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
    } finally {
      await handle?.close()
    }
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** The sentence a person can act on. */
function clear(error: unknown): Error {
  if (!(error instanceof Error)) return new MediaError('FAILED', String(error))
  const code = codeOf(error) ?? 'FAILED'
  if (code === 'ENOSPC')
    return new MediaError(code, 'The disk of the server is full: free some space or lower MEDIA_CACHE_MB.')
  if (code === 'EACCES' || code === 'EROFS')
    return new MediaError(code, 'The media folder of the server cannot be written to.')
  return error instanceof MediaError ? error : new MediaError(code, error.message)
}

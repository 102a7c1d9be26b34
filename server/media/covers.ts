/**
 * Covers in the sizes and formats a client asks for: drawn in a thread or scaled from the imported picture,
 * once, and kept on this machine's disk under `covers/` by what they were made from, so a new drawing
 * never meets an old file. The least recently used go when their share of the disk is full.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { CoverFormat, CoverSize } from '#core/model/catalogue/cover.ts'
import { openDemoArt } from '../openDemo.ts'
import type { CoverFile, CoverStudio } from './contract.ts'
import { FileCache } from './objects/cache.ts'
import { createFolderStore } from './objects/folderStore.ts'
import { FullDisk, isFull } from './objects/fullDisk.ts'
import { type ObjectFacts, type ObjectStore, readWhole } from './objects/objectStore.ts'
import { clearScratch, scratchName } from './objects/scratch.ts'
import { MediaError } from './protocol.ts'
import { scalePicture } from './scale.ts'
import { defaultWorkerUrl, type ThreadJob, Threads, type Urgency } from './threads/threads.ts'

export interface CoverStudioOptions {
  /** Folder of this machine the made covers are kept in. */
  mediaRoot: string
  /** Where imported pictures lie. */
  store: ObjectStore
  /** Most bytes the made covers take. */
  capBytes: number
  /** The disk of `mediaRoot`, with what others keep on it; nothing of others when left out. */
  disk?: FullDisk
  /** What the cover of a release is made from: a seed, a file in the store, or null for none. */
  seedOf(releaseid: string): Promise<{ seed: string } | { file: string } | null>
  /** Threads that draw; as many as the machine has cores, at most 4, when left out. */
  threads?: number
  /** Where the built `media.worker.js` lies; beside the running file when left out. */
  workerUrl?: URL
}

/** A cover to be: its place in the cache and what it is made from. */
interface Wanted {
  name: string
  size: CoverSize
  format: CoverFormat
  from: { seed: string } | { picture: ObjectFacts }
}

/** A cover that is being made. */
interface Drawing {
  /** Of whoever wants it most. */
  urgency: Urgency
  /** None while a picture is scaled. */
  job: ThreadJob | null
  finished: Promise<void>
}

const CONTENT_TYPE: Record<CoverFormat, string> = { png: 'image/png', webp: 'image/webp' }
/** Validators kept in memory; the oldest goes. */
const KNOWN_MAX = 20_000
/** Covers handed to the threads at a time when rendering ahead. */
const AHEAD = 8
/** Size and format made ahead of time: what a gallery asks for first. */
const AHEAD_SIZE = 300
const AHEAD_FORMAT = 'webp'
/** Part of the room that making ahead may fill. */
const AHEAD_SHARE = 0.9
/** Bytes that a pixel takes at most. */
const PIXEL_MAX = 4
/** Bytes of a picture that is unpacked. */
const PICTURE_MAX = 20_000_000
/** Changes whenever the same picture would give other bytes. */
const SCALER = 2

export function createCoverStudio(options: CoverStudioOptions): CoverStudio {
  const kept = createFolderStore(options.mediaRoot)
  const cache = new FileCache(kept, 'covers/', options.capBytes)
  const { disk = new FullDisk() } = options
  disk.join(cache)
  const scratch = join(kept.place, 'covers')
  const cleared = mkdir(scratch, { recursive: true }).then(() => clearScratch(scratch))
  for (const begun of [cleared, cache.open()]) begun.catch(() => {})
  const threads = new Threads(
    Math.max(1, options.threads ?? Math.min(4, availableParallelism())),
    options.workerUrl ?? defaultWorkerUrl(),
    false,
  )
  const validators = new Map<string, string>()
  const making = new Map<string, Drawing>()

  const remember = (name: string, bytes: Uint8Array): string => {
    const etag = `"c${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}"`
    validators.set(name, etag)
    if (validators.size > KNOWN_MAX) {
      const oldest = validators.keys().next().value
      if (oldest !== undefined) validators.delete(oldest)
    }
    return etag
  }

  /** The made file, held until `done`; null when it is not there. */
  async function onDisk({ name, format }: Wanted): Promise<CoverFile | null> {
    const held = cache.use(name)
    const bytes = await cache.check(name)
    const done = cache.use(name)
    held()
    try {
      if (bytes === null) {
        done()
        return null
      }
      const path = cache.path(name)
      const etag = validators.get(name) ?? remember(name, await readWhole(kept, { path, bytes, changed: 0 }))
      return { bytes, contentType: CONTENT_TYPE[format], etag, open: (start, end) => kept.read(path, start, end), done }
    } catch (error) {
      done()
      if (error instanceof MediaError && error.code === 'MISSING') return null
      throw error
    }
  }

  /** Makes a cover, joined by everybody who wants the same one meanwhile. */
  function make(wanted: Wanted, urgency: Urgency): Promise<void> {
    const running = making.get(wanted.name)
    if (running) {
      running.urgency = Math.min(running.urgency, urgency) as Urgency
      running.job?.hurry(urgency)
      return running.finished
    }
    const temporary = join(scratch, scratchName(randomUUID()))
    const { from, size, format, name } = wanted
    const put = async () => {
      if ('seed' in from)
        entry.job = threads.run({ kind: 'cover', seed: from.seed, size, path: temporary }, entry.urgency)
      await entry.job?.finished
      const bytes = 'seed' in from ? await drawn(temporary, size, format) : await scaled(from.picture, size, format)
      await cache.open()
      await cache.makeRoom(bytes.length)
      await kept.put(cache.path(name), bytes)
      return bytes
    }
    /** On a full disk what is kept goes before what somebody looks at: then it is made once more (H-356). */
    const putAgain = async (error: unknown) => {
      if (!isFull(error) || entry.urgency > 0 || !(await disk.makeRoom(size * size * PIXEL_MAX, cache))) throw error
      return put()
    }
    const entry: Drawing = { urgency, job: null, finished: Promise.resolve() }
    making.set(name, entry)
    entry.finished = (async () => {
      try {
        const bytes = await put().catch(putAgain)
        cache.add(name, bytes.length)
        remember(name, bytes)
        // Held until everybody who waits has taken hold of it in turn.
        setImmediate(cache.use(name))
      } finally {
        making.delete(name)
        await rm(temporary, { force: true }).catch(() => {})
      }
    })()
    entry.finished.catch(() => {})
    return entry.finished
  }

  async function drawn(png: string, size: CoverSize, format: CoverFormat): Promise<Buffer> {
    return format === 'png' ? readFile(png) : scalePicture(png, size, format)
  }

  async function scaled(picture: ObjectFacts, size: CoverSize, format: CoverFormat): Promise<Buffer> {
    let isRead = false
    const read = async () => {
      const bytes = await readWhole(options.store, picture)
      isRead = true
      return bytes
    }
    return scalePicture(read, size, format).catch((error: unknown) => {
      if (!isRead) throw error
      throw new MediaError('UNREADABLE_IMAGE', 'the cover is not a picture that can be read')
    })
  }

  /** Place of a cover in the cache, from everything that decides its pixels. */
  function place(identity: string, size: CoverSize, format: CoverFormat): string {
    const hash = createHash('sha256').update(identity).digest('hex')
    return `${hash.slice(0, 2)}/${hash.slice(2, 34)}-${size}.${format}`
  }
  const fromSeed = async (seed: string, size: CoverSize, format: CoverFormat): Promise<Wanted> => {
    const { COVER_GENERATOR } = await openDemoArt()
    return { name: place(`seed ${COVER_GENERATOR} ${seed}`, size, format), size, format, from: { seed } }
  }

  async function wantedOf(releaseid: string, size: CoverSize, format: CoverFormat): Promise<Wanted | null> {
    const from = await options.seedOf(releaseid)
    if (!from) return null
    if ('seed' in from) return fromSeed(from.seed, size, format)
    const picture = await options.store.head(from.file).catch((error) => {
      if (error instanceof MediaError && error.code === 'OUTSIDE') return null
      throw error
    })
    if (!picture || picture.bytes > PICTURE_MAX) return null
    const identity = `file ${SCALER} ${picture.path} ${picture.bytes} ${picture.changed}`
    return { name: place(identity, size, format), size, format, from: { picture } }
  }

  return {
    async cover(releaseid, size, format) {
      const wanted = await wantedOf(releaseid, size, format)
      if (!wanted) return null
      const there = await onDisk(wanted)
      if (there) return there
      try {
        await make(wanted, 0)
      } catch (error) {
        if (error instanceof MediaError && error.code === 'UNREADABLE_IMAGE') return null
        throw error
      }
      return onDisk(wanted)
    },

    async prepare(covers, turn) {
      await cache.open()
      const waiting = covers[Symbol.iterator]()
      const lane = async () => {
        for (let next = waiting.next(); !next.done; next = waiting.next()) {
          const wanted = await fromSeed(next.value.seed, AHEAD_SIZE, AHEAD_FORMAT)
          if (cache.bytes >= options.capBytes * AHEAD_SHARE) return
          if (cache.knows(wanted.name)) continue
          await turn?.()
          await make(wanted, 2)
        }
      }
      await Promise.all(Array.from({ length: turn ? 1 : AHEAD }, lane))
    },

    close: () => threads.close(),
  }
}

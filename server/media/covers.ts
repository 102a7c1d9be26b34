/**
 * Covers as PNG files: drawn or scaled once in a thread, kept under `covers/` by what they were made
 * from, so a new drawing never meets an old file.
 */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { COVER_GENERATOR } from '../catalogue/covers.ts'
import type { CoverStudio } from './contract.ts'
import { MediaError } from './protocol.ts'
import { defaultWorkerUrl, type ThreadJob, Threads, type Urgency } from './threads.ts'

export interface CoverStudioOptions {
  mediaRoot: string
  /** What the cover of a release is made from: a seed, a file under the media root, or null for none. */
  seedOf(releaseid: string): Promise<{ seed: string } | { file: string } | null>
  /** Threads that draw; as many as the machine has cores, at most 4, when left out. */
  threads?: number
  /** Where the built `media.worker.js` lies; beside the running file when left out. */
  workerUrl?: URL
}

type Size = 300 | 1400

interface Known {
  bytes: number
  etag: string
}

/** Validators kept in memory; the oldest goes. */
const KNOWN_MAX = 20_000
/** Covers handed to the threads at a time when rendering ahead. */
const AHEAD = 8

export function createCoverStudio(options: CoverStudioOptions): CoverStudio {
  const root = resolve(options.mediaRoot)
  const threads = new Threads(
    Math.max(1, options.threads ?? Math.min(4, availableParallelism())),
    options.workerUrl ?? defaultWorkerUrl(),
    false,
  )
  const known = new Map<string, Known>()
  const drawing = new Map<string, { job: ThreadJob; finished: Promise<Known> }>()

  const remember = (path: string, bytes: number, sha256: string): Known => {
    const value = { bytes, etag: `"c${sha256.slice(0, 40)}"` }
    known.set(path, value)
    if (known.size > KNOWN_MAX) {
      const oldest = known.keys().next().value
      if (oldest !== undefined) known.delete(oldest)
    }
    return value
  }

  async function onDisk(path: string): Promise<Known | null> {
    const found = known.get(path)
    const info = await stat(path).catch(() => null)
    if (!info) return null
    if (found?.bytes === info.size) return found
    const bytes = await readFile(path).catch(() => null)
    return bytes ? remember(path, bytes.length, createHash('sha256').update(bytes).digest('hex')) : null
  }

  /** Draws a cover, joined by everybody who wants the same one meanwhile. */
  function draw(from: { seed: string } | { file: string }, size: Size, path: string, urgency: Urgency): Promise<Known> {
    const running = drawing.get(path)
    if (running) {
      running.job.hurry(urgency)
      return running.finished
    }
    const job = threads.run({ kind: 'cover', from, size, path }, urgency)
    const finished = job.finished
      .then(({ bytes, sha256 }) => remember(path, bytes, sha256))
      .finally(() => drawing.delete(path))
    finished.catch(() => {})
    drawing.set(path, { job, finished })
    return finished
  }

  /** Place of a cover on disk, from everything that decides its pixels. */
  function place(identity: string, size: Size): string {
    const hash = createHash('sha256').update(identity).digest('hex')
    return join(root, 'covers', hash.slice(0, 2), `${hash.slice(2, 34)}-${size}.png`)
  }
  const drawn = (seed: string, size: Size) => place(`seed ${COVER_GENERATOR} ${seed}`, size)

  return {
    async cover(releaseid, size) {
      const from = await options.seedOf(releaseid)
      if (!from) return null
      let [source, path] = [from, '']
      if ('seed' in from) path = drawn(from.seed, size)
      else {
        const file = resolve(root, from.file)
        const way = relative(root, file)
        if (way === '' || way.startsWith('..') || isAbsolute(way)) return null
        const info = await stat(file).catch(() => null)
        if (!info?.isFile()) return null
        source = { file }
        path = place(`file ${way} ${info.size} ${info.mtimeMs}`, size)
      }
      try {
        const made = (await onDisk(path)) ?? (await draw(source, size, path, 0))
        return { absolutePath: path, bytes: made.bytes, etag: made.etag }
      } catch (error) {
        if (error instanceof MediaError && error.code === 'UNREADABLE_IMAGE') return null
        throw error
      }
    },

    async prepare(covers, onProgress) {
      const waiting = covers[Symbol.iterator]()
      let done = 0
      const lane = async () => {
        for (let next = waiting.next(); !next.done; next = waiting.next()) {
          const path = drawn(next.value.seed, 300)
          if (!(await stat(path).catch(() => null))) await draw({ seed: next.value.seed }, 300, path, 2)
          onProgress?.(++done)
        }
      }
      await Promise.all(Array.from({ length: AHEAD }, lane))
    },

    close: () => threads.close(),
  }
}

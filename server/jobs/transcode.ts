/**
 * The making of a track's WAV or MP3 for a download, as a job: of all who ask for the same file one
 * makes it and the others join, a few at a time, players in turns, with tries and a lease; one nobody waits for any more
 * before it is begun is dropped. A made file lies in a media
 * folder, so its job is for the servers of that folder alone. Streams follow the maker from the first
 * byte on and wait for no job; zips are jobs themselves.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { AudioFormat } from '#core/model/catalogue/release.ts'
import type { Asker, MediaLibrary } from '../media/contract.ts'
import type { AwaitedJob } from './awaited.ts'
import type { Queue } from './queue.ts'
import type { JobHandler } from './runner.ts'

const TRANSCODE = 'transcode'
/** As many as there are threads that make audio. */
export const TRANSCODE_PARALLEL = Math.min(4, Math.max(2, availableParallelism()))
/** A person waits: tried again once, and soon. */
export const TRANSCODE_PATIENCE = { attempts: 2, waitS: 1 }
/** The longest a download waits for its file; its client has given up long before. */
const WAIT_MS = 10 * 60_000

const Payload = z.object({
  trackid: z.string(),
  format: AudioFormat,
  source: z.object({
    kind: z.literal('synth'),
    seed: z.string(),
    generator: z.number(),
    seconds: z.number(),
    sampleRate: z.union([z.literal(44100), z.literal(48000)]),
    bits: z.union([z.literal(16), z.literal(24)]),
    channels: z.literal(2),
  }),
})

/** The kind of the jobs of one media folder. */
export const transcodeKind = (home: string): string => `${TRANSCODE}:${home}`

/** The name of a media folder, given at its first use and kept in it: servers that share the folder share the name. */
export function mediaHome(mediaRoot: string): string {
  const path = join(mediaRoot, 'home')
  mkdirSync(mediaRoot, { recursive: true })
  try {
    writeFileSync(path, randomUUID(), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
}

export function transcodeHandler(media: MediaLibrary): JobHandler {
  return async (given, progress, signal) => {
    const { trackid, source, format } = Payload.parse(given)
    signal.throwIfAborted()
    const file = await media.ensure(trackid, source, format, progress)
    file.done()
    return { bytes: file.bytes, sha256: file.sha256 }
  }
}

/**
 * The library as the routes see it: what has to be made for a download is made by a job.
 * @param kick tells the job runner that there is work
 */
export function queuedMedia(media: MediaLibrary, queue: Queue, home: string, kick: () => void): MediaLibrary {
  const kind = transcodeKind(home)
  /** How many wait here for a job, by its id. */
  const waiting = new Map<string, number>()

  /** @returns the job as it was last seen; undefined when those who waited elsewhere left, and it with them */
  async function settled({ id }: AwaitedJob, patienceMs: number, asker: Asker, onLook: (job: AwaitedJob) => void) {
    waiting.set(id, (waiting.get(id) ?? 0) + 1)
    try {
      return await queue.settled(id, patienceMs, onLook, asker.signal)
    } finally {
      const others = (waiting.get(id) ?? 1) - 1
      if (others > 0) waiting.set(id, others)
      else {
        waiting.delete(id)
        if (asker.signal?.aborted) await queue.drop(id)
      }
    }
  }

  return {
    ...media,
    async ensure(trackid, source, format, onProgress, purpose, asker = { by: null }) {
      if (source.kind === 'synth' && format !== 'mp4' && !(await media.ready(trackid, source, format))) {
        const known = await media.describe(trackid, source, format)
        // The validator stands for everything that decides a byte. A file the cache dropped is made anew.
        const key = `${kind}:${format}:${known?.etag ?? trackid}`
        const until = performance.now() + WAIT_MS
        let seen: AwaitedJob | undefined
        for (let job: AwaitedJob | undefined; !job && performance.now() < until; ) {
          asker.signal?.throwIfAborted()
          seen = await queue.start(kind, key, { trackid, source, format }, () => true, asker.by, seen)
          if (seen.state === 'queued') kick()
          job = await settled(seen, until - performance.now(), asker, (now) => {
            seen = now
            onProgress?.(now.progress)
          })
        }
      }
      // Lies there now; where the job failed, this says why.
      return media.ensure(trackid, source, format, onProgress, purpose, asker)
    },
  }
}

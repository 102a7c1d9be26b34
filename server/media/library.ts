/**
 * The audio of every track, made when it is wanted: lengths are known before, streams follow the
 * generator, downloads get a finished and hashed file, and a cache with a cap keeps what was made.
 * The same track gives the same bytes again; should it not, nothing is served.
 */
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import { clipBytes, clipFile } from './codecs/clip.ts'
import { MP3_ENCODER, mp3Bytes } from './codecs/mp3.ts'
import { wavBytes } from './codecs/wav.ts'
import {
  type Asker,
  framesOf,
  type MediaFile,
  type MediaFormat,
  type MediaLedger,
  type MediaLibrary,
  type MediaPurpose,
  type StoredFile,
  type TrackSource,
} from './contract.ts'
import { type Making, Makings, type Wanted } from './making.ts'
import { FileCache } from './objects/cache.ts'
import { FullDisk } from './objects/fullDisk.ts'
import { type ObjectStore, READ_BYTES } from './objects/objectStore.ts'
import { readStored } from './objects/pieces.ts'
import { clearScratch } from './objects/scratch.ts'
import { MediaError, type SynthSource } from './protocol.ts'
import { defaultWorkerUrl, Threads, type Urgency } from './threads/threads.ts'

export interface MediaLibraryOptions {
  /** Imported files, the cache and the clip lie in it. */
  store: ObjectStore
  /** Folder of this machine for files that are being made; on the disk of the store where that is a folder. */
  scratch: string
  /** Most bytes the cache keeps of files nobody reads. */
  capBytes: number
  /** The disk of `scratch`, with what others keep on it; nothing of others when left out. */
  disk?: FullDisk
  ledger: MediaLedger
  /** Threads that make audio; as many as the machine has cores, at most 4, when left out. */
  threads?: number
  /** Where the built `media.worker.js` lies; beside the running file when left out. */
  workerUrl?: URL
}

const CONTENT_TYPE: Record<MediaFormat, string> = { wav: 'audio/wav', mp3: 'audio/mpeg', mp4: 'video/mp4' }
const NOBODY: Asker = { by: null }
const URGENCY: Record<MediaPurpose, Urgency> = { stream: 0, download: 1, zip: 2 }

/**
 * Opens the library. Reading the cache folder and removing leftovers begins at once and is awaited by
 * whoever asks first; threads start with the first track.
 */
export function createMediaLibrary(options: MediaLibraryOptions): MediaLibrary {
  const { store, scratch, disk = new FullDisk() } = options
  const cache = new FileCache(store, 'cache/', options.capBytes)
  // A cache elsewhere takes no room of this disk.
  if (scratch.startsWith(store.place)) disk.join(cache)
  const cleared = clearScratch(scratch)
  // A failure is told to whoever asks first, who tries it again.
  for (const begun of [cleared, cache.open()]) begun.catch(() => {})
  const threads = new Threads(
    Math.max(1, options.threads ?? Math.min(4, Math.max(2, availableParallelism()))),
    options.workerUrl ?? defaultWorkerUrl(),
    true,
  )
  const makings = new Makings({ store, cache, disk, scratch, ledger: options.ledger, threads })

  /** The file of an imported track or of the clip; null when the source is made, or has no such format. */
  async function stored(source: TrackSource, format: MediaFormat): Promise<StoredFile | null> {
    if (source.kind === 'file') return source.files[format] ?? null
    if (source.kind !== 'clip' || format !== 'mp4') return null
    const clip = clipFile()
    if ((await store.head(clip.path))?.bytes !== clip.bytes) await store.put(clip.path, clipBytes())
    return clip
  }

  async function wanted(source: TrackSource, format: MediaFormat): Promise<Wanted | null> {
    if (source.kind !== 'synth' || format === 'mp4') return null
    const frames = framesOf(source)
    const { sampleRate, bits, channels } = source
    const key = keyOf(source, format)
    return {
      source,
      format,
      key,
      name: `${key}.${format}`,
      bytes: format === 'wav' ? wavBytes({ sampleRate, bits, channels, frames }) : mp3Bytes(frames, sampleRate),
      contentType: CONTENT_TYPE[format],
      etag: `"s${key}"`,
      sha256: (await options.ledger.get(key))?.sha256 ?? null,
    }
  }

  /** The cached file, taken into use, with its remembered digest; null when it has to be made. */
  async function cached(want: Wanted): Promise<{ file: StoredFile; done: () => void } | null> {
    const held = cache.use(want.name)
    const digest = await options.ledger.get(want.key)
    const there = await cache.check(want.name, want.bytes).catch((error: unknown) => {
      held()
      throw error
    })
    // Another server may have made it: known only now.
    const done = there === null ? held : cache.use(want.name)
    if (there !== null) held()
    if (digest && there !== null) return { file: { path: cache.path(want.name), ...digest }, done }
    done()
    if (there !== null) await cache.remove(want.name)
    return null
  }

  /** The file as it lies in the cache, or the making of it, begun or joined. */
  async function obtain(
    want: Wanted,
    urgency: Urgency,
    by: string | null,
  ): Promise<{ file: StoredFile; done: () => void } | { entry: Making }> {
    await cleared
    await cache.open()
    for (;;) {
      if (makings.has(want)) return { entry: makings.make(want, urgency, by) }
      const found = await cached(want)
      if (found) return found
      // Somebody else may have made it while the store was asked.
      if (makings.has(want) || !cache.knows(want.name)) return { entry: makings.make(want, urgency, by) }
    }
  }

  /** Takes whoever joined a making out again when they leave, or at the latest when what is answered is called. */
  function following(want: Wanted, entry: Making, { signal }: Asker): () => void {
    let isThere = true
    const leave = () => {
      if (isThere) makings.leave(want, entry)
      isThere = false
      signal?.removeEventListener('abort', leave)
    }
    if (signal?.aborted) leave()
    else signal?.addEventListener('abort', leave)
    return leave
  }

  return {
    async describe(_trackid, source, format) {
      const file = await stored(source, format)
      if (file)
        return { bytes: file.bytes, contentType: CONTENT_TYPE[format], etag: fileTag(file), sha256: file.sha256 }
      const want = await wanted(source, format)
      if (!want) return null
      const { bytes, contentType, etag, sha256 } = want
      return { bytes, contentType, etag, sha256 }
    },

    async ready(_trackid, source, format) {
      if (await stored(source, format)) return true
      const want = await wanted(source, format)
      if (!want) return true
      await cleared
      await cache.open()
      const found = await cached(want)
      found?.done()
      return found !== null
    },

    async ensure(_trackid, source, format, onProgress, purpose = 'download', asker = NOBODY): Promise<MediaFile> {
      const contentType = CONTENT_TYPE[format]
      const file = await stored(source, format)
      if (file) {
        if ((await store.head(file.path))?.bytes !== (file.mended?.of ?? file.bytes))
          throw new MediaError('MISSING', 'the imported file is gone or was changed')
        onProgress?.(100)
        const open = (start: number, end: number) => readStored(store, file, start, end)
        return { ...file, contentType, etag: fileTag(file), open, done: () => {} }
      }
      const want = await wanted(source, format)
      if (!want) throw new MediaError('NO_FORMAT', `the track is not available as ${format}`)
      const got = await obtain(want, URGENCY[purpose], asker.by)
      const answer = (made: StoredFile, done: () => void): MediaFile => {
        onProgress?.(100)
        const open = (start: number, end: number) => store.read(made.path, start, end)
        return { ...made, contentType, etag: want.etag, open, done }
      }
      if ('file' in got) return answer(got.file, got.done)
      const { entry } = got
      const leave = following(want, entry, asker)
      const report = () => onProgress?.(Math.min(99, (entry.written / want.bytes) * 100))
      entry.heard.add(report)
      try {
        const made = await entry.finished.catch((error: unknown) => {
          asker.signal?.throwIfAborted()
          throw error
        })
        return answer(made, cache.use(want.name))
      } finally {
        leave()
        entry.heard.delete(report)
      }
    },

    async stream(_trackid, source, format, start, end, asker = NOBODY): Promise<Readable> {
      const file = await stored(source, format)
      const want = file ? null : await wanted(source, format)
      const bytes = file?.bytes ?? want?.bytes
      if (bytes === undefined) throw new MediaError('NO_FORMAT', `the track is not available as ${format}`)
      if (!(start >= 0 && start <= end && end < bytes)) throw new RangeError('the range lies outside the file')
      if (file) return readStored(store, file, start, end)
      if (!want) throw new MediaError('NO_FORMAT', `the track is not available as ${format}`)
      const got = await obtain(want, URGENCY.stream, asker.by)
      if ('file' in got) {
        try {
          return (await store.read(got.file.path, start, end)).once('close', got.done)
        } catch (error) {
          got.done()
          throw error
        }
      }
      const leave = following(want, got.entry, asker)
      const readable = Readable.from(makings.follow(got.entry, start, end), {
        objectMode: false,
        highWaterMark: READ_BYTES,
      })
      // The finished file stays while this stream still reads it.
      let done: (() => void) | null = null
      got.entry.finished.then(
        () => {
          if (!readable.closed) done = cache.use(want.name)
        },
        () => {},
      )
      return readable.once('close', () => {
        leave()
        done?.()
      })
    },

    close: () => threads.close(),
  }
}

const fileTag = (file: StoredFile): string => `"f${file.sha256.slice(0, 40)}"`

/** Everything that decides a byte, hashed: the same on every machine. */
function keyOf(source: SynthSource, format: 'wav' | 'mp3'): string {
  const { seed, generator, seconds, sampleRate, bits, channels } = source
  const encoder = format === 'mp3' ? MP3_ENCODER : `pcm${bits}`
  const text = JSON.stringify([generator, seed, seconds, sampleRate, channels, encoder])
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}

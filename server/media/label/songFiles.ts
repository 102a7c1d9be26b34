/**
 * The files of songs as they are taken home: what was made here carries the words of the catalogue, as they are now;
 * what came as a file stays as it came, byte for byte. The audio is kept bare, and words are put around it as it is
 * read: other words cost no copy, and give another validator.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Id3Picture } from '#core/model/bytes/id3.ts'
import type { Song } from '#core/model/catalogue/release.ts'
import { WAV_HEADER_BYTES } from '../codecs/wav.ts'
import type {
  Asker,
  CoverStudio,
  MediaFile,
  MediaFormat,
  MediaLedger,
  MediaLibrary,
  MediaPurpose,
  TrackSource,
} from '../contract.ts'
import { scaleToJpeg } from '../scale.ts'
import { createTurns } from '../threads/turns.ts'
import { LABELLER, type Label, mp3Label, type SongRelease, songWords, wavLabel } from './label.ts'

/** A song with where its audio comes from and the release it belongs to. */
export interface LabelledSong {
  song: Song
  source: TrackSource
  release: SongRelease & {
    releaseid: string
    /** The same for the same words of the release and all its songs. */
    revision: string
  }
}

export interface SongFiles {
  /**
   * The file of a song, made and hashed when it is not there; see `MediaLibrary.ensure`.
   * @throws MediaError as that does, and when the cover cannot be read just now
   */
  ensure(
    song: LabelledSong,
    format: MediaFormat,
    onProgress?: (percent: number) => void,
    purpose?: MediaPurpose,
    asker?: Asker,
  ): Promise<MediaFile>
}

export interface SongFilesOptions {
  media: Pick<MediaLibrary, 'ensure'>
  covers: Pick<CoverStudio, 'cover'>
  ledger: MediaLedger
}

/** Edge of a cover in a file, px: what players and studio software show at most. */
const COVER_PX = 600
/** Labels and covers in memory: a download in pieces asks again and again. */
const LABELS_KEPT = 24
const COVERS_KEPT = 16
/** Files read and hashed at once. */
const MEASURED_AT_ONCE = 2

export function createSongFiles({ media, covers, ledger }: SongFilesOptions): SongFiles {
  const labels = new Recent<Promise<Label | null>>(LABELS_KEPT)
  const pictures = new Recent<Promise<Id3Picture | null>>(COVERS_KEPT)
  const turns = createTurns(MEASURED_AT_ONCE)
  const measuring = new Map<string, Promise<{ bytes: number; sha256: string; crc32: number }>>()

  async function picture(releaseid: string): Promise<Id3Picture | null> {
    const file = await covers.cover(releaseid, COVER_PX, 'png')
    if (!file) return null
    try {
      const png = Buffer.concat(await (await file.open(0, file.bytes - 1)).toArray())
      return { type: 'image/jpeg', data: await scaleToJpeg(png, COVER_PX) }
    } finally {
      file.done()
    }
  }

  async function labelOf({ song, release }: LabelledSong, format: MediaFormat, file: MediaFile): Promise<Label | null> {
    const cover = await pictures.get(`${release.releaseid} ${release.revision}`, () => picture(release.releaseid))
    const words = songWords(song, release, cover)
    if (format === 'mp3') return mp3Label(words)
    const header = Buffer.concat(await (await file.open(0, WAV_HEADER_BYTES - 1)).toArray())
    return wavLabel(words, header, file.bytes)
  }

  async function remembered(key: string, file: MediaFile, label: Label) {
    const known = await ledger.get(key)
    if (known) return known
    const made = await measure(file, label)
    await ledger.put(key, made)
    return made
  }

  /**
   * Length and digests of a labelled file: remembered, or measured by reading it once. All who ask at once share the look
   * into the ledger as well: who looked there before and comes back after would measure again.
   */
  function measured(key: string, file: MediaFile, label: Label) {
    const running = measuring.get(key) ?? remembered(key, file, label).finally(() => measuring.delete(key))
    measuring.set(key, running)
    return running
  }

  return {
    async ensure(song, format, onProgress, purpose, asker = { by: null }) {
      const file = await media.ensure(song.song.trackid, song.source, format, onProgress, purpose, asker)
      if (!isMade(song.source, format)) return file
      try {
        const about = `${song.song.trackid} ${song.release.revision} ${format} ${file.sha256}`
        const label = await labels.get(about, () => labelOf(song, format, file))
        if (!label) return file
        const hash = createHash('sha256').update(`${LABELLER} ${file.sha256} `).update(label.head).update(label.tail)
        const key = `label ${hash.digest('hex').slice(0, 40)}`
        // Read whole the first time: a few at once, and not all that somebody asks for before what another does.
        const facts = (await ledger.get(key)) ?? (await turns.take(asker, () => measured(key, file, label)))
        return {
          ...file,
          ...facts,
          etag: `"l${key.slice('label '.length)}"`,
          open: async (start, end) => labelled(file, label, start, end),
        }
      } catch (error) {
        file.done()
        throw error
      }
    },
  }
}

/** Whether we made this file of a song, so that it is ours to say in it what it is. */
function isMade(source: TrackSource, format: MediaFormat): boolean {
  if (format === 'mp4') return false
  if (source.kind === 'synth') return true
  return source.kind === 'file' && source.files[format]?.made === true
}

async function measure(file: MediaFile, label: Label) {
  const sha = createHash('sha256')
  let [crc, bytes] = [0, 0]
  for await (const piece of await labelled(file, label, 0, lengthOf(file, label) - 1)) {
    sha.update(piece as Buffer)
    crc = crc32(piece as Buffer, crc)
    bytes += (piece as Buffer).length
  }
  return { bytes, sha256: sha.digest('hex'), crc32: crc }
}

const lengthOf = (file: { bytes: number }, { head, skip, tail }: Label) => head.length + file.bytes - skip + tail.length

/** Bytes `start` to `end` of a labelled file. Opened before it answers, so that what cannot be read is known in time. */
async function labelled(file: MediaFile, label: Label, start: number, end: number): Promise<Readable> {
  const { head, skip, tail } = label
  const audioEnd = head.length + file.bytes - skip
  const from = Math.max(start, head.length)
  const to = Math.min(end, audioEnd - 1)
  const audio = from <= to ? await file.open(from - head.length + skip, to - head.length + skip) : null
  async function* pieces() {
    try {
      if (start < head.length) yield Buffer.from(head.subarray(start, end + 1))
      if (audio) yield* audio as AsyncIterable<Buffer>
      if (end >= audioEnd) yield Buffer.from(tail.subarray(Math.max(0, start - audioEnd), end + 1 - audioEnd))
    } finally {
      audio?.destroy()
    }
  }
  // A generator that was never begun never comes to its end.
  return Readable.from(pieces(), { objectMode: false }).once('close', () => void audio?.destroy())
}

/** The values used last; one that failed is asked for again. */
class Recent<T extends Promise<unknown>> {
  readonly #kept = new Map<string, T>()

  constructor(private readonly most: number) {}

  get(key: string, make: () => T): T {
    const value = this.#kept.get(key) ?? make()
    this.#kept.delete(key)
    this.#kept.set(key, value)
    value.catch(() => this.#kept.delete(key))
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > this.most && oldest !== undefined) this.#kept.delete(oldest)
    return value
  }
}

/**
 * The seam between the routes, the jobs and the importer on one side and the makers of bytes on the other.
 * A track's audio is either synthesised from a few numbers or lies in a file that was imported; a cover is either
 * drawn from a seed or lies in a file. Who synthesises and draws stands behind `Music` and `CoverArt`.
 */
import type { Readable } from 'node:stream'
import type { CoverFormat, CoverSize } from '#core/model/catalogue/cover.ts'

export type MediaFormat = 'wav' | 'mp3' | 'mp4'
export type MediaPurpose = 'stream' | 'download' | 'zip'

/** Where a track's audio comes from; stored with the track as JSON. */
export type TrackSource =
  | {
      kind: 'synth'
      /** Seed of the composition; with `generator` it decides every byte. */
      seed: string
      generator: number
      seconds: number
      /** Hz. */
      sampleRate: 44100 | 48000
      bits: 16 | 24
      channels: 2
    }
  | {
      kind: 'file'
      /** Paths in the media store (by default the folder `DATA_DIR/media`), one for each format the track has, with what was measured at import. */
      files: Partial<Record<MediaFormat, StoredFile>>
    }
  /** The short demonstration video that every demo video shares; mp4 only. */
  | { kind: 'clip' }

/** What decides a synthesised song, at any rate. */
export interface SongShape {
  seed: string
  generator: number
  seconds: number
  /** Hz. */
  sampleRate: number
}

/** Sample frames of a synthesised song: `seconds` times the rate, rounded. */
export const framesOf = (shape: Pick<SongShape, 'seconds' | 'sampleRate'>): number =>
  Math.round(shape.seconds * shape.sampleRate)

/** A song that is read from its start to its end. */
export interface Sound {
  readonly frames: number
  /** Fills both arrays (of one length) from where the last call ended; answers the frames written, 0 at the end. */
  read(left: Float32Array, right: Float32Array): number
}

export interface Music {
  /** @throws RangeError for a generator this build does not know */
  play(shape: SongShape): Sound
}

export interface CoverArt {
  /** Another number whenever a drawing changes, so that rendered files of the old one are not served. */
  readonly COVER_GENERATOR: number
  /** The cover of a seed as SVG text. Pure. */
  coverSvg(seed: string): string
}

export interface StoredFile {
  path: string
  bytes: number
  /** Hex. */
  sha256: string
  crc32: number
  /** It was made here and carries no words of its own; left out for what came as a file. */
  made?: true | undefined
  /** The file as pieces of what lies at `path` and a few bytes between; the file itself where it is left out. */
  mended?: { pieces: Piece[] /** Bytes of what lies at `path`. */; of: number } | undefined
}

/** Bytes of ours, or a stretch of the stored file. */
export type Piece = { hex: string } | { at: number; bytes: number }

/** What is known of a file before it exists. */
export interface MediaDescription {
  bytes: number
  contentType: string
  /** Strong validator, quoted, the same for the same bytes on every machine. */
  etag: string
  /** Hex; null until the file was made once. */
  sha256: string | null
}

/** A finished file in the media store. Call `done` when reading has ended, so that the cache may drop it. */
export interface MediaFile extends StoredFile {
  contentType: string
  etag: string
  /** Bytes `start` to `end`, inclusive. @throws MediaError when the store does not give them */
  open(start: number, end: number): Promise<Readable>
  done(): void
}

/** Who asks for a file that may have to be made first. */
export interface Asker {
  /** The player: players take turns, however many files one of them asks for. Null for the server itself, which waits for nobody. */
  readonly by: string | null
  /** Aborts when they have left: what nobody waits for any more and has not been begun is not made. */
  readonly signal?: AbortSignal
}

export interface MediaLibrary {
  /** Length and validator without making anything; null when the track does not have that format. */
  describe(trackid: string, source: TrackSource, format: MediaFormat): Promise<MediaDescription | null>
  /** Whether `ensure` would answer at once, with nothing to make; true also where it would refuse. */
  ready(trackid: string, source: TrackSource, format: MediaFormat): Promise<boolean>
  /**
   * Makes the file when it is not there, hashes it, remembers the digest, and answers it.
   * Joined by everybody who asks for the same file meanwhile. `onProgress` gets 0-100.
   * @throws Error when the format does not exist or making it failed
   */
  ensure(
    trackid: string,
    source: TrackSource,
    format: MediaFormat,
    onProgress?: (percent: number) => void,
    /** Streams go before downloads, downloads before zips; `download` when left out. */
    purpose?: MediaPurpose,
    asker?: Asker,
  ): Promise<MediaFile>
  /**
   * Bytes `start` to `end` (inclusive) of a file, starting at once and following the generator
   * when the file is still being made.
   */
  stream(
    trackid: string,
    source: TrackSource,
    format: MediaFormat,
    start: number,
    end: number,
    asker?: Asker,
  ): Promise<Readable>
  /** Ends the threads. */
  close(): Promise<void>
}

/** Where the library keeps what it measured (a table, in the server). */
export interface MediaLedger {
  get(key: string): Promise<{ bytes: number; sha256: string; crc32: number } | null>
  put(key: string, value: { bytes: number; sha256: string; crc32: number }): Promise<void>
}

export interface CoverFile {
  bytes: number
  contentType: string
  /** Strong, quoted. */
  etag: string
  open(start: number, end: number): Promise<Readable>
  /** Call when reading has ended. */
  done(): void
}

export interface CoverStudio {
  /**
   * The cover of a release, square, as PNG or WebP of `size` pixels, made once and kept on this machine.
   * Null when there is no such cover, or none that can be read.
   * @throws MediaError when the media store does not give the picture it is made from
   */
  cover(releaseid: string, size: CoverSize, format: CoverFormat): Promise<CoverFile | null>
  /**
   * Makes the WebP covers of 300 px of these releases ahead of time, as far as there is room for them.
   * @param turn awaited before each; with it they are made one at a time, without it as fast as it goes
   * @throws what `turn` throws
   */
  prepare(covers: Iterable<{ releaseid: string; seed: string }>, turn?: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

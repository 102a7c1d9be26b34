/**
 * The outline of a track's loudness, for a waveform: PEAK_COUNT values of one byte, the root mean square of
 * equal parts of the track, the loudest part being 255, and a last byte that says how far that part lies below full
 * scale, in half dB.
 *
 * A synthesised track is played at 2 kHz: its outline is that of the full rate at a twentieth of the cost
 * (some 50 ms of CPU for four minutes). Work is cut into pieces, so that nobody waits for it. What was imported is read
 * from its WAV, or decoded from its MP3 where it has none.
 */
import { createHash } from 'node:crypto'
import { walkRiff } from '#core/model/bytes/riff.ts'
import { PEAK_COUNT, PEAKS_BYTES } from '#core/model/catalogue/media.ts'
import { openDemoMusic } from '../openDemo.ts'
import type { Asker, TrackSource } from './contract.ts'
import { createKept } from './kept.ts'
import { mp3Squares } from './mp3Outline.ts'
import type { ObjectStore } from './objects/objectStore.ts'

/** Raise it whenever a value would change. */
const VERSION = 3
const RATE = 2000
const BLOCK_FRAMES = 1024
/** Bytes the audio is looked for in as they come; further on by ranges. */
const HEAD_MAX = 1_000_000
/** As much of a format as is looked at. */
const FORMAT_MAX = 40

export interface Peaks {
  /** The values of a track; null when its audio cannot be read here (a video). @param asker who wants them: players take turns */
  of(source: TrackSource, asker?: Asker): Promise<Buffer | null>
  /** Strong validator, quoted: the same for the same audio. */
  etag(source: TrackSource): string
}

export function createPeaks(store: ObjectStore): Peaks {
  const kept = createKept(store)
  return {
    etag: (source) => `"p${keyOf(source)}"`,
    of: (source, asker) => kept(`peaks/${keyOf(source)}`, PEAKS_BYTES, () => compute(store, source), asker),
  }
}

function keyOf(source: TrackSource): string {
  const about =
    source.kind === 'synth'
      ? [source.seed, source.generator, source.seconds]
      : source.kind === 'file'
        ? [(source.files.wav ?? source.files.mp3)?.sha256]
        : []
  return createHash('sha256')
    .update(JSON.stringify([VERSION, source.kind, ...about]))
    .digest('hex')
    .slice(0, 40)
}

async function compute(store: ObjectStore, source: TrackSource): Promise<Buffer | null> {
  if (source.kind === 'synth') return ofSynth(source)
  const { wav, mp3 } = source.kind === 'file' ? source.files : {}
  if (wav) return ofWav(store, wav.path, wav.mended?.of ?? wav.bytes)
  return mp3 ? ofMp3(store, mp3.path, mp3.bytes) : null
}

async function ofMp3(store: ObjectStore, path: string, bytes: number): Promise<Buffer | null> {
  const squares = await mp3Squares(store, path, bytes)
  if (squares.length < PEAK_COUNT) return null
  const outline = new Outline(squares.length)
  for (const square of squares) outline.add(square)
  return outline.values()
}

async function ofSynth(source: Extract<TrackSource, { kind: 'synth' }>): Promise<Buffer> {
  const song = (await openDemoMusic()).play({ ...source, sampleRate: RATE })
  const outline = new Outline(song.frames)
  const [left, right] = [new Float32Array(BLOCK_FRAMES), new Float32Array(BLOCK_FRAMES)]
  for (let count = song.read(left, right); count > 0; count = song.read(left, right)) {
    for (let i = 0; i < count; i++) outline.add((((left[i] as number) + (right[i] as number)) / 2) ** 2)
    await new Promise(setImmediate)
  }
  return outline.values()
}

/** RIFF/WAVE and its 64-bit kinds with PCM of any depth; anything else has no outline. */
async function ofWav(store: ObjectStore, path: string, bytes: number): Promise<Buffer | null> {
  let shape: WavShape | null = null
  let outline: Outline | null = null
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of await store.read(path, 0, bytes - 1)) {
    rest = Buffer.concat([rest, piece as Buffer])
    if (!shape) {
      shape = wavShape(rest)
      if (!shape) {
        if (rest.length > HEAD_MAX) break
        continue
      }
      outline = new Outline(Math.floor(Math.min(shape.dataBytes, bytes - shape.dataAt) / shape.frameBytes))
      rest = rest.subarray(shape.dataAt)
    }
    if (outline) rest = outlined(rest, shape, outline)
  }
  return outline?.values() ?? (await ofLongHead(store, path, bytes))
}

/** The same of a file with much before its audio, or with sizes that are not as they must be: each chunk is looked for. */
async function ofLongHead(store: ObjectStore, path: string, bytes: number): Promise<Buffer | null> {
  const read = async (at: number, length: number) => {
    const end = Math.min(bytes, at + length) - 1
    const pieces = at > end ? [] : await (await store.read(path, at, end)).toArray()
    return Buffer.concat(pieces as Buffer[])
  }
  const riff = await walkRiff(bytes, read)
  const [format, data] = ['fmt ', 'data'].map((wanted) => riff?.chunks.find(({ id }) => id === wanted))
  if (!format || !data || data.length === 0) return null
  const content = await read(format.at, Math.min(format.length, FORMAT_MAX))
  const shape = content.length < 16 ? null : shapeOf(formatOf(content), data.at, data.length)
  if (!shape) return null
  const outline = new Outline(Math.floor(data.length / shape.frameBytes))
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of await store.read(path, data.at, data.at + data.length - 1)) {
    rest = outlined(Buffer.concat([rest, piece as Buffer]), shape, outline)
  }
  return outline.values()
}

/** Adds the whole frames of a piece. @returns what is left of the last one */
function outlined(piece: Buffer, shape: WavShape, outline: Outline): Buffer {
  const whole = piece.length - (piece.length % shape.frameBytes)
  for (let at = 0; at < whole; at += shape.frameBytes) outline.add(squareAt(shape, piece, at))
  return piece.subarray(whole)
}

/** The mean square of all channels in the frame at a byte: what is on the right alone is heard too. */
function squareAt({ sampleAt, channels, sampleBytes }: WavShape, piece: Buffer, at: number): number {
  let sum = 0
  for (let channel = 0; channel < channels; channel++) sum += sampleAt(piece, at + channel * sampleBytes) ** 2
  return sum / channels
}

interface WavShape {
  dataAt: number
  dataBytes: number
  frameBytes: number
  channels: number
  /** Of one channel. */
  sampleBytes: number
  /** The sample at a byte, -1 to 1. */
  sampleAt: (bytes: Buffer, at: number) => number
}

interface WavFormat {
  code: number
  channels: number
  frameBytes: number
  bits: number
  /** Code of the sub-format. */
  inner: number
}

/** @param content of the chunk `fmt `, at least 16 bytes */
function formatOf(content: Buffer): WavFormat {
  return {
    code: content.readUInt16LE(0),
    channels: content.readUInt16LE(2),
    frameBytes: content.readUInt16LE(12),
    bits: content.readUInt16LE(14),
    inner: content.length >= 26 ? content.readUInt16LE(24) : 1,
  }
}

/** Null for audio that cannot be read here. */
function shapeOf(format: WavFormat, dataAt: number, dataBytes: number): WavShape | null {
  const { code, channels, frameBytes, bits, inner } = format
  // 0xFFFE is WAVE_FORMAT_EXTENSIBLE, which stands for PCM but for floats of 32 bit that say so in their sub-format.
  const sampleAt = SAMPLES[`${code === 0xfffe ? inner : code} ${bits}`]
  const sampleBytes = bits / 8
  const isWhole = channels > 0 && frameBytes >= channels * sampleBytes
  return sampleAt && isWhole ? { dataAt, dataBytes, frameBytes, channels, sampleBytes, sampleAt } : null
}

function wavShape(head: Buffer): WavShape | null {
  let format: WavFormat | null = null
  for (let at = 12; at + 8 <= head.length; ) {
    const [id, length] = [head.toString('latin1', at, at + 4), head.readUInt32LE(at + 4)]
    if (id === 'fmt ' && length >= 16 && at + 24 <= head.length)
      format = formatOf(head.subarray(at + 8, at + 8 + length))
    // Length unknown: a stream that was kept as it came.
    if (id === 'data' && format) return shapeOf(format, at + 8, length === 0 ? Number.MAX_SAFE_INTEGER : length)
    at += 8 + length + (length % 2)
  }
  return null
}

/** How a sample is read, by the format's number and its bits. */
const SAMPLES: Readonly<Record<string, WavShape['sampleAt']>> = {
  '1 8': (bytes, at) => (bytes.readUInt8(at) - 128) / 128,
  '1 16': (bytes, at) => bytes.readInt16LE(at) / 0x8000,
  '1 24': (bytes, at) => bytes.readIntLE(at, 3) / 0x800000,
  '1 32': (bytes, at) => bytes.readInt32LE(at) / 0x80000000,
  '3 32': (bytes, at) => bytes.readFloatLE(at) || 0,
  '3 64': (bytes, at) => bytes.readDoubleLE(at) || 0,
}

/** Sums squares over equal parts of a known number of frames. */
class Outline {
  readonly #sums = new Float64Array(PEAK_COUNT)
  readonly #counts = new Uint32Array(PEAK_COUNT)
  #frame = 0

  constructor(private readonly frames: number) {}

  /** Samples beyond the announced ones (a chunk of tags after the sound) are left out. */
  add(square: number): void {
    if (this.#frame >= this.frames) return
    const part = Math.floor((this.#frame++ * PEAK_COUNT) / this.frames)
    this.#sums[part] = (this.#sums[part] as number) + square
    this.#counts[part] = (this.#counts[part] as number) + 1
  }

  values(): Buffer {
    const levels = this.#sums.map((sum, part) => Math.sqrt(sum / Math.max(1, this.#counts[part] as number)))
    const loudest = Math.max(...levels)
    const values = Array.from(levels, (level) => (loudest === 0 ? 0 : Math.round((level / loudest) * 255)))
    const below = loudest === 0 ? 255 : Math.min(255, Math.max(0, Math.round(-40 * Math.log10(loudest))))
    return Buffer.from([...values, below])
  }
}

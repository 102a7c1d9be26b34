/**
 * The outline of a track's loudness, for a waveform: PEAK_COUNT values of one byte, the root mean square of
 * equal parts of the track, the loudest part being 255, and a last byte that says how far that part lies below full
 * scale, in half dB. Computed once and kept in the media store.
 *
 * A synthesised track is played at 2 kHz: its outline is that of the full rate at a twentieth of the cost
 * (some 50 ms of CPU for four minutes). Work is cut into pieces, one track at a time, so that nobody waits for it.
 */
import { createHash } from 'node:crypto'
import { PEAK_COUNT, PEAKS_BYTES } from '#core/model/catalogue/media.ts'
import { openDemoMusic } from '../openDemo.ts'
import type { TrackSource } from './contract.ts'
import { type ObjectStore, readWhole } from './objects/objectStore.ts'

/** Raise it whenever a value would change. */
const VERSION = 2
const RATE = 2000
const BLOCK_FRAMES = 1024

export interface Peaks {
  /** The values of a track; null when its audio cannot be read here (an MP3 that was imported, a video). */
  of(source: TrackSource): Promise<Buffer | null>
  /** Strong validator, quoted: the same for the same audio. */
  etag(source: TrackSource): string
}

export function createPeaks(store: ObjectStore): Peaks {
  const making = new Map<string, Promise<Buffer | null>>()
  let line: Promise<unknown> = Promise.resolve()

  async function read(key: string, source: TrackSource): Promise<Buffer | null> {
    const path = `peaks/${key}`
    const held = await store.head(path)
    if (held?.bytes === PEAKS_BYTES) return readWhole(store, held)
    const next = line.catch(() => {}).then(() => compute(store, source))
    line = next
    const made = await next
    if (made) await store.put(path, made)
    return made
  }

  return {
    etag: (source) => `"p${keyOf(source)}"`,
    of(source) {
      const key = keyOf(source)
      const running = making.get(key) ?? read(key, source).finally(() => making.delete(key))
      making.set(key, running)
      return running
    },
  }
}

function keyOf(source: TrackSource): string {
  const about =
    source.kind === 'synth'
      ? [source.seed, source.generator, source.seconds]
      : source.kind === 'file'
        ? [source.files.wav?.sha256]
        : []
  return createHash('sha256')
    .update(JSON.stringify([VERSION, source.kind, ...about]))
    .digest('hex')
    .slice(0, 40)
}

async function compute(store: ObjectStore, source: TrackSource): Promise<Buffer | null> {
  if (source.kind === 'synth') return ofSynth(source)
  const wav = source.kind === 'file' ? source.files.wav : undefined
  return wav ? ofWav(store, wav.path, wav.bytes) : null
}

async function ofSynth(source: Extract<TrackSource, { kind: 'synth' }>): Promise<Buffer> {
  const song = (await openDemoMusic()).play({ ...source, sampleRate: RATE })
  const outline = new Outline(song.frames)
  const [left, right] = [new Float32Array(BLOCK_FRAMES), new Float32Array(BLOCK_FRAMES)]
  for (let count = song.read(left, right); count > 0; count = song.read(left, right)) {
    for (let i = 0; i < count; i++) outline.add(((left[i] as number) + (right[i] as number)) / 2)
    await new Promise(setImmediate)
  }
  return outline.values()
}

/** RIFF/WAVE with 16- or 24-bit PCM; anything else has no outline. */
async function ofWav(store: ObjectStore, path: string, bytes: number): Promise<Buffer | null> {
  let shape: WavShape | null = null
  let outline: Outline | null = null
  let rest = Buffer.alloc(0)
  for await (const piece of await store.read(path, 0, bytes - 1)) {
    rest = Buffer.concat([rest, piece as Buffer])
    if (!shape) {
      shape = wavShape(rest)
      if (!shape) {
        if (rest.length > 1_000_000) return null
        continue
      }
      outline = new Outline(Math.floor(Math.min(shape.dataBytes, bytes - shape.dataAt) / shape.frameBytes))
      rest = rest.subarray(shape.dataAt)
    }
    const whole = rest.length - (rest.length % shape.frameBytes)
    for (let at = 0; at < whole; at += shape.frameBytes) outline?.add(sampleAt(rest, at, shape.bits))
    rest = rest.subarray(whole)
  }
  return outline?.values() ?? null
}

interface WavShape {
  dataAt: number
  dataBytes: number
  frameBytes: number
  bits: 16 | 24
}

function wavShape(head: Buffer): WavShape | null {
  let format: { frameBytes: number; bits: number; code: number } | null = null
  for (let at = 12; at + 8 <= head.length; ) {
    const [id, length] = [head.toString('latin1', at, at + 4), head.readUInt32LE(at + 4)]
    if (id === 'fmt ' && at + 24 <= head.length)
      format = {
        code: head.readUInt16LE(at + 8),
        frameBytes: head.readUInt16LE(at + 20),
        bits: head.readUInt16LE(at + 22),
      }
    if (id === 'data' && format) {
      const { bits, frameBytes, code } = format
      // 0xFFFE is WAVE_FORMAT_EXTENSIBLE, which 24-bit files use for PCM.
      const isPcm = (code === 1 || code === 0xfffe) && (bits === 16 || bits === 24) && frameBytes > 0
      return isPcm ? { dataAt: at + 8, dataBytes: length, frameBytes, bits: bits as 16 | 24 } : null
    }
    at += 8 + length + (length % 2)
  }
  return null
}

/** The first channel of a frame, -1 to 1. */
function sampleAt(bytes: Buffer, at: number, bits: 16 | 24): number {
  return bits === 16 ? bytes.readInt16LE(at) / 0x8000 : bytes.readIntLE(at, 3) / 0x800000
}

/** Sums squares over equal parts of a known number of frames. */
class Outline {
  readonly #sums = new Float64Array(PEAK_COUNT)
  readonly #counts = new Uint32Array(PEAK_COUNT)
  #frame = 0

  constructor(private readonly frames: number) {}

  /** Samples beyond the announced ones (a chunk of tags after the sound) are left out. */
  add(sample: number): void {
    if (this.#frame >= this.frames) return
    const part = Math.floor((this.#frame++ * PEAK_COUNT) / this.frames)
    this.#sums[part] = (this.#sums[part] as number) + sample * sample
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

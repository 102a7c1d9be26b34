/**
 * PCM as the importer passes it around: interleaved, signed, little-endian whole frames, the
 * layout of a WAV's data chunk, so that a WAV can be written and hashed without touching a sample.
 */
import { Refusal } from '../refusal.ts'

export interface PcmFormat {
  /** Hz. */
  sampleRate: number
  /** 8 bit are unsigned, as in a WAV; 64 are floats alone. */
  bits: 8 | 16 | 24 | 32 | 64
  channels: 1 | 2
  /** IEEE 754 instead of integers; 32 and 64 bit alone. */
  float?: true | undefined
}

export interface PcmSource extends PcmFormat {
  /** Sample frames announced by the file's header; 0 when it does not say. */
  frames: number
  /**
   * The audio once from the start, in blocks of whole frames.
   * @throws Refusal when the file is damaged or shorter than announced
   */
  blocks(): AsyncIterable<Uint8Array>
}

/** Audio as floats, one array for each channel, for whoever measures or encodes it. */
export interface PlanarSource extends Pick<PcmFormat, 'sampleRate' | 'channels'> {
  /**
   * The audio once from the start, in blocks.
   * @throws Refusal when the file is damaged or shorter than announced
   */
  planes(): AsyncIterable<Float32Array[]>
}

/** Rates the importer takes, Hz: those of speech, CD and studio deliveries. */
const SAMPLE_RATES: readonly number[] = [
  8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000, 176_400, 192_000,
]

/** Bytes of one sample frame (all channels). */
export function frameBytes(format: PcmFormat): number {
  return (format.bits / 8) * format.channels
}

/**
 * Narrows what a header says to what is supported.
 * @throws Refusal naming what is not, and what to do
 */
export function pcmFormat(sampleRate: number, bits: number, channels: number, float = false): PcmFormat {
  if (channels > 2)
    throw new Refusal(`${channels} channels; a mix of them is not made here: deliver it in stereo, or mono`)
  if (channels !== 1 && channels !== 2) throw new Refusal('damaged: it has no channels')
  if (float ? bits !== 32 && bits !== 64 : ![8, 16, 24, 32].includes(bits))
    throw new Refusal(`${bits} bit ${float ? 'float ' : ''}audio: export it with 16 or 24 bit`)
  if (!SAMPLE_RATES.includes(sampleRate))
    throw new Refusal(`sample rate ${sampleRate} Hz: export it with 44.1, 48, 88.2, 96, 176.4 or 192 kHz`)
  return { sampleRate, bits: bits as PcmFormat['bits'], channels, ...(float && { float }) }
}

/** PCM as floats. */
export function planarOf(source: PcmSource): PlanarSource {
  const { sampleRate, channels } = source
  return {
    sampleRate,
    channels,
    async *planes() {
      for await (const block of source.blocks()) yield toPlanar(block, source)
    },
  }
}

/** Joins a byte stream into blocks of whole frames; a rest that fills no frame is dropped at the end. */
export async function* wholeFrames(chunks: AsyncIterable<Uint8Array>, size: number): AsyncIterable<Uint8Array> {
  let rest = new Uint8Array(0)
  for await (const chunk of chunks) {
    const joined = rest.length === 0 ? chunk : concat(rest, chunk)
    const whole = joined.length - (joined.length % size)
    if (whole > 0) yield joined.subarray(0, whole)
    rest = joined.slice(whole)
  }
}

/**
 * Samples of a block as one Float32Array per channel, scaled to -1…1 by 2^(bits-1); exact for integers up to 24 bit.
 * Floats are taken as they are, but for what is no number, which is silence.
 */
export function toPlanar(block: Uint8Array, format: PcmFormat): Float32Array[] {
  const { channels } = format
  const frames = block.length / frameBytes(format)
  const planes = Array.from({ length: channels }, () => new Float32Array(frames))
  const width = format.bits / 8
  if (format.bits === 16 || format.bits === 24) {
    // Nearly all that comes; written out, as a call for each sample takes half as long again.
    const skip = width * (channels - 1)
    for (let c = 0; c < channels; c++) {
      const plane = planes[c]!
      let at = c * width
      for (let i = 0; i < frames; i++, at += skip) {
        const low = width === 3 ? block[at++]! << 8 : 0
        plane[i] = (low | (block[at++]! << 16) | (block[at++]! << 24)) / 0x8000_0000
      }
    }
    return planes
  }
  const sampleAt = reader(block, format)
  for (let c = 0; c < channels; c++) {
    const plane = planes[c]!
    for (let i = 0, at = c * width; i < frames; i++, at += width * channels) plane[i] = sampleAt(at)
  }
  return planes
}

/** Reads the sample at a byte, of any depth but 16 and 24 bit. */
function reader(block: Uint8Array, { bits, float }: PcmFormat): (at: number) => number {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  const number = (value: number) => (Number.isFinite(value) ? value : 0)
  if (float) return bits === 64 ? (at) => number(view.getFloat64(at, true)) : (at) => number(view.getFloat32(at, true))
  if (bits === 8) return (at) => (block[at]! - 128) / 128
  if (bits === 16) return (at) => ((block[at]! | (block[at + 1]! << 8)) << 16) / 0x8000_0000
  if (bits === 24) return (at) => ((block[at]! << 8) | (block[at + 1]! << 16) | (block[at + 2]! << 24)) / 0x8000_0000
  return (at) => view.getInt32(at, true) / 0x8000_0000
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(a.length + b.length)
  out.set(a)
  out.set(b, a.length)
  return out
}

/**
 * PCM as the importer passes it around: interleaved, signed, little-endian whole frames, the
 * layout of a WAV's data chunk, so that a WAV can be written and hashed without touching a sample.
 */
import { Refusal } from '../refusal.ts'

export interface PcmFormat {
  /** Hz. */
  sampleRate: number
  bits: 16 | 24
  channels: 1 | 2
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

/** Rates the importer takes, Hz: those of CD and studio deliveries between 44.1 and 96 kHz. */
export const SAMPLE_RATES: readonly number[] = [44_100, 48_000, 64_000, 88_200, 96_000]

/** Bytes of one sample frame (all channels). */
export function frameBytes(format: PcmFormat): number {
  return (format.bits / 8) * format.channels
}

/**
 * Narrows what a header says to what is supported.
 * @throws Refusal naming what is not
 */
export function pcmFormat(sampleRate: number, bits: number, channels: number): PcmFormat {
  if (bits !== 16 && bits !== 24) throw new Refusal(`${bits} bit audio; 16 and 24 bit are supported`)
  if (channels !== 1 && channels !== 2) throw new Refusal(`${channels} channels; mono and stereo are supported`)
  if (!SAMPLE_RATES.includes(sampleRate))
    throw new Refusal(`sample rate ${sampleRate} Hz; 44.1, 48, 64, 88.2 and 96 kHz are supported`)
  return { sampleRate, bits, channels }
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

/** Samples of a block as one Float32Array per channel, scaled to -1…1 by 2^(bits-1); exact for 16 and 24 bit. */
export function toPlanar(block: Uint8Array, format: PcmFormat): Float32Array[] {
  const { channels, bits } = format
  const frames = block.length / frameBytes(format)
  const planes = Array.from({ length: channels }, () => new Float32Array(frames))
  let at = 0
  for (let i = 0; i < frames; i++) {
    for (let c = 0; c < channels; c++) {
      const plane = planes[c]!
      if (bits === 16) {
        plane[i] = ((block[at]! | (block[at + 1]! << 8)) << 16) / 0x8000_0000
        at += 2
      } else {
        plane[i] = ((block[at]! << 8) | (block[at + 1]! << 16) | (block[at + 2]! << 24)) / 0x8000_0000
        at += 3
      }
    }
  }
  return planes
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(a.length + b.length)
  out.set(a)
  out.set(b, a.length)
  return out
}

/**
 * MP3 at a constant 320 kbit/s, by LAME compiled to WebAssembly. Its length is known before a
 * sample is made: every frame holds 1152 samples (ISO/IEC 11172-3) and no Info tag is written.
 */
import { createMp3Encoder } from 'wasm-media-encoders'

/** kbit/s. */
export const MP3_BITRATE = 320
/** Part of the cache key: another encoder means other bytes. */
export const MP3_ENCODER = 'wasm-media-encoders-0.7.0'

const FRAME_SAMPLES = 1152

/**
 * Bytes of the whole file for `frames` sample frames: one MP3 frame more than the samples fill, for the
 * encoder's delay. At 48 kHz a frame is 960 bytes. At 44.1 kHz it is 1044 and a byte of padding whenever
 * the encoder's debt of fractions would go below nothing; LAME starts with one frame's fraction in hand
 * (`slot_lag` in its encoder.c), so the first frame is never padded and the k-th sum is rounded up.
 */
export function mp3Bytes(frames: number, sampleRate: 44100 | 48000): number {
  const count = Math.ceil(frames / FRAME_SAMPLES) + 1
  const size = 144 * MP3_BITRATE * 1000
  const fraction = size % sampleRate
  return count * Math.floor(size / sampleRate) + Math.ceil(((count - 1) * fraction) / sampleRate)
}

export interface Mp3Encoder {
  /** Encodes a piece; the bytes are the encoder's own buffer, valid until the next call. */
  encode(left: Float32Array, right: Float32Array): Uint8Array
  finish(): Uint8Array
}

/** A fresh encoder for one file. */
export async function openMp3Encoder(sampleRate: 44100 | 48000): Promise<Mp3Encoder> {
  const encoder = await createMp3Encoder()
  encoder.configure({ channels: 2, sampleRate, outputSampleRate: sampleRate, bitrate: MP3_BITRATE })
  return {
    encode: (left, right) => encoder.encode([left, right]),
    finish: () => encoder.finalize(),
  }
}

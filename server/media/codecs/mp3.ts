/**
 * MP3 at a constant 320 kbit/s, by LAME compiled to WebAssembly. Its length is known before a
 * sample is made: every frame holds 1152 samples (ISO/IEC 11172-3). A frame of silence stands first, with the
 * Info tag that says how many samples the encoder put before and behind the music, so that players leave them out
 * and one song follows another without a gap.
 */
import { createMp3Encoder } from 'wasm-media-encoders'

/** kbit/s. */
const MP3_BITRATE = 320
/** Part of the cache key: other bytes come from another encoder or another tag. */
export const MP3_ENCODER = 'wasm-media-encoders-0.7.0 info 1'

const FRAME_SAMPLES = 1152
/** Samples LAME puts before the music (`ENCDELAY` in its encoder.h); a decoder adds 529 of its own and knows so. */
const ENCODER_DELAY = 576

/** MP3 frames the encoder makes of so many samples, one more than they fill for its delay. */
const countOf = (frames: number) => Math.ceil(frames / FRAME_SAMPLES) + 1
/** Bytes of a frame without the byte of padding. */
const frameBytes = (sampleRate: number) => Math.floor((144 * MP3_BITRATE * 1000) / sampleRate)

/**
 * Bytes of the whole file for `frames` sample frames: the tag's frame and those of the encoder. At 48 kHz a frame
 * is 960 bytes. At 44.1 kHz it is 1044 and a byte of padding whenever the encoder's debt of fractions would go below
 * nothing; LAME starts with one frame's fraction in hand (`slot_lag` in its encoder.c), so the first frame is never
 * padded and the k-th sum is rounded up.
 */
export function mp3Bytes(frames: number, sampleRate: 44100 | 48000): number {
  const count = countOf(frames)
  const fraction = (144 * MP3_BITRATE * 1000) % sampleRate
  return (count + 1) * frameBytes(sampleRate) + Math.ceil(((count - 1) * fraction) / sampleRate)
}

/**
 * The first frame: no sound, and the Info tag with LAME's extension, whose 12-bit fields hold the encoder's delay and
 * padding in samples (Mp3 Info Tag revision 1, G. Bouvigne). `frames` are the sample frames of the music.
 */
export function infoFrame(frames: number, sampleRate: 44100 | 48000, channels: 1 | 2 = 2): Buffer {
  const count = countOf(frames)
  const bytes = mp3Bytes(frames, sampleRate)
  const tag = Buffer.alloc(frameBytes(sampleRate))
  // MPEG 1 layer III without a checksum, 320 kbit/s, joint stereo or mono; the side information is left empty.
  tag.set([0xff, 0xfb, 0xe0 | (sampleRate === 48000 ? 4 : 0), channels === 1 ? 0xc4 : 0x44])
  const at = 4 + (channels === 1 ? 17 : 32)
  tag.write('Info', at, 'latin1')
  // Number of frames, of bytes, the table of contents and the quality are there.
  tag.writeUInt32BE(0b1111, at + 4)
  tag.writeUInt32BE(count, at + 8)
  tag.writeUInt32BE(bytes, at + 12)
  for (let percent = 0; percent < 100; percent++) tag[at + 16 + percent] = Math.floor((percent * 256) / 100)
  tag.writeUInt32BE(100, at + 116)
  tag.write('LAME3.100', at + 120, 'latin1')
  // Constant bitrate; a low-pass of 20 kHz.
  tag.set([1, 200], at + 129)
  // Highest bitrate the byte can say.
  tag[at + 140] = 255
  const padding = count * FRAME_SAMPLES - ENCODER_DELAY - frames
  tag.writeUIntBE((ENCODER_DELAY << 12) | padding, at + 141, 3)
  tag.writeUInt32BE(bytes, at + 148)
  tag.writeUInt16BE(crc16(tag.subarray(0, at + 154)), at + 154)
  return tag
}

/** CRC-16/ARC: polynomial 0x8005, reflected, beginning at 0. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  return crc
}

export interface Mp3Encoder {
  /** Encodes a piece; the bytes are the encoder's own buffer, valid until the next call. */
  encode(left: Float32Array, right: Float32Array): Uint8Array
  finish(): Uint8Array
}

/** A fresh encoder for one file of `frames` sample frames. */
export async function openMp3Encoder(sampleRate: 44100 | 48000, frames: number): Promise<Mp3Encoder> {
  const encoder = await createMp3Encoder()
  encoder.configure({ channels: 2, sampleRate, outputSampleRate: sampleRate, bitrate: MP3_BITRATE })
  let tag: Buffer | null = infoFrame(frames, sampleRate)
  const behindTag = (bytes: Uint8Array) => {
    if (!tag) return bytes
    const first = Buffer.concat([tag, bytes])
    tag = null
    return first
  }
  return {
    encode: (left, right) => behindTag(encoder.encode([left, right])),
    finish: () => behindTag(encoder.finalize()),
  }
}

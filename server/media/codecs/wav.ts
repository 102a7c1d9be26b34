/**
 * The RIFF/WAVE container for PCM (WAVE_FORMAT_PCM and WAVE_FORMAT_IEEE_FLOAT, "Multimedia Programming Interface and Data
 * Specifications 1.0", IBM and Microsoft 1991): a 44-byte header and interleaved little-endian samples.
 */
export const WAV_HEADER_BYTES = 44
export const TAG_PCM = 1
export const TAG_FLOAT = 3

export interface PcmShape {
  /** Hz. */
  sampleRate: number
  bits: 16 | 24
  channels: number
  /** Sample frames (one sample of every channel each). */
  frames: number
}

/** What the header says of the samples. */
interface WavFormat {
  /** Hz. */
  readonly sampleRate: number
  readonly bits: number
  readonly channels: number
  /** IEEE 754 instead of integers. */
  readonly float?: true | undefined
}

/** Bytes of the samples alone. */
export const dataBytes = ({ frames, channels, bits }: PcmShape): number => frames * channels * (bits / 8)

/** Bytes of the whole file, header and pad byte included. */
export function wavBytes(shape: PcmShape): number {
  const data = dataBytes(shape)
  return WAV_HEADER_BYTES + data + (data % 2)
}

/** The header of a file with `data` bytes of samples. @throws RangeError beyond the 4 GiB a RIFF size can say */
export function wavHeader({ sampleRate, bits, channels, float }: WavFormat, data: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES)
  const block = channels * (bits / 8)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + data + (data % 2), 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(float ? TAG_FLOAT : TAG_PCM, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * block, 28)
  header.writeUInt16LE(block, 32)
  header.writeUInt16LE(bits, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(data, 40)
  return header
}

/**
 * Interleaves two channels of -1 to 1 as 16 or 24 bit; values beyond are clipped.
 * @param room takes the bytes when it is given (at least as many as there are); the answer is a part of it
 */
export function pcmBytes(left: Float32Array, right: Float32Array, bits: 16 | 24, room?: ArrayBuffer): Uint8Array {
  const frames = left.length
  if (bits === 16) {
    // Typed arrays have the order of the machine; every machine Node runs on is little-endian but s390x.
    const out = room ? new Int16Array(room, 0, frames * 2) : new Int16Array(frames * 2)
    for (let i = 0, o = 0; i < frames; i++) {
      out[o++] = toInt(left[i] as number, 32767)
      out[o++] = toInt(right[i] as number, 32767)
    }
    return new Uint8Array(out.buffer, 0, frames * 4)
  }
  const out = room ? new Uint8Array(room, 0, frames * 6) : new Uint8Array(frames * 6)
  for (let i = 0, o = 0; i < frames; i++) {
    const l = toInt(left[i] as number, 8388607)
    const r = toInt(right[i] as number, 8388607)
    out[o++] = l
    out[o++] = l >> 8
    out[o++] = l >> 16
    out[o++] = r
    out[o++] = r >> 8
    out[o++] = r >> 16
  }
  return out
}

function toInt(value: number, full: number): number {
  const scaled = value * full
  const clipped = scaled > full ? full : Math.max(scaled, -full)
  return clipped < 0 ? -((0.5 - clipped) | 0) : (clipped + 0.5) | 0
}

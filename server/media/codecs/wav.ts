/**
 * The RIFF/WAVE container for PCM (WAVE_FORMAT_PCM, "Multimedia Programming Interface and Data
 * Specifications 1.0", IBM and Microsoft 1991): a 44-byte header and interleaved little-endian samples.
 */
export const WAV_HEADER_BYTES = 44

export interface PcmShape {
  /** Hz. */
  sampleRate: number
  bits: 16 | 24
  channels: number
  /** Sample frames (one sample of every channel each). */
  frames: number
}

const dataBytes = ({ frames, channels, bits }: PcmShape): number => frames * channels * (bits / 8)

/** Bytes of the whole file, header and pad byte included. */
export function wavBytes(shape: PcmShape): number {
  const data = dataBytes(shape)
  return WAV_HEADER_BYTES + data + (data % 2)
}

/** The header of a file of that shape. @throws RangeError beyond the 4 GiB a RIFF size can say */
export function wavHeader(shape: PcmShape): Uint8Array {
  const data = dataBytes(shape)
  const riff = wavBytes(shape) - 8
  if (riff > 0xffffffff) throw new RangeError('a WAV file cannot be longer than 4 GiB')
  const bytes = new Uint8Array(WAV_HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  const text = (at: number, value: string) => {
    for (let i = 0; i < value.length; i++) view.setUint8(at + i, value.charCodeAt(i))
  }
  const block = shape.channels * (shape.bits / 8)
  text(0, 'RIFF')
  view.setUint32(4, riff, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, shape.channels, true)
  view.setUint32(24, shape.sampleRate, true)
  view.setUint32(28, shape.sampleRate * block, true)
  view.setUint16(32, block, true)
  view.setUint16(34, shape.bits, true)
  text(36, 'data')
  view.setUint32(40, data, true)
  return bytes
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

/**
 * FLAC (RFC 9639) decoded to the integers it was made from. libFLAC (as wasm) does the decoding;
 * the MD5 of the PCM that the encoder left in STREAMINFO proves every sample of every file.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { Refusal } from '../refusal.ts'
import { readAt, readRange } from './chunks.ts'
import { type PcmFormat, type PcmSource, pcmFormat } from './pcm.ts'
import { quietly } from './quietly.ts'
import { audioEnd, tagsBefore } from './tagEnds.ts'

interface StreamInfo {
  format: PcmFormat
  /** 0 when the encoder did not know. */
  frames: number
  /** Hex, or null when the encoder left it out (all zeros). */
  md5: string | null
}

interface Decoded {
  channelData: Float32Array[]
  samplesDecoded: number
  errors: readonly unknown[]
}

/**
 * Opens a FLAC by its header; tags around it are passed over.
 * @throws Refusal when it is no FLAC or of an unsupported format; damage shows while `blocks` is read
 */
export async function openFlac(path: string): Promise<PcmSource> {
  const handle = await open(path, 'r')
  try {
    const fileBytes = (await handle.stat()).size
    const { start, frames } = await flacLayout(handle)
    // The checksum tells whether what is taken for a tag was none.
    const end = await audioEnd((at, length) => readAt(handle, at, length), fileBytes)
    const head = await readAt(handle, start, 42)
    const info = parseStreamInfo(head)
    // Of what lies between, the decoder would keep all in memory: to it, the format is the last block before the audio.
    const alone = Buffer.from(head)
    alone[4] = LAST_BLOCK
    return {
      ...info.format,
      frames: info.frames,
      blocks: () => decode(info, behind(alone, readRange(path, frames, end - frames))),
    }
  } finally {
    await handle.close()
  }
}

const LAST_BLOCK = 0x80
/** Blocks of tags, pictures and padding before the audio; no file has more. */
const BLOCKS_MAX = 4096

/**
 * Where a FLAC begins, behind ID3v2 tags, and where its audio does, bytes from the start of the file.
 * @throws Refusal when there is no end of its blocks
 */
export async function flacLayout(handle: FileHandle): Promise<{ start: number; frames: number }> {
  const start = await tagsBefore((from, length) => readAt(handle, from, length))
  let at = start + 4
  for (let count = 0; count < BLOCKS_MAX; count++) {
    const head = await readAt(handle, at, 4)
    if (head.length < 4) return { start, frames: at }
    at += 4 + head.readUIntBE(1, 3)
    if ((head[0]! & LAST_BLOCK) !== 0) return { start, frames: at }
  }
  throw new Refusal('damaged: it contradicts its own format')
}

async function* behind(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  yield head
  yield* rest
}

function parseStreamInfo(head: Buffer): StreamInfo {
  if (head.toString('latin1', 0, 4) !== 'fLaC') throw new Refusal('it is not a FLAC file inside')
  if (head.length < 42 || (head[4]! & 0x7f) !== 0) throw new Refusal('damaged: its format is missing')
  const body = head.subarray(8)
  const packed = body.readBigUInt64BE(10)
  const rate = Number(packed >> 44n)
  const channels = Number((packed >> 41n) & 7n) + 1
  const bits = Number((packed >> 36n) & 31n) + 1
  const md5 = body.toString('hex', 18, 34)
  return {
    format: flacFormat(rate, bits, channels),
    frames: Number(packed & 0xf_ffff_ffffn),
    md5: /^0+$/.test(md5) ? null : md5,
  }
}

/** Depths that the decoder's floats hold exactly, in whole bytes. @throws Refusal for any other */
function flacFormat(rate: number, bits: number, channels: number): PcmFormat {
  if (bits !== 16 && bits !== 24) throw new Refusal(`${bits} bit FLAC: export it with 16 or 24 bit`)
  return pcmFormat(rate, bits, channels)
}

/**
 * So many frames may begin in what is decoded at once, which then takes 33 MB at most: a frame has up to 65,536 samples
 * of up to 8 channels, which silence says in a dozen bytes. What the file says of itself binds none of its frames.
 */
const FRAMES_AT_ONCE = 16

/** A piece of a file in pieces that each begin few frames. */
function* pieces(chunk: Uint8Array): Iterable<Uint8Array> {
  let from = 0
  let begun = 0
  for (let at = chunk.indexOf(0xff); at !== -1; at = chunk.indexOf(0xff, at + 1)) {
    // The sync of a frame; of one on the border, what is behind it is not known here.
    if (((chunk[at + 1] ?? 0xf8) & 0xfe) !== 0xf8) continue
    begun += 1
    if (begun <= FRAMES_AT_ONCE) continue
    yield chunk.subarray(from, at)
    from = at
    begun = 1
  }
  yield chunk.subarray(from)
}

async function* decode(info: StreamInfo, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const decoder = new FLACDecoder()
  await decoder.ready
  const md5 = createHash('md5')
  let frames = 0
  const isMore = () => info.frames !== 0 && frames > info.frames
  const take = (decoded: Decoded): Uint8Array => {
    if (decoded.errors.length > 0) throw new Refusal('damaged: a part of the audio cannot be decoded')
    const block = interleave(decoded, info.format)
    md5.update(block)
    frames += decoded.samplesDecoded
    return block
  }
  try {
    for await (const chunk of chunks)
      for (const piece of pieces(chunk)) {
        const block = take(await quietly(() => decoder.decode(piece)))
        if (isMore()) throw new Refusal(`damaged: it has more than the ${info.frames} samples it says`)
        if (block.length > 0) yield block
      }
    const last = take(await quietly(() => decoder.flush()))
    if (last.length > 0) yield last
  } finally {
    decoder.free()
  }
  if (info.frames !== 0 && frames !== info.frames)
    throw new Refusal(`cut short or damaged: ${frames} of ${info.frames} samples can be decoded`)
  if (frames === 0) throw new Refusal('there is no audio in it')
  if (info.md5 !== null && md5.digest('hex') !== info.md5)
    throw new Refusal('damaged: the audio does not match the checksum in the file')
}

/**
 * The decoder gives sample / (2^(bits-1) - 1) as float32. Rounding the product with the same number
 * gives the integer back: the error is at most 0.25 at 24 bits, because a float32 below 1 is exact to 2^-25.
 */
function interleave(decoded: Decoded, format: PcmFormat): Uint8Array {
  const { channels, bits } = format
  if (decoded.samplesDecoded === 0) return new Uint8Array(0)
  if (decoded.channelData.length !== channels) throw new Refusal('damaged: it contradicts its own format')
  const width = bits / 8
  const full = 2 ** (bits - 1) - 1
  const out = new Uint8Array(decoded.samplesDecoded * channels * width)
  for (let c = 0; c < channels; c++) {
    const plane = decoded.channelData[c]!
    for (let i = 0, at = c * width; i < decoded.samplesDecoded; i++, at += channels * width) {
      const value = Math.round(plane[i]! * full)
      out[at] = value
      out[at + 1] = value >> 8
      if (width === 3) out[at + 2] = value >> 16
    }
  }
  return out
}

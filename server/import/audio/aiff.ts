/**
 * AIFF and AIFC: big-endian PCM (`NONE`, `twos`, `in24`, `fl32` and their like) and little-endian PCM (`sowt`), read as
 * little-endian frames (Apple, Audio Interchange File Format 1.3 and AIFF-C draft 1991-08-26).
 */
import { open } from 'node:fs/promises'
import { Refusal } from '../refusal.ts'
import { chunksOf, readAt, readRange } from './chunks.ts'
import { frameBytes, type PcmFormat, type PcmSource, pcmFormat, wholeFrames } from './pcm.ts'

/** Kinds of PCM in an AIFC, by the name of their compression in small letters. */
const COMPRESSIONS: Readonly<Record<string, { bits?: number; float?: boolean; swap?: false }>> = {
  none: {},
  twos: {},
  sowt: { swap: false },
  in24: { bits: 24 },
  in32: { bits: 32 },
  fl32: { bits: 32, float: true },
  fl64: { bits: 64, float: true },
}

interface Common {
  format: PcmFormat
  frames: number
  swap: boolean
}

/**
 * Opens an AIFF or AIFC by its header.
 * @throws Refusal when it is compressed, of an unsupported format, or shorter than its header says
 */
export async function openAiff(path: string): Promise<PcmSource> {
  const handle = await open(path, 'r')
  try {
    const fileBytes = (await handle.stat()).size
    const head = await readAt(handle, 0, 12)
    const kind = head.toString('latin1', 8, 12)
    if (head.toString('latin1', 0, 4) !== 'FORM' || (kind !== 'AIFF' && kind !== 'AIFC'))
      throw new Refusal('it is not an AIFF file inside')
    let common: Common | null = null
    let sound: { offset: number; bytes: number } | null = null
    for await (const chunk of chunksOf(handle, fileBytes, 'be')) {
      if (chunk.id === 'COMM') common = parseCommon(await readAt(handle, chunk.offset, Math.min(chunk.size, 22)), kind)
      if (chunk.id === 'SSND') {
        const prefix = await readAt(handle, chunk.offset, 8)
        if (prefix.length < 8) throw new Refusal('cut short: there is no audio in it')
        const skip = 8 + prefix.readUInt32BE(0)
        const there = fileBytes - chunk.offset
        if (chunk.size > there) throw new Refusal(`cut short: ${there} of ${chunk.size} bytes of audio are there`)
        sound = { offset: chunk.offset + skip, bytes: chunk.size - skip }
      }
    }
    if (!common) throw new Refusal('damaged: its format is missing')
    if (!sound || common.frames === 0) throw new Refusal('there is no audio in it')
    return source(path, common, sound)
  } finally {
    await handle.close()
  }
}

function parseCommon(body: Buffer, kind: string): Common {
  if (body.length < 18 || (kind === 'AIFC' && body.length < 22)) throw new Refusal('damaged: its format is cut short')
  const compression = kind === 'AIFC' ? body.toString('latin1', 18, 22) : 'NONE'
  const kindOf = COMPRESSIONS[compression.toLowerCase()]
  if (!kindOf) throw new Refusal(`compressed AIFF (${compression.trim()}): export it as plain PCM`)
  const bits = kindOf.bits ?? body.readUInt16BE(6)
  const format = pcmFormat(extended(body.subarray(8, 18)), bits, body.readUInt16BE(0), kindOf.float)
  return { format, frames: body.readUInt32BE(2), swap: kindOf.swap !== false }
}

/** An 80-bit IEEE 754 extended number, which AIFF uses for the sample rate. */
function extended(bytes: Buffer): number {
  const exponent = (bytes.readUInt16BE(0) & 0x7fff) - 16_383 - 63
  return (bytes.readUInt32BE(2) * 2 ** 32 + bytes.readUInt32BE(6)) * 2 ** exponent
}

function source(path: string, common: Common, sound: { offset: number; bytes: number }): PcmSource {
  const { format, frames, swap } = common
  const frame = frameBytes(format)
  const bytes = frames * frame
  if (bytes > sound.bytes) throw new Refusal(`cut short: ${sound.bytes} of ${bytes} bytes of audio are there`)
  return {
    ...format,
    frames,
    async *blocks() {
      for await (const block of wholeFrames(readRange(path, sound.offset, bytes), frame))
        yield format.bits === 8 ? unsigned(block) : swap ? swapped(block, format.bits / 8) : block
    },
  }
}

/** A copy of 8 bit samples, signed in an AIFF and unsigned in a WAV. */
const unsigned = (block: Uint8Array): Uint8Array => block.map((byte) => byte ^ 0x80)

/** A copy with the bytes of every sample reversed. */
function swapped(block: Uint8Array, width: number): Uint8Array {
  const out = new Uint8Array(block.length)
  for (let i = 0; i < block.length; i += width) for (let b = 0; b < width; b++) out[i + b] = block[i + width - 1 - b]!
  return out
}

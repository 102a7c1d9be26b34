/**
 * WAV: reading the PCM of an integer WAV (format tag 1, or extensible with the PCM sub-format) and
 * writing the 44-byte header of a new one (Microsoft, Multimedia Programming Interface 1.0).
 */
import { open } from 'node:fs/promises'
import { Refusal } from '../refusal.ts'
import { chunksOf, readAt, readRange } from './chunks.ts'
import { frameBytes, type PcmFormat, type PcmSource, pcmFormat, wholeFrames } from './pcm.ts'

const TAG_PCM = 1
const TAG_FLOAT = 3
const TAG_EXTENSIBLE = 0xfffe
export const WAV_HEADER_BYTES = 44
/** Most PCM bytes a plain WAV can hold: its lengths are 32 bit. */
export const WAV_DATA_MAX = 0xffff_ffff - WAV_HEADER_BYTES

/**
 * Opens a WAV by its header.
 * @throws Refusal when it is not an integer WAV of a supported format, or shorter than its header says
 */
export async function openWav(path: string): Promise<PcmSource> {
  const handle = await open(path, 'r')
  try {
    const fileBytes = (await handle.stat()).size
    const head = await readAt(handle, 0, 12)
    const form = head.toString('latin1', 0, 4)
    if (form === 'RF64' || form === 'BW64') throw new Refusal('64-bit WAV (RF64); plain WAV is supported')
    if (form !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') throw new Refusal('it is not a WAV file inside')
    let format: PcmFormat | null = null
    for await (const chunk of chunksOf(handle, fileBytes, 'le')) {
      if (chunk.id === 'fmt ') format = parseFormat(await readAt(handle, chunk.offset, Math.min(chunk.size, 40)))
      if (chunk.id !== 'data') continue
      if (!format) throw new Refusal('damaged: the audio comes before its format')
      return source(path, format, chunk.offset, chunk.size, fileBytes)
    }
    throw new Refusal(format ? 'damaged: there is no audio in it' : 'damaged: its format is missing')
  } finally {
    await handle.close()
  }
}

/** Header of a PCM WAV with `dataBytes` bytes of audio. */
export function wavHeader(format: PcmFormat, dataBytes: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES)
  const frame = frameBytes(format)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes + (dataBytes % 2), 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(TAG_PCM, 20)
  header.writeUInt16LE(format.channels, 22)
  header.writeUInt32LE(format.sampleRate, 24)
  header.writeUInt32LE(format.sampleRate * frame, 28)
  header.writeUInt16LE(frame, 32)
  header.writeUInt16LE(format.bits, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(dataBytes, 40)
  return header
}

function parseFormat(body: Buffer): PcmFormat {
  if (body.length < 16) throw new Refusal('damaged: its format is cut short')
  const tag = body.readUInt16LE(0)
  const inner = tag === TAG_EXTENSIBLE && body.length >= 26 ? body.readUInt16LE(24) : tag
  const bits = body.readUInt16LE(14)
  if (inner === TAG_FLOAT) throw new Refusal(`${bits}-bit float WAV; 16 and 24 bit integer are supported`)
  if (inner !== TAG_PCM) throw new Refusal(`compressed WAV (format ${inner}); plain PCM is supported`)
  const format = pcmFormat(body.readUInt32LE(4), bits, body.readUInt16LE(2))
  if (body.readUInt16LE(12) !== frameBytes(format)) throw new Refusal('damaged: its format contradicts itself')
  return format
}

function source(path: string, format: PcmFormat, offset: number, size: number, fileBytes: number): PcmSource {
  const frame = frameBytes(format)
  const there = fileBytes - offset
  if (size > there) throw new Refusal(`cut short: ${there} of ${size} bytes of audio are there`)
  if (size < frame) throw new Refusal('there is no audio in it')
  if (size % frame !== 0) throw new Refusal('damaged: the audio ends in the middle of a sample')
  return { ...format, frames: size / frame, blocks: () => wholeFrames(readRange(path, offset, size), frame) }
}

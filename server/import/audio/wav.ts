/**
 * WAV: reading the PCM of RIFF, RF64 and BW64 files (integers of 8 to 32 bit and floats, also in the extensible form;
 * Microsoft, Multimedia Programming Interface 1.0; EBU Tech 3306). Sizes that are wrong are understood where the audio is
 * whole, and a mended copy is described.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { type RiffFile, walkRiff } from '#core/model/bytes/riff.ts'
import { TAG_FLOAT, TAG_PCM, WAV_HEADER_BYTES } from '../../media/codecs/wav.ts'
import type { Piece } from '../../media/contract.ts'
import { Refusal } from '../refusal.ts'
import { readAt, readRange } from './chunks.ts'
import { mendedPieces } from './mendWav.ts'
import { frameBytes, type PcmFormat, type PcmSource, pcmFormat, wholeFrames } from './pcm.ts'

const TAG_EXTENSIBLE = 0xfffe
const TAGS: Readonly<Record<number, string>> = {
  2: 'ADPCM',
  6: 'A-law',
  7: 'µ-law',
  17: 'IMA ADPCM',
  80: 'MPEG',
  85: 'MP3',
}
/** Most PCM bytes a plain WAV can hold: its lengths are 32 bit. */
export const WAV_DATA_MAX = 0xffff_ffff - WAV_HEADER_BYTES
/** From here on a length says that it is not known: 0xFFFFFFFF, and what SoX writes into a pipe. */
const UNKNOWN_LENGTH = 0x7fff_f000

export interface WavSource extends PcmSource {
  /** The file with right sizes, as pieces of it and a few bytes of ours; null where all of them are right. */
  mended: Piece[] | null
}

/**
 * Opens a WAV by its chunks.
 * @throws Refusal when it is no WAV of a supported format, or shorter than its header says
 */
export async function openWav(path: string): Promise<WavSource> {
  const handle = await open(path, 'r')
  try {
    const fileBytes = (await handle.stat()).size
    const riff = await walkRiff(fileBytes, (at, length) => readAt(handle, at, length))
    if (!riff) throw new Refusal('it is not a WAV file inside')
    const described = riff.chunks.find(({ id }) => id === 'fmt ')
    const data = riff.chunks.find(({ id }) => id === 'data')
    if (!described) throw new Refusal('damaged: its format is missing')
    if (!data) throw new Refusal('damaged: there is no audio in it')
    if (data.at < described.at) throw new Refusal('damaged: the audio comes before its format')
    const format = parseFormat(await readAt(handle, described.at, Math.min(described.length, 40)))
    const frame = frameBytes(format)
    const declared = await declaredBytes(handle, riff, data.at)
    if (declared > data.length) {
      const whole = (await readAt(handle, 4, 4)).readUInt32LE(0) + 8
      // A header that knows how long the file is, and a length of the audio beyond it: that one number is wrong.
      if (riff.form !== 'RIFF' || whole !== fileBytes)
        throw new Refusal(`cut short: ${data.length} of ${declared} bytes of audio are there`)
    }
    if (data.length < frame) throw new Refusal('there is no audio in it')
    if (declared === data.length && data.length % frame !== 0)
      throw new Refusal('damaged: the audio ends in the middle of a sample')
    const bytes = data.length - (data.length % frame)
    return {
      ...format,
      frames: bytes / frame,
      blocks: () => wholeFrames(readRange(path, data.at, bytes), frame),
      mended: riff.isExact ? null : await mendedPieces(handle, riff, frame),
    }
  } finally {
    await handle.close()
  }
}

/** Bytes of audio that the file says it has; 0 where it says that it does not know. */
async function declaredBytes(handle: FileHandle, riff: RiffFile, at: number): Promise<number> {
  const size = (await readAt(handle, at - 4, 4)).readUInt32LE(0)
  if (riff.form === 'RIFF' || size !== 0xffff_ffff) return size >= UNKNOWN_LENGTH && size > MAX_WHOLE(riff) ? 0 : size
  const ds64 = riff.chunks.find(({ id }) => id === 'ds64')
  const long = ds64 && (await readAt(handle, ds64.at, 16))
  return long && long.length === 16 ? Number(long.readBigUInt64LE(8)) : 0
}

/** The length of the audio there is: a length beyond it that is near the end of 32 bits was never meant. */
const MAX_WHOLE = (riff: RiffFile) => riff.chunks.find(({ id }) => id === 'data')?.length ?? 0

function parseFormat(body: Buffer): PcmFormat {
  if (body.length < 16) throw new Refusal('damaged: its format is cut short')
  const tag = body.readUInt16LE(0)
  const inner = tag === TAG_EXTENSIBLE && body.length >= 26 ? body.readUInt16LE(24) : tag
  if (inner !== TAG_PCM && inner !== TAG_FLOAT)
    throw new Refusal(`compressed WAV (${TAGS[inner] ?? `format ${inner}`}): export it as plain PCM`)
  const format = pcmFormat(body.readUInt32LE(4), body.readUInt16LE(14), body.readUInt16LE(2), inner === TAG_FLOAT)
  if (body.readUInt16LE(12) !== frameBytes(format)) throw new Refusal('damaged: its format contradicts itself')
  return format
}

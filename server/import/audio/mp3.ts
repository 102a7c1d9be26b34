/**
 * MP3 checked frame by frame (ISO/IEC 11172-3 and 13818-3, layer III headers; the Xing and LAME
 * tag as LAME documents it), so that a file that was cut or is no MP3 is found without decoding.
 */
import { open } from 'node:fs/promises'
import { Refusal } from '../refusal.ts'
import { readAt } from './chunks.ts'
import { audioEnd, tagsBefore } from './tagEnds.ts'

export interface Mp3Facts {
  /** Seconds, without the encoder's padding where the LAME tag tells it. */
  duration: number
  /** Hz. */
  sampleRate: number
  channels: 1 | 2
  /** The frames without the tags around them: what stays the same when a tag is edited. */
  audio: Buffer
}

interface Frame {
  bytes: number
  samples: number
  sampleRate: number
  mono: boolean
  mpeg1: boolean
}

const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const RATES = [44_100, 48_000, 32_000]
/** Bytes that may lie between tag and first frame: padding some taggers leave. */
const SEARCH_BYTES = 65_536
const MP3_MAX_BYTES = 1_000_000_000
/** Share of the audio bytes that may be no frame before a file counts as damaged. */
const DAMAGE_MAX = 0.02

/**
 * Reads and checks an MP3.
 * @throws Refusal when there are no MP3 frames in it, when it is damaged, or shorter than its own header says
 */
export async function readMp3(path: string): Promise<Mp3Facts> {
  const file = await readBehindTag(path)
  const end = await audioEnd(async (from, length) => file.subarray(from, from + length), file.length)
  let at = firstFrame(file, end)
  if (at === null) throw new Refusal('there is no MP3 audio in it')
  const first = frameAt(file, at)!
  const begin = at
  const info = infoTag(file, at, first)
  if (info) at += first.bytes
  let frames = 0
  let lost = 0
  while (at + 4 <= end) {
    const frame = frameAt(file, at)
    if (!frame || frame.sampleRate !== first.sampleRate) {
      at++
      lost++
    } else if (at + frame.bytes > end) {
      break
    } else {
      at += frame.bytes
      frames++
    }
  }
  if (frames === 0) throw new Refusal('there is no MP3 audio in it')
  if (lost > (end - begin) * DAMAGE_MAX) throw new Refusal(`damaged: ${lost} bytes of it are no MP3`)
  if (info?.frames && frames < info.frames - 1)
    throw new Refusal(`cut short: ${frames} of ${info.frames} MP3 frames are there`)
  const samples = Math.max(first.samples, frames * first.samples - (info?.padding ?? 0))
  const { sampleRate, mono } = first
  return { duration: samples / sampleRate, sampleRate, channels: mono ? 1 : 2, audio: file.subarray(begin, end) }
}

/**
 * Whether an MP3 is of one channel, by its first frames.
 * @param read up to so many bytes of it, from a byte on
 * @returns null where no frames stand at its beginning
 */
export async function isMonoMp3(read: (at: number, length: number) => Promise<Buffer>): Promise<boolean | null> {
  const head = await read(await tagsBefore(read), SEARCH_BYTES)
  const at = firstFrame(head, head.length)
  return at === null ? null : frameAt(head, at)!.mono
}

/** The file without the ID3v2 tags at its start, which may be much larger than the music. */
async function readBehindTag(path: string): Promise<Buffer> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const start = Math.min(size, await tagsBefore((at, length) => readAt(handle, at, length)))
    if (size - start > MP3_MAX_BYTES) throw new Refusal('larger than 1 GB, which no song in MP3 is')
    return await readAt(handle, start, size - start)
  } finally {
    await handle.close()
  }
}

/** A frame is believed when another follows it, or the file ends with it. */
function firstFrame(file: Buffer, end: number): number | null {
  for (let at = 0; at + 4 <= end && at < SEARCH_BYTES; at++) {
    const frame = frameAt(file, at)
    if (!frame) continue
    const next = at + frame.bytes
    if (next === end || (next + 4 <= end && frameAt(file, next)?.sampleRate === frame.sampleRate)) return at
  }
  return null
}

function frameAt(file: Buffer, at: number): Frame | null {
  if (file[at] !== 0xff || at + 4 > file.length) return null
  const b1 = file[at + 1]!
  const b2 = file[at + 2]!
  const version = (b1 >> 3) & 3
  if ((b1 & 0xe0) !== 0xe0 || version === 1 || ((b1 >> 1) & 3) !== 1) return null
  const mpeg1 = version === 3
  const kbits = (mpeg1 ? BITRATES_1 : BITRATES_2)[b2 >> 4]
  const base = RATES[(b2 >> 2) & 3]
  if (!kbits || !base) return null
  const sampleRate = mpeg1 ? base : version === 2 ? base / 2 : base / 4
  const samples = mpeg1 ? 1152 : 576
  const bytes = Math.floor((samples / 8) * ((kbits * 1000) / sampleRate)) + ((b2 >> 1) & 1)
  return { bytes, samples, sampleRate, mono: file[at + 3]! >> 6 === 3, mpeg1 }
}

/** The Xing or Info tag, which stands in a first frame that holds no audio. */
function infoTag(file: Buffer, at: number, frame: Frame): { frames: number; padding: number } | null {
  const tag = at + 4 + (frame.mpeg1 ? (frame.mono ? 17 : 32) : frame.mono ? 9 : 17)
  const id = file.toString('latin1', tag, tag + 4)
  if ((id !== 'Xing' && id !== 'Info') || tag + 8 > file.length) return null
  const flags = file.readUInt32BE(tag + 4)
  const frames = flags & 1 && tag + 12 <= file.length ? file.readUInt32BE(tag + 8) : 0
  const lame = tag + 8 + (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0)
  if (lame + 24 > file.length || !/^(LAME|Lav[cf])/.test(file.toString('latin1', lame, lame + 4)))
    return { frames, padding: 0 }
  const gapless = (file[lame + 21]! << 16) | (file[lame + 22]! << 8) | file[lame + 23]!
  return { frames, padding: (gapless >> 12) + (gapless & 0xfff) }
}

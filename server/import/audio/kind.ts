// What a file is, by what is inside; the extension is not believed.
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { Refusal } from '../refusal.ts'
import { readAt } from './chunks.ts'
import { tagsBefore } from './tagEnds.ts'

export type Kind = 'wav' | 'aiff' | 'flac' | 'mp3' | 'ogg'

const SUPPORTED = 'WAV, FLAC, AIFF, MP3, Ogg Vorbis and Opus are supported'

/** @throws Refusal for what is empty, of no supported format, or not what its name says */
export async function kindOf(path: string): Promise<Kind> {
  const handle = await open(path, 'r')
  try {
    const head = await readAt(handle, 0, 16)
    if (head.length === 0) throw new Refusal('it is empty')
    const inner = await readAt(handle, await tagsBefore((at, length) => readAt(handle, at, length)), 4)
    const four = head.toString('latin1', 0, 4)
    if (four === 'RIFF' || four === 'RF64' || four === 'BW64') return 'wav'
    if (four === 'FORM') return 'aiff'
    if (inner.toString('latin1', 0, 4) === 'fLaC') return 'flac'
    if (head.toString('latin1', 4, 8) === 'ftyp') throw new Refusal(await mp4Reason(path))
    const other = OTHERS.find(([magic]) => head.toString('latin1').startsWith(magic))
    if (other) throw new Refusal(`${other[1]}; ${SUPPORTED}`)
    if (four === 'OggS') return 'ogg'
    // The two layer bits are 0 in AAC and never 0 in MPEG audio.
    if (head[0] === 0xff && (head[1]! & 0xf6) === 0xf0) throw new Refusal(AAC)
    if (four.startsWith('ID3') || (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0)) return 'mp3'
  } finally {
    await handle.close()
  }
  const extension = extname(path).slice(1).toLowerCase()
  if (extension === 'mp3') return 'mp3'
  throw new Refusal(`it is not a ${extension.toUpperCase()} file inside`)
}

const OTHERS: [magic: string, name: string][] = [
  ['MAC ', "Monkey's Audio"],
  ['wvpk', 'WavPack'],
  ['TTA', 'True Audio'],
  ['DSD ', 'DSD'],
  ['FRM8', 'DSD'],
  ['caff', 'Core Audio (CAF)'],
  ['.snd', 'Sun audio'],
  ['\x30\x26\xb2\x75', 'Windows Media'],
]

/** No decoder of these is taken (H-106): they are refused by name, with what to do. */
const ALAC = 'Apple Lossless: export it as WAV, AIFF or FLAC, which lose nothing either'
const AAC = 'AAC: deliver it as WAV or FLAC, or as MP3 where nothing else is there'

/** Bytes at the start and the end of an MP4 in which its description of the audio is looked for. */
const MP4_LOOK_BYTES = 1 << 20

async function mp4Reason(path: string): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const size = (await handle.stat()).size
    const ends = Buffer.concat([
      await readAt(handle, 0, MP4_LOOK_BYTES),
      await readAt(handle, Math.max(0, size - MP4_LOOK_BYTES), MP4_LOOK_BYTES),
    ])
    const guarded = ends.includes('drms') || ends.includes('sinf') || extname(path).toLowerCase() === '.m4p'
    if (guarded) return 'protected by copy protection (DRM)'
    return ends.includes('alac') ? ALAC : AAC
  } finally {
    await handle.close()
  }
}

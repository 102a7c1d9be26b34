// One file from the folder into the vault: what it is, its audio, its copies, its tags.
import { createHash, type Hash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import { extname } from 'node:path'
import { walkRiff } from '#core/model/bytes/riff.ts'
import type { StoredFile } from '../media/contract.ts'
import { openAiff } from './audio/aiff.ts'
import { readAt } from './audio/chunks.ts'
import { encodeMp3, MP3_MAKER } from './audio/encodeMp3.ts'
import { id3Bytes, openFlac } from './audio/flac.ts'
import { createLoudnessMeter } from './audio/loudness.ts'
import { readMp3 } from './audio/mp3.ts'
import { mp3Loudness } from './audio/mp3Loudness.ts'
import { type PcmSource, toPlanar } from './audio/pcm.ts'
import { openWav, type WavSource } from './audio/wav.ts'
import { writeWav } from './audio/writeWav.ts'
import { keepCover } from './cover.ts'
import { Refusal } from './refusal.ts'
import type { TrackFacts } from './tags/facts.ts'
import { NO_TAGS, readTags } from './tags/tags.ts'
import type { Times } from './times.ts'
import { audioPath, type Vault } from './vault.ts'

type Kind = 'wav' | 'aiff' | 'flac' | 'mp3'
type Audio = Pick<TrackFacts, 'audio' | 'lossless' | 'quality' | 'duration' | 'files' | 'notes' | 'loudness'>

/**
 * Takes a file in: checks its audio from end to end, stores its WAV (the file itself, or a bit-exact
 * one made of FLAC or AIFF) and its MP3 (made, or the file itself), and reads its tags.
 * @param file SHA-256 of the file, hex, from `digestOf`
 * @throws Refusal when it cannot be imported, Error when the disk does not take it
 */
export async function readTrack(
  path: string,
  file: string,
  vault: Vault,
  times: Times,
): Promise<Omit<TrackFacts, 'source' | 'folderCover'>> {
  const kind = await kindOf(path)
  const audio =
    kind === 'mp3' ? await takeMp3(path, file, vault, times) : await takeLossless(kind, path, file, vault, times)
  const large = await tagBytes(kind, path)
  if (large > TAGS_MAX_BYTES) {
    const note = `its tags of ${Math.round(large / 1e6)} MB are larger than any tag is, and are not read`
    return { file, ...audio, tags: NO_TAGS, cover: null, notes: [...audio.notes, note] }
  }
  const { tags, picture } = await times.of('read', () => readTags(path))
  if (picture === null) return { file, ...audio, tags, cover: null }
  const kept = await times.of('cover', () => keepCover(picture, vault))
  return { file, ...audio, tags, cover: kept.path, notes: [...audio.notes, ...kept.notes] }
}

/** More is no tag: it is read into memory, cover and all. */
const TAGS_MAX_BYTES = 64_000_000

/** Bytes of what is no audio, as far as the file says: chunks of a WAV, the ID3 tag before an MP3 or a FLAC. */
async function tagBytes(kind: Kind, path: string): Promise<number> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    if (kind !== 'wav') return Math.min(size, id3Bytes(await readAt(handle, 0, 10)))
    const riff = await walkRiff(size, (at, length) => readAt(handle, at, length))
    return (riff?.chunks ?? []).reduce((sum, { id, length }) => sum + (id === 'data' ? 0 : length), 0)
  } finally {
    await handle.close()
  }
}

/** Whether a later build would make the same of the file: what it knows of it can then be kept. */
export function isOfThisBuild({
  lossless,
  files,
  loudness,
}: Pick<TrackFacts, 'lossless' | 'files' | 'loudness'>): boolean {
  if (!loudness) return false
  return !lossless || (files.mp3.made === true && files.mp3.path.endsWith(`-m${MP3_MAKER}.mp3`))
}

/** SHA-256 of a file, hex. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk)
  return hash.digest('hex')
}

/** Decides by what is inside; the extension is not believed. */
async function kindOf(path: string): Promise<Kind> {
  const handle = await open(path, 'r')
  try {
    const head = await readAt(handle, 0, 16)
    if (head.length === 0) throw new Refusal('it is empty')
    const inner = head.subarray(0, 4).toString('latin1') === 'fLaC' ? head : await readAt(handle, id3Bytes(head), 4)
    const four = head.toString('latin1', 0, 4)
    if (four === 'RIFF' || four === 'RF64' || four === 'BW64') return 'wav'
    if (four === 'FORM') return 'aiff'
    if (inner.toString('latin1', 0, 4) === 'fLaC') return 'flac'
    if (head.toString('latin1', 4, 8) === 'ftyp') throw new Refusal(await mp4Reason(path))
    const other = OTHERS.find(([magic]) => head.toString('latin1').startsWith(magic))
    if (other) throw new Refusal(`${other[1]}; WAV, MP3, FLAC and AIFF are supported`)
    // The two layer bits are 0 in AAC and never 0 in MPEG audio.
    if (head[0] === 0xff && (head[1]! & 0xf6) === 0xf0) throw new Refusal('AAC; WAV, MP3, FLAC and AIFF are supported')
    if (four.startsWith('ID3') || (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0)) return 'mp3'
  } finally {
    await handle.close()
  }
  const extension = extname(path).slice(1).toLowerCase()
  if (extension === 'mp3') return 'mp3'
  throw new Refusal(`it is not a ${extension.toUpperCase()} file inside`)
}

const OTHERS: [magic: string, name: string][] = [
  ['OggS', 'Ogg'],
  ['MAC ', "Monkey's Audio"],
  ['wvpk', 'WavPack'],
  ['TTA', 'True Audio'],
  ['DSD ', 'DSD'],
  ['FRM8', 'DSD'],
  ['caff', 'Core Audio (CAF)'],
  ['.snd', 'Sun audio'],
  ['\x30\x26\xb2\x75', 'Windows Media'],
]

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
    return `${ends.includes('alac') ? 'Apple Lossless' : 'AAC'} in MP4; WAV, MP3, FLAC and AIFF are supported`
  } finally {
    await handle.close()
  }
}

async function takeMp3(path: string, file: string, vault: Vault, times: Times): Promise<Audio> {
  const { duration, sampleRate, audio } = await times.of('read', () => readMp3(path))
  const loudness = await times.of('loudness', () => mp3Loudness(audio, sampleRate))
  const mp3 = await times.of('read', () => keepOriginal(path, file, 'mp3', vault))
  const digest = createHash('sha256').update('mp3:').update(audio).digest('hex')
  return { audio: digest, lossless: false, quality: 0, duration, files: { mp3 }, notes: [], loudness }
}

async function takeLossless(
  kind: Exclude<Kind, 'mp3'>,
  path: string,
  file: string,
  vault: Vault,
  times: Times,
): Promise<Audio> {
  const source = await { wav: openWav, aiff: openAiff, flac: openFlac }[kind](path)
  const meter = createLoudnessMeter(source.sampleRate, source.channels)
  const hash = audioHash(source)
  const onBlock = (block: Uint8Array) => {
    hash.update(block)
    times.during('loudness', () => meter.push(toPlanar(block, source)))
  }
  const made = await times.of('decode', () =>
    kind === 'wav'
      ? keepWav(source as WavSource, path, file, vault, hash, onBlock)
      : makeWav(source, vault, hash, onBlock),
  )
  const encoded = await times.of('encode', () =>
    vault.keep(audioPath(`${made.audio}-m${MP3_MAKER}.mp3`), async (temporary) =>
      vault.local(made.wav.path, async (wav) => encodeMp3(await openWav(wav), temporary)),
    ),
  )
  return {
    audio: made.audio,
    lossless: true,
    quality: source.bits * source.sampleRate,
    duration: made.frames / source.sampleRate,
    files: { wav: made.wav, mp3: { ...encoded, made: true } },
    notes: made.wav.mended ? ['its sizes are wrong; it is kept as it is, and served with right ones'] : [],
    loudness: meter.end(),
  }
}

interface Made {
  audio: string
  frames: number
  wav: StoredFile
}

async function keepWav(
  source: WavSource,
  path: string,
  file: string,
  vault: Vault,
  hash: Hash,
  onBlock: (block: Uint8Array) => void,
): Promise<Made> {
  for await (const block of source.blocks()) onBlock(block)
  const original = await keepOriginal(path, file, 'wav', vault)
  const wav = source.mended ? await vault.mend(original, source.mended) : original
  return { audio: hash.digest('hex'), frames: source.frames, wav }
}

async function makeWav(
  source: PcmSource,
  vault: Vault,
  hash: Hash,
  onBlock: (block: Uint8Array) => void,
): Promise<Made> {
  return vault.scratch(async (temporary) => {
    const frames = await writeWav(source, temporary, onBlock)
    const audio = hash.digest('hex')
    return { audio, frames, wav: { ...(await vault.adopt(temporary, audioPath(`${audio}.wav`))), made: true } }
  })
}

function audioHash(source: PcmSource): Hash {
  const { sampleRate, bits, float, channels } = source
  return createHash('sha256').update(`pcm:${sampleRate}:${bits}${float ? 'f' : ''}:${channels}:`)
}

/** The file byte for byte. What lies in the vault under its digest is checked against it. */
async function keepOriginal(path: string, file: string, extension: 'wav' | 'mp3', vault: Vault): Promise<StoredFile> {
  const name = audioPath(`${file}.${extension}`)
  for (let attempt = 0; attempt < 2; attempt++) {
    const stored = await vault.keep(name, (temporary) => copyFile(path, temporary, constants.COPYFILE_FICLONE))
    if (stored.sha256 === file) return stored
    await vault.remove(name)
  }
  throw new Refusal('it changed while it was read')
}

// One file from the folder into the vault: what it is, its audio, its copies, its tags.
import { createHash, type Hash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import type { StoredFile } from '../media/contract.ts'
import { openAiff } from './audio/aiff.ts'
import { encodeMp3, MP3_MAKER } from './audio/encodeMp3.ts'
import { openFlac } from './audio/flac.ts'
import { type Kind, kindOf } from './audio/kind.ts'
import { createLoudnessMeter } from './audio/loudness.ts'
import { readMp3 } from './audio/mp3.ts'
import { mp3Loudness } from './audio/mp3Loudness.ts'
import { openOgg } from './audio/ogg/ogg.ts'
import { type PcmSource, planarOf, toPlanar } from './audio/pcm.ts'
import { openWav, type WavSource } from './audio/wav.ts'
import { TAGS_MAX_BYTES, tagBytes } from './audio/weight.ts'
import { writeWav } from './audio/writeWav.ts'
import { keepCover } from './cover.ts'
import { Refusal } from './refusal.ts'
import type { TrackFacts } from './tags/facts.ts'
import { NO_TAGS, readTags } from './tags/tags.ts'
import type { Times } from './times.ts'
import { audioPath, type Vault } from './vault.ts'

type Audio = Pick<TrackFacts, 'audio' | 'lossless' | 'quality' | 'duration' | 'files' | 'notes' | 'loudness'>

/**
 * Takes a file in: checks its audio from end to end, stores its WAV (the file itself, or a bit-exact
 * one made of FLAC or AIFF; none of what was compressed with loss) and its MP3 (made, or the file itself), and reads
 * its tags.
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
  const audio = await take(kind, path, file, vault, times)
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

/** Whether a later build would make the same of the file: what it knows of it can then be kept. */
export function isOfThisBuild({
  lossless,
  files,
  loudness,
}: Pick<TrackFacts, 'lossless' | 'files' | 'loudness'>): boolean {
  if (!loudness) return false
  return files.mp3.made === true ? files.mp3.path.endsWith(`-m${MP3_MAKER}.mp3`) : !lossless
}

/** SHA-256 of a file, hex. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk)
  return hash.digest('hex')
}

function take(kind: Kind, path: string, file: string, vault: Vault, times: Times): Promise<Audio> {
  if (kind === 'mp3') return takeMp3(path, file, vault, times)
  return kind === 'ogg' ? takeOgg(path, vault, times) : takeLossless(kind, path, file, vault, times)
}

async function takeMp3(path: string, file: string, vault: Vault, times: Times): Promise<Audio> {
  const { duration, sampleRate, channels, audio } = await times.of('read', () => readMp3(path))
  const loudness = await times.of('loudness', () => mp3Loudness(audio, sampleRate, channels))
  const mp3 = await times.of('read', () => keepOriginal(path, file, 'mp3', vault))
  const digest = createHash('sha256').update('mp3:').update(audio).digest('hex')
  const quality = Math.round((audio.length * 8) / duration / 1000)
  return { audio: digest, lossless: false, quality, duration, files: { mp3 }, notes: [], loudness }
}

async function takeOgg(path: string, vault: Vault, times: Times): Promise<Audio> {
  const source = await openOgg(path)
  const meter = createLoudnessMeter(source.sampleRate, source.channels)
  const named = () => createHash('sha256').update(`${source.name}:`)
  const hash = named()
  let frames = 0
  await times.of('decode', async () => {
    for await (const planes of source.planes((packet) => void hash.update(packet))) {
      frames += planes[0]!.length
      times.during('loudness', () => meter.push(planes))
    }
  })
  const audio = hash.digest('hex')
  const mp3 = await keepMp3(audio, vault, times, async (temporary) => {
    // It is read a second time for that, and may be another file by then.
    const again = named()
    await encodeMp3({ ...source, planes: () => source.planes((packet) => void again.update(packet)) }, temporary)
    if (again.digest('hex') !== audio) throw new Refusal(CHANGED)
  })
  return {
    audio,
    lossless: false,
    quality: MADE_OF_LOSSY,
    duration: frames / source.sampleRate,
    files: { mp3 },
    notes: [`${source.name}: an MP3 is made of it, which loses a little more; a WAV is not`],
    loudness: meter.end(),
  }
}

const CHANGED = 'it changed while it was read'
/** What came as MP3 is the better copy of a song than an MP3 that is made of what has lost something before. */
const MADE_OF_LOSSY = -1

/** The MP3 of audio with this digest, made by `make` where it is not there. */
async function keepMp3(
  audio: string,
  vault: Vault,
  times: Times,
  make: (temporary: string) => Promise<void>,
): Promise<StoredFile> {
  const kept = await times.of('encode', () => vault.keep(audioPath(`${audio}-m${MP3_MAKER}.mp3`), make))
  return { ...kept, made: true }
}

async function takeLossless(
  kind: Exclude<Kind, 'mp3' | 'ogg'>,
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
  const mp3 = await keepMp3(made.audio, vault, times, (temporary) =>
    vault.local(made.wav.path, async (wav) => encodeMp3(planarOf(await openWav(wav)), temporary)),
  )
  return {
    audio: made.audio,
    lossless: true,
    quality: source.bits * source.sampleRate,
    duration: made.frames / source.sampleRate,
    files: { wav: made.wav, mp3 },
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

/** @throws what is wrong with the file, where it is that: a copy that fails names both ends, whichever is at fault */
async function copied(path: string, to: string): Promise<void> {
  try {
    await copyFile(path, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    await (await open(path)).close()
    throw error
  }
}

/** The file byte for byte. What lies in the vault under its digest is checked against it. */
async function keepOriginal(path: string, file: string, extension: 'wav' | 'mp3', vault: Vault): Promise<StoredFile> {
  const name = audioPath(`${file}.${extension}`)
  for (let attempt = 0; attempt < 2; attempt++) {
    const stored = await vault.keep(name, (temporary) => copied(path, temporary))
    if (stored.sha256 === file) return stored
    await vault.remove(name)
  }
  throw new Refusal(CHANGED)
}

import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aiff, extensibleWav, iffChunk, type Pcm, riffChunk, tone, wav } from '#tests/fixtures/import/make.ts'
import { openAiff } from './aiff.ts'
import { openFlac } from './flac.ts'
import { type PcmSource, toPlanar } from './pcm.ts'
import { openWav } from './wav.ts'
import { writeWav } from './writeWav.ts'

const FIXTURES = new URL('../../../tests/fixtures/import/', import.meta.url)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function put(bytes: Buffer): Promise<string> {
  const path = join(folder, `${Math.random()}`)
  await writeFile(path, bytes)
  return path
}

async function pcmOf(source: PcmSource): Promise<string> {
  const hash = createHash('sha256')
  for await (const block of source.blocks()) hash.update(block)
  return hash.digest('hex')
}

const sha = (data: Buffer) => createHash('sha256').update(data).digest('hex')

const FORMATS: [rate: number, bits: 16 | 24, channels: 1 | 2][] = [
  [44_100, 16, 2],
  [44_100, 24, 1],
  [48_000, 16, 1],
  [48_000, 24, 2],
  [88_200, 24, 2],
  [96_000, 16, 2],
  [96_000, 24, 1],
]

describe.each(FORMATS)('%i Hz, %i bit, %i channels', (rate, bits, channels) => {
  // An odd number of frames: 24 bit mono then needs a pad byte.
  const pcm = tone(rate, bits, channels, 30_001)
  const facts = { sampleRate: rate, bits, channels, frames: 30_001 }

  it('reads every sample of a WAV', async () => {
    const source = await openWav(await put(wav(pcm)))
    expect(source).toMatchObject(facts)
    expect(await pcmOf(source)).toBe(sha(pcm.data))
  })

  it('reads every sample of an extensible WAV', async () => {
    expect(await pcmOf(await openWav(await put(extensibleWav(pcm))))).toBe(sha(pcm.data))
  })

  it('reads every sample of a big-endian AIFF', async () => {
    const source = await openAiff(await put(aiff(pcm)))
    expect(source).toMatchObject(facts)
    expect(await pcmOf(source)).toBe(sha(pcm.data))
  })

  it('reads every sample of a little-endian AIFC', async () => {
    expect(await pcmOf(await openAiff(await put(aiff(pcm, 'sowt'))))).toBe(sha(pcm.data))
  })

  it('makes a WAV of an AIFF that is the WAV of the same audio, byte for byte', async () => {
    const out = join(folder, `out-${rate}-${bits}-${channels}.wav`)
    expect(await writeWav(await openAiff(await put(aiff(pcm))), out)).toBe(30_001)
    expect(sha(await readFile(out))).toBe(sha(wav(pcm)))
  })
})

describe('FLAC of the reference encoder', () => {
  const CASES: [name: string, pcm: Pcm][] = [
    ['s16-44100', tone(44_100, 16, 2, 11_025)],
    ['s24-96000', tone(96_000, 24, 2, 4800)],
    ['m24-48000', tone(48_000, 24, 1, 9600)],
  ]
  it.each(CASES)('%s becomes a WAV with the same samples, depth and rate', async (name, pcm) => {
    const out = join(folder, `${name}.wav`)
    await writeWav(await openFlac(fileURLToPath(new URL(`${name}.flac`, FIXTURES))), out)
    expect(sha(await readFile(out))).toBe(sha(wav(pcm)))
  })

  it('is read behind an ID3v2 tag', async () => {
    const flac = await readFile(new URL('m24-48000.flac', FIXTURES))
    const tagged = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(10), flac])
    expect(await pcmOf(await openFlac(await put(tagged)))).toBe(sha(CASES[2]![1].data))
  })

  it('is refused when it was cut', async () => {
    const flac = await readFile(new URL('m24-48000.flac', FIXTURES))
    const source = await openFlac(await put(flac.subarray(0, flac.length - 3000)))
    await expect(pcmOf(source)).rejects.toThrow(/cut short|damaged/)
  })

  it('is refused when one bit of its audio is wrong', async () => {
    const flac = await readFile(new URL('m24-48000.flac', FIXTURES))
    flac[flac.length - 5000]! ^= 0x10
    await expect(pcmOf(await openFlac(await put(flac)))).rejects.toThrow('damaged')
  })

  it('is refused when the samples do not match the checksum in it', async () => {
    const flac = await readFile(new URL('m24-48000.flac', FIXTURES))
    flac[4 + 4 + 18]! ^= 1
    await expect(pcmOf(await openFlac(await put(flac)))).rejects.toThrow('does not match the checksum')
  })
})

describe('what is not taken', () => {
  const pcm = tone(44_100, 16, 2, 1000)
  it.each<[string, () => Buffer, RegExp]>([
    ['a text named .wav', () => Buffer.from('This is no audio at all, only text.'), /not a WAV file inside/],
    ['12 bit', () => withFormat(wav(pcm), { bits: 12 }), /12 bit audio: export it/],
    ['16 bit float', () => extensibleWav(pcm, 3), /16 bit float audio: export it/],
    ['ADPCM', () => withFormat(wav(pcm), { tag: 2 }), /compressed WAV \(ADPCM\): export it/],
    ['another compression', () => withFormat(wav(pcm), { tag: 4711 }), /compressed WAV \(format 4711\)/],
    ['six channels', () => withFormat(wav(pcm), { channels: 6 }), /6 channels/],
    ['a rate nobody has', () => withFormat(wav(pcm), { rate: 44_000 }), /44000 Hz: export it/],
    ['a cut WAV', () => wav(pcm).subarray(0, 2000), /cut short: 1956 of 4000 bytes/],
    ['a WAV without audio', () => wav({ ...pcm, data: Buffer.alloc(0) }), /no audio/],
    ['a header alone', () => wav(pcm).subarray(0, 36), /no audio/],
  ])('%s', async (_name, make, reason) => {
    await expect(openWav(await put(make()))).rejects.toThrow(reason)
  })

  it.each<[string, () => Buffer, RegExp]>([
    ['a compressed AIFC', () => aiff(pcm, 'ima4'), /compressed AIFF \(ima4\): export it/],
    ['a cut AIFF', () => aiff(pcm).subarray(0, 1000), /cut short/],
    ['an AIFF without sound', () => iffChunk('FORM', Buffer.from('AIFF')), /format is missing/],
    ['a text named .aiff', () => Buffer.from('only text'), /not an AIFF/],
  ])('%s', async (_name, make, reason) => {
    await expect(openAiff(await put(make()))).rejects.toThrow(reason)
  })

  it('finds the audio behind other chunks, odd ones too', async () => {
    const plain = wav(pcm)
    const body = Buffer.concat([Buffer.from('WAVE'), riffChunk('bext', Buffer.alloc(603)), plain.subarray(12)])
    expect(await pcmOf(await openWav(await put(riffChunk('RIFF', body))))).toBe(sha(pcm.data))
  })
})

it('scales 24 bit samples to floats without loss', () => {
  const pcm = tone(48_000, 24, 1, 5000)
  const [plane] = toPlanar(pcm.data, pcm)
  const back = Array.from(plane!, (sample) => sample * 2 ** 23)
  expect(back).toEqual(Array.from({ length: 5000 }, (_, i) => pcm.data.readIntLE(i * 3, 3)))
})

function withFormat(file: Buffer, to: { tag?: number; channels?: number; rate?: number; bits?: number }): Buffer {
  const { tag = 1, channels = 2, rate = 44_100, bits = 16 } = to
  file.writeUInt16LE(tag, 20)
  file.writeUInt16LE(channels, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt16LE((channels * bits) / 8, 32)
  file.writeUInt16LE(bits, 34)
  return file
}

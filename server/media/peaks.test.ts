import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PEAK_COUNT, PEAKS_BYTES } from '#core/model/catalogue/media.ts'
import { riffChunk, wav } from '#tests/fixtures/import/make.ts'
import { SYNTH_GENERATOR } from '../demo/music/synth.ts'
import { encodeMp3 } from '../import/audio/encodeMp3.ts'
import { planarOf } from '../import/audio/pcm.ts'
import { openWav } from '../import/audio/wav.ts'
import type { TrackSource } from './contract.ts'
import { createFolderStore } from './objects/folderStore.ts'
import type { ObjectStore } from './objects/objectStore.ts'
import { createPeaks } from './peaks.ts'

let folder = ''
let store: ObjectStore
let reads: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peaks-'))
  reads = []
  const real = createFolderStore(folder)
  store = {
    ...real,
    read: (path, start, end) => {
      reads.push(path)
      return real.read(path, start, end)
    },
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Mono, `loud` where it is asked for, silent elsewhere. */
function sound(bits: 16 | 24, loud: (share: number) => number, ...tail: Buffer[]): Buffer {
  const frames = PEAK_COUNT * 50
  const data = Buffer.alloc((frames * bits) / 8)
  for (let i = 0; i < frames; i++) {
    const value = Math.round(loud(i / frames) * (2 ** (bits - 1) - 1)) * (i % 2 === 0 ? 1 : -1)
    data.writeIntLE(value, (i * bits) / 8, bits / 8)
  }
  return wav({ sampleRate: 44_100, bits, channels: 1, data }, ...tail)
}
async function imported(bytes: Buffer): Promise<TrackSource> {
  await store.put('imported/a.wav', bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { kind: 'file', files: { wav: { path: 'imported/a.wav', bytes: bytes.length, sha256, crc32: 0 } } }
}

describe('the outline of a track', () => {
  it.each([16, 24] as const)('follows the loudness of a WAV of %d bits in the media store', async (bits) => {
    const source = await imported(sound(bits, (share) => (share < 0.5 ? 0.4 : 0.8)))
    const values = await createPeaks(store).of(source)
    expect(values).toHaveLength(PEAKS_BYTES)
    // 0.8 of full scale is 1.94 dB below it.
    expect(values?.[PEAK_COUNT]).toBe(4)
    expect([values?.[0], values?.[PEAK_COUNT / 2 - 1]]).toEqual([128, 128])
    expect([values?.[PEAK_COUNT / 2], values?.[PEAK_COUNT - 1]]).toEqual([255, 255])
    expect(reads).toEqual(['imported/a.wav'])
  })

  it('follows all channels of a WAV, also what is on the right alone', async () => {
    const mono = sound(16, (share) => (share < 0.5 ? 0.4 : 0.8))
    const of = mono.subarray(44)
    const data = Buffer.alloc(of.length * 2)
    for (let at = 0; at < of.length; at += 2) of.copy(data, at * 2 + 2, at, at + 2)
    const values = await createPeaks(store).of(await imported(wav({ sampleRate: 44_100, bits: 16, channels: 2, data })))
    expect([values?.[0], values?.[PEAK_COUNT - 1]]).toEqual([128, 255])
    // Half the power is 3.01 dB less than on both.
    expect(values?.[PEAK_COUNT]).toBe(10)
  })

  /** The same sound as an MP3 alone, as one that came so or as Ogg has it. */
  async function asMp3(of: Buffer, name: string): Promise<TrackSource> {
    const [from, to] = [join(folder, `${name}.wav`), join(folder, `${name}.mp3`)]
    await writeFile(from, of)
    await encodeMp3(planarOf(await openWav(from)), to)
    const bytes = await readFile(to)
    await store.put(`imported/${name}.mp3`, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { kind: 'file', files: { mp3: { path: `imported/${name}.mp3`, bytes: bytes.length, sha256, crc32: 0 } } }
  }

  it('is had of a song that has an MP3 alone, of each its own', { tags: ['long'] }, async () => {
    const data = (loud: (share: number) => number) => {
      const frames = 44_100 * 4
      const pcm = Buffer.alloc(frames * 4)
      for (let i = 0; i < frames; i++)
        pcm.writeInt16LE(Math.round(Math.sin(i / 10) * loud(i / frames) * 0x7fff), i * 4 + 2)
      return wav({ sampleRate: 44_100, bits: 16, channels: 2, data: pcm })
    }
    const peaks = createPeaks(store)
    const [one, other] = [
      await asMp3(
        data((share) => (share < 0.5 ? 0.4 : 0.8)),
        'one',
      ),
      await asMp3(
        data((share) => (share < 0.5 ? 0.8 : 0.4)),
        'other',
      ),
    ]
    expect(peaks.etag(one)).not.toBe(peaks.etag(other))
    for (const [source, halves] of [
      [one, [128, 255]],
      [other, [255, 128]],
    ] as const) {
      const values = await peaks.of(source)
      expect(values).toHaveLength(PEAKS_BYTES)
      for (const [n, half] of halves.entries())
        expect(Math.abs((values?.[100 + n * (PEAK_COUNT / 2)] ?? 0) - half)).toBeLessThan(6)
      // A sine of 0.8 on one of two channels is 7.96 dB below full scale.
      expect(Math.abs((values?.[PEAK_COUNT] ?? 0) - 16)).toBeLessThan(3)
    }
  })

  it('is not had of an MP3 that is none', async () => {
    const bytes = Buffer.alloc(5000, 7)
    await store.put('imported/none.mp3', bytes)
    const mp3 = { path: 'imported/none.mp3', bytes: bytes.length, sha256: 'none', crc32: 0 }
    expect(await createPeaks(store).of({ kind: 'file', files: { mp3 } })).toBeNull()
  })

  it('takes nothing behind the sound for sound', async () => {
    const tags = riffChunk('id3 ', Buffer.alloc(200_000, 0x7f))
    const values = await createPeaks(store).of(await imported(sound(16, (share) => (share < 0.9 ? 0.5 : 0.2), tags)))
    expect([values?.[0], values?.[PEAK_COUNT - 1]]).toEqual([255, 102])
  })

  it('is made once, also for those who ask at the same time', async () => {
    const source = await imported(sound(16, () => 0.5))
    const peaks = createPeaks(store)
    const [one, two] = await Promise.all([peaks.of(source), peaks.of(source)])
    const later = await createPeaks(store).of(source)
    expect(reads.filter((path) => path === 'imported/a.wav')).toHaveLength(1)
    expect([two, later]).toEqual([one, one])
    expect(await readdir(join(folder, 'peaks'))).toHaveLength(1)
  })

  it('is had of a synthesised track, the same each time', async () => {
    const synth: TrackSource = {
      kind: 'synth',
      seed: 'pop.outline',
      generator: SYNTH_GENERATOR,
      seconds: 20,
      sampleRate: 44100,
      bits: 16,
      channels: 2,
    }
    const first = await createPeaks(store).of(synth)
    await rm(join(folder, 'peaks'), { recursive: true })
    expect((await createPeaks(store).of(synth))?.equals(first ?? Buffer.alloc(0))).toBe(true)
    expect(new Set(first).size).toBeGreaterThan(20)
  })

  it('is not had of what cannot be read here, and a store that fails says so', async () => {
    const peaks = createPeaks(store)
    expect(await peaks.of({ kind: 'clip' })).toBeNull()
    const lost = await imported(sound(16, () => 0.5))
    await store.remove('imported/a.wav')
    await expect(peaks.of(lost)).rejects.toThrow('gone')
  })

  it('is had of a WAV with a megabyte before its audio, and of one that lacks a pad byte', async () => {
    const plain = sound(16, (share) => (share < 0.5 ? 0.4 : 0.8))
    const expected = await createPeaks(store).of(await imported(plain))
    const headed = (chunk: Buffer) => Buffer.concat([plain.subarray(0, 12), chunk, plain.subarray(12)])
    const odd = riffChunk('note', Buffer.alloc(101, 1))
    for (const other of [headed(riffChunk('id3 ', Buffer.alloc(3_000_001, 7))), headed(odd.subarray(0, 8 + 101))])
      expect(await createPeaks(store).of(await imported(other))).toEqual(expected)
  })
})

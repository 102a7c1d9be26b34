// @module-tag long
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MPEGDecoder } from 'mpg123-decoder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tone, wav } from '#tests/fixtures/import/make.ts'
import { Refusal } from '../refusal.ts'
import { encodeMp3 } from './encodeMp3.ts'
import { readMp3 } from './mp3.ts'
import { planarOf, toPlanar } from './pcm.ts'
import { createResampler, mp3Rate } from './resample.ts'
import { openWav } from './wav.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('MP3 320 of a lossless source', () => {
  it.each<[number, 16 | 24, 1 | 2]>([
    [44_100, 16, 2],
    [48_000, 24, 2],
    [48_000, 16, 1],
    [88_200, 24, 2],
    [96_000, 24, 1],
    [96_000, 16, 2],
  ])('%i Hz, %i bit, %i channels: same length, same sound', async (rate, bits, channels) => {
    const pcm = tone(rate, bits, channels, rate)
    const source = join(folder, `${rate}-${bits}-${channels}.wav`)
    const made = `${source}.mp3`
    await writeFile(source, wav(pcm))
    await encodeMp3(planarOf(await openWav(source)), made)

    const bytes = await readFile(made)
    expect(bytes[2]! >> 4, '320 kbit/s').toBe(14)
    const { channelData, sampleRate, samplesDecoded } = await decoded(bytes)
    expect(sampleRate).toBe(mp3Rate(rate))
    expect(Math.abs(samplesDecoded / sampleRate - 1)).toBeLessThan(0.06)
    expect((await readMp3(made)).duration).toBeCloseTo(1, 1)

    // Who reads what the first frame says leaves out what the encoder put around the music.
    const trimmed = await decoded(bytes, true)
    const wanted = rate === sampleRate ? rate : sampleRate
    expect(Math.abs(trimmed.samplesDecoded - wanted), 'samples').toBeLessThanOrEqual(1)

    const planes = toPlanar(pcm.data, pcm)
    planes.forEach((plane, c) => {
      const wanted = rate === sampleRate ? plane : resampled(plane, rate, sampleRate)
      expect(correlation(wanted, channelData[c]!)).toBeGreaterThan(0.995)
    })
  })
})

describe('resampling', () => {
  it.each([
    [96_000, 48_000],
    [88_200, 44_100],
    [64_000, 48_000],
  ])('%i to %i Hz keeps what fits and removes what does not', (from, to) => {
    const kept = resampled(sine(from, 1000), from, to)
    expect(kept.length).toBe(to)
    const middle = kept.subarray(to / 4, (3 * to) / 4)
    const error = middle.map((value, i) => value - Math.sin((2 * Math.PI * 1000 * (i + to / 4)) / to))
    expect(level(error), 'a 1 kHz tone').toBeLessThan(-95)
    const high = resampled(sine(from, to * 0.45), from, to).subarray(to / 4, (3 * to) / 4)
    expect(level(high), 'a tone inside the band').toBeGreaterThan(-3.2)
    const alias = resampled(sine(from, to * 0.55 < from / 2 ? to * 0.55 : from * 0.49), from, to)
    expect(level(alias.subarray(to / 4, (3 * to) / 4)), 'a tone beyond the band').toBeLessThan(-95)
  })

  it('gives the same samples however the input is cut', () => {
    const input = sine(96_000, 3000)
    const whole = resampled(input, 96_000, 48_000)
    const resampler = createResampler(96_000, 48_000)
    const parts: number[] = []
    for (let at = 0, size = 1; at < input.length; at += size, size = (size * 7) % 5003)
      parts.push(...resampler.push(input.subarray(at, at + size)))
    parts.push(...resampler.end())
    expect(Float32Array.from(parts)).toEqual(whole)
  })
})

describe('reading MP3', () => {
  it('refuses what has no frames', async () => {
    const path = join(folder, 'text.mp3')
    await writeFile(path, 'ID3 but only in name, '.repeat(200))
    await expect(readMp3(path)).rejects.toThrow('no MP3 audio')
  })

  it('refuses a file whose own header counts more frames than there are', async () => {
    const frames = await readFile(join(folder, '44100-16-2.wav.mp3'))
    // A Xing frame as LAME writes it: flags 1, then the number of frames.
    const xing = Buffer.alloc(1044)
    frames.copy(xing, 0, 0, 4)
    xing.writeUInt8(frames[2]! & 0xfd, 2)
    xing.write('Xing', 36, 'latin1')
    xing.writeUInt32BE(1, 40)
    xing.writeUInt32BE(40, 44)
    const path = join(folder, 'xing.mp3')
    await writeFile(path, Buffer.concat([xing, frames]))
    expect((await readMp3(path)).duration).toBeGreaterThan(1)
    await writeFile(path, Buffer.concat([xing, frames.subarray(0, 20_000)]))
    await expect(readMp3(path)).rejects.toThrow('cut short: 19 of 40 MP3 frames')
  })

  it('refuses a file with a hole in it', async () => {
    const frames = await readFile(join(folder, '44100-16-2.wav.mp3'))
    const path = join(folder, 'hole.mp3')
    await writeFile(path, frames.fill(0, 10_000, 14_000))
    await expect(readMp3(path)).rejects.toThrow('damaged')
  })
})

async function decoded(bytes: Buffer, enableGapless = false) {
  const decoder = new MPEGDecoder({ enableGapless })
  await decoder.ready
  try {
    return decoder.decode(bytes)
  } finally {
    decoder.free()
  }
}

function resampled(input: Float32Array, from: number, to: number): Float32Array {
  const resampler = createResampler(from, to)
  const head = resampler.push(input)
  const tail = resampler.end()
  const out = new Float32Array(head.length + tail.length)
  out.set(head)
  out.set(tail, head.length)
  return out
}

function sine(rate: number, hertz: number): Float32Array {
  return Float32Array.from({ length: rate }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate))
}

/** Root mean square in dB of full scale. */
function level(samples: Float32Array): number {
  return 20 * Math.log10(Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length))
}

/** Best normalised correlation within the delay an encoder and a decoder may add, from the middle of both. */
function correlation(a: Float32Array, b: Float32Array): number {
  const start = 8000
  const length = 16_000
  let best = 0
  for (let delay = 0; delay < 3000; delay++) {
    let ab = 0
    let aa = 0
    let bb = 0
    for (let i = start; i < start + length; i++) {
      const x = a[i]!
      const y = b[i + delay]!
      ab += x * y
      aa += x * x
      bb += y * y
    }
    best = Math.max(best, ab / Math.sqrt(aa * bb))
  }
  return best
}

it('audio longer than the fields of an MP3 can say is refused, and the import goes on', async () => {
  const planes = [{ length: 31 * 3600 * 44_100 } as Float32Array]
  const source = { sampleRate: 44_100, channels: 1 as const, planes: async function* () { yield planes } } // biome-ignore format: one source
  await expect(encodeMp3(source as never, join(folder, 'long.mp3'))).rejects.toBeInstanceOf(Refusal)
})

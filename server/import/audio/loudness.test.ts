// Held against signals whose loudness the standards name, and against ffmpeg's own meter where there is one.
// @module-tag long
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { tone, wav } from '#tests/fixtures/import/make.ts'
import { createLoudnessMeter } from './loudness.ts'
import { toPlanar } from './pcm.ts'

const RATE = 48_000
const sine = (db: number, seconds: number, hertz = 1000, rate = RATE) =>
  Float32Array.from({ length: seconds * rate }, (_, i) => 10 ** (db / 20) * Math.sin((2 * Math.PI * hertz * i) / rate))
const joined = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]))
const measured = (planes: Float32Array[], rate = RATE, block = 4799) => {
  const meter = createLoudnessMeter(rate, planes.length)
  for (let at = 0; at < planes[0]!.length; at += block)
    meter.push(planes.map((plane) => plane.subarray(at, at + block)))
  return meter.end()
}

describe('EBU Tech 3341', () => {
  it('case 1 and 2: a stereo tone of -23 dBFS is -23 LUFS, one of -33 is -33', () => {
    const loud = sine(-23, 5)
    expect(Math.abs(measured([loud, loud]).integrated! + 23)).toBeLessThan(0.1)
    const quiet = sine(-33, 5)
    expect(Math.abs(measured([quiet, quiet]).integrated! + 33)).toBeLessThan(0.1)
  })

  it('case 3: what is 13 LU quieter than the rest does not count', () => {
    const part = joined(sine(-36, 4), sine(-23, 20), sine(-36, 4))
    expect(Math.abs(measured([part, part]).integrated! + 23)).toBeLessThan(0.1)
  })

  it('case 4: what lies below -70 LUFS does not count at all', () => {
    const part = joined(sine(-72, 4), sine(-36, 4), sine(-23, 20), sine(-36, 4), sine(-72, 4))
    expect(Math.abs(measured([part, part]).integrated! + 23)).toBeLessThan(0.1)
  })

  it('H-556: one channel counts once, and says that it is one', () => {
    const plane = sine(-23, 5)
    expect(measured([plane])).toMatchObject({ mono: true, integrated: expect.closeTo(-26, 1) })
    expect(measured([plane, plane])).not.toHaveProperty('mono')
  })

  it.each([44_100, 96_000, 192_000])('is the same at %i Hz', (rate) => {
    const plane = sine(-23, 3, 1000, rate)
    expect(Math.abs(measured([plane, plane], rate).integrated! + 23)).toBeLessThan(0.1)
  })

  it('case 15 and 16: the peak between samples counts', () => {
    const plane = Float32Array.from({ length: RATE }, (_, i) => 0.5 * Math.sin((Math.PI / 2) * i + Math.PI / 4))
    const { truePeak } = measured([plane, plane])
    expect(truePeak! + 6.02).toBeGreaterThan(-0.4)
    expect(truePeak! + 6.02).toBeLessThan(0.2)
  })
})

it('EBU Tech 3342, case 1: two tones 10 dB apart have a range of 10 LU', () => {
  const plane = joined(sine(-20, 20), sine(-30, 20))
  expect(Math.abs(measured([plane, plane]).range - 10)).toBeLessThan(0.5)
})

describe('silence', () => {
  it('is measured at both ends', () => {
    const plane = joined(new Float32Array(24_000), sine(-6, 1), new Float32Array(12_000).fill(0.0005))
    const { head, tail } = measured([plane, new Float32Array(plane.length)])
    expect(head).toBeCloseTo(0.5, 2)
    expect(tail).toBeCloseTo(0.25, 2)
  })

  it('alone has neither loudness nor peak', () => {
    const silent = new Float32Array(RATE)
    const none = { integrated: null, range: 0, truePeak: null, head: 1, tail: 0 }
    expect(measured([silent, silent])).toEqual(none)
    expect(measured([silent])).toEqual({ ...none, mono: true })
  })

  it('of nothing is nothing', () => {
    expect(createLoudnessMeter(RATE, 2).end()).toEqual({ integrated: null, range: 0, truePeak: null, head: 0, tail: 0 })
  })
})

it('is the same however the song is cut', () => {
  const plane = sine(-12, 2, 997)
  expect(measured([plane], RATE, 1)).toEqual(measured([plane], RATE, 100_000))
})

const ffmpeg = promisify(execFile)
describe.skipIf(!(await ffmpeg('ffmpeg', ['-version']).catch(() => null)))('beside ffmpeg', () => {
  it.each<[number, 16 | 24, 1 | 2]>([
    [44_100, 16, 2],
    [48_000, 24, 1],
    [96_000, 24, 2],
  ])('agrees at %i Hz, %i bit, %i channels', async (rate, bits, channels) => {
    const folder = await mkdtemp(join(tmpdir(), 'loud-'))
    try {
      const pcm = tone(rate, bits, channels, rate * 8)
      await writeFile(join(folder, 'a.wav'), wav(pcm))
      const { stderr } = await ffmpeg('ffmpeg', ['-nostats', '-i', join(folder, 'a.wav'), '-af', 'ebur128=peak=true', '-f', 'null', '-']) // biome-ignore format: one line
      const said = stderr.slice(stderr.lastIndexOf('Summary'))
      const number = (name: string) => Number(new RegExp(`${name}:\\s+(-?[\\d.]+)`).exec(said)?.[1])
      const mine = measured(toPlanar(pcm.data, pcm), rate)
      expect(Math.abs(mine.integrated! - number('I'))).toBeLessThan(0.15)
      expect(Math.abs(mine.truePeak! - number('Peak'))).toBeLessThan(0.3)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

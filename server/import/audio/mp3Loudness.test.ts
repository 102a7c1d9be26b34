import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createMp3Encoder } from 'wasm-media-encoders'
import { createLoudnessMeter } from './loudness.ts'
import { readMp3 } from './mp3.ts'
import { mp3Loudness } from './mp3Loudness.ts'

const RATE = 44_100
const folder = mkdtempSync(join(tmpdir(), 'mp3-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([1, 2] as const)('H-084: an MP3 of %i channels is as loud as what it was made of', async (channels) => {
  const plane = Float32Array.from({ length: RATE * 4 }, (_, i) => 0.25 * Math.sin((i * 2 * Math.PI * 1000) / RATE))
  const planes = Array.from({ length: channels }, () => plane)
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: RATE, channels, bitrate: 192 })
  const path = join(folder, `${channels}.mp3`)
  const frames = Uint8Array.from(encoder.encode(planes as never))
  writeFileSync(path, Buffer.concat([frames, Uint8Array.from(encoder.finalize())]))
  const mp3 = await readMp3(path)
  expect(mp3.channels).toBe(channels)
  const meter = createLoudnessMeter(RATE, channels)
  meter.push(planes)
  const { integrated } = await mp3Loudness(mp3.audio, mp3.sampleRate, mp3.channels)
  expect(integrated).toBeCloseTo(meter.end().integrated ?? Number.NaN, 0)
})

// The loudness of a demo's versions: measured as their files would be, kept with the song, and nothing else touched.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SYNTH_GENERATOR } from '../../demo/music/synth.ts'
import type { SynthSource } from '../../media/protocol.ts'
import { audioPieces } from '../../media/threads/render.ts'
import { createLoudnessMeter } from './loudness.ts'
import { toPlanar } from './pcm.ts'
import { synthLoudness } from './synthLoudness.ts'
import { openWav } from './wav.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'measure-'))
})
afterEach(() => rm(folder, { recursive: true }))

const source: SynthSource = {
  kind: 'synth',
  seed: 'house.measured',
  generator: SYNTH_GENERATOR,
  seconds: 12,
  sampleRate: 44_100,
  bits: 24,
  channels: 2,
}

it('a song is as loud as the file that is made of it', { tags: ['long'] }, async () => {
  const measured = await synthLoudness(source, async () => {})
  const path = join(folder, 'a.wav')
  for await (const piece of audioPieces(source, 'wav')) await writeFile(path, piece, { flag: 'a' })
  const file = await openWav(path)
  const meter = createLoudnessMeter(44_100, 2)
  for await (const block of file.blocks()) meter.push(toPlanar(block, file))
  const made = meter.end()
  expect(measured.integrated).toBeLessThan(-5)
  expect(measured.integrated).toBeCloseTo(made.integrated!, 1)
  expect(measured.truePeak).toBeCloseTo(made.truePeak!, 1)
  expect(measured.range).toBeCloseTo(made.range, 1)
})

it('breaks off where it is told to', async () => {
  let turns = 0
  const turn = async () => {
    if (++turns === 3) throw new Error('over')
  }
  await expect(synthLoudness(source, turn)).rejects.toThrow('over')
  expect(turns).toBe(3)
})

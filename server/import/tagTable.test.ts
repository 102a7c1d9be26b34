import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { stationReady } from '../../scripts/tags/stationReady.ts'
import { printTables } from './tagTable.ts'

const FIXTURE = new URL('../../tests/fixtures/import/s16-44100.flac', import.meta.url).pathname
let base: string
let lines: string[]
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'table-'))
  lines = []
})
afterEach(() => rm(base, { recursive: true }))
const run = (...args: string[]) => printTables(args, base, (line) => void lines.push(line), stationReady)
const row = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.split(' | ').slice(1).map((cell) => cell.trim()) // biome-ignore format: one line

it('sets what a FLAC says beside what is made of it', async () => {
  expect(await run(FIXTURE)).toBe(0)
  expect(row('title')).toEqual([
    'Northern Line (Radio Edit)',
    'Northern Line (Radio Edit)',
    'Northern Line (Radio Edit)',
    'Northern Line (Radio Edit)',
  ])
  for (const name of ['ISRC', 'genre', 'lyrics', 'label']) {
    const [source, mp3, wav, station] = row(name)!
    expect([mp3, wav, station], name).toEqual([source, source, source])
    expect(source, name).not.toBe('')
  }
  expect(row('tags')).toEqual(['vorbis', 'ID3v2.3', 'exif; ID3v2.3', 'exif; ID3v2.3'])
  expect(row('cover')?.every((cell) => cell !== '')).toBe(true)
})

it('says why a file is not taken, what is not there, and how it is used', async () => {
  await writeFile(join(base, 'a.wav'), 'no audio')
  expect(await run('a.wav')).toBe(0)
  expect(lines[1]).toContain('not imported: it is not a WAV file inside')
  expect(await run('nowhere.wav')).toBe(1)
  expect(await run()).toBe(1)
})

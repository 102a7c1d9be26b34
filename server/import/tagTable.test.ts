import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aiff, tone } from '#tests/fixtures/import/make.ts'
import { stationReady } from '../../scripts/tags/stationReady.ts'
import { printTables } from './tagTable.ts'

const FIXTURE = fileURLToPath(new URL('../../tests/fixtures/import/s16-44100.flac', import.meta.url))
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

it('shows UTF-8 in LIST/INFO as what it is, in every column', async () => {
  const title = Buffer.from('Søng 夜の歌\0', 'utf8')
  const chunk = (id: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(id, 'latin1')
    head.writeUInt32LE(content.length, 4)
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
  }
  const format = Buffer.from([1, 0, 1, 0, 0x44, 0xac, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0])
  const audio = Buffer.from(Int16Array.from({ length: 44_100 }, (_, n) => 9000 * Math.sin(n / 16)).buffer)
  const content = Buffer.concat([
    Buffer.from('WAVE'),
    chunk('fmt ', format),
    chunk('data', audio),
    chunk('LIST', Buffer.concat([Buffer.from('INFO'), chunk('INAM', title)])),
  ])
  await writeFile(join(base, 'a.wav'), chunk('RIFF', content))
  expect(await run('a.wav')).toBe(0)
  expect(row('title')).toEqual(['Søng 夜の歌', 'Søng 夜の歌', 'as it came', 'Søng 夜の歌'])
})

it('prints no control character that a file, or its name, brings', async () => {
  await writeFile(join(base, 'a.aifc'), aiff(tone(44_100, 16, 2, 100), '\u001b[2J'))
  expect(await run('a.aifc', '\u001b[2J.wav')).toBe(1)
  expect(lines[1]).toBe('  not imported: compressed AIFF ( [2J): export it as plain PCM')
  expect(lines.join('')).not.toContain('\u001b')
})

it('says why a file is not taken, what is not there, and how it is used', async () => {
  await writeFile(join(base, 'a.wav'), 'no audio')
  expect(await run('a.wav')).toBe(0)
  expect(lines[1]).toContain('not imported: it is not a WAV file inside')
  expect(await run('nowhere.wav')).toBe(1)
  expect(await run()).toBe(1)
})

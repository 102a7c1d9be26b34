import { createHash } from 'node:crypto'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMp3Encoder } from 'wasm-media-encoders'
import { id3, png, tone } from '#tests/fixtures/import/make.ts'
import { readAt } from './chunks.ts'
import { openFlac } from './flac.ts'
import { kindOf } from './kind.ts'
import { isMonoMp3, readMp3 } from './mp3.ts'
import { tagBytes } from './weight.ts'

let folder: string
let mp3: Buffer
let flac: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tags-'))
  flac = await readFile(new URL('../../../tests/fixtures/import/m24-48000.flac', import.meta.url))
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: 44_100, channels: 1, bitrate: 192 })
  const plane = Float32Array.from({ length: 44_100 }, (_, i) => 0.5 * Math.sin(i / 20))
  mp3 = Buffer.concat([Uint8Array.from(encoder.encode([plane])), Uint8Array.from(encoder.finalize())])
})
afterAll(() => rm(folder, { recursive: true }))

async function put(name: string, ...parts: Buffer[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, Buffer.concat(parts))
  return path
}
async function samplesOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const block of (await openFlac(path)).blocks()) hash.update(block)
  return hash.digest('hex')
}

const id3v1 = () => Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 'a')])
function ape(bytes: number, withHeader: boolean): Buffer {
  const items = Buffer.alloc(bytes, 'x')
  const mark = Buffer.alloc(32)
  mark.write('APETAGEX')
  mark.writeUInt32LE(2000, 8)
  mark.writeUInt32LE(bytes + 32, 12)
  mark.writeUInt32LE(withHeader ? 0x8000_0000 : 0, 20)
  return Buffer.concat([...(withHeader ? [mark] : []), items, mark])
}
const lyrics = (words: string) =>
  Buffer.from(`LYRICSBEGIN${words}${String(11 + words.length).padStart(6, '0')}LYRICS200`, 'latin1')
function behind(tags: Record<string, string>): Buffer {
  const tag = id3(tags)
  tag[5] = 0x10
  return Buffer.concat([tag, Buffer.from('3DI'), tag.subarray(3, 10)])
}

const ENDS: [name: string, make: () => Buffer[]][] = [
  ['ID3v1', () => [id3v1()]],
  ['APEv2', () => [ape(200, false)]],
  ['APEv2 with a header, and ID3v1', () => [ape(40_000, true), id3v1()]],
  ['Lyrics3 and ID3v1', () => [lyrics('la '.repeat(9000)), id3v1()]],
  ['APEv2, Lyrics3 and ID3v1', () => [ape(100, true), lyrics('la'), id3v1()]],
  ['ID3v2 with a footer', () => [behind({ TIT2: 'Tides '.repeat(2000) })]],
]

describe.each(ENDS)('H-540: %s behind the audio', (_name, make) => {
  it('is none of an MP3', async () => {
    const { audio } = await readMp3(await put('a.mp3', id3({ TIT2: 'Tides' }), mp3, ...make()))
    expect(audio.equals(mp3)).toBe(true)
  })

  it('leaves a FLAC whole', async () => {
    const all = createHash('sha256')
      .update(tone(48_000, 24, 1, 9600).data)
      .digest('hex')
    expect(await samplesOf(await put('a.flac', flac, ...make()))).toBe(all)
  })
})

it('what says that it is a tag longer than the file is none', async () => {
  const mark = ape(0, false)
  mark.writeUInt32LE(1_000_000_000, 12)
  const { audio } = await readMp3(await put('a.mp3', mp3, mark))
  expect(audio.subarray(0, mp3.length).equals(mp3)).toBe(true)
})

describe('H-540: two ID3v2 tags before the audio', () => {
  const tags = () => [id3({ TIT2: 'Tides' }), id3({ TIT2: 'Ebb', APIC: Buffer.concat([png(9, 9, 9), Buffer.alloc(150_000, 7)]) })] // biome-ignore format: one line

  it('hide no MP3, however long the second is', async () => {
    const path = await put('a.mp3', ...tags(), mp3)
    expect(await kindOf(path)).toBe('mp3')
    expect((await readMp3(path)).audio.equals(mp3)).toBe(true)
    expect(await tagBytes('mp3', path)).toBe(Buffer.concat(tags()).length)
    const handle = await open(path, 'r')
    expect(await isMonoMp3((at, length) => readAt(handle, at, length))).toBe(true)
    await handle.close()
  })

  it('hide no FLAC', async () => {
    const path = await put('a.flac', ...tags(), flac)
    expect(await kindOf(path)).toBe('flac')
    expect(await samplesOf(path)).toBe(await samplesOf(await put('b.flac', flac)))
  })

  it('of which the second says it is longer than the file hide no MP3 either', async () => {
    const lie = id3({ TIT2: 'Ebb' }).subarray(0, 10)
    lie[6] = 0x7f
    const path = await put('a.mp3', id3({ TIT2: 'Tides' }), lie, mp3)
    expect((await readMp3(path)).audio.equals(mp3)).toBe(true)
    const handle = await open(path, 'r')
    expect(await isMonoMp3((at, length) => readAt(handle, at, length))).toBe(true)
    await handle.close()
  })
})

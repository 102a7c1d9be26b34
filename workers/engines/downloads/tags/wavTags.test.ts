import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { wav } from '#tests/support/downloadParts.ts'
import { type WavTexts, wrapWav } from './wavTags.ts'

const texts: WavTexts = {
  title: 'Ärger – “Remix”',
  artist: 'Ana Lumen',
  release: 'Strata',
  label: 'Red Barn',
  isrc: 'GBAAA2600001',
  ordinal: 7,
}

async function wrapped(source: Uint8Array, with_ = texts): Promise<Uint8Array> {
  const frame = await wrapWav(source.length, async (at, length) => source.slice(at, at + length), with_)
  if (!frame) throw new Error('left as it is')
  const bytes = new Uint8Array([...frame.head, ...source.subarray(frame.from, frame.to), ...frame.tail])
  expect(bytes.length).toBe(frame.size)
  return bytes
}

/** Chunks of a WAV as any reader finds them. */
function chunks(bytes: Uint8Array): { id: string; content: Uint8Array }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: { id: string; content: Uint8Array }[] = []
  for (let at = 12; at < bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    found.push({
      id: String.fromCharCode(...bytes.subarray(at, at + 4)),
      content: bytes.subarray(at + 8, at + 8 + length),
    })
    at += 8 + length + (length % 2)
  }
  return found
}
const names = (bytes: Uint8Array) => chunks(bytes).map(({ id }) => id)
const content = (bytes: Uint8Array, id: string) => chunks(bytes).find((one) => one.id === id)?.content as Uint8Array
const text = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length)).replace(/\0+$/, '')

const extra = (id: string, bytes: number[]) => [
  ...new TextEncoder().encode(id),
  ...new Uint8Array(Uint32Array.of(bytes.length).buffer),
  ...bytes,
  ...(bytes.length % 2 ? [0] : []),
]
/** A WAV with more chunks around its audio. */
function rich(before: number[], after: number[], dataBytes = 100): Uint8Array {
  const source = wav(dataBytes)
  const all = [...source.subarray(0, 36), ...before, ...source.subarray(36), ...(dataBytes % 2 ? [0] : []), ...after]
  const bytes = Uint8Array.from(all)
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true)
  return bytes
}

describe('a station-ready WAV', () => {
  it('has bext and cart before the audio, INFO and id3 after it, and a RIFF size that is right', async () => {
    const bytes = await wrapped(wav(1000))
    expect(names(bytes)).toEqual(['fmt ', 'bext', 'cart', 'data', 'LIST', 'id3 '])
    expect(new DataView(bytes.buffer).getUint32(4, true)).toBe(bytes.length - 8)
  })

  it('keeps the audio bit for bit, of an odd length too', async () => {
    for (const length of [1000, 1001]) {
      const source = rich([], [], length)
      expect(content(await wrapped(source), 'data')).toEqual(content(source, 'data'))
    }
  })

  it('says title, artist, ISRC and label where automation looks for them', async () => {
    const bytes = await wrapped(wav(1000))
    const cart = content(bytes, 'cart')
    expect(cart.length).toBe(2048)
    expect([4, 68, 132, 196].map((at) => text(cart, at, 64))).toEqual([
      'Arger - ?Remix?',
      'Ana Lumen',
      'GBAAA2600001',
      'Red Barn',
    ])
    expect([text(cart, 0, 4), text(cart, 260, 64), text(cart, 324, 64)]).toEqual(['0101', 'Music', 'Strata'])
    const bext = content(bytes, 'bext')
    expect(bext.length).toBe(602)
    expect([text(bext, 0, 256), text(bext, 256, 32), text(bext, 288, 32)]).toEqual([
      'Ana Lumen - Arger - ?Remix? - Strata',
      'Red Barn',
      'GBAAA2600001',
    ])
  })

  it('is on the air from the first day to the last, and its level is the full scale', async () => {
    const cart = content(await wrapped(wav(1000)), 'cart')
    expect([text(cart, 452, 18), text(cart, 470, 18)]).toEqual(['1900-01-0100:00:00', '9999-12-3123:59:59'])
    expect(new DataView(cart.buffer, cart.byteOffset).getInt32(680, true)).toBe(32_768)
  })

  it('replaces what was there of the same kind and keeps every other chunk', async () => {
    const source = rich(
      [...extra('bext', [1, 2]), ...extra('fact', [9, 8, 7, 6])],
      [...extra('LIST', [...new TextEncoder().encode('INFO')]), ...extra('cue ', [5, 5, 5]), ...extra('id3 ', [1])],
    )
    const bytes = await wrapped(source)
    expect(names(bytes)).toEqual(['fmt ', 'fact', 'bext', 'cart', 'data', 'cue ', 'LIST', 'id3 '])
    expect([...content(bytes, 'fact')]).toEqual([9, 8, 7, 6])
    expect([...content(bytes, 'cue ')]).toEqual([5, 5, 5])
    expect(names(await wrapped(bytes))).toEqual(names(bytes))
  })

  it('long texts end where their field ends', async () => {
    const bytes = await wrapped(wav(10), { ...texts, title: 'x'.repeat(5000), label: 'y'.repeat(100) })
    expect(text(content(bytes, 'cart'), 4, 64)).toBe('x'.repeat(64))
    expect(text(content(bytes, 'cart'), 68, 64)).toBe('Ana Lumen')
    expect(text(content(bytes, 'bext'), 256, 32)).toBe('y'.repeat(32))
  })

  it.each([
    ['RF64', (source: Uint8Array) => source.set([0x52, 0x46, 0x36, 0x34])],
    ['a chunk longer than the file', (source: Uint8Array) => new DataView(source.buffer).setUint32(40, 9e6, true)],
    ['no audio', (source: Uint8Array) => source.set([0x64, 0x61, 0x74, 0x62], 36)],
  ])('leaves a file alone that is %s', async (_, spoil) => {
    const source = wav(100)
    spoil(source)
    expect(await wrapWav(source.length, async (at, length) => source.slice(at, at + length), texts)).toBeNull()
  })
})

const has = (tool: string) => spawnSync(tool, ['--version']).error === undefined

/** Gives the file to a tool and answers what it wrote. */
async function told(tool: string, args: (file: string) => string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'wav-'))
  try {
    const file = join(folder, 'tagged.wav')
    writeFileSync(file, await wrapped(wav(44_100 * 4)))
    return execFileSync(tool, args(file), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('other programs', () => {
  it.skipIf(!has('ffprobe'))('ffprobe reads audio and tags', async () => {
    const out = await told('ffprobe', (file) => ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', file])
    const { format, streams } = JSON.parse(out)
    expect(streams[0]).toMatchObject({ codec_name: 'pcm_s16le', channels: 2, sample_rate: '44100' })
    expect(Number(format.duration)).toBeCloseTo(1)
    expect(format.tags).toMatchObject({
      artist: 'Ana Lumen',
      title: texts.title,
      album: 'Strata',
      originator_reference: 'GBAAA2600001',
    })
  })
  it.skipIf(!has('sox'))('sox reads it', async () => {
    expect(await told('sox', (file) => ['--info', '-s', file])).toContain('44100')
  })
})

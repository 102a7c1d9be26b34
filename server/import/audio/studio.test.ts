// What studios and recorders leave behind: other depths and rates, 64-bit forms, sizes that are wrong.
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walkRiff } from '#core/model/bytes/riff.ts'
import { aiff, infoChunk, riffChunk, tone, wav } from '#tests/fixtures/import/make.ts'
import { wavHeader } from '../../media/codecs/wav.ts'
import { createFolderStore } from '../../media/objects/folderStore.ts'
import { piecesBytes, readStored } from '../../media/objects/pieces.ts'
import { openAiff } from './aiff.ts'
import { type PcmFormat, type PcmSource, toPlanar } from './pcm.ts'
import { openWav } from './wav.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0
async function put(bytes: Buffer): Promise<string> {
  const path = join(folder, `${count++}.wav`)
  await writeFile(path, bytes)
  return path
}
async function pcmOf(source: PcmSource): Promise<Buffer> {
  const blocks: Uint8Array[] = []
  for await (const block of source.blocks()) blocks.push(block)
  return Buffer.concat(blocks)
}
const sha = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')

/** The mended file as it is served. */
async function mendedOf(path: string): Promise<Buffer> {
  const { mended } = await openWav(path)
  if (!mended) throw new Error('nothing to mend')
  const store = createFolderStore(folder)
  const stored = { path: path.slice(folder.length + 1), mended: { pieces: mended, of: 0 } }
  const all = Buffer.concat(await (await readStored(store, stored, 0, piecesBytes(mended) - 1)).toArray())
  for (const [from, to] of [
    [0, 0],
    [3, 45],
    [40, 60],
    [all.length - 3, all.length - 1],
  ] as const) {
    // biome-ignore format: one line
    const part = Buffer.concat(await (await readStored(store, stored, from, to)).toArray())
    expect(part.equals(all.subarray(from, to + 1)), `${from}-${to}`).toBe(true)
  }
  const walked = await walkRiff(all.length, async (at, length) => all.subarray(at, at + length))
  expect(walked?.isExact).toBe(true)
  return all
}

/** A sine of one second in any format a WAV can hold. */
function sound(format: PcmFormat): Buffer {
  const { sampleRate, bits, channels, float } = format
  const data = Buffer.alloc(sampleRate * channels * (bits / 8))
  for (let i = 0; i < sampleRate * channels; i++) {
    const value = 0.5 * Math.sin(i / 30)
    if (bits === 64) data.writeDoubleLE(value, i * 8)
    else if (float) data.writeFloatLE(value, i * 4)
    else if (bits === 8) data.writeUInt8(128 + Math.round(value * 127), i)
    else data.writeIntLE(Math.round(value * (2 ** (bits - 1) - 1)), i * (bits / 8), bits / 8)
  }
  return data
}
const whole = (format: PcmFormat, data: Buffer) =>
  Buffer.concat([wavHeader(format, data.length), data, Buffer.alloc(data.length % 2)])

describe.each<PcmFormat>([
  { sampleRate: 48_000, bits: 32, channels: 2, float: true },
  { sampleRate: 44_100, bits: 64, channels: 1, float: true },
  { sampleRate: 44_100, bits: 32, channels: 2 },
  { sampleRate: 22_050, bits: 8, channels: 1 },
  { sampleRate: 192_000, bits: 24, channels: 2 },
  { sampleRate: 176_400, bits: 24, channels: 1 },
  { sampleRate: 32_000, bits: 16, channels: 2 },
])('%o', (format) => {
  const data = sound(format)
  it('is read to its last byte, and as the same sound', async () => {
    const source = await openWav(await put(whole(format, data)))
    expect(source).toMatchObject({ ...format, frames: format.sampleRate, mended: null })
    const bytes = await pcmOf(source)
    expect(sha(bytes)).toBe(sha(data))
    const [plane] = toPlanar(bytes, format)
    const error = plane!.reduce((most, value, i) => Math.max(most, Math.abs(value - 0.5 * Math.sin((i * format.channels) / 30))), 0) // biome-ignore format: one line
    expect(error).toBeLessThan(format.bits === 8 ? 0.01 : 1e-4)
  })
})

it('takes floats that are no numbers for silence', () => {
  const data = Buffer.alloc(12)
  data.writeFloatLE(Number.NaN, 0)
  data.writeFloatLE(Number.POSITIVE_INFINITY, 4)
  data.writeFloatLE(0.25, 8)
  const format: PcmFormat = { sampleRate: 48_000, bits: 32, channels: 1, float: true }
  expect([...toPlanar(data, format)[0]!]).toEqual([0, 0, 0.25])
})

it('reads a float AIFC and an 8 bit AIFF as the WAV of the same sound', async () => {
  const float = sound({ sampleRate: 44_100, bits: 32, channels: 1, float: true })
  const pcm = { sampleRate: 44_100, bits: 32 as const, channels: 1 as const, data: float }
  const source = await openAiff(await put(aiff(pcm, 'fl32')))
  expect(source).toMatchObject({ bits: 32, float: true })
  expect(sha(await pcmOf(source))).toBe(sha(float))
  const unsigned = sound({ sampleRate: 44_100, bits: 8, channels: 1 })
  const signed = unsigned.map((byte) => byte ^ 0x80)
  const eight = await openAiff(await put(aiff({ sampleRate: 44_100, bits: 8, channels: 1, data: Buffer.from(signed) })))
  expect(sha(await pcmOf(eight))).toBe(sha(unsigned))
})

describe('sizes', () => {
  const pcm = tone(44_100, 24, 2, 4411)
  const plain = wav(pcm)
  const changed = (...changes: [at: number, value: number][]) => {
    const file = Buffer.from(plain)
    for (const [at, value] of changes) file.writeUInt32LE(value, at)
    return file
  }
  const long = (form: string) => {
    const ds64 = Buffer.alloc(28)
    ds64.writeBigUInt64LE(BigInt(plain.length + 36 - 8), 0)
    ds64.writeBigUInt64LE(BigInt(pcm.data.length), 8)
    ds64.writeBigUInt64LE(4411n, 16)
    const file = Buffer.concat([plain.subarray(0, 12), riffChunk('ds64', ds64), plain.subarray(12)])
    file.write(form, 0, 'latin1')
    file.writeUInt32LE(0xffff_ffff, 4)
    file.writeUInt32LE(0xffff_ffff, 40 + 36)
    return file
  }

  it.each(['RF64', 'BW64'])('of %s are those of ds64', async (form) => {
    const source = await openWav(await put(long(form)))
    expect(source).toMatchObject({ frames: 4411, mended: null })
    expect(sha(await pcmOf(source))).toBe(sha(pcm.data))
    await expect(openWav(await put(long(form).subarray(0, 9000)))).rejects.toThrow('cut short')
  })

  it.each<[string, () => Buffer]>([
    ['0xFFFFFFFF, as ffmpeg writes into a pipe', () => changed([4, 0xffff_ffff], [40, 0xffff_ffff])],
    ['0x7FFFF000, as SoX does', () => changed([4, 0x7fff_f024], [40, 0x7fff_f000])],
    ['0, as of a recorder that was not stopped', () => changed([4, 0], [40, 0])],
    ['a RIFF size that is too large', () => changed([4, 0x1234_5678])],
    ['a RIFF size that is too small', () => changed([4, 36])],
    ['an audio size beyond a file whose own size is right', () => changed([40, pcm.data.length + 999_999])],
    ['a part of a sample at the end of a stream', () => Buffer.concat([changed([4, 0xffff_ffff], [40, 0xffff_ffff]), Buffer.alloc(4)])], // biome-ignore format: one line
  ])('%s are understood, and mended', async (_name, make) => {
    const path = await put(make())
    expect(sha(await pcmOf(await openWav(path)))).toBe(sha(pcm.data))
    expect(sha(await mendedOf(path))).toBe(sha(plain))
  })

  it('that were mended keep every chunk, and put in the byte that was left out', async () => {
    const odd = tone(44_100, 24, 1, 1001)
    const parts = [Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), wavHeader(odd, odd.data.length).subarray(12), odd.data]
    const tail = infoChunk({ INAM: 'Quay' })
    const path = await put(Buffer.concat([...parts, tail]))
    expect(sha(await mendedOf(path))).toBe(sha(wav(odd, tail)))
  })
})

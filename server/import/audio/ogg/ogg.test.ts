// @module-tag long
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oggSealed, type Pcm, tone, wav } from '#tests/fixtures/import/make.ts'
import { toPlanar } from '../pcm.ts'
import { openOgg } from './ogg.ts'
import { oggPages } from './pages.ts'

const FIXTURES = fileURLToPath(new URL('../../../../tests/fixtures/import/', import.meta.url))
const run = promisify(execFile)
const ffmpeg = await run('ffmpeg', ['-hide_banner', '-encoders']).then(
  ({ stdout }) => /libvorbis/.test(stdout) && /libopus/.test(stdout),
  () => false,
)
let folder: string
let opus: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ogg-'))
  opus = await readFile(join(FIXTURES, 'm-48000.opus'))
})
afterAll(() => rm(folder, { recursive: true }))

async function put(bytes: Buffer): Promise<string> {
  const path = join(folder, 'a.ogg')
  await writeFile(path, bytes)
  return path
}

async function heard(path: string) {
  const source = await openOgg(path)
  const blocks: Float32Array[][] = []
  const packets: Buffer[] = []
  for await (const planes of source.planes((packet) => packets.push(Buffer.from(packet)))) blocks.push(planes)
  const planes = Array.from({ length: source.channels }, (_, c) =>
    Float32Array.from(blocks.flatMap((block) => [...block[c]!])),
  )
  return { ...source, planes, packets }
}

/** 1 where two sounds are the same but for their level. */
function correlation(a: Float32Array, b: Float32Array): number {
  let [ab, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    ab += a[i]! * b[i]!
    aa += a[i]! ** 2
    bb += b[i]! ** 2
  }
  return ab / Math.sqrt(aa * bb)
}

describe.each<[name: string, file: string, pcm: Pcm]>([
  ['Ogg Vorbis', 's-44100.ogg', tone(44_100, 16, 2, 22_051)],
  ['Opus', 'm-48000.opus', tone(48_000, 16, 1, 24_001)],
])('%s', (name, file, pcm) => {
  it('is as long as what it was made of, to the sample, and sounds like it', async () => {
    const made = await heard(join(FIXTURES, file))
    const { sampleRate, channels } = pcm
    expect(made).toMatchObject({ name, sampleRate, channels })
    const source = toPlanar(pcm.data, pcm)
    for (const [c, plane] of made.planes.entries()) {
      expect(plane.length).toBe(source[c]!.length)
      expect(correlation(source[c]!, plane)).toBeGreaterThan(0.99)
    }
  })

  it('is refused when any byte of it is other than it was, or missing', async () => {
    const whole = await readFile(join(FIXTURES, file))
    // Heads of pages, tables of segments, tags and audio are all among them.
    const pages = async (bytes: Buffer) => {
      for await (const _ of oggPages((async function* () { yield bytes })())); // biome-ignore format: one line
    }
    await pages(whole)
    for (let at = 0; at < whole.length; at += 7) {
      const broken = Buffer.from(whole)
      broken[at]! ^= 0x10
      await expect(pages(broken), `byte ${at}`).rejects.toThrow(/^(damaged|several|cut short)/)
      if (at % 1001 === 0) await expect(heard(await put(broken))).rejects.toThrow(/^(damaged|several|an Ogg file of a)/)
    }
    for (let end = 0; end < whole.length; end += 11)
      await expect(pages(whole.subarray(0, end)), `${end} bytes`).rejects.toThrow('cut short')
  })

  it('is taken with what taggers leave behind its end, and refused when another song follows', async () => {
    const whole = await readFile(join(FIXTURES, file))
    const tagged = await heard(await put(Buffer.concat([whole, Buffer.from('TAG'), Buffer.alloc(125)])))
    expect(tagged.planes[0]!.length).toBe(pcm.data.length / pcm.channels / 2)
    await expect(heard(await put(Buffer.concat([whole, whole])))).rejects.toThrow('several recordings')
  })
})

it('applies the gain that stands in the head of an Opus', async () => {
  const plain = await heard(await put(opus))
  const louder = Buffer.from(opus)
  louder.writeInt16LE(6 * 256, 28 + 16)
  const made = await heard(await put(oggSealed(louder)))
  expect(made.planes[0]!.length).toBe(plain.planes[0]!.length)
  const [a, b] = [plain.planes[0]!, made.planes[0]!]
  for (let i = 0; i < a.length; i += 101) expect(b[i]).toBeCloseTo(a[i]! * 10 ** (6 / 20), 5)
})

it.each([
  ['six channels', (bytes: Buffer) => bytes.writeUInt8(6, 28 + 9), '6 channels'],
  ['none', (bytes: Buffer) => bytes.writeUInt8(0, 28 + 9), 'its format is missing'],
  ['Speex', (bytes: Buffer) => bytes.write('Speex   ', 28), 'Speex in Ogg: export it as WAV or FLAC'],
])('refuses by name: %s', async (_, change, reason) => {
  const bytes = Buffer.from(opus)
  change(bytes)
  await expect(heard(await put(oggSealed(bytes)))).rejects.toThrow(reason)
})

describe.skipIf(!ffmpeg)('beside ffmpeg', () => {
  it.each([
    ['libvorbis', 'a.ogg', 22_050, 1, ['-q:a', '6']],
    ['libvorbis', 'a.oga', 48_000, 2, ['-q:a', '10']],
    ['libvorbis', 'a.ogg', 96_000, 2, ['-q:a', '4']],
    ['libopus', 'a.opus', 48_000, 2, ['-b:a', '160k', '-frame_duration', '60']],
    ['libopus', 'a.opus', 48_000, 1, ['-b:a', '16k', '-application', 'voip', '-frame_duration', '2.5']],
  ] as const)('%s in %s, %i Hz, %i channels: the same samples', async (codec, file, rate, channels, options) => {
    const source = join(folder, 'source.wav')
    await writeFile(source, wav(tone(rate, 16, channels, rate + 77)))
    const made = join(folder, file)
    await run('ffmpeg', ['-v', 'error', '-y', '-i', source, '-c:a', codec, ...options, '-strict', '-2', made])
    const raw = ['-v', 'error', '-i', made, '-f', 'f32le', '-']
    const { stdout } = await run('ffmpeg', raw, { encoding: 'buffer', maxBuffer: 1e8 })
    const wanted = new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4)
    const { planes } = await heard(made)
    expect(planes[0]!.length).toBe(wanted.length / channels)
    for (const [c, plane] of planes.entries())
      expect(plane.reduce((worst, value, i) => Math.max(worst, Math.abs(value - wanted[i * channels + c]!)), 0)).toBeLessThan(2e-4) // biome-ignore format: one line
  })
})

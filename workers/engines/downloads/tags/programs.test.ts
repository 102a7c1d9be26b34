// A station-ready file as the programs of stations read it; each is asked where it is installed.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chunk, contentOf, richWav, taggedWav, WAV_TEXTS } from '#tests/support/wavFiles.ts'

const has = (tool: string) => spawnSync(tool, ['--version']).error === undefined
const texts = { ...WAV_TEXTS, title: '夜明け – Ärger', year: '2026' }
const folder = mkdtempSync(join(tmpdir(), 'wav-'))
const [plain, rich] = [join(folder, 'plain.wav'), join(folder, 'rich.wav')]

/** Gives a file to a tool and answers what it wrote. */
const told = (tool: string, args: string[]) =>
  execFileSync(tool, args, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 })
const probed = (file: string) =>
  JSON.parse(told('ffprobe', ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', file]).toString())

/** One second and an odd chunk, a broadcaster's bext, and no size that is right. */
function studio() {
  const bext = new Uint8Array(602)
  bext.set(new TextEncoder().encode('As the studio says'))
  bext.set(new TextEncoder().encode('2026-05-0412:30:00'), 320)
  new DataView(bext.buffer).setUint32(338, 44_100, true)
  const bytes = richWav([chunk('bext', bext), chunk('iXML', '<BWFXML/>!')], [], 176_400)
  new DataView(bytes.buffer).setUint32(4, 0xffff_ffff, true)
  new DataView(bytes.buffer).setUint32(bytes.length - 176_404, 0xffff_ffff, true)
  return bytes
}
const audio = Buffer.from(contentOf(richWav([], [], 176_400), 'data'))

beforeAll(async () => {
  const made = await Promise.all([taggedWav(richWav([], [], 176_400), texts), taggedWav(studio(), texts)])
  for (const [n, file] of [plain, rich].entries()) writeFileSync(file, made[n] as Uint8Array)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('ffprobe', () => {
  it.skipIf(!has('ffprobe'))('reads audio and tags', () => {
    const { format, streams } = probed(plain)
    expect(streams[0]).toMatchObject({ codec_name: 'pcm_s16le', channels: 2, sample_rate: '44100' })
    expect(Number(format.duration)).toBeCloseTo(1)
    expect(format.tags).toMatchObject({
      artist: 'Ana Lumen',
      title: texts.title,
      album: 'Strata',
      date: '2026',
      track: '7',
      originator_reference: 'GBAAA2600001',
    })
  })

  it.skipIf(!has('ffprobe'))('reads what a studio wrote in a file that was streamed', () => {
    const { format } = probed(rich)
    expect(Number(format.duration)).toBeCloseTo(1)
    expect(format.tags).toMatchObject({
      time_reference: '44100',
      title: texts.title,
      date: expect.stringContaining('20'),
    })
    // The description is the comment there, and nobody replaced it.
    expect(format.tags.comment).toBe('As the studio says')
  })
})

describe('sox', () => {
  it.skipIf(!has('sox'))('hears the same audio, without a word of complaint', () => {
    for (const file of [plain, rich]) {
      const { stdout, stderr } = spawnSync('sox', ['-V2', file, '-t', 'raw', '-'], { maxBuffer: 1e8 })
      expect([stdout.equals(audio), stderr.toString()]).toEqual([true, ''])
    }
  })
})

// Files with their words, read back by music-metadata, over a real folder, library and cover studio.
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { parseBuffer } from 'music-metadata'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Song } from '#core/model/catalogue/release.ts'
import { png, tone, wav } from '#tests/fixtures/import/make.ts'
import { infoFrame, mp3Bytes, openMp3Encoder } from '../codecs/mp3.ts'
import type { MediaLedger, StoredFile, TrackSource } from '../contract.ts'
import { createCoverStudio } from '../covers.ts'
import { createMediaLibrary } from '../library.ts'
import { createFolderStore } from '../objects/folderStore.ts'
import { wavLabel } from './label.ts'
import { createSongFiles, type LabelledSong, type SongFiles } from './songFiles.ts'

const FRAMES = 30_001
const pcm = tone(44_100, 16, 2, FRAMES)
let mp3: Buffer
let root: string
let files: SongFiles
let ledger: Map<string, { bytes: number; sha256: string; crc32: number }>
let puts: string[]
/** What the ledger waits for before it says what it has just read. */
let late: (key: string) => Promise<void>
let close: () => Promise<unknown>

beforeAll(async () => {
  const encoder = await openMp3Encoder(44_100, FRAMES)
  const plane = Float32Array.from({ length: FRAMES }, (_, i) => 0.5 * Math.sin(i / 20))
  mp3 = Buffer.concat([Buffer.from(encoder.encode(plane, plane)), Buffer.from(encoder.finish())])
})
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'label-'))
  ledger = new Map()
  puts = []
  late = async () => {}
  const kept: MediaLedger = {
    async get(key) {
      const found = ledger.get(key) ?? null
      await late(key)
      return found
    },
    async put(key, value) {
      puts.push(key)
      ledger.set(key, value)
    },
  }
  const store = createFolderStore(root)
  const media = createMediaLibrary({ store, scratch: join(root, 'tmp'), capBytes: 1e9, ledger: kept, threads: 1 })
  const covers = createCoverStudio({
    mediaRoot: root,
    store,
    capBytes: 1e9,
    seedOf: async () => ({ file: 'covers/in.png' }),
    threads: 1,
  })
  await put('covers/in.png', png(200, 10, 10, 900))
  files = createSongFiles({ media, covers, ledger: kept })
  close = () => Promise.all([media.close(), covers.close()])
})
afterEach(async () => {
  await close()
  await rm(root, { recursive: true })
})

async function put(path: string, bytes: Buffer): Promise<StoredFile> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), bytes)
  return { path, bytes: bytes.length, sha256: sha(bytes), crc32: crc32(bytes) }
}
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const read = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray())

const SONG: Song = {
  trackid: 't1', releaseid: 'r1', ordinal: 3, title: '東京 Söng', artist: 'Ada Moss', version: 'Radio Edit',
  explicit: false, assettype: 'audio', duration: 0.68, available: '2026-03-06', impactdate: 1_775_001_600,
  labels: [{ name: 'Kestrel' }], genres: ['Indie Folk'], market_tags: [], coverart: '', candownload: true,
  formats: ['wav', 'mp3'], flagged: false, album: 'Slow Weather', language: 'en', composer: 'Ada', writers: '',
  publishing: '', producer: '', isrc: 'GBAYE2600001', upcnumber: '', catalognumber: '', copyrightyear: 2026,
  canadian: {}, lyrics: 'One\nTwo',
} // biome-ignore format: one record
const release = { releaseid: 'r1', revision: 'a', artist: 'Ada Moss', trackcount: 12, videocount: 0 }

async function labelled(made: boolean, song: Partial<Song> = {}, revision = 'a'): Promise<LabelledSong> {
  const own = made ? { made: true as const } : {}
  const source: TrackSource = {
    kind: 'file',
    files: { wav: { ...(await put('a.wav', wav(pcm))), ...own }, mp3: { ...(await put('a.mp3', mp3)), ...own } },
  }
  return { song: { ...SONG, ...song }, source, release: { ...release, revision } }
}

describe('a file that was made here', () => {
  it.each(['mp3', 'wav'] as const)('says in an %s all that is known, with its cover', async (format) => {
    const file = await files.ensure(await labelled(true), format)
    const bytes = await read(await file.open(0, file.bytes - 1))
    expect(bytes.length).toBe(file.bytes)
    expect(sha(bytes)).toBe(file.sha256)
    expect(crc32(bytes)).toBe(file.crc32)
    const { common, format: shape } = await parseBuffer(bytes)
    expect(common).toMatchObject({
      title: '東京 Söng (Radio Edit)',
      artist: 'Ada Moss',
      album: 'Slow Weather',
      track: { no: 3, of: 12 },
      isrc: ['GBAYE2600001'],
      label: ['Kestrel'],
      genre: ['Indie Folk'],
    })
    expect(common.comment?.[0]?.text).toBe('Impact date 2026-04-01')
    expect(common.lyrics?.[0]?.text).toBe('One\nTwo')
    expect(common.picture?.[0]?.format).toBe('image/jpeg')
    if (format === 'mp3') {
      expect(bytes.subarray(bytes.length - mp3.length).equals(mp3)).toBe(true)
      expect(shape.tagTypes).toContain('ID3v2.3')
    } else {
      expect(shape.tagTypes).toEqual(expect.arrayContaining(['exif', 'ID3v2.3']))
      expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
      expect(bytes.subarray(8, 44 + pcm.data.length).equals(wav(pcm).subarray(8))).toBe(true)
    }
  })

  it('gives any range as the same bytes, over every seam', async () => {
    for (const format of ['mp3', 'wav'] as const) {
      const file = await files.ensure(await labelled(true), format)
      const whole = await read(await file.open(0, file.bytes - 1))
      const bare = format === 'mp3' ? mp3.length : wav(pcm).length
      const seams = format === 'mp3' ? [file.bytes - bare] : [44, bare]
      for (const seam of seams) {
        for (const [from, to] of [[seam - 2, seam + 1], [seam, seam], [seam - 1, seam - 1], [0, seam], [seam - 1, file.bytes - 1], [file.bytes - 1, file.bytes - 1]] as const) // biome-ignore format: one line
          expect((await read(await file.open(from, to))).equals(whole.subarray(from, to + 1)), `${from}-${to}`).toBe(true) // biome-ignore format: one line
      }
    }
  })

  it('has another validator when words change, and the same when they do not', async () => {
    const tag = async (song: LabelledSong) => (await files.ensure(song, 'mp3')).etag
    const first = await tag(await labelled(true))
    expect(await tag(await labelled(true))).toBe(first)
    expect(await tag(await labelled(true, {}, 'b'))).toBe(first)
    expect(await tag(await labelled(true, { title: 'Quay' }, 'c'))).not.toBe(first)
  })

  it('is measured once, however many ask', async () => {
    const song = await labelled(true)
    const all = await Promise.all([1, 2, 3].map(() => files.ensure(song, 'wav')))
    expect(new Set(all.map((file) => file.sha256)).size).toBe(1)
    expect([...ledger.keys()].filter((key) => key.startsWith('label'))).toHaveLength(1)
  })

  it('is measured once, also by whoever heard that it was not and comes when it is', { tags: ['long'] }, async () => {
    const song = await labelled(true)
    let asked = 0
    late = async (key) => {
      if (key.startsWith('label') && ++asked > 1) await new Promise((done) => setTimeout(done, 300))
    }
    const all = await Promise.all(Array.from({ length: 60 }, () => files.ensure(song, 'wav')))
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(1)
    expect(puts.filter((key) => key.startsWith('label'))).toHaveLength(1)
  })
})

it('leaves what came as a file as it came', async () => {
  const song = await labelled(false)
  for (const [format, original] of [
    ['wav', wav(pcm)],
    ['mp3', mp3],
  ] as const) {
    // biome-ignore format: one line
    const file = await files.ensure(song, format)
    expect((await read(await file.open(0, file.bytes - 1))).equals(original)).toBe(true)
    expect(file.sha256).toBe(sha(original))
  }
})

it('puts no words behind a WAV that could not count them', () => {
  const words = { title: 'A', artist: 'B' }
  expect(wavLabel(words, Buffer.alloc(44), 0xffff_ffff)).toBeNull()
  expect(wavLabel(words, Buffer.alloc(44), 0xffff_0000)).not.toBeNull()
})

it('names delay and padding of mono as of stereo', async () => {
  for (const channels of [1, 2] as const) {
    const frame = infoFrame(FRAMES, 48_000, channels)
    expect(frame.length).toBe(mp3Bytes(0, 48_000) / 2)
    const { format } = await parseBuffer(Buffer.concat([frame, Buffer.alloc(2000)]), { mimeType: 'audio/mpeg' })
    expect(format.numberOfChannels).toBe(channels)
  }
})

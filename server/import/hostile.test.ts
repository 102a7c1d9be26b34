// What a folder may hold that nobody would put there on purpose: more than fits, what lies, and what changes meanwhile.
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { copyFile, link, mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aiff, id3, iffChunk, png, riffChunk, tone, wav } from '#tests/fixtures/import/make.ts'
import { disk } from '#tests/support/disk.ts'
import type { CatalogueRelease } from '../catalogue/contract.ts'
import { createFolderStore } from '../media/objects/folderStore.ts'
import { openAiff } from './audio/aiff.ts'
import { openFlac } from './audio/flac.ts'
import { readMp3 } from './audio/mp3.ts'
import { tagBytes } from './audio/weight.ts'
import { buildRelease } from './buildRelease.ts'
import { groupFiles, orderedSongs } from './grouping.ts'
import { type ImportOptions, importFolder } from './importFolder.ts'
import type { ReleaseRecord } from './ledger.ts'
import { planReleases } from './plan.ts'
import { summary } from './summary.ts'
import type { TrackFacts } from './tags/facts.ts'
import { NO_TAGS, type TrackTags } from './tags/tags.ts'

const FIXTURES = fileURLToPath(new URL('../../tests/fixtures/import/', import.meta.url))
const MANY = 10_000
const GIGABYTE = 1_000_000_000

let base: string
let music: string
let catalogue: Map<string, CatalogueRelease>
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'hostile-'))
  music = join(base, 'music')
  await mkdir(music)
  catalogue = new Map()
})
afterEach(() => rm(base, { recursive: true }))

const run = (options: Partial<ImportOptions> = {}) =>
  importFolder(music, {
    dataDir: join(base, 'data'),
    target: {
      has: async (ids) => new Set(ids.filter((id) => catalogue.has(id))),
      insert: async (releases) => releases.forEach((release) => void catalogue.set(release.releaseid, release)),
      replace: async (release) => void catalogue.set(release.releaseid, release),
    },
    now: Date.UTC(2026, 10, 20),
    ...options,
  })
const song = (n: number, tags: Record<string, string> = {}) =>
  wav(tone(44_100, 16, 2, 4410, n), riffChunk('id3 ', id3({ TIT2: `Song ${n}`, TPE1: 'Ada Moss', TALB: 'Tides', ...tags }))) // biome-ignore format: one line
/** A file with holes: as long as it says, and nothing on the disk. */
function sparse(path: string, bytes: Buffer, length: number): void {
  writeFileSync(path, bytes)
  truncateSync(path, length)
}
/** Whether twice as many are read little more than twice as often: those that are compared with each other four times. */
function expectInOnePass(readsOf: (count: number) => number): void {
  const [half, whole] = [readsOf(MANY / 2), readsOf(MANY)]
  expect(half).toBeGreaterThan(MANY / 2)
  expect(whole / half).toBeLessThan(3)
}
/** What counts how often anything of these objects is read. */
function counter() {
  const counted = {
    reads: 0,
    of: <T extends object>(one: T): T =>
      new Proxy(one, {
        get(target, key): unknown {
          counted.reads += 1
          return Reflect.get(target, key)
        },
      }),
  }
  return counted
}

describe('ten thousand', () => {
  const facts = (n: number, tags: Partial<TrackTags>, audio = `a${n}`): TrackFacts => ({
    source: `/m/${n}.wav`,
    file: `f${n}`,
    audio,
    lossless: true,
    quality: 1,
    duration: 20,
    tags: { ...NO_TAGS, ...tags },
    files: { mp3: { path: 'x', bytes: 1, sha256: '', crc32: 0 } },
    cover: null,
    folderCover: null,
    notes: [],
  })

  it('files in one folder, all the same song, are one', { tags: ['long'], timeout: 120_000 }, async () => {
    await writeFile(join(music, '0.wav'), song(1))
    for (let n = 1; n < MANY; n++) await link(join(music, '0.wav'), join(music, `${n}.wav`))
    const { added, copies, refused } = await run()
    expect(added).toMatchObject([{ songs: 1 }])
    expect([copies.length, refused]).toEqual([MANY - 1, []])
  })

  it('songs of one album are compared once each', { tags: ['long'] }, () => {
    expectInOnePass((count) => {
      const counted = counter()
      const files = Array.from({ length: count }, (_, n) =>
        counted.of(facts(n, { title: `Song ${n}`, artist: 'A', album: 'B', disc: 1 + (n % 3) })),
      )
      const { songs } = orderedSongs(groupFiles(files)[0]!.files)
      buildRelease({ releaseid: 'r', artist: 'A', title: 'B', songs, imported: '2026-01-01', access: 'open' })
      expect(songs.length).toBe(count)
      return counted.reads
    })
  })

  it('releases that were imported when names were compared in another way are found again, also where another has their name of then', () => {
    const earlier: ReleaseRecord = { format: 1, releaseid: 'r1', key: 'album\na\nハント', artist: 'A', title: 'バンド', imported: '', digest: '', files: [facts(1, {}, 'x')] } // biome-ignore format: one line
    const tagged = (n: number, album: string) =>
      facts(n, { title: 'S', artist: 'A', albumartist: 'A', album }, `new ${n}`)
    const planned = planReleases(groupFiles([tagged(2, 'バンド'), tagged(3, 'ハント')]), [earlier])
    expect(planned.map(({ title, earlier: of }) => [title, of?.releaseid])).toEqual([
      ['バンド', 'r1'],
      ['ハント', undefined],
    ])
  })

  it('releases beside as many earlier ones that are none of them, and retagged ones, are planned at once', {
    tags: ['long'],
  }, () => {
    const counted = counter()
    const record = (n: number, audio: string): ReleaseRecord =>
      counted.of({ format: 1, releaseid: `${audio}${n}`, key: `other ${n}`, artist: '', title: '', imported: '', digest: '', files: [facts(n, {}, audio)] }) // biome-ignore format: one line
    expectInOnePass((count) => {
      const numbers = Array.from({ length: count }, (_, n) => n)
      const groups = groupFiles(numbers.map((n) => facts(n, { title: 'S', artist: `A ${n}`, album: `B ${n}` })))
      const records = ['z', 'a'].flatMap((audio) => numbers.map((n) => record(n, `${audio}${n}`)))
      counted.reads = 0
      const planned = planReleases(groups, records)
      const { reads } = counted
      // Each takes over the record of its own audio; what lay at the path before lost its song to it.
      expect(planned.slice(0, count).every(({ releaseid }, n) => releaseid === `a${n}${n}`)).toBe(true)
      expect(planned.slice(count).every(({ songs }) => songs.length === 0)).toBe(true)
      return reads
    })
  })
})

describe('a gigabyte that is no music', () => {
  const pcm = tone(44_100, 16, 2, 4410)

  it.each([
    ['wav', 'a tag that says so', () => withLength(wav(pcm), riffChunk('id3 ', Buffer.alloc(0)), 'le')],
    ['wav', 'nothing at all behind the audio', () => wav(pcm)],
    ['aiff', 'a tag that says so', () => withLength(aiff(pcm), iffChunk('ID3 ', Buffer.alloc(0)), 'be')],
    ['aiff', 'chunks without end', () => aiff(pcm)],
  ] as const)('in a %s, %s, is seen without reading it', async (kind, _, make) => {
    const path = join(music, `a.${kind}`)
    sparse(path, make(), GIGABYTE)
    expect(await tagBytes(kind, path)).toBeGreaterThan(GIGABYTE - 40_000)
    if (kind === 'aiff') for await (const _ of (await openAiff(path)).blocks());
  })

  it('in a FLAC is passed over, and its audio is whole', async () => {
    const path = join(music, 'a.flac')
    const flac = await readFile(join(FIXTURES, 'm24-48000.flac'))
    // Blocks of padding, of the longest there are, between the format and the rest.
    const file = await open(path, 'w')
    let at = 42
    await file.write(Buffer.concat([flac.subarray(0, 4), Buffer.from([0]), flac.subarray(5, 42)]), 0, 42, 0)
    for (; at < GIGABYTE; at += 4 + 0xff_ffff) await file.write(Buffer.from([1, 0xff, 0xff, 0xff]), 0, 4, at)
    await file.write(flac, 42, flac.length - 42, at)
    await file.close()
    expect(await tagBytes('flac', path)).toBeGreaterThan(GIGABYTE)
    const before = process.memoryUsage.rss()
    let bytes = 0
    for await (const block of (await openFlac(path)).blocks()) bytes += block.length
    expect(bytes).toBe(9600 * 3)
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
  })

  it('before an MP3, or only said to be there, hides no music', async () => {
    await writeFile(join(music, 'a.wav'), song(1))
    await run()
    const [{ songs }] = [...catalogue.values()] as [CatalogueRelease]
    const source = songs[0]!.source
    if (source.kind !== 'file') throw new Error('no file')
    const frames = await readFile(join(base, 'data', 'media', source.files.mp3!.path))
    const tag = (bytes: number) =>
      Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), Buffer.from([21, 14, 7, 0].map((shift) => (bytes >> shift) & 127))]) // biome-ignore format: one line
    const path = join(music, 'b.mp3')
    const most = (1 << 28) - 1
    sparse(path, tag(most), 10 + most)
    await writeFile(path, frames, { flag: 'a' })
    const before = process.memoryUsage.rss()
    expect((await readMp3(path)).audio.equals(frames)).toBe(true)
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
    expect(await tagBytes('mp3', path)).toBe(10 + most)
    await writeFile(path, Buffer.concat([tag(most), frames]))
    expect((await readMp3(path)).audio.equals(frames)).toBe(true)
    expect((await run()).refused).toEqual([])
  })
})

describe('silence in a few bytes of FLAC', () => {
  const BLOCK = 65_535
  const FRAMES = 1000

  /** The largest block of PCM that came of a file, and all of them, bytes; and why it ended. */
  async function read(flac: Buffer): Promise<{ largest: number; all: number; reason: string }> {
    const path = join(music, 'a.flac')
    await writeFile(path, flac)
    let [largest, all, reason] = [0, 0, '']
    try {
      for await (const block of (await openFlac(path)).blocks()) {
        largest = Math.max(largest, block.length)
        all += block.length
      }
    } catch (error) {
      reason = String(error)
    }
    return { largest, all, reason }
  }

  it('is decoded a few frames at a time, whatever it says how long they are', { tags: ['long'] }, async () => {
    const { largest, all, reason } = await read(silentFlac(FRAMES, BLOCK, FRAMES * BLOCK))
    expect(reason).toBe('')
    expect(all).toBe(FRAMES * BLOCK * 2)
    expect(largest).toBeLessThanOrEqual(18 * BLOCK * 2)
  })

  it('is refused once there is more of it than it says', async () => {
    const { all, reason } = await read(silentFlac(FRAMES, BLOCK, BLOCK))
    expect(reason).toContain('more than the 65535 samples it says')
    expect(all).toBeLessThanOrEqual(18 * BLOCK * 2)
  })
})

/** Frames of silence, 16 bit mono of 44.1 kHz, of `block` samples in 14 to 16 bytes each, and what it says it has. */
function silentFlac(frames: number, block: number, said: number): Buffer {
  const info = Buffer.alloc(42)
  info.write('fLaC', 'latin1')
  info.writeUInt32BE(0x8000_0022, 4)
  // It says that its frames are short.
  info.writeUInt16BE(16, 8)
  info.writeUInt16BE(16, 10)
  info.writeBigUInt64BE((44_100n << 44n) | (15n << 36n) | BigInt(said), 18)
  const frame = (n: number) => {
    const header = Buffer.from([0xff, 0xf8, 0x79, 0x08, ...Buffer.from(String.fromCodePoint(n)), block - 1 >> 8, (block - 1) & 255]) // biome-ignore format: one line
    const body = Buffer.concat([header, Buffer.from([crc(header, 8, 0x07), 0, 0, 0])])
    return Buffer.concat([body, Buffer.from([crc(body, 16, 0x8005) >> 8, crc(body, 16, 0x8005) & 255])])
  }
  return Buffer.concat([info, ...Array.from({ length: frames }, (_, n) => frame(n))])
}

/** The checksum of so many bits by a polynomial, as FLAC has it. */
function crc(bytes: Uint8Array, bits: number, polynomial: number): number {
  let value = 0
  for (const byte of bytes) {
    value ^= byte << (bits - 8)
    for (let i = 0; i < 8; i++) value = (value << 1) ^ ((value >> (bits - 1)) & 1 ? polynomial | (1 << bits) : 0)
  }
  return value
}

/** A file that ends with a chunk which says that it takes the rest of a gigabyte. */
function withLength(file: Buffer, chunk: Buffer, order: 'le' | 'be'): Buffer {
  const out = Buffer.concat([file, chunk])
  const rest = GIGABYTE - out.length
  if (order === 'le') out.writeUInt32LE(rest, out.length - 4)
  else out.writeUInt32BE(rest, out.length - 4)
  return out
}

describe('a folder that is not what it was', () => {
  it('has links in circles, and ends', async () => {
    await writeFile(join(music, 'good.wav'), song(1))
    await symlink('b.wav', join(music, 'a.wav'))
    await symlink('a.wav', join(music, 'b.wav'))
    await mkdir(join(music, 'in'))
    await symlink('../in', join(music, 'in', 'again'))
    const { added, refused } = await run()
    expect(added).toMatchObject([{ songs: 1 }])
    expect(refused).toEqual(['a.wav', 'b.wav'].map((file) => ({ file, reason: 'a link that leads nowhere' })))
  })

  it.each([
    ['a.wav', async () => song(2), /\.wav$/],
    ['a.ogg', async () => await readFile(join(FIXTURES, 'm-48000.opus')), /-m\d+\.mp3$/],
  ] as const)('changes while it is read: %s is refused, and taken the next time', async (name, other, when) => {
    if (name === 'a.ogg') await copyFile(join(FIXTURES, 's-44100.ogg'), join(music, name))
    else await writeFile(join(music, name), song(1))
    const store = createFolderStore(join(base, 'data', 'media'))
    let changed = false
    // Its audio was read to the end by the time it is asked whether its copy is there.
    const head: typeof store.head = async (path) => {
      if (!changed && when.test(path)) {
        changed = true
        // In place, as a program does that saves into the same file.
        await writeFile(join(music, name), await other())
      }
      return store.head(path)
    }
    const report = await run({ media: { ...store, head } })
    expect(changed).toBe(true)
    expect(report.refused).toEqual([
      { file: name, reason: expect.stringMatching(/^(it changed while it was read|damaged)/) },
    ])
    expect(catalogue.size).toBe(0)
    expect((await run()).added).toHaveLength(1)
    await proved()
  })

  it('H-536: has one that is something else when its turn comes, and takes the others', async () => {
    const file = (name: string) => join(music, name, 'a.wav')
    const names = ['1 file', '2 folder', '3 link', '4 stays']
    for (const [n, name] of names.entries()) {
      await mkdir(join(music, name))
      await writeFile(file(name), song(n + 1))
    }
    const { refused, added } = await run({
      onFile: (_, index) => {
        if (index !== 0) return
        rmSync(join(music, '1 file'), { recursive: true })
        writeFileSync(join(music, '1 file'), '')
        rmSync(file('2 folder'))
        mkdirSync(file('2 folder'))
        rmSync(file('3 link'))
        symlinkSync('a.wav', file('3 link'))
      },
    })
    expect(refused).toEqual([
      { file: '1 file/a.wav', reason: 'it is gone, or its name is no readable text' },
      { file: '2 folder/a.wav', reason: 'it is a folder now' },
      { file: '3 link/a.wav', reason: 'a link that leads nowhere' },
    ])
    expect(added).toMatchObject([{ songs: 1 }])
  })

  it('loses a file that was found', async () => {
    for (const n of [1, 2]) await writeFile(join(music, `${n}.wav`), song(n))
    const gone: Promise<void>[] = []
    const { refused, added } = await run({
      onFile: (_, index) => void (index === 0 && gone.push(rm(join(music, '2.wav')))),
    })
    await Promise.all(gone)
    expect([refused, added.length]).toEqual([
      [{ file: '2.wav', reason: 'it is gone, or its name is no readable text' }],
      1,
    ])
  })
})

/** Every file of the vault is what the catalogue says of it. */
async function proved(): Promise<void> {
  for (const { songs } of catalogue.values()) {
    for (const { source } of songs) {
      if (source.kind !== 'file') throw new Error('no file')
      for (const file of Object.values(source.files)) {
        const bytes = await readFile(join(base, 'data', 'media', file.path))
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256)
      }
    }
  }
}

it('a full disk ends the import, leaves nothing half under a name, and the next one finishes', {
  tags: ['long'],
}, async ({ skip }) => {
  const dataDir = join(base, 'data')
  await mkdir(dataDir)
  const small = disk(dataDir, 150_000)
  if (!small) return skip('no disk can be made here')
  try {
    for (let n = 1; n <= 12; n++) await writeFile(join(music, `${n}.wav`), song(n, { TRCK: String(n) }))
    await expect(run()).rejects.toThrow('ENOSPC')
    expect(catalogue.size).toBe(0)
    const root = join(dataDir, 'media', 'imported')
    expect(await readdir(join(root, 'tmp'))).toEqual([])
    for (const name of await readdir(join(root, 'audio'), { recursive: true })) {
      const digest = /([0-9a-f]{64})\.wav$/.exec(name)?.[1]
      if (digest) expect(createHash('sha256').update(await readFile(join(root, 'audio', name))).digest('hex')).toBe(digest) // biome-ignore format: one line
    }
    small.grow(50_000_000)
    expect((await run()).added).toMatchObject([{ songs: 12 }])
    await proved()
  } finally {
    small.remove()
  }
})

it('marks of direction in words and names turn nothing round, and divide nothing', async () => {
  const turned = '\u202eevil\u202c \u2066x\u2069'
  await writeFile(join(music, 'a.wav'), song(1, { TIT2: `${turned} نور\u200f`, TALB: 'שקט\u200e' }))
  await writeFile(join(music, 'b.wav'), song(2, { TIT2: 'شمس', TALB: 'שקט' }))
  await writeFile(join(music, 'c\u202e3pm.wav'), 'no music')
  const report = await run()
  const [release, ...others] = [...catalogue.values()]
  expect(others).toEqual([])
  expect(release!.songs.map(({ title }) => title)).toEqual(['evil x نور\u200f', 'شمس'])
  expect(release!.title.replaceAll('\u200e', '')).toBe('שקט')
  expect(summary(report, music).join('\n')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  expect((await run()).unchanged).toHaveLength(1)
})

it('a release nobody could read again is refused by name, and the others go in', async () => {
  await writeFile(join(music, 'a.wav'), song(1))
  await run()
  const records = join(base, 'data', 'media', 'imported', 'releases')
  const [record] = await readdir(records)
  const text = await readFile(join(records, record!), 'utf8')
  await writeFile(join(records, record!), text.replace('"date":null', '"date":"soon"'))
  await writeFile(join(music, 'b.wav'), song(2, { TALB: 'Ebb' }))
  const { added, refused } = await run()
  expect(added.map(({ title }) => title)).toEqual(['Ebb'])
  expect(refused).toEqual([{ file: 'a.wav', reason: 'Ada Moss - Tides cannot be kept: available: no date' }])
})

it('what was kept of songs of a refused release is taken away, but for what an earlier import has', async () => {
  await writeFile(join(music, 'a.wav'), song(1))
  await run()
  const imported = join(base, 'data', 'media', 'imported')
  const [record] = await readdir(join(imported, 'releases'))
  const path = join(imported, 'releases', record!)
  await writeFile(path, (await readFile(path, 'utf8')).replace('"date":null', '"date":"soon"'))
  const audio = async () => (await readdir(join(imported, 'audio'), { recursive: true })).filter((name) => name.includes('.')).sort() // biome-ignore format: one line
  const before = await audio()
  await writeFile(join(music, 'b.wav'), song(2))
  expect((await run()).refused.map(({ file }) => file)).toEqual(['a.wav', 'b.wav'])
  expect([before.length, await audio()]).toEqual([2, before])
})

it.each([
  ['is not there', true],
  ['cannot be read', false],
] as const)('a release whose record %s keeps what a refused one has as well', async (_, isGone) => {
  const [one, other] = [join(music, 'one'), join(music, 'other')]
  for (const folder of [one, other]) await mkdir(folder)
  await writeFile(join(one, 'a.wav'), song(1))
  await writeFile(join(one, 'cover.png'), png(0, 0, 200))
  await writeFile(join(other, 'b.wav'), song(2, { TALB: 'Ebb' }))
  await run()
  const imported = join(base, 'data', 'media', 'imported')
  const covers = await readdir(join(imported, 'covers'))
  expect(covers).toHaveLength(1)
  const records = new Map<string, { path: string; record: ReleaseRecord }>()
  for (const name of await readdir(join(imported, 'releases'))) {
    const path = join(imported, 'releases', name)
    const record = JSON.parse(await readFile(path, 'utf8')) as ReleaseRecord
    records.set(record.title, { path, record })
  }
  const [tides, ebb] = [records.get('Tides')!, records.get('Ebb')!]
  const files = [...ebb.record.files, ...(isGone ? tides.record.files : [])].map((facts) => ({
    ...facts,
    source: facts.source.replace(one, join(base, 'before')),
    tags: { ...facts.tags, date: 'soon' },
    folderCover: null,
  }))
  await writeFile(ebb.path, JSON.stringify({ ...ebb.record, files }))
  await copyFile(join(one, 'cover.png'), join(other, 'cover.png'))
  if (isGone) await rm(tides.path)
  else {
    await writeFile(tides.path, '{')
    await rm(one, { recursive: true })
  }
  const { refused } = await run()
  expect(refused.map(({ file }) => file).slice(0, 2)).toEqual(isGone ? ['one/a.wav', 'other/b.wav'] : ['other/b.wav'])
  expect(await readdir(join(imported, 'covers'))).toEqual(covers)
})

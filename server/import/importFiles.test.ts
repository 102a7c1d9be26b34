// What an import learns and does beside the catalogue: mended files, covers, loudness, discs, what changed, what is gone.
import { renameSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { id3, oggSealed, png, riffChunk, tone, wav } from '#tests/fixtures/import/make.ts'
import type { CatalogueRelease } from '../catalogue/contract.ts'
import { createFolderStore } from '../media/objects/folderStore.ts'
import { readStored } from '../media/objects/pieces.ts'
import { readMp3 } from './audio/mp3.ts'
import { folderCover } from './cover.ts'
import { type ImportOptions, type ImportReport, importFolder } from './importFolder.ts'
import { digestOf, readTrack } from './readTrack.ts'
import { reasonOf } from './refusal.ts'
import { createTimes } from './times.ts'
import { openVault } from './vault.ts'

let base: string
let store: Map<string, CatalogueRelease>
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'import-'))
  await mkdir(join(base, 'music'))
  store = new Map()
})
afterEach(() => rm(base, { recursive: true }))

const run = (options: Partial<ImportOptions> = {}): Promise<ImportReport> =>
  importFolder(join(base, 'music'), {
    dataDir: join(base, 'data'),
    target: {
      has: async (ids) => new Set(ids.filter((id) => store.has(id))),
      insert: async (releases) => releases.forEach((release) => void store.set(release.releaseid, release)),
      replace: async (release) => void store.set(release.releaseid, release),
    },
    now: Date.UTC(2026, 10, 20),
    ...options,
  })
async function put(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(join(base, 'music', path)), { recursive: true })
  await writeFile(join(base, 'music', path), bytes)
}
function sparse(path: string, bytes: number): void {
  writeFileSync(join(base, 'music', path), '')
  truncateSync(join(base, 'music', path), bytes)
}
const song = (n: number, tags: Record<string, string | Buffer> = {}) =>
  wav(
    tone(44_100, 16, 2, 4410, n),
    riffChunk('id3 ', id3({ TIT2: `Song ${n}`, TPE1: 'Ada Moss', TALB: 'Slow Weather', TRCK: String(n), ...tags })),
  )
const only = () => [...store.values()][0]!

it('serves a WAV with right sizes and keeps it as it came', async () => {
  const right = song(1)
  const wrong = Buffer.from(right)
  wrong.writeUInt32LE(0x1234, 4)
  await put('a.wav', wrong)
  const report = await run()
  expect(report.notes).toEqual([{ file: 'a.wav', note: expect.stringContaining('its sizes are wrong') }])
  const { source } = only().songs[0]!
  if (source.kind !== 'file' || !source.files.wav) throw new Error('no WAV')
  const media = createFolderStore(join(base, 'data', 'media'))
  const file = source.files.wav
  expect(Buffer.concat(await (await media.read(file.path, 0, wrong.length - 1)).toArray()).equals(wrong)).toBe(true)
  expect(Buffer.concat(await (await readStored(media, file, 0, file.bytes - 1)).toArray()).equals(right)).toBe(true)
  // Another run knows it again, and says it no more.
  const again = await run()
  expect([again.unchanged.length, again.notes]).toEqual([1, []])
})

it.each([true, false])(
  'H-536: what fails while a song is copied is of the song where that is gone: %s',
  async (isGone) => {
    await put('a.wav', song(1))
    const path = join(base, 'music', 'a.wav')
    const store = createFolderStore(join(base, 'data', 'media'))
    const vault = await openVault(store, join(base, 'data', 'scratch'), 0)
    const breaking = {
      ...vault,
      keep: (name: string, make: (temporary: string) => Promise<void>) =>
        vault.keep(name, async (temporary) => {
          if (isGone) await rm(path)
          await make(isGone ? temporary : join(temporary, 'no folder'))
        }),
    }
    const error = await readTrack(
      path,
      await digestOf(path),
      breaking,
      createTimes(() => 0),
    ).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'ENOENT' })
    expect(reasonOf(error, path)).toEqual(isGone ? expect.stringContaining('it is gone') : null)
  },
)

describe('covers', () => {
  it('that are larger than anything shows are scaled, and said', { tags: ['long'] }, async () => {
    const large = await sharp({ create: { width: 4000, height: 3900, channels: 3, background: '#204060' } }).jpeg().toBuffer() // biome-ignore format: one line
    await put('a.wav', song(1, { APIC: large }))
    const { notes } = await run()
    expect(notes).toEqual([{ file: 'a.wav', note: expect.stringMatching(/cover of 4000 x 3900 px .* kept at 3000 px/) }]) // biome-ignore format: one line
    const { cover } = only()
    if (!cover || !('file' in cover)) throw new Error('no cover')
    expect(await sharp(join(base, 'data', 'media', cover.file)).metadata()).toMatchObject({ width: 3000, format: 'jpeg' }) // biome-ignore format: one line
  })

  it.each<[string, () => Buffer]>([
    ['cut', () => png(1, 2, 3, 200).subarray(0, 200)],
    ['no picture behind its first bytes', () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(500, 7)])],
  ])('H-542: that are %s are left out, and said', async (_name, make) => {
    await put('a.wav', song(1, { APIC: make() }))
    expect((await run()).notes).toEqual([{ file: 'a.wav', note: expect.stringContaining('is left out') }])
    expect(only().cover).toBeNull()
    // Beside the files: another picture takes its place, and it is said once for all of them.
    for (const n of [1, 2]) await put(`b/${n}.wav`, song(n, { TALB: 'Ebb' }))
    await put('b/cover.jpg', make())
    await put('b/front.png', png(0, 0, 200))
    expect((await run()).notes).toEqual([{ file: 'b/cover.jpg', note: expect.stringMatching(/^this cover is .*left out/) }]) // biome-ignore format: one line
    expect([...store.values()].find(({ title }) => title === 'Ebb')!.cover).not.toBeNull()
    expect((await run()).notes).toEqual([])
    await rm(join(base, 'music', 'b', 'front.png'))
    expect((await run()).notes).toHaveLength(1)
    expect((await run()).notes).toHaveLength(1)
  })

  it('H-547: that lie beside the files and cannot be read any more stay what they were, until they are gone', async () => {
    await put('a.wav', song(1))
    await put('cover.png', png(1, 2, 3))
    await put('front.png', png(0, 0, 200))
    await run()
    const { cover } = only()
    await put('cover.png', png(1, 2, 3).subarray(0, 60))
    for (let n = 0; n < 2; n++) {
      const { unchanged, notes } = await run()
      expect([unchanged.length, only().cover]).toEqual([1, cover])
      expect(notes).toEqual([{ file: 'cover.png', note: expect.stringMatching(/left out.*; the one of before stays$/) }]) // biome-ignore format: one line
    }
    sparse('cover.png', 61_000_000)
    expect([(await run()).notes.length, only().cover]).toEqual([1, cover])
    await put('cover.png', png(9, 9, 9))
    expect((await run()).updated).toMatchObject([{ changes: ['cover'] }])
    await rm(join(base, 'music', 'cover.png'))
    expect([(await run()).updated.length, only().cover]).toEqual([1, expect.anything()])
    await rm(join(base, 'music', 'front.png'))
    await put('folder.jpg', png(1, 2, 3).subarray(0, 60))
    expect([(await run()).notes.length, only().cover]).toEqual([1, null])
  })

  it('H-547: whose folder cannot be listed stay what they were', async () => {
    const store = createFolderStore(join(base, 'data', 'media'))
    const vault = await openVault(store, join(base, 'data', 'scratch'), 0)
    await put('b/cover.png', png(1, 2, 3))
    const folder = join(base, 'music', 'b')
    const { cover } = await folderCover(folder, vault)
    expect(cover).toMatchObject({ of: join(folder, 'cover.png') })
    // What is listed is not where the picture lies.
    const before = { path: cover!.path, of: join(base, 'music', 'c.png') }
    await rm(join(folder, 'cover.png'))
    expect((await folderCover(folder, vault, before)).cover).toBeNull()
    await put('c.png', png(1, 2, 3))
    expect((await folderCover(folder, vault, before)).cover).toEqual(before)
  })

  it('H-547: whose earlier picture is lost give way to another one that can be read', async () => {
    const store = createFolderStore(join(base, 'data', 'media'))
    const vault = await openVault(store, join(base, 'data', 'scratch'), 0)
    await put('b/cover.png', png(1, 2, 3).subarray(0, 60))
    await put('b/front.png', png(0, 0, 200))
    const folder = join(base, 'music', 'b')
    const { cover } = await folderCover(folder, vault, { path: 'lost.png', of: join(folder, 'cover.png') })
    expect(cover).toMatchObject({ of: join(folder, 'front.png') })
  })

  it('H-542: that lie beside the files and cannot be read end no import', async () => {
    await put('a.wav', song(1))
    sparse('cover.png', 61_000_000)
    expect(await run()).toMatchObject({
      added: [{ songs: 1 }],
      notes: [{ file: 'cover.png', note: 'this cover is left out: it is far too large' }],
    })
  })
})

it('measures loudness and silence once, and hands them on', async () => {
  await put('a.wav', song(1))
  await run()
  const { loudness } = only().songs[0]!
  expect(loudness).toMatchObject({ head: 0, tail: 0 })
  expect(loudness!.truePeak).toBeGreaterThan(-3)
})

it('keeps discs apart, with their numbers and places', async () => {
  await put('CD1/1.wav', song(1))
  await put('CD1/2.wav', song(2))
  await put('CD2/1.wav', song(3, { TRCK: '1' }))
  await run()
  expect(only().songs.map(({ disc }) => disc)).toEqual([
    { no: 1, of: 2, place: 1, songs: 2 },
    { no: 1, of: 2, place: 2, songs: 2 },
    { no: 2, of: 2, place: 1, songs: 1 },
  ])
})

it('says what an update changed', async () => {
  await put('1.wav', song(1))
  await put('2.wav', song(2))
  await run()
  await put('1.wav', song(1, { TIT2: 'Quay', TCON: 'Jazz' }))
  await put('3.wav', song(3))
  expect((await run()).updated).toMatchObject([{ changes: ['1 song more', 'title of 1 song', 'genre of 1 song'] }])
})

describe('what is gone from the folder', () => {
  it('stays and is said; with prune it goes, and the last one takes its release along', async () => {
    await put('1.wav', song(1))
    await put('2.wav', song(2))
    await run()
    await rm(join(base, 'music', '2.wav'))
    const told = await run()
    expect([told.gone, told.unchanged.length, only().songs.length]).toEqual([['2.wav'], 1, 2])
    const pruned = await run({ prune: true })
    expect(pruned.updated).toMatchObject([{ songs: 1, changes: ['1 song less'] }])
    expect((await run()).gone).toEqual([])
    await rm(join(base, 'music', '1.wav'))
    // An empty folder may be a disk that is not mounted.
    const empty = await run({ prune: true })
    expect([empty.gone, empty.withdrawn, only().access]).toEqual([['1.wav'], [], 'open'])
    await put('other.wav', song(7, { TALB: 'Another' }))
    expect((await run({ prune: true })).withdrawn).toHaveLength(1)
    expect(only().access).toBe('withdrawn')
  })

  it('is nothing that another folder brought, and nothing that merely cannot be read', async () => {
    await put('1.wav', song(1))
    await run()
    await put('1.wav', Buffer.from('no audio any more'))
    expect((await run({ prune: true })).gone).toEqual([])
    expect(only().songs).toHaveLength(1)
  })
})

it('changes nothing when the folder goes away while it is read', async () => {
  await put('1.wav', song(1))
  await put('2.wav', song(2))
  await run()
  const away = join(base, 'away')
  const onFile = (_file: string, index: number) => (index === 1 ? renameSync(join(base, 'music'), away) : undefined)
  await expect(run({ prune: true, onFile })).rejects.toThrow('went away while it was read')
  expect(only()).toMatchObject({ access: 'open', trackcount: 2 })
})

it('takes a song whose tags are larger than any tag is, without them', { tags: ['long'] }, async () => {
  await put('big.wav', wav(tone(44_100, 16, 2, 4410), riffChunk('id3 ', Buffer.alloc(70_000_000))))
  const { notes, added } = await run()
  expect(added).toMatchObject([{ title: 'music', songs: 1 }])
  expect(notes).toEqual([{ file: 'big.wav', note: 'its tags of 70 MB are larger than any tag is, and are not read' }])
})

it('breaks off between two files when it is told to, and writes nothing to the catalogue', async () => {
  await put('1.wav', song(1))
  await put('2.wav', song(2))
  const stop = new AbortController()
  const onFile = (_file: string, index: number) => index === 1 && stop.abort()
  await expect(run({ signal: stop.signal, onFile: (file, index) => void onFile(file, index) })).rejects.toThrow()
  expect(store.size).toBe(0)
  expect((await run()).added).toHaveLength(1)
})

describe('what was compressed with loss', () => {
  const fixture = (name: string) => readFile(new URL(`../../tests/fixtures/import/${name}`, import.meta.url))

  it('is offered as an MP3 that is made of it, and never as a WAV', { tags: ['long'] }, async () => {
    await put('b.ogg', await fixture('s-44100.ogg'))
    await put('c.opus', await fixture('m-48000.opus'))
    const report = await run()
    expect(report.refused).toEqual([])
    expect(report.notes.map(({ note }) => note)).toEqual([
      'Ogg Vorbis: an MP3 is made of it, which loses a little more; a WAV is not',
      'Opus: an MP3 is made of it, which loses a little more; a WAV is not',
    ])
    const { title, artist, songs } = only()
    expect([title, artist]).toEqual(['Slow Weather', 'Ada Moss'])
    expect(songs.map((one) => [one.title, one.version, one.isrc, one.formats])).toEqual([
      ['Drift', 'Live', 'GBAAA2600002', ['mp3']],
      ['夜 🎵', '', '', ['mp3']],
    ])
    for (const { source, duration, loudness } of songs) {
      if (source.kind !== 'file' || !source.files.mp3) throw new Error('no MP3')
      expect(Object.keys(source.files)).toEqual(['mp3'])
      expect(source.files.mp3.made).toBe(true)
      expect((await readMp3(join(base, 'data', 'media', source.files.mp3.path))).duration).toBeCloseTo(duration, 1)
      expect(loudness?.integrated).toBeLessThan(0)
    }
    expect(songs.map(({ duration }) => duration)).toEqual([0.5, 0.5])
    const again = await run()
    expect([again.unchanged.length, again.notes]).toEqual([1, []])
  })

  it('is the same song with other words, and gives way to any better copy', { tags: ['long'] }, async () => {
    await put('b.ogg', await fixture('s-44100.ogg'))
    await run()
    const { trackid } = only().songs[0]!
    // The same length, so that only the page's checksum goes with the words.
    const retagged = oggSealed(replaced(await fixture('s-44100.ogg'), 'Drift (Live)', 'Float (Live)'))
    await put('b.ogg', retagged)
    expect((await run()).updated).toHaveLength(1)
    expect(only().songs.map((one) => [one.trackid, one.title])).toEqual([[trackid, 'Float']])
    const pcm = tone(44_100, 16, 2, 22_051)
    const made = join(base, 'data', 'media', (only().songs[0]!.source as { files: { mp3: { path: string } } }).files.mp3.path) // biome-ignore format: one line
    const mp3 = await readFile(made)
    const words = { TIT2: 'Float', TIT3: 'Live', TPE1: 'Ada Moss', TALB: 'Slow Weather', TRCK: '2' }
    await put('a-copy.mp3', Buffer.concat([id3(words), mp3]))
    expect((await run()).copies).toEqual([{ file: 'b.ogg', instead: 'a-copy.mp3' }])
    await put('z.wav', wav(pcm, riffChunk('id3 ', id3(words))))
    const report = await run()
    expect(new Set(report.copies.map(({ file, instead }) => `${file} ${instead}`))).toEqual(
      new Set(['a-copy.mp3 z.wav', 'b.ogg z.wav']),
    )
    expect(only().songs.map(({ formats }) => formats)).toEqual([['wav', 'mp3']])
  })
})

function replaced(file: Buffer, from: string, to: string): Buffer {
  const at = file.indexOf(from)
  if (at < 0 || from.length !== to.length) throw new Error('not there')
  const out = Buffer.from(file)
  out.write(to, at)
  return out
}

import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMp3Encoder } from 'wasm-media-encoders'
import { aiff, id3, iffChunk, infoChunk, type Pcm, png, riffChunk, tone, wav } from '#tests/fixtures/import/make.ts'
import type { CatalogueRelease } from '../catalogue/contract.ts'
import { type ImportReport, type ImportTarget, importFolder } from './importFolder.ts'
import { summary } from './summary.ts'

const FIXTURES = fileURLToPath(new URL('../../tests/fixtures/import/', import.meta.url))
const NOW = Date.UTC(2026, 10, 20)
const RED = png(200, 0, 0)
const BLUE = png(0, 0, 200)

let base: string
let music: string
let dataDir: string
let mediaRoot: string
let store: Map<string, CatalogueRelease>
let writes: number
let mp3: Buffer

/** A second of a tone as an MP3 of so many kbit/s. */
async function coded(bitrate: 128 | 192 | 320): Promise<Buffer> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: 44_100, channels: 2, bitrate })
  const plane = Float32Array.from({ length: 44_100 }, (_, i) => 0.5 * Math.sin(i / 20))
  return Buffer.concat([Uint8Array.from(encoder.encode([plane, plane])), Uint8Array.from(encoder.finalize())])
}
beforeAll(async () => {
  mp3 = await coded(192)
})
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'import-'))
  music = join(base, 'music')
  dataDir = join(base, 'data')
  mediaRoot = join(dataDir, 'media')
  await mkdir(music)
  store = new Map()
  writes = 0
})
afterEach(() => rm(base, { recursive: true }))

const target: ImportTarget = {
  has: async (ids) => new Set(ids.filter((id) => store.has(id))),
  async insert(releases) {
    for (const release of releases) {
      expect(store.has(release.releaseid)).toBe(false)
      store.set(release.releaseid, release)
      writes++
    }
  },
  async replace(release) {
    store.set(release.releaseid, release)
    writes++
  },
}
const run = (folder = music): Promise<ImportReport> => importFolder(folder, { dataDir, target, now: NOW })
const counts = (report: ImportReport) => ({
  added: report.added.length,
  updated: report.updated.length,
  withdrawn: report.withdrawn.length,
  unchanged: report.unchanged.length,
})

async function put(path: string, bytes: Buffer | string): Promise<string> {
  const absolute = join(music, path)
  await mkdir(dirname(absolute), { recursive: true })
  await writeFile(absolute, bytes)
  return absolute
}
const short = (seed: number): Pcm => tone(44_100, 16, 2, 4410, seed)
const taggedWav = (seed: number, tags: Record<string, string | Buffer>) =>
  wav(short(seed), riffChunk('id3 ', id3(tags)))
const taggedMp3 = (tags: Record<string, string | Buffer>) => Buffer.concat([id3(tags), mp3])
const song = (album: string, n: number, more: Record<string, string | Buffer> = {}) => ({
  TPE1: 'Ada Moss',
  TALB: album,
  TRCK: String(n),
  TIT2: `Song ${n}`,
  ...more,
})
const only = () => {
  expect([...store.values()]).toHaveLength(1)
  return [...store.values()][0]!
}
const titles = (release: CatalogueRelease) => release.songs.map((track) => track.title)
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('what goes in', () => {
  it('reads every tag of a FLAC, its cover and its lyrics', async () => {
    await cp(join(FIXTURES, 's16-44100.flac'), join(music, 'a.flac'))
    expect(counts(await run())).toEqual({ added: 1, updated: 0, withdrawn: 0, unchanged: 0 })
    const release = only()
    expect(release).toMatchObject({
      title: 'Slow Weather',
      artist: 'Ada Moss',
      release_type: 'single',
      explicit: true,
      available: '2026-03-06',
      genres: ['Indie Folk'],
      labels: [{ name: 'Kestrel Records' }],
      duration: 0.25,
      access: 'open',
      candownload: true,
    })
    expect(release.songs[0]).toMatchObject({
      title: 'Northern Line',
      version: 'Radio Edit',
      artist: 'Ada Moss feat. Ben Ito',
      isrc: 'GBAYE2600001',
      catalognumber: 'KES-014',
      composer: 'Ada Moss',
      lyrics: 'First line\nSecond líne',
      formats: ['wav', 'mp3'],
      ordinal: 1,
    })
    const cover = release.cover
    expect(sha(await readFile(join(mediaRoot, (cover as { file: string }).file)))).toBe(sha(png(200, 30, 60)))
  })

  it('reads ID3 in WAV, MP3 and AIFF alike, lyrics and cover too', async () => {
    const tags = {
      TIT2: 'Söng',
      TPE1: 'Ada Moss',
      TPE2: 'Ada Moss',
      TCON: 'Jazz',
      TPUB: 'Kestrel',
      TSRC: 'gb-aye-26-00002',
    }
    const more = { ...tags, 'TXXX:ITUNESADVISORY': '1', USLT: 'La\nla', APIC: RED, TDRC: '2025' }
    await put('wav/1.wav', taggedWav(1, { ...more, TALB: 'In WAV' }))
    await put('mp3/1.mp3', taggedMp3({ ...more, TALB: 'In MP3' }))
    await put('aiff/1.aiff', aiff(short(2), null, iffChunk('ID3 ', id3({ ...more, TALB: 'In AIFF' }))))
    expect(new Set((await run()).added.map((release) => release.title))).toEqual(
      new Set(['In AIFF', 'In MP3', 'In WAV']),
    )
    for (const release of store.values()) {
      expect(release).toMatchObject({ artist: 'Ada Moss', genres: ['Jazz'], explicit: true, available: '2025-01-01' })
      expect(release.songs[0]).toMatchObject({ title: 'Söng', isrc: 'GBAYE2600002', lyrics: 'La\nla' })
      expect(release.labels).toEqual([{ name: 'Kestrel' }])
      expect(await readFile(join(mediaRoot, (release.cover as { file: string }).file))).toEqual(RED)
    }
  })

  it('reads the RIFF INFO tags of a WAV', async () => {
    await put('x.wav', wav(short(1), infoChunk({ INAM: 'Nörthern Line', IART: 'Ada Moss', IPRD: 'Slow Weather' })))
    await run()
    expect(only()).toMatchObject({ title: 'Slow Weather', artist: 'Ada Moss' })
    expect(titles(only())).toEqual(['Nörthern Line'])
  })

  it('keeps a WAV byte for byte and makes an MP3 of it', async () => {
    const original = taggedWav(1, song('Slow Weather', 1))
    await put('a.wav', original)
    await run()
    const { source } = only().songs[0]!
    if (source.kind !== 'file') throw new Error('no file')
    const { wav: kept, mp3: made } = source.files
    expect(kept).toMatchObject({ sha256: sha(original), bytes: original.length })
    expect(await readFile(join(mediaRoot, kept!.path))).toEqual(original)
    const mp3Bytes = await readFile(join(mediaRoot, made!.path))
    expect(made).toMatchObject({ sha256: sha(mp3Bytes), bytes: mp3Bytes.length })
  })

  it('makes a WAV of FLAC and AIFF with the samples, depth and rate of the source', async () => {
    await cp(join(FIXTURES, 's24-96000.flac'), join(music, 'a.flac'))
    const pcm = tone(48_000, 24, 2, 9601)
    await put('b.aiff', aiff(pcm))
    await run()
    const wavs = await Promise.all(
      only().songs.map(({ source }) =>
        source.kind === 'file' ? readFile(join(mediaRoot, source.files.wav!.path)) : Buffer.alloc(0),
      ),
    )
    expect(wavs.map(sha)).toEqual([sha(wav(tone(96_000, 24, 2, 4800))), sha(wav(pcm))])
  })

  it('D-154: an MP3 stays MP3 only, the file itself', async () => {
    const original = taggedMp3(song('Slow Weather', 1))
    await put('a.mp3', original)
    await run()
    const track = only().songs[0]!
    expect(track.formats).toEqual(['mp3'])
    if (track.source.kind !== 'file') throw new Error('no file')
    expect(track.source.files.wav).toBeUndefined()
    expect(await readFile(join(mediaRoot, track.source.files.mp3!.path))).toEqual(original)
    expect(track.duration).toBeCloseTo(1, 1)
  })

  it('takes the picture beside the files when none is embedded, and the embedded one before it', async () => {
    await put('One/CD1/a.wav', taggedWav(1, song('One', 1)))
    await put('One/Cover.PNG', BLUE)
    await put('Two/a.wav', taggedWav(2, song('Two', 1, { APIC: RED })))
    await put('Two/folder.png', BLUE)
    await run()
    const covers = Object.fromEntries([...store.values()].map((release) => [release.title, release.cover]))
    expect(await readFile(join(mediaRoot, (covers.One as { file: string }).file))).toEqual(BLUE)
    expect(await readFile(join(mediaRoot, (covers.Two as { file: string }).file))).toEqual(RED)
  })
})

describe('grouping', () => {
  it('puts the discs of an album into one release, in order', async () => {
    await put('Set/CD2/01.wav', taggedWav(3, song('Slow Weather (Disc 2)', 1, { TIT2: 'Third' })))
    await put('Set/CD1/02.wav', taggedWav(2, song('Slow Weather (Disc 1)', 2, { TIT2: 'Second' })))
    await put('Set/CD1/01.wav', taggedWav(1, song('Slow Weather (Disc 1)', 1, { TIT2: 'First' })))
    await put('Set/04.wav', taggedWav(4, song('Slow Weather', 1, { TPOS: '3/3', TIT2: 'Fourth' })))
    await run()
    expect(only()).toMatchObject({ title: 'Slow Weather', trackcount: 4, release_type: 'ep' })
    expect(titles(only())).toEqual(['First', 'Second', 'Third', 'Fourth'])
    expect(only().songs.map((track) => track.ordinal)).toEqual([1, 2, 3, 4])
  })

  it('calls three songs a single, four an EP, seven an album', { tags: ['long'] }, async () => {
    const sizes = { Three: 3, Four: 4, Six: 6, Seven: 7 }
    let seed = 1
    for (const [album, n] of Object.entries(sizes))
      for (let i = 1; i <= n; i++) await put(`${album}/${i}.wav`, taggedWav(seed++, song(album, i)))
    await run()
    expect(Object.fromEntries([...store.values()].map((r) => [r.title, r.release_type]))).toEqual({
      Three: 'single',
      Four: 'ep',
      Six: 'ep',
      Seven: 'album',
    })
  })

  it('counts the same audio twice in one release as one song', async () => {
    await put('1.mp3', taggedMp3(song('Slow Weather', 1)))
    await put('2.mp3', taggedMp3(song('Slow Weather', 2)))
    expect((await run()).copies).toEqual([{ file: '2.mp3', instead: '1.mp3' }])
    expect(only().trackcount).toBe(1)
  })

  it('keeps guests in one release, and calls a compilation Various Artists', async () => {
    await put('A/1.wav', taggedWav(1, song('Solo', 1)))
    await put('A/2.wav', taggedWav(2, song('Solo', 2, { TPE1: 'Ada Moss feat. Ben Ito' })))
    await put('B/1.wav', taggedWav(3, song('Many', 1)))
    await put('B/2.wav', taggedWav(4, song('Many', 2, { TPE1: 'Cleo Park' })))
    await put('C/1.wav', taggedWav(5, song('Many', 1, { TPE1: 'Dov Lane' })))
    await run()
    expect([...store.values()].map((r) => `${r.artist} - ${r.title} ${r.trackcount}`)).toEqual([
      'Ada Moss - Solo 2',
      'Various Artists - Many 2',
      'Dov Lane - Many 1',
    ])
  })

  it('makes a single of a song without an album, its versions together', async () => {
    await put('a.wav', taggedWav(1, { TIT2: 'Northern Line (Radio Edit)', TPE1: 'Ada Moss' }))
    await put('b.wav', taggedWav(2, { TIT2: 'Northern Line (Club Mix)', TPE1: 'Ada Moss' }))
    await run()
    expect(only()).toMatchObject({ title: 'Northern Line', artist: 'Ada Moss', release_type: 'single', trackcount: 2 })
    expect(only().songs.map((track) => track.version)).toEqual(['Radio Edit', 'Club Mix'])
  })

  it('names what has no tag by its folder and its file', async () => {
    await put('Ada Moss - Slow Weather/02 - Harbour.wav', wav(short(1)))
    await put('Ada Moss - Slow Weather/01 - Northern Line.wav', wav(short(2)))
    await put('loose.wav', wav(short(3)))
    await run()
    const [loose, slow] = [...store.values()].sort((a, b) => a.trackcount - b.trackcount)
    expect(slow).toMatchObject({ title: 'Slow Weather', artist: 'Ada Moss', available: '2026-11-20' })
    expect(titles(slow!)).toEqual(['Northern Line', 'Harbour'])
    expect(loose).toMatchObject({ title: 'music', artist: 'Unknown artist' })
  })

  it('H-530: takes the better MP3 of a song, whatever the tags add to the other', async () => {
    await put('128/1.mp3', Buffer.concat([id3(song('Tides', 1, { TPE2: 'Ada Moss', APIC: RED, USLT: 'la '.repeat(9000) })), await coded(128)])) // biome-ignore format: one line
    await put('320/1.mp3', Buffer.concat([id3(song('Tides', 1, { TPE2: 'Ada Moss' })), await coded(320)]))
    expect((await run()).copies).toEqual([{ file: '128/1.mp3', instead: '320/1.mp3' }])
  })

  it('takes the lossless copy of a song that is there twice', async () => {
    await put('a.mp3', taggedMp3(song('Slow Weather', 1)))
    await put('a.wav', wav(tone(44_100, 16, 2, 44_100), riffChunk('id3 ', id3(song('Slow Weather', 1)))))
    expect((await run()).copies).toEqual([{ file: 'a.mp3', instead: 'a.wav' }])
    expect(only().songs.map((track) => track.formats)).toEqual([['wav', 'mp3']])
  })
})

describe('running it again', () => {
  it('adds and writes nothing', async () => {
    await put('a/1.wav', taggedWav(1, song('Slow Weather', 1)))
    await put('a/2.mp3', taggedMp3(song('Slow Weather', 2)))
    await cp(join(FIXTURES, 'm24-48000.flac'), join(music, 'b.flac'))
    await run()
    const [before, files] = [[...store.values()], await everyFile(mediaRoot)]
    writes = 0
    expect(counts(await importFolder(music, { dataDir, target, now: NOW + 86_400_000 }))).toEqual({
      added: 0, updated: 0, withdrawn: 0, unchanged: 2,
    }) // biome-ignore format: a table
    expect(writes).toBe(0)
    expect([...store.values()]).toEqual(before)
    expect(await everyFile(mediaRoot)).toEqual(files)
  })

  it('updates a song whose title was edited, under the same ids', async () => {
    await put('1.wav', taggedWav(1, song('Slow Weather', 1)))
    await run()
    const before = only()
    await put('1.wav', taggedWav(1, song('Slow Weather', 1, { TIT2: 'Harbour' })))
    expect(counts(await run())).toMatchObject({ added: 0, updated: 1 })
    expect(titles(only())).toEqual(['Harbour'])
    expect(only().releaseid).toBe(before.releaseid)
    expect(only().songs[0]!.trackid).toBe(before.songs[0]!.trackid)
  })

  it('updates a release whose album or artist was edited, under the same id', async () => {
    await put('1.wav', taggedWav(1, song('Slow Weather', 1)))
    await put('2.wav', taggedWav(2, song('Slow Weather', 2)))
    await run()
    const before = only()
    await put('1.wav', taggedWav(1, song('Fast Weather', 1, { TPE1: 'Ada Mosse' })))
    await put('2.wav', taggedWav(2, song('Fast Weather', 2, { TPE1: 'Ada Mosse' })))
    expect(counts(await run())).toMatchObject({ added: 0, updated: 1, withdrawn: 0 })
    expect(only()).toMatchObject({ releaseid: before.releaseid, title: 'Fast Weather', artist: 'Ada Mosse' })
    expect(counts(await run())).toMatchObject({ added: 0, updated: 0, unchanged: 1 })
  })

  it('moves a song that now names another album, and withdraws a release that lost its last', async () => {
    await put('1.wav', taggedWav(1, song('One', 1)))
    await put('2.wav', taggedWav(2, song('Two', 1)))
    await put('3.wav', taggedWav(3, song('Two', 2)))
    await run()
    await put('3.wav', taggedWav(3, song('One', 2)))
    expect(counts(await run())).toEqual({ added: 0, updated: 2, withdrawn: 0, unchanged: 0 })
    await put('2.wav', taggedWav(2, song('One', 3)))
    expect(counts(await run())).toEqual({ added: 0, updated: 1, withdrawn: 1, unchanged: 0 })
    const [one, two] = [...store.values()]
    expect([one!.trackcount, one!.access, two!.access]).toEqual([3, 'open', 'withdrawn'])
    expect(counts(await run())).toEqual({ added: 0, updated: 0, withdrawn: 0, unchanged: 1 })
  })

  it('adds a disc that comes later, and takes nothing away with a folder that is not there', async () => {
    await put('CD1/1.wav', taggedWav(1, song('Slow Weather', 1)))
    await put('CD2/1.wav', taggedWav(2, song('Slow Weather', 1, { TIT2: 'Later', TPOS: '2' })))
    await run(join(music, 'CD1'))
    expect(only().trackcount).toBe(1)
    expect(counts(await run(join(music, 'CD2')))).toMatchObject({ updated: 1 })
    expect(titles(only())).toEqual(['Song 1', 'Later'])
    expect(counts(await run(join(music, 'CD1')))).toMatchObject({ unchanged: 1 })
  })

  it('replaces audio that was delivered anew under the same name', async () => {
    await put('1.wav', taggedWav(1, song('Slow Weather', 1)))
    await run()
    await put('1.wav', taggedWav(9, song('Slow Weather', 1)))
    expect(counts(await run())).toMatchObject({ updated: 1 })
    expect(only().trackcount).toBe(1)
  })

  it('knows files again after they were moved', async () => {
    await put('a/1.wav', taggedWav(1, song('Slow Weather', 1)))
    await run()
    await rename(join(music, 'a'), join(music, 'b'))
    expect(counts(await run())).toMatchObject({ unchanged: 1 })
    expect(counts(await run())).toMatchObject({ unchanged: 1 })
  })

  it('fills a catalogue that was emptied', async () => {
    await put('1.wav', taggedWav(1, song('Slow Weather', 1)))
    await run()
    store.clear()
    expect(counts(await run())).toMatchObject({ added: 1 })
  })

  it('makes a stored file again that is gone', async () => {
    await put('1.wav', taggedWav(1, song('Slow Weather', 1)))
    await run()
    const files = await everyFile(mediaRoot)
    await rm(join(mediaRoot, files.find((name) => name.endsWith('.mp3'))!))
    expect(counts(await run())).toMatchObject({ unchanged: 1 })
    expect(await everyFile(mediaRoot)).toEqual(files)
  })
})

describe('bad files', () => {
  it('lists each with its reason and imports the rest', async () => {
    await put('good.wav', taggedWav(1, song('Slow Weather', 1)))
    await put('empty.wav', '')
    await put('text.wav', 'This is a text.')
    await put('cut.wav', wav(short(2)).subarray(0, 5000))
    const flac = await readFile(join(FIXTURES, 'm24-48000.flac'))
    await put('cut.flac', flac.subarray(0, 9000))
    await put(
      'protected.m4a',
      Buffer.concat([Buffer.from('\0\0\0\x20ftypM4P ', 'latin1'), Buffer.alloc(500), Buffer.from('drms')]),
    )
    await put(
      'lossy.m4a',
      Buffer.concat([Buffer.from('\0\0\0\x20ftypM4A ', 'latin1'), Buffer.alloc(500), Buffer.from('mp4a')]),
    )
    await put(
      'lossless.m4a',
      Buffer.concat([Buffer.from('\0\0\0\x20ftypM4A ', 'latin1'), Buffer.alloc(500), Buffer.from('alac')]),
    )
    await put('ogg.ogg', 'OggS and more')
    await put('notes.txt', 'not tried')
    await put('._good.wav', 'left by a Mac')
    const report = await run()
    expect(counts(report)).toMatchObject({ added: 1 })
    expect(report.refused.map(({ file, reason }) => `${file}: ${reason}`)).toEqual([
      expect.stringMatching(/^cut\.flac: cut short/),
      'cut.wav: cut short: 4956 of 17640 bytes of audio are there',
      'empty.wav: it is empty',
      'lossless.m4a: Apple Lossless: export it as WAV, AIFF or FLAC, which lose nothing either',
      'lossy.m4a: AAC: deliver it as WAV or FLAC, or as MP3 where nothing else is there',
      'ogg.ogg: damaged: a part of it is no Ogg',
      'protected.m4a: protected by copy protection (DRM)',
      'text.wav: it is not a WAV file inside',
    ])
    expect(await readdir(join(mediaRoot, 'imported', 'tmp'))).toEqual([])
  })

  it('believes what is inside, not the extension', async () => {
    await cp(join(FIXTURES, 'm24-48000.flac'), join(music, 'really-flac.wav'))
    await put('really-mp3.wav', mp3)
    expect((await run()).refused).toEqual([])
    expect(only().songs.map((track) => track.formats)).toEqual([['wav', 'mp3'], ['mp3']])
  })

  it('follows no link that leaves the folder', async () => {
    await writeFile(join(base, 'outside.wav'), taggedWav(1, song('Secret', 1)))
    await mkdir(join(base, 'elsewhere'))
    await writeFile(join(base, 'elsewhere', 'in.wav'), taggedWav(2, song('Secret', 2)))
    await put('good.wav', taggedWav(3, song('Slow Weather', 1)))
    await symlink(join(base, 'outside.wav'), join(music, 'link.wav'))
    await symlink(join(base, 'elsewhere'), join(music, 'link'))
    await symlink(music, join(music, 'loop'))
    const report = await run()
    expect(only().title).toBe('Slow Weather')
    expect(report.refused).toEqual([
      { file: 'link', reason: 'a link that leads outside the folder' },
      { file: 'link.wav', reason: 'a link that leads outside the folder' },
    ])
  })

  it('H-541: takes what a name with dots or digits behind its first dot says, and says what is hidden and has audio', async () => {
    await put('...Baby One More Time/1.wav', taggedWav(1, song('Tides', 1)))
    await put('.38 Special.wav', taggedWav(2, song('Tides', 2)))
    await put('.trash/deep/3.wav', taggedWav(3, song('Tides', 3)))
    await put('.4.wav', taggedWav(4, song('Tides', 4)))
    await put('.secret.wav', taggedWav(5, song('Tides', 5)))
    await put('.git/config', 'no music')
    await put('.AppleDouble/1.wav', 'left by a Mac')
    await put('.mac/._1.wav', 'left by a Mac')
    await mkdir(join(base, 'elsewhere'))
    await writeFile(join(base, 'elsewhere', 'in.wav'), '')
    await symlink(join(base, 'elsewhere'), join(music, '.linked'))
    const report = await run()
    expect(report.added).toMatchObject([{ title: 'Tides', songs: 3 }])
    expect([report.hidden, report.refused]).toEqual([['.secret.wav', '.trash'], []])
    expect(summary(report, music).slice(-3)).toEqual([
      'Passed over with the audio in it, because its name begins with a dot:',
      '  .secret.wav',
      '  .trash',
    ])
  })

  it('H-541: takes a link for the hidden file it leads to, once, as git-annex lays them out', async () => {
    await put('.git/annex/one/SHA256E-1', taggedWav(1, song('Tides', 1)))
    await put('.git/annex/two/SHA256E-2.wav', taggedWav(2, song('Tides', 2)))
    await put('3.wav', taggedWav(3, song('Tides', 3)))
    for (const [name, to] of [
      ['1.wav', '.git/annex/one/SHA256E-1'],
      ['1 again.wav', '.git/annex/one/SHA256E-1'],
      ['2.wav', '.git/annex/two/SHA256E-2.wav'],
      ['3 again.wav', '3.wav'],
      ['folder.wav', '.git/annex'],
      ['text.txt', '.git/annex/one/SHA256E-1'],
    ] as const)
      await symlink(to, join(music, name))
    const report = await run()
    expect(report.added).toMatchObject([{ title: 'Tides', songs: 3 }])
    expect([report.copies, report.hidden, report.refused]).toEqual([[], [], []])
    expect(counts(await run())).toEqual({ added: 0, updated: 0, withdrawn: 0, unchanged: 1 })
  })

  it('passes over the data folder of the player, and refuses to import it', async () => {
    await put('good.wav', taggedWav(1, song('Slow Weather', 1)))
    await run(base)
    await mkdir(join(dataDir, 'cache'))
    await writeFile(join(dataDir, 'cache', 'made.wav'), taggedWav(2, song('Made', 1)))
    await expect(run(mediaRoot)).rejects.toThrow("the player's own data folder")
    expect(counts(await run(base))).toEqual({ added: 0, updated: 0, withdrawn: 0, unchanged: 1 })
  })

  it('keeps the catalogue as it was when it cannot be written, and completes the next time', async () => {
    await put('good.wav', taggedWav(1, song('Slow Weather', 1)))
    const failing = { ...target, insert: () => Promise.reject(new Error('the database is gone')) }
    await expect(importFolder(music, { dataDir, target: failing, now: NOW })).rejects.toThrow('the database is gone')
    expect(counts(await run())).toMatchObject({ added: 1 })
  })
})

async function everyFile(root: string): Promise<string[]> {
  return (await readdir(root, { recursive: true })).filter((name) => /\.\w+$/.test(name)).sort()
}

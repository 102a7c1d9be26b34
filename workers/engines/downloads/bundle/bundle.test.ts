// Many releases as one zip that is made here: its songs are fetched as any other, and nothing of it is half.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { beforeEach, describe, expect, it } from 'vitest'
import * as load from '#core/events/downloads.ts'
import { settingDownloadsChosen } from '#core/events/settings.ts'
import { foreseenBytes } from '#core/model/downloads/bundle.ts'
import type { BundleSource, Gather } from '#core/model/downloads/bundleWish.ts'
import { bundleRequest } from '#core/model/downloads/requests.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { type Fault, MemoryFolder, wav, wished } from '#tests/support/downloadParts.ts'

let world: World
let run: Run

beforeEach(async () => {
  world = new World()
  run = new Run(world)
  await run.signIn()
})

const song = (trackid: string, releaseid: string, fields: Record<string, unknown> = {}) => ({
  trackid, releaseid, ordinal: 1, title: trackid, artist: 'Ana', version: '', explicit: false, assettype: 'audio',
  duration: 1, available: '', impactdate: null, labels: [], genres: [], market_tags: [], coverart: '',
  candownload: true, formats: ['wav'], flagged: false, album: 'Blue', language: '', composer: '', writers: '',
  publishing: '', producer: '', isrc: '', upcnumber: '', catalognumber: '', copyrightyear: null, canadian: {},
  lyrics: '', ...fields,
}) // biome-ignore format: a song has many fields
const detail = (releaseid: string, title: string, songs: unknown[]) => ({
  releaseid, title, artist: 'Ana', explicit: false, thumbnail: '', coverart: '', available: '', impactdate: null,
  duration: 1, trackcount: songs.length, labels: [], genres: [], markettags: [], trending: false, release_type: 'ep',
  candownload: true, flagged: false, archived: false, commenting_enabled: false, allow_sharing: false, promoinfo: '',
  songs, attachments: [],
}) // biome-ignore format: so has a release

const bytesOf = new Map<string, Uint8Array<ArrayBuffer>>()

/** A release of the server whose songs are WAVs of their own. */
function release(id: string, title: string, songs: ReturnType<typeof song>[]): BundleSource {
  world.api.set(`/releases/${id}`, () => Response.json(detail(id, title, songs)))
  for (const { trackid } of songs) {
    const bytes = wav(9000 + bytesOf.size * 100, bytesOf.size + 1)
    bytesOf.set(trackid, bytes)
    world.song(trackid, { bytes, etag: `"${trackid}"` })
  }
  return { type: 'release', id, duration: songs.length }
}

/** Two releases of three songs. */
const two = () => [
  release('r1', 'Blue', [song('a', 'r1'), song('b', 'r1', { ordinal: 2 })]),
  release('r2', 'Red', [song('c', 'r2')]),
]
const NAMES = { a: 'Ana - Blue/Ana - 1 - a.wav', b: 'Ana - Blue/Ana - 2 - b.wav', c: 'Ana - Red/Ana - 1 - c.wav' }

const want = (sources: BundleSource[], as: Gather = 'zip') =>
  run.request(bundleRequest({ as, sources }, '2 releases', '', 'wav', 'z'))

/** The zip as a foreign reader has it. */
async function unzipped(): Promise<Record<string, Uint8Array>> {
  const bytes = await run.bytes('z')
  if (!bytes) throw new Error('there is no zip')
  return unzipSync(bytes)
}

const songNames = async () => Object.keys(await unzipped()).filter((name) => name.endsWith('.wav'))

/** The zip holds exactly these songs, byte for byte. */
async function expectSongs(...ids: (keyof typeof NAMES)[]): Promise<void> {
  const files = await unzipped()
  expect(Object.keys(files).filter((name) => name.endsWith('.wav'))).toEqual(ids.map((id) => NAMES[id]))
  for (const id of ids) expect(files[NAMES[id]]).toEqual(new Uint8Array(bytesOf.get(id) ?? []))
}

const status = (id: string) => run.shown.get('job', id)?.status
const hold: Fault = (seen, file) => world.files.answer(seen, file, { holdAt: 5000 })
const refuse: Fault = () => new Response(null, { status: 404 })
const only =
  (path: string, fault: Fault): Fault =>
  (seen, file) =>
    seen.path.includes(`/${path}/`) ? fault(seen, file) : null
/** A fault for one song among the first three requests. */
function spoil(path: string, fault: Fault): void {
  for (let n = 0; n < 3; n++) world.files.faults.push(only(path, fault))
}

describe('what lies beside the songs', () => {
  const texts = async () => {
    const files = Object.entries(await unzipped()).filter(([name]) => !name.endsWith('.wav'))
    return Object.fromEntries(
      files.map(([name, bytes]) => [name, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)]),
    )
  }

  it('is a playlist in their order, and a receipt of what is there and what is not', async () => {
    await run.say(settingDownloadsChosen({ choices: { zipLists: true } }))
    await want([
      release('r1', 'Blue', [
        song('a', 'r1', { duration: 61.6 }),
        song('m', 'r1', { formats: ['mp3'], version: 'Demo' }),
      ]),
      release('r2', 'Red', [song('c', 'r2', { artist: '夜\n明', isrc: 'GBAAA2600001' })]),
    ])
    await run.advance(1000)
    const found = await texts()
    expect(Object.keys(found)).toEqual(['2 releases.m3u8', 'receipt.csv'])
    expect(found['2 releases.m3u8']).toBe(
      '#EXTM3U\n#EXTINF:62,Ana - a\nAna - Blue/Ana - 1 - a.wav\n#EXTINF:1,夜 明 - c\nAna - Red/夜_明 - 1 - c.wav\n',
    )
    const rows = found['receipt.csv']?.trim().split('\r\n') ?? []
    expect(rows).toHaveLength(4)
    expect(rows[1]).toMatch(/^Ana - Blue\/Ana - 1 - a\.wav,\d+,[0-9a-f]*,,Blue,Ana,a,,,$/)
    expect(rows[2]).toContain(',GBAAA2600001,,')
    expect(rows[3]).toBe('Ana – m (Demo),0,,,,,,,,format')
    const before = await run.bytes('z')
    await run.saved('z')
    // What is read once more is the same to the byte: nothing of when it was saved is in it.
    expect(await run.bytes('z')).toEqual(before)
  })

  it('is nothing where it was not asked for', async () => {
    await want(two())
    await run.advance(1000)
    expect(await texts()).toEqual({})
  })

  it('takes no name that is there', async () => {
    await run.say(settingDownloadsChosen({ choices: { zipLists: true } }))
    const source = release('r1', 'Blue', [song('a', 'r1')])
    world.api.set('/releases/r1', () =>
      Response.json({ ...detail('r1', 'RECEIPT.CSV', [song('a', 'r1')]), artist: '' }),
    )
    await want([source])
    await run.advance(1000)
    expect(Object.keys(await texts())).toEqual(['2 releases.m3u8', 'receipt (2).csv'])
  })
})

describe('numbers', () => {
  it('of a playlist are places in it, those that are not there counted too', async () => {
    const songs = [
      song('c', 'r2', { ordinal: 7 }),
      song('m', 'r1', { formats: ['mp3'] }),
      song('a', 'r1', { ordinal: 4 }),
    ]
    release('r1', 'Blue', [song('a', 'r1'), song('c', 'r2')])
    world.api.set('/playlists/p1/tracks', () => Response.json({ songs }))
    await want([{ type: 'playlist', id: 'p1', duration: 3 }])
    await run.advance(1000)
    const names = await songNames()
    expect(names).toEqual(['Ana - 1 - c.wav', 'Ana - 3 - a.wav'])
    expect(run.shown.get('job', 'z.1')?.tags?.track).toBe(7)
    expect(run.shown.get('job', 'z')?.missing).toEqual([{ name: 'Ana – m', why: 'format' }])
  })

  it('begin anew on every disc, in a folder of its own', async () => {
    const disc = (no: number, place: number) => ({ disc: { no, of: 2, place, songs: 1 } })
    await want([release('r1', 'Blue', [song('a', 'r1', disc(1, 1)), song('b', 'r1', { ordinal: 2, ...disc(2, 1) })])])
    await run.advance(1000)
    const names = await songNames()
    expect(names).toEqual(['Ana - Blue/Disc 1/Ana - 1 - a.wav', 'Ana - Blue/Disc 2/Ana - 1 - b.wav'])
    expect(run.shown.get('job', 'z.2')?.tags).toMatchObject({ track: 1, disc: { no: 2, of: 2 } })
  })
})

describe('one zip of many releases', () => {
  it('has a folder for each, and every song byte for byte', async () => {
    await want(two())
    await run.advance(1000)
    expect(run.stored('z')).toMatchObject({ fileName: '2 releases.zip', sha256: null })
    await expectSongs('a', 'b', 'c')
    expect((await run.bytes('z'))?.length).toBe(run.stored('z')?.bytes)
  })

  it('passes unzip -t, checksums included', async () => {
    await want(two())
    await run.advance(1000)
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
    try {
      const path = join(folder, 'a.zip')
      writeFileSync(path, (await run.bytes('z')) ?? '')
      expect(String(execFileSync('unzip', ['-t', path]))).toContain('No errors detected')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is saved as one file: no song is handed to the browser alone, and all are finished with it', async () => {
    await want(two())
    await run.advance(1000)
    const alone = run.told('download.stored').filter(({ crc32 }) => crc32 === undefined)
    expect(alone.map(({ downloadID }) => downloadID)).toEqual(['z'])
    expect(run.rows).toEqual(['z loading', 'z.1 loading', 'z.2 loading', 'z.3 loading'])
    await run.saved('z')
    expect(run.rows).toEqual(['z finished', 'z.1 finished', 'z.2 finished', 'z.3 finished'])
    await run.advance(599_000)
    await expectSongs('a', 'b', 'c')
    await run.advance(2000)
    expect(world.sinks.parts.size).toBe(0)
  })

  it('is remembered song by song and release by release', async () => {
    await want(two())
    await run.advance(1000)
    await run.saved('z')
    await run.advance(1000)
    const keys = ['release r1 wav', 'release r2 wav', 'song a wav', 'song b wav', 'song c wav']
    expect([...(world.remembered.get('p1') ?? [])].sort((a, b) => a.localeCompare(b))).toEqual(keys)
  })

  it('songs of one name in one folder differ, and a hostile name stays inside its folder', async () => {
    const source = release('r1', '../../Blue', [
      song('a', 'r1', { title: '../x' }),
      song('b', 'r1', { title: '..\\x' }),
      song('c', 'r1', { title: '../X' }),
    ])
    await want([source])
    await run.advance(1000)
    const names = await songNames()
    expect(names).toEqual([
      'Ana - .._.._Blue/Ana - 1 - .._x.wav',
      'Ana - .._.._Blue/Ana - 1 - .._x (2).wav',
      'Ana - .._.._Blue/Ana - 1 - .._X (3).wav',
    ])
  })

  it('D-159: songs that are the same once they are cut are told apart, and unzip brings every one to the disk', async () => {
    const long = '夜'.repeat(120)
    const source = release(
      'r1',
      `${'夜'.repeat(200)}/`,
      ['a', 'b', 'c'].map((id) => song(id, 'r1', { title: long + id, version: 'Live' })),
    )
    await want([source])
    await run.advance(1000)
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
    try {
      const path = join(folder, 'a.zip')
      writeFileSync(path, (await run.bytes('z')) ?? '')
      execFileSync('unzip', ['-q', path, '-d', join(folder, 'out')], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
      const files = readdirSync(join(folder, 'out'), { recursive: true, withFileTypes: true })
      const names = files.filter((file) => file.isFile() && file.name.endsWith('.wav')).map(({ name }) => name)
      expect(names).toHaveLength(3)
      for (const name of names) {
        expect(name).toMatch(/^Ana - 1 - 夜+ \(Live\)( \([23]\))?\.wav$/)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      }
      expect(run.told('download.stored').map(({ fileName }) => fileName)).toEqual(expect.arrayContaining(names))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('names of any script, those Windows keeps for itself and those macOS takes for one lie on a disk side by side', async () => {
    const titles = [
      'Caf\u00e9', 'Cafe\u0301', 'CAF\u00c9', 'Stra\u00dfe', 'STRASSE', '\ufb01n', 'fin', 'CON', 'con. ', 'NUL.txt', 'COM\u00b9', 'end...',
      `${'\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f '.repeat(30)}1`, `${'\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f '.repeat(30)}2`,
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(40), '\u202eevil\u2066', 'evil', 'a\u0000b', 'half \ud83d',
    ] // biome-ignore format: many on a line
    // Nothing stands before the title, so that it may be a name by itself.
    await run.say(settingDownloadsChosen({ choices: { nameTemplate: '{title}' } }))
    const songs = titles.map((title, n) => song(`n${n}`, 'r1', { title }))
    await want([release('r1', 'LPT1 ', songs), release('r2', 'lpt1', [song('z', 'r2')])])
    await run.advance(3000)
    const names = await songNames()
    expect(names).toHaveLength(titles.length + 1)
    // What a disk that knows neither case nor forms of letters takes for one.
    const folded = names.map((name) => name.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFC'))
    expect(new Set(folded).size).toBe(names.length)
    for (const part of names.flatMap((name) => name.split('/'))) {
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255)
      expect(part).toBe(part.normalize('NFC'))
      expect(part).not.toMatch(/[\p{Cc}<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]|[. ]$/u)
      expect(part).not.toMatch(/^(con|nul|com[1\u00b9]|lpt1)(\.|$)/i)
    }
  })

  it('of a song that changes while it is fetched the zip holds one version, whole', async () => {
    const other = wav(15_000, 7)
    world.files.faults.push((seen, file) => {
      world.song('a', { bytes: other, etag: '"2"' })
      return world.files.answer(seen, file, { breakAt: 4096 })
    })
    await want([release('r1', 'Blue', [song('a', 'r1')])])
    await run.advance(200_000)
    expect(Object.values(await unzipped())).toEqual([new Uint8Array(other)])
  })

  describe('that lay in the picked folder when a crash cut it off before that was written down', () => {
    const crash = async () => {
      const folder = new MemoryFolder('Promo')
      world.folders.picked.set('p1', folder)
      let letOn = () => {}
      const held = new Promise<void>((resolve) => (letOn = resolve))
      folder.beforeMove = () => held
      await want(two())
      await run.advance(1000)
      // As it stands while the zip is on its way.
      const before = world.journal.records.get('p1') ?? []
      letOn()
      await run.advance(1000)
      expect(folder.paths).toEqual(['2 releases.zip'])
      run.die()
      world.journal.records.set('p1', before)
      folder.beforeMove = async () => {}
      run = new Run(world)
      await run.signIn()
      expect(status('z')).toBe('failed')
      return folder
    }

    it('is taken as it stands there', async () => {
      const folder = await crash()
      await run.restart('z')
      await run.advance(5000)
      expect(status('z')).toBe('finished')
      expect(folder.paths).toEqual(['2 releases.zip'])
      expect(world.sinks.parts.size).toBe(0)
    })

    it('is another one where the bytes of that are others', async () => {
      const folder = await crash()
      const size = folder.files.get('2 releases.zip')?.size ?? 0
      folder.put('2 releases.zip', new Blob([new Uint8Array(size)]))
      await run.restart('z')
      await run.advance(5000)
      expect(folder.paths).toEqual(['2 releases.zip', '2 releases (2).zip'])
    })
  })

  it('goes into the picked folder, and nothing stays behind', async () => {
    const folder = new MemoryFolder('Promo')
    world.folders.picked.set('p1', folder)
    await want(two())
    await run.advance(1000)
    expect(folder.paths).toEqual(['2 releases.zip'])
    expect(run.stored('z')).toMatchObject({ fileName: '2 releases.zip', folder: true })
    expect(status('z')).toBe('finished')
    expect(world.sinks.parts.size).toBe(0)
  })

  it('says that it lies in a folder only where it does', async () => {
    await want(two())
    await run.advance(1000)
    expect(run.stored('z')?.fileName).toBe('2 releases.zip')
    expect(run.stored('z')?.folder).toBeUndefined()
  })

  it.each(['beforeWrite', 'beforeClose'] as const)(
    'that is removed in the picked folder (%s) is gone, and nothing more is done for it',
    async (when) => {
      const folder = new MemoryFolder('Promo')
      world.folders.picked.set('p1', folder)
      const began: string[] = []
      let letOn = () => {}
      for (const step of ['beforeClose', 'beforeMove'] as const) folder[step] = async () => void began.push(step)
      const go = folder[when]
      folder[when] = async () => {
        await go()
        await new Promise<void>((resolve) => (letOn = resolve))
      }
      await want(two())
      await run.advance(1000)
      began.length = 0
      await run.remove('z')
      letOn()
      await run.advance(1000)
      expect([began, folder.paths]).toEqual([[], []])
    },
  )

  it('station-ready songs lie in it with their tags', async () => {
    await run.say(settingDownloadsChosen({ choices: { stationReady: true } }))
    await want(two())
    await run.advance(1000)
    const files = await unzipped()
    expect(files[NAMES.a]?.length).toBeGreaterThan(bytesOf.get('a')?.length ?? 0)
    expect(run.stored('z.1')?.taggedSha256).toBeDefined()
  })

  it('songs that cannot be had in the format, and releases that have gone, are left out and counted', async () => {
    const source = release('r1', 'Blue', [song('a', 'r1'), song('b', 'r1', { formats: ['mp3'] })])
    await want([source, { type: 'release', id: 'gone', duration: 3 }])
    await run.advance(1000)
    expect(await songNames()).toEqual([NAMES.a])
    expect(run.shown.get('job', 'z')?.leftOut).toBe(2)
  })

  it('what is left out is named, with the reason', async () => {
    const songs = [
      song('a', 'r1'),
      song('b', 'r1', { formats: ['mp3'], version: 'Live' }),
      song('c', 'r1', { candownload: false }),
      song('a', 'r1'),
    ]
    await want([release('r1', 'Blue', songs), { type: 'release', id: 'gone', duration: 3, title: 'Bo – Red' }])
    expect(run.shown.get('job', 'z')?.missing).toEqual([
      { name: 'Ana – b (Live)', why: 'format' },
      { name: 'Ana – c', why: 'locked' },
      { name: 'Bo – Red', why: 'gone' },
      { name: 'Ana – a', why: 'double' },
    ])
  })

  it('knows its total before the first song, and keeps it', async () => {
    for (let n = 0; n < 3; n++) world.files.faults.push(hold)
    await want(two())
    const foreseen = () => run.shown.get('job', 'z')?.foreseen
    const before = foreseen()
    expect(before).toBe(3 * 176_400)
    await run.advance(60_000)
    expect([foreseen(), run.stored('z') === undefined]).toEqual([before, false])
  })

  it('a song that is wanted alone meanwhile comes alone as well', async () => {
    await want(two())
    await run.request(wished('a'))
    await run.advance(1000)
    expect(await run.bytes('job-a')).toEqual(bytesOf.get('a'))
    await expectSongs('a', 'b', 'c')
  })
})

describe('before anything starts', () => {
  it('more than 3.9 GB is refused by name, without a call', async () => {
    const calls = world.calls.length
    await want([{ type: 'release', id: 'r1', duration: 22_200 }])
    expect(run.failure('z')).toBe('tooLarge')
    expect(world.calls.length).toBe(calls)
    expect(world.files.seen).toEqual([])
  })

  it('and when only its songs say how long it is', async () => {
    const { id } = release('r1', 'Blue', [song('a', 'r1', { duration: 22_200 })])
    await want([{ type: 'release', id, duration: null }])
    expect(run.failure('z')).toBe('tooLarge')
    expect(world.files.seen).toEqual([])
  })

  it('H-093: one release that may not be had any more is left out and named; alone it is the failure', async () => {
    const no = () => Response.json({ code: 'FORBIDDEN', message: 'no' }, { status: 403 })
    world.api.set('/releases/no', no)
    const lost = { type: 'release' as const, id: 'no', duration: 3, title: 'Bo – Red' }
    await want([release('r1', 'Blue', [song('a', 'r1')]), lost])
    await run.advance(1000)
    await expectSongs('a')
    expect(run.shown.get('job', 'z')).toMatchObject({ leftOut: 1, missing: [{ name: 'Bo – Red', why: 'locked' }] })
    await run.request(bundleRequest({ as: 'zip', sources: [lost] }, 'Red', '', 'wav', 'y'))
    await run.advance(1000)
    expect(run.shown.get('job', 'y')).toMatchObject({ status: 'failed', reason: 'forbidden' })
  })

  it('as single files it is not refused', async () => {
    const { id } = release('r1', 'Blue', [song('a', 'r1', { duration: 22_200 })])
    await want([{ type: 'release', id, duration: 22_200 }], 'files')
    await run.advance(1000)
    expect(await run.bytes('z.a')).toEqual(bytesOf.get('a'))
  })

  it('what there is no room for is refused: quota', async () => {
    world.sinks.room = 1000
    await want(two())
    expect(run.failure('z')).toBe('quota')
    expect(world.files.seen).toEqual([])
  })

  it('what there is room for once is made, and gives its room back when it is removed', async () => {
    world.sinks.books = true
    const all = two()
    // What is foreseen of it, about, and no more.
    world.sinks.disk = foreseenBytes(3, 'wav') + 1000
    await want(all)
    await run.advance(1000)
    await expectSongs('a', 'b', 'c')
    await run.remove('z')
    await run.advance(1000)
    expect(world.sinks.usedBy(() => true)).toBe(0)
  })

  it('what there is room for once saved files go waits until they may', async () => {
    const bytes = wav(20_000)
    world.song('s', { bytes, etag: '"1"' })
    await run.request(wished('s'))
    await run.advance(500)
    await run.saved('job-s')
    world.sinks.disk = foreseenBytes(3, 'wav') + 1000
    await want(two())
    await run.advance(70_000)
    await expectSongs('a', 'b', 'c')
  })

  it.each(['zip', 'files'] as const)(
    'releases of which nothing may be had as %s: empty, and which they are',
    async (as) => {
      const locked = release('r1', 'Blue', [
        song('a', 'r1', { candownload: false }),
        song('b', 'r1', { formats: ['mp3'], version: 'Live' }),
      ])
      await want([locked, { type: 'release', id: 'r9', title: 'Gone', duration: 1 }], as)
      expect(run.failure('z')).toBe('empty')
      expect(run.shown.get('job', 'z')).toMatchObject({
        status: 'failed',
        leftOut: 3,
        missing: [
          { name: 'Ana – a', why: 'locked' },
          { name: 'Ana – b (Live)', why: 'format' },
          { name: 'Gone', why: 'gone' },
        ],
      })
    },
  )

  it('one of which nothing could be had and everything can by now comes, and nothing is called missing', async () => {
    const locked = release('r1', 'Blue', [song('a', 'r1', { candownload: false })])
    await want([locked])
    release('r1', 'Blue', [song('a', 'r1')])
    await run.restart('z')
    await run.advance(1000)
    expect(run.shown.get('job', 'z')).toMatchObject({ leftOut: 0, missing: [], trackcount: 1 })
  })
})

describe('a fault in one song', () => {
  it('that passes costs nothing', async () => {
    spoil('b', (seen, file) => world.files.answer(seen, file, { breakAt: 4000 }))
    await want(two())
    await run.advance(60_000)
    await expectSongs('a', 'b', 'c')
  })

  it('that stays fails the bundle by name, when all others are there', async () => {
    spoil('b', refuse)
    await want(two())
    await run.advance(60_000)
    expect(run.rows).toEqual(['z failed', 'z.1 loading', 'z.2 failed', 'z.3 loading'])
    expect(run.shown.get('job', 'z')?.reason).toBe('parts')
    expect(run.shown.get('job', 'z.2')?.reason).toBe('missing')
    expect(run.stored('z')).toBeUndefined()
  })

  it('is tried again with the bundle, and only it', async () => {
    spoil('b', refuse)
    await want(two())
    await run.advance(60_000)
    const before = world.files.seen.length
    await run.restart('z')
    await run.advance(1000)
    expect(world.files.seen.slice(before).map(({ path }) => path.split('/')[3])).toEqual(['b'])
    await expectSongs('a', 'b', 'c')
  })

  it('the bundle can be finished without it', async () => {
    spoil('b', refuse)
    await want(two())
    await run.advance(60_000)
    await run.say(load.downloadBundleTrimmed({ downloadID: 'z' }))
    await run.advance(1000)
    await expectSongs('a', 'c')
    expect(run.shown.get('job', 'z')?.leftOut).toBe(1)
    expect(run.shown.get('job', 'z')?.missing).toEqual([{ name: 'Ana – b', why: 'failed' }])
    await run.saved('z')
    await run.advance(1000)
    expect(world.remembered.get('p1')?.has('release r1 wav')).toBe(false)
  })

  it('never spoils the zip: bytes that are not what was announced are not in it', async () => {
    const sources = two()
    const other = { bytes: wav(9100, 77), etag: '"b"', digest: `sha-256=:${'A'.repeat(43)}=:` }
    world.files.files.set('/api/audio/b/download', other)
    await want(sources)
    await run.advance(60_000)
    expect(run.stored('z')).toBeUndefined()
    expect(status('z')).toBe('failed')
    expect(run.shown.get('job', 'z.2')?.reason).toBe('digest')
  })

  it('a song the browser threw away before the zip was taken is fetched again by a restart', async () => {
    await want(two())
    await run.advance(1000)
    await run.say(load.downloadFailed({ downloadID: 'z', reason: 'save', receivedBytes: 0 }), 'platform')
    world.sinks.parts.delete('z.2')
    await run.restart('z')
    await run.advance(1000)
    expect(run.rows).toEqual(['z failed', 'z.1 loading', 'z.2 failed', 'z.3 loading'])
    expect(run.failure('z.2')).toBe('unread')
    await run.restart('z')
    await run.advance(1000)
    await expectSongs('a', 'b', 'c')
  })

  it('a save that failed is tried again without fetching anything', async () => {
    await want(two())
    await run.advance(1000)
    const asked = world.files.seen.length
    await run.say(load.downloadFailed({ downloadID: 'z', reason: 'save', receivedBytes: 0 }), 'platform')
    expect(status('z')).toBe('failed')
    await run.restart('z')
    await run.advance(1000)
    expect(world.files.seen.length).toBe(asked)
    expect(run.told('download.stored').filter(({ downloadID }) => downloadID === 'z')).toHaveLength(2)
    await expectSongs('a', 'b', 'c')
  })
})

describe('a person', () => {
  it('removes it: everything ends and nothing stays behind', async () => {
    spoil('b', hold)
    await want(two())
    expect(world.files.open).toBe(1)
    await run.remove('z')
    await run.advance(1000)
    expect(run.rows).toEqual([])
    expect(world.files.open).toBe(0)
    expect(world.sinks.parts.size).toBe(0)
  })

  it('removes it while its songs are looked up', async () => {
    const sources = two()
    world.api.set('/releases/r1', () => new Promise<Response>(() => {}))
    await want(sources)
    await run.remove('z')
    await run.advance(60_000)
    expect(run.rows).toEqual([])
    expect(world.files.seen).toEqual([])
  })

  it('pauses it, and it goes on where it stood', async () => {
    spoil('b', hold)
    await want(two())
    await run.say(load.downloadPaused({ downloadID: 'z' }))
    expect(status('z')).toBe('paused')
    await run.advance(60_000)
    expect(run.stored('z')).toBeUndefined()
    await run.say(load.downloadResumed({ downloadID: 'z' }))
    await run.advance(1000)
    expect(world.files.seen.at(-1)?.range).toMatch(/^bytes=/)
    await expectSongs('a', 'b', 'c')
  })

  it('reloads the page: it has failed, and a restart only fetches what is missing', async () => {
    spoil('b', hold)
    await want(two())
    await run.advance(1000)
    run.die()
    run = new Run(world, 'next')
    await run.signIn()
    await run.advance(5000)
    expect(run.rows).toEqual(['z failed', 'z.1 failed', 'z.2 failed', 'z.3 failed'])
    expect(run.shown.get('job', 'z')?.reason).toBe('interrupted')
    const before = world.files.seen.length
    await run.restart('z')
    await run.advance(5000)
    const ranges = world.files.seen.slice(before).map(({ path, range }) => `${path.split('/')[3]} ${range}`)
    const last = (id: string) => `bytes=${(bytesOf.get(id)?.length ?? 0) - 1}-`
    expect(ranges).toEqual([`a ${last('a')}`, expect.stringMatching(/^b bytes=[45]\d{3}-$/), `c ${last('c')}`])
    await expectSongs('a', 'b', 'c')
  })

  it('has a second tab: it shows the same, and goes on when the first is gone', async () => {
    const other = new Run(world, 'other')
    await other.signIn()
    spoil('b', hold)
    await want(two())
    await run.advance(5000)
    expect(other.rows).toEqual(run.rows)
    expect(other.rows).toEqual(['z loading', 'z.1 loading', 'z.2 loading', 'z.3 loading'])
    run.die()
    run = other
    await run.advance(10_000)
    await expectSongs('a', 'b', 'c')
    await run.saved('z')
    expect(run.rows).toEqual(['z finished', 'z.1 finished', 'z.2 finished', 'z.3 finished'])
  })

  it('asks for it in a tab that does not load: the other one does', async () => {
    const other = new Run(world, 'other')
    await other.signIn()
    const sources = two()
    await other.request(bundleRequest({ as: 'zip', sources }, '2 releases', '', 'wav', 'z'))
    await run.advance(5000)
    expect(other.rows).toEqual(['z loading', 'z.1 loading', 'z.2 loading', 'z.3 loading'])
    expect(other.started).toEqual([])
    await expectSongs('a', 'b', 'c')
  })

  it('signs out: nothing of it stays', async () => {
    spoil('b', hold)
    await want(two())
    await run.advance(1000)
    await run.signOut()
    await run.advance(1000)
    expect(world.sinks.parts.size).toBe(0)
  })

  it('wants single files: each song is a download of its own', async () => {
    await want(two(), 'files')
    await run.advance(1000)
    expect(run.rows).toEqual(['z.a loading', 'z.b loading', 'z.c loading'])
    expect(run.stored('z.a')?.crc32).toBeUndefined()
    for (const [id, track] of [['z.a', 'a'], ['z.b', 'b'], ['z.c', 'c']] as const) // biome-ignore format: pairs
      expect(await run.bytes(id)).toEqual(bytesOf.get(track))
  })

  it('wants many as single files: the first load while the others are looked for', async () => {
    const songs = Array.from({ length: 50 }, (_, n) => song(`s${n}`, 'r1', { ordinal: n + 1 }))
    const first = release('r1', 'Blue', songs)
    const second = release('r2', 'Red', [song('late', 'r2')])
    let answer = (_: Response) => {}
    world.api.set('/releases/r2', () => new Promise<Response>((resolve) => (answer = resolve)))
    await want([first, second], 'files')
    await run.advance(1000)
    expect(await run.bytes('z.s0')).toEqual(bytesOf.get('s0'))
    expect(run.rows.at(-1)).toBe('z waiting')
    answer(Response.json(detail('r2', 'Red', [song('late', 'r2')])))
    await run.advance(5000)
    expect(run.rows.at(-1)).toBe('z.late loading')
    expect(await run.bytes('z.late')).toEqual(bytesOf.get('late'))
  })

  it('pauses while the others are looked for: what was found is not looked for or fetched again', async () => {
    const songs = Array.from({ length: 60 }, (_, n) =>
      song(`s${n}`, 'r1', { ordinal: n + 1, formats: n ? ['wav'] : ['mp3'] }),
    )
    const first = release('r1', 'Blue', songs)
    let calls = 0
    world.api.set('/releases/r1', () => {
      calls += 1
      return Response.json(detail('r1', 'Blue', songs))
    })
    const second = release('r2', 'Red', [song('late', 'r2')])
    world.api.set('/releases/r2', () => new Promise<Response>(() => {}))
    await want([first, second], 'files')
    await run.advance(1000)
    await run.saved('z.s1')
    await run.say(load.downloadPaused({ downloadID: 'z' }))
    await run.say(load.downloadCompletedCleared({}))
    world.api.set('/releases/r2', () => Response.json(detail('r2', 'Red', [song('late', 'r2')])))
    await run.say(load.downloadResumed({ downloadID: 'z' }))
    await run.advance(1000)
    const ids = run.rows.map((row) => row.split(' ')[0])
    expect(calls).toBe(1)
    expect(ids).not.toContain('z.s1')
    expect(ids.slice(-2)).toEqual(['z.late', 'z'])
    expect(run.shown.get('job', 'z')).toMatchObject({
      status: 'finished',
      missing: [{ name: 'Ana – s0', why: 'format' }],
    })
  })

  it('wants only what is new of a long list as single files: its row says all that was left out (H-244)', async () => {
    await run.say(settingDownloadsChosen({ choices: { onlyNew: true } }))
    await run.say(load.downloadHistoryRestored({ keys: ['song m0 wav', 'song m300 wav'] }))
    const songs = Array.from({ length: 600 }, (_, n) => song(`m${n}`, 'r1', { ordinal: n + 1 }))
    world.api.set('/releases/r1', () => Response.json(detail('r1', 'Blue', songs)))
    await run.parallel(1)
    world.api.set('/audio/m1/token', () => new Promise<Response>(() => {}))
    await want([{ type: 'release', id: 'r1', duration: 600 }], 'files')
    for (let n = 0; n < 20; n++) await run.advance(0)
    expect(run.rows).toHaveLength(599)
    expect(run.shown.get('job', 'z')).toMatchObject({ status: 'finished', leftOut: 2 })
  })

  it('wants ten thousand as single files: no fact tells of more than a few hundred', { tags: ['long'] }, async () => {
    const songs = Array.from({ length: 1000 }, (_, n) => song(`m${n}`, 'r1', { ordinal: n + 1 }))
    world.api.set('/releases/r1', () => Response.json(detail('r1', 'Blue', songs)))
    const sources = Array.from({ length: 10 }, (_, n) => ({ type: 'release' as const, id: `r${n + 1}`, duration: 1 }))
    for (let n = 2; n <= 10; n++)
      world.api.set(`/releases/r${n}`, () =>
        Response.json(
          detail(
            `r${n}`,
            'Blue',
            songs.map((one) => ({ ...one, trackid: `${n}-${one.trackid}` })),
          ),
        ),
      )
    // One loads, and goes on to: what follows the others costs time of its own.
    await run.parallel(1)
    world.api.set('/audio/m0/token', () => new Promise<Response>(() => {}))
    await want(sources, 'files')
    for (let n = 0; n < 100; n++) await run.advance(0)
    expect(run.told('download.songsFound').map((fact) => fact.songs.length)).toEqual(Array(40).fill(250))
    expect(run.shown.single('jobOrder').ids.slice(0, 3)).toEqual(['z.m0', 'z.m1', 'z.m2'])
    expect(run.shown.single('jobOrder').ids).toHaveLength(10_000)
  })
})

// What an archive of the server holds, made and read back; the audio is a few bytes, all else is as it runs.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Song } from '#core/model/catalogue/release.ts'
import type { Asker } from '../media/contract.ts'
import type { SongFiles } from '../media/label/songFiles.ts'
import type { Catalogue, TrackAccess } from '../store/catalogue/readCatalogue.ts'
import { HopelessJob } from './runner.ts'
import { openZip, playlistZipHandler, releaseZipHandler, ZipResult } from './zip.ts'

const song = (trackid: string, ordinal: number, fields: Partial<Song> = {}): Song =>
  ({
    trackid, releaseid: 'r', ordinal, title: trackid, artist: 'Ana', version: '', explicit: false, assettype: 'audio',
    duration: 61.6, labels: [], genres: [], coverart: '', candownload: true, formats: ['wav', 'mp3'], album: 'Blue',
    composer: '', isrc: '', upcnumber: '', copyrightyear: null, ...fields,
  }) as unknown as Song // biome-ignore format: one song

const release = { releaseid: 'r', artist: 'Ana', title: 'Blue', explicit: false, revision: '1' }
const bytesOf = (trackid: string) => Buffer.from(`audio of ${trackid}`)

const reader: Asker = { by: 'reader' }
/** Who asked for songs. */
const askers = new Set<Asker | undefined>()

const files = {
  async ensure({ song: { trackid } }: { song: Song }, _format: unknown, _told: unknown, _for: unknown, asker?: Asker) {
    askers.add(asker)
    const bytes = bytesOf(trackid)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const open = async (start: number, end: number) => Readable.from([bytes.subarray(start, end + 1)])
    return { bytes: bytes.length, sha256, crc32: crc32(bytes), contentType: '', etag: '', open, done: () => undefined }
  },
} as unknown as SongFiles

const tracksOf = (songs: Song[]) => songs.map((one) => ({ song: one, source: {}, release }) as unknown as TrackAccess)

function catalogueOf(songs: Song[]): Catalogue {
  const tracks = tracksOf(songs)
  return {
    releaseRow: async () => release,
    songsWithSource: async () => tracks,
    tracksByIds: async (ids: readonly string[]) => ids.flatMap((id) => tracks.filter((one) => one.song.trackid === id)),
  } as unknown as Catalogue
}

/** Names and texts of the archive, after its digest and a range of it were held against the whole. */
async function opened(kept: unknown, songs: Song[]): Promise<Record<string, string>> {
  // As it comes out of the table of jobs.
  const result = ZipResult.parse(JSON.parse(JSON.stringify(kept)))
  const zip = openZip(result, 'wav', new Map(tracksOf(songs).map((one) => [one.song.trackid, one])), files, reader)
  const read = async (start: number, end: number) => {
    const pieces: Buffer[] = []
    for await (const piece of zip.read(start, end)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  askers.clear()
  const whole = await read(0, result.bytes - 1)
  expect(whole.length).toBe(result.bytes)
  expect(createHash('sha256').update(whole).digest('hex')).toBe(result.sha256)
  for (let from = 0; from < whole.length; from += 7) {
    const to = Math.min(whole.length - 1, from + 100)
    expect((await read(from, to)).equals(whole.subarray(from, to + 1))).toBe(true)
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true })
  return Object.fromEntries(Object.entries(unzipSync(whole)).map(([name, bytes]) => [name, text.decode(bytes)]))
}

const never = new AbortController().signal
const madeOf = (songs: Song[], lists: boolean) =>
  releaseZipHandler(catalogueOf(songs), files)({ releaseid: 'r', format: 'wav', lists }, () => undefined, never, 'job')

test('discs are folders that number their songs anew, and one disc is none', async () => {
  const onDisc = (no: number, place: number) => ({ disc: { no, of: 2, place, songs: 2 } })
  const two = [song('a', 1, onDisc(1, 1)), song('b', 2, onDisc(1, 2)), song('a', 3, { trackid: 'c', ...onDisc(2, 1) })]
  const names = Object.keys(await opened(await madeOf(two, false), two))
  expect(names).toEqual(['Disc 1/Ana - 1 - a.wav', 'Disc 1/Ana - 2 - b.wav', 'Disc 2/Ana - 1 - a.wav'])
  const one = [song('a', 4)]
  expect(Object.keys(await opened(await madeOf(one, false), one))).toEqual(['Ana - 4 - a.wav'])
})

test('a playlist and a receipt lie in it where they are wanted, and name what is missing and why', async () => {
  const songs = [
    song('夜', 1, { isrc: 'GBAAA2600001' }),
    song('m', 2, { formats: ['mp3'], version: 'Demo' }),
    song('x', 3, { candownload: false }),
    song('film', 4, { assettype: 'video', formats: ['mp4'] }),
  ]
  const inside = await opened(await madeOf(songs, true), songs)
  expect(Object.keys(inside)).toEqual(['Ana - 1 - 夜.wav', 'Ana - Blue.m3u8', 'receipt.csv'])
  expect(inside['Ana - Blue.m3u8']).toBe('#EXTM3U\n#EXTINF:62,Ana - 夜\nAna - 1 - 夜.wav\n')
  const sha = createHash('sha256').update(bytesOf('夜')).digest('hex')
  expect(inside['receipt.csv']?.trim().split('\r\n').slice(1)).toEqual([
    `Ana - 1 - 夜.wav,12,${sha},,Blue,Ana,夜,GBAAA2600001,,`,
    'Ana – m (Demo),0,,,Blue,,,,,format',
    'Ana – x,0,,,Blue,,,,,locked',
  ])
})

test('of what holds nothing to download none is tried again', async () => {
  const locked = [song('x', 1, { candownload: false })]
  await expect(madeOf(locked, false)).rejects.toBeInstanceOf(HopelessJob)
  const make = playlistZipHandler(catalogueOf(locked), files)
  const wish = { playlistid: 'p', format: 'wav', trackids: ['x'], lists: false, name: 'Mine' }
  await expect(make(wish, () => undefined, never, 'job')).rejects.toBeInstanceOf(HopelessJob)
})

test('a playlist numbers its songs by place, those that are not in it counted too', async () => {
  const songs = [
    song('a', 9),
    song('m', 1, { formats: ['mp3'] }),
    song('b', 9, { disc: { no: 2, of: 2, place: 3, songs: 3 } }),
  ]
  const make = playlistZipHandler(catalogueOf(songs), files)
  const wish = { playlistid: 'p', format: 'wav', trackids: ['b', 'm', 'a'], lists: true, name: 'Früh / 🎵' }
  const inside = await opened(await make(wish, () => undefined, never, 'job'), songs)
  expect(Object.keys(inside)).toEqual(['Ana - 1 - b.wav', 'Ana - 3 - a.wav', 'Früh _ 🎵.m3u8', 'receipt.csv'])
  expect(inside['receipt.csv']).toContain('Ana – m,0,,,,,,,,format')
})

test('H-355: a song of an archive that has to be made again is made in the turn of who reads the archive', async () => {
  const songs = [song('one', 1), song('two', 2)]
  await opened(await madeOf(songs, false), songs)
  expect([...askers]).toEqual([reader])
})

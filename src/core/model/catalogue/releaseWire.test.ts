import { describe, expect, test } from 'vitest'
import type { Song } from './release.ts'
import { WireReleaseDetail, WireReleaseList } from './releaseWire.ts'

const song = {
  trackid: 't1', releaseid: 'r1', ordinal: 1, title: 'Lantern Street', artist: 'Ines Kettering', version: 'Radio edit', explicit: true,
  assettype: 'audio', duration: 243, available: '2026-11-20', impactdate: 1_795_132_800, labels: [{ name: 'Northbank' }], genres: ['Soul'],
  market_tags: ['us'], coverart: '/api/images/covers/r1-1400.webp', candownload: true, formats: ['wav', 'mp3'], flagged: true,
  album: 'Slow Harbour', language: 'English', composer: 'I. Kettering', writers: 'I. Kettering, M. Aune', publishing: 'Slipway Songs',
  producer: 'M. Aune', isrc: 'QZN3B2601104', upcnumber: '617465112038', catalognumber: 'NBE-0147', copyrightyear: 2026,
  canadian: { music: true, artist: false }, lyrics: 'The harbour keeps its lamps on low',
} // biome-ignore format: a table of fields
const card = {
  releaseid: 'r1', title: 'Slow Harbour', artist: 'Ines Kettering', explicit: false, thumbnail: '/api/images/covers/r1-300.webp',
  coverart: '/api/images/covers/r1-1400.webp', available: '2026-11-20', impactdate: 1_795_132_800, duration: 2424, trackcount: 12, videocount: 0,
  flaggedtrackcount: 1, labels: [{ name: 'Northbank', logo: '/api/images/logos/Northbank.png' }], genres: ['Soul', 'Jazz'],
  markettags: ['us', 'cancon'], trending: true, release_type: 'album', candownload: true, flagged: false, archived: false,
} // biome-ignore format: a table of fields
const attachment = { title: 'One sheet.pdf', url: '/api/attachments/abc/One%20sheet.pdf', size: 48_211 }
const detail = {
  ...card,
  commenting_enabled: true,
  allow_sharing: false,
  promoinfo: '<p>Hello</p>',
  songs: [song],
  attachments: [attachment],
}

const read = (fields: object = {}) => WireReleaseDetail.parse({ ...detail, ...fields })
const isRead = (fields: object) => WireReleaseDetail.safeParse({ ...detail, ...fields }).success
const isSongRead = (fields: Partial<Record<keyof Song, unknown>>) => isRead({ songs: [{ ...song, ...fields }] })
const without = (from: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))
const pick = (from: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))

describe('a release', () => {
  test('RELEASE-001: names, covers, dates, lengths and counts are read, and refused in another unit or type', () => {
    const names = ['releaseid', 'title', 'artist', 'explicit', 'thumbnail', 'coverart', 'available', 'impactdate', 'duration', 'trackcount', 'flaggedtrackcount'] // biome-ignore format: names
    expect(pick(read(), ...names)).toEqual(pick(detail, ...names))
    expect(read({ impactdate: null }).impactdate).toBeNull()
    for (const wrong of [{ releaseid: '' }, { impactdate: '2026-11-20' }, { duration: -1 }, { trackcount: 1.5 }])
      expect(isRead(wrong)).toBe(false)
  })
  test('RELEASE-002: labels, genres, markets, trending and type are read, under both of their names (D-082)', () => {
    const names = ['labels', 'genres', 'markettags', 'trending', 'release_type']
    expect(pick(read(), ...names)).toEqual(pick(detail, ...names))
    const other = { ...without(detail, 'genres', 'markettags'), genre: 'Soul, Jazz', market_tags: ['us', 'cancon'] }
    expect(pick(WireReleaseDetail.parse(other), 'genres', 'markettags')).toEqual(pick(detail, 'genres', 'markettags'))
    expect(read({ market_tags: ['uk'], genre: 'Pop' })).toMatchObject({
      markettags: ['us', 'cancon'],
      genres: ['Soul', 'Jazz'],
    })
    expect(isRead({ release_type: 'mixtape' })).toBe(false)
  })
  test('H-630: what its songs can be had in is read where a server says so, and what it does not know is left out', () => {
    expect('formats' in read()).toBe(false)
    expect(read({ formats: ['mp3'] }).formats).toEqual(['mp3'])
    expect(read({ formats: ['mp4', 'mp3', 'wav', 7] }).formats).toEqual(['wav', 'mp3'])
    expect(read({ formats: ['MP3'] }).formats).toEqual(['mp3'])
    for (const formats of ['wav', [], ['vinyl', 'CD']]) expect('formats' in read({ formats })).toBe(false)
    const [listed] = WireReleaseList.parse({ releases: [{ ...card, formats: ['mp3'] }], total: 1 }).releases
    expect(listed?.formats).toEqual(['mp3'])
  })
  test.each(['Album', 'EP', 'Single'])(
    'RELEASE-002: the type is read as it is written in words: %s',
    (release_type) => {
      expect(read({ release_type }).release_type).toBe(release_type.toLowerCase())
      const list = { releases: [{ ...card, release_type }], total: 1 }
      expect(WireReleaseList.parse(list).releases[0]?.release_type).toBe(release_type.toLowerCase())
    },
  )
  test('RELEASE-003: rights, marks, the e-mail, songs and attachments are read', () => {
    const names = [
      'candownload',
      'flagged',
      'archived',
      'commenting_enabled',
      'allow_sharing',
      'promoinfo',
      'songs',
      'attachments',
    ]
    expect(pick(read(), ...names)).toEqual(pick(detail, ...names))
    for (const name of names) {
      const reads = ['promoinfo', 'attachments'].includes(name)
      expect(WireReleaseDetail.safeParse(without(detail, name)).success).toBe(reads)
    }
  })
  test('H-526: what it says nothing of is empty, whether it is null or lacks; what it is has to be said', () => {
    const none = {
      thumbnail: '', coverart: '', labels: [], genres: [], markettags: [], impactdate: null, promoinfo: '', attachments: [],
      videocount: 0, flaggedtrackcount: 0,
    } // biome-ignore format: a table of fields
    const silent = (value: null | undefined) =>
      Object.fromEntries([...Object.keys(none), 'colour', 'shared'].map((name) => [name, value]))
    for (const value of [null, undefined]) expect(read(silent(value))).toStrictEqual(read(none))
    expect(read({ genres: null, genre: 'Soul' }).genres).toEqual(['Soul'])
    for (const name of ['releaseid', 'title', 'artist', 'release_type', 'songs', 'candownload'])
      expect(isRead({ [name]: null })).toBe(false)
  })
  test('H-599: what another server means by the names of this client is left out', () => {
    const own = { colour: '#a0b1c2', shared: '2026-11-20T08:00:00Z', shares: [{ shareid: 's', by: 'Vera', message: '', date: '2026-11-20' }] } // biome-ignore format: fields
    expect(read(own)).toStrictEqual({ ...read(), ...own })
    for (const foreign of [
      { colour: '#fff', shared: true, shares: 12 },
      { colour: '', shares: [{ shareid: 's' }] },
    ])
      expect(read(foreign)).toStrictEqual(read())
    const list = { releases: [{ ...card, colour: 7, shared: 1, shares: null, constructor: 'x' }], total: 1 }
    expect(WireReleaseList.parse(list).releases).toStrictEqual([card])
  })
  test('a list of releases is read under both names too', () => {
    const list = { releases: [{ ...without(card, 'markettags'), market_tags: ['us'] }], total: 1 }
    expect(WireReleaseList.parse(list).releases[0]?.markettags).toEqual(['us'])
    for (const wrong of [null, [], { releases: {}, total: 1 }, { releases: [null], total: 1 }])
      expect(WireReleaseList.safeParse(wrong).success).toBe(false)
  })
})

describe('a song', () => {
  test('RELEASE-006: ids, place, names, kind, length and dates are read, under both of their names', () => {
    const names = ['trackid', 'releaseid', 'ordinal', 'title', 'artist', 'version', 'explicit', 'assettype', 'duration', 'available', 'impactdate'] // biome-ignore format: names
    expect(pick(read().songs[0] ?? {}, ...names)).toEqual(pick(song, ...names))
    const other = { ...without(song, 'trackid', 'ordinal'), id: 't1', index: 1 }
    expect(read({ songs: [other] }).songs[0]).toMatchObject({ trackid: 't1', ordinal: 1 })
    for (const wrong of [{ assettype: 'text' }, { ordinal: 0 }, { duration: '4:03' }])
      expect(isSongRead(wrong)).toBe(false)
  })
  test('RELEASE-007: labels, genres, markets, rights and what a label knows of it are read', () => {
    const names = ['labels', 'genres', 'market_tags', 'coverart', 'candownload', 'flagged', 'album', 'language', 'composer', 'isrc', 'upcnumber', 'catalognumber', 'copyrightyear'] // biome-ignore format: names
    expect(pick(read().songs[0] ?? {}, ...names)).toEqual(pick(song, ...names))
    expect(isSongRead({ copyrightyear: null })).toBe(true)
    for (const wrong of [{ copyrightyear: 2026.5 }, { labels: ['Northbank'] }, { flagged: 1 }])
      expect(isSongRead(wrong)).toBe(false)
  })
  test('H-486, RELEASE-007: an address or a token that comes with a song is dropped', () => {
    expect(read({ songs: [{ ...song, mediaURL: 'https://media.test/t1.wav?sig=1', token: 't' }] })).toEqual(read())
  })
  test('RELEASE-007: a song that does not say what it is had in is had in all there is of its kind', () => {
    const plain = without(song, 'formats')
    const songs = [plain, { ...plain, trackid: 't2', assettype: 'video' }, { ...song, formats: ['mp3'] }]
    expect(read({ songs }).songs.map((each) => each.formats)).toEqual([['wav', 'mp3'], ['mp4'], ['mp3']])
    expect(isSongRead({ formats: undefined, assettype: 'text' })).toBe(false)
  })
  test('H-526: what it says nothing of is empty, whether it is null or lacks; what it is has to be said', () => {
    const none = {
      version: '', album: '', language: '', composer: '', writers: '', publishing: '', producer: '', isrc: '', upcnumber: '',
      catalognumber: '', lyrics: '', coverart: '', labels: [], genres: [], market_tags: [], impactdate: null,
      copyrightyear: null, formats: ['wav', 'mp3'],
    } // biome-ignore format: a table of fields
    const silent = (value: null | undefined) =>
      Object.fromEntries([...Object.keys(none), 'disc', 'loudness'].map((name) => [name, value]))
    const songOf = (fields: object) => read({ songs: [{ ...song, ...fields }] }).songs[0]
    for (const value of [null, undefined]) expect(songOf(silent(value))).toStrictEqual({ ...song, ...none })
    for (const name of ['trackid', 'title', 'artist', 'assettype', 'duration', 'candownload'])
      expect(isSongRead({ [name]: null })).toBe(false)
  })
  test('H-599: what another server means by the names of this client is left out, and a year may be a text', () => {
    const songOf = (fields: object) => read({ songs: [{ ...song, ...fields }] }).songs[0]
    const own = { disc: { no: 1, of: 2, place: 1, songs: 4 }, loudness: { integrated: -9, range: 4, truePeak: -1, head: 0, tail: 0 } } // biome-ignore format: fields
    expect(songOf(own)).toStrictEqual({ ...song, ...own })
    expect(songOf({ disc: 1, loudness: -9 })).toStrictEqual(song)
    expect(songOf({ disc: { no: 1 }, loudness: { integrated: -9 } })).toStrictEqual(song)
    const formats = (said: unknown, assettype = 'audio') => songOf({ formats: said, assettype })?.formats
    expect([['WAV', 'MP3'], ['flac', 'mp3'], ['flac'], 'wav', []].map((said) => formats(said))).toEqual([
      ['wav', 'mp3'],
      ['mp3'],
      ['wav', 'mp3'],
      ['wav', 'mp3'],
      [],
    ])
    expect(formats(['MP4'], 'video')).toEqual(['mp4'])
    expect(['2024', '(P) 2024', ''].map((copyrightyear) => songOf({ copyrightyear })?.copyrightyear)).toEqual([
      2024,
      null,
      null,
    ])
  })
  test('RELEASE-008: the Canadian map, writers, publishing, producer and lyrics are read', () => {
    const names = ['canadian', 'writers', 'publishing', 'producer', 'lyrics']
    expect(pick(read().songs[0] ?? {}, ...names)).toEqual(pick(song, ...names))
    expect(isSongRead({ canadian: ['music'] })).toBe(false)
    expect(isSongRead({ lyrics: 'x'.repeat(10_000) })).toBe(true)
  })
  test('RELEASE-008: yes and no of the Canadian map are read as numbers and words too, and a song may not say (H-280)', () => {
    const canadianOf = (canadian: unknown) => read({ songs: [{ ...song, canadian }] }).songs[0]?.canadian
    expect(canadianOf({ music: 1, artist: 0 })).toEqual({ music: true, artist: false })
    expect(canadianOf({ music: 'true', artist: 'false', lyrics: '1', production: '0' })).toEqual({
      music: true,
      artist: false,
      lyrics: true,
      production: false,
    })
    expect(canadianOf({ music: null })).toEqual({ music: false })
    for (const untold of [undefined, null, 0, 1, true, 'true', '']) expect(canadianOf(untold)).toEqual({})
    for (const wrong of [{ music: 'perhaps' }, { music: 2 }, { music: [] }])
      expect(isSongRead({ canadian: wrong })).toBe(false)
  })
})

test('RELEASE-009: an attachment has a title, an address and a size in bytes', () => {
  expect(read().attachments).toEqual([attachment])
  for (const wrong of [{ size: 1.5 }, { size: -1 }, { size: '1 MB' }, { url: undefined }, { title: 7 }])
    expect(isRead({ attachments: [{ ...attachment, ...wrong }] })).toBe(false)
})

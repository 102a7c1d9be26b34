import { expect, it, vi } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import * as library from './library.ts'
import * as playlists from './playlists.ts'
import { search, searchProfile } from './search.ts'
import { commentClick, commentInit, sendComment, shareRelease } from './sharing.ts'
import { createApi, type Fetch } from './transport/client.ts'

function answering(body?: unknown, init?: ResponseInit) {
  const fetch = vi.fn<Fetch>(async () => (body === undefined ? new Response(null, init) : Response.json(body, init)))
  const session = { accessToken: async () => 'access', renew: async () => null }
  return { fetch, api: createApi({ fetch, session, clock: new FakeClock() }) }
}
const sent = (fetch: ReturnType<typeof vi.fn<Fetch>>) => {
  const [address, init] = fetch.mock.calls[0] ?? []
  return [init?.method, address, ...(init?.body === undefined ? [] : [JSON.parse(String(init.body))])]
}
const nothing = () => answering(undefined, { status: 204 })

it.each([
  ['flags a release', library.flagRelease, 'POST', 'flag'],
  ['unflags a release', library.unflagRelease, 'DELETE', 'flag'],
  ['archives a release', library.archiveRelease, 'POST', 'archive'],
  ['restores a release', library.restoreRelease, 'DELETE', 'archive'],
] as const)('%s under its encoded id', async (_what, call, method, end) => {
  const { api, fetch } = nothing()
  await call(api, 'r/1')
  expect(sent(fetch)).toEqual([method, `/api/releases/r%2F1/${end}`])
})

it('flags and unflags a song of a release', async () => {
  const flag = nothing()
  await library.flagTrack(flag.api, 'r', 't 1')
  expect(sent(flag.fetch)).toEqual(['POST', '/api/releases/r/tracks/t%201/flag'])
  const unflag = nothing()
  await library.unflagTrack(unflag.api, 'r', 't 1')
  expect(sent(unflag.fetch)).toEqual(['DELETE', '/api/releases/r/tracks/t%201/flag'])
})

it('keeps the code of a refused flag', async () => {
  const { api } = answering({ code: 'RELEASE_ARCHIVED', message: 'no' }, { status: 409 })
  await expect(library.flagRelease(api, 'r')).rejects.toMatchObject({ status: 409, code: 'RELEASE_ARCHIVED' })
})

it('asks for a page of the flagged with sort and filter and nothing else', async () => {
  const { api, fetch } = answering({ releases: [], total: 0 })
  await library.listMarked(api, 'flagged', 'sort=-date&filter=a%26b&genres=x', 2)
  expect(sent(fetch)).toEqual(['GET', '/api/flagged?sort=-date&filter=a%26b&page=2&pagesize=40'])
})

it('clears all flags and restores all', async () => {
  const flags = nothing()
  await library.clearFlags(flags.api)
  expect(sent(flags.fetch)).toEqual(['DELETE', '/api/flagged'])
  const archive = nothing()
  await library.restoreAll(archive.api)
  expect(sent(archive.fetch)).toEqual(['DELETE', '/api/archived'])
})

it.each(['', '.', '..'])('D-116: sends nothing for the id %j', async (id) => {
  const { api, fetch } = nothing()
  await expect(playlists.removeTrack(api, 'p', id)).rejects.toMatchObject({ code: 'MALFORMED' })
  await expect(playlists.deletePlaylist(api, id)).rejects.toMatchObject({ code: 'MALFORMED' })
  expect(fetch).not.toHaveBeenCalled()
})

const song = {
  trackid: 't1', releaseid: 'r1', ordinal: 2, title: 'Lantern Street', artist: 'Ines Kettering', version: '', explicit: true,
  assettype: 'audio', duration: 243, available: '2026-11-20', impactdate: null, labels: [{ name: 'Northbank' }], genres: ['Soul', 'Jazz'],
  market_tags: ['us'], coverart: '/c.png', candownload: true, formats: ['wav', 'mp3'], flagged: true, album: 'Slow Harbour', language: '',
  composer: '', writers: '', publishing: '', producer: '', isrc: '', upcnumber: '', catalognumber: '', copyrightyear: null,
  canadian: {}, lyrics: '',
} // biome-ignore format: a table of fields

const release = {
  releaseid: 'r1', title: 'Slow Harbour', artist: 'Ines Kettering', explicit: false, thumbnail: '/t.png', coverart: '/c.png',
  available: '2026-11-20', impactdate: null, duration: 2424, trackcount: 12, videocount: 0, flaggedtrackcount: 1, labels: [],
  genres: ['Soul', 'Jazz'], markettags: ['us'], trending: true, release_type: 'album', candownload: true, flagged: false, archived: false,
} // biome-ignore format: a table of fields
const without = (from: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))

const stored = {
  playlistid: 'p',
  name: 'n',
  desc: 'd',
  description: 'd',
  default: false,
  tracks: 0,
  pinned: false,
  thumbnail: '',
  thumbnails: [],
  coverart: '',
  created: '2026-11-20T00:00:00.000Z',
}

it('lists playlists, without what was not asked', async () => {
  const { api, fetch } = answering({ playlists: [stored], total: 1 })
  expect((await playlists.listPlaylists(api, { summary: true }, 1)).total).toBe(1)
  expect(sent(fetch)).toEqual(['GET', '/api/playlists?page=1&pagesize=40&summary=true'])
  const sorted = answering({ playlists: [], total: 0 })
  await playlists.listPlaylists(sorted.api, { summary: false, sort: '-pinned', filter: 'a b' }, 2, undefined, 10)
  expect(sent(sorted.fetch)[1]).toBe('/api/playlists?page=2&pagesize=10&summary=false&sort=-pinned&filter=a+b')
})

it.each(['desc', 'description'])(
  'PLAYLIST-002, D-112: reads a playlist that has only %s, and no date of its making',
  async (name) => {
    const { desc, description: _, created: __, ...rest } = stored
    const bare = { ...rest, [name]: desc }
    const read = { ...stored, created: '' }
    expect(await playlists.playlist(answering(bare).api, 'p')).toEqual(read)
    expect(await playlists.updatePlaylist(answering(bare).api, stored)).toEqual(read)
    const { api } = answering({ playlists: [bare], total: 1 })
    expect((await playlists.listPlaylists(api, { summary: true }, 1)).playlists).toEqual([read])
  },
)

it('PLAYLIST-002: reads a playlist whose pictures are null, or that has none (H-280)', async () => {
  const nulls = { ...stored, thumbnail: null, thumbnails: null, coverart: null }
  const { api } = answering({ playlists: [nulls, without(stored, 'thumbnail', 'thumbnails', 'coverart')], total: 2 })
  expect((await playlists.listPlaylists(api, { summary: true }, 1)).playlists).toEqual([stored, stored])
  const some = { ...stored, thumbnail: '/a.png', thumbnails: ['/a.png', null] }
  expect((await playlists.playlist(answering(some).api, 'p')).thumbnails).toEqual(['/a.png'])
})

it('H-526: reads a playlist whose words and date nobody wrote', async () => {
  const read = { ...stored, desc: '', description: '', created: '' }
  const silent = { ...stored, desc: null, description: null, created: null, songs: null }
  const bare = without(stored, 'desc', 'description', 'created')
  for (const one of [silent, bare]) expect(await playlists.playlist(answering(one).api, 'p')).toStrictEqual(read)
  const told = { ...stored, desc: null, description: 'd' }
  expect(await playlists.playlist(answering(told).api, 'p')).toEqual(stored)
  await expect(playlists.playlist(answering({ ...stored, name: null }).api, 'p')).rejects.toMatchObject({ code: 'MALFORMED' }) // biome-ignore format: one line
})

it('RELEASE-006, RELEASE-007: reads the songs of a playlist under the other names of their fields', async () => {
  const { trackid, ordinal, formats: _, market_tags, genres, ...rest } = song
  const bare = { ...rest, id: trackid, index: ordinal, markettags: market_tags, genre: genres.join(', ') }
  const read = { ...song, formats: ['wav', 'mp3'] }
  expect(await playlists.playlistTracks(answering({ songs: [bare] }).api, 'p')).toEqual([read])
  const whole = await playlists.playlist(answering({ ...stored, songs: [bare] }).api, 'p')
  expect(whole.songs).toEqual([read])
})

it('creates a playlist with default false and reads its id', async () => {
  const { api, fetch } = answering({ playlistid: 'p1' }, { status: 201 })
  expect(await playlists.createPlaylist(api, { name: 'n' })).toBe('p1')
  expect(sent(fetch)).toEqual(['POST', '/api/playlists', { name: 'n', desc: '', default: false }])
})

it('sends the whole playlist to change it, without its songs', async () => {
  const { api, fetch } = answering(stored)
  await playlists.updatePlaylist(api, { ...stored, songs: [] })
  expect(sent(fetch)).toEqual(['PUT', '/api/playlists/p', stored])
})

it('H-529: reads a playlist whose change was answered without it', async () => {
  const fetch = vi.fn<Fetch>(async (_, init) => (init?.method === 'PUT' ? new Response(null) : Response.json(stored)))
  const session = { accessToken: async () => 'access', renew: async () => null }
  const api = createApi({ fetch, session, clock: new FakeClock() })
  expect(await playlists.updatePlaylist(api, { ...stored, name: 'of before' })).toEqual(stored)
  expect(fetch.mock.calls.map(([path, init]) => `${init?.method} ${path}`)).toEqual(['PUT /api/playlists/p', 'GET /api/playlists/p']) // biome-ignore format: one line
})

it('H-529: takes what was sent for a playlist that was changed and cannot be read', async () => {
  const bare = without(stored, 'desc', 'description')
  for (const answer of [() => new Response(null), () => Response.json(bare)]) {
    const fetch = vi.fn<Fetch>(async (_, init) =>
      init?.method === 'PUT' ? answer() : new Response(null, { status: 500 }),
    )
    const session = { accessToken: async () => 'access', renew: async () => null }
    const api = createApi({ fetch, session, clock: new FakeClock() })
    const renamed = { ...stored, name: 'renamed' }
    expect(await playlists.updatePlaylist(api, renamed)).toEqual(renamed)
    fetch.mockImplementation(async (_, init) =>
      init?.method === 'PUT' ? answer() : new Response(null, { status: 404 }),
    )
    await expect(playlists.updatePlaylist(api, renamed), 'it is gone').rejects.toMatchObject({ status: 404 })
    fetch.mockImplementation(async (_, init) =>
      init?.method === 'PUT' ? answer() : new Response(null, { status: 500 }),
    )
    // Of a description that was not sent nobody knows.
    const { desc: _, description: __, ...some } = renamed
    await expect(playlists.updatePlaylist(api, some)).rejects.toMatchObject({ status: 500 })
  }
})

it('adds tracks before nothing, and moves one beside another', async () => {
  const add = answering(undefined, { status: 201 })
  await playlists.addTracks(add.api, 'p', ['a', 'b'])
  expect(sent(add.fetch)).toEqual(['POST', '/api/playlists/p/tracks', { tracks: ['a', 'b'], position: 'before' }])
  const move = answering(undefined, { status: 200 })
  const wish = { tracks: ['b', 'a'], position: 'after', trackid: 'a', referenceTrackid: 'b' } as const
  await playlists.moveTrack(move.api, 'p', { ...wish, tracks: [...wish.tracks] })
  expect(sent(move.fetch)).toEqual(['PUT', '/api/playlists/p/tracks/position', wish])
})

it('removes one track, all tracks, the playlist, and turns the star on and off', async () => {
  const calls: [(api: Parameters<typeof playlists.playlist>[0]) => Promise<void>, string, string][] = [
    [(api) => playlists.removeTrack(api, 'p', 't'), 'DELETE', '/api/playlists/p/tracks/t'],
    [(api) => playlists.clearPlaylist(api, 'p'), 'DELETE', '/api/playlists/p/tracks'],
    [(api) => playlists.deletePlaylist(api, 'p'), 'DELETE', '/api/playlists/p'],
    [(api) => playlists.pinPlaylist(api, 'p', true), 'POST', '/api/playlists/p/pin'],
    [(api) => playlists.pinPlaylist(api, 'p', false), 'DELETE', '/api/playlists/p/pin'],
  ]
  for (const [call, method, address] of calls) {
    const { api, fetch } = nothing()
    await call(api)
    expect(sent(fetch)).toEqual([method, address])
  }
})

it('DOWNLOAD-027: starts the zip of a playlist with bitrate 320 and asks for the job it was given', async () => {
  const start = answering({ id: 'j' }, { status: 202 })
  expect(await playlists.playlistZipStart(start.api, 'p', 'wav', false)).toBe('j')
  expect(sent(start.fetch)).toEqual(['GET', '/api/playlists/p/zipper?format=wav&bitrate=320'])
  const listed = answering({ id: 'j' }, { status: 202 })
  await playlists.playlistZipStart(listed.api, 'p', 'wav', true)
  expect(sent(listed.fetch)).toEqual(['GET', '/api/playlists/p/zipper?format=wav&bitrate=320&lists=true'])
  const status = answering({ status: 'queued', progress: 0 })
  await playlists.playlistZipStatus(status.api, 'p', 'wav', 'j')
  expect(sent(status.fetch)[1]).toBe('/api/playlists/p/zipper/status?format=wav&bitrate=320&token=j')
})

const lists = { top: { items: [], total: 0 } }
const found = { ...lists, tracks: lists.top, artists: lists.top, labels: lists.top, releases: lists.top }

it('asks for five of each in the overview and for a hundred of one section', async () => {
  const top = answering(found)
  await search(top.api, 'a&b', 'top')
  expect(sent(top.fetch)[1]).toBe('/api/search?filter=a%26b&section=top&pagesize=5')
  const tracks = answering(found)
  await search(tracks.api, 'a', 'tracks', { genres: ['x', 'y'], markets: [] })
  expect(sent(tracks.fetch)[1]).toBe('/api/search?filter=a&section=tracks&pagesize=100&genres=x%2Cy')
})

it('H-470: a hit without a score that can be compared comes last, and an artist nobody counted for is found', async () => {
  const artist = (name: string, fields: object) => ({
    artist: name,
    thumbnail: '',
    coverart: '',
    releases: 1,
    ...fields,
  })
  const label = { label: 'l', logo: '', releases: null, _score: -3 }
  const items = [artist('a', { _score: null }), artist('b', { releases: 0 }), artist('c', { _score: 8 })]
  const { api } = answering({ ...found, artists: { items, total: 3 }, labels: { items: [label], total: 1 } })
  const { artists, labels } = await search(api, 'a', 'top')
  expect(artists.items.map((hit) => [hit.artist, hit.releases, hit._score])).toEqual([
    ['a', 1, 0],
    ['b', 0, 0],
    ['c', 1, 1],
  ])
  expect(labels.items).toMatchObject([{ releases: 0, _score: 0 }])
})

/** As a server answers that keeps the contract and knows no word of ours. */
const plain = {
  track: { ...without(song, 'trackid', 'ordinal', 'formats'), id: 't1', index: 2, _score: 6 },
  release: { ...without(release, 'genres', 'markettags'), genre: 'Soul, Jazz', market_tags: ['us'], _score: 12 },
  artist: { artist: 'Ines Kettering', releases: 3, coverart: '/c.png', _score: 9 },
  label: { label: 'Northbank', releases: 1, logo: null, _score: 3 },
}
const list = (...items: object[]) => ({ items, total: items.length })

it('H-598: null says no more of a hit, or of a list, than what lacks', async () => {
  const { track, release: card, artist, label } = plain
  const flat = (hit: object) => ({ trackid: null, assettype: null, releaseid: null, label: null, artist: null, ...hit })
  const { api } = answering({
    top: { items: [flat(card), flat(artist), flat(label), track], total: null, atLeast: false },
    tracks: null,
    artists: { items: null, total: null },
    labels: { items: [label] },
  })
  const read = await search(api, 'a', 'top')
  expect(read.top.items.map(({ kind }) => kind)).toEqual(['release', 'artist', 'label', 'track'])
  expect({ ...read.top, items: 0 }).toStrictEqual({ items: 0, total: 4 })
  expect([read.tracks, read.artists, read.releases]).toStrictEqual(Array(3).fill({ items: [], total: 0 }))
  expect(read.labels).toMatchObject({ items: [{ label: 'Northbank' }], total: 1 })
})

it.each([[{}], [{ message: 'busy' }], [{ top: 7 }], [{ top: { items: 7, total: 0 } }]])(
  'is no answer of a search: %j',
  async (answer) => {
    await expect(search(answering(answer).api, 'a', 'top')).rejects.toMatchObject({ code: 'MALFORMED' })
  },
)

it('API-SEARCH-001, SEARCH-007: knows what a hit is by its list and its ids, whatever range the scores have', async () => {
  const { track, release: card, artist, label } = plain
  const answer = {
    tracks: list(track),
    artists: list(artist),
    labels: list(label),
    releases: list({ ...card, kind: 'album' }),
    top: list(card, artist, { ...track, kind: 'song' }, label),
  }
  const read = {
    track: { ...song, kind: 'track', _score: 0.5 },
    release: { ...release, kind: 'release', _score: 1 },
    artist: { ...artist, thumbnail: '/c.png', kind: 'artist', _score: 0.75 },
    label: { ...label, logo: '', kind: 'label', _score: 0.25 },
  }
  const { tracks, artists, labels, releases, top } = await search(answering(answer).api, 'a', 'top')
  expect([tracks, artists, labels, releases].map(({ items }) => items)).toEqual([
    [read.track],
    [read.artist],
    [read.label],
    [read.release],
  ])
  expect(top.items).toEqual([read.release, read.artist, read.track, read.label])
})

it('API-SEARCH-001, SEARCH-007: leaves out of the best what it does not know, and finds the rest (H-280)', async () => {
  const podcast = { kind: 'podcast', podcastid: 'x', _score: 0.5 }
  const { artist } = plain
  const { api } = answering({ ...found, artists: list(artist), top: list(podcast, artist) })
  expect((await search(api, 'a', 'top')).top.items).toMatchObject([{ kind: 'artist', artist: artist.artist }])
  const other = answering({ ...found, artists: list(podcast) })
  await expect(search(other.api, 'a', 'top')).rejects.toMatchObject({ code: 'MALFORMED' })
})

it('API-SEARCH-001: leaves scores of our range as they are', async () => {
  const { api } = answering({ ...found, artists: list({ ...plain.artist, _score: 0.4 }) })
  expect((await search(api, 'a', 'top')).artists.items[0]?._score).toBe(0.4)
})

it('API-SEARCH-002: reads the releases of an artist under the other names of their fields', async () => {
  const { _score: _, ...bare } = plain.release
  expect((await searchProfile(answering(list(bare)).api, 'artist', 'a')).items).toEqual([release])
})

it('API-SEARCH-002: counts the releases of an artist itself where the server names them alone', async () => {
  const { items } = list(release)
  expect(await searchProfile(answering({ items }).api, 'label', 'a')).toEqual({ items: [release], total: 1 })
  expect((await searchProfile(answering({ items, total: null }).api, 'label', 'a')).total).toBe(1)
  expect((await searchProfile(answering({ items, total: 7 }).api, 'label', 'a')).total).toBe(7)
})

it('asks for the releases of an artist', async () => {
  const { api, fetch } = answering({ items: [], total: 0 })
  await searchProfile(api, 'artist', 'Zoë')
  expect(sent(fetch)[1]).toBe('/api/search/releases/artist?filter=Zo%C3%AB&pagesize=100')
})

it('API-GEN-005: shares with release_id and players_id, and leaves out an empty message', async () => {
  const bare = answering(undefined, { status: 201 })
  await shareRelease(bare.api, { release_id: 'r', players_id: ['a'], message: ' ' }, 'key-0001')
  expect(sent(bare.fetch)).toEqual(['POST', '/api/releases/share', { release_id: 'r', players_id: ['a'] }])
  const full = answering(undefined, { status: 201 })
  await shareRelease(full.api, { release_id: 'r', players_id: ['a'], message: 'hi' }, 'key-0001')
  expect(sent(full.fetch)[2]).toEqual({ release_id: 'r', players_id: ['a'], message: 'hi' })
})

it.each([200, 202, 204])('API-GEN-005: a share that is answered %i failed', async (status) => {
  const wish = { release_id: 'r', players_id: ['a'] }
  await expect(shareRelease(answering(undefined, { status }).api, wish, 'key-0001')).rejects.toMatchObject({ status })
})

it.each([201, 202, 204])('API-GEN-005: a message that is answered %i failed', async (status) => {
  const wish = { player_email: 'a@b.test', comment_type_id: 8, comment_type: 'other', comment_text: 'hello' }
  await expect(sendComment(answering(undefined, { status }).api, 'r', wish, 'key-0001')).rejects.toMatchObject({
    status,
  })
})

it('API-GEN-005: writes to the owner with player_email, comment_type_id, comment_type and comment_text', async () => {
  const { api, fetch } = answering(undefined, { status: 200 })
  const wish = { player_email: 'a@b.test', comment_type_id: 8, comment_type: 'other', comment_text: 'hello' }
  await sendComment(api, 'r', wish, 'key-0001')
  expect(sent(fetch)).toEqual(['POST', '/api/releases/r/comments', wish])
})

it('asks whether comments are taken, and counts an opening', async () => {
  const init = answering({ enabled: true, types: [{ id: 1, name: 'feedback to artist' }] })
  expect((await commentInit(init.api, 'r')).enabled).toBe(true)
  expect(sent(init.fetch)).toEqual(['GET', '/api/releases/r/comments/init'])
  const click = nothing()
  await commentClick(click.api, 'r')
  expect(sent(click.fetch)).toEqual(['POST', '/api/releases/r/comments/click'])
})

it('asks for the PDF of a playlist under its encoded id', async () => {
  const { api, fetch } = nothing()
  await playlists.playlistPdf(api, 'p 1').catch(() => undefined)
  expect(sent(fetch)).toEqual(['GET', '/api/playlists/p%201/pdf'])
})

import { expect, it, onTestFinished, vi } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { aCard } from '#tests/support/story.ts'
import { login, logout, refresh } from './auth.ts'
import { audioToken, downloadAddress, streamAddress, zipAddress, zipStart, zipStatus } from './media.ts'
import { playlistZipStart, playlistZipStatus } from './playlists.ts'
import { listReleases, options, releaseDetail } from './releases.ts'
import { createApi, type Fetch } from './transport/client.ts'

function answering(body: unknown, init?: ResponseInit) {
  const fetch = vi.fn<Fetch>(async () => (body === undefined ? new Response(null, init) : Response.json(body, init)))
  const session = { accessToken: async () => 'access', renew: async () => null }
  return { fetch, api: createApi({ fetch, session, clock: new FakeClock() }) }
}

const sent = (fetch: ReturnType<typeof vi.fn<Fetch>>) => {
  const [address, init] = fetch.mock.calls[0] ?? []
  return { address, method: init?.method, body: init?.body, headers: init?.headers as Record<string, string> }
}

const pair = { 'access-token': 'a', 'refresh-token': 'r' }

it('signs in with username, password and publicdevice, without a token', async () => {
  const { api, fetch } = answering(pair)
  expect(await login(api, { username: 'u', password: 'p', publicdevice: true }, 'k1')).toEqual(pair)
  expect(sent(fetch)).toMatchObject({
    address: '/api/player/v2/auth/login',
    method: 'POST',
    body: '{"username":"u","password":"p","publicdevice":true}',
  })
  expect(sent(fetch).headers).not.toHaveProperty('Authorization')
})

it('API-AUTH-002: signs out with the token it is given, and takes a 401 as done', async () => {
  const done = answering(undefined, { status: 204 })
  await logout(done.api, 'mine')
  expect(sent(done.fetch)).toMatchObject({ address: '/api/auth/logout', method: 'POST' })
  expect(sent(done.fetch).headers).toHaveProperty('Authorization', 'Bearer mine')
  await expect(logout(answering({}, { status: 401 }).api, 'mine')).resolves.toBeUndefined()
  await expect(logout(answering({}, { status: 500 }).api, 'mine')).rejects.toMatchObject({ status: 500 })
})

it('refreshes with the refresh token in the body', async () => {
  const { api, fetch } = answering(pair)
  expect(await refresh(api, 'r0')).toEqual(pair)
  expect(sent(fetch)).toMatchObject({ address: '/api/auth/refresh', method: 'PUT', body: '{"refresh-token":"r0"}' })
})

it('asks for one page of a list, with the keys of its query and no others', async () => {
  const { api, fetch } = answering({ releases: [], total: 0 })
  await listReleases(api, 'sort=-available&genres=house&page=9&evil=1', 3)
  expect(sent(fetch).address).toBe('/api/releases?sort=-available&genres=house&page=3&pagesize=40')
})

it('H-533: of a server that passes over `shared` nothing counts as shared', async () => {
  const all = answering({ releases: [aCard('r1', { shared: '2026-11-20T08:00:00.000Z' }), aCard('r2')], total: 900 })
  expect(await listReleases(all.api, 'sort=-date&shared=true', 1)).toEqual({ releases: [], total: 0 })
  expect((await listReleases(all.api, 'sort=-date', 1)).total).toBe(900)
  const some = answering({ releases: [aCard('r1', { shared: '2026-11-20T08:00:00.000Z' })], total: 1 })
  expect((await listReleases(some.api, 'sort=-date&shared=true', 1)).releases).toHaveLength(1)
})

it('asks for a release under its encoded id and keeps the code of a refusal', async () => {
  const { api, fetch } = answering({ code: 'RELEASE_NOT_AVAILABLE', message: 'gone' }, { status: 410 })
  await expect(releaseDetail(api, 'a/b')).rejects.toMatchObject({ status: 410, code: 'RELEASE_NOT_AVAILABLE' })
  expect(sent(fetch).address).toBe('/api/releases/a%2Fb')
})

it('reads the download capability', async () => {
  const lists = { genres: [], markets: [], packages: [], release_types: [], versions: [] }
  const { api } = answering({ ...lists, capabilities: { download: true } })
  expect((await options(api)).capabilities.download).toBe(true)
})

it('D-131: reads the filter lists of a server that does not say what it is able to do, and takes nothing for granted', async () => {
  const lists = { genres: [{ id: 'g', name: 'Soul' }], markets: [], packages: [], release_types: [], versions: [] }
  expect(await options(answering(lists).api)).toEqual({ ...lists, capabilities: { download: false } })
})

it.each([{}, { icon: null }])(
  'API-REL-002, FILTER-004: reads the filter lists of a server that has id and name of a market and no more (%j)',
  async (extra) => {
    const market = { id: 'ca', name: 'Canada' }
    const lists = { genres: [], markets: [{ ...market, ...extra }], packages: [], release_types: [], versions: [] }
    expect(await options(answering({ ...lists, capabilities: {} }).api)).toEqual({
      ...lists,
      markets: [{ ...market, icon: '' }],
      capabilities: { download: false },
    })
  },
)

it('H-470: reads the filter lists of a server that has none of some, and says nothing of its abilities', async () => {
  const genres = [{ id: 'g', name: 'Soul' }]
  const none = { markets: [], packages: [], release_types: [], versions: [] }
  for (const silent of [null, { download: null }]) {
    const { api } = answering({ genres, packages: null, markets: null, capabilities: silent })
    expect(await options(api)).toEqual({ genres, ...none, capabilities: { download: false } })
  }
})

it('H-471: an id is a text: what names one by a number cannot be read', async () => {
  const lists = { markets: [], packages: [], release_types: [], versions: [] }
  const named = (id: unknown) => options(answering({ ...lists, genres: [{ id, name: 'Soul' }] }).api)
  expect((await named('7')).genres).toEqual([{ id: '7', name: 'Soul' }])
  await expect(named(7)).rejects.toMatchObject({ code: 'MALFORMED' })
})

it('reads data.token', async () => {
  const { api, fetch } = answering({ data: { token: 't' } })
  expect(await audioToken(api, 'x 1')).toBe('t')
  expect(sent(fetch).address).toBe('/api/audio/x%201/token')
})

it('DOWNLOAD-027: starts a zip with bitrate 320', async () => {
  const { api, fetch } = answering({ id: 'job' }, { status: 202 })
  expect(await zipStart(api, 'r1', 'wav', false)).toBe('job')
  expect(sent(fetch).address).toBe('/api/audio/zipper/r1?format=wav&bitrate=320')
})

it('asks for a playlist and a receipt in the zip where they are wanted', async () => {
  const { api, fetch } = answering({ id: 'job' }, { status: 202 })
  await zipStart(api, 'r1', 'wav', true)
  expect(sent(fetch).address).toBe('/api/audio/zipper/r1?format=wav&bitrate=320&lists=true')
})

it('asks how far a zip is', async () => {
  const { api, fetch } = answering({ status: 'working', progress: 40 })
  expect(await zipStatus(api, 'r1', 'mp3', 'job')).toEqual({ status: 'working', progress: 40 })
  expect(sent(fetch).address).toBe('/api/audio/zipper/r1/status?format=mp3&bitrate=320&token=job')
})

it('addresses of media hold the encoded id and the token', () => {
  expect(streamAddress('t/1', 'a+b')).toBe('/api/audio/t%2F1/stream.mp3?token=a%2Bb')
  expect(downloadAddress('t1', 'wav', 'k')).toBe('/api/audio/t1/download?format=wav&bitrate=320&token=k')
})

it('a zip lies at zipped_url with its token, or under the token alone', () => {
  expect(zipAddress({ zipped_url: '/zips/z1', token: 'k' }, 'wav')).toBe('/api/zips/z1?format=wav&bitrate=320&token=k')
  expect(zipAddress({ token: 'k.1' }, 'mp3')).toBe('/api/zips/k.1?format=mp3&bitrate=320')
})

it.each([
  ['/zips/z?token=1', '/api/zips/z?token=1&format=wav&bitrate=320'],
  ['/api/zips/Fj%C3%B8rd%20%282%29.zip?a=b', '/api/zips/Fj%C3%B8rd%20%282%29.zip?a=b&format=wav&bitrate=320&token=k'],
  ['https://player.test/api/zips/z', '/api/zips/z?format=wav&bitrate=320&token=k'],
  ['https://player.test/files/z?format=wav', '/files/z?format=wav&bitrate=320&token=k'],
])('API-MEDIA-008: a zip may lie anywhere on our origin, under what its address asks: %s', (zipped_url, address) => {
  vi.stubGlobal('location', { origin: 'https://player.test' })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(zipAddress({ zipped_url, token: 'k' }, 'wav')).toBe(address)
})

it.each([
  'https://evil.test/z',
  '//evil.test/z',
  '/\\evil.test/z',
  'https://user@player.test/z',
  '/zips/../../x',
  '/zips/%2e%2e/x',
  'zips/z',
  'data:,z',
])('a zip address that is not of our origin, or goes up, is refused: %s', (zipped_url) => {
  vi.stubGlobal('location', { origin: 'https://player.test' })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(() => zipAddress({ zipped_url, token: 'k' }, 'wav')).toThrow('outside the player API')
})

it.each([
  [{ id: 'job' }, 'job'],
  [{ token: 'job' }, 'job'],
  [{ id: 7 }, '7'],
])('API-MEDIA-005, API-MEDIA-006: a zip is started under %j', async (body, id) => {
  expect(await zipStart(answering(body, { status: 202 }).api, 'r1', 'wav', false)).toBe(id)
  expect(await playlistZipStart(answering(body, { status: 202 }).api, 'p1', 'wav', false)).toBe(id)
})

it.each([
  [{ progress: 40 }, { status: 'working', progress: 40 }],
  [{ status: 'packing' }, { status: 'working', progress: 0 }],
  [
    { status: 'done', token: 'k' },
    { status: 'done', progress: 100, token: 'k' },
  ],
  [
    { status: 'done', progress: 99, zipped_url: '/zips/z' },
    { status: 'done', progress: 99, zipped_url: '/zips/z' },
  ],
  [
    { status: 'working', progress: 40, zipped_url: null, token: null, message: null },
    { status: 'working', progress: 40 },
  ],
  [{ progress: '12' }, { status: 'working', progress: 12 }],
  [{ progress: '12.5 %' }, { status: 'working', progress: 12.5 }],
  [{ progress: 100.4 }, { status: 'working', progress: 100 }],
  [{ progress: -1 }, { status: 'working', progress: 0 }],
  [{ progress: 'soon' }, { status: 'working', progress: 0 }],
  [
    { status: 'done', progress: null, token: 'k', zipped_url: null },
    { status: 'done', progress: 100, token: 'k' },
  ],
])('H-528, API-MEDIA-007: a zip that is %j is read as %j', async (body, status) => {
  expect(await zipStatus(answering(body).api, 'r1', 'mp3', 'job')).toEqual(status)
  expect(await playlistZipStatus(answering(body).api, 'p1', 'mp3', 'job')).toEqual(status)
})

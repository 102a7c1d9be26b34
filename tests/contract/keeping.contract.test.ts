// What a browser may keep of the answers: nothing told to somebody signed in, nothing under an address with a token.
// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReleaseDetail, ReleaseList } from '#core/model/catalogue/release.ts'
import { PlaylistList } from '#core/model/playlists/playlist.ts'
import { call, expectJson, mediaToken, signIn } from './http.ts'
import { ROWS } from './rows.ts'
import { type StartedServer, startServer } from './server.ts'

/** The same for everybody, whoever asks. */
const EVERYBODYS = ['/player.json', '/locales/{code}.json']

describe('D-006: what a browser may keep', () => {
  let started: StartedServer
  const server = () => started
  let access = ''
  let filled: Record<string, string> = {}
  let media = ''
  const kept = (answer: Response) => `${answer.status} ${answer.headers.get('cache-control')}`

  beforeAll(async () => {
    started = await startServer()
    access = (await signIn(server().url)).access
    const ask = (path: string) => call(server().url, path, { token: access })
    const { releases } = await expectJson(ReleaseList, ask('/releases?pagesize=100'))
    const card = releases.find((one) => one.candownload && one.trackcount > 1 && one.videocount === 0)
    const release = await expectJson(ReleaseDetail, ask(`/releases/${card?.releaseid}`))
    const { playlists } = await expectJson(PlaylistList, ask('/playlists'))
    // The shortest one: a test should not wait for audio.
    const id = (await expectJson(ReleaseDetail, ask('/releases/demo-zero-duration'))).songs[0]?.trackid ?? ''
    const playlistid = playlists.find((one) => one.tracks > 0)?.playlistid ?? ''
    filled = { releaseid: release.releaseid, playlistid, id, profile: 'artist', email: 'a@b.cd', code: 'en' }
    media = await mediaToken(server().url, access, id)
  })

  afterAll(() => started.stop())

  it('nothing of what any call answers to somebody signed in', async () => {
    const queries = ['', '?format=wav', '?format=csv', '?filter=a']
    let good = 0
    for (const { method, path } of ROWS) {
      if (method !== 'GET' || EVERYBODYS.includes(path)) continue
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(filled[name] ?? 'x'))
      for (const query of queries) {
        const answer = await call(server().url, address + query, { token: access })
        await answer.arrayBuffer()
        if (answer.ok) good += 1
        expect(answer.headers.get('cache-control'), `${path}${query}: ${answer.status}`).toBe('no-store')
      }
    }
    // The calls were really answered, not refused one and all.
    expect(good).toBeGreaterThan(25)
    for (const path of EVERYBODYS.map((one) => one.replace('{code}', 'en')))
      expect(kept(await call(server().url, path))).toBe('200 public, max-age=86400')
  })

  it('nothing of a song, however it is asked for', async () => {
    for (const path of [
      `/audio/${filled.id}/stream.mp3?token=${media}`,
      `/audio/${filled.id}/download?format=mp3&token=${media}`,
    ]) {
      const whole = await call(server().url, path)
      await whole.arrayBuffer()
      const etag = whole.headers.get('etag') ?? ''
      const ask = async (method: string, headers: Record<string, string>) => {
        const answer = await call(server().url, path, { method, headers })
        await answer.arrayBuffer()
        return kept(answer)
      }
      expect(kept(whole)).toBe('200 no-store')
      expect(await ask('HEAD', {})).toBe('200 no-store')
      expect(await ask('GET', { Range: 'bytes=0-99' })).toBe('206 no-store')
      expect(await ask('GET', { 'If-None-Match': etag })).toBe('304 no-store')
      expect(await ask('GET', { Range: 'bytes=999999999999-' })).toBe('416 no-store')
    }
    expect(kept(await call(server().url, `/audio/${filled.id}/peaks`, { token: access }))).toBe('200 no-store')
    const blocks = `/audio/${filled.id}/blocks?format=wav`
    expect(kept(await call(server().url, blocks, { token: access }))).toBe('200 no-store')
  })

  it('nothing of an attachment, whose address is a title', async () => {
    const { releases } = await expectJson(ReleaseList, call(server().url, '/releases?pagesize=100', { token: access }))
    for (const { releaseid } of releases) {
      const release = await expectJson(
        ReleaseDetail,
        call(server().url, `/releases/${releaseid}`, { token: access }),
      ).catch(() => null)
      const [attachment] = release?.attachments ?? []
      if (!attachment) continue
      expect(kept(await fetch(new URL(attachment.url, server().url)))).toBe('200 no-store')
      return
    }
    throw new Error('no release has an attachment')
  })

  it('a picture only where nobody shows a token', async () => {
    const { coverart } = await expectJson(
      ReleaseDetail,
      call(server().url, `/releases/${filled.releaseid}`, { token: access }),
    )
    const address = new URL(coverart, server().url)
    expect(kept(await fetch(address))).toMatch(/^200 public/)
    expect(kept(await fetch(address, { headers: { Authorization: `Bearer ${access}` } }))).toBe('200 no-store')
    address.searchParams.set('token', media)
    expect(kept(await fetch(address))).toBe('200 no-store')
  })

  it('nothing under the address of a call that is written in another way, nor whether the server lives', async () => {
    const refused = [
      '/api/merge/a.b.c',
      '/%61pi/merge/a.b.c',
      '/api/split/a%2Eb.c',
      '/ap%69/split/a.b.c',
      '/api/nothing',
    ]
    for (const path of refused) expect(kept(await fetch(server().url + path)), path).toBe('404 no-store')
    for (const path of ['/healthz', '/readyz', '/health%7A', '/%72eadyz?x=1'])
      expect(kept(await fetch(server().url + path)), path).toBe('200 no-store')
    expect(kept(await fetch(`${server().url}/%61pi/player.json`))).toBe('200 public, max-age=86400')
    // As one asks whether the server is there (H-461).
    expect(kept(await fetch(`${server().url}/api/player.json?once=1`))).toBe('200 public, max-age=86400')
  })

  it('no page: its address may hold a token, or what somebody searched for', async () => {
    for (const path of ['/', '/signin/some-token', '/resetpwd/some-token', '/search?q=somebody', '/releases']) {
      const answer = await fetch(server().url + path)
      if (answer.status !== 503) expect(answer.headers.get('cache-control'), path).toBe('no-store')
    }
  })
})

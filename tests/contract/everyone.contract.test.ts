// What every signed-in person can do, whoever they are, and the only things that tell people apart.
import { expect, it } from 'vitest'
import { ReleaseDetail, ReleaseList } from '#core/model/catalogue/release.ts'
import { AccessClaims } from '#core/model/people/account.ts'
import { PlaylistCreated } from '#core/model/playlists/playlist.ts'
import { call, expectJson, mediaToken, signIn } from './http.ts'
import { onStores } from './stores.ts'

const PEOPLE = ['verified@demo.test', 'unverified@demo.test', 'staff@demo.test']

onStores((server) => {
  it.each(PEOPLE)('DEVICE-006: %s plays, searches, keeps playlists, flags and archives', async (email) => {
    const { access } = await signIn(server().url, email)
    const send = (method: string, path: string, body?: unknown) =>
      call(server().url, path, { method, token: access, ...(body === undefined ? {} : { body }) })
    const { releases } = await expectJson(ReleaseList, send('GET', '/releases?pagesize=100'))
    const playable = releases.find((release) => release.trackcount > 0 && !release.releaseid.startsWith('demo-'))
    if (!playable) throw new Error('no release')
    const { songs } = await expectJson(ReleaseDetail, send('GET', `/releases/${playable.releaseid}`))
    const song = songs.find((one) => one.assettype === 'audio')
    if (!song) throw new Error('no song')
    expect(await mediaToken(server().url, access, song.trackid)).not.toBe('')
    expect((await send('GET', `/search?filter=${encodeURIComponent(playable.title)}`)).status).toBe(200)
    const { playlistid } = await expectJson(
      PlaylistCreated,
      send('POST', '/playlists', { name: 'Mine', desc: '', default: false }),
      201,
    )
    expect(
      (await send('POST', `/playlists/${playlistid}/tracks`, { tracks: [song.trackid], position: 'before' })).status,
    ).toBe(201)
    expect((await send('DELETE', `/playlists/${playlistid}`)).status).toBeLessThan(300)
    for (const mark of ['flag', 'archive'])
      for (const method of ['POST', 'DELETE'])
        expect((await send(method, `/releases/${playable.releaseid}/${mark}`)).status, `${method} ${mark}`).toBe(204)
  })

  it('DEVICE-005: people differ by the claims verified and label_staff alone, and see the same releases', async () => {
    const seen: { claims: AccessClaims; releases: ReleaseList }[] = []
    for (const email of PEOPLE) {
      const { access } = await signIn(server().url, email)
      const [, body = ''] = access.split('.')
      const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
      const releases = await expectJson(ReleaseList, call(server().url, '/releases?pagesize=100', { token: access }))
      seen.push({ claims: AccessClaims.parse(claims), releases })
    }
    expect(seen.map(({ claims }) => [claims.verified, claims.label_staff])).toEqual([
      [true, false],
      [false, false],
      [true, true],
    ])
    const keys = seen.map(({ claims }) => new Set(Object.keys(claims)))
    for (const one of keys) expect(one).toEqual(keys[0])
    for (const { releases } of seen) expect(releases).toEqual(seen[0]?.releases)
  })
})

import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { ZipStarted, ZipStatus } from '#core/model/catalogue/media.ts'
import { ReleaseDetail, ReleaseList, type Song } from '#core/model/catalogue/release.ts'
import { Playlist, PlaylistCreated, PlaylistList, PlaylistSongs } from '#core/model/playlists/playlist.ts'
import { songFileName } from '#core/model/text/fileName.ts'
import { call, expectJson, refusal, signIn } from './http.ts'
import { onGivenServer, onStores } from './stores.ts'

onStores((server) => {
  // Groups are collected later, when it would be forgotten.
  const isGiven = onGivenServer()
  let access = ''
  let other = ''
  let songs: Song[] = []
  let video: Song | undefined
  let streamOnly: Song | undefined
  const send = (method: string, path: string, body?: unknown, token = access) =>
    call(server().url, path, { method, token, ...(body === undefined ? {} : { body }) })
  const create = async (name: string, desc = '', token = access) =>
    (await expectJson(PlaylistCreated, send('POST', '/playlists', { name, desc, default: false }, token), 201))
      .playlistid
  const read = (id: string) => expectJson(Playlist, send('GET', `/playlists/${id}`))
  const order = async (id: string) =>
    (await expectJson(PlaylistSongs, send('GET', `/playlists/${id}/tracks`))).songs.map((song) => song.trackid)
  const add = (id: string, tracks: string[]) => send('POST', `/playlists/${id}/tracks`, { tracks, position: 'before' })
  const id = (n: number) => songs[n]?.trackid ?? ''
  const filled = async (name: string, count = 4) => {
    const playlist = await create(name)
    const wanted = songs.slice(0, count).map((song) => song.trackid)
    expect((await add(playlist, wanted)).status).toBe(201)
    return { playlist, wanted }
  }
  const move = (playlist: string, trackid: string, position: string, referenceTrackid: string) =>
    send('PUT', `/playlists/${playlist}/tracks/position`, { tracks: [trackid], position, trackid, referenceTrackid })

  beforeAll(async () => {
    access = (await signIn(server().url)).access
    other = (await signIn(server().url, 'staff@demo.test')).access
    const { releases } = await expectJson(ReleaseList, send('GET', '/releases?pagesize=100'))
    const details = await Promise.all(
      releases.map((release) => expectJson(ReleaseDetail, send('GET', `/releases/${release.releaseid}`))),
    )
    const all = details.flatMap((release) => release.songs)
    video = all.find((song) => song.assettype === 'video')
    streamOnly = all.find((song) => song.assettype === 'audio' && !song.candownload)
    songs = all
      .filter((song) => song.assettype === 'audio' && song.candownload && song.formats.includes('mp3'))
      .sort((a, b) => a.duration - b.duration)
  })

  describe('a playlist', () => {
    it('API-PL-002: is created empty, with the name trimmed', async () => {
      const playlist = await read(await create('  Nacht – Ночь  ', ' quiet '))
      expect(playlist).toMatchObject({
        name: 'Nacht – Ночь',
        desc: 'quiet',
        description: 'quiet',
        default: false,
        tracks: 0,
        pinned: false,
        thumbnail: '',
        thumbnails: [],
        songs: [],
      })
    })

    it.each([
      ['an empty name', { name: '' }],
      ['a name of spaces', { name: '   ' }],
      ['a name of 51 characters', { name: 'x'.repeat(51) }],
      ['a description of 101 characters', { name: 'x', desc: 'y'.repeat(101) }],
      ['no name', { desc: 'x' }],
      ['default true', { name: 'x', default: true }],
    ])('API-PL-002: is refused with %s', async (_what, body) => {
      expect(await refusal(send('POST', '/playlists', body))).toEqual({ status: 400, code: 'BAD_REQUEST' })
    })

    it('API-PL-002: may have 50 and 100 characters', async () => {
      const playlist = await read(await create('x'.repeat(50), 'y'.repeat(100)))
      expect([playlist.name.length, playlist.desc.length]).toEqual([50, 100])
    })

    it('API-PL-003: is there for its owner only', async () => {
      const playlist = await create('mine')
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['GET', '/tracks'],
        ['DELETE', '/tracks'],
        ['DELETE', '/tracks/x'],
        ['POST', '/pin'],
        ['DELETE', '/pin'],
        ['GET', '/pdf'],
        ['GET', '/zipper?format=mp3'],
        ['GET', '/zipper/status?format=mp3'],
      ] as const) {
        const answer = refusal(send(method, `/playlists/${playlist}${path}`, undefined, other))
        expect(await answer).toEqual({ status: 404, code: 'NOT_FOUND' })
      }
      expect((await read(playlist)).name).toBe('mine')
    })

    it('API-PL-007, API-PL-008: takes songs and moves from its owner only', async () => {
      const { playlist, wanted } = await filled('mine alone', 2)
      const added = send('POST', `/playlists/${playlist}/tracks`, { tracks: [id(3)], position: 'before' }, other)
      expect(await refusal(added)).toEqual({ status: 404, code: 'NOT_FOUND' })
      const place = { tracks: [id(1)], position: 'before', trackid: id(1), referenceTrackid: id(0) }
      const moved = send('PUT', `/playlists/${playlist}/tracks/position`, place, other)
      expect(await refusal(moved)).toEqual({ status: 404, code: 'NOT_FOUND' })
      expect(await order(playlist)).toEqual(wanted)
    })

    it('API-PL-004: takes name and description from the whole playlist and nothing else', async () => {
      const { playlist, wanted } = await filled('before')
      const body = { ...(await read(playlist)), name: 'after', desc: 'new', pinned: true, songs: [], tracks: 0 }
      const saved = await expectJson(Playlist, send('PUT', `/playlists/${playlist}`, body))
      expect(saved).toMatchObject({ name: 'after', desc: 'new', pinned: false, tracks: wanted.length })
      expect(await order(playlist)).toEqual(wanted)
    })

    it('API-PL-004: is refused with an empty name, and unknown with a foreign id', async () => {
      const playlist = await create('named')
      expect((await refusal(send('PUT', `/playlists/${playlist}`, { name: ' ' }))).status).toBe(400)
      expect((await refusal(send('PUT', '/playlists/none', { name: 'x' }))).status).toBe(404)
    })

    it('API-PL-005: is deleted once', async () => {
      const { playlist } = await filled('to go')
      expect((await send('DELETE', `/playlists/${playlist}`)).status).toBe(204)
      expect((await refusal(send('DELETE', `/playlists/${playlist}`))).status).toBe(404)
      expect((await refusal(send('GET', `/playlists/${playlist}/tracks`))).status).toBe(404)
    })

    it('API-PL-011, API-PL-012: is pinned and unpinned, and both may be repeated', async () => {
      const playlist = await create('star')
      for (const _ of [1, 2]) expect((await send('POST', `/playlists/${playlist}/pin`)).status).toBe(204)
      expect((await read(playlist)).pinned).toBe(true)
      for (const _ of [1, 2]) expect((await send('DELETE', `/playlists/${playlist}/pin`)).status).toBe(204)
      expect((await read(playlist)).pinned).toBe(false)
    })
  })

  describe('the list', () => {
    it('API-PL-001: is sorted, filtered and paged, with a total', async () => {
      const token = (await signIn(server().url, 'many@demo.test')).access
      // The start data may hold some; this list is about the three made here.
      for (const name of ['zz Çelik', 'zz Alpha', 'zz beta']) await create(name, '', token)
      // Nobody is shown another's.
      await create('zz Delta', '', other)
      const names = async (query: string) => {
        const found = await expectJson(PlaylistList, send('GET', `/playlists?filter=zz&${query}`, undefined, token))
        return { names: found.playlists.map((playlist) => playlist.name), total: found.total }
      }
      const byName = ['zz Alpha', 'zz beta', 'zz Çelik']
      expect(await names('sort=name')).toEqual({ names: byName, total: 3 })
      expect((await names('sort=-name')).names).toEqual([...byName].reverse())
      expect((await names('sort=-date')).names).toEqual(['zz beta', 'zz Alpha', 'zz Çelik'])
      expect((await names('')).names).toEqual(['zz beta', 'zz Alpha', 'zz Çelik'])
      expect(await names('sort=name&page=2&pagesize=2')).toEqual({ names: ['zz Çelik'], total: 3 })
      const found = await expectJson(PlaylistList, send('GET', '/playlists?filter=CELIK', undefined, token))
      expect(found.playlists.map((playlist) => playlist.name)).toEqual(['zz Çelik'])
      await send('POST', `/playlists/${found.playlists[0]?.playlistid}/pin`, undefined, token)
      expect((await names('sort=-pinned')).names).toEqual(['zz Çelik', 'zz beta', 'zz Alpha'])
    })

    it('API-PL-001: leaves out the songs in a summary and counts them', async () => {
      const { playlist, wanted } = await filled('summary')
      const of = async (query: string) =>
        (await expectJson(PlaylistList, send('GET', `/playlists?${query}`))).playlists.find(
          (entry) => entry.playlistid === playlist,
        )
      const short = await of('summary=true&pagesize=100')
      expect([short?.songs, short?.tracks]).toEqual([undefined, wanted.length])
      expect(short?.thumbnail).toBe(short?.thumbnails[0])
      expect((await of('summary=false&pagesize=100'))?.songs?.map((song) => song.trackid)).toEqual(wanted)
      expect((await fetch(server().url + short?.thumbnail)).headers.get('content-type')).toBe('image/png')
    })

    it.each(['page=0', 'pagesize=101', 'sort=price', 'summary=1', 'x=1'])('refuses ?%s with 400', async (query) => {
      expect((await refusal(send('GET', `/playlists?${query}`))).status).toBe(400)
    })
  })

  describe('its tracks', () => {
    it('API-PL-006: stay when their release is archived, and show this player’s flags', async () => {
      const { playlist, wanted } = await filled('archived', 1)
      const releaseid = songs[0]?.releaseid
      await send('POST', `/releases/${releaseid}/flag`)
      await send('POST', `/releases/${releaseid}/archive`)
      const found = await expectJson(PlaylistSongs, send('GET', `/playlists/${playlist}/tracks`))
      expect(found.songs.map((song) => [song.trackid, song.flagged])).toEqual([[wanted[0], true]])
      await send('DELETE', `/releases/${releaseid}/archive`)
      await send('DELETE', `/releases/${releaseid}/flag`)
    })

    it('API-PL-006: come in the order they were put into', async () => {
      const { playlist } = await filled('in order', 3)
      await move(playlist, id(2), 'before', id(0))
      expect(await order(playlist)).toEqual([id(2), id(0), id(1)])
      expect((await read(playlist)).songs?.map((song) => song.trackid)).toEqual([id(2), id(0), id(1)])
    })

    it('RELEASE-006, API-PL-003, API-PL-006: say id and index as well', async () => {
      const { playlist, wanted } = await filled('both names', 3)
      const named = wanted.map((trackid, at) => ({ trackid, id: trackid, index: songs[at]?.ordinal }))
      for (const path of [`/playlists/${playlist}`, `/playlists/${playlist}/tracks`])
        expect(await (await send('GET', path)).json()).toMatchObject({ songs: named })
      const whole = await send('PUT', `/playlists/${playlist}`, { name: 'both names' })
      expect(await whole.json()).toMatchObject({ songs: named })
    })

    it('API-PL-007: are added at the end in the given order; one that is there stays once', async () => {
      const { playlist } = await filled('add', 2)
      expect((await add(playlist, [id(3), id(0), id(2), id(3)])).status).toBe(201)
      expect(await order(playlist)).toEqual([id(0), id(1), id(3), id(2)])
    })

    it('API-PL-007: are refused, all of them, when one is unknown or a video', async () => {
      const { playlist, wanted } = await filled('refuse', 1)
      expect(await refusal(add(playlist, [id(1), 'no-such-track']))).toEqual({ status: 400, code: 'UNKNOWN_TRACK' })
      expect(video).toBeDefined()
      expect(await refusal(add(playlist, [id(1), video?.trackid ?? '']))).toEqual({ status: 400, code: 'NOT_AUDIO' })
      expect((await refusal(add(playlist, []))).status).toBe(400)
      expect(await order(playlist)).toEqual(wanted)
    })

    it('H-593: are named by their places where others are known', async () => {
      const { playlist } = await filled('named', 1)
      const refused = await add(playlist, [id(1), 'no-such-track', id(2), 'nor-this'])
      const named = { 'tracks.1': 'does not exist', 'tracks.3': 'does not exist' }
      expect(await refused.json()).toMatchObject({ code: 'UNKNOWN_TRACK', fields: named })
      expect(await (await add(playlist, ['no-such-track'])).json()).not.toHaveProperty('fields')
    })

    it('API-PL-007: count each once: six thousand entries of five tracks are five', async () => {
      const playlist = await create('doubles')
      const wanted = songs.slice(0, 5).map((song) => song.trackid)
      const doubles = Array.from({ length: 6000 }, (_, n) => wanted[n % 5] ?? '')
      expect((await add(playlist, doubles)).status).toBe(201)
      expect(await order(playlist)).toEqual(wanted)
    })

    it('API-PL-007: may be five thousand ids of 128 characters', async () => {
      const playlist = await create('long ids')
      const ids = Array.from({ length: 5000 }, (_, n) => String(n).padStart(128, 'x'))
      expect(await refusal(add(playlist, ids))).toEqual({ status: 400, code: 'UNKNOWN_TRACK' })
      const move = { tracks: ids, position: 'after', trackid: id(0), referenceTrackid: id(1) }
      expect(await refusal(send('PUT', `/playlists/${playlist}/tracks/position`, move))).toMatchObject({ status: 409 })
    })

    it('API-PL-004: the whole playlist may come with all its songs; to nobody else is that much listened', async () => {
      const { playlist } = await filled('whole', 2)
      const whole = await read(playlist)
      const many = Array.from({ length: 5000 }, () => whole.songs?.[0])
      const body = { ...whole, name: 'renamed', songs: many }
      expect(JSON.stringify(body).length).toBeGreaterThan(2_000_000)
      expect(await (await send('PUT', `/playlists/${playlist}`, body)).json()).toMatchObject({
        name: 'renamed',
        tracks: 2,
      })
      expect(await refusal(send('PUT', `/playlists/${playlist}`, { name: 'x' }, 'stale'))).toMatchObject({
        status: 401,
      })
      expect((await send('PUT', `/playlists/${playlist}`, { name: 'y' }, other)).status).toBe(404)
    })

    it('API-PL-008: move before and after a reference', async () => {
      const { playlist } = await filled('move')
      expect((await move(playlist, id(3), 'before', id(1))).status).toBe(200)
      expect(await order(playlist)).toEqual([id(0), id(3), id(1), id(2)])
      await move(playlist, id(0), 'after', id(2))
      expect(await order(playlist)).toEqual([id(3), id(1), id(2), id(0)])
      await move(playlist, id(1), 'after', id(1))
      expect(await order(playlist)).toEqual([id(3), id(1), id(2), id(0)])
    })

    it('API-PL-008: answers 409 with a readable message when the reference is gone', async () => {
      const { playlist, wanted } = await filled('gone', 2)
      const answer = await move(playlist, id(0), 'after', id(3))
      expect(answer.status).toBe(409)
      expect(await answer.json()).toEqual({ code: 'TRACK_GONE', message: expect.stringMatching(/^The playlist has/) })
      expect(await order(playlist)).toEqual(wanted)
    })

    it('keep one order without gaps when two tabs move and add at once', async () => {
      const { playlist } = await filled('tabs', 8)
      await Promise.all([
        ...[0, 1, 2, 3].map((n) => move(playlist, id(n), 'after', id(7 - n))),
        ...[8, 9].map((n) => add(playlist, [id(n)])),
      ])
      const after = await order(playlist)
      expect([...after].sort()).toEqual(songs.slice(0, 10).map((song) => song.trackid).sort()) // biome-ignore format: one line
    })

    it('of a playlist that is deleted meanwhile are changed or not there, never half', async () => {
      for (let round = 0; round < 6; round++) {
        const { playlist } = await filled(`gone ${round}`, 3)
        const rename = { ...(await read(playlist)), name: 'other', songs: undefined }
        const [gone, ...answers] = await Promise.all([
          send('DELETE', `/playlists/${playlist}`),
          add(playlist, [id(5)]),
          move(playlist, id(0), 'after', id(2)),
          send('PUT', `/playlists/${playlist}`, rename),
          send('DELETE', `/playlists/${playlist}/tracks/${id(1)}`),
        ])
        expect(gone?.status).toBe(204)
        for (const { status } of answers) expect([200, 201, 204, 404]).toContain(status)
      }
    })

    it('API-PL-009: are removed one by one, and a second time changes nothing', async () => {
      const { playlist } = await filled('one', 3)
      for (const _ of [1, 2]) expect((await send('DELETE', `/playlists/${playlist}/tracks/${id(1)}`)).status).toBe(204)
      expect(await order(playlist)).toEqual([id(0), id(2)])
    })

    it('API-PL-010: are all removed, and the playlist stays', async () => {
      const { playlist } = await filled('all', 3)
      expect((await send('DELETE', `/playlists/${playlist}/tracks`)).status).toBe(204)
      expect(await read(playlist)).toMatchObject({ name: 'all', tracks: 0, songs: [] })
    })
  })

  describe('its papers', () => {
    it('API-PL-013: has a PDF, whatever its name is written in', async () => {
      const playlist = await create('Früh 🎵 日本 Привет', 'é')
      await add(playlist, [id(0), id(1)])
      const answer = await send('GET', `/playlists/${playlist}/pdf`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
      expect(bytes.subarray(-6).toString('latin1')).toContain('%%EOF')
      expect(answer.headers.get('content-length')).toBe(String(bytes.length))
      expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Fr%C3%BCh")
    })
  })

  describe('its zip', () => {
    const start = (playlist: string, token = access) =>
      send('GET', `/playlists/${playlist}/zipper?format=wav&bitrate=320`, undefined, token)
    const finished = async (playlist: string, job: string) => {
      for (const until = Date.now() + 100_000; Date.now() < until; ) {
        const query = `format=wav&bitrate=320&token=${job}`
        const status = await expectJson(ZipStatus, send('GET', `/playlists/${playlist}/zipper/status?${query}`))
        if (status.status === 'done') return status
        if (status.status === 'failed') throw new Error(status.message)
        await new Promise((done) => setTimeout(done, 250))
      }
      throw new Error('the zip was not ready in time')
    }

    // Where servers die all the time it takes its time; servers.contract.test.ts has what a death costs.
    it.skipIf(isGiven)(
      'API-MEDIA-006, API-MEDIA-007: holds the tracks that may be downloaded and is named as the playlist',
      async () => {
        const playlist = await create('Zip: ä/b')
        const wanted = songs.slice(0, 2)
        expect(streamOnly).toBeDefined()
        await add(playlist, [...wanted.map((song) => song.trackid), streamOnly?.trackid ?? ''])
        const answer = await start(playlist)
        expect([200, 202]).toContain(answer.status)
        const job = ZipStarted.parse(await answer.json()).id
        const status = await finished(playlist, job)
        const file = await fetch(`${server().url}${status.zipped_url}?token=${status.token}&format=wav&bitrate=320`)
        const bytes = new Uint8Array(await file.arrayBuffer())
        expect([file.status, file.headers.get('content-length')]).toEqual([200, String(bytes.length)])
        expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''Zip_%20%C3%A4_b.zip")
        expect(file.headers.get('repr-digest')).toBe(`sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`)
        expect(Object.keys(unzipSync(bytes)).sort()).toEqual(
          wanted.map((song, n) => songFileName({ ...song, ordinal: n + 1 }, 'wav')).sort(),
        )

        // The same content joins the same job; other content is another one, and the first can still be fetched.
        expect(ZipStarted.parse(await (await start(playlist)).json()).id).toBe(job)
        await send('DELETE', `/playlists/${playlist}/tracks/${wanted[0]?.trackid}`)
        expect(ZipStarted.parse(await (await start(playlist)).json()).id).not.toBe(job)
        expect((await finished(playlist, job)).status).toBe('done')
      },
    )

    it.skipIf(isGiven)('H-097: has a playlist and a receipt inside where that is asked for', async () => {
      const { playlist } = await filled('Listed', 2)
      await add(playlist, [streamOnly?.trackid ?? ''])
      const query = 'format=wav&bitrate=320&lists=true'
      const answer = await send('GET', `/playlists/${playlist}/zipper?${query}`)
      const job = ZipStarted.parse(await answer.json()).id
      expect(ZipStarted.parse(await (await start(playlist)).json()).id).not.toBe(job)
      const status = await finished(playlist, job)
      const path = `${server().url}${status.zipped_url}`
      const file = await fetch(path)
      const bytes = Buffer.from(await file.arrayBuffer())
      expect(file.headers.get('repr-digest')).toBe(`sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`)
      const names = songs.slice(0, 2).map((song, n) => songFileName({ ...song, ordinal: n + 1 }, 'wav'))
      const inside = unzipSync(bytes)
      expect(Object.keys(inside)).toEqual([...names, 'Listed.m3u8', 'receipt.csv'])
      expect(Buffer.from(inside['receipt.csv'] ?? []).toString()).toMatch(/,locked\r\n$/)
      const end = await fetch(path, { headers: { Range: `bytes=${bytes.length - 900}-` } })
      expect(Buffer.from(await end.arrayBuffer()).equals(bytes.subarray(-900))).toBe(true)
      expect(await refusal(send('GET', `/playlists/${playlist}/zipper?format=wav&lists=1`))).toMatchObject({
        status: 400,
      })
    })

    it('API-MEDIA-006: is refused for a playlist with nothing to download', async () => {
      const playlist = await create('empty zip')
      expect(await refusal(start(playlist))).toEqual({ status: 404, code: 'NOTHING_TO_DOWNLOAD' })
    })

    it('API-MEDIA-007: answers 404 before it was asked for, and for the job of something else', async () => {
      const { playlist } = await filled('no job', 1)
      const status = (query: string) => refusal(send('GET', `/playlists/${playlist}/zipper/status?format=wav${query}`))
      expect(await status('')).toEqual({ status: 404, code: 'NO_SUCH_JOB' })
      expect(await status('&token=x')).toEqual({ status: 404, code: 'NO_SUCH_JOB' })
    })
  })

  it('asks for a session on every call', async () => {
    for (const [method, path] of [
      ['GET', '/playlists'],
      ['POST', '/playlists'],
      ['GET', '/playlists/x'],
      ['PUT', '/playlists/x'],
      ['DELETE', '/playlists/x'],
      ['POST', '/playlists/x/tracks'],
      ['PUT', '/playlists/x/tracks/position'],
      ['GET', '/playlists/x/zipper?format=mp3'],
    ] as const) {
      expect(await refusal(call(server().url, path, { method }))).toEqual({ status: 401, code: 'UNAUTHENTICATED' })
    }
  })
})

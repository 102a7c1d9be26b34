import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { unzipSync } from 'fflate'
import { parseBuffer } from 'music-metadata'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { BLOCK_BYTES, FileBlocks, ZipStarted, ZipStatus } from '#core/model/catalogue/media.ts'
import { ReleaseDetail, ReleaseList, type Song } from '#core/model/catalogue/release.ts'
import { songFileName } from '#core/model/text/fileName.ts'
import { call, expectJson, mediaToken, refusal, signIn } from './http.ts'
import { dev } from './people.ts'
import { onAllStores } from './stores.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const digestHeader = (bytes: Uint8Array) => `sha-256=:${sha256(bytes).toString('base64')}:`

onAllStores((server) => {
  let access = ''
  let release: z.infer<typeof ReleaseDetail>
  let short: z.infer<typeof ReleaseDetail>
  let song: Song
  let token = ''
  const url = () => server().url
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    call(url(), path, { headers, method })
  const bytesOf = async (answer: Promise<Response>) => new Uint8Array(await (await answer).arrayBuffer())
  const download = (format: string) => `/audio/${song.trackid}/download?format=${format}&bitrate=320&token=${token}`
  const detail = (id: string) => expectJson(ReleaseDetail, call(url(), `/releases/${id}`, { token: access }))

  beforeAll(async () => {
    access = (await signIn(url())).access
    const { releases } = await expectJson(
      ReleaseList,
      call(url(), '/releases?pagesize=100&sort=time', { token: access }),
    )
    // A release with more than one song and nothing odd about it, and the shortest one: tests should not wait for audio.
    const candidates = releases.filter(
      ({ releaseid, candownload, trackcount, videocount }) =>
        !releaseid.startsWith('demo-') && candownload && trackcount > 1 && videocount === 0,
    )
    release = await detail(candidates[0]?.releaseid ?? '')
    short = await detail('demo-zero-duration')
    song = short.songs[0] as Song
    token = await mediaToken(url(), access, song.trackid)
  })

  describe('videos', () => {
    it('API-MEDIA-004: answers the whole video, a part of it, and nothing for another token', async () => {
      const video = (await detail('demo-video-only')).songs.find((entry) => entry.assettype === 'video')
      const path = `/video/${video?.trackid}/download`
      const pass = await mediaToken(url(), access, video?.trackid ?? '')
      const answer = await get(`${path}?token=${pass}`)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4'])
      expect(answer.headers.get('content-length')).toBe(String(bytes.length))
      expect(answer.headers.get('repr-digest')).toBe(digestHeader(bytes))
      expect(answer.headers.get('content-disposition')).toContain('.mp4')
      expect(Buffer.from(bytes.subarray(4, 8)).toString('latin1')).toBe('ftyp')
      const part = await get(`${path}?token=${pass}`, { Range: 'bytes=100-199' })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`])
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)
      expect(await refusal(get(`${path}?token=${token}`))).toEqual({ status: 401, code: 'INVALID_MEDIA_TOKEN' })
    })

    it('API-MEDIA-004: refuses what may only be streamed with 403, to whoever has a token for it, and hands out nothing', async () => {
      const id = 'demo-stream-only-01'
      const path = `/video/${id}/download`
      const pass = await mediaToken(url(), access, id)
      const etag = (await get(`/audio/${id}/stream.mp3?token=${pass}`, {}, 'HEAD')).headers.get('etag') ?? ''
      const asked = [{}, { Range: 'bytes=0-9' }, { 'If-None-Match': etag }, { 'If-None-Match': '*' }]
      for (const headers of asked) {
        const answer = await get(`${path}?token=${pass}`, headers)
        const told = ['content-range', 'content-disposition', 'etag', 'repr-digest'].map((name) =>
          answer.headers.get(name),
        )
        expect([answer.status, ...told, answer.headers.get('cache-control')]).toEqual([
          403,
          null,
          null,
          null,
          null,
          'no-store',
        ])
        expect(await answer.json()).toEqual({ code: 'DOWNLOAD_FORBIDDEN', message: expect.any(String) })
        expect((await get(`${path}?token=${pass}`, headers, 'HEAD')).status).toBe(403)
      }
      const blocks = call(url(), `/video/${id}/blocks`, { token: access })
      expect(await refusal(blocks)).toEqual({ status: 403, code: 'DOWNLOAD_FORBIDDEN' })
      // Who may not ask is not told what may be had.
      for (const bad of ['', `?token=${token}`, `?token=${access}`])
        expect(await refusal(get(path + bad))).toEqual({ status: 401, code: 'INVALID_MEDIA_TOKEN' })
      // What may be downloaded and is no video is another matter.
      const audio = get(`/video/${song.trackid}/download?token=${token}`)
      expect(await refusal(audio)).toEqual({ status: 404, code: 'FORMAT_NOT_AVAILABLE' })
    })
  })

  describe('tokens', () => {
    it('API-MEDIA-001: answers 404 for an unknown track', async () => {
      expect(await refusal(call(url(), '/audio/no-such-track/token', { token: access }))).toMatchObject({ status: 404 })
    })

    it('API-MEDIA-008: end with the session they were made in, and with the account', async () => {
      const range = { Range: 'bytes=0-9' }
      const made = async (email: string) => {
        const own = (await signIn(url(), email)).access
        const pass = await mediaToken(url(), own, song.trackid)
        const status = async () => (await get(`/audio/${song.trackid}/stream.mp3?token=${pass}`, range)).status
        expect(await status()).toBe(206)
        return { own, status }
      }
      const first = await made('staff@demo.test')
      const second = await made('staff@demo.test')
      await call(url(), '/auth/logout', { method: 'POST', token: first.own })
      expect([await first.status(), await second.status()]).toEqual([401, 206])
      await call(url(), '/auth/sessions', { method: 'DELETE', token: second.own })
      expect(await second.status()).toBe(401)
      const third = await made('staff@demo.test')
      await dev(url(), 'players/staff@demo.test', { state: 'inactive' })
      expect(await third.status()).toBe(401)
      await dev(url(), 'players/staff@demo.test', { state: 'active' })
    })

    it('API-MEDIA-002: of HEAD a range means nothing', async () => {
      const answer = await get(`/audio/${song.trackid}/stream.mp3?token=${token}`, { Range: 'bytes=0-9' }, 'HEAD')
      expect([answer.status, answer.headers.get('content-range')]).toEqual([200, null])
      expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(10)
    })

    it('API-MEDIA-001: asks for a session', async () => {
      expect(await refusal(call(url(), `/audio/${song.trackid}/token`))).toMatchObject({ status: 401 })
    })

    it('API-MEDIA-002: refuses a missing, broken or foreign token and an access token', async () => {
      const other = await mediaToken(url(), access, release.songs[1]?.trackid ?? '')
      for (const bad of ['', '?token=', '?token=abc', `?token=${other}`, `?token=${access}`]) {
        expect(await refusal(get(`/audio/${song.trackid}/stream.mp3${bad}`))).toEqual({
          status: 401,
          code: 'INVALID_MEDIA_TOKEN',
        })
      }
    })

    it('is good for no call of the API', async () => {
      expect(await refusal(call(url(), '/releases', { token }))).toMatchObject({ status: 401 })
    })
  })

  describe('stream', () => {
    it('API-MEDIA-002: answers the whole MP3 with its length, and any range of it as the same bytes', async () => {
      const path = `/audio/${song.trackid}/stream.mp3?token=${token}`
      const whole = await get(path)
      const bytes = new Uint8Array(await whole.arrayBuffer())
      expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
        200,
        'audio/mpeg',
        'bytes',
      ])
      expect(Number(whole.headers.get('content-length'))).toBe(bytes.length)
      for (const [start, end] of [
        [0, 0],
        [100, 1999],
        [bytes.length - 500, bytes.length - 1],
      ] as const) {
        const part = await get(path, { Range: `bytes=${start}-${end}` })
        expect(part.status).toBe(206)
        expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${bytes.length}`)
        expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true)
      }
    })

    it('API-MEDIA-002: answers 416 with the length to a range behind the end', async () => {
      const answer = await get(`/audio/${song.trackid}/stream.mp3?token=${token}`, { Range: 'bytes=999999999999-' })
      expect(answer.status).toBe(416)
      expect(answer.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/)
    })
  })

  describe('blocks of a file', () => {
    const ask = (path: string, access: string | null) => call(url(), path, access === null ? {} : { token: access })

    it.each(['wav', 'mp3'] as const)('H-119: are those of the %s that is downloaded', async (format) => {
      const answer = await get(download(format))
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const { data } = await expectJson(FileBlocks, ask(`/audio/${song.trackid}/blocks?format=${format}`, access))
      const digests = Array.from({ length: Math.ceil(bytes.length / BLOCK_BYTES) }, (_, n) =>
        sha256(bytes.subarray(n * BLOCK_BYTES, (n + 1) * BLOCK_BYTES)),
      )
      expect(data).toEqual({
        etag: answer.headers.get('etag'),
        bytes: bytes.length,
        blockbytes: BLOCK_BYTES,
        sha256: Buffer.concat(digests).toString('base64'),
      })
    })

    it('H-119: are those of a video', async () => {
      const video = (await detail('demo-video-only')).songs.find((entry) => entry.assettype === 'video')
      const pass = await mediaToken(url(), access, video?.trackid ?? '')
      const answer = await get(`/video/${video?.trackid}/download?token=${pass}`)
      const length = (await answer.arrayBuffer()).byteLength
      const { data } = await expectJson(FileBlocks, ask(`/video/${video?.trackid}/blocks`, access))
      expect([data.etag, data.bytes]).toEqual([answer.headers.get('etag'), length])
    })

    it('H-119: are the same to sixty who ask at once for a file that was not made before', async () => {
      const trackid = release.songs[1]?.trackid ?? ''
      const path = `/audio/${trackid}/blocks?format=wav`
      const all = await Promise.all(Array.from({ length: 60 }, () => expectJson(FileBlocks, ask(path, access))))
      const pass = await mediaToken(url(), access, trackid)
      const file = await get(`/audio/${trackid}/download?format=wav&token=${pass}`, {}, 'HEAD')
      for (const { data } of all) {
        expect([data.etag, String(data.bytes)]).toEqual([file.headers.get('etag'), file.headers.get('content-length')])
        expect(data.sha256).toBe(all[0]?.data.sha256)
      }
    })

    it('H-119: are told to whoever may download it', async () => {
      const path = `/audio/${song.trackid}/blocks`
      expect((await refusal(ask(`${path}?format=wav`, null))).status).toBe(401)
      expect((await refusal(ask(path, null))).status).toBe(401)
      expect((await refusal(ask(`${path}?format=flac`, access))).status).toBe(400)
      expect((await refusal(ask('/audio/no-such-track/blocks?format=wav', access))).status).toBe(404)
      const locked = ask('/audio/demo-stream-only-01/blocks?format=mp3', access)
      expect(await refusal(locked)).toEqual({ status: 403, code: 'DOWNLOAD_FORBIDDEN' })
    })
  })

  describe('download', () => {
    it.each(['wav', 'mp3'] as const)(
      'API-MEDIA-003: answers %s with length, validator, digest and name',
      async (format) => {
        const answer = await get(download(format))
        const bytes = new Uint8Array(await answer.arrayBuffer())
        expect(answer.headers.get('content-type')).toBe(format === 'wav' ? 'audio/wav' : 'audio/mpeg')
        expect(Number(answer.headers.get('content-length'))).toBe(bytes.length)
        expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/)
        expect(answer.headers.get('repr-digest')).toBe(digestHeader(bytes))
        expect(answer.headers.get('content-encoding')).toBeNull()
        expect(answer.headers.get('cache-control')).toBe('no-store')
        const disposition = answer.headers.get('content-disposition') ?? ''
        expect(decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(disposition)?.[1] ?? '')).toBe(
          songFileName(song, format),
        )
      },
    )

    it.each(['wav', 'mp3'] as const)('H-080: says in an %s what the song is', async (format) => {
      const { common } = await parseBuffer(await bytesOf(get(download(format))))
      expect(common).toMatchObject({
        artist: song.artist,
        album: song.album,
        isrc: [song.isrc],
        label: song.labels.map(({ name }) => name),
        track: { no: song.ordinal, of: short.trackcount },
      })
      expect(common.title).toContain(song.title)
      expect(common.picture?.[0]).toMatchObject({ format: 'image/jpeg', type: 'Cover (front)' })
    })

    it('API-MEDIA-003: makes a WAV of the announced duration', async () => {
      const { trackid, duration } = release.songs[0] as Song
      const own = await mediaToken(url(), access, trackid)
      const bytes = Buffer.from(await bytesOf(get(`/audio/${trackid}/download?format=wav&token=${own}`)))
      expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWAVE')
      expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
      const byteRate = bytes.readUInt32LE(28)
      const data = bytes.indexOf('data', 12, 'latin1')
      expect(bytes.readUInt32LE(data + 4) / byteRate).toBeCloseTo(duration, 0)
    })

    it('API-MEDIA-003: resumes with Range and If-Range, with the digest of the whole', async () => {
      const whole = await get(download('mp3'))
      const bytes = new Uint8Array(await whole.arrayBuffer())
      const etag = whole.headers.get('etag') ?? ''
      const rest = await get(download('mp3'), { Range: 'bytes=1000-', 'If-Range': etag })
      expect([rest.status, rest.headers.get('etag'), rest.headers.get('repr-digest')]).toEqual([
        206,
        etag,
        digestHeader(bytes),
      ])
      expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true)
      const changed = await get(download('mp3'), { Range: 'bytes=1000-', 'If-Range': '"other"' })
      expect(changed.status).toBe(200)
      await changed.body?.cancel()
    })

    it('answers HEAD with the same headers and no body', async () => {
      const head = await get(download('mp3'), {}, 'HEAD')
      const whole = await get(download('mp3'))
      for (const name of [
        'content-length',
        'etag',
        'repr-digest',
        'content-type',
        'content-disposition',
        'accept-ranges',
      ]) {
        expect(head.headers.get(name)).toBe(whole.headers.get(name))
      }
      expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(0)
      expect((await head.arrayBuffer()).byteLength).toBe(0)
    })

    it('answers 304 to a validator that still holds', async () => {
      const etag = (await get(download('mp3'), {}, 'HEAD')).headers.get('etag') ?? ''
      expect((await get(download('mp3'), { 'If-None-Match': etag })).status).toBe(304)
    })

    it('API-MEDIA-003: refuses what may only be streamed with 403, and still streams it', async () => {
      const streamOnly = (await detail('demo-stream-only')).songs[0]?.trackid ?? ''
      const own = await mediaToken(url(), access, streamOnly)
      const refused = get(`/audio/${streamOnly}/download?format=wav&token=${own}`)
      expect(await refusal(refused)).toEqual({ status: 403, code: 'DOWNLOAD_FORBIDDEN' })
      const stream = await get(`/audio/${streamOnly}/stream.mp3?token=${own}`, { Range: 'bytes=0-99' })
      expect((await stream.arrayBuffer()).byteLength).toBe(100)
    })

    it('API-MEDIA-003: refuses a stale token with 401 and an unknown format with 400', async () => {
      expect(await refusal(get(`/audio/${song.trackid}/download?format=wav&token=stale`))).toMatchObject({
        status: 401,
      })
      expect(await refusal(get(download('flac')))).toMatchObject({ status: 400 })
    })

    it('goes on serving after clients that leave in the middle', async () => {
      for (let n = 0; n < 5; n++) {
        const leaving = new AbortController()
        const answer = await fetch(`${url()}/api${download('wav')}`, { signal: leaving.signal })
        await answer.body?.getReader().read()
        leaving.abort()
      }
      expect((await get(download('wav'))).status).toBe(200)
      expect(server().output().stderr).not.toContain('"level":"error"')
    })
  })

  it.each([
    ['demo-forbidden', 403, 'FORBIDDEN'],
    ['demo-withdrawn', 410, 'RELEASE_NOT_AVAILABLE'],
  ])(
    'API-MEDIA-001, API-MEDIA-005, API-MEDIA-007, API-REL-007, API-REL-008, API-REL-009, API-REL-011, API-FLAG-003, H-119: nothing of %s is to be had: %i %s',
    async (id, status, code) => {
      const [song, comments, zipper] = [`${id}-01`, `/releases/${id}/comments`, `/audio/zipper/${id}`]
      const comment = { player_email: 'verified@demo.test', comment_type_id: 4, comment_type: 'schedule interview', comment_text: 'Hello' } // biome-ignore format: one line
      const share = { players_id: ['demo-staff'], message: '' }
      const calls = [
        ['GET', `/audio/${song}/token`],
        ['GET', `/audio/${song}/blocks?format=mp3`],
        ['GET', `/video/${song}/blocks`],
        ['GET', `/audio/${song}/peaks`],
        ['GET', `${zipper}?format=wav&bitrate=320`],
        ['GET', `${zipper}/status?format=wav&bitrate=320`],
        ['POST', comments, comment],
        ['GET', comments],
        ['GET', `${comments}/init`],
        ['POST', `${comments}/click`],
        ['POST', '/releases/share', { ...share, release_id: id }],
        ['POST', '/releases/share', { ...share, release_id: 'demo-long', also: [id] }],
        ['POST', `/releases/${id}/tracks/${song}/flag`],
      ] as const
      const answers = calls.map(async ([method, path, body]) => {
        const asked = call(url(), path, { method, token: access, ...(body && { body }) })
        return [path, await refusal(asked).catch(() => 'let in')]
      })
      expect(await Promise.all(answers)).toEqual(calls.map(([, path]) => [path, { status, code }]))
    },
  )

  describe('zip of a release', () => {
    const start = (id: string, format = 'wav') =>
      call(url(), `/audio/zipper/${id}?format=${format}&bitrate=320`, { token: access })
    const status = (id: string, format = 'wav') =>
      call(url(), `/audio/zipper/${id}/status?format=${format}&bitrate=320`, { token: access })
    const finished = async (id: string, format = 'wav') => {
      const seen: number[] = []
      for (const until = Date.now() + 100_000; Date.now() < until; ) {
        const now = await expectJson(ZipStatus, status(id, format))
        seen.push(now.progress)
        if (now.status === 'done' || now.status === 'failed') return { ...now, seen }
        await new Promise((done) => setTimeout(done, 100))
      }
      throw new Error('the zip was never done')
    }

    it('API-MEDIA-007: answers 404 before a zip was asked for', async () => {
      const { releases } = await expectJson(ReleaseList, call(url(), '/releases?pagesize=100', { token: access }))
      const other = releases.find((card) => card.candownload && card.releaseid !== short.releaseid)
      expect(await refusal(status(other?.releaseid ?? ''))).toEqual({ status: 404, code: 'NO_SUCH_JOB' })
    })

    it('API-MEDIA-005: starts one job for a release and format, joined by the second wish', async () => {
      const [one, two] = await Promise.all([start(short.releaseid), start(short.releaseid)])
      for (const answer of [one, two]) expect([200, 202]).toContain(answer.status)
      const ids = await Promise.all([one, two].map(async (answer) => ZipStarted.parse(await answer.json()).id))
      expect(ids[0]).toBe(ids[1])
    })

    it('API-MEDIA-005: answers 403 when the release may not be downloaded', async () => {
      expect(await refusal(start('demo-stream-only'))).toEqual({ status: 403, code: 'DOWNLOAD_FORBIDDEN' })
    })

    it('API-MEDIA-007: reports growing progress and in the end where the file is', async () => {
      await start(short.releaseid)
      const done = await finished(short.releaseid)
      expect(done.status).toBe('done')
      expect(done.seen).toEqual([...done.seen].sort((a, b) => a - b))
      const answer = await fetch(`${url()}${done.zipped_url}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
      await answer.arrayBuffer()
    })

    it('API-MEDIA-008: answers the zip with length, digest and name, holding every song under its file name, byte for byte', async () => {
      await start(short.releaseid)
      const { zipped_url, token: zipToken } = await finished(short.releaseid)
      const answer = await fetch(`${url()}${zipped_url}?token=${zipToken}&format=wav&bitrate=320`)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(Number(answer.headers.get('content-length'))).toBe(bytes.length)
      expect(answer.headers.get('repr-digest')).toBe(digestHeader(bytes))
      const files = unzipSync(bytes)
      const audio = short.songs.filter((entry) => entry.assettype === 'audio')
      expect(Object.keys(files)).toEqual(audio.map((entry) => songFileName(entry, 'wav')))
      for (const entry of audio) {
        const own = await mediaToken(url(), access, entry.trackid)
        const single = await bytesOf(get(`/audio/${entry.trackid}/download?format=wav&token=${own}`))
        expect(sha256(files[songFileName(entry, 'wav')] ?? new Uint8Array()).equals(sha256(single))).toBe(true)
      }
    })

    it('API-MEDIA-008: answers any range of the zip as the whole has it', async () => {
      await start(short.releaseid)
      const path = ((await finished(short.releaseid)).zipped_url ?? '').replace('/api/', '/')
      const whole = await get(path)
      const bytes = new Uint8Array(await whole.arrayBuffer())
      for (const [from, to] of [
        [0, 99],
        [20, 100_000],
        [bytes.length - 200, bytes.length - 1],
      ] as const) {
        const part = await get(path, { Range: `bytes=${from}-${to}`, 'If-Range': whole.headers.get('etag') ?? '' })
        expect(part.status).toBe(206)
        expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to + 1))).toBe(true)
      }
    })

    it('API-MEDIA-008: is also found by its token alone, and by no other token', async () => {
      await start(short.releaseid)
      const { token: zipToken } = await finished(short.releaseid)
      const { id } = ZipStarted.parse(await (await start(short.releaseid)).json())
      expect((await get(`/zips/${zipToken}`, {}, 'HEAD')).status).toBe(200)
      expect((await get(`/zips/${id}?token=${zipToken}`, {}, 'HEAD')).status).toBe(200)
      for (const bad of [`${id}?token=${token}`, `${zipToken}?token=${token}`, `other?token=${zipToken}`, id])
        expect(await refusal(get(`/zips/${bad}`))).toMatchObject({ status: 401 })
      expect(await refusal(get(`/zips/${token}`))).toMatchObject({ status: 401 })
      expect(await refusal(get(`/audio/${song.trackid}/download?format=mp3&token=${zipToken}`))).toMatchObject({
        status: 401,
      })
    })
  })

  describe('pictures and attachments', () => {
    it('API-MEDIA-010: answers covers in both sizes without a token and lets them be kept for long', async () => {
      for (const address of [release.thumbnail, release.coverart]) {
        const answer = await fetch(`${url()}${address}`)
        const bytes = new Uint8Array(await answer.arrayBuffer())
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
        expect(answer.headers.get('cache-control')).toContain('max-age=31536000')
        expect(Number(answer.headers.get('content-length'))).toBe(bytes.length)
      }
    })

    it('API-MEDIA-010: answers logos and icons of markets as PNG, and lets them be kept for a day', async () => {
      const list = async (path: string) =>
        z
          .object({ items: z.array(z.looseObject({ logo: z.optional(z.string()), icon: z.optional(z.string()) })) })
          .parse(await (await call(url(), path, { token: access })).json()).items[0]
      for (const address of [(await list('/logos'))?.logo, (await list('/markets'))?.icon]) {
        const answer = await fetch(`${url()}${address}`)
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
        expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
        expect(answer.headers.get('cache-control')).toContain('max-age=86400')
      }
    })

    it('H-388: serves no cover of a release nobody may open, and goes on with that of one that was withdrawn', async () => {
      for (const name of ['300.webp', '1400.png'])
        expect((await get(`/images/covers/demo-forbidden-${name}`)).status).toBe(404)
      expect((await get('/images/covers/demo-withdrawn-300.webp')).status).toBe(200)
    })

    it('API-MEDIA-010: answers 404 for a picture that is not there', async () => {
      for (const name of [
        'covers/no-such-release-300.png',
        'covers/demo-long-5000.png',
        'covers/demo-broken-image-300.png',
        'logos/No Such Label.png',
        'markets/nowhere.png',
        'covers/..%2f..%2fpackage.json',
      ]) {
        expect(await refusal(get(`/images/${name}`))).toMatchObject({ status: 404 })
      }
    })

    it('API-MEDIA-009: answers an attachment of the announced length under its title', async () => {
      const { releases } = await expectJson(ReleaseList, call(url(), '/releases?pagesize=100', { token: access }))
      const details = await Promise.all(releases.map((card) => detail(card.releaseid)))
      const attachment = details.flatMap((entry) => entry.attachments)[0]
      if (!attachment) throw new Error('no release has an attachment')
      const answer = await fetch(`${url()}${attachment.url}`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.length).toBe(attachment.size)
      expect(Number(answer.headers.get('content-length'))).toBe(attachment.size)
      if (attachment.title.endsWith('.pdf')) expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-')
      const kind = attachment.title.endsWith('.pdf') ? 'application/pdf' : expect.stringMatching(/^\w+\/[\w.+-]+$/)
      expect(answer.headers.get('content-type')).toEqual(kind)
      const disposition = answer.headers.get('content-disposition') ?? ''
      expect(disposition).toMatch(/^attachment;/)
      expect(decodeURIComponent(disposition)).toContain(attachment.title)
    })
  })

  describe('faults for tests', () => {
    const fail = (fault: object) =>
      fetch(`${url()}/dev/fail`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(fault),
      })
    const path = () => `/api/audio/${song.trackid}/download`

    it('answers a status so many times and no more', async () => {
      await fail({ path: path(), times: 2, status: 503, retryAfter: 1 })
      const statuses = []
      for (let n = 0; n < 3; n++) {
        const answer = await get(download('mp3'))
        statuses.push(answer.status)
        await answer.arrayBuffer()
      }
      expect(statuses).toEqual([503, 503, 200])
    })

    it('cuts a body after so many bytes, which a reader notices', async () => {
      await fail({ path: path(), cutAfterBytes: 1000 })
      const answer = await get(download('mp3'))
      await expect(answer.arrayBuffer()).rejects.toThrow()
    })

    it('announces a wrong length', async () => {
      const right = (await bytesOf(get(download('mp3')))).length
      await fail({ path: path(), wrongLength: right + 10 })
      const long = await get(download('mp3'))
      expect(Number(long.headers.get('content-length'))).toBe(right + 10)
      await expect(long.arrayBuffer()).rejects.toThrow()
      await fail({ path: path(), wrongLength: right - 10 })
      expect((await bytesOf(get(download('mp3')))).length).toBe(right - 10)
    })

    it('stalls a body and keeps the connection', async () => {
      await fail({ path: path(), stall: 500 })
      const answer = await get(download('mp3'))
      const reader = answer.body?.getReader()
      expect((await reader?.read())?.value?.length).toBe(500)
      const next = await Promise.race([reader?.read(), new Promise((done) => setTimeout(done, 700, 'nothing'))])
      expect(next).toBe('nothing')
      await reader?.cancel()
    })

    it('are forgotten on request, and the outbox is a list', async () => {
      await fail({ path: '/api/', times: 100, status: 500 })
      await fetch(`${url()}/dev/fail`, { method: 'DELETE' })
      expect((await call(url(), '/genres', { token: access })).status).toBe(200)
      expect(await (await fetch(`${url()}/dev/outbox`)).json()).toBeInstanceOf(Array)
    })
  })

  it('reads nothing but what belongs to it for a path that climbs', async () => {
    const { hostname, port } = new URL(url())
    const answer = await new Promise<string>((done, failed) => {
      const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname, () =>
        socket.write('GET /../../package.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
      )
      let text = ''
      socket.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      socket.on('end', () => done(text)).on('error', failed)
    })
    expect(answer).not.toContain('promo-player')
  })
})

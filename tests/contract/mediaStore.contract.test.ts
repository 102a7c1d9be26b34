// Imported music, from the import command to the last byte, on both kinds of media store; and what a client
// gets when the store has a bad day.
// @module-tag long
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { PEAKS_BYTES, ZipStatus } from '#core/model/catalogue/media.ts'
import { ReleaseDetail, ReleaseList } from '#core/model/catalogue/release.ts'
import { songFileName } from '#core/model/text/fileName.ts'
import { readWhole } from '#server/media/objects/objectStore.ts'
import { openMediaStore } from '#server/media/objects/open.ts'
import { readS3Address } from '#server/media/objects/s3/address.ts'
import { createS3Store } from '#server/media/objects/s3/store.ts'
import { id3, riffChunk, tone, wav } from '#tests/fixtures/import/make.ts'
import { startS3, type TestS3 } from '#tests/support/s3/weather.ts'
import { call, expectJson, mediaToken, refusal, signIn } from './http.ts'
import { runCommand, runToEnd, type StartedServer, startServer } from './server.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64')
const ALBUM = 'Kept Elsewhere'

describe.each(['a folder', 'an S3-compatible store'])('imported music in %s', (kind) => {
  const onS3 = kind !== 'a folder'
  let base = ''
  let s3: TestS3 | undefined
  let env: Record<string, string> = {}
  let server: StartedServer
  let access = ''
  let release: z.infer<typeof ReleaseDetail>
  const originals: Buffer[] = []
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    call(server.url, path, { headers, method })
  const download = async (index: number, format = 'wav') => {
    const { trackid = '' } = release.songs[index] ?? {}
    return `/audio/${trackid}/download?format=${format}&token=${await mediaToken(server.url, access, trackid)}`
  }
  const bytesOf = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer())
  const zip = async (releaseid = release.releaseid) => {
    const ask = (part: string) =>
      call(server.url, `/audio/zipper/${releaseid}${part}?format=wav&bitrate=320`, { token: access })
    await ask('')
    for (const until = Date.now() + 90_000; Date.now() < until; ) {
      const now = await expectJson(ZipStatus, ask('/status'))
      if (now.status === 'done') return (now.zipped_url ?? '').replace('/api/', '/')
      if (now.status === 'failed') throw new Error('the zip failed')
      await new Promise((done) => setTimeout(done, 100))
    }
    throw new Error('the zip was never done')
  }

  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'player-media-'))
    s3 = onS3 ? await startS3() : undefined
    env = { DATA_DIR: join(base, 'data'), ...(s3 ? { MEDIA_URL: s3.url } : {}) }
    const music = join(base, 'music')
    await mkdir(music)
    for (let n = 0; n < 2; n++) {
      // The second takes more than one part of an upload.
      const sound = tone(44_100, 16, 2, 44_100 * (n === 0 ? 3 : 60), n + 1)
      const tags = id3({ TIT2: `Song ${n}`, TALB: ALBUM, TPE1: 'Somebody', TRCK: String(n + 1) })
      const bytes = wav(sound, riffChunk('id3 ', tags))
      originals.push(bytes)
      await writeFile(join(music, `${n}.wav`), bytes)
    }
    const cover = sharp({ create: { width: 900, height: 700, channels: 3, background: '#2a7' } })
    await writeFile(join(music, 'cover.jpg'), await cover.jpeg().toBuffer())
    const imported = await runCommand('import', [music], env)
    expect(imported).toMatchObject({ code: 0, stderr: '' })
    server = await startServer({ env })
    access = (await signIn(server.url)).access
    const { releases } = await expectJson(ReleaseList, call(server.url, '/releases?pagesize=100', { token: access }))
    const card = releases.find(({ title }) => title === ALBUM)
    release = await expectJson(ReleaseDetail, call(server.url, `/releases/${card?.releaseid}`, { token: access }))
  }, 180_000)
  afterAll(async () => {
    await server?.stop()
    await s3?.stop()
    await rm(base, { recursive: true, force: true })
  }, 30_000)

  it('lies in the store and nowhere else', async () => {
    expect(existsSync(join(env.DATA_DIR ?? '', 'media', 'imported', 'audio'))).toBe(!onS3)
    await bytesOf(get(await download(1)))
    await bytesOf(get(await download(1, 'mp3')))
    const local = await readdir(join(env.DATA_DIR ?? '', 'media', 'cache')).catch(() => [])
    expect(local.filter((name) => /wav|mp3|tmp/.test(name))).toEqual([])
  })

  it('changes nothing when it is imported again', { tags: ['long'] }, async () => {
    await server.stop({ keepData: true })
    const again = await runCommand('import', [join(base, 'music')], env)
    server = await startServer({ env })
    access = (await signIn(server.url)).access
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).toContain('Already there: 1 release')
  })

  it('H-499: is not left behind by a start with another store', { tags: ['long'] }, async () => {
    await server.stop({ keepData: true })
    const other = onS3 ? undefined : await startS3()
    const { MEDIA_URL: _, ...without } = env
    const run = await runToEnd({ env: { ...without, ...(other ? { MEDIA_URL: other.url } : {}) } })
    await other?.stop()
    server = await startServer({ env })
    access = (await signIn(server.url)).access
    expect(run).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('or copy imported/ from there to here first.'),
    })
  })

  it('API-MEDIA-003: is downloaded byte for byte, with length, digest, validator and name', async () => {
    for (const [index, original] of originals.entries()) {
      const answer = await get(await download(index))
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.equals(original)).toBe(true)
      expect(answer.headers.get('content-length')).toBe(String(original.length))
      expect(answer.headers.get('repr-digest')).toBe(`sha-256=:${sha256(original)}:`)
      expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/)
      const song = release.songs[index]
      expect(song && decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain(
        song && songFileName(song, 'wav'),
      )
    }
  })

  it('API-MEDIA-003: is resumed with Range and If-Range, and begun anew when the validator is another', async () => {
    const [path, whole] = [await download(1), originals[1] ?? Buffer.alloc(0)]
    const etag = (await get(path, {}, 'HEAD')).headers.get('etag') ?? ''
    for (const [start, end] of [
      [0, 0],
      [44, 99_999],
      [whole.length - 1, whole.length - 1],
    ] as const) {
      const part = await get(path, { Range: `bytes=${start}-${end}`, 'If-Range': etag })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${whole.length}`])
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true)
    }
    const anew = await get(path, { Range: 'bytes=44-', 'If-Range': '"other"' })
    expect(anew.status).toBe(200)
    expect(Buffer.from(await anew.arrayBuffer()).equals(whole)).toBe(true)
    expect((await get(path, { 'If-None-Match': etag })).status).toBe(304)
    expect((await get(path, { Range: `bytes=${whole.length}-` })).status).toBe(416)
  })

  it('API-MEDIA-002: streams any range of the MP3 made at the import', async () => {
    const { trackid = '' } = release.songs[0] ?? {}
    const path = `/audio/${trackid}/stream.mp3?token=${await mediaToken(server.url, access, trackid)}`
    const whole = await bytesOf(get(path))
    expect((whole.readUInt16BE(0) & 0xffe0) >>> 0).toBe(0xffe0)
    const part = await get(path, { Range: 'bytes=1000-1999' })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(1000, 2000))).toBe(true)
  })

  it('API-MEDIA-008: is zipped byte for byte, and any range of the zip is as the whole has it', async () => {
    const path = await zip()
    const whole = await bytesOf(get(path))
    const files = unzipSync(whole)
    expect(Object.keys(files)).toEqual(release.songs.map((song) => songFileName(song, 'wav')))
    expect(Object.values(files).map(sha256)).toEqual(originals.map(sha256))
    const part = await get(path, { Range: `bytes=1000-${whole.length - 1000}` })
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(1000, whole.length - 999))).toBe(true)
  })

  it('API-MEDIA-010: has its cover in the size and format asked for, to be kept for ever', async () => {
    for (const [size, format] of [
      [64, 'webp'],
      [428, 'webp'],
      [600, 'png'],
    ] as const) {
      const address = release.coverart.replace('-1400.png', `-${size}.${format}`)
      const answer = await fetch(`${server.url}${address}`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const picture = await sharp(bytes).metadata()
      expect([picture.width, picture.height, picture.format]).toEqual([size, size, format])
      expect(answer.headers.get('content-type')).toBe(`image/${format}`)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const etag = answer.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[^"]+"$/)
      expect((await fetch(`${server.url}${address}`, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    }
    for (const other of ['-301.webp', '-64.gif', '-5000.png']) {
      expect((await fetch(`${server.url}${release.coverart.replace('-1400.png', other)}`)).status).toBe(404)
    }
  })

  it('has an outline of its loudness, made once and kept in the store', async () => {
    const song = release.songs[1]?.trackid ?? ''
    const ask = (id: string, headers = {}) => call(server.url, `/audio/${id}/peaks`, { token: access, headers })
    const answer = await ask(song)
    const values = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, values.length, Math.max(...values)]).toEqual([200, PEAKS_BYTES, 255])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const etag = answer.headers.get('etag') ?? ''
    expect((await ask(song, { 'If-None-Match': etag })).status).toBe(304)
    const media = openMediaStore({ dataDir: env.DATA_DIR ?? '', mediaStore: s3 ? readS3Address(s3.url, {}) : null })
    const kept: Buffer[] = []
    for await (const object of media.list('peaks/')) kept.push(await readWhole(media, object))
    expect(kept).toEqual([values])
    media.close()
  })

  it.runIf(onS3)('H-400: an import without the switch of the store is refused, and names it', async () => {
    const other = { ...env, MEDIA_URL: 's3://key:geheim@127.0.0.1:1/elsewhere?tls=0' }
    for (const of of [{ DATA_DIR: env.DATA_DIR ?? '' }, other]) {
      const run = await runCommand('import', [join(base, 'music')], of)
      expect(run.code).toBe(1)
      expect(run.stderr).toContain(`The server keeps its media in s3://${s3?.host}/${s3?.bucket}`)
      expect(run.stderr).toContain('Set MEDIA_URL as the server has it. Nothing was imported.')
      expect(run.stderr).not.toContain('geheim')
    }
    expect(existsSync(join(env.DATA_DIR ?? '', 'media', 'imported', 'audio'))).toBe(false)
  })

  it.runIf(onS3)(
    'H-400: an import that reaches the store by another name of its host says so and goes on',
    async () => {
      const MEDIA_URL = (s3?.url ?? '').replace('@127.0.0.1:', '@localhost:')
      const run = await runCommand('import', [join(base, 'music'), '--dry-run'], { ...env, MEDIA_URL })
      expect(run).toMatchObject({ code: 0, stderr: '' })
      expect(run.stdout).toContain(`MEDIA_URL names s3://localhost:${s3?.port}/${s3?.bucket}:`)
    },
  )

  it('H-400: says what a backup has of it, with the switch of the store or without', { tags: ['long'] }, async () => {
    await server.stop({ keepData: true })
    const file = join(base, 'kept.backup')
    const kept = await runCommand('backup', ['backup', file], { DATA_DIR: env.DATA_DIR ?? '' })
    const restored = await runCommand('backup', ['restore', file], { DATA_DIR: join(base, 'other') })
    server = await startServer({ env })
    access = (await signIn(server.url)).access
    expect([kept.code, restored.code]).toEqual([0, 0])
    const place = `s3://${s3?.host}/${s3?.bucket}`
    if (onS3) {
      expect(kept.stdout).toContain(`the imported media stay in ${place}`)
      expect(restored.stdout).toContain(`Its imported media lie in ${place}: set MEDIA_URL`)
    } else {
      expect(restored.stdout).not.toContain('MEDIA_URL')
      const name = createHash('sha256')
        .update(originals[0] ?? '')
        .digest('hex')
      const path = join(base, 'other', 'media', 'imported', 'audio', name.slice(0, 2), `${name}.wav`)
      expect((await readFile(path)).equals(originals[0] ?? Buffer.alloc(0))).toBe(true)
    }
  })

  it('API-MEDIA-002, API-MEDIA-003, API-MEDIA-004, API-MEDIA-008: a token and a zip from before their release was withdrawn open it no more', async () => {
    const music = join(base, 'recalled')
    await mkdir(music)
    for (const [n, album] of ['Recalled', 'Staying'].entries()) {
      const tags = id3({ TIT2: 'Song', TALB: album, TPE1: 'Somebody' })
      await writeFile(join(music, `${album}.wav`), wav(tone(44_100, 16, 2, 22_050, n + 7), riffChunk('id3 ', tags)))
    }
    expect(await runCommand('import', [music], env)).toMatchObject({ code: 0, stderr: '' })
    const { releases } = await expectJson(ReleaseList, call(server.url, '/releases?pagesize=100', { token: access }))
    const { releaseid = '' } = releases.find(({ title }) => title === 'Recalled') ?? {}
    const detail = await expectJson(ReleaseDetail, call(server.url, `/releases/${releaseid}`, { token: access }))
    const { trackid = '' } = detail.songs[0] ?? {}
    const pass = await mediaToken(server.url, access, trackid)
    const paths = [
      `/audio/${trackid}/stream.mp3?token=${pass}`,
      `/audio/${trackid}/download?format=wav&token=${pass}`,
      await zip(releaseid),
    ]
    const answers = async () => Promise.all(paths.map(async (path) => (await get(path, {}, 'HEAD')).status))
    expect(await answers()).toEqual([200, 200, 200])
    await rm(join(music, 'Recalled.wav'))
    const pruned = await runCommand('import', [music, '--prune'], env)
    expect(pruned).toMatchObject({ code: 0, stdout: expect.stringContaining('Withdrawn') })
    paths.push(`/video/${trackid}/download?token=${pass}`)
    const refused = paths.map(async (path) => refusal(get(path)).catch(() => path))
    expect(await Promise.all(refused)).toEqual(paths.map(() => ({ status: 410, code: 'RELEASE_NOT_AVAILABLE' })))
  })

  describe.runIf(onS3)('on a bad day of the store', () => {
    const store = () => {
      if (!s3) throw new Error('there is no store')
      return s3
    }
    afterEach(() => store().weather({ kind: 'fair' }))

    it('answers 503 with a code while it is down, says so at /readyz, and works again when it is back', async () => {
      const path = await download(0)
      await store().weather({ kind: 'down' })
      const answer = await get(path)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await answer.json()).toMatchObject({ code: 'MEDIA_STORE_DOWN' })
      const ready = await fetch(`${server.url}/readyz`)
      expect([ready.status, await ready.json()]).toEqual([
        503,
        { status: 'not ready', database: 'ready', media: 'not ready' },
      ])
      await store().weather({ kind: 'fair' })
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      expect((await bytesOf(get(path))).length).toBe(originals[0]?.length)
    })

    it('answers 503 when it is silent, and does not wait for it for ever', { tags: ['long'] }, async () => {
      const path = await download(0)
      await store().weather({ kind: 'silent' })
      expect(await refusal(get(path))).toEqual({ status: 503, code: 'MEDIA_STORE_SLOW' })
    })

    it('goes on where the store broke off, and a client sees nothing of it', async () => {
      const path = await download(1)
      await store().weather({ kind: 'breaking', afterBytes: 2_000_000, times: 2 })
      const before = store().cuts()
      expect((await bytesOf(get(path))).equals(originals[1] ?? Buffer.alloc(0))).toBe(true)
      expect(store().cuts() - before).toBe(2)
    })

    it('cuts a body that cannot be finished, so that nobody takes it for whole', async () => {
      const path = await download(1)
      const answer = await get(path)
      const reader = answer.body?.getReader()
      await reader?.read()
      await store().weather({ kind: 'down' })
      const rest = async () => {
        while (!(await reader?.read())?.done);
      }
      expect(answer.status).toBe(200)
      await expect(rest()).rejects.toThrow()
      expect((await get('/genres', { Authorization: `Bearer ${access}` })).status).toBe(200)
    })

    it('never writes its secret, nor its key, into the log', () => {
      const { stdout, stderr } = server.output()
      expect(stderr).toContain('the media store cannot be reached')
      for (const hidden of [store().key, store().secret, encodeURIComponent(store().secret)])
        expect(stdout + stderr).not.toContain(hidden)
    })

    it('refuses to start on a bucket that is not there, in a sentence without the secret', async () => {
      const url = store().url.replace('/media?', '/nowhere?')
      const run = await runToEnd({ env: { DATA_DIR: join(base, 'third'), MEDIA_URL: url } })
      expect(run.code).toBe(1)
      expect(run.stderr.trim()).toMatch(
        /^The media store s3:\/\/[\w.:]+\/nowhere cannot be used: .* Check MEDIA_URL\.$/,
      )
      for (const hidden of [store().key, store().secret, encodeURIComponent(store().secret)])
        expect(run.stderr).not.toContain(hidden)
    })

    it('answers 5xx with a code for a file that is gone, alone and in a zip', async () => {
      const [path, archive] = [await download(0), await zip()]
      const place = readS3Address(store().url, {})
      if (!place) throw new Error('the address cannot be read')
      const objects = createS3Store(place, base)
      const name = createHash('sha256')
        .update(originals[0] ?? '')
        .digest('hex')
      await objects.remove(`imported/audio/${name.slice(0, 2)}/${name}.wav`)
      objects.close()
      expect(await refusal(get(path))).toEqual({ status: 500, code: 'MEDIA_MISSING' })
      expect(await refusal(get(archive))).toEqual({ status: 500, code: 'MEDIA_MISSING' })
      const outline = await call(server.url, `/audio/${release.songs[0]?.trackid}/peaks`, { token: access })
      expect([outline.status, outline.headers.get('cache-control')]).toEqual([500, 'no-store'])
    })
  })
})

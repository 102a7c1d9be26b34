import { get as httpGet } from 'node:http'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { call, expectJson, mediaToken, signIn } from './http.ts'
import { onStores } from './stores.ts'

interface Heard {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Whether the body came to an end that looks complete. */
  complete: boolean
  /** ms to the first byte of the body, and to the end. */
  first: number
  ms: number
  /** Sizes of the pieces as they arrived. */
  pieces: number[]
}

/**
 * A request that keeps what came even when the connection breaks.
 * @param silence it gives up after so many ms without a byte, once so many bytes have come; without it it waits
 */
function hear(
  url: string,
  headers: Record<string, string> = {},
  silence?: { after: number; ms: number },
): Promise<Heard> {
  const started = performance.now()
  return new Promise((done, fail) => {
    let answered = false
    const request = httpGet(url, { headers, agent: false }, (response) => {
      answered = true
      const pieces: Buffer[] = []
      let [first, bytes] = [0, 0]
      let timer: NodeJS.Timeout | undefined
      const end = (complete: boolean) => {
        clearTimeout(timer)
        response.destroy()
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces),
          complete,
          first,
          ms: performance.now() - started,
          pieces: pieces.map((piece) => piece.length),
        })
      }
      response.on('data', (piece: Buffer) => {
        first ||= performance.now() - started
        pieces.push(piece)
        bytes += piece.length
        clearTimeout(timer)
        if (silence && bytes >= silence.after) timer = setTimeout(() => end(false), silence.ms)
      })
      response.once('end', () => end(response.complete))
      response.once('error', () => end(false))
    })
    // A reset is told to the request as well as to the answer.
    request.on('error', (error) => (answered ? undefined : fail(error)))
  })
}

onStores((server) => {
  let access = ''
  let file = ''
  let whole: Heard
  const arm = async (...faults: object[]) => {
    const answer = await fetch(`${server().url}/dev/faults`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(faults),
    })
    return answer.status
  }
  const media = { method: 'GET', path: '/api/audio/' }
  const spoiled = async (
    program: object[],
    headers?: Record<string, string>,
    silence?: { after: number; ms: number },
  ) => {
    expect(await arm({ match: media, program })).toBe(204)
    return hear(file, headers, silence)
  }

  beforeAll(async () => {
    access = (await signIn(server().url)).access
    const release = await expectJson(ReleaseDetail, call(server().url, '/releases/demo-no-comments', { token: access }))
    const songs = release.songs.filter((song) => song.assettype === 'audio')
    const song = songs.sort((a, b) => a.duration - b.duration)[0]
    const token = await mediaToken(server().url, access, song?.trackid ?? '')
    file = `${server().url}/api/audio/${song?.trackid}/download?format=mp3&bitrate=320&token=${token}`
    whole = await hear(file)
    expect([whole.status, whole.complete]).toEqual([200, true])
  }, 150_000)
  afterEach(async () => {
    await fetch(`${server().url}/dev/faults`, { method: 'DELETE' })
  })

  describe('the fault switch', () => {
    it('shows what is left, counts down, and is cleared', async () => {
      const fault = {
        match: { method: 'GET', path: '/api/options' },
        times: 2,
        program: [{ step: 'status', status: 503 }],
      }
      await arm(fault)
      const left = async () => (await fetch(`${server().url}/dev/faults`)).json()
      expect(await left()).toMatchObject([fault])
      expect((await call(server().url, '/options', { token: access })).status).toBe(503)
      expect(await left()).toMatchObject([{ times: 1 }])
      expect((await call(server().url, '/genres', { token: access })).status).toBe(200)
      await fetch(`${server().url}/dev/faults`, { method: 'DELETE' })
      expect(await left()).toEqual([])
      expect((await call(server().url, '/options', { token: access })).status).toBe(200)
    })

    it('matches any method, and paths by expression', async () => {
      await arm({ match: { method: '*', path: '/^.api.(genres|markets)$/' }, times: 9, program: [{ step: 'limit' }] })
      expect((await call(server().url, '/genres', { token: access })).status).toBe(429)
      expect((await call(server().url, '/markets', { method: 'POST', body: {} })).status).toBe(429)
      expect((await call(server().url, '/options', { token: access })).status).toBe(200)
    })

    it.each([
      [[{ match: { path: '/' }, program: [] }]],
      [[{ match: { path: '/^(/' }, program: [{ step: 'token' }] }]],
      [[{ match: { path: '/' }, program: [{ step: 'magic' }] }]],
      [[{ match: { path: '/' }, program: [{ step: 'delay', ms: -1 }] }]],
      [{}],
    ])('refuses %j', async (faults) => {
      const answer = await fetch(`${server().url}/dev/faults`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(faults),
      })
      expect(answer.status).toBe(400)
    })
  })

  describe('a step', () => {
    it('delay: waits before it answers', async () => {
      const heard = await spoiled([{ step: 'delay', ms: 400 }])
      expect(heard.first).toBeGreaterThanOrEqual(390)
      expect(heard.body.equals(whole.body)).toBe(true)
    })

    it('bandwidth: sends no faster than it says, and all of it', async () => {
      const bytesPerSecond = Math.ceil(whole.body.length / 1.2)
      const heard = await spoiled([{ step: 'bandwidth', bytesPerSecond }])
      expect(heard.ms).toBeGreaterThan(1000)
      expect(heard.complete && heard.body.equals(whole.body)).toBe(true)
    })

    it('slices: sends pieces of a size, with a pause between them', async () => {
      const count = 10
      const heard = await spoiled([{ step: 'slices', bytes: Math.ceil(whole.body.length / count), pauseMs: 50 }])
      expect(heard.complete && heard.body.equals(whole.body)).toBe(true)
      // The pauses are counted, not the pieces: whoever reads late finds two of them together.
      expect(heard.ms).toBeGreaterThan((count - 1) * 50 * 0.95)
    })

    it.each(['close', 'reset'])('cut: sends exactly so many bytes and ends the connection by %s', async (how) => {
      const heard = await spoiled([{ step: 'cut', afterBytes: 12_345, how }])
      expect([heard.body.length, heard.complete]).toEqual([12_345, false])
      expect(heard.headers['content-length']).toBe(String(whole.body.length))
    })

    it('cut unmeasured: looks complete with half the bytes', async () => {
      const heard = await spoiled([{ step: 'cut', afterBytes: 12_345, unmeasured: true }])
      expect([heard.body.length, heard.complete]).toEqual([12_345, true])
      expect(heard.headers['content-length']).toBeUndefined()
    })

    it('stall: sends so many bytes and keeps the connection', async () => {
      const heard = await spoiled([{ step: 'stall', afterBytes: 5000 }], {}, { after: 5000, ms: 1200 })
      expect([heard.body.length, heard.complete]).toEqual([5000, false])
      expect(heard.ms).toBeGreaterThan(1200)
    })

    it('length: announces another length', async () => {
      const whenSilent = { after: whole.body.length, ms: 1000 }
      const longer = await spoiled([{ step: 'length', add: 100 }], {}, whenSilent)
      expect([longer.headers['content-length'], longer.complete]).toEqual([String(whole.body.length + 100), false])
      expect(longer.body.length).toBe(whole.body.length)
    })

    it('range: answers other bytes, without saying which, or the whole file', async () => {
      const asked = { Range: 'bytes=1000-1999' }
      const shifted = await spoiled([{ step: 'range', how: 'shifted' }], asked)
      expect([shifted.status, shifted.headers['content-range']]).toEqual([206, `bytes 1001-2000/${whole.body.length}`])
      expect(shifted.body.equals(whole.body.subarray(1001, 2001))).toBe(true)
      const rest = await spoiled([{ step: 'range', how: 'shifted' }], { Range: 'bytes=5000-' })
      expect(rest.headers['content-range']).toBe(`bytes 5001-${whole.body.length - 1}/${whole.body.length}`)
      expect(rest.body.equals(whole.body.subarray(5001))).toBe(true)
      const lying = await spoiled([{ step: 'range', how: 'lying' }], asked)
      expect([lying.status, lying.headers['content-range']]).toEqual([206, `bytes 1000-1999/${whole.body.length}`])
      expect(lying.body.equals(whole.body.subarray(1001, 2001))).toBe(true)
      const missing = await spoiled([{ step: 'range', how: 'missing' }], asked)
      expect([missing.status, missing.headers['content-range'], missing.body.length]).toEqual([206, undefined, 1000])
      const all = await spoiled([{ step: 'range', how: 'whole' }], asked)
      expect([all.status, all.body.length]).toEqual([200, whole.body.length])
    })

    it('type: announces another type', async () => {
      const heard = await spoiled([{ step: 'type', contentType: 'text/html' }])
      expect(heard.headers['content-type']).toBe('text/html')
      expect(heard.body.equals(whole.body)).toBe(true)
    })

    it('validator: names another file, or none', async () => {
      const other = await spoiled([{ step: 'validator', etag: '"changed"' }])
      expect([other.headers.etag, other.headers['repr-digest']]).toEqual(['"changed"', undefined])
      expect((await spoiled([{ step: 'validator', etag: null }])).headers.etag).toBeUndefined()
    })

    it('token: refuses the token that is used', async () => {
      const heard = await spoiled([{ step: 'token' }])
      expect([heard.status, JSON.parse(heard.body.toString()).code]).toEqual([401, 'INVALID_MEDIA_TOKEN'])
    })

    it('limit: answers 429 with and without Retry-After', async () => {
      const told = await spoiled([{ step: 'limit', retryAfterS: 7 }])
      expect([told.status, told.headers['retry-after']]).toEqual([429, '7'])
      expect((await spoiled([{ step: 'limit' }])).headers['retry-after']).toBeUndefined()
    })

    it('status: answers another status with a body and headers of its own', async () => {
      const heard = await spoiled([{ step: 'status', status: 503, body: { x: 1 }, headers: { 'Retry-After': '2' } }])
      expect([heard.status, heard.body.toString(), heard.headers['retry-after']]).toEqual([503, '{"x":1}', '2'])
    })

    it('zip-pending: works for ever', async () => {
      const match = { method: 'GET', path: '/^.api.audio.zipper.+status/' }
      await arm({ match, times: 3, program: [{ step: 'zip-pending', progress: 10 }] })
      for (const _ of [1, 2, 3]) {
        const path = '/audio/zipper/demo-no-comments/status?format=mp3&bitrate=320'
        const answer = await call(server().url, path, { token: access })
        expect(await answer.json()).toEqual({ status: 'working', progress: 10 })
      }
    })

    it('seed: lets chance repeat exactly', async () => {
      const program = [{ step: 'seed', seed: 7 }, { step: 'cut', afterBytes: 1000, orLater: 90_000 }] // biome-ignore format: a program
      const once = await spoiled(program)
      const again = await spoiled(program)
      const other = await spoiled([{ step: 'seed', seed: 8 }, program[1] ?? {}])
      expect(again.body.length).toBe(once.body.length)
      expect(other.body.length).not.toBe(once.body.length)
    })
  })

  it('steps work together: late, in slices, of another type, cut', async () => {
    const heard = await spoiled([
      { step: 'delay', ms: 200 },
      { step: 'slices', bytes: 1000, pauseMs: 2 },
      { step: 'type', contentType: 'text/plain' },
      { step: 'cut', afterBytes: 20_000, how: 'close' },
    ])
    expect(heard.first).toBeGreaterThan(190)
    expect([heard.headers['content-type'], heard.body.length, heard.complete]).toEqual(['text/plain', 20_000, false])
    expect(heard.body.equals(whole.body.subarray(0, 20_000))).toBe(true)
  })
})

// What the network, the server and the storage can do to one file, and what the engine makes of it.
import { beforeEach, describe, expect, it } from 'vitest'
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import type { FailureReason } from '#core/model/downloads/download.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { type Fault, mp3, reprDigest, sha256Hex, wav, wished, zip } from '#tests/support/downloadParts.ts'
import { FAST_SILENCE_MS } from './transfer/reading.ts'
import { MAX_TRIES } from './trouble/retry.ts'
import { Trouble } from './trouble/trouble.ts'

let world: World
let run: Run
const bytes = wav(20_000)

beforeEach(async () => {
  world = new World()
  run = new Run(world)
  await run.signIn()
  world.song('s', { bytes, etag: '"1"' })
})

const faults = (...list: Fault[]) => world.files.faults.push(...list)
const always = (fault: Fault) => faults(...Array.from({ length: 40 }, () => fault))
const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  () =>
    new Response(null, { status: code, headers })
const cut =
  (at: number): Fault =>
  (seen, file) =>
    world.files.answer(seen, file, { breakAt: at })

async function download(ms = 200_000): Promise<void> {
  await run.request(wished('s'))
  await run.advance(ms)
}

async function whole(): Promise<void> {
  expect(run.failure('job-s')).toBeUndefined()
  expect(run.stored('job-s')?.bytes).toBe(bytes.length)
  expect(await run.bytes('job-s')).toEqual(bytes)
}

function failed(reason: FailureReason): void {
  expect(run.failure('job-s')).toBe(reason)
  expect(run.stored('job-s')).toBeUndefined()
}

/** Bytes of the answers' bodies that were asked for, by offset. */
const offsets = () => world.files.seen.map((seen) => (seen.range ? Number(seen.range.slice(6, -1)) : 0))

describe('a connection that breaks', () => {
  it('is resumed where it broke, on the condition that the file is the same', async () => {
    faults(cut(8192))
    await download()
    await whole()
    expect(offsets()).toEqual([0, 8192])
    expect(world.files.seen[1]?.ifRange).toBe('"1"')
    expect(run.told('download.started')).toHaveLength(1)
  })

  it('may break as often as it likes while bytes arrive', async () => {
    faults(...Array.from({ length: 9 }, () => cut(2000)))
    await download()
    await whole()
  })

  it('fails with network after six tries without a byte', async () => {
    always(() => Promise.reject(new TypeError('failed to fetch')))
    await download()
    failed('network')
    expect(world.files.seen).toHaveLength(MAX_TRIES)
  })

  it('keeps the bytes of a failed job for its restart', async () => {
    faults(cut(8192), ...Array.from({ length: MAX_TRIES }, () => status(500)))
    await download()
    failed('server')
    expect(run.told('download.failed')[0]?.receivedBytes).toBe(8192)
    world.files.faults.length = 0
    await run.restart('job-s')
    expect(offsets().at(-1)).toBe(8192)
    await run.advance(0)
    expect(await run.bytes('job-s')).toEqual(bytes)
  })

  it('starts over when the server cannot resume', async () => {
    world.song('s', { bytes, etag: null })
    faults(cut(8192))
    await download()
    await whole()
    expect(offsets()).toEqual([0, 0])
    expect(run.told('download.started').map(({ resumedAt }) => resumedAt)).toEqual([0, 0])
  })

  it('does not resume by a weak validator', async () => {
    world.song('s', { bytes, etag: 'W/"1"' })
    faults(cut(8192))
    await download()
    await whole()
    expect(world.files.seen[1]?.range).toBeNull()
  })

  it('ends when the server can neither resume nor come to an end', async () => {
    world.song('s', { bytes, etag: null })
    always(cut(8192))
    await download()
    failed('network')
    expect(world.files.seen).toHaveLength(MAX_TRIES)
  })

  it('waits longer each time, at random, up to the bound', async () => {
    always(status(502))
    await run.request(wished('s'))
    for (const [index, wait] of [500, 1000, 2000, 4000, 8000].entries()) {
      await run.advance(wait - 10)
      expect(world.files.seen).toHaveLength(index + 1)
      await run.advance(10)
      expect(world.files.seen).toHaveLength(index + 2)
    }
    failed('server')
  })
})

describe('an answer that leads elsewhere', () => {
  const hidden: Fault = () => Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })

  it.each<[string, Fault]>([
    ['as a browser shows it', hidden],
    ['with its status', () => Response.redirect('https://elsewhere.example/', 302)],
  ])('is not followed, and not said to be a lost connection: %s', async (_, fault) => {
    always(fault)
    await download()
    failed('server')
    expect(world.files.seen).toHaveLength(MAX_TRIES)
  })

  it('may pass: the next answer is taken', async () => {
    faults(hidden)
    await download()
    await whole()
  })
})

describe('H-621: a page in place of a file', () => {
  const page = () => new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html', etag: '"page"' } })

  it.each<[string, Fault]>([
    ['its rest', page],
    [
      'a page that calls itself a part',
      () => new Response('<h1>', { status: 206, headers: { 'content-type': 'text/html' } }),
    ],
    ['a message', () => Response.json({ message: 'maintenance' })],
  ])('throws nothing away, and is not taken for the file: %s', async (_, fault) => {
    faults(cut(8192), fault)
    await download()
    await whole()
    expect(offsets()).toEqual([0, 8192, 8192])
    expect(run.told('download.started')).toHaveLength(1)
  })

  it('for every file leaves what is there for the restart', async () => {
    faults(cut(8192))
    always(page)
    await download()
    failed('server')
    expect(run.told('download.failed')[0]?.receivedBytes).toBe(8192)
    world.files.faults.length = 0
    await run.restart('job-s')
    await run.advance(0)
    expect(offsets().at(-1)).toBe(8192)
    expect(await run.bytes('job-s')).toEqual(bytes)
  })

  it('and in place of the server is a server that is away: no tries are used up', async () => {
    faults((seen, file) => {
      world.portal = page
      return world.files.answer(seen, file, { breakAt: 8192 })
    })
    await download(10 * 60_000)
    expect(run.rows).toEqual(['job-s loading'])
    expect(run.told('download.serverLost').length).toBeGreaterThan(3)
    // Nobody asks for the file meanwhile.
    expect(world.files.seen).toHaveLength(1)
    world.portal = null
    await run.advance(31_000)
    await whole()
    expect(offsets()).toEqual([0, 8192])
  })
})

describe('an answer that lies', () => {
  it('to a range, with the whole file: it is taken from the start', async () => {
    faults(cut(8192), (seen, file) => world.files.answer({ ...seen, range: null }, file))
    await download()
    await whole()
    expect(world.files.seen).toHaveLength(2)
  })

  const wrong = (contentRange: string | null): Fault => {
    return (seen, file) =>
      new Response(world.files.body(file.bytes.slice(4000), seen.signal), {
        status: 206,
        headers: { ETag: '"1"', ...(contentRange ? { 'Content-Range': contentRange } : {}) },
      })
  }
  it.each([
    ['another start', `bytes 4000-${bytes.length - 1}/${bytes.length}`],
    ['no Content-Range', null],
    ['a Content-Range in other units', 'items 8192-9000/9001'],
  ])('to a range, with %s: nothing of it is written, and the transfer starts over', async (_, contentRange) => {
    faults(cut(8192), wrong(contentRange))
    await download()
    await whole()
    expect(offsets()).toEqual([0, 8192, 0])
  })

  it('with a part of a file of another length: it starts over', async () => {
    faults(cut(8192), wrong('bytes 8192-99998/99999'))
    await download()
    await whole()
    expect(offsets()).toEqual([0, 8192, 0])
  })

  it('with 416 to a range that exists: it starts over', async () => {
    faults(cut(8192), status(416))
    await download()
    await whole()
    expect(offsets()).toEqual([0, 8192, 0])
  })

  it('with 206 to no range, again and again: server', async () => {
    always(wrong('bytes 0-9/10'))
    await download()
    failed('server')
  })

  it('that ends early in good order is resumed', async () => {
    faults((seen, file) => world.files.answer(seen, file, { endAt: 8192 }))
    await download()
    await whole()
    expect(offsets()).toEqual([0, 8192])
  })

  it('that always ends early, however politely: the line was cut, and what came is kept', async () => {
    always((seen, file) => world.files.answer({ ...seen, range: null }, file, { endAt: 8192 }))
    await download()
    failed('network')
    expect(world.sinks.parts.get('job-s')?.bytes.length).toBe(8192)
  })

  it('with another length of the same file, again and again: length, for nothing has changed', async () => {
    for (let n = 0; n < 10; n++) faults(cut(8192), wrong('bytes 8192-99998/99999'))
    await download()
    failed('length')
  })

  it('with more bytes than it announced, once: fetched anew', async () => {
    faults(
      (seen, file) =>
        new Response(world.files.body(file.bytes, seen.signal), {
          headers: { ETag: '"1"', 'Content-Length': '8000' },
        }),
    )
    await download()
    await whole()
    expect(offsets()).toEqual([0, 0])
  })

  it('with more bytes than it announced: length', async () => {
    always(
      (seen, file) =>
        new Response(world.files.body(file.bytes, seen.signal), {
          headers: { ETag: '"1"', 'Content-Length': '8000' },
        }),
    )
    await download()
    failed('length')
  })

  it('with the length of an encoding: it is not believed', async () => {
    faults((seen, file) => {
      const answer = world.files.answer(seen, file)
      answer.headers.set('Content-Encoding', 'gzip')
      answer.headers.set('Content-Length', '90')
      return answer
    })
    await download()
    await whole()
    expect(run.told('download.started')[0]?.totalBytes).toBeNull()
  })

  const spoilt: Fault = (seen, file) =>
    world.files.answer(seen, { ...file, bytes: wav(20_000, 7), digest: reprDigest(file.bytes) })

  it('spoilt on its way is fetched once more, from its first byte, and then it is right', async () => {
    faults(spoilt)
    await download()
    await whole()
    expect(offsets()).toEqual([0, 0])
    expect(run.told('download.failed')).toEqual([])
  })

  it('spoilt twice has failed, and a restart has a second try again', async () => {
    faults(spoilt, spoilt, spoilt)
    await download()
    failed('digest')
    expect(world.files.seen).toHaveLength(2)
    await run.restart('job-s')
    await run.advance(1000)
    expect(world.files.seen).toHaveLength(4)
    expect(await run.bytes('job-s')).toEqual(bytes)
  })

  it('with a Repr-Digest other than that of its bytes: digest, and the bytes go', async () => {
    world.song('s', { bytes, etag: '"1"', digest: reprDigest(wav(10)) })
    await download()
    failed('digest')
    expect(world.sinks.parts.get('job-s')?.bytes.length).toBe(0)
    world.song('s', { bytes, etag: '"1"' })
    await run.restart('job-s')
    expect(offsets().at(-1)).toBe(0)
    expect(await run.bytes('job-s')).toEqual(bytes)
  })
})

describe('a file that changes on the server', () => {
  const other = wav(15_000, 7)

  it('is taken anew from its start', async () => {
    faults((seen, file) => {
      world.song('s', { bytes: other, etag: '"2"' })
      return world.files.answer(seen, file, { breakAt: 8192 })
    })
    await download()
    expect(await run.bytes('job-s')).toEqual(other)
    expect(run.stored('job-s')?.sha256).toBe(sha256Hex(other))
    expect(run.told('download.started').map(({ totalBytes }) => totalBytes)).toEqual([bytes.length, other.length])
  })

  it('is taken anew when a part of another one comes', async () => {
    faults(cut(8192), (seen, file) => {
      const answer = world.files.answer(seen, file)
      answer.headers.set('ETag', '"2"')
      return answer
    })
    await download()
    await whole()
    expect(offsets()).toEqual([0, 8192, 0])
  })

  it('three times is taken as it is in the end', async () => {
    const versions = Array.from({ length: 4 }, (_, n) => ({ bytes: wav(20_000, n + 2), etag: `"${n + 2}"` }))
    for (const [n, version] of versions.entries())
      faults((seen, file) => world.files.answer(seen, { ...file, ...version }, n < 3 ? { breakAt: 9000 } : {}))
    await download()
    expect(run.failure('job-s')).toBeUndefined()
    expect(await run.bytes('job-s')).toEqual(versions[3]?.bytes)
  })

  it('again and again: changed', async () => {
    let version = 1
    always((seen, file) => {
      version += 1
      const changed = { ...file, bytes: wav(20_000, version), etag: `"${version}"` }
      return world.files.answer(seen, changed, { breakAt: 9000 })
    })
    await download()
    failed('changed')
    expect(world.files.seen.length).toBeLessThan(8)
  })
})

describe('a stall', () => {
  it('is noticed after 25 s without a byte, and resumed', async () => {
    faults((seen, file) => world.files.answer(seen, file, { holdAt: 8192 }))
    await run.request(wished('s'))
    await run.advance(REQUEST_TIMEOUT_MS - 1)
    expect(world.files.seen).toHaveLength(1)
    await run.advance(1)
    expect(world.files.seen[0]?.signal.aborted).toBe(true)
    await run.advance(500)
    await whole()
    expect(offsets()).toEqual([0, 8192])
  })

  it('of a connection that was fast is noticed after 5 s, and resumed', async () => {
    const large = wav(8_500_000)
    world.song('l', { bytes: large, etag: '"l"' })
    faults((seen, file) => world.files.answer(seen, file, { piece: 1_000_000, holdAt: 8_100_000 }))
    await run.request(wished('l'))
    await run.advance(FAST_SILENCE_MS - 1)
    expect(world.files.seen).toHaveLength(1)
    await run.advance(1)
    expect(world.files.seen[0]?.signal.aborted).toBe(true)
    await run.advance(500)
    expect(Buffer.compare((await run.bytes('job-l')) ?? new Uint8Array(), large)).toBe(0)
    expect(offsets()).toEqual([0, 8_100_000])
  })

  it('before the first byte counts as well; again and again: stalled', async () => {
    always(() => new Promise<Response>(() => {}))
    await download(MAX_TRIES * (REQUEST_TIMEOUT_MS + 30_000))
    failed('stalled')
    expect(world.files.seen).toHaveLength(MAX_TRIES)
  })

  it('of one job does not hold up the others', async () => {
    faults(() => new Promise<Response>(() => {}))
    world.song('t', { bytes, etag: '"1"' })
    await run.request(wished('s'), wished('t'))
    expect(run.stored('job-t')).toBeDefined()
  })

  it('DOWNLOAD-029: a transfer that takes ten minutes is not cut as long as bytes come', async () => {
    const slowly = () => new Promise<void>((resolve) => world.clock.setTimer(resolve, REQUEST_TIMEOUT_MS - 1000))
    faults((seen, file) => world.files.answer(seen, file, { piece: 800, wait: slowly }))
    await download(11 * 60_000)
    await whole()
    expect(world.files.seen).toHaveLength(1)
  })
})

describe('a server that has no time', () => {
  it('is asked again when it said, not earlier', async () => {
    faults(status(503, { 'retry-after': '40' }))
    await run.request(wished('s'))
    await run.advance(39_999)
    expect(world.files.seen).toHaveLength(1)
    await run.advance(501)
    await whole()
  })

  it('P4: what it asked for is said, with the reason, and until when a row waits', async () => {
    faults(cut(9000), status(503, { 'retry-after': '40' }))
    await run.request(wished('s'))
    await run.advance(1000)
    // The short wait before the second try is not worth a word.
    expect(run.told('download.delayed')).toEqual([
      { downloadID: 'job-s', reason: 'busy', retryInMs: expect.any(Number) },
    ])
    const [{ retryInMs } = { retryInMs: 0 }] = run.told('download.delayed')
    expect(Math.floor(retryInMs / 1000)).toBe(40)
    expect(run.shown.get('job', 'job-s')?.retryAt).toBeGreaterThanOrEqual(retryInMs)
    await run.advance(40_000)
    await whole()
  })

  it('while a zip is made: the row that waits for it knows as well', async () => {
    world.api.set('/releases/r1', () => new Response(null, { status: 503, headers: { 'retry-after': '20' } }))
    await run.request({ ...wished('z'), type: 'release', mediaID: 'r1', releaseid: 'r1' })
    expect(run.told('download.delayed')).toMatchObject([{ downloadID: 'job-z', reason: 'busy' }])
  })

  it('beyond patience: busy', async () => {
    always(status(429))
    await download()
    failed('busy')
    expect(world.files.seen).toHaveLength(MAX_TRIES)
  })

  it('H-622: that wants to be asked in an hour is asked in an hour, and the row says so', async () => {
    faults(status(503, { 'retry-after': '3600' }))
    await run.request(wished('s'))
    expect(run.told('download.delayed')).toEqual([{ downloadID: 'job-s', reason: 'busy', retryInMs: 3_600_000 }])
    await run.advance(3_599_000)
    expect(world.files.seen).toHaveLength(1)
    await run.advance(2000)
    await whole()
  })
})

describe('a refusal', () => {
  it.each([
    [404, 'missing'],
    [410, 'missing'],
    [400, 'server'],
  ] as const)('with %i ends the job at once: %s', async (code, reason) => {
    faults(status(code))
    await run.request(wished('s'))
    failed(reason)
    expect(world.files.seen).toHaveLength(1)
  })

  it('of the token gets a new one, once', async () => {
    faults(status(401))
    await run.request(wished('s'))
    await whole()
    expect(world.files.seen.map(({ token }) => token)).toEqual(['token1', 'token2'])
  })

  it('of the new token as well: refused, once it was asked for anew (H-571)', async () => {
    always(status(401))
    await run.request(wished('s'))
    failed('refused')
    expect(world.files.seen.map(({ token }) => token)).toEqual(['token1', 'token2', 'token2', 'token3'])
  })

  it('of a token in the middle of a file is invisible', async () => {
    faults(cut(8192), status(401))
    await download()
    await whole()
    expect(offsets()).toEqual([0, 8192, 8192])
  })

  it('for it may not be downloaded: forbidden, once a fresh token did not help', async () => {
    always(status(403))
    await run.request(wished('s'))
    failed('forbidden')
    expect(world.files.seen.map(({ token }) => token)).toEqual(['token1', 'token2'])
  })

  it('by the player API: forbidden', async () => {
    world.api.set('/audio/s/token', () => Response.json({ code: 'FORBIDDEN', message: 'no' }, { status: 403 }))
    await run.request(wished('s'))
    failed('forbidden')
    expect(world.files.seen).toHaveLength(0)
  })
})

describe('a token', () => {
  it('DOWNLOAD-017: older than a minute is fetched anew before it is used again', async () => {
    faults(status(503, { 'retry-after': '60' }))
    await download()
    await whole()
    expect(world.files.seen.map(({ token }) => token)).toEqual(['token1', 'token2'])
  })

  it('DOWNLOAD-017: younger than a minute is used again', async () => {
    faults(status(503, { 'retry-after': '59' }))
    await download()
    await whole()
    expect(world.files.seen.map(({ token }) => token)).toEqual(['token1', 'token1'])
  })

  it('that the API cannot give right now is asked for again', async () => {
    const good = world.api.get('/audio/s/token')
    world.api.set('/audio/s/token', () => {
      world.api.set('/audio/s/token', good ?? (() => Response.error()))
      return new Response(null, { status: 500 })
    })
    await download()
    await whole()
  })
})

describe('what arrived', () => {
  async function fileOf(
    content: Uint8Array<ArrayBuffer>,
    format: 'wav' | 'mp3',
    digest?: string | null,
    length = true,
  ) {
    world.song('s', { bytes: content, etag: '"1"', digest: digest ?? null, length })
    await run.request(wished('s', 'song', format))
    await run.advance(1000)
  }

  it('must be a WAV', async () => {
    await fileOf(new TextEncoder().encode('<html>sign in to the wireless network</html>'), 'wav')
    failed('format')
  })

  it('must be as long as its own RIFF header says', async () => {
    await fileOf(bytes.slice(0, 15_000), 'wav')
    failed('length')
  })

  it('H-531: need not be, when it is as long as was announced and says of no more', async () => {
    const sloppy = wav(5000)
    new DataView(sloppy.buffer).setUint32(4, 0xffff_ffff, true)
    await fileOf(sloppy, 'wav')
    expect(run.stored('job-s')).toBeDefined()
  })

  it('need not be, when its digest proves that it is what the server has', async () => {
    const sloppy = wav(5000)
    new DataView(sloppy.buffer).setUint32(4, 0xffff_ffff, true)
    await fileOf(sloppy, 'wav', reprDigest(sloppy))
    expect(run.stored('job-s')).toBeDefined()
  })

  it('must be an MP3', async () => {
    await fileOf(bytes, 'mp3')
    failed('format')
  })

  it('is an MP3 by its frame or its ID3 tag', async () => {
    await fileOf(mp3(5000), 'mp3')
    expect(run.stored('job-s')?.sha256).toBeNull()
  })

  it('must be provable: an MP3 without length and digest may be half of one', async () => {
    await fileOf(mp3(5000), 'mp3', null, false)
    failed('length')
  })

  it('without a length shows endless progress and is stored', async () => {
    await fileOf(bytes, 'wav', null, false)
    expect(run.told('download.started')[0]?.totalBytes).toBeNull()
    expect(await run.bytes('job-s')).toEqual(bytes)
  })

  it('must be a zip with its end', async () => {
    const { awaited } = release(zip(5000).slice(0, 4000))
    await awaited
    expect(run.failure('job-r')).toBe('length')
  })

  it('from a browser without byte streams is the same', async () => {
    faults((seen, file) => world.files.answer(seen, file, { plain: true, breakAt: 8192 }))
    await download()
    await whole()
  })

  function release(content: Uint8Array<ArrayBuffer>) {
    world.api.set('/releases/r', () => Response.json(DETAIL))
    world.api.set('/audio/zipper/r', () => Response.json({ id: 'z' }))
    world.api.set('/audio/zipper/r/status', () => Response.json({ status: 'done', progress: 100, token: 'zt' }))
    world.files.files.set('/api/zips/zt', { bytes: content, etag: '"z"', digest: null })
    return { awaited: run.request(wished('r', 'release')) }
  }
})

describe('the storage', () => {
  it('that takes fewer bytes than it was given: quota', async () => {
    world.sinks.quota = 10_000
    await download()
    failed('quota')
    expect(world.files.open).toBe(0)
  })

  it('that is full in the middle keeps what it took, and with room again the rest comes, byte for byte', async () => {
    world.sinks.quota = 10_000
    await download()
    failed('quota')
    const kept = run.shown.get('job', 'job-s')?.receivedBytes ?? 0
    world.sinks.quota = Number.POSITIVE_INFINITY
    const before = world.files.seen.length
    await run.restart('job-s')
    await run.advance(60_000)
    expect(await run.bytes('job-s')).toEqual(bytes)
    expect(run.stored('job-s')?.sha256).toBe(sha256Hex(bytes))
    expect(world.files.seen.slice(before).map(({ range }) => range)).toEqual([`bytes=${kept}-`])
  })

  it('that is the memory of a page, and would hold too much: memory, before a byte is spent', async () => {
    world.sinks.reserve = async () => {
      throw new Trouble('memoryFull', 'too much')
    }
    await run.request(wished('s'))
    failed('memory')
  })

  it('that says beforehand it has no room: quota, before a byte is spent', async () => {
    world.sinks.room = 10_000
    await run.request(wished('s'))
    failed('quota')
    expect(run.told('download.started')).toEqual([])
  })

  it('that refuses: storage', async () => {
    world.sinks.refuses = true
    await run.request(wished('s'))
    failed('storage')
  })
})

describe('the player itself', () => {
  it('that makes an error nobody foresaw says so, and not that the page was closed', async () => {
    world.sinks.reserve = async () => {
      throw new TypeError('undefined is not a function')
    }
    await run.request(wished('s'))
    failed('internal')
  })
})

const DETAIL = {
  releaseid: 'r', title: '', artist: '', explicit: false, thumbnail: '', coverart: '', available: '', impactdate: null,
  duration: 1, trackcount: 1, labels: [], genres: [], markettags: [], trending: false, release_type: 'ep',
  candownload: true, flagged: false, archived: false, commenting_enabled: false, allow_sharing: false, promoinfo: '',
  attachments: [],
  songs: [
    {
      trackid: 't', releaseid: 'r', ordinal: 1, title: '', artist: '', version: '', explicit: false, assettype: 'audio',
      duration: 1, available: '', impactdate: null, labels: [], genres: [], market_tags: [], coverart: '',
      candownload: true, formats: ['wav'], flagged: false, album: '', language: '', composer: '', writers: '',
      publishing: '', producer: '', isrc: '', upcnumber: '', catalognumber: '', copyrightyear: null, canadian: {},
      lyrics: '',
    },
  ],
} // biome-ignore format: a release has many fields

import { beforeEach, describe, expect, it } from 'vitest'
import {
  downloadAllPaused,
  downloadAllResumed,
  downloadFailed,
  downloadFailedRetried,
  downloadMoved,
  downloadPaused,
  downloadResumed,
} from '#core/events/downloads.ts'
import { settingDownloadsChosen } from '#core/events/settings.ts'
import { ZIP_POLL_INTERVAL_MS } from '#core/model/constants.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { type Fault, MemoryFolder, mp3, mp4, sha256Hex, wav, wished, zip } from '#tests/support/downloadParts.ts'
import { settle } from '#tests/support/fakeClock.ts'
import { ZIPS_MAX } from './schedule/plan.ts'

let world: World
let run: Run

beforeEach(async () => {
  world = new World()
  run = new Run(world)
  await run.signIn()
})

const bytes = wav(20_000)

/** A release with one song, whose zip is ready after `working` answers. */
function release(id: string, working: number, songs: unknown[] = [song()]): void {
  let asked = 0
  world.api.set(`/releases/${id}`, () => Response.json(detail(id, songs)))
  world.api.set(`/audio/zipper/${id}`, () => Response.json({ id: `zip-${id}` }, { status: 202 }))
  world.api.set(`/audio/zipper/${id}/status`, () => {
    asked += 1
    return asked > working
      ? Response.json({ status: 'done', progress: 100, zipped_url: `/zips/${id}`, token: `t-${id}-${asked}` })
      : Response.json({ status: 'working', progress: Math.min(99, asked * 10) })
  })
  world.files.files.set(`/api/zips/${id}`, { bytes: zip(5000), etag: '"z"' })
}

/** A playlist whose zip is ready the second time it is asked for. */
function playlist(id: string, songs: unknown[]): void {
  let asked = 0
  world.api.set(`/playlists/${id}/tracks`, () => Response.json({ songs }))
  world.api.set(`/playlists/${id}/zipper`, () => Response.json({ id: `zip-${id}` }, { status: 202 }))
  world.api.set(`/playlists/${id}/zipper/status`, () => {
    asked += 1
    return asked > 1
      ? Response.json({ status: 'done', progress: 100, zipped_url: `/zips/${id}`, token: `t-${id}` })
      : Response.json({ status: 'working', progress: 50 })
  })
  world.files.files.set(`/api/zips/${id}`, { bytes: zip(3000), etag: '"p"' })
}

const song = (candownload = true) => ({
  trackid: 't', releaseid: 'r', ordinal: 1, title: '', artist: '', version: '', explicit: false, assettype: 'audio',
  duration: 1, available: '', impactdate: null, labels: [], genres: [], market_tags: [], coverart: '', candownload,
  formats: ['wav'], flagged: false, album: '', language: '', composer: '', writers: '', publishing: '', producer: '',
  isrc: '', upcnumber: '', catalognumber: '', copyrightyear: null, canadian: {}, lyrics: '',
}) // biome-ignore format: a song has many fields
const detail = (releaseid: string, songs: unknown[]) => ({
  releaseid, title: '', artist: '', explicit: false, thumbnail: '', coverart: '', available: '', impactdate: null,
  duration: 1, trackcount: songs.length, labels: [], genres: [], markettags: [], trending: false, release_type: 'ep',
  candownload: true, flagged: false, archived: false, commenting_enabled: false, allow_sharing: false, promoinfo: '',
  songs, attachments: [],
}) // biome-ignore format: so has a release

it('files come at a bounded pace while somebody uses the page', async () => {
  const long = wav(6_000_000)
  const time = async (id: string) => {
    world.song(id, { bytes: long, etag: '"1"' })
    // Of few pieces: each of them copies the part that lies in memory.
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { piece: 500_000 }))
    const begun = world.clock.now()
    await run.request(wished(id))
    while (!run.stored(`job-${id}`)) await run.advance(5)
    return world.clock.now() - begun
  }
  const free = await time('free')
  run.engine.inUse(10_000, 0)
  expect(await time('paced')).toBeGreaterThan(free + 70)
})

it('what comes next waits while a file is checked, as long as somebody uses the page', async () => {
  await run.parallel(1)
  const bytes = wav(6_000_000)
  for (const id of ['first', 'second', 'third']) {
    world.song(id, { bytes, etag: '"1"' })
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { piece: 500_000 }))
  }
  const time = async (...ids: string[]) => {
    const begun = world.clock.now()
    await run.request(...ids.map((id) => wished(id)))
    while (!ids.every((id) => run.stored(`job-${id}`))) await run.advance(5)
    return world.clock.now() - begun
  }
  run.engine.inUse(60_000, 0)
  const one = await time('first')
  world.song('third', { bytes, etag: '"1"' })
  // Twice the bytes of one, and the check of the first of them.
  expect(await time('second', 'third')).toBeGreaterThan(2 * one + 70)
})

describe('one video', () => {
  const video = wished('v', 'video', 'mp4')

  it('DOWNLOAD-001: DOWNLOAD-012: waits for a token and comes as MP4 from where videos lie', async () => {
    world.song('v', { bytes: mp4(9000), etag: '"v"', digest: null })
    world.files.files.set('/api/video/v/download', { bytes: mp4(9000), etag: '"v"', digest: null })
    await run.request(video)
    await run.advance(1000)
    expect(world.files.seen.map(({ path }) => path)).toEqual(['/api/video/v/download'])
    expect(await run.bytes('job-v')).toEqual(mp4(9000))
    expect(run.stored('job-v')?.fileName).toBe('Artist - Title v.mp4')
  })

  it('must be an MP4, and all of it', async () => {
    for (const [id, bytes, reason] of [
      ['page', wav(500), 'format'],
      ['half', mp4(9000).slice(0, 5000), 'length'],
    ] as const) {
      world.song(id, { bytes, etag: '"v"', digest: null })
      world.files.files.set(`/api/video/${id}/download`, { bytes, etag: '"v"', digest: null })
      await run.request(wished(id, 'video', 'mp4'))
      await run.advance(1000)
      expect(run.failure(`job-${id}`)).toBe(reason)
    }
  })
})

describe('one song', () => {
  it('DOWNLOAD-016: waits for a token, streams with progress, and is stored byte for byte with its digest', async () => {
    world.song('s', { bytes, etag: '"1"' })
    const wish = await run.request(wished('s'))
    await run.advance(1000)
    expect(run.facts.map((fact) => fact.draft.type)).toEqual([
      'download.tokenReceived',
      'download.asked',
      'download.started',
      'download.progressed',
      'download.stored',
    ])
    expect(run.told('download.started')).toEqual([{ downloadID: 'job-s', totalBytes: bytes.length, resumedAt: 0 }])
    expect(run.stored('job-s')).toEqual({
      downloadID: 'job-s',
      bytes: bytes.length,
      sha256: sha256Hex(bytes),
      fileName: 'Artist - 1 - Title s.wav',
    })
    expect(await run.bytes('job-s')).toEqual(bytes)
    expect(run.facts.every((fact) => fact.cause === wish && fact.source === 'downloads')).toBe(true)
  })

  it('DOWNLOAD-012: it starts when it waits with its token and address there, and not before', async () => {
    world.song('s', { bytes, etag: '"1"' })
    const answer = world.api.get('/audio/s/token')
    let give = () => {}
    world.api.set('/audio/s/token', async (address) => {
      await new Promise<void>((resolve) => {
        give = resolve
      })
      return (await answer?.(address)) as Response
    })
    await run.request(wished('s'))
    expect(world.files.seen).toEqual([])
    expect(run.rows).toEqual(['job-s waiting'])
    give()
    await run.advance(100)
    expect(run.facts.map(({ draft }) => draft.type).slice(0, 2)).toEqual(['download.tokenReceived', 'download.asked'])
    expect(world.files.seen).toHaveLength(1)
  })

  it('H-447, DOWNLOAD-008, DOWNLOAD-014: what was asked for loads before anything is answered; the rest waits', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    for (const id of ids) world.song(id, { bytes, etag: '"1"' })
    world.files.faults.push(
      ...[1, 2, 3].map(
        (): Fault => async (seen, file) => {
          await held
          return world.files.answer(seen, file, { holdAt: 100 })
        },
      ),
    )
    await run.request(...ids.map((id) => wished(id)))
    expect(world.files.seen).toHaveLength(3)
    const rows = ['job-a loading', 'job-b loading', 'job-c loading', 'job-d waiting', 'job-e waiting']
    expect([run.rows, run.shown.get('job', 'job-a')?.progress]).toEqual([rows, null])
    answer()
    await run.advance(500)
    expect([run.rows, run.shown.get('job', 'job-a')?.totalBytes]).toEqual([rows, bytes.length])
    expect(run.told('download.asked').map(({ downloadID }) => downloadID)).toEqual(['job-a', 'job-b', 'job-c'])
  })

  it('H-447: a try that came to nothing is followed by another without being said anew', async () => {
    world.song('s', { bytes, etag: '"1"' })
    world.files.faults.push(() => Promise.reject(new TypeError('gone')))
    await run.request(wished('s'))
    expect(run.rows).toEqual(['job-s loading'])
    await run.advance(10_000)
    expect([run.told('download.asked').length, run.told('download.started').length]).toEqual([1, 1])
    expect(await run.bytes('job-s')).toEqual(bytes)
  })

  it('carries no token in any fact', async () => {
    world.song('s', { bytes, etag: '"1"' })
    await run.request(wished('s'))
    await run.advance(1000)
    expect(world.files.seen[0]?.token).toBe('token1')
    expect(JSON.stringify(run.facts)).not.toContain('token1')
  })

  it('is not handed out before it was checked', async () => {
    world.song('s', { bytes, etag: '"1"' })
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 9000 }))
    await run.request(wished('s'))
    expect(run.started).toEqual(['job-s'])
    expect(await run.engine.file('job-s')).toBeNull()
  })

  it('its file stays for ten minutes after the save, because the browser may still be copying it', async () => {
    world.song('s', { bytes, etag: '"1"' })
    await run.request(wished('s'))
    await run.saved('job-s')
    await run.advance(599_000)
    expect(await run.bytes('job-s')).toEqual(bytes)
    await run.advance(1001)
    expect(await run.engine.file('job-s')).toBeNull()
    expect(world.sinks.parts.size).toBe(0)
  })

  it('a save that failed leaves the bytes, and the restart only asks whether they still hold', async () => {
    world.song('s', { bytes, etag: '"1"' })
    await run.request(wished('s'))
    await run.say(downloadFailed({ downloadID: 'job-s', reason: 'save', receivedBytes: bytes.length }), 'platform')
    await run.restart('job-s')
    expect(world.files.seen.at(-1)).toMatchObject({ range: `bytes=${bytes.length - 1}-`, ifRange: '"1"' })
    expect(run.told('download.stored')).toHaveLength(2)
    expect(await run.bytes('job-s')).toEqual(bytes)
  })
})

describe('scheduling', () => {
  const hold = () => world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 100 }))

  it('DOWNLOAD-014: three load at once, the rest wait and start in the order they were asked for', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const go: (() => void)[] = []
    for (const id of ids) {
      world.song(id, { bytes, etag: '"1"' })
      world.files.faults.push(async (seen, file) => {
        await new Promise<void>((resolve) => go.push(resolve))
        return world.files.answer(seen, file)
      })
    }
    await run.request(...ids.map((id) => wished(id)))
    expect(world.files.seen.map(({ path }) => path.split('/')[3])).toEqual(['a', 'b', 'c'])
    go[1]?.()
    await settle()
    expect(run.stored('job-b')).toBeDefined()
    expect(world.files.seen.map(({ path }) => path.split('/')[3])).toEqual(['a', 'b', 'c', 'd'])
    go[0]?.()
    await settle()
    expect(world.files.seen.at(-1)?.path).toContain('/e/')
  })

  it('follows the number a person chooses', async () => {
    for (const id of ['a', 'b', 'c', 'd']) {
      world.song(id, { bytes, etag: '"1"' })
      hold()
    }
    await run.parallel(1)
    await run.request(wished('a'), wished('b'), wished('c'), wished('d'))
    expect(run.started).toEqual(['job-a'])
    await run.parallel(3)
    expect(run.started).toEqual(['job-a', 'job-b', 'job-c'])
  })

  it('a restarted job joins the end of the line', async () => {
    for (const id of ['a', 'b', 'c']) world.song(id, { bytes, etag: '"1"' })
    world.files.faults.push(() => new Response(null, { status: 410 }))
    hold()
    await run.parallel(1)
    await run.request(wished('a'), wished('b'), wished('c'))
    expect(run.failure('job-a')).toBe('missing')
    await run.restart('job-a')
    await run.remove('job-b')
    expect(run.started).toEqual(['job-b', 'job-c', 'job-a'])
  })

  it('nothing starts before somebody signed in', async () => {
    run.die()
    const stranger = new Run(world)
    world.song('s', { bytes, etag: '"1"' })
    await stranger.request(wished('s'))
    await stranger.advance(60_000)
    expect(world.files.seen).toEqual([])
    await stranger.signIn()
    expect(stranger.stored('job-s')).toBeDefined()
  })

  it('a server that asks for patience gets half as many at once', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    for (const id of ids) world.song(id, { bytes, etag: '"1"' })
    await run.parallel(4)
    const busy = () => new Response(null, { status: 503, headers: { 'retry-after': '1' } })
    world.files.faults.push(busy)
    for (const id of ids) if (id !== 'a') hold()
    await run.request(...ids.map((id) => wished(id)))
    await run.remove('job-b')
    await run.remove('job-c')
    expect(run.started).toEqual(['job-b', 'job-c', 'job-d'])
    await run.remove('job-d')
    expect(run.started).toEqual(['job-b', 'job-c', 'job-d', 'job-e'])
  })

  it('a file that is nearly there makes room for one: of those that wait one is asked for ahead', async () => {
    const ids = ['a', 'b', 'c', 'd']
    for (const id of ids) world.song(id, { bytes, etag: '"1"' })
    await run.parallel(2)
    for (const holdAt of [19_000, 100])
      world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt }))
    await run.request(...ids.map((id) => wished(id)))
    expect(ids.map((id) => world.callsTo(`/audio/${id}/token`))).toEqual([1, 1, 1, 0])
  })
})

describe('zips', () => {
  it('DOWNLOAD-015: a waiting zip is asked for at once and then every five seconds, until it is ready', async () => {
    release('r', 2)
    await run.request(wished('r', 'release'))
    expect(world.callsTo('/audio/zipper/r/status')).toBe(1)
    expect(run.told('download.zipProgressed')).toEqual([{ downloadID: 'job-r', percent: 10 }])
    await run.advance(4999)
    expect(world.callsTo('/audio/zipper/r/status')).toBe(1)
    await run.advance(1)
    expect(world.callsTo('/audio/zipper/r/status')).toBe(2)
    await run.advance(5000)
    expect(world.callsTo('/audio/zipper/r/status')).toBe(3)
    await run.advance(10 * ZIP_POLL_INTERVAL_MS)
    expect(world.callsTo('/audio/zipper/r/status')).toBe(3)
  })

  it('which songs will not be in it is known before the server makes it', async () => {
    release('r', 2, [song(), { ...song(), title: 'Demo', formats: ['mp3'] }, { ...song(false), title: 'Shut' }])
    await run.request(wished('r', 'release'))
    expect(run.told('download.zipReady')).toEqual([])
    const missing = [
      { name: expect.stringContaining('Demo'), why: 'format' },
      { name: expect.stringContaining('Shut'), why: 'locked' },
    ]
    expect(run.told('download.zipPlanned')).toEqual([{ downloadID: 'job-r', missing }])
    expect(run.shown.get('job', 'job-r')).toMatchObject({ leftOut: 2, missing })
  })

  it('H-093: of a playlist too, and of a zip in which nothing is missing nothing is said', async () => {
    playlist('p', [{ ...song(), title: 'Demo', formats: ['mp3'] }, song()])
    playlist('q', [song()])
    await run.request(wished('p', 'playlist'), wished('q', 'playlist'))
    const missing = [{ name: expect.stringContaining('Demo'), why: 'format' }]
    expect(run.told('download.zipPlanned')).toEqual([{ downloadID: 'job-p', missing }])
    // It stays said when the file is there, and the receipt takes it from there.
    await run.advance(2 * ZIP_POLL_INTERVAL_MS)
    expect(run.shown.get('job', 'job-p')).toMatchObject({ leftOut: 1, missing })
    expect(run.shown.get('job', 'job-q')?.leftOut).toBeUndefined()
  })

  it('DOWNLOAD-013: the transfer starts when the zip is ready, and the file is stored', async () => {
    release('r', 1)
    await run.request(wished('r', 'release'))
    expect(world.files.seen).toEqual([])
    await run.advance(ZIP_POLL_INTERVAL_MS)
    expect(run.told('download.zipReady')).toHaveLength(1)
    expect(await run.bytes('job-r')).toEqual(zip(5000))
  })

  it('DOWNLOAD-001: DOWNLOAD-013: a playlist comes as one zip as well, when the server has made it', async () => {
    playlist('p', [song()])
    await run.request(wished('p', 'playlist'))
    expect(run.told('download.zipReady')).toEqual([])
    await run.advance(ZIP_POLL_INTERVAL_MS)
    expect(run.told('download.zipReady')).toHaveLength(1)
    expect(await run.bytes('job-p')).toEqual(zip(3000))
    expect(run.stored('job-p')?.fileName).toBe('Artist - Title p.zip')
  })

  it('a playlist of which nothing may be downloaded fails, an empty one leaves', async () => {
    playlist('p', [song(false)])
    playlist('q', [])
    await run.request(wished('p', 'playlist'), wished('q', 'playlist'))
    expect(run.failure('job-p')).toBe('empty')
    expect(run.told('download.skipped')).toEqual([{ downloadID: 'job-q' }])
  })

  it('takes no slot while it waits', async () => {
    await run.parallel(1)
    release('r', 5)
    world.song('s', { bytes, etag: '"1"' })
    await run.request(wished('r', 'release'), wished('s'))
    expect(run.stored('job-s')).toBeDefined()
  })

  it('a token that grew stale in the line is fetched anew', async () => {
    await run.parallel(1)
    release('r', 0)
    world.song('s', { bytes, etag: '"1"' })
    const slowly = () => new Promise<void>((resolve) => world.clock.setTimer(resolve, 20_000))
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { wait: slowly }))
    await run.request(wished('s'), wished('r', 'release'))
    expect(run.told('download.zipReady')).toHaveLength(1)
    await run.advance(80_000)
    await run.remove('job-s')
    expect(world.files.seen.at(-1)).toMatchObject({ path: '/api/zips/r', token: 't-r-2' })
  })

  it('fails with zip when the server says so', async () => {
    release('r', 0)
    world.api.set('/audio/zipper/r/status', () => Response.json({ status: 'failed', progress: 3, message: 'no disk' }))
    await run.request(wished('r', 'release'))
    expect(run.failure('job-r')).toBe('zip')
  })

  it('D-125: fails with zip after thirty minutes, and stops asking', async () => {
    release('r', 100_000)
    world.api.set('/audio/zipper/r/status', () => Response.json({ status: 'working', progress: 7 }))
    await run.request(wished('r', 'release'))
    await run.advance(30 * 60_000 - 1)
    expect(run.failure('job-r')).toBeUndefined()
    await run.advance(1)
    expect(run.failure('job-r')).toBe('zip')
    const asked = world.calls.length
    await run.advance(60_000)
    expect(world.calls.length).toBe(asked)
  })

  it('D-125: fails with zip when its turn at the server does not come in six hours', { tags: ['long'] }, async () => {
    release('r', 0)
    world.api.set('/audio/zipper/r/status', () => Response.json({ status: 'queued', progress: 0 }))
    await run.request(wished('r', 'release'))
    await run.advance(360 * 60_000 - 1)
    expect(run.failure('job-r')).toBeUndefined()
    await run.advance(1)
    expect(run.failure('job-r')).toBe('zip')
  })

  it('counts neither the time in the line of the server nor that in which the zip grows', async () => {
    release('r', 0)
    const done = world.api.get('/audio/zipper/r/status') ?? (() => Response.error())
    let asked = 0
    world.api.set('/audio/zipper/r/status', (address) => {
      asked += 1
      if (asked <= 600) return Response.json({ status: 'queued', progress: 0 })
      // A percent in ten minutes.
      if (asked <= 1200) return Response.json({ status: 'working', progress: Math.floor((asked - 600) / 120) })
      return done(address)
    })
    await run.request(wished('r', 'release'))
    await run.advance(1200 * ZIP_POLL_INTERVAL_MS)
    expect(run.failure('job-r')).toBeUndefined()
    expect(run.stored('job-r')).toBeDefined()
  })

  it('offline pauses the asking, and costs no patience', async () => {
    release('r', 1)
    await run.request(wished('r', 'release'))
    await run.offline()
    await run.advance(60 * 60_000)
    expect(world.callsTo('/audio/zipper/r/status')).toBe(1)
    await run.online()
    expect(run.stored('job-r')).toBeDefined()
  })

  it('starts the zip again when the server forgot it', async () => {
    release('r', 0)
    const done = world.api.get('/audio/zipper/r/status')
    world.api.set('/audio/zipper/r/status', (address) => {
      world.api.set('/audio/zipper/r/status', done ?? (() => Response.error()))
      return Response.json({ code: 'NOT_FOUND', message: address.pathname }, { status: 404 })
    })
    await run.request(wished('r', 'release'))
    await run.advance(ZIP_POLL_INTERVAL_MS)
    expect(world.callsTo('/audio/zipper/r')).toBe(2)
    expect(run.stored('job-r')).toBeDefined()
  })

  it('its first percent is told', async () => {
    release('r', 1)
    world.api.set('/audio/zipper/r/status', () => Response.json({ status: 'working', progress: 1 }))
    await run.request(wished('r', 'release'))
    expect(run.told('download.zipProgressed')).toEqual([{ downloadID: 'job-r', percent: 1 }])
  })

  it('H-390: a percent is told once, however often the zip is asked for', async () => {
    release('r', 3)
    const done = world.api.get('/audio/zipper/r/status') ?? (() => Response.error())
    let asked = 0
    world.api.set('/audio/zipper/r/status', (address) => {
      asked += 1
      return asked <= 4 ? Response.json({ status: 'queued', progress: 0 }) : done(address)
    })
    await run.request(wished('r', 'release'))
    await run.advance(8 * ZIP_POLL_INTERVAL_MS)
    expect(run.told('download.zipProgressed').map(({ percent }) => percent)).toEqual([0, 10, 20, 30])
    expect(run.stored('job-r')).toBeDefined()
  })

  it('H-390: a server that has enough of this player to do is asked later, and it is no failure', async () => {
    release('r', 1)
    let refusals = 10
    const start = world.api.get('/audio/zipper/r') ?? (() => Response.error())
    world.api.set('/audio/zipper/r', (address) =>
      refusals-- > 0
        ? Response.json({ code: 'TOO_MANY_JOBS', message: '' }, { status: 429, headers: { 'retry-after': '60' } })
        : start(address),
    )
    await run.request(wished('r', 'release'))
    expect(world.callsTo('/audio/zipper/r')).toBe(1)
    await run.advance(59_999)
    expect(world.callsTo('/audio/zipper/r')).toBe(1)
    await run.advance(10 * 61_000)
    expect(run.failure('job-r')).toBeUndefined()
    expect(run.stored('job-r')).toBeDefined()
    expect(world.callsTo('/audio/zipper/r')).toBe(11)
  })

  it('H-390: of many releases so many are asked for, and each that is over lets the next one in', async () => {
    const ids = Array.from({ length: ZIPS_MAX + 2 }, (_, n) => `r${n}`)
    for (const id of ids) release(id, 1000)
    await run.request(...ids.map((id) => wished(id, 'release')))
    const begun = () => ids.filter((id) => world.callsTo(`/audio/zipper/${id}`) > 0)
    expect(begun()).toEqual(ids.slice(0, ZIPS_MAX))
    const [last, next] = ids.slice(-2).reverse()
    expect(run.shown.get('job', `job-${last}`)).toMatchObject({ status: 'waiting', isZipping: true })
    // Whoever is moved to the front is next.
    await run.say(downloadMoved({ downloadID: `job-${last}`, before: 'job-r0' }))
    await run.say(downloadPaused({ downloadID: 'job-r3' }))
    expect(begun()).toEqual([...ids.slice(0, ZIPS_MAX), last])
    await run.remove('job-r4')
    expect(begun()).toEqual([...ids.slice(0, ZIPS_MAX), next, last])
    // One that goes on waits for its turn again, and nobody is sent away for it.
    await run.say(downloadResumed({ downloadID: 'job-r3' }))
    expect(world.callsTo('/audio/zipper/r3')).toBe(1)
    await run.remove('job-r5')
    expect(world.callsTo('/audio/zipper/r3')).toBe(2)
    expect(run.told('download.failed')).toEqual([])
  })

  it('DOWNLOAD-021: a release whose detail comes back empty is skipped', async () => {
    release('r', 0, [])
    await run.request(wished('r', 'release'))
    expect(run.facts.map((fact) => fact.draft.type)).toEqual(['download.skipped'])
    expect(world.callsTo('/audio/zipper/r')).toBe(0)
  })

  it('fails with empty when no song of it may be downloaded', async () => {
    release('r', 0, [song(false)])
    await run.request(wished('r', 'release'))
    expect(run.failure('job-r')).toBe('empty')
    expect(run.shown.get('job', 'job-r')).toMatchObject({ leftOut: 1, missing: [{ why: 'locked' }] })
  })

  it('fails with empty when the zip holds nothing', async () => {
    release('r', 0)
    world.files.files.set('/api/zips/r', { bytes: zip(null), etag: '"z"' })
    await run.request(wished('r', 'release'))
    expect(run.failure('job-r')).toBe('empty')
  })
})

describe('removing and restarting', () => {
  it('DOWNLOAD-020: removing a loading job ends the request and leaves no bytes', async () => {
    world.song('s', { bytes, etag: '"1"' })
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 9000 }))
    await run.request(wished('s'))
    expect(world.files.open).toBe(1)
    expect(world.sinks.parts.size).toBe(1)
    await run.remove('job-s')
    expect(world.files.seen[0]?.signal.aborted).toBe(true)
    expect(world.files.open).toBe(0)
    expect(world.sinks.parts.size).toBe(0)
    const before = run.facts.length
    await run.advance(60_000)
    expect(run.facts.length).toBe(before)
  })

  it('removing a waiting job never touches the network', async () => {
    await run.parallel(1)
    world.song('a', { bytes, etag: '"1"' })
    world.song('b', { bytes, etag: '"1"' })
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 100 }))
    await run.request(wished('a'), wished('b'))
    await run.remove('job-b')
    await run.remove('job-a')
    await run.advance(10_000)
    expect(world.callsTo('/audio/b/token')).toBe(0)
    expect(world.files.seen).toHaveLength(1)
  })

  it('removing a job while its request has not been answered ends it', async () => {
    world.song('s', { bytes, etag: '"1"' })
    world.files.faults.push(() => new Promise<Response>(() => {}))
    await run.request(wished('s'))
    await run.remove('job-s')
    expect(world.files.seen[0]?.signal.aborted).toBe(true)
    expect(world.sinks.parts.size).toBe(0)
  })

  it('removing a waiting zip stops the asking', async () => {
    release('r', 100)
    await run.request(wished('r', 'release'))
    await run.remove('job-r')
    const asked = world.calls.length
    await run.advance(60_000)
    expect(world.calls.length).toBe(asked)
  })

  it('DOWNLOAD-022: a failing download is reported as failed, with its reason', async () => {
    world.song('s', { bytes, etag: '"1"' })
    world.files.faults.push(() => new Response(null, { status: 404 }))
    await run.request(wished('s'))
    expect(run.told('download.failed')).toEqual([{ downloadID: 'job-s', reason: 'missing', receivedBytes: 0 }])
  })

  it('DOWNLOAD-019: a restarted job waits again and then loads, answering the restart', async () => {
    world.song('s', { bytes, etag: '"1"' })
    world.files.faults.push(() => new Response(null, { status: 404 }))
    await run.request(wished('s'))
    const again = await run.restart('job-s')
    expect(run.stored('job-s')).toBeDefined()
    expect(run.facts.find((fact) => fact.draft.type === 'download.stored')?.cause).toBe(again)
  })
})

describe('between visits', () => {
  async function interrupted(at: number): Promise<Run> {
    world.song('s', { bytes, etag: '"1"' })
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: at }))
    await run.request(wished('s'))
    await run.advance(1000)
    run.die()
    // The tab is gone: nobody closes anything, only the bytes and the journal are left.
    for (const part of world.sinks.parts.values()) part.open = false
    return new Run(world)
  }

  it('DOWNLOAD-018: after a reload an unfinished job is reported as one of before, and does not start by itself', async () => {
    const next = await interrupted(9000)
    const requests = world.files.seen.length
    const signIn = await next.signIn()
    await next.advance(60_000)
    expect(next.facts[0]).toMatchObject({ cause: signIn, draft: { type: 'download.restored' } })
    expect(next.told('download.restored')[0]?.jobs.map((job) => job.downloadID)).toEqual(['job-s'])
    expect(world.files.seen.length).toBe(requests)
  })

  it('its restart goes on from the bytes on the disk when the file is still the same', async () => {
    const next = await interrupted(9000)
    await next.signIn()
    await next.restart('job-s')
    const kept = 8192
    expect(world.files.seen.at(-1)?.range).toMatch(/^bytes=\d+-$/)
    expect(Number(world.files.seen.at(-1)?.range?.slice(6, -1))).toBeGreaterThanOrEqual(kept)
    expect(next.told('download.started')[0]?.resumedAt).toBeGreaterThanOrEqual(kept)
    expect(next.stored('job-s')?.sha256).toBe(sha256Hex(bytes))
    expect(await next.bytes('job-s')).toEqual(bytes)
  })

  it('its restart begins anew when the file is another one now', async () => {
    const next = await interrupted(9000)
    const other = wav(15_000, 99)
    world.song('s', { bytes: other, etag: '"2"' })
    await next.signIn()
    await next.restart('job-s')
    expect(await next.bytes('job-s')).toEqual(other)
  })

  it('a job that was asked for before the journal was read starts after it', async () => {
    const next = await interrupted(9000)
    world.song('n', { bytes, etag: '"1"' })
    next.engine.accept([])
    const signedIn = next.signIn()
    const asked = next.request(wished('n'))
    await Promise.all([signedIn, asked])
    expect(next.facts[0]?.draft.type).toBe('download.restored')
    expect(next.stored('job-n')).toBeDefined()
  })

  it('signing out ends every transfer and leaves neither bytes nor rows behind', async () => {
    world.song('s', { bytes, etag: '"1"' })
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 9000 }))
    await run.request(wished('s'))
    await run.advance(1000)
    expect(world.journal.records.get('p1')).toHaveLength(1)
    await run.signOut()
    expect(world.files.open).toBe(0)
    expect(world.sinks.parts.size).toBe(0)
    expect(world.journal.records.size).toBe(0)
    await run.signIn()
    expect(run.told('download.restored')).toEqual([])
  })

  it('an expired session keeps the jobs for the same player', async () => {
    world.song('s', { bytes, etag: '"1"' })
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 9000 }))
    await run.request(wished('s'))
    const there = () => world.sinks.parts.get('job-s')?.bytes.length ?? 0
    await run.signOut('expired')
    await run.advance(1000)
    expect([world.files.open, there() > 0]).toEqual([0, true])
    await run.signIn('somebody-else')
    expect(run.told('download.restored')).toEqual([])
    await run.signOut('expired')
    await run.signIn()
    const kept = there()
    await run.restart('job-s')
    expect(await run.bytes('job-s')).toEqual(bytes)
    expect(world.files.seen.map(({ range }) => range)).toEqual([null, `bytes=${kept}-`])
  })

  it('parts that belong to nobody are swept, but not those that are young or claimed', async () => {
    world.sinks.modified = world.clock.now() - 700_000
    world.sinks.put('old', bytes)
    world.sinks.modified = world.clock.now()
    world.sinks.put('young', bytes)
    await run.engine.sweep()
    expect([...world.sinks.parts.keys()]).toEqual(['young'])
  })
})

describe('offline', () => {
  it('parks a transfer without using up tries and goes on where it stopped', async () => {
    world.song('s', { bytes, etag: '"1"' })
    for (let n = 0; n < 10; n++) world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 10 }))
    await run.request(wished('s'))
    for (let n = 0; n < 9; n++) {
      await run.offline()
      expect(world.files.open).toBe(0)
      await run.advance(120_000)
      await run.online()
      await run.advance(0)
    }
    expect(run.failure('job-s')).toBeUndefined()
    await run.offline()
    await run.online()
    expect(await run.bytes('job-s')).toEqual(bytes)
  })
})

describe('progress', () => {
  it('is one report for all jobs, at most four a second for each, and the last', async () => {
    const { clock } = world
    for (const id of ['a', 'b']) {
      world.song(id, { bytes: wav(100_000), etag: '"1"' })
      world.files.faults.push((seen, file) =>
        world.files.answer(seen, file, {
          piece: 1000,
          wait: () => new Promise<void>((resolve) => clock.setTimer(resolve, 20)),
        }),
      )
    }
    await run.request(wished('a'), wished('b'))
    await run.advance(3000)
    expect(run.stored('job-a')).toBeDefined()
    const progressed = run.told('download.progressed').filter((fact) => fact.downloadID === 'job-a')
    // 101 chunks in 2.02 s.
    expect(progressed.length).toBeGreaterThanOrEqual(7)
    expect(progressed.length).toBeLessThanOrEqual(10)
    expect(progressed.at(-1)?.receivedBytes).toBe(100_044)
    const together = run.reports.filter((facts) => facts.length === 2)
    expect(together.length).toBeGreaterThanOrEqual(6)
  })
})

describe('pausing', () => {
  const held = (id: string, at: number) => {
    world.song(id, { bytes, etag: '"1"' })
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: at }))
  }

  it('ends the connection, frees the slot, and goes on at the byte where it stopped', async () => {
    held('a', 8192)
    held('b', 100)
    world.song('c', { bytes, etag: '"1"' })
    await run.parallel(2)
    await run.request(wished('a'), wished('b'), wished('c'))
    expect(run.started).toEqual(['job-a', 'job-b'])
    await run.say(downloadPaused({ downloadID: 'job-a' }))
    expect(world.files.seen[0]?.signal.aborted).toBe(true)
    expect(run.stored('job-c')).toBeDefined()
    expect(world.sinks.parts.get('job-a')?.bytes).toHaveLength(8192)
    await run.say(downloadResumed({ downloadID: 'job-a' }))
    await run.advance(1000)
    expect(world.files.seen.at(-1)).toMatchObject({ range: 'bytes=8192-', ifRange: '"1"' })
    expect(await run.bytes('job-a')).toEqual(bytes)
  })

  it('a paused job outlives the visit: it comes back failed and restarts where it stopped', async () => {
    held('a', 8192)
    await run.request(wished('a'))
    await run.say(downloadPaused({ downloadID: 'job-a' }))
    await run.advance(1000)
    run.die()
    const next = new Run(world)
    await next.signIn()
    expect(next.told('download.restored')[0]?.jobs).toMatchObject([{ downloadID: 'job-a', status: 'paused' }])
    await next.restart('job-a')
    expect(world.files.seen.at(-1)).toMatchObject({ range: 'bytes=8192-' })
    expect(await next.bytes('job-a')).toEqual(bytes)
  })

  it('a zip that waits asks nobody while it is paused', async () => {
    release('r', 3)
    await run.request(wished('r', 'release'))
    await run.say(downloadAllPaused({}))
    const calls = world.calls.length
    await run.advance(60_000)
    expect(world.calls.length).toBe(calls)
    await run.say(downloadAllResumed({}))
    await run.advance(60_000)
    expect(run.stored('job-r')).toBeDefined()
  })

  it('a file that is whole already reaches the browser all the same', async () => {
    world.song('a', { bytes, etag: '"1"' })
    await run.request(wished('a'))
    await run.say(downloadAllPaused({}))
    expect(await run.bytes('job-a')).toEqual(bytes)
  })
})

it('DOWNLOAD-014: who is moved to the front starts next', async () => {
  for (const id of ['a', 'b', 'c']) {
    world.song(id, { bytes, etag: '"1"' })
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 100 }))
  }
  await run.parallel(1)
  await run.request(wished('a'), wished('b'), wished('c'))
  await run.say(downloadMoved({ downloadID: 'job-c', before: 'job-b' }))
  await run.remove('job-a')
  expect(run.started).toEqual(['job-a', 'job-c'])
})

it('retry all failed fetches each of them', async () => {
  await run.request(wished('a'), wished('b'))
  expect([run.failure('job-a'), run.failure('job-b')]).toEqual(['missing', 'missing'])
  for (const id of ['a', 'b']) world.song(id, { bytes, etag: '"1"' })
  const wish = await run.say(downloadFailedRetried({}))
  await run.advance(1000)
  expect([run.stored('job-a'), run.stored('job-b')]).not.toContain(undefined)
  expect(run.facts.at(-1)?.cause).toBe(wish)
})

describe('what was downloaded before', () => {
  const done = async (id: string, restMs = 1000) => {
    world.song(id, { bytes, etag: '"1"' })
    await run.request(wished(id))
    await run.saved(`job-${id}`)
    await run.advance(restMs)
  }
  const only = settingDownloadsChosen({ choices: { onlyNew: true } })
  const asked = (...ids: string[]) => ids.map((id) => ({ ...wished(id), downloadID: `again-${id}` }))

  it('is remembered per track and format, and known in the next visit, however soon that is', async () => {
    await done('a', 0)
    run.die()
    const next = new Run(world)
    await next.signIn()
    expect(next.told('download.historyRestored')).toEqual([{ keys: ['song a wav'] }])
    expect([...next.shown.ids('downloaded')]).toEqual(['song a wav'])
  })

  it("is each player's own", async () => {
    await done('a')
    await run.signOut()
    await run.signIn('p2')
    expect([...run.shown.ids('downloaded')]).toEqual([])
  })

  it('is left out of several when only what is new is wanted, and not when it is asked for alone', async () => {
    await done('a')
    await run.say(only)
    await run.request(...asked('a', 'b'))
    expect(run.rows.map((row) => row.split(' ')[0])).toEqual(['job-a', 'again-b'])
    await run.request(...asked('a'))
    expect(run.rows.map((row) => row.split(' ')[0])).toEqual(['job-a', 'again-b', 'again-a'])
  })

  it('in another format it is new', async () => {
    await done('a')
    await run.say(only)
    await run.request(...asked('b'), { ...wished('a', 'song', 'mp3'), downloadID: 'mp3' })
    expect(run.rows).toHaveLength(3)
  })

  it('comes again when everything is wanted', async () => {
    await done('a')
    await run.request(...asked('a', 'b'))
    expect(run.rows).toHaveLength(3)
  })
})

it("a name template of one's own names the files, and the setting of before does not change", async () => {
  world.song('a', { bytes, etag: '"1"' })
  await run.say(settingDownloadsChosen({ choices: { nameTemplate: '{title} - {artist}' } }))
  await run.request(wished('a'))
  expect(run.stored('job-a')?.fileName).toBe('Title a - Artist.wav')
})

describe('station-ready WAV', () => {
  const tags = { isrc: 'GBAAA2600001', release: 'Strata', label: 'Red Barn', upc: '' }
  const wanted = settingDownloadsChosen({ choices: { stationReady: true } })

  it('is saved with its tags around the very same audio, with both hashes', async () => {
    world.song('s', { bytes, etag: '"1"' })
    await run.say(wanted)
    await run.request({ ...wished('s'), tags })
    await run.advance(1000)
    const saved = (await run.bytes('job-s')) as Uint8Array
    const fact = run.stored('job-s')
    expect(fact).toMatchObject({ sha256: sha256Hex(bytes), taggedSha256: sha256Hex(saved), bytes: saved.length })
    expect(Buffer.from(saved).includes(Buffer.from(bytes.subarray(44)))).toBe(true)
    expect(Buffer.from(saved).includes('GBAAA2600001')).toBe(true)
  })

  it('a transfer that was cut goes on at the byte of the server, not of the tagged file', async () => {
    world.song('s', { bytes, etag: '"1"' })
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { breakAt: 8192 }))
    await run.say(wanted)
    await run.request({ ...wished('s'), tags })
    await run.advance(5000)
    expect(world.files.seen.at(-1)?.range).toBe('bytes=8192-')
    expect(run.stored('job-s')?.sha256).toBe(sha256Hex(bytes))
  })

  it('goes into a picked folder just so', async () => {
    const folder = new MemoryFolder('Promo')
    world.folders.picked.set('p1', folder)
    world.song('s', { bytes, etag: '"1"' })
    await run.say(wanted)
    await run.request({ ...wished('s'), tags })
    await run.advance(1000)
    const file = folder.folders.get('Strata')?.files.get('Artist - 1 - Title s.wav')
    expect(file?.size).toBe(run.stored('job-s')?.bytes)
    expect(run.rows).toEqual(['job-s finished'])
  })

  it('is off until somebody wants it, and never touches an MP3', async () => {
    world.song('s', { bytes, etag: '"1"' })
    await run.request({ ...wished('s'), tags })
    await run.advance(1000)
    expect(await run.bytes('job-s')).toEqual(bytes)
    const other = mp3(5000)
    world.song('m', { bytes: other, etag: '"1"' })
    await run.say(wanted)
    await run.request({ ...wished('m', 'song', 'mp3'), tags })
    await run.advance(1000)
    expect(await run.bytes('job-m')).toEqual(other)
  })
})

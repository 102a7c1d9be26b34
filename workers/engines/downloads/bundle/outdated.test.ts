// A zip that the server has to build again while its job waits for a slot, or has begun to load.
import { beforeEach, describe, expect, it } from 'vitest'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { wav, wished, zip } from '#tests/support/downloadParts.ts'

let world: World
let run: Run
/** How many times the status still says that the zip is built. */
let building = 0
const content = zip(9000)
const other = zip(7000)

beforeEach(async () => {
  world = new World()
  run = new Run(world)
  building = 0
  const song = {
    trackid: 't', releaseid: 'r', ordinal: 1, title: '', artist: '', version: '', explicit: false, assettype: 'audio',
    duration: 1, available: '', impactdate: null, labels: [], genres: [], market_tags: [], coverart: '',
    candownload: true, formats: ['wav'], flagged: false, album: '', language: '', composer: '', writers: '',
    publishing: '', producer: '', isrc: '', upcnumber: '', catalognumber: '', copyrightyear: null, canadian: {},
    lyrics: '',
  } // biome-ignore format: a song has many fields
  world.api.set(
    '/releases/r',
    () =>
    Response.json({
      releaseid: 'r', title: '', artist: '', explicit: false, thumbnail: '', coverart: '', available: '',
      impactdate: null, duration: 1, trackcount: 1, labels: [], genres: [], markettags: [], trending: false,
      release_type: 'ep', candownload: true, flagged: false, archived: false, commenting_enabled: false,
      allow_sharing: false, promoinfo: '', attachments: [], songs: [song],
    }), // biome-ignore format: so has a release
  )
  world.api.set('/audio/zipper/r', () => Response.json({ id: 'z' }))
  world.api.set('/audio/zipper/r/status', () =>
    building-- > 0
      ? Response.json({ status: 'queued', progress: 0 })
      : Response.json({ status: 'done', progress: 100, zipped_url: '/zips/r', token: 'zt' }),
  )
  world.files.files.set('/api/zips/r', { bytes: content, etag: '"z"' })
  world.song('s', { bytes: wav(20_000), etag: '"1"' })
  await run.signIn()
  await run.parallel(1)
})

/** One loads and holds the slot, the zip lies ready and waits for it. */
async function zipInLine(): Promise<void> {
  world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 9000 }))
  await run.request(wished('s'), wished('r', 'release'))
  await run.advance(500)
  expect(run.rows).toEqual(['job-s loading', 'job-r waiting'])
  expect(run.shown.get('job', 'job-r')).toMatchObject({ isZipping: false, zipperReady: true })
}

const status = (code: number) => () => new Response(null, { status: code })

describe('in line', () => {
  it.each([404, 410])('one that is gone (%d) is asked for again', async (code) => {
    await zipInLine()
    world.files.faults.push(status(code))
    await run.remove('job-s')
    await run.advance(20_000)
    expect(run.failure('job-r')).toBeUndefined()
    expect(await run.bytes('job-r')).toEqual(content)
  })

  it('one that is being built again holds no slot meanwhile, however long it takes', async () => {
    for (let n = 0; n < 20; n++)
      world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 9000 + n }))
    await zipInLine()
    await run.request(wished('s2'))
    world.song('s2', { bytes: wav(5000), etag: '"2"' })
    // Its address may not be used any more by now.
    await run.advance(61_000)
    world.files.faults.length = 0
    building = 200
    await run.remove('job-s')
    await run.advance(60_000)
    expect(run.shown.get('job', 'job-r')).toMatchObject({ status: 'waiting', isZipping: true })
    expect(run.stored('job-s2')).toBeDefined()
    await run.advance(200 * 5000)
    expect(await run.bytes('job-r')).toEqual(content)
  })
})

it('one that becomes another while the line is cut comes whole, as it is then', async () => {
  world.files.faults.push((seen, file) => world.files.answer(seen, file, { breakAt: 5000 }), status(410))
  await run.request(wished('r', 'release'))
  world.files.files.set('/api/zips/r', { bytes: other, etag: '"y"' })
  building = 2
  await run.advance(60_000)
  expect(await run.bytes('job-r')).toEqual(other)
})

it('one that is never there for long fails in the end: missing', async () => {
  for (let n = 0; n < 40; n++) world.files.faults.push(status(410))
  await run.request(wished('r', 'release'))
  await run.advance(120_000)
  expect(run.failure('job-r')).toBe('missing')
  expect(world.files.seen.length).toBeLessThan(8)
  const before = world.files.seen.length
  await run.restart('job-r')
  await run.advance(120_000)
  expect(world.files.seen.length).toBeGreaterThan(before + 1)
})

it('a song that is gone is not asked for again', async () => {
  world.files.faults.push(status(410))
  await run.request(wished('s'))
  await run.advance(60_000)
  expect(run.failure('job-s')).toBe('missing')
  expect(world.files.seen).toHaveLength(1)
})

// H-622: a server that asks to be left alone for longer than a job has patience: the line waits, and no row fails for it.
import { beforeEach, describe, expect, it } from 'vitest'
import { downloadAllResumed, downloadPaused, downloadRemoved } from '#core/events/downloads.ts'
import { sessionRefreshed } from '#core/events/people/session.ts'
import { claims, Run, slowIn, World } from '#tests/support/downloadHarness.ts'
import { type Fault, wav, wished } from '#tests/support/downloadParts.ts'

const HOUR = 3_600_000
const bytes = wav(20_000)
const songs = Array.from({ length: 30 }, (_, n) => `s${n}`)
let world: World
let run: Run

const busy = (seconds: number) => () => new Response(null, { status: 429, headers: { 'retry-after': String(seconds) } })
/** Every call for a song is refused so. */
const refuse = (seconds: number) => {
  for (const song of songs) world.api.set(`/audio/${song}/token`, busy(seconds))
}
const calm = () => {
  for (const song of songs) world.song(song, { bytes, etag: '"1"' })
}
const calls = () => songs.reduce((all, song) => all + world.callsTo(`/audio/${song}/token`), 0)
const isAllStored = () => songs.every((song) => run.stored(`job-${song}`))

beforeEach(async () => {
  world = new World()
  calm()
  run = new Run(world)
  await run.signIn()
})

it('P3: one that asks for a minute when it is asked ahead has it, though a place is free before', async () => {
  const [first, second] = songs.map((song) => wished(song))
  await run.parallel(1)
  world.api.set('/audio/s1/token', busy(60))
  world.files.faults.push(slowIn(() => world)(1000))
  if (first && second) await run.request(first, second)
  await run.advance(20_000)
  expect([run.stored('job-s0') !== undefined, world.callsTo('/audio/s1/token')]).toEqual([true, 1])
  expect(run.told('download.delayed')).toEqual([{ downloadID: 'job-s1', reason: 'busy', retryInMs: 60_000 }])
  calm()
  await run.advance(30_000)
  expect(world.callsTo('/audio/s1/token')).toBe(1)
  await run.advance(20_000)
  expect(await run.bytes('job-s1')).toEqual(bytes)
})

describe('H-622: a server that asks to be left alone for long', () => {
  it('is not asked by the whole queue, one row after the other, and nothing fails', async () => {
    refuse(3600)
    await run.request(...songs.map((song) => wished(song)))
    await run.advance(HOUR - 1000)
    expect(run.told('download.failed')).toEqual([])
    const asked = calls()
    expect(asked).toBeLessThanOrEqual(6)
    expect(run.told('download.delayed')).toHaveLength(asked)
    calm()
    await run.advance(2000)
    expect(isAllStored()).toBe(true)
  })

  it('is left alone again when it asks for it again', async () => {
    refuse(1200)
    await run.request(...songs.map((song) => wished(song)))
    const asked = calls()
    await run.advance(1_201_000)
    expect(calls()).toBe(2 * asked)
    expect(run.told('download.failed')).toEqual([])
  })

  it('says so of one file alone, which fails the second time: the others came', async () => {
    world.api.set('/audio/s0/token', busy(3600))
    await run.request(...songs.map((song) => wished(song)))
    await run.advance(HOUR - 1000)
    expect(run.told('download.failed')).toEqual([])
    await run.advance(3000)
    expect(run.told('download.failed')).toMatchObject([{ downloadID: 'job-s0', reason: 'busy' }])
    expect(songs.slice(1).every((song) => run.stored(`job-${song}`))).toBe(true)
    expect(world.callsTo('/audio/s0/token')).toBe(2)
  })

  it('fails no file for it that came on in between', async () => {
    const breaks: Fault = (seen, file) => world.files.answer(seen, file, { breakAt: 8192 })
    world.files.faults.push(breaks, busy(3600), breaks, busy(3600))
    world.song('s0', { bytes, etag: '"1"' })
    await run.request(wished('s0'))
    await run.advance(3 * HOUR)
    expect(run.told('download.failed')).toEqual([])
    expect(run.told('download.delayed').filter(({ retryInMs }) => retryInMs === HOUR)).toHaveLength(2)
    expect(run.stored('job-s0')).toBeDefined()
  })

  it('is not asked sooner for a setting', async () => {
    refuse(3600)
    await run.request(...songs.map((song) => wished(song)))
    const asked = calls()
    await run.parallel(2)
    await run.advance(1000)
    expect(calls()).toBe(asked)
  })

  it('is asked sooner by a person alone: a renewed session is nothing to it', async () => {
    refuse(3600)
    await run.request(...songs.map((song) => wished(song)))
    const asked = calls()
    await run.say(sessionRefreshed({ claims: claims(), accessToken: 'a', refreshToken: 'r' }), 'session')
    await run.advance(1000)
    expect(calls()).toBe(asked)
    calm()
    await run.say(downloadAllResumed({}))
    await run.advance(1000)
    expect(isAllStored()).toBe(true)
  })

  it('is left alone for as long as the longest of its answers says', async () => {
    world.api.set('/audio/s0/token', busy(700))
    world.api.set('/audio/s1/token', busy(1400))
    await run.request(wished('s0'), wished('s1'), wished('s2'), wished('s3'), wished('s4'))
    await run.advance(1_399_000)
    expect(world.callsTo('/audio/s0/token')).toBe(1)
    await run.advance(2000)
    expect(world.callsTo('/audio/s0/token')).toBe(2)
  })

  it('is left alone for a day at most', async () => {
    refuse(999_999_999)
    await run.request(wished('s0'))
    await run.advance(24 * HOUR - 1000)
    expect(calls()).toBe(1)
    calm()
    await run.advance(2000)
    expect(run.stored('job-s0')).toBeDefined()
  })

  it('leaves files alone that are under way, and what others do with the list', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { wait: () => held }))
    await run.request(wished('s0'))
    refuse(3600)
    await run.request(wished('s1'), wished('s2'))
    await run.say([downloadPaused({ downloadID: 'job-s1' }), downloadRemoved({ downloadID: 'job-s2' })])
    letGo()
    await run.advance(1000)
    expect(run.stored('job-s0')).toBeDefined()
    await run.advance(2 * HOUR)
    expect(run.rows.slice(1)).toEqual(['job-s1 paused'])
    // Nobody waited for it any more, and whoever comes next is not kept waiting.
    calm()
    await run.request(wished('s3'))
    await run.advance(1000)
    expect(run.stored('job-s3')).toBeDefined()
  })

  it('is left alone in the middle of a file, whose bytes stay', async () => {
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { breakAt: 8192 }), busy(3600))
    await run.request(wished('s0'))
    await run.advance(2000)
    expect(run.shown.get('job', 'job-s0')).toMatchObject({ status: 'loading', receivedBytes: 8192 })
    await run.advance(HOUR)
    expect(world.files.seen.map(({ range }) => range)).toEqual([null, 'bytes=8192-', 'bytes=8192-'])
    expect(await run.bytes('job-s0')).toEqual(bytes)
  })

  it('and that ended the session meanwhile is asked again when both are over', async () => {
    refuse(1200)
    await run.request(...songs.map((song) => wished(song)))
    world.isSessionOver = true
    const asked = calls()
    await run.advance(HOUR)
    expect(calls()).toBe(asked)
    calm()
    world.isSessionOver = false
    await run.say(sessionRefreshed({ claims: claims(), accessToken: 'a', refreshToken: 'r' }), 'session')
    await run.advance(1000)
    expect(isAllStored()).toBe(true)
  })
})

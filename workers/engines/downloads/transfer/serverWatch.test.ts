// A server that goes away while files are in flight: nothing fails, one question serves all, and all go on at once.
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionRefreshed } from '#core/events/people/session.ts'
import { claims, Run, World } from '#tests/support/downloadHarness.ts'
import { wav, wished, zip } from '#tests/support/downloadParts.ts'
import { AWAY_MAX_MS } from './serverWatch.ts'

const MINUTE = 60_000
const bytes = wav(20_000)
let world: World
let run: Run

beforeEach(async () => {
  world = new World()
  run = new Run(world)
  await run.signIn()
})

const songs = ['a', 'b', 'c', 'd', 'e']
const idOf = (song: string) => `job-${song}`

/** Three files break off in the middle because the server is gone; two wait behind them. */
async function breakOff(): Promise<void> {
  for (const song of songs) world.song(song, { bytes, etag: '"1"' })
  for (let n = 0; n < 3; n++)
    world.files.faults.push((seen, file) => {
      // The last of them to be asked for still had its answer.
      world.away = n === 2
      return world.files.answer(seen, file, { breakAt: 9000 })
    })
  await run.request(...songs.map((song) => wished(song)))
  await run.advance(100)
}

const standing = () => run.shown.single('downloadServer').retryAt
const statuses = () => run.rows.map((row) => row.split(' ')[1])
const allStored = () => songs.filter((song) => run.stored(idOf(song))).length

describe('a server that goes away for a while', () => {
  it('fails nothing in ten minutes, and every file goes on where it broke off', async () => {
    await breakOff()
    expect(statuses()).toEqual(['loading', 'loading', 'loading', 'waiting', 'waiting'])
    const requests = world.files.seen.length
    await run.advance(10 * MINUTE)
    expect(run.told('download.failed')).toEqual([])
    expect(standing()).not.toBeNull()
    // P3: no job asks for itself meanwhile.
    expect(world.files.seen).toHaveLength(requests)
    world.away = false
    await run.advance(MINUTE)
    expect(allStored()).toBe(songs.length)
    expect(standing()).toBeNull()
    for (const song of songs) expect(await run.bytes(idOf(song))).toEqual(bytes)
    expect(world.files.seen.filter(({ range }) => range?.startsWith('bytes=')).length).toBeGreaterThanOrEqual(3)
  })

  it('is asked with growing pauses, by one for all, and the pause is said', async () => {
    await breakOff()
    await run.advance(5 * MINUTE)
    const pauses = world.asked.slice(1).map((at, n) => at - (world.asked[n] ?? 0))
    expect(pauses.length).toBeLessThan(20)
    for (const [n, pause] of pauses.slice(1).entries()) expect(pause).toBeGreaterThanOrEqual(pauses[n] ?? 0)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000)
    expect(run.told('download.serverLost').map(({ retryInMs }) => retryInMs)).toEqual(expect.arrayContaining(pauses))
  })

  it.each([
    ['the line comes back', () => run.online()],
    ['another call succeeds', async () => run.engine.answered()],
    [
      'the session is renewed',
      () => run.say(sessionRefreshed({ claims: claims(), accessToken: 'a', refreshToken: 'r' }), 'session'),
    ],
    ['a person asks for more', () => run.request(wished('more'))],
  ] as const)('is asked at once when %s', async (_what, happens) => {
    await breakOff()
    await run.advance(5 * MINUTE)
    world.away = false
    await happens()
    await run.advance(500)
    expect(allStored()).toBe(songs.length)
  })

  it('that stays away for longer than anybody waits fails what was in flight', async () => {
    await breakOff()
    await run.advance(AWAY_MAX_MS + MINUTE)
    expect(run.failure(idOf('a'))).toBe('network')
    expect(run.told('download.failed')).toHaveLength(3)
  })

  it('loses none of its patience while the machine is offline', async () => {
    await breakOff()
    await run.offline()
    await run.advance(60 * MINUTE)
    expect(run.told('download.failed')).toEqual([])
    world.away = false
    await run.online()
    await run.advance(1000)
    expect(allStored()).toBe(songs.length)
  })

  it('is not asked while the machine is offline, though only one file waits for it', async () => {
    world.song('s', { bytes, etag: '"1"' })
    world.files.faults.push((seen, file) => {
      world.away = true
      return world.files.answer(seen, file, { breakAt: 9000 })
    })
    await run.request(wished('s'))
    await run.advance(100)
    await run.offline()
    const asked = world.asked.length
    await run.advance(60 * MINUTE)
    expect([world.asked.length, run.told('download.failed')]).toEqual([asked, []])
  })

  it('is no longer asked once nothing waits for it', async () => {
    await breakOff()
    for (const song of songs) await run.remove(idOf(song))
    await run.advance(MINUTE)
    const asked = world.asked.length
    await run.advance(10 * MINUTE)
    expect(world.asked).toHaveLength(asked)
    expect(standing()).toBeNull()
    expect(world.clock.pending).toBeLessThan(4)
  })

  it('holds up tokens and zips in the same way', async () => {
    world.song('s', { bytes, etag: '"1"' })
    world.api.set('/releases/r', () => Response.json({ songs: [] }, { status: 200 }))
    world.files.files.set('/api/zips/r', { bytes: zip(5000), etag: '"z"' })
    world.away = true
    await run.request(wished('s'), wished('r', 'release'))
    await run.advance(10 * MINUTE)
    expect(run.told('download.failed')).toEqual([])
    const calls = world.callsTo('/audio/s/token') + world.callsTo('/releases/r')
    expect(calls).toBe(2)
    world.away = false
    await run.advance(MINUTE)
    expect(run.stored(idOf('s'))).toBeDefined()
    expect(world.callsTo('/releases/r')).toBe(2)
  })

  it('fails nothing either when it falls silent, as behind a router that drops all: a token is waited for as well', async () => {
    for (const song of songs) world.song(song, { bytes, etag: '"1"' })
    for (let n = 0; n < 2; n++)
      world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 9000 }))
    world.api.set('/audio/c/token', () => {
      world.portal = () => new Promise(() => {})
      return world.portal()
    })
    await run.request(...songs.map((song) => wished(song)))
    await run.advance(10 * MINUTE)
    expect(statuses()).toEqual(['loading', 'loading', 'waiting', 'waiting', 'waiting'])
    expect(standing()).not.toBeNull()
    world.song('c', { bytes, etag: '"1"' })
    world.portal = null
    await run.advance(MINUTE)
    expect(run.told('download.failed')).toEqual([])
    expect(allStored()).toBe(songs.length)
    for (const song of songs) expect(await run.bytes(idOf(song))).toEqual(bytes)
  })

  it('may be hidden behind a gateway that answers for it', async () => {
    world.song('s', { bytes, etag: '"1"' })
    const gateway = [502, 503, 504].map((status) => () => {
      world.away = true
      return new Response('<h1>Bad gateway</h1>', { status, headers: { 'content-type': 'text/html' } })
    })
    world.files.faults.push(...gateway)
    await run.request(wished('s'))
    for (let n = 0; n < 3; n++) {
      await run.advance(MINUTE)
      expect(standing()).not.toBeNull()
      world.away = false
      await run.advance(MINUTE)
    }
    expect(run.stored(idOf('s'))).toBeDefined()
  })
})

describe('a server that is there', () => {
  it('and refuses is taken at its word at once', async () => {
    world.song('s', { bytes, etag: '"1"' })
    world.files.faults.push(() => new Response(null, { status: 410 }))
    await run.request(wished('s'))
    await run.advance(0)
    expect(run.failure(idOf('s'))).toBe('missing')
    expect(world.asked).toEqual([])
  })

  it('and lets one file break off again and again has its tries counted', async () => {
    world.song('s', { bytes, etag: '"1"' })
    for (let n = 0; n < 6; n++) world.files.faults.push(() => Promise.reject(new TypeError('reset')))
    await run.request(wished('s'))
    await run.advance(MINUTE)
    expect(run.failure(idOf('s'))).toBe('network')
    expect(standing()).toBeNull()
  })
})

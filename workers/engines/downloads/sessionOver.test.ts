// H-620: a session that the server ended while its dialog stands there, be it for hours: nothing fails for it.
import { beforeEach, describe, expect, it } from 'vitest'
import { downloadAllResumed, downloadPaused } from '#core/events/downloads.ts'
import { sessionRefreshed } from '#core/events/people/session.ts'
import { claims, Run, World } from '#tests/support/downloadHarness.ts'
import { wav, wished } from '#tests/support/downloadParts.ts'
import { MemoryStore } from '#tests/support/journals.ts'

const HOUR = 3_600_000
const bytes = wav(20_000)
const songs = Array.from({ length: 12 }, (_, n) => `s${n}`)
const idOf = (song: string) => `job-${song}`
let world: World
let run: Run

const refused = () => Response.json({ code: 'UNAUTHORIZED', message: 'no' }, { status: 401 })
const tokenCalls = () => songs.reduce((all, song) => all + world.callsTo(`/audio/${song}/token`), 0)
const renewed = () => run.say(sessionRefreshed({ claims: claims(), accessToken: 'a', refreshToken: 'r' }), 'session')
const statuses = () => run.rows.map((row) => row.split(' ')[1])

/** From now on every call is refused. @param known the session worker was told so */
function end(known = true): void {
  world.isSessionOver = known
  for (const path of [...world.api.keys()]) world.api.set(path, refused)
}

function begin(): void {
  world.isSessionOver = false
  for (const song of songs) world.song(song, { bytes, etag: '"1"' })
}

beforeEach(async () => {
  world = new World()
  world.store = new MemoryStore()
  begin()
  run = new Run(world)
  await run.signIn()
  await run.advance(100)
})

describe('H-620: a session that the server ended', () => {
  it('leaves the queue as it is: what was refused waits, and nothing more begins', async () => {
    end()
    await run.request(...songs.map((song) => wished(song)))
    await run.advance(HOUR)
    expect(statuses()).toEqual(songs.map(() => 'waiting'))
    expect(run.told('download.failed')).toEqual([])
    // No more than could begin at once were refused, once each.
    const asked = tokenCalls()
    expect(asked).toBeLessThanOrEqual(6)
    await run.advance(5 * HOUR)
    expect(tokenCalls()).toBe(asked)
  })

  it('goes on with all of it when it is renewed', async () => {
    end()
    await run.request(...songs.map((song) => wished(song)))
    await run.advance(HOUR)
    begin()
    await renewed()
    await run.advance(1000)
    expect(songs.map((song) => run.stored(idOf(song))?.bytes)).toEqual(songs.map(() => bytes.length))
  })

  it('goes on where nobody says that it was renewed', async () => {
    end()
    await run.request(...songs.map((song) => wished(song)))
    await run.advance(HOUR)
    begin()
    await run.advance(61_000)
    expect(songs.filter((song) => run.stored(idOf(song)))).toEqual(songs)
  })

  it('refuses a file under way: it goes on where it broke off', async () => {
    world.files.faults.push(
      (seen, file) => world.files.answer(seen, file, { breakAt: 8192 }),
      () => new Response(null, { status: 401 }),
    )
    await run.request(wished('s0'))
    end()
    await run.advance(HOUR)
    expect(run.rows).toEqual(['job-s0 loading'])
    begin()
    await renewed()
    await run.advance(1000)
    expect(await run.bytes('job-s0')).toEqual(bytes)
    expect(world.files.seen.map(({ range }) => range)).toEqual([null, 'bytes=8192-', 'bytes=8192-'])
  })

  it('is no reason for zips to fail either', async () => {
    world.api.set('/releases/r', refused)
    world.api.set('/playlists/p/tracks', refused)
    world.isSessionOver = true
    await run.request(wished('r', 'release'), wished('p', 'playlist'))
    await run.advance(HOUR)
    expect(run.told('download.failed')).toEqual([])
    expect(statuses()).toEqual(['waiting', 'waiting'])
    expect([world.callsTo('/releases/r'), world.callsTo('/playlists/p/tracks')]).toEqual([1, 1])
    // With a session it is heard what the server says of them.
    for (const path of [...world.api.keys()]) world.api.delete(path)
    await renewed()
    await run.advance(1000)
    expect([run.failure('job-r'), run.failure('job-p')]).toEqual(['missing', 'missing'])
  })

  it('is found as after a reload by whoever signs in again (H-137)', async () => {
    end()
    await run.request(...songs.map((song) => wished(song)))
    await run.advance(HOUR)
    await run.signOut('expired')
    await run.advance(1000)
    begin()
    await run.signIn()
    await run.advance(5000)
    expect(statuses()).toEqual(songs.map(() => 'failed'))
    await run.say(downloadAllResumed({ interrupted: true }))
    await run.advance(1000)
    expect(songs.filter((song) => run.stored(idOf(song)))).toEqual(songs)
  })

  it('is tried again by whoever asks, and waits again', async () => {
    end()
    await run.request(...songs.map((song) => wished(song)))
    await run.advance(1000)
    const asked = tokenCalls()
    await run.say(downloadAllResumed({}))
    await run.advance(1000)
    expect(tokenCalls()).toBe(2 * asked)
    expect(run.told('download.failed')).toEqual([])
  })

  it('is not waited for by what was paused, removed or said goodbye to meanwhile', async () => {
    end()
    await run.request(...songs.slice(0, 3).map((song) => wished(song)))
    await run.advance(1000)
    await run.say(downloadPaused({ downloadID: 'job-s0' }))
    await run.remove('job-s1')
    expect(run.rows).toEqual(['job-s0 paused', 'job-s2 waiting'])
    await run.signOut()
    begin()
    await run.advance(HOUR)
    expect(run.facts.filter(({ draft }) => draft.type === 'download.started')).toEqual([])
    await run.signIn()
    await run.request(wished('s3'))
    await run.advance(1000)
    expect(run.stored('job-s3')?.bytes).toBe(bytes.length)
  })

  it('H-571: and is good again by the time it is asked about: what was refused is asked for once more', async () => {
    let refusals = 0
    // The second is the last one that a file makes do with.
    world.api.set('/audio/s0/token', () => {
      if (++refusals === 2) begin()
      return refused()
    })
    await run.request(wished('s0'))
    await run.advance(1000)
    expect(run.told('download.failed')).toEqual([])
    expect(run.stored('job-s0')?.bytes).toBe(bytes.length)
  })

  it('is told apart from a server that refuses one thing alone: that fails', async () => {
    end(false)
    await run.request(wished('s0'))
    await run.advance(1000)
    expect(run.failure('job-s0')).toBe('refused')
  })
})

it('H-620: with two tabs, whoever follows sees what waits, and goes on with it when the other is closed', async () => {
  const second = new Run(world, 'second')
  await second.signIn()
  await second.advance(4000)
  end()
  await run.request(wished('s0'), wished('s1'))
  await run.advance(1000)
  expect(second.rows).toEqual(['job-s0 waiting', 'job-s1 waiting'])
  run.die()
  await second.advance(10_000)
  expect(second.told('download.failed')).toEqual([])
  begin()
  await second.say(sessionRefreshed({ claims: claims(), accessToken: 'a', refreshToken: 'r' }), 'session')
  await second.advance(5000)
  expect([second.stored('job-s0')?.bytes, second.stored('job-s1')?.bytes]).toEqual([bytes.length, bytes.length])
})

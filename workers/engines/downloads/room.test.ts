// What becomes of the line when there is no room, or the picked folder may not be written to.
import { beforeEach, describe, expect, it } from 'vitest'
import { downloadPaused, downloadRemoved } from '#core/events/downloads.ts'
import { settingDownloadsChosen } from '#core/events/settings.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { MemoryFolder, wav, wished } from '#tests/support/downloadParts.ts'
import { Trouble } from './trouble/trouble.ts'

let world: World
let run: Run
const bytes = wav(20_000)
const ids = Array.from({ length: 40 }, (_, n) => `s${n}`)
const of = (status: string) => run.rows.filter((row) => row.endsWith(` ${status}`))

beforeEach(async () => {
  world = new World()
  run = new Run(world)
  for (const id of ids) world.song(id, { bytes, etag: '"1"' })
  await run.signIn()
})

/** The browser takes each file that is stored. */
async function saveAll(): Promise<void> {
  for (const row of of('loading')) {
    const id = row.split(' ')[0] as string
    if (run.stored(id)) await run.saved(id)
  }
}

describe('a storage that is full of files the browser has by now', () => {
  it('lets go of those that were saved a minute ago, and no download fails', async () => {
    world.sinks.disk = 3 * bytes.length
    await run.request(...ids.slice(0, 3).map((id) => wished(id)))
    await run.advance(500)
    await saveAll()
    expect(of('finished')).toHaveLength(3)
    await run.advance(61_000)
    await run.request(wished('s3'))
    await run.advance(2000)
    expect(await run.bytes('job-s3')).toEqual(bytes)
    expect(of('failed')).toEqual([])
  })

  it('waits for those that are younger, which the browser may be copying', async () => {
    world.sinks.disk = 2 * bytes.length
    await run.parallel(1)
    await run.request(...ids.slice(0, 2).map((id) => wished(id)))
    await run.advance(500)
    await saveAll()
    await run.advance(500)
    await saveAll()
    await run.request(wished('s2'))
    await run.advance(50_000)
    expect([...world.sinks.parts.keys()]).toContain('job-s0')
    await run.advance(20_000)
    expect(await run.bytes('job-s2')).toEqual(bytes)
    expect(of('failed')).toEqual([])
  })
})

describe('a storage that is full', () => {
  beforeEach(async () => {
    world.sinks.disk = 10_000
    await run.request(...ids.map((id) => wished(id)))
    await run.advance(10_000)
  })

  it('fails a few downloads, says so once, and leaves the others in line', async () => {
    expect(of('failed').length).toBeLessThanOrEqual(6)
    expect(of('waiting').length).toBeGreaterThanOrEqual(34)
    expect(run.told('download.hindered')).toEqual([{ by: 'quota' }])
    await run.advance(600_000)
    expect(of('waiting').length).toBeGreaterThanOrEqual(34)
  })

  it('begins with one more where somebody asks, and stops again where that fails', async () => {
    const failed = of('failed').length
    await run.restart(of('failed')[0]?.split(' ')[0] as string)
    await run.advance(10_000)
    expect(of('failed').length - failed).toBeLessThanOrEqual(3)
    expect(of('waiting').length).toBeGreaterThanOrEqual(30)
    expect(run.told('download.hindered')).toHaveLength(2)
  })

  it('goes on with all of them once there is room and somebody asks', async () => {
    world.sinks.disk = Number.POSITIVE_INFINITY
    await run.restart(of('failed')[0]?.split(' ')[0] as string)
    await run.advance(30_000)
    expect(of('waiting')).toEqual([])
  })

  it('goes on when bytes of it are thrown away', async () => {
    world.sinks.disk = 80_000
    for (const row of of('failed')) await run.remove(row.split(' ')[0] as string)
    await run.advance(5000)
    expect(of('loading').length).toBeGreaterThan(0)
  })
})

it('H-353: a storage that refuses everything stops the line, until it takes something again and somebody asks', async () => {
  world.sinks.refuses = true
  await run.request(...ids.map((id) => wished(id)))
  await run.advance(10_000)
  expect(of('failed').length).toBeLessThanOrEqual(6)
  expect(of('waiting').length).toBeGreaterThanOrEqual(34)
  expect(run.told('download.hindered')).toEqual([{ by: 'storage' }])
  world.sinks.refuses = false
  await run.restart(of('failed')[0]?.split(' ')[0] as string)
  await run.advance(30_000)
  expect(of('waiting')).toEqual([])
})

it('a folder that may not be written to stops the line until it may be again', async () => {
  const folder = new MemoryFolder('Music')
  await run.engine.keepFolder(folder as never)
  folder.permission = 'prompt'
  await run.request(...ids.map((id) => wished(id)))
  await run.advance(10_000)
  expect(of('waiting').length).toBeGreaterThanOrEqual(34)
  expect(run.told('download.hindered')).toEqual([{ by: 'folder' }])
  folder.permission = 'granted'
  await run.engine.keepFolder(folder as never)
  await run.advance(30_000)
  expect(of('waiting')).toEqual([])
  expect(of('finished').length).toBeGreaterThanOrEqual(34)
})

describe('a picked folder on a disk that is full', () => {
  it('stops the line, and nothing is thrown away in the browser for it', async () => {
    await run.request(wished('s0'))
    await run.advance(500)
    await saveAll()
    await run.advance(61_000)
    const folder = new MemoryFolder('Music')
    folder.room = 100
    await run.engine.keepFolder(folder as never)
    await run.request(...ids.slice(1).map((id) => wished(id)))
    await run.advance(10_000)
    expect(run.failure('job-s1')).toBe('folderFull')
    expect(of('waiting').length).toBeGreaterThanOrEqual(33)
    expect(run.told('download.hindered')).toEqual([{ by: 'folderFull' }])
    expect([...world.sinks.parts.keys()]).toContain('job-s0')
  })

  it('H-156: stops the line of files that something is added to as well', async () => {
    await run.say(settingDownloadsChosen({ choices: { stationReady: true } }))
    const folder = new MemoryFolder('Music')
    folder.room = 100
    await run.engine.keepFolder(folder as never)
    await run.request(...ids.map((id) => wished(id)))
    await run.advance(20_000)
    // Those that were fetched meanwhile fail as well.
    expect(of('failed').length).toBeLessThanOrEqual(12)
    expect(run.told('download.hindered')).toEqual([{ by: 'folderFull' }])
  })

  it('goes on in a good folder of the same name', async () => {
    const full = new MemoryFolder('Music')
    full.room = 100
    await run.engine.keepFolder(full as never)
    await run.request(...ids.map((id) => wished(id)))
    await run.advance(10_000)
    expect(of('waiting').length).toBeGreaterThanOrEqual(34)
    await run.engine.keepFolder(new MemoryFolder('Music') as never)
    await run.advance(30_000)
    expect(of('waiting')).toEqual([])
  })
})

describe('files that lie in the storage until they go into the folder', () => {
  let folder: MemoryFolder
  beforeEach(async () => {
    folder = new MemoryFolder('Music')
    world.sinks.disk = 8 * bytes.length
    await run.say(settingDownloadsChosen({ choices: { stationReady: true } }))
    await run.engine.keepFolder(folder as never)
    await run.parallel(6)
  })

  it('H-650: none fails for room that others on their way there are about to leave', async () => {
    await run.request(...ids.map((id) => wished(id)))
    await run.advance(60_000)
    expect(of('finished')).toHaveLength(40)
  })

  it('H-156: a line that stood still for room goes on when one has gone there', async () => {
    folder.beforeClose = () => new Promise((resolve) => void world.clock.setTimer(resolve, 50_000))
    await run.request(...ids.map((id) => wished(id)))
    await run.advance(49_000)
    expect([of('failed').length, of('finished').length]).toEqual([6, 0])
    await run.advance(600_000)
    expect(of('waiting')).toEqual([])
  })
})

describe('a window that holds files in its memory', () => {
  beforeEach(async () => {
    const { sinks } = world
    sinks.books = true
    const { reserve } = sinks
    sinks.reserve = (id, size) =>
      reserve.call(sinks, id, size).catch(() => {
        throw new Trouble('memoryFull', 'too much', { again: size <= sinks.disk, retryAfterMs: 30_000 })
      })
    // What the browser has is its own.
    sinks.saved = () => {}
    await run.parallel(3)
  })

  /** The browser takes each file as it comes. */
  async function takeAll(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      for (const row of of('loading')) await take(row.split(' ')[0] as string)
      await run.advance(1000)
    }
  }

  async function take(id: string): Promise<void> {
    if (!run.stored(id)) return
    await run.saved(id)
    await world.sinks.remove(id)
  }

  it('H-651: none fails for room that others leave as they are saved', async () => {
    world.sinks.disk = 2.5 * bytes.length
    await run.request(...ids.map((id) => wished(id)))
    await takeAll(600)
    expect(of('finished')).toHaveLength(40)
    expect(run.told('download.hindered')).toEqual([])
  })

  it('H-651: stops the line where nothing is saved, and goes on when something is', async () => {
    world.sinks.disk = 1.5 * bytes.length
    await run.request(wished('s0'))
    await run.advance(1000)
    await run.request(...ids.slice(1).map((id) => wished(id)))
    await run.advance(600_000)
    expect(of('failed').length).toBeLessThanOrEqual(6)
    expect(of('waiting').length).toBeGreaterThanOrEqual(33)
    expect(run.told('download.hindered')).toEqual([{ by: 'memory' }])
    const failed = of('failed').length
    await take('job-s0')
    await takeAll(1200)
    expect([of('failed').length - failed, of('waiting').length]).toEqual([0, 0])
  })

  it.each([downloadPaused, downloadRemoved])(
    'H-651: the others go on once the one that waited is wanted no more',
    async (leave) => {
      world.sinks.disk = 2 * bytes.length
      world.song('big', { bytes: wav(30_000), etag: '"1"' })
      world.song('small', { bytes: wav(5000), etag: '"1"' })
      await run.request(wished('s0'))
      await run.advance(1000)
      await run.request(wished('big'))
      await run.advance(1000)
      await run.request(wished('small'))
      await run.advance(1000)
      expect(run.stored('job-small')).toBeFalsy()
      await run.say(leave({ downloadID: 'job-big' }))
      await run.advance(1000)
      expect(run.stored('job-small')).toBeTruthy()
    },
  )

  it('fails one that is too large for it by itself at once', async () => {
    world.sinks.disk = 10_000
    await run.request(wished('s0'))
    await run.advance(1000)
    expect(run.failure('job-s0')).toBe('memory')
  })
})

it('a few that are too large do not hold up the others', async () => {
  world.sinks.disk = 50_000
  for (const id of ['s0', 's1', 's2']) world.song(id, { bytes: wav(60_000), etag: '"1"' })
  await run.parallel(1)
  await run.request(wished('s0'), wished('s9'), wished('s1'))
  await run.advance(1000)
  await saveAll()
  await run.advance(1000)
  expect([of('failed').length, of('finished').length]).toEqual([2, 1])
  expect(run.told('download.hindered')).toEqual([])
})

// Two connections that bring the halves of one file straight into the picked folder.
import { beforeEach, describe, expect, it } from 'vitest'
import { appWentOffline, appWentOnline } from '#core/events/app.ts'
import { downloadPaused, downloadResumed } from '#core/events/downloads.ts'
import { Run, slowIn, World } from '#tests/support/downloadHarness.ts'
import { MemoryFolder, reprDigest, sha256Hex, wav, wished } from '#tests/support/downloadParts.ts'
import { settle } from '#tests/support/fakeClock.ts'

let world: World
let run: Run
let folder: MemoryFolder
const bytes = wav(200_000)
const path = 'Strata/Artist - 1 - Song.wav'
const tags = { isrc: '', release: 'Strata', label: '', upc: '' }
/** A body whose chunks come one in so many ms. */
const slow = slowIn(() => world)
const ranges = () => world.files.seen.map(({ range }) => range)
const fromOf = (range: string | null | undefined) => Number(/\d+/.exec(range ?? '')?.[0])
const inFolder = async () => {
  const [sub = '', name = ''] = path.split('/')
  return new Uint8Array((await folder.folders.get(sub)?.files.get(name)?.arrayBuffer()) ?? new ArrayBuffer(0))
}
const ask = () => run.request({ ...wished('a'), title: 'Song', tags })
async function isThere(whole = bytes): Promise<void> {
  await run.advance(60_000)
  expect(run.rows).toEqual(['job-a finished'])
  expect(sha256Hex(await inFolder())).toBe(sha256Hex(whole))
  expect(folder.paths).toEqual([path])
  expect(world.sinks.parts.size).toBe(0)
  expect(world.files.open).toBe(0)
}

beforeEach(async () => {
  world = new World()
  world.pieceMin = 20_000
  run = new Run(world)
  folder = new MemoryFolder('Promo')
  world.folders.picked.set('p1', folder)
  await run.signIn()
  world.song('a', { bytes, etag: '"1"' })
})

it('each brings its half, which is written once, where it belongs', async () => {
  const written: number[] = []
  folder.beforeWrite = async () => void written.push(1)
  world.files.faults.push(slow(100), slow(100))
  await ask()
  await run.advance(200)
  expect(world.files.open).toBe(2)
  expect(fromOf(ranges()[1])).toBeGreaterThanOrEqual(bytes.length / 2)
  await isThere()
  expect(ranges()).toHaveLength(2)
  expect(written).toHaveLength(2)
})

it('a pause keeps both, and each goes on behind what there is of it', async () => {
  world.files.faults.push(slow(100), slow(100))
  await ask()
  await run.advance(1000)
  await run.say(downloadPaused({ downloadID: 'job-a' }), 'person')
  await run.advance(1000)
  expect(world.files.open).toBe(0)
  const [, second] = ranges()
  world.files.faults.push(slow(100), slow(100))
  await run.say(downloadResumed({ downloadID: 'job-a' }), 'person')
  await run.advance(300)
  const [head, tail] = ranges().slice(2).map(fromOf)
  expect(head).toBeGreaterThan(0)
  expect(tail).toBeGreaterThan(fromOf(second))
  await isThere()
})

it('a second half that breaks off is gone on with by the first', async () => {
  world.files.faults.push(slow(100), slow(100, { breakAt: 40_000 }), async () => new Response(null, { status: 404 }))
  await ask()
  await isThere()
  expect(ranges().at(-1)).toBe(`bytes=${fromOf(ranges()[1]) + 40_000}-`)
})

it('of a shorter file that is there meanwhile no byte of the longer one stays', async () => {
  const shorter = wav(60_000, 5)
  world.files.faults.push(slow(100, { holdAt: 0 }), slow(20))
  await ask()
  await run.advance(4000)
  world.song('a', { bytes: shorter, etag: '"2"' })
  await run.say(appWentOffline({}), 'platform')
  await run.say(appWentOnline({}), 'platform')
  await isThere(shorter)
})

it('bytes that agree with no digest leave nothing, and a restart brings them right', async () => {
  world.song('a', { bytes, etag: '"1"', digest: reprDigest(wav(10)) })
  world.files.faults.push(slow(100), slow(100))
  await ask()
  await run.advance(60_000)
  expect(run.failure('job-a')).toBe('digest')
  expect(folder.paths).toEqual([])
  world.song('a', { bytes, etag: '"1"' })
  await run.restart('job-a')
  await isThere()
})

it('a removed job leaves nothing of either', async () => {
  world.files.faults.push(slow(100), slow(100))
  await ask()
  await run.advance(1000)
  await run.remove('job-a')
  await run.advance(1000)
  expect(folder.paths).toEqual([])
  expect(world.files.open).toBe(0)
})

it('a removed job ends both connections at once, however long the disk takes', async () => {
  const long = wav(16_000_000)
  let go = () => {}
  folder.beforeWrite = () => new Promise<void>((resolve) => (go = resolve))
  world.song('a', { bytes: long, etag: '"1"' })
  world.files.faults.push(slow(10, { piece: 1_000_000 }), slow(1000, { piece: 1_000_000 }))
  await ask()
  await run.advance(500)
  expect(world.files.open).toBe(2)
  void run.remove('job-a')
  await settle()
  expect(world.files.open).toBe(0)
  folder.beforeWrite = async () => {}
  go()
  await run.advance(1000)
  expect(folder.paths).toEqual([])
})

it('a disk that fills up under the second half fails the job and leaves nothing', async () => {
  const strata = await folder.getDirectoryHandle('Strata', { create: true })
  strata.room = bytes.length - 1
  world.files.faults.push(slow(100), slow(20))
  await ask()
  await run.advance(60_000)
  expect(run.failure('job-a')).toBe('folderFull')
  expect(folder.paths).toEqual([])
})

describe('what lay in private storage', () => {
  it('of a second half is gone once the file begins in the folder', async () => {
    await run.engine.keepFolder(null)
    world.files.faults.push(slow(1000, { holdAt: 0 }), slow(20, { holdAt: 40_000 }))
    await ask()
    await run.advance(3000)
    expect([...world.sinks.parts.keys()]).toContain('job-a.tail')
    await run.say(downloadPaused({ downloadID: 'job-a' }), 'person')
    await run.engine.keepFolder(folder)
    world.sinks.parts.delete('job-a')
    world.files.faults.push(slow(100))
    await run.say(downloadResumed({ downloadID: 'job-a' }), 'person')
    await run.advance(50)
    expect(world.sinks.parts.size).toBe(0)
    await isThere()
  })
})

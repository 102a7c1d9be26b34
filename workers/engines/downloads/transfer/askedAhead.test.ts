// H-635: a file of which nothing is there is asked for while a place for it is opened.
import { beforeEach, describe, expect, it } from 'vitest'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { sha256Hex, wav, wished } from '#tests/support/downloadParts.ts'
import { OFFER_AFTER_MS } from './helpers.ts'

const bytes = wav(60_000)
let world: World
let run: Run
/** Opens what waits for it. */
let open: () => void

const song = (id = 'a') => {
  world.song(id, { bytes, etag: '"1"' })
  return wished(id)
}
const isRight = async () => {
  expect(run.stored('job-a')?.sha256).toBe(sha256Hex(bytes))
  expect(await run.bytes('job-a')).toEqual(bytes)
  expect(world.files.open).toBe(0)
}

beforeEach(async () => {
  world = new World()
  run = new Run(world)
  await run.signIn()
  await run.advance(1000)
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const { sinks } = world
  const opens = sinks.open.bind(sinks)
  sinks.open = async (id) => {
    await opened
    return opens(id)
  }
})

describe('H-635 while the disk opens a file', () => {
  it('its bytes are asked for, once', async () => {
    await run.request(song())
    await run.advance(100)
    expect(world.files.seen).toHaveLength(1)
    expect(run.started).toEqual([])
    open()
    await run.advance(1000)
    await isRight()
    expect(world.files.seen).toHaveLength(1)
  })

  it('one that has bytes is asked for when it is known how many', async () => {
    open()
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 20_000 }))
    await run.request(song())
    await run.advance(100)
    run.die()
    run = new Run(world)
    await run.signIn()
    await run.advance(5000)
    await run.restart('job-a')
    await run.advance(1000)
    expect(world.files.seen.map(({ range }) => range)).toEqual([null, 'bytes=20000-'])
    expect(run.stored('job-a')?.sha256).toBe(sha256Hex(bytes))
  })

  it('one that is removed meanwhile is not loaded', async () => {
    await run.request(song())
    await run.advance(100)
    await run.remove('job-a')
    await run.advance(100)
    open()
    await run.advance(1000)
    expect(world.files.open).toBe(0)
    expect(world.files.seen.map(({ signal }) => signal.aborted)).toEqual([true])
    expect(run.rows).toEqual([])
  })

  it('a connection that fell and is back is asked anew', async () => {
    await run.request(song())
    await run.advance(100)
    await run.offline()
    await run.online()
    open()
    await run.advance(1000)
    expect(world.files.seen).toHaveLength(2)
    await isRight()
    expect(run.told('download.delayed')).toEqual([])
  })

  it('an answer that was silent for too long meanwhile is asked for anew, and no try is used up', async () => {
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 0 }))
    await run.request(song())
    await run.advance(60_000)
    open()
    await run.advance(1000)
    expect(world.files.seen).toHaveLength(2)
    await isRight()
    expect(run.told('download.delayed')).toEqual([])
  })

  it('a refusal is heard once the file is open', async () => {
    world.files.faults.push(() => new Response('{}', { status: 404 }))
    await run.request(song())
    await run.advance(100)
    expect(run.failure('job-a')).toBeUndefined()
    open()
    await run.advance(1000)
    expect(run.failure('job-a')).toBe('missing')
  })

  it('a file that cannot be opened leaves no connection behind', async () => {
    world.sinks.open = () => Promise.reject(new Error('no'))
    await run.request(song())
    await run.advance(100)
    expect(world.files.open).toBe(0)
    expect(run.rows).toEqual(['job-a failed'])
  })
})

it('H-635 an idle connection helps a file as soon as its length is known', async () => {
  open()
  world.pieceMin = 10_000
  run.die()
  run = new Run(world)
  await run.signIn()
  await run.advance(2000)
  await run.needed(false)
  world.files.faults.push((seen, file) =>
    world.files.answer(seen, file, {
      wait: () => new Promise<void>((resolve) => void world.clock.setTimer(resolve, 100)),
    }),
  )
  await run.request(song())
  await run.advance(OFFER_AFTER_MS - 1)
  expect(world.files.seen).toHaveLength(2)
})

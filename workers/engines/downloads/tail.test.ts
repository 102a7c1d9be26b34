// The second half of a long file over an idle slot.
import { beforeEach, describe, expect, it } from 'vitest'
import { downloadFailed } from '#core/events/downloads.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { type Fault, reprDigest, sha256Hex, wav, wished } from '#tests/support/downloadParts.ts'

let world: World
let run: Run
const bytes = wav(200_000)
const PIECE = 20_000
/** A body whose chunks come one in so many ms. */
const slow =
  (ms: number, options = {}): Fault =>
  (seen, file) =>
    world.files.answer(seen, file, {
      ...options,
      wait: () => new Promise<void>((resolve) => void world.clock.setTimer(resolve, ms)),
    })
const ranges = () => world.files.seen.map(({ range }) => range)
const has = (id: string) => world.song(id, { bytes, etag: '"1"' })
const finished = async (id = 'job-a') => {
  await run.advance(60_000)
  expect(run.stored(id)?.sha256).toBe(sha256Hex(bytes))
  expect(await run.bytes(id)).toEqual(bytes)
}

beforeEach(async () => {
  world = new World()
  world.pieceMin = PIECE
  run = new Run(world)
  await run.signIn()
  has('a')
})

it('two connections bring one file, each its half, and it is right', async () => {
  world.files.faults.push(slow(100), slow(100))
  await run.request(wished('a'))
  await run.advance(200)
  const [first, second] = ranges()
  expect(first).toBeNull()
  const from = Number(/^bytes=(\d+)-$/.exec(second ?? '')?.[1])
  expect(from).toBeGreaterThanOrEqual(bytes.length / 2)
  expect(world.files.open).toBe(2)
  await finished()
  expect(ranges()).toHaveLength(2)
  expect(world.files.open).toBe(0)
  // Every byte was written once: the halves are saved as one file without being copied together.
  expect([...world.sinks.parts].map(([id, part]) => [id, part.bytes.length])).toEqual([
    ['job-a', from],
    ['job-a.tail', bytes.length - from],
  ])
})

it('both halves go when the job is removed, and ten minutes after it was saved', async () => {
  has('b')
  for (const id of ['a', 'b']) {
    world.files.faults.push(slow(100), slow(100))
    await run.request(wished(id))
    await finished(`job-${id}`)
  }
  expect(world.sinks.parts.size).toBe(4)
  await run.remove('job-a')
  await run.advance(0)
  expect([...world.sinks.parts.keys()]).toEqual(['job-b', 'job-b.tail'])
  await run.saved('job-b')
  await run.advance(600_000)
  expect(world.sinks.parts.size).toBe(0)
})

it('what agrees with no digest is thrown away whole', async () => {
  world.song('w', { bytes, etag: '"1"', digest: reprDigest(wav(10)) })
  world.files.faults.push(slow(100), slow(100))
  await run.request(wished('w'))
  await run.advance(60_000)
  expect(run.told('download.failed').map(({ reason }) => reason)).toEqual(['digest'])
  expect([...world.sinks.parts.values()].every((part) => part.bytes.length === 0 && !part.open)).toBe(true)
})

it('a save that failed starts again with the first half, and fetches the rest', async () => {
  world.files.faults.push(slow(100), slow(100))
  await run.request(wished('a'))
  await finished()
  const half = world.sinks.parts.get('job-a')?.bytes.length
  await run.say(downloadFailed({ downloadID: 'job-a', reason: 'save', receivedBytes: bytes.length }), 'platform')
  await run.restart('job-a')
  await finished()
  expect(ranges()[2]).toBe(`bytes=${half}-`)
})

it('it takes about half the time', async () => {
  const time = async (parallel: number): Promise<number> => {
    world.files.faults.push(slow(100), slow(100))
    await run.parallel(parallel)
    const begun = world.clock.now()
    const id = `t${parallel}`
    has(id)
    await run.request(wished(id))
    while (!run.stored(`job-${id}`)) await run.advance(100)
    world.files.faults.length = 0
    return world.clock.now() - begun
  }
  const alone = await time(1)
  expect(await time(2)).toBeLessThan(alone * 0.6)
})

it('progress counts both halves and never passes the whole', async () => {
  world.files.faults.push(slow(100), slow(100))
  await run.request(wished('a'))
  await finished()
  const counts = run.told('download.progressed').map(({ receivedBytes }) => receivedBytes)
  expect(Math.max(...counts)).toBe(bytes.length)
  expect(counts.toSorted((a, b) => a - b)).toEqual(counts)
})

describe('who waits comes first', () => {
  it('no slot helps while a job waits for one, and never are more open than may be', async () => {
    await run.parallel(2)
    for (const id of ['b', 'c']) has(id)
    for (let n = 0; n < 6; n++) world.files.faults.push(slow(100))
    await run.request(wished('a'), wished('b'), wished('c'))
    let most = 0
    for (let n = 0; n < 200; n++) {
      await run.advance(50)
      most = Math.max(most, world.files.open)
      if (run.started.length < 3) expect(ranges().filter(Boolean)).toEqual([])
    }
    expect(most).toBe(2)
    for (const id of ['a', 'b', 'c']) expect(await run.bytes(`job-${id}`)).toEqual(bytes)
  })

  it('files that are too short, or that nobody could put together, stay whole', async () => {
    world.song('short', { bytes: wav(2 * PIECE - 100), etag: '"1"' })
    world.song('plain', { bytes, etag: null })
    for (let n = 0; n < 2; n++) world.files.faults.push(slow(10))
    await run.request(wished('short'), wished('plain'))
    await run.advance(60_000)
    expect(ranges()).toEqual([null, null])
    expect(await run.bytes('job-plain')).toEqual(bytes)
  })
})

describe('P1: whatever happens to the second half, the file is right', () => {
  const faults: [string, Fault][] = [
    ['refused', () => new Response(null, { status: 401 })],
    ['busy', () => new Response(null, { status: 503 })],
    ['the whole file instead', (seen, file) => world.files.answer({ ...seen, range: null }, file)],
    [
      'another range',
      (seen, file) => {
        const answer = world.files.answer({ ...seen, range: 'bytes=1-', ifRange: '"1"' }, file)
        return answer
      },
    ],
    ['another file', (seen) => world.files.answer({ ...seen, ifRange: null }, { bytes: wav(200_000, 9), etag: '"2"' })],
    ['ended early', (seen, file) => world.files.answer(seen, file, { endAt: 5000 })],
    ['silence', (seen, file) => world.files.answer(seen, file, { holdAt: 5000 })],
    ['no answer', () => new Promise<Response>(() => {})],
  ]
  it.each(faults)('%s', async (_, fault) => {
    world.files.faults.push(slow(100), fault)
    await run.request(wished('a'))
    await finished()
    expect([...world.sinks.parts.keys()]).toEqual(['job-a'])
  })

  it('a second half that is cut goes on where it stopped, as often as it got further', async () => {
    const cut: Fault = (seen, file) => world.files.answer(seen, file, { breakAt: 8000 })
    world.files.faults.push(slow(200), ...Array.from({ length: 9 }, () => cut))
    await run.request(wished('a'))
    await finished()
    const from = Number(/\d+/.exec(ranges()[1] ?? '')?.[0])
    expect(ranges().slice(1)).toEqual(Array.from({ length: 10 }, (_, n) => `bytes=${from + 8000 * n}-`))
    expect([...world.sinks.parts.keys()]).toEqual(['job-a', 'job-a.tail'])
  })

  it('a second half that brings nothing any more is left, and the first goes on', async () => {
    const dead: Fault = () => Promise.reject(new TypeError('network error'))
    world.files.faults.push(slow(200), (seen, file) => world.files.answer(seen, file, { breakAt: 8000 }))
    for (let n = 0; n < 6; n++) world.files.faults.push(dead)
    await run.request(wished('a'))
    await finished()
    expect([...world.sinks.parts.keys()]).toEqual(['job-a'])
  })

  it('a first half that is cut goes on where it stopped and still meets the second', async () => {
    world.files.faults.push(slow(100, { breakAt: 40_000 }), slow(100))
    await run.request(wished('a'))
    await finished()
    // It asks for no byte that the other brings.
    const [, from] = /^bytes=(\d+)-$/.exec(ranges()[1] ?? '') ?? []
    expect(ranges().slice(2)).toEqual([`bytes=40000-${Number(from) - 1}`])
  })
})

it('cancelled, nothing of either half stays', async () => {
  world.files.faults.push(slow(100), slow(100))
  await run.request(wished('a'))
  await run.advance(500)
  await run.remove('job-a')
  await run.advance(100)
  expect(world.files.open).toBe(0)
  expect(world.sinks.parts.size).toBe(0)
})

it('P2: after a crash it goes on at the end of the first half, which is unbroken', async () => {
  world.files.faults.push(slow(100), slow(100))
  await run.request(wished('a'))
  await run.advance(1000)
  run.die()
  const kept = world.sinks.parts.get('job-a')?.bytes.length ?? 0
  expect(kept).toBeGreaterThan(20_000)
  run = new Run(world)
  await run.signIn()
  await run.restart('job-a')
  await run.advance(100)
  expect(ranges()[2]).toBe(`bytes=${kept}-`)
  await finished()
})

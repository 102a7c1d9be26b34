// The second half of a long file over an idle slot.
import { beforeEach, describe, expect, it } from 'vitest'
import { downloadFailed, downloadPaused, downloadResumed } from '#core/events/downloads.ts'
import { Run, slowIn, World } from '#tests/support/downloadHarness.ts'
import { type Fault, reprDigest, sha256Hex, wav, wished } from '#tests/support/downloadParts.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { Helpers, OFFER_AFTER_MS } from './helpers.ts'

let world: World
let run: Run
const bytes = wav(200_000)
const PIECE = 20_000
/** A body whose chunks come one in so many ms. */
const slow = slowIn(() => world)
const ranges = () => world.files.seen.map(({ range }) => range)
const fromOf = (range: string | null | undefined) => Number(/\d+/.exec(range ?? '')?.[0])
const kept = (part: string) => world.sinks.parts.get(part)?.bytes.length ?? 0
/** What lies on the disk of a job, both halves. */
const wholeOf = (id: string) =>
  new Uint8Array([id, `${id}.tail`].flatMap((part) => [...(world.sinks.parts.get(part)?.bytes ?? [])]))
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

it('a save that failed leaves both halves, and the restart only asks whether they still hold', async () => {
  world.files.faults.push(slow(100), slow(100))
  await run.request(wished('a'))
  await finished()
  await run.say(downloadFailed({ downloadID: 'job-a', reason: 'save', receivedBytes: bytes.length }), 'platform')
  await run.restart('job-a')
  await finished()
  expect(ranges().slice(2)).toEqual([`bytes=${bytes.length - 1}-`])
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

it('idle slots help the longest transfers, and none whose half would be too short', async () => {
  const helped: string[] = []
  const clock = new FakeClock()
  const helpers = new Helpers(clock, 10)
  const offer = (free: number) => {
    helpers.offer(free)
    return clock.advance(OFFER_AFTER_MS)
  }
  const rests: Record<string, number | null> = { short: 19, long: 60, longer: 90, whole: null, least: 20 }
  const add = (id: string) =>
    helpers.add(id, {
      rest: () => rests[id] ?? 0,
      canSplit: () => typeof rests[id] === 'number',
      split: () => {
        helped.push(id)
        rests[id] = null
      },
      giveWay: () => false,
    })
  const [gone] = Object.keys(rests).map(add)
  await offer(0)
  expect(helped).toEqual([])
  await offer(2)
  expect(helped).toEqual(['longer', 'long'])
  rests.short = 99
  gone?.()
  helpers.offer(9)
  // Before they are lent somebody else needs them.
  await offer(0)
  expect(helped).toEqual(['longer', 'long'])
  await offer(9)
  expect(helped).toEqual(['longer', 'long', 'least'])
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
  it.each(faults)('%s', async (name, fault) => {
    world.files.faults.push(slow(100), fault)
    await run.request(wished('a'))
    await finished()
    // What came of it before is gone on with.
    expect(world.sinks.parts.get('job-a.tail')?.bytes.length ?? 0).toBe(
      /ended early|silence/.test(name) ? bytes.length - fromOf(ranges()[1]) : 0,
    )
    expect(wholeOf('job-a')).toEqual(bytes)
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

  it('a second half that brings nothing any more is left, and the first goes on behind what is there', async () => {
    const dead: Fault = () => Promise.reject(new TypeError('network error'))
    world.files.faults.push(slow(200), (seen, file) => world.files.answer(seen, file, { breakAt: 8000 }))
    for (let n = 0; n < 6; n++) world.files.faults.push(dead)
    await run.request(wished('a'))
    await finished()
    expect(ranges().at(-1)).toBe(`bytes=${fromOf(ranges()[1]) + 8000}-`)
    expect(wholeOf('job-a')).toEqual(bytes)
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

describe('P2: a crash, a pause or a failure keeps both halves', () => {
  /** Loads for so long, and then the tab dies. @returns the bytes on the disk, and the byte the second half begins at */
  const crash = async (ms: number) => {
    world.files.faults.push(slow(100), slow(100))
    await run.request(wished('a'))
    await run.advance(ms)
    run.die()
    const from = ranges()[1] === undefined ? null : fromOf(ranges()[1])
    return { head: kept('job-a'), tail: kept('job-a.tail'), from }
  }
  const again = async () => {
    const asked = ranges().length
    world.files.faults.length = 0
    run = new Run(world)
    await run.signIn()
    return asked
  }

  it('both are taken up again, each over a connection of its own, and no byte comes twice', async () => {
    const { head, tail, from } = await crash(1000)
    expect(head).toBeGreaterThan(20_000)
    expect(tail).toBeGreaterThan(20_000)
    const asked = await again()
    world.files.faults.push(slow(10), slow(10))
    await run.restart('job-a')
    await run.advance(0)
    expect(run.told('download.started').map(({ resumedAt }) => resumedAt)).toEqual([head + tail])
    await finished()
    expect(ranges().slice(asked)).toEqual([`bytes=${head}-${(from ?? 0) - 1}`, `bytes=${(from ?? 0) + tail}-`])
    expect(wholeOf('job-a')).toEqual(bytes)
  })

  it('DOWNLOAD-018: the row says how much of both there is, whatever the journal last heard', async () => {
    for (const ms of [200, 300, 1000]) {
      world = new World()
      world.pieceMin = PIECE
      run = new Run(world)
      await run.signIn()
      has('a')
      const { head, tail } = await crash(ms)
      await again()
      const [restored] = run.told('download.restored').flatMap(({ jobs }) => jobs)
      expect(restored?.receivedBytes, `after ${ms} ms`).toBe(head + tail)
    }
  })

  it('with no slot to spare the first comes to its end, and then what is missing of the second', async () => {
    const { head, tail, from } = await crash(1000)
    const asked = await again()
    await run.parallel(1)
    await run.restart('job-a')
    await finished()
    expect(ranges().slice(asked)).toEqual([`bytes=${head}-${(from ?? 0) - 1}`, `bytes=${(from ?? 0) + tail}-`])
    expect(wholeOf('job-a')).toEqual(bytes)
  })

  it('whenever the crash comes, at most a second of what came is fetched again', { tags: ['long'] }, async () => {
    const rate = (2 * 4096) / 0.1
    for (const ms of [0, 100, 200, 300, 900, 1900, 2500]) {
      world = new World()
      world.pieceMin = PIECE
      run = new Run(world)
      await run.signIn()
      has('a')
      const { head, tail, from } = await crash(ms)
      // Where it begins was written down before its first byte.
      if (tail > 0) expect(world.journal.records.get('p1')?.[0]?.known?.tail).toBe(from)
      await again()
      await run.restart('job-a')
      await run.advance(0)
      const resumed = run.told('download.started')[0]?.resumedAt ?? 0
      expect(head + tail - resumed, `after ${ms} ms`).toBeLessThanOrEqual(rate)
      await run.advance(5000)
      expect(run.stored('job-a')?.sha256).toBe(sha256Hex(bytes))
      expect(wholeOf('job-a')).toEqual(bytes)
    }
  })

  it('a pause goes on with both', async () => {
    world.files.faults.push(slow(100), slow(100))
    await run.request(wished('a'))
    await run.advance(1000)
    await run.say(downloadPaused({ downloadID: 'job-a' }))
    const [head, tail, from] = [kept('job-a'), kept('job-a.tail'), fromOf(ranges()[1])]
    expect(tail).toBeGreaterThan(20_000)
    await run.say(downloadResumed({ downloadID: 'job-a' }))
    // Bytes that come at once need no time, but turns.
    while (!run.stored('job-a')) await run.advance(100)
    await finished()
    expect(ranges().slice(2)).toEqual([`bytes=${head}-${from - 1}`, `bytes=${from + tail}-`])
  })

  it('another file on the server meanwhile, and nothing of either is used', async () => {
    await crash(1000)
    await again()
    const other = wav(200_000, 9)
    world.song('a', { bytes: other, etag: '"2"' })
    await run.restart('job-a')
    await run.advance(60_000)
    expect(run.stored('job-a')?.sha256).toBe(sha256Hex(other))
    expect(await run.bytes('job-a')).toEqual(other)
  })

  it('a second half nobody knows the beginning of is not used, and does not stay', async () => {
    world.sinks.put('job-a.tail', wav(9000, 4))
    world.files.faults.push(slow(100), slow(100))
    await run.request(wished('a'))
    await finished()
    expect(wholeOf('job-a')).toEqual(bytes)
  })

  it('the second half gone meanwhile, the first goes on alone', async () => {
    const { head } = await crash(1000)
    world.sinks.parts.delete('job-a.tail')
    const asked = await again()
    await run.parallel(1)
    await run.restart('job-a')
    await finished()
    expect(ranges().slice(asked)).toEqual([`bytes=${head}-`])
  })
})

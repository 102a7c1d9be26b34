// D-124: connections that nobody else needs are lent to halves of files, and come back at once.
import { beforeEach, describe, expect, it } from 'vitest'
import { numbers } from '#tests/bench/events/downloadMix.ts'
import { Run, slowIn, World } from '#tests/support/downloadHarness.ts'
import { sha256Hex, wav, wished } from '#tests/support/downloadParts.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { Helpers, OFFER_AFTER_MS } from './helpers.ts'

let world: World
let run: Run
const bytes = wav(200_000)
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
/** A body whose chunks come one in so many ms. */
const oneIn = slowIn(() => world)
const slow = oneIn(100)
const lent = () => run.advance(OFFER_AFTER_MS)
const ranges = () => world.files.seen.map(({ range }) => range)
const kept = (part: string) => world.sinks.parts.get(part)?.bytes.length ?? 0
async function begin(...ids: string[]): Promise<void> {
  for (const id of ids) world.song(id, { bytes, etag: '"1"' })
  await run.request(...ids.map((id) => wished(id)))
  await run.advance(300)
}
async function allRight(...ids: string[]): Promise<void> {
  await run.advance(120_000)
  for (const id of ids) {
    expect(run.stored(`job-${id}`)?.sha256, id).toBe(sha256Hex(bytes))
    expect(await run.bytes(`job-${id}`), id).toEqual(bytes)
  }
  expect(world.files.open).toBe(0)
}

beforeEach(async () => {
  world = new World()
  world.pieceMin = 20_000
  run = new Run(world)
  await run.signIn()
  // By then it would have heard of other tabs.
  await run.advance(1000)
  for (let n = 0; n < 200; n++) world.files.faults.push(slow)
})

it('three files load over six connections while nobody needs one, though others wait', async () => {
  await run.parallel(3)
  await run.needed(false)
  await begin(...names)
  expect(world.files.open).toBe(6)
  expect(run.started).toHaveLength(3)
  let most = 0
  while (!names.every((id) => run.stored(`job-${id}`))) {
    await run.advance(50)
    most = Math.max(most, world.files.open)
  }
  expect(most).toBe(6)
  await allRight(...names)
})

it('H-635 a file is helped of which four megabytes are missing, as an MP3 is', async () => {
  world.pieceMin = null
  run.die()
  run = new Run(world)
  await run.signIn()
  await run.advance(2000)
  await run.parallel(3)
  await run.needed(false)
  for (const [id, length] of [
    ['a', 4_200_000],
    ['b', 4_190_000],
  ] as const) {
    world.song(id, { bytes: wav(length), etag: '"1"' })
    await run.request(wished(id))
  }
  await run.advance(50)
  expect(world.files.seen.map(({ path, range }) => [path.at(11), range])).toEqual([
    ['a', null],
    ['a', 'bytes=2359296-'],
    ['b', null],
  ])
})

it('one that is needed is taken back from the file that has two, though another began before it', async () => {
  // Nobody can help it: its bytes have no name.
  world.song('plain', { bytes, etag: null })
  await run.parallel(3)
  await run.needed(false)
  world.files.faults.splice(0, 2, oneIn(5000), oneIn(5000))
  await run.request(wished('plain'))
  await begin('a')
  await lent()
  expect(world.files.open).toBe(3)
  await run.parallel(2)
  await run.needed(true)
  expect(world.files.open).toBe(2)
})

it('nothing is lent before the page said that it needs nothing', async () => {
  await run.parallel(3)
  await begin(...names)
  expect(world.files.open).toBe(3)
})

it('they come back at once when music plays or a list loads, and no byte is asked for twice', async () => {
  await run.parallel(1)
  await run.needed(false)
  await begin('a')
  await run.advance(300)
  expect(world.files.open).toBe(2)
  const tail = kept('job-a.tail')
  expect(tail).toBeGreaterThan(0)
  const from = Number(/\d+/.exec(ranges()[1] ?? '')?.[0])
  await run.needed(true)
  expect(world.files.open).toBe(1)
  await run.advance(1000)
  expect(kept('job-a.tail')).toBe(tail)
  await run.needed(false)
  await lent()
  expect(ranges().slice(2)).toEqual([`bytes=${from + tail}-`])
  await allRight('a')
  expect(ranges()).toHaveLength(3)
})

it('a half that is not taken up again is gone on with by the first', async () => {
  await run.parallel(1)
  await run.needed(false)
  await begin('a')
  await run.needed(true)
  const there = kept('job-a.tail')
  const from = Number(/\d+/.exec(ranges()[1] ?? '')?.[0])
  await allRight('a')
  expect(ranges().slice(2)).toEqual([`bytes=${from + there}-`])
})

it('one that gives way before it was answered begins anew where the half is then', async () => {
  world.files.faults.splice(0, 2, slow, async () => new Promise<Response>(() => {}))
  await run.parallel(1)
  await run.needed(false)
  await begin('a')
  await run.needed(true)
  await run.advance(500)
  await run.needed(false)
  await lent()
  const [first, second] = ranges()
    .slice(1)
    .map((range) => Number(/\d+/.exec(range ?? '')?.[0]))
  expect(second).toBeGreaterThan(first as number)
  await allRight('a')
})

it('whoever uses the page has them too, until the use ends', async () => {
  await run.parallel(1)
  await run.needed(false)
  await begin('a')
  run.engine.inUse(1000, 0)
  await run.advance(0)
  expect(world.files.open).toBe(1)
  await run.advance(999)
  expect(world.files.open).toBe(1)
  await run.advance(1)
  await lent()
  expect(world.files.open).toBe(2)
  await allRight('a')
})

it('nobody is helped between jobs that are removed one after the other', async () => {
  const six = names.slice(0, 6)
  await run.parallel(6)
  await begin(...six)
  expect(ranges()).toHaveLength(6)
  for (const id of six) await run.remove(`job-${id}`)
  await run.advance(5000)
  expect(ranges()).toHaveLength(6)
  expect(world.files.open).toBe(0)
})

it('a file that waits comes before the half of another', async () => {
  await run.parallel(2)
  await begin('a')
  expect(world.files.open).toBe(2)
  await begin('b')
  expect(run.started).toHaveLength(2)
  expect(world.files.open).toBe(2)
  await allRight('a', 'b')
})

it('a server that asked for patience gets the lent ones back', async () => {
  await run.parallel(2)
  await run.needed(false)
  await begin('a')
  expect(world.files.open).toBe(2)
  world.files.faults.unshift(async () => new Response(null, { status: 503, headers: { 'Retry-After': '20' } }))
  await begin('b')
  expect(world.files.open).toBe(1)
  await allRight('a', 'b')
})

it('a server that refuses what is lent is asked for no other half for as long as it said (H-112)', async () => {
  await run.parallel(3)
  await run.needed(false)
  const times: number[] = []
  world.files.faults.fill((seen, file) => {
    if (!seen.range) return oneIn(600)(seen, file)
    times.push(world.clock.now())
    return new Response(null, { status: 503, headers: { 'Retry-After': '90' } })
  })
  await begin(...names)
  expect(times).toHaveLength(3)
  await run.advance(89_000)
  expect(names.filter((id) => run.stored(`job-${id}`)).length).toBeGreaterThan(3)
  expect(times).toHaveLength(3)
  await run.advance(1000)
  world.files.faults.fill(slow)
  await begin('i')
  expect(ranges().filter(Boolean).length).toBeGreaterThan(3)
  await allRight(...names, 'i')
})

it('need that comes and goes at once, again and again, costs none for good', async () => {
  await run.parallel(1)
  await run.needed(false)
  await begin('a')
  for (let n = 0; n < 8; n++) {
    run.engine.needed(true)
    run.engine.needed(false)
    await run.advance(0)
  }
  await lent()
  expect(world.files.open).toBe(2)
  await allRight('a')
})

it('the transfer with the least to come gives way first', () => {
  const helpers = new Helpers(new FakeClock(), 10)
  const gave: string[] = []
  const add = (id: string, rest: number, helped = true) =>
    helpers.add(id, {
      rest: () => rest,
      canSplit: () => false,
      split: () => {},
      giveWay() {
        if (helped) gave.push(id)
        return helped
      },
    })
  add('long', 90)
  add('short', 30)
  add('alone', 10, false)
  helpers.giveWay(0)
  expect(gave).toEqual([])
  helpers.giveWay(1)
  expect(gave).toEqual(['short'])
})

it.each(['long', 'short'])(
  'of helped files the one with the least to come gives its connection back, where the %s one began first',
  async (first) => {
    const sizes: Record<string, number> = { long: 400_000, short: 100_000 }
    for (const [id, size] of Object.entries(sizes)) world.song(id, { bytes: wav(size), etag: '"1"' })
    for (const id of ['c', 'd', 'e']) world.song(id, { bytes, etag: '"1"' })
    await run.parallel(5)
    await run.needed(false)
    await run.request(
      ...Object.keys(sizes)
        .toSorted((a, b) => Number(b === first) - Number(a === first))
        .map((id) => wished(id)),
    )
    await run.advance(300)
    expect(ranges().filter(Boolean)).toHaveLength(2)
    await run.request(wished('c'), wished('d'), wished('e'))
    await run.advance(0)
    const ended = world.files.seen.filter(({ signal }) => signal?.aborted).map(({ path }) => path)
    expect(ended).toEqual([expect.stringContaining('short')])
  },
)

it('comes and goes as it may, every file is right', async () => {
  const next = numbers(7)
  await run.parallel(3)
  await begin(...names)
  for (let n = 0; n < 400 && !names.every((id) => run.stored(`job-${id}`)); n++) {
    if (next() < 0.3) await run.needed(next() < 0.5)
    if (next() < 0.05) run.engine.inUse(300, 0)
    await run.advance(Math.floor(next() * 150))
    expect(world.files.open).toBeLessThanOrEqual(6)
  }
  await run.needed(false)
  await allRight(...names)
})

describe('of several tabs', () => {
  let other: Run
  beforeEach(async () => {
    await run.parallel(1)
    await run.needed(false)
    other = new Run(world, 'other')
    await other.signIn()
    await other.needed(false)
    await begin('a')
    expect(world.files.open).toBe(2)
  })

  it('the one that downloads gives way to the others as to itself', async () => {
    await other.needed(true)
    await run.advance(0)
    expect(world.files.open).toBe(1)
    await other.needed(false)
    await lent()
    expect(world.files.open).toBe(2)
  })

  it('a tab that is opened needs them until it says otherwise', async () => {
    const third = new Run(world, 'third')
    await third.signIn()
    await run.advance(0)
    expect(world.files.open).toBe(1)
    await third.needed(false)
    await lent()
    expect(world.files.open).toBe(2)
  })

  it('whoever takes the downloads over learns what the others need', async () => {
    const third = new Run(world, 'third')
    await third.signIn()
    await allRight('a')
    world.files.faults.splice(0, Number.POSITIVE_INFINITY, ...Array.from({ length: 9 }, () => oneIn(2000)))
    await begin('b')
    await run.saved('job-a')
    await other.parallel(1)
    run.die()
    // Connections of the dead tab stay open in this world.
    const before = world.files.seen.length
    const ofB = () =>
      world.files.seen
        .slice(before)
        .filter(({ path }) => path.includes('/b/'))
        .map(({ range }) => range)
    await other.advance(5000)
    expect(ofB()).toEqual([null])
    await third.needed(false)
    await other.advance(OFFER_AFTER_MS)
    expect(ofB()).toEqual([null, expect.stringMatching(/^bytes=/)])
  })

  it('one that ends its session needs nothing any more', async () => {
    await other.needed(true)
    await run.advance(0)
    await other.signOut('expired')
    await lent()
    expect(world.files.open).toBe(2)
  })

  it('one that is gone without a word is forgotten after half a minute, one that lives is not', async () => {
    await allRight('a')
    world.files.faults.splice(0, Number.POSITIVE_INFINITY, oneIn(8000), oneIn(8000))
    await other.needed(true)
    await begin('b')
    await run.advance(40_000)
    expect(world.files.open).toBe(1)
    other.freeze()
    await run.advance(30_000)
    expect(world.files.open).toBe(2)
  })
})

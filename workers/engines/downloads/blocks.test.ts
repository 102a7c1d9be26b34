// Blocks of a file that are held against the server's as they come: a bad one is fetched alone.
import { beforeEach, describe, expect, it } from 'vitest'
import { BLOCK_BYTES } from '#core/model/catalogue/media.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import {
  type Fault,
  MemoryFolder,
  reprDigest,
  type Served,
  sha256Hex,
  wav,
  wished,
} from '#tests/support/downloadParts.ts'
import { settle } from '#tests/support/fakeClock.ts'

const bytes = wav(20 * BLOCK_BYTES + 1234)
const PIECE = 786_432
let world: World
let run: Run
/** How many bytes of parts were read, in all. */
let readBack: number

function listOf(of: Uint8Array, etag = '"1"', length = of.length) {
  const digests = Array.from({ length: Math.ceil(of.length / BLOCK_BYTES) }, (_, n) =>
    Buffer.from(sha256Hex(of.subarray(n * BLOCK_BYTES, (n + 1) * BLOCK_BYTES)), 'hex'),
  )
  const sha256 = Buffer.concat(digests).toString('base64')
  return { data: { etag, bytes: length, blockbytes: BLOCK_BYTES, sha256 } }
}
const lists = (body: unknown, status = 200) => world.api.set('/audio/s/blocks', () => Response.json(body, { status }))
const ranges = () => world.files.seen.map(({ range }) => range)
/** What is announced of the right file. */
const said = (file: Served) => (file.digest === undefined ? reprDigest(file.bytes) : file.digest)
/** The right answer with bytes that were spoilt on their way, at these places of the file. */
const spoilt =
  (...places: number[]): Fault =>
  (seen, file) => {
    const wrong = file.bytes.slice()
    for (const place of places) wrong[place] = (wrong[place] as number) ^ 0xff
    return world.files.answer(seen, { ...file, bytes: wrong, digest: said(file) }, { piece: PIECE })
  }
const plain: Fault = (seen, file) => world.files.answer(seen, file, { piece: PIECE })
const faults = (...list: Fault[]) => world.files.faults.push(...list)

async function download(): Promise<void> {
  await run.request(wished('s'))
  for (let n = 0; n < 60 && !run.stored('job-s') && !run.failure('job-s'); n++) await run.advance(1000)
}
async function whole(): Promise<void> {
  expect(run.failure('job-s')).toBeUndefined()
  expect(run.stored('job-s')).toMatchObject({ bytes: bytes.length, sha256: sha256Hex(bytes) })
  expect(Buffer.compare((await run.bytes('job-s')) as Uint8Array, bytes)).toBe(0)
}

beforeEach(async () => {
  world = new World()
  readBack = 0
  const { hashing } = world
  world.hashing = { ...hashing, ofPart: async (part, breathe) => {
    readBack += part.size
    return hashing.ofPart(part, breathe)
  } } // biome-ignore format: short
  run = new Run(world)
  await run.signIn()
  world.song('s', { bytes, etag: '"1"' })
  lists(listOf(bytes))
})

describe('a file whose blocks the server knows', () => {
  it('is right without being read back', async () => {
    faults(plain)
    await download()
    await whole()
    expect(readBack).toBe(0)
    expect(ranges()).toEqual([null])
  })

  it('has a bad block fetched alone, on the condition that the file is the same', async () => {
    faults(spoilt(3 * BLOCK_BYTES + 7))
    await download()
    await whole()
    expect(ranges()).toEqual([null, `bytes=${3 * BLOCK_BYTES}-${4 * BLOCK_BYTES - 1}`])
    expect(world.files.seen[1]?.ifRange).toBe('"1"')
    expect(readBack).toBe(0)
  })

  it('has its first and its last block fetched alone as well', async () => {
    faults(spoilt(50, bytes.length - 1))
    await download()
    await whole()
    expect(ranges()).toEqual([null, `bytes=0-${BLOCK_BYTES - 1}`, `bytes=${20 * BLOCK_BYTES}-${bytes.length - 1}`])
  })

  it('has a block that is bad again fetched with the whole file', async () => {
    faults(spoilt(3 * BLOCK_BYTES), spoilt(3 * BLOCK_BYTES), plain)
    await download()
    await whole()
    expect(ranges()).toEqual([null, `bytes=${3 * BLOCK_BYTES}-${4 * BLOCK_BYTES - 1}`, null])
  })

  it('is fetched anew where very many are bad', async () => {
    faults(spoilt(...Array.from({ length: 20 }, (_, n) => n * BLOCK_BYTES)), plain)
    await download()
    await whole()
    expect(ranges()).toEqual([null, null])
  })

  it('fails where it comes wrong twice', async () => {
    const bad = spoilt(...Array.from({ length: 20 }, (_, n) => n * BLOCK_BYTES))
    faults(bad, bad)
    await download()
    expect(run.failure('job-s')).toBe('digest')
  })

  it('is right where the list of its blocks is what is wrong, and is read back once', async () => {
    lists(listOf(wav(20 * BLOCK_BYTES + 1234, 2)))
    faults(plain)
    await download()
    await whole()
    expect([readBack, ranges()]).toEqual([bytes.length, [null]])
  })

  it('fails though nothing is said of the whole', async () => {
    world.song('s', { bytes, etag: '"1"', digest: null })
    const bad = spoilt(...Array.from({ length: 20 }, (_, n) => n * BLOCK_BYTES))
    faults(bad, bad)
    await download()
    expect(run.failure('job-s')).toBe('digest')
  })

  it('goes on asking for a bad block when the line breaks', async () => {
    faults(spoilt(3 * BLOCK_BYTES), (seen, file) => world.files.answer(seen, file, { breakAt: 1000, piece: PIECE }))
    await download()
    await whole()
    expect(ranges().filter((range) => range === `bytes=${3 * BLOCK_BYTES}-${4 * BLOCK_BYTES - 1}`)).toHaveLength(2)
  })

  it('takes no whole file for a block', async () => {
    faults(spoilt(3 * BLOCK_BYTES), ({ signal }, file) => new Response(world.files.body(file.bytes, signal), { headers: { ETag: '"1"', 'Content-Length': String(file.bytes.length) } }), plain) // biome-ignore format: one line
    await download()
    await whole()
    expect(ranges()).toEqual([null, `bytes=${3 * BLOCK_BYTES}-${4 * BLOCK_BYTES - 1}`, null])
  })

  it('has what an earlier try left read back, block by block', async () => {
    faults((seen, file) => world.files.answer(seen, file, { breakAt: 5 * BLOCK_BYTES + 100, piece: PIECE }), plain)
    await download()
    await whole()
    expect(readBack).toBe(0)
    expect(ranges()[1]).toBe(`bytes=${5 * BLOCK_BYTES + 100}-`)
  })

  it('has a block mended that was spoilt on the disk of an earlier visit', async () => {
    faults((seen, file) => world.files.answer(seen, file, { holdAt: 6 * BLOCK_BYTES, piece: PIECE }), plain)
    await run.request(wished('s'))
    await run.advance(3000)
    run.die()
    const held = world.sinks.parts.get('job-s')
    expect(held?.bytes.length).toBe(6 * BLOCK_BYTES)
    if (held) held.bytes[2 * BLOCK_BYTES + 9] = (held.bytes[2 * BLOCK_BYTES + 9] as number) ^ 1
    run = new Run(world)
    await run.signIn()
    await run.advance(1000)
    await run.restart('job-s')
    for (let n = 0; n < 60 && !run.stored('job-s'); n++) await run.advance(1000)
    await whole()
    expect(ranges()).toEqual([null, `bytes=${6 * BLOCK_BYTES}-`, `bytes=${2 * BLOCK_BYTES}-${3 * BLOCK_BYTES - 1}`])
  })
})

describe('a file in two halves', () => {
  it('is split where a block begins, and each half is held against its blocks', async () => {
    world.pieceMin = BLOCK_BYTES
    run.die()
    run = new Run(world)
    await run.signIn()
    await run.advance(1000)
    await run.parallel(1)
    await run.needed(false)
    const slow = (...places: number[]): Fault => (seen, file) => {
      const wrong = file.bytes.slice()
      for (const place of places) wrong[place] = (wrong[place] as number) ^ 0xff
      const wait = () => new Promise<void>((resolve) => void world.clock.setTimer(resolve, 100))
      return world.files.answer(seen, { ...file, bytes: wrong, digest: said(file) }, { piece: 100_000, wait })
    } // biome-ignore format: short
    faults(slow(BLOCK_BYTES), slow(19 * BLOCK_BYTES))
    await download()
    expect(run.failure('job-s')).toBeUndefined()
    expect(Buffer.compare((await run.bytes('job-s')) as Uint8Array, bytes)).toBe(0)
    const from = Number(/\d+/.exec(ranges()[1] ?? '')?.[0])
    expect([from > 0, from % BLOCK_BYTES]).toEqual([true, 0])
    expect(ranges().slice(2)).toEqual([`bytes=${BLOCK_BYTES}-${2 * BLOCK_BYTES - 1}`, `bytes=${19 * BLOCK_BYTES}-${20 * BLOCK_BYTES - 1}`]) // biome-ignore format: one line
    expect(readBack).toBe(0)
  })
})

describe('a file in the picked folder', () => {
  it('has a bad block written over before it is closed', async () => {
    run.die()
    const folder = new MemoryFolder('Promo')
    world.folders.picked.set('p1', folder)
    run = new Run(world)
    await run.signIn()
    await settle()
    faults(spoilt(3 * BLOCK_BYTES + 7))
    await download()
    expect(run.failure('job-s')).toBeUndefined()
    const [path] = folder.paths
    const kept = [...folder.files.values(), ...[...folder.folders.values()].flatMap((one) => [...one.files.values()])]
    expect(path).toMatch(/\.wav$/)
    expect(Buffer.compare(new Uint8Array((await kept[0]?.arrayBuffer()) as ArrayBuffer), bytes)).toBe(0)
    expect(ranges()[1]).toBe(`bytes=${3 * BLOCK_BYTES}-${4 * BLOCK_BYTES - 1}`)
    expect(readBack).toBe(0)
  })
})

describe('where nothing is known of blocks, the whole is checked as ever', () => {
  const cases: [string, () => void][] = [
    ['no such call', () => world.api.delete('/audio/s/blocks')],
    ['an error', () => lists({ code: 'X' }, 500)],
    ['no sense', () => lists({ data: { etag: 4 } })],
    ['another file', () => lists(listOf(bytes, '"2"'))],
    ['another length', () => lists(listOf(bytes, '"1"', 7))],
    ['too few of them', () => lists(listOf(bytes.subarray(0, 1_000_000), '"1"', bytes.length))],
    ['no answer', () => world.api.set('/audio/s/blocks', () => new Promise<Response>(() => {}))],
  ]
  it.each(cases)('%s', async (_, prepare) => {
    prepare()
    faults(plain)
    await download()
    await whole()
    expect(readBack).toBe(bytes.length)
  })

  const NO_CALL = '{"code":"NOT_FOUND","message":"no"}'
  it.each([
    [404, NO_CALL],
    [405, NO_CALL],
    [404, '<pre>Cannot GET /blocks</pre>'],
  ])('a server that has no such call (%d) is asked once, one that has it for every file: %s', async (status, body) => {
    for (const id of ['s', 't', 'u']) world.song(id, { bytes, etag: '"1"' })
    world.api.set('/audio/s/blocks', () => new Response(body, { status }))
    faults(plain, plain, plain)
    for (const id of ['s', 't', 'u']) {
      await run.request(wished(id))
      await run.advance(2000)
    }
    expect(world.calls.filter(({ path }) => path.endsWith('/blocks')).map(({ path }) => path)).toEqual(['/audio/s/blocks']) // biome-ignore format: one line
  })

  it('a short file is not worth a call', async () => {
    const short = wav(100_000)
    world.song('s', { bytes: short, etag: '"1"' })
    await download()
    expect(run.stored('job-s')?.sha256).toBe(sha256Hex(short))
    expect(world.callsTo('/audio/s/blocks')).toBe(0)
  })
})

describe('the file that follows', () => {
  const follow = async (n: number) => {
    await run.parallel(1)
    world.song('t', { bytes: wav(5000), etag: '"2"' })
    await run.request(wished('s'), wished('t'))
    for (let at = 0; at < n; at++) await run.advance(1000)
  }

  it('begins when the last byte came, while blocks are still held against the list', async () => {
    let answer = (_: Response) => {}
    world.api.set('/audio/s/blocks', () => new Promise<Response>((done) => {
      answer = done
    })) // biome-ignore format: short
    faults(plain)
    await follow(3)
    expect([run.stored('job-s'), run.started.length]).toEqual([undefined, 2])
    answer(Response.json(listOf(bytes)))
    await run.advance(1000)
    await whole()
    expect(run.stored('job-t')).toBeDefined()
  })

  it('has its address when its turn comes', async () => {
    faults((seen, file) =>
      world.files.answer(seen, file, {
        piece: PIECE,
        wait: () => new Promise<void>((done) => void world.clock.setTimer(done, 1000)),
      }),
    )
    const asked = () => [world.callsTo('/audio/t/token'), run.started.length]
    await follow(0)
    while (asked()[0] === 0) {
      expect(run.stored('job-s')).toBeUndefined()
      await run.advance(500)
    }
    expect(asked()).toEqual([1, 1])
    await run.advance(20_000)
    await whole()
    expect(run.stored('job-t')).toBeDefined()
    expect(asked()).toEqual([1, 2])
  })

  it('is asked for its address once, however that ends, and a server that is busy is left in peace', async () => {
    world.api.set('/audio/t/token', () => Response.json({ code: 'BUSY', message: '' }, { status: 503 }))
    await run.parallel(3)
    for (const id of ['t', 'u', 'v', 'w']) world.song(id, { bytes: wav(5000), etag: '"2"' })
    const slow: Fault = (seen, file) =>
      world.files.answer(seen, file, {
        piece: PIECE,
        wait: () => new Promise<void>((done) => void world.clock.setTimer(done, 1000)),
      })
    for (const id of ['a', 'b']) world.song(id, { bytes, etag: '"1"' })
    faults(slow, slow, slow)
    await run.request(wished('s'), wished('a'), wished('b'), wished('t'), wished('u'), wished('v'), wished('w'))
    while (!run.stored('job-s')) {
      await run.advance(250)
      if (run.started.length === 3) expect(world.callsTo('/audio/t/token')).toBeLessThanOrEqual(1)
    }
    expect(world.callsTo('/audio/t/token')).toBeGreaterThan(0)
  })
})

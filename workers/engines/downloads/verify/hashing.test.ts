import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MemorySinks, nodeHasher, sha256Hex } from '#tests/support/downloadParts.ts'
import { type Digest, platformDigest, readBackHashing, runningHashing } from './hashing.ts'

const bytes = (length: number, seed = 1) => new Uint8Array(length).map((_, index) => (index * seed) % 251)

async function partOf(content: Uint8Array<ArrayBuffer>) {
  const sinks = new MemorySinks()
  sinks.put('a', content)
  return sinks.open('a')
}

const still = async () => {}

describe('read back', () => {
  it('hashes short files at once and long ones while they arrive', async () => {
    const seen: number[] = []
    const digest: Digest = (all) => {
      seen.push(all.length)
      return platformDigest(all)
    }
    const hashing = readBackHashing({ makeHasher: nodeHasher, digest, limit: 5000 })
    expect(await hashing.running(5000)).toBeNull()
    expect(await hashing.running(5001)).not.toBeNull()
    expect(await hashing.running(null)).not.toBeNull()
    const short = bytes(5000)
    const long = bytes(3_000_000, 7)
    expect(await hashing.ofPart(await partOf(short), still)).toBe(sha256Hex(short))
    expect(await hashing.ofPart(await partOf(long), still)).toBe(sha256Hex(long))
    expect(seen).toEqual([5000])
  })

  it('a shorter file after a longer one is not mixed with what the buffer still holds', async () => {
    const hashing = readBackHashing({ makeHasher: nodeHasher })
    for (const content of [bytes(9000, 3), bytes(400, 5), bytes(0)])
      expect(await hashing.ofPart(await partOf(content), still)).toBe(sha256Hex(content))
  })

  it('holds one file in memory at a time, in one buffer', async () => {
    const buffers = new Set<ArrayBufferLike>()
    let open = 0
    const digest: Digest = async (all) => {
      open += 1
      expect(open).toBe(1)
      buffers.add(all.buffer)
      const result = await platformDigest(all)
      open -= 1
      return result
    }
    const hashing = readBackHashing({ makeHasher: nodeHasher, digest })
    const files = [4000, 4000, 3000, 2000].map((length, seed) => bytes(length, seed + 1))
    const hashes = await Promise.all(files.map(async (file) => hashing.ofPart(await partOf(file), still)))
    expect(hashes).toEqual(files.map(sha256Hex))
    expect(buffers.size).toBe(1)
  })

  it('a storage that gives less than asked for is read on', async () => {
    const content = bytes(7000)
    const part = await partOf(content)
    const slow = Object.create(part, {
      size: { value: 7000 },
      readInto: {
        value: (at: number, into: Uint8Array) => part.readInto(at, into.subarray(0, Math.min(into.length, 999))),
      },
    }) as typeof part
    expect(await readBackHashing({ makeHasher: nodeHasher }).ofPart(slow, still)).toBe(sha256Hex(content))
  })

  it('a buffer nobody used for a while is given back', async () => {
    const timers: (() => void)[] = []
    const buffers: ArrayBufferLike[] = []
    const digest: Digest = (all) => {
      buffers.push(all.buffer)
      return platformDigest(all)
    }
    const hashing = readBackHashing({ makeHasher: nodeHasher, digest, setTimer: (run) => timers.push(run) })
    const part = await partOf(bytes(100))
    await hashing.ofPart(part, still)
    await hashing.ofPart(part, still)
    timers[0]?.()
    await hashing.ofPart(part, still)
    timers[2]?.()
    await hashing.ofPart(part, still)
    expect(buffers.map((one) => buffers.indexOf(one))).toEqual([0, 0, 0, 3])
  })
})

it('running: where WebAssembly is refused the platform hashes the whole part', async () => {
  const hashing = runningHashing(async () => {
    throw new Error('refused')
  })
  const content = bytes(2000)
  expect(await hashing.running(2000)).toBeNull()
  expect(await hashing.ofPart(await partOf(content), still)).toBe(createHash('sha256').update(content).digest('hex'))
})

import { describe, expect, it } from 'vitest'
import { MemorySinks, nodeHasher, sha256Hex } from '#tests/support/downloadParts.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { platformDigest, readBackHashing } from './hashing.ts'
import { hashThread, SILENCE_MS } from './hashThread.ts'
import { FileBytes } from './sinks/fileBytes.ts'

const bytes = (length: number, seed = 1) => new Uint8Array(length).map((_, index) => (index * seed) % 251)
const still = async () => {}
async function partOf(content: Uint8Array<ArrayBuffer>) {
  const sinks = new MemorySinks()
  sinks.put('a', content)
  return sinks.open('a')
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

/** A thread that takes the memory away as a real one does. */
function thread() {
  const lengths: number[] = []
  return {
    lengths,
    ready: async () => {},
    async digest(memory: ArrayBuffer, length: number) {
      lengths.push(length)
      const there = structuredClone(memory, { transfer: [memory] })
      const { hash } = await platformDigest(new Uint8Array(there, 0, length))
      return { hash, memory: structuredClone(there, { transfer: [there] }) }
    },
    digestFile: async (file: Blob) => sha256Hex(new Uint8Array(await file.arrayBuffer())),
  }
}

describe('hashing on a thread of its own', () => {
  it('is right, and the memory that was lent comes back for the next file', async () => {
    const there = thread()
    const hashing = readBackHashing({ makeHasher: nodeHasher, ...hashThread(() => there, new FakeClock()) })
    const files = [5000, 5000, 400].map((length, seed) => bytes(length, seed + 2))
    await hashing.running(5000)
    await settled()
    for (const file of files) expect(await hashing.ofPart(await partOf(file), still)).toBe(sha256Hex(file))
    expect(there.lengths).toEqual([5000, 5000, 400])
  })

  it('begins once, with the first file that will be hashed at once; until it works they are hashed here', async () => {
    let begun = 0
    const there = thread()
    const start = () => {
      begun += 1
      return there
    }
    const hashing = readBackHashing({ makeHasher: nodeHasher, limit: 1000, ...hashThread(start, new FakeClock()) })
    await hashing.running(1001)
    expect(begun).toBe(0)
    await hashing.running(1000)
    const file = bytes(1000)
    const early = hashing.ofPart(await partOf(file), still)
    await hashing.running(1000)
    expect(await early).toBe(sha256Hex(file))
    expect(begun).toBe(1)
  })

  it('a browser whose workers have no workers hashes where it is asked', async () => {
    const hashing = readBackHashing({
      makeHasher: nodeHasher,
      ...hashThread(() => {
        throw new TypeError('Worker is not defined')
      }, new FakeClock()),
    })
    await hashing.running(500)
    for (const file of [bytes(500), bytes(600, 3)])
      expect(await hashing.ofPart(await partOf(file), still)).toBe(sha256Hex(file))
  })

  it('a thread that goes silent costs one file its check and is not asked again', async () => {
    const clock = new FakeClock()
    let asked = 0
    const silent = {
      ready: async () => {},
      digest: () => {
        asked += 1
        return new Promise<never>(() => {})
      },
      digestFile: () => new Promise<never>(() => {}),
    }
    const hashing = readBackHashing({ makeHasher: nodeHasher, ...hashThread(() => silent, clock) })
    const file = bytes(700)
    await hashing.running(700)
    await settled()
    const lost = hashing.ofPart(await partOf(file), still)
    const failed = expect(lost).rejects.toMatchObject({ reason: 'storage' })
    await settled()
    await clock.advance(SILENCE_MS)
    await failed
    expect(await hashing.ofPart(await partOf(file), still)).toBe(sha256Hex(file))
    expect(asked).toBe(1)
  })

  describe('a file that lies on a disk', () => {
    const started = async (digestFile: (file: Blob) => Promise<string>, clock = new FakeClock()) => {
      const hashing = readBackHashing({
        makeHasher: nodeHasher,
        ...hashThread(() => ({ ...thread(), digestFile }), clock),
      })
      await hashing.running(1)
      await settled()
      return hashing
    }
    const file = bytes(700)
    const part = () => new FileBytes(new Blob([file]))

    it('is read and hashed there, whatever its length', async () => {
      const seen: number[] = []
      const hashing = await started(async (blob) => {
        seen.push(blob.size)
        return sha256Hex(new Uint8Array(await blob.arrayBuffer()))
      })
      expect(await hashing.ofPart(part(), still)).toBe(sha256Hex(file))
      expect(seen).toEqual([700])
    })

    it('is hashed here while there is no thread', async () => {
      const hashing = readBackHashing({ makeHasher: nodeHasher, ...hashThread(() => thread(), new FakeClock()) })
      expect(await hashing.ofPart(part(), still)).toBe(sha256Hex(file))
    })

    it('that cannot be read is the trouble of its folder', async () => {
      const hashing = await started(() => Promise.reject(new DOMException('gone', 'NotReadableError')))
      await expect(hashing.ofPart(part(), still)).rejects.toMatchObject({ reason: 'folder' })
    })

    it('may take as long as a slow disk needs, and no longer', async () => {
      const clock = new FakeClock()
      const hashing = await started(() => new Promise<never>(() => {}), clock)
      const long = { ...part(), file: { size: 5_000_000 } as Blob, size: 5_000_000 } as FileBytes
      let ended = false
      const lost = hashing.ofPart(long, still).finally(() => {
        ended = true
      })
      const failed = expect(lost).rejects.toMatchObject({ reason: 'storage' })
      await clock.advance(SILENCE_MS)
      expect(ended).toBe(false)
      await clock.advance(1000)
      await failed
    })
  })
})

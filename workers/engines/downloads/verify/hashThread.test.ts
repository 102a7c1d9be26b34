import { describe, expect, it } from 'vitest'
import { MemorySinks, nodeHasher, sha256Hex } from '#tests/support/downloadParts.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { FileBytes, PIECE_SILENCE_MS } from '../sinks/fileBytes.ts'
import { platformDigest, readBackHashing } from './hashing.ts'
import { hashThread, SILENCE_MS } from './hashThread.ts'

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

  it('a thread that goes silent costs no file its check: it is done here, and the thread is not asked again', async () => {
    const clock = new FakeClock()
    let asked = 0
    const silent = {
      ready: async () => {},
      digest: (memory: ArrayBuffer) => {
        asked += 1
        // What was lent does not come back.
        structuredClone(memory, { transfer: [memory] })
        return new Promise<never>(() => {})
      },
      digestFile: () => new Promise<never>(() => {}),
    }
    const hashing = readBackHashing({ makeHasher: nodeHasher, ...hashThread(() => silent, clock) })
    const file = bytes(700)
    await hashing.running(700)
    await settled()
    const checks = [hashing.ofPart(await partOf(file), still), hashing.ofPart(await partOf(bytes(900, 3)), still)]
    await settled()
    await clock.advance(SILENCE_MS)
    expect(await Promise.all(checks)).toEqual([sha256Hex(file), sha256Hex(bytes(900, 3))])
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
    const part = () => new FileBytes(new Blob([file]), new FakeClock())

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

    it('may take as long as a slow disk needs, and is then hashed here', async () => {
      const clock = new FakeClock()
      const hashing = await started(() => new Promise<never>(() => {}), clock)
      const long = bytes(5_000_000)
      let ended = false
      const check = hashing.ofPart(new FileBytes(new Blob([long]), clock), still).finally(() => {
        ended = true
      })
      // A second more for five megabytes.
      await clock.advance(SILENCE_MS + 999)
      expect(ended).toBe(false)
      await clock.advance(1)
      expect(await check).toBe(sha256Hex(long))
    })

    it('whose stream falls silent is read on in pieces, and gives its turn back', async () => {
      const clock = new FakeClock()
      const hashing = readBackHashing({ makeHasher: nodeHasher })
      const mute = new Blob([file])
      // One piece comes, and then nothing any more: as a stream does that was collected.
      const slices: number[] = []
      mute.slice = (from = 0, to = mute.size) => {
        slices.push(from)
        const piece = new Blob([file.subarray(from, to)])
        let sent = false
        piece.stream = () =>
          new ReadableStream({
            type: 'bytes',
            pull(controller) {
              if (sent) return new Promise<never>(() => {})
              sent = true
              controller.enqueue(file.slice(from, from + 300))
            },
          }) as ReturnType<Blob['stream']>
        return piece
      }
      const check = hashing.ofPart(new FileBytes(mute, clock), still)
      const next = hashing.ofPart(await partOf(bytes(900, 3)), still)
      await settled()
      await clock.advance(PIECE_SILENCE_MS)
      expect(await check).toBe(sha256Hex(file))
      expect(slices).toEqual([0, 300])
      expect(await next).toBe(sha256Hex(bytes(900, 3)))
    })

    it('of which nothing can be read at all is said to be silent, and others are checked', async () => {
      const clock = new FakeClock()
      const hashing = readBackHashing({ makeHasher: nodeHasher })
      const dead = new Blob([file])
      dead.slice = () => {
        const piece = new Blob()
        piece.stream = () => new ReadableStream({ type: 'bytes', pull: () => new Promise<never>(() => {}) })
        piece.arrayBuffer = () => new Promise<never>(() => {})
        return piece
      }
      const failed = expect(hashing.ofPart(new FileBytes(dead, clock), still)).rejects.toMatchObject({
        fault: 'storageSilent',
      })
      const next = hashing.ofPart(await partOf(bytes(900, 3)), still)
      await settled()
      // The stream, in pieces, and both once more from the start.
      for (let n = 0; n < 3; n++) await clock.advance(PIECE_SILENCE_MS)
      await failed
      expect(await next).toBe(sha256Hex(bytes(900, 3)))
    })
  })
})

import { describe, expect, it } from 'vitest'
import { BLOCK_BYTES } from '#core/model/catalogue/media.ts'
import { nodeDigestBlock, sha256Hex, wav } from '#tests/support/downloadParts.ts'
import { BlockHashes, type DigestBlock } from './blocks.ts'

const file = wav(3 * BLOCK_BYTES + 5000)
const hex = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex')
const blockOf = (n: number) => file.subarray(n * BLOCK_BYTES, (n + 1) * BLOCK_BYTES)

/** Brings the bytes from one place to another in pieces, in memory that is written over after each. */
async function bring(lane: ReturnType<BlockHashes['lane']>, from: number, to: number, piece: number): Promise<void> {
  const memory = new Uint8Array(piece)
  for (let at = from; at < to; at += piece) {
    const bytes = file.subarray(at, Math.min(to, at + piece))
    memory.set(bytes)
    await lane.take(at, memory.subarray(0, bytes.length))
    memory.fill(0xee)
  }
}
async function digests(hashes: BlockHashes): Promise<(string | null)[]> {
  await hashes.settled()
  return Array.from({ length: hashes.count }, (_, n) => hex(hashes.of(n)))
}
const all = [0, 1, 2, 3].map((n) => sha256Hex(blockOf(n)))

describe('blocks that are hashed as they come', () => {
  it.each([1000, BLOCK_BYTES, BLOCK_BYTES - 1, 3 * BLOCK_BYTES, 10_000_000])('are those of the file, in pieces of %d bytes', async (piece) => {
    const hashes = new BlockHashes(file.length, nodeDigestBlock)
    await bring(hashes.lane(), 0, file.length, piece)
    expect(await digests(hashes)).toEqual(all)
  }) // biome-ignore format: one line

  it('come over two connections, each with its own beginning', async () => {
    const hashes = new BlockHashes(file.length, nodeDigestBlock)
    const [head, tail] = [hashes.lane(), hashes.lane()]
    await Promise.all([bring(head, 0, 2 * BLOCK_BYTES, 70_000), bring(tail, 2 * BLOCK_BYTES, file.length, 50_000)])
    expect(await digests(hashes)).toEqual(all)
  })

  it('are not known where a connection began within one, or left one', async () => {
    const hashes = new BlockHashes(file.length, nodeDigestBlock)
    const lane = hashes.lane()
    await bring(lane, 100, BLOCK_BYTES + 5000, 3000)
    await bring(lane, 2 * BLOCK_BYTES, file.length, 90_000)
    expect(await digests(hashes)).toEqual([null, null, all[2], all[3]])
  })

  it('are the later ones where bytes came twice', async () => {
    const hashes = new BlockHashes(file.length, nodeDigestBlock)
    const lane = hashes.lane()
    await lane.take(0, new Uint8Array(BLOCK_BYTES))
    await hashes.settled()
    await bring(lane, 0, BLOCK_BYTES, 10_000)
    expect((await digests(hashes))[0]).toBe(all[0])
  })

  it('are not known where the browser refuses', async () => {
    const refusing: DigestBlock = async () => {
      throw new DOMException('no', 'OperationError')
    }
    const hashes = new BlockHashes(file.length, refusing)
    await bring(hashes.lane(), 0, file.length, 100_000)
    expect(await digests(hashes)).toEqual([null, null, null, null])
  })

  it('wait when too many are being hashed', async () => {
    let finish = () => {}
    const slow: DigestBlock = (bytes) => new Promise((resolve) => (finish = () => void nodeDigestBlock(bytes).then(resolve)))
    const hashes = new BlockHashes(100 * BLOCK_BYTES, slow)
    const lane = hashes.lane()
    let full: Promise<void> | undefined
    let taken = 0
    for (; full === undefined && taken < 100; taken++) full = lane.take(taken * BLOCK_BYTES, new Uint8Array(BLOCK_BYTES))
    expect(taken).toBeLessThan(20)
    finish()
    await full
  }) // biome-ignore format: one line
})

import { describe, expect, it } from 'vitest'
import { BLOCK_BYTES } from '#core/model/catalogue/media.ts'
import { MemorySinks, nodeDigestBlock, sha256Hex, wav } from '#tests/support/downloadParts.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import type { BlockList } from '../../../api/media.ts'
import type { Part } from '../sinks/sink.ts'
import type { BlocksVerdict } from '../verify/blocks.ts'
import { Proof } from './proof.ts'

const bytes = wav(18 * BLOCK_BYTES + 100)
const blockOf = (n: number) => bytes.subarray(n * BLOCK_BYTES, (n + 1) * BLOCK_BYTES)
const list: BlockList = {
  etag: '"1"',
  bytes: bytes.length,
  digests: Buffer.concat(Array.from({ length: 19 }, (_, n) => Buffer.from(sha256Hex(blockOf(n)), 'hex'))),
}
const file = { validator: '"1"', total: bytes.length, sha256: null }
const never = new AbortController().signal

/** A part of these bytes, and the proof that saw them come. */
async function brought(seen = bytes): Promise<{ proof: Proof; part: Part }> {
  const proof = new Proof(file, Promise.resolve(list), () => null, nodeDigestBlock)
  const part = await new MemorySinks().open('a')
  await part.append(seen)
  await proof.head.take(0, seen)
  return { proof, part }
}
/** Answers blocks, and notes which were asked for. */
function server() {
  const asked: number[] = []
  const fetch = async (from: number, to: number) => {
    asked.push(from / BLOCK_BYTES)
    return bytes.slice(from, to)
  }
  return { asked, parts: { clock: new FakeClock(), fetch } }
}
const spoilt = (...blocks: number[]) => {
  const wrong = bytes.slice()
  for (const n of blocks) wrong[n * BLOCK_BYTES] = (wrong[n * BLOCK_BYTES] as number) ^ 1
  return wrong
}

describe('the proof of a file', () => {
  it('asks for nothing where all is right', async () => {
    const { asked, parts } = server()
    const { proof, part } = await brought()
    expect([await proof.check(part, parts, never), asked]).toEqual(['right', []])
  })

  it('mends what is bad, and says so only once the bytes lie right', async () => {
    const { asked, parts } = server()
    const { proof, part } = await brought(spoilt(2, 18))
    expect([await proof.check(part, parts, never), asked]).toEqual(['right', [2, 18]])
    expect(Buffer.compare(await part.read(0, bytes.length), bytes)).toBe(0)
    expect([await proof.check(part, parts, never), asked]).toEqual(['right', [2, 18]])
  })

  it('takes nothing from a second half that was dropped', async () => {
    const { asked, parts } = server()
    const { proof, part } = await brought(spoilt(9))
    await proof.tail.take(9 * BLOCK_BYTES, bytes.subarray(9 * BLOCK_BYTES))
    expect([await proof.check(part, parts, never), asked]).toEqual(['right', [9]])
    expect(Buffer.compare(await part.read(0, bytes.length), bytes)).toBe(0)
  })

  it('takes what a second half showed once it belongs to the file', async () => {
    const { asked, parts } = server()
    const proof = new Proof(file, Promise.resolve(list), () => null, nodeDigestBlock)
    await proof.head.take(0, bytes.subarray(0, 9 * BLOCK_BYTES))
    await proof.tail.take(9 * BLOCK_BYTES, spoilt(12).subarray(9 * BLOCK_BYTES))
    const part = await new MemorySinks().open('a')
    await part.append(spoilt(12))
    proof.joined()
    expect([await proof.check(part, parts, never), asked]).toEqual(['right', [12]])
  })

  it.each([16, 17])('%d bad blocks', async (count) => {
    const { asked, parts } = server()
    const { proof, part } = await brought(spoilt(...Array.from({ length: count }, (_, n) => n)))
    const verdict = await proof.check(part, parts, never)
    expect([verdict, asked.length]).toEqual(count === 16 ? ['right', 16] : ['wrong', 0])
  })

  it('goes on where a block could not be fetched', async () => {
    const { asked, parts } = server()
    const { proof, part } = await brought(spoilt(2, 5))
    const broken = { ...parts, fetch: async (from: number, to: number) => {
      if (from === 5 * BLOCK_BYTES) throw new Error('cut')
      return parts.fetch(from, to)
    } } // biome-ignore format: short
    await expect(proof.check(part, broken, never)).rejects.toThrow('cut')
    expect([await proof.check(part, parts, never), asked]).toEqual(['right', [2, 5]])
  })

  const answers: [string, Promise<BlockList | null> | null, BlocksVerdict][] = [
    ['again', Promise.resolve(list), 'right'],
    ['not again, where that is of no use', null, 'unknown'],
    ['again, in vain', Promise.resolve(null), 'unknown'],
  ]
  it.each(answers)('asks for a list that did not come %s', async (_, again, verdict) => {
    const proof = new Proof(file, Promise.resolve(null), () => again, nodeDigestBlock)
    const part = await new MemorySinks().open('a')
    await part.append(bytes)
    await proof.head.take(0, bytes)
    expect(await proof.check(part, server().parts, never)).toBe(verdict)
  })

  it('is given up with the job', async () => {
    const stop = new AbortController()
    const proof = new Proof(file, new Promise(() => {}), () => null, nodeDigestBlock)
    const part = await new MemorySinks().open('a')
    const checked = proof.check(part, server().parts, stop.signal)
    stop.abort(new Error('cancelled'))
    await expect(checked).rejects.toThrow('cancelled')
  })
})

import { describe, expect, it } from 'vitest'
import { mp3, sha256Hex, wav, zip } from '#tests/support/downloadParts.ts'
import type { Part } from '../sinks/sink.ts'
import type { Trouble } from '../trouble/trouble.ts'
import type { BlocksVerdict } from './blocks.ts'
import type { Container } from './container.ts'
import type { Hashing } from './hashing.ts'
import { verify } from './verify.ts'

const good = wav(100)
const partOf = (bytes: Uint8Array) => ({ size: bytes.length, read: async (at: number, length: number) => bytes.slice(at, at + length) }) as Part // biome-ignore format: one line
interface Said {
  readonly bytes?: Uint8Array
  readonly total?: number | null
  readonly sha256?: string | null
  /** What was hashed as it came. */
  readonly hashed?: string
  readonly blocks?: BlocksVerdict
}
function verified(
  { bytes = good, total = null, sha256 = null, hashed, blocks = 'unknown' }: Said,
  kind: Container = 'wav',
) {
  const hashing = { ofPart: async () => sha256Hex(bytes) } as unknown as Hashing
  const hasher = hashed === undefined ? null : { digest: () => hashed }
  return verify(
    { part: partOf(bytes), file: { total, sha256 }, hasher, blocks },
    kind,
    hashing,
    async () => undefined,
  ).catch((error: Trouble) => error.fault)
}

describe('a part whose last byte came', () => {
  it('is right when it agrees with all that was announced', async () => {
    expect(await verified({ total: good.length, sha256: sha256Hex(good) })).toBe(sha256Hex(good))
    expect(await verified({ total: good.length })).toBeNull()
    expect(await verified({})).toBeNull()
  })

  it('has the length that was announced', async () => {
    expect([await verified({ total: good.length - 1 }), await verified({ total: good.length + 1 })]).toEqual(['wrongLength', 'wrongLength']) // biome-ignore format: one line
  })

  it('has the digest that was announced, read back unless it was taken as the bytes came', async () => {
    expect(await verified({ sha256: 'ab' })).toBe('wrongBytes')
    expect(await verified({ sha256: 'ab', hashed: 'ab' })).toBe('ab')
    expect(await verified({ sha256: sha256Hex(good), hashed: 'ab' })).toBe('wrongBytes')
  })

  it('has what was announced where its blocks were proved, and is read where they were not; the whole has the last word', async () => {
    expect(await verified({ sha256: 'ab', blocks: 'right' })).toBe('ab')
    expect(await verified({ sha256: 'ab', blocks: 'unknown' })).toBe('wrongBytes')
    expect(await verified({ blocks: 'wrong' })).toBe('wrongBytes')
    expect(await verified({ sha256: sha256Hex(good), blocks: 'wrong' })).toBe(sha256Hex(good))
  })

  it('is the kind of file it should be, with or without a digest', async () => {
    expect(await verified({ bytes: zip(3) })).toBe('notMusic')
    expect(await verified({ bytes: zip(3), sha256: sha256Hex(zip(3)) })).toBe('notMusic')
  })

  it('has its end, unless its digest proves it as the server has it', async () => {
    const cut = good.slice(0, -1)
    expect(await verified({ bytes: cut })).toBe('endMissing')
    expect(await verified({ bytes: cut, sha256: sha256Hex(cut) })).toBe(sha256Hex(cut))
    expect(await verified({ bytes: cut, blocks: 'right' })).toBeNull()
  })

  it('of an MP3 is whole only by its length or its digest', async () => {
    const bytes = mp3(50)
    expect(await verified({ bytes }, 'mp3')).toBe('lengthUnknown')
    expect(await verified({ bytes, total: 50 }, 'mp3')).toBeNull()
    expect(await verified({ bytes, sha256: sha256Hex(bytes) }, 'mp3')).toBe(sha256Hex(bytes))
  })
})

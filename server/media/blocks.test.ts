import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BLOCK_BYTES } from '#core/model/catalogue/media.ts'
import { createBlocks } from './blocks.ts'
import { createFolderStore } from './objects/folderStore.ts'
import type { ObjectStore } from './objects/objectStore.ts'

let folder = ''
let store: ObjectStore
let opened = 0
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blocks-'))
  store = createFolderStore(folder)
  opened = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const noise = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 2_654_435_761) >>> 24))

/** A file whose bytes come in pieces of that length. */
function fileOf(bytes: Buffer, piece = 65_536, says = bytes.length) {
  return {
    bytes: says,
    sha256: sha(bytes).toString('hex'),
    open: async () => {
      opened += 1
      const starts = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, n) => n * piece)
      return Readable.from(starts.map((at) => bytes.subarray(at, at + piece)))
    },
  }
}
const expected = (bytes: Buffer) =>
  Buffer.concat(
    Array.from({ length: Math.ceil(bytes.length / BLOCK_BYTES) }, (_, n) =>
      sha(bytes.subarray(n * BLOCK_BYTES, (n + 1) * BLOCK_BYTES)),
    ),
  )

describe('the blocks of a file', () => {
  it.each([1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 700_000])('are those of %d bytes', async (length) => {
    const bytes = noise(length)
    for (const piece of [1000, 65_536, 1_000_000]) {
      await rm(join(folder, 'blocks'), { recursive: true, force: true })
      expect(await createBlocks(store).of(fileOf(bytes, piece))).toEqual(expected(bytes))
    }
  })

  it('are read once, and by a later start of the server not at all', async () => {
    const bytes = noise(600_000)
    const blocks = createBlocks(store)
    await Promise.all([blocks.of(fileOf(bytes)), blocks.of(fileOf(bytes))])
    await blocks.of(fileOf(bytes))
    expect(await createBlocks(store).of(fileOf(bytes))).toEqual(expected(bytes))
    expect(opened).toBe(1)
  })

  it('H-355: are read in turns: the hundred files of one player do not stand before the one of another', async () => {
    const blocks = createBlocks(store)
    const order: string[] = []
    const want = (name: string, by: string, signal?: AbortSignal) => {
      const file = fileOf(noise(1000 + Buffer.from(name).readUInt16BE(0)))
      const open = () => {
        order.push(name)
        return file.open()
      }
      return blocks.of({ ...file, open }, signal ? { by, signal } : { by })
    }
    const left = new AbortController()
    const waiting = ['a1', 'a2', 'a3'].map((name) => want(name, 'anna'))
    const gone = want('a4', 'anna', left.signal)
    left.abort(new Error('left'))
    await Promise.all([...waiting, want('b1', 'bert'), expect(gone).rejects.toThrow('left')])
    expect(order.slice(0, 3)).toContain('b1')
    expect(order).not.toContain('a4')
  })

  it('of a file that is shorter than it says are not kept', async () => {
    const blocks = createBlocks(store)
    await expect(blocks.of(fileOf(noise(300_000), 65_536, 400_000))).rejects.toThrow('300000 bytes')
    expect(await blocks.of(fileOf(noise(300_000)))).toEqual(expected(noise(300_000)))
  })

  it('go on after one that could not be read', async () => {
    const blocks = createBlocks(store)
    const broken = { ...fileOf(noise(10)), open: async () => Promise.reject(new Error('gone')) }
    await expect(blocks.of(broken)).rejects.toThrow('gone')
    expect(await blocks.of(fileOf(noise(500)))).toEqual(expected(noise(500)))
  })
})

// Parts that are written straight into the picked folder: a disk that fails, what is thrown away, and what is kept.
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { readBuffers } from './buffers.ts'
import type { FolderFile } from './folderFile.ts'
import { FolderParts, withFolder } from './folderParts.ts'
import type { TailedSinks } from './tails.ts'

/** A file in the folder. */
class Written {
  bytes = new Uint8Array()
  state: 'open' | 'closed' | 'kept' | 'dropped' = 'open'
}

let files: Written[]
let freed: string[]
let isFull: boolean
let parts: FolderParts

const file = (written: Written): FolderFile =>
  ({
    async write(bytes: Uint8Array, at: number) {
      if (isFull) throw new DOMException('', 'QuotaExceededError')
      const next = new Uint8Array(Math.max(written.bytes.length, at + bytes.length))
      next.set(written.bytes)
      next.set(bytes, at)
      written.bytes = next
    },
    async close() {
      written.state = 'closed'
      return new Blob([written.bytes])
    },
    async keep() {
      written.state = 'kept'
    },
    async drop() {
      written.state = 'dropped'
    },
  }) as unknown as FolderFile

const open = (id: string) =>
  parts.open(id, {
    folder: null,
    name: `${id}.wav`,
    async begin() {
      const written = new Written()
      files.push(written)
      return file(written)
    },
    free: () => freed.push(id),
  })
const states = () => files.map(({ state }) => state)
const numbers = (from: number, to: number) => Uint8Array.from({ length: to - from }, (_, n) => (from + n) % 251)

beforeEach(() => {
  files = []
  freed = []
  isFull = false
  parts = new FolderParts(new FakeClock())
})

describe('a part in the folder', () => {
  it('holds what was added, in order, longer than one piece; it is read once it is sealed', async () => {
    const part = open('a')
    const length = readBuffers.bytes + 1000
    await part.append(numbers(0, 700))
    await part.append(numbers(700, length))
    expect(part.size).toBe(length)
    await expect(part.read(0, 1)).rejects.toThrow()
    await part.seal()
    expect([...(await part.read(readBuffers.bytes - 5, 10))]).toEqual([...numbers(readBuffers.bytes - 5, readBuffers.bytes + 5)]) // biome-ignore format: one line
    expect([files.length, files[0]?.bytes.length, states()]).toEqual([1, length, ['closed']])
    await part.keep()
    expect(states()).toEqual(['kept'])
  })

  it('after a disk that was full nothing can be added, until it is begun anew', async () => {
    const part = open('a')
    isFull = true
    await part.append(numbers(0, 10))
    await expect(part.seal()).rejects.toMatchObject({ name: expect.any(String) })
    expect([part.size, states()]).toEqual([0, ['dropped']])
    expect(() => part.append(numbers(0, 10))).toThrow()
    isFull = false
    part.truncate()
    await part.append(numbers(0, 10))
    await part.seal()
    expect([part.size, states()]).toEqual([10, ['dropped', 'closed']])
    expect([...(await part.read(0, 3))]).toEqual([0, 1, 2])
  })

  it('leaves nothing of what is dropped, and gives up its name', async () => {
    const part = open('a')
    await part.append(numbers(0, 10))
    await part.seal()
    await parts.drop('a')
    expect([states(), freed, parts.get('a'), part.size]).toEqual([['dropped'], ['a'], null, 0])
  })

  it("is the person's when it is left, with its name", async () => {
    const part = open('a')
    await part.append(numbers(0, 10))
    await part.seal()
    await part.keep()
    parts.leave('a')
    await parts.dropAll()
    expect([states(), freed, parts.get('a')]).toEqual([['kept'], ['a'], null])
  })
})

it('all parts are dropped together', async () => {
  for (const id of ['a', 'b']) {
    const part = open(id)
    await part.append(numbers(0, 10))
    await part.seal()
  }
  await parts.dropAll()
  expect([states(), freed, parts.get('a'), parts.get('b')]).toEqual([['dropped', 'dropped'], ['a', 'b'], null, null])
})

it('room is asked of the browser for those parts alone that do not lie in the folder', async () => {
  const said: string[] = []
  const sinks = withFolder(
    {
      kind: 'opfs',
      keepMs: 7,
      reserve: async (id: string, bytes: number) => void said.push(`reserve ${id} ${bytes}`),
      remove: async (id: string) => void said.push(`remove ${id}`),
    } as unknown as TailedSinks,
    parts,
  )
  open('a')
  await sinks.reserve('a', 5)
  await sinks.reserve('b', 6)
  await sinks.remove('a')
  expect([said, freed, parts.get('a')]).toEqual([['reserve b 6', 'remove a'], ['a'], null])
  expect([sinks.kind, sinks.keepMs]).toEqual(['opfs', 7])
})

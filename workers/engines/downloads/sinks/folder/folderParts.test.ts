// Parts that are written straight into the picked folder: a disk that fails, what is thrown away, and what is kept.
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { readBuffers } from '../buffers.ts'
import type { TailedSinks } from '../tails.ts'
import type { FolderFile } from './folderFile.ts'
import { FolderPace } from './folderPace.ts'
import { FolderParts, withFolder } from './folderParts.ts'

/** A file in the folder. */
class Written {
  bytes = new Uint8Array()
  state: 'open' | 'closed' | 'kept' | 'dropped' = 'open'
}

let files: Written[]
let freed: string[]
let isFull: boolean
/** What each write waits for. */
let disk: Promise<void>
let parts: FolderParts

const file = (written: Written): FolderFile =>
  ({
    async write(bytes: Uint8Array, at: number) {
      if (isFull) throw new DOMException('', 'QuotaExceededError')
      await disk
      const next = new Uint8Array(Math.max(written.bytes.length, at + bytes.length))
      next.set(written.bytes)
      next.set(bytes, at)
      written.bytes = next
    },
    async close(size: number) {
      written.bytes = written.bytes.slice(0, size)
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
  disk = Promise.resolve()
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

describe('two halves of one file, which share its memory', () => {
  const MB = 1_048_576
  let go: () => void
  const stall = () => {
    disk = new Promise((resolve) => (go = resolve))
  }
  const holds = async (part: ReturnType<typeof open>, length: number) => {
    await part.seal()
    expect(files[0]?.bytes.length).toBe(length)
    expect(Buffer.from(files[0]?.bytes ?? []).equals(Buffer.from(numbers(0, length)))).toBe(true)
  }

  /** The file that was begun last holds these bytes and no others. */
  const holdsNow = async (part: ReturnType<typeof open>, bytes: Uint8Array) => {
    await part.seal()
    expect(Buffer.from(files.at(-1)?.bytes ?? []).equals(Buffer.from(bytes))).toBe(true)
  }

  it.each(['first', 'second'])(
    'what of the %s waits for the disk is no part of a file that is begun anew',
    async (which) => {
      const part = open('a')
      stall()
      await part.append(numbers(0, 1000))
      const half = which === 'first' ? part : part.innerTail.open(10 * MB)
      const late = half.append(new Uint8Array(8 * MB).fill(255))
      await settle()
      part.truncate()
      const anew = numbers(5, 2000)
      await part.append(anew.slice(0, 1000))
      go()
      await late
      await part.append(anew.slice(1000))
      await holdsNow(part, anew)
    },
  )

  it('a dropped half that comes late writes nothing where another begins', async () => {
    const part = open('a')
    stall()
    const tail = part.innerTail.open(4 * MB)
    const late = tail.append(new Uint8Array(8 * MB).fill(255))
    await settle()
    part.innerTail.drop()
    const first = part.append(numbers(0, 1000))
    go()
    await Promise.all([late, first])
    await tail.rewrite(0, Uint8Array.of(255, 255))
    await holdsNow(part, numbers(0, 1000))
  })

  it('bytes that are mended late are not mended in a file that was begun anew', { tags: ['long'] }, async () => {
    const part = open('a')
    await part.append(numbers(0, 7 * MB))
    stall()
    const late = part.rewrite(0, Uint8Array.of(255, 255))
    part.truncate()
    const anew = part.append(numbers(5, 7 * MB))
    go()
    await Promise.all([late, anew])
    await holdsNow(part, numbers(5, 7 * MB))
  })

  it('the second waits until what the first had gathered is written', { tags: ['long'] }, async () => {
    const part = open('a')
    await part.append(numbers(0, 5 * MB))
    stall()
    const tail = part.innerTail.open(8 * MB)
    const added = tail.append(numbers(8 * MB, 10 * MB))
    await settle()
    expect(tail.size).toBe(0)
    go()
    await added
    await part.append(numbers(5 * MB, 8 * MB))
    part.innerTail.join()
    expect([part.size, part.innerTail.left]).toEqual([10 * MB, null])
    await holds(part, 10 * MB)
  })

  it('the first has all of the memory once the second is written', { tags: ['long'] }, async () => {
    const part = open('a')
    const tail = part.innerTail.open(2 * MB)
    await tail.append(numbers(2 * MB, 3 * MB))
    await part.append(numbers(0, 2 * MB))
    part.close()
    await part.settled()
    await tail.append(numbers(3 * MB, 4 * MB))
    stall()
    part.innerTail.join()
    const added = part.append(numbers(4 * MB, 9 * MB))
    await settle()
    expect(part.size).toBe(4 * MB)
    go()
    await added
    await holds(part, 9 * MB)
  })

  it('of one that is dropped nothing is left, and the first has its memory when it is written', {
    tags: ['long'],
  }, async () => {
    const part = open('a')
    const tail = part.innerTail.open(3 * MB)
    await tail.append(numbers(7, 2 * MB))
    stall()
    tail.close()
    part.innerTail.drop()
    const added = part.append(numbers(0, 5 * MB))
    await settle()
    expect([part.size, part.innerTail.left]).toEqual([0, null])
    go()
    await added
    await tail.append(numbers(100, 200))
    await holds(part, 5 * MB)
  })

  it('pieces of both are written while both come, none longer than a half', { tags: ['long'] }, async () => {
    const part = open('a')
    const tail = part.innerTail.open(8 * MB)
    for (let at = 0; at < 8 * MB; at += MB) {
      await part.append(numbers(at, at + MB))
      await tail.append(numbers(8 * MB + at, 9 * MB + at))
    }
    expect(part.innerTail.left).toMatchObject({ from: 8 * MB })
    expect(part.innerTail.left?.part.size).toBe(8 * MB)
    part.innerTail.join()
    await holds(part, 16 * MB)
  })

  it('a second half that is truncated begins again where it began', async () => {
    const part = open('a')
    const tail = part.innerTail.open(10)
    await tail.append(numbers(3, 50))
    tail.truncate()
    const { left } = part.innerTail
    expect([left?.from, left?.part.size]).toEqual([10, 0])
    await left?.part.append(numbers(10, 20))
    await part.append(numbers(0, 10))
    part.innerTail.join()
    await holds(part, 20)
  })
})

describe('another connection', () => {
  it('is of no use where pieces wait longer for the disk than they take to come', () => {
    const pace = new FolderPace()
    for (let n = 0; n < 20; n++) pace.wrote(10, 20)
    expect(pace.isHeld).toBe(false)
    for (let n = 0; n < 20; n++) pace.wrote(20, 10)
    expect(pace.isHeld).toBe(true)
    for (let n = 0; n < 20; n++) pace.wrote(0, 0)
    expect(pace.isHeld).toBe(true)
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

import { beforeEach, describe, expect, it } from 'vitest'
import { MemorySinks } from '#tests/support/downloadParts.ts'
import type { Part } from './sink.ts'
import { type TailedSinks, tailOf, withTails } from './tails.ts'

let memory: MemorySinks
let sinks: TailedSinks
const bytes = async (id: string) => [...new Uint8Array((await (await sinks.file(id))?.arrayBuffer()) ?? new ArrayBuffer(0))] // biome-ignore format: one line
const ids = async () => (await sinks.list()).map(({ id }) => id).sort()
const put = async (id: string, ...some: number[]): Promise<Part> => {
  const part = await sinks.open(id)
  await part.append(Uint8Array.from(some))
  return part
}

beforeEach(() => {
  memory = new MemorySinks()
  sinks = withTails(memory)
})

describe('a part and its tail', () => {
  const joined = async () => sinks.join('a', await put('a', 1, 2, 3), await put(tailOf('a'), 4, 5))

  it('are read as one, and more goes behind the tail', async () => {
    const part = await joined()
    expect(part.size).toBe(5)
    for (let at = 0; at < 5; at++) expect([...(await part.read(at, 2))]).toEqual([1, 2, 3, 4, 5].slice(at, at + 2))
    const into = new Uint8Array(9)
    expect([await part.readInto(1, into), await part.readInto(3, into)]).toEqual([2, 2])
    await part.append(Uint8Array.of(6))
    expect([...(await part.read(0, 9))]).toEqual([1, 2, 3, 4, 5, 6])
  })

  it.each([
    [0, [8, 9]],
    [2, [8, 9]],
    [3, [8, 9]],
    [1, [6, 7, 8, 9]],
  ])('have bytes written over at %d, wherever they lie', async (at, some) => {
    const part = await joined()
    await part.rewrite(at, Uint8Array.from(some))
    const expected = [1, 2, 3, 4, 5]
    expected.splice(at, some.length, ...some)
    expect([...(await part.read(0, 9))]).toEqual(expected)
  })

  it('are one file once they are closed', async () => {
    const part = await joined()
    part.close()
    expect([await bytes('a'), (await sinks.file('a'))?.type]).toEqual([[1, 2, 3, 4, 5], 'application/octet-stream'])
    expect([...memory.parts.values()].some(({ open }) => open)).toBe(false)
  })

  it('go as one', async () => {
    const part = await joined()
    part.close()
    expect(await ids()).toEqual(['a'])
    await sinks.remove('a')
    expect([await ids(), [...memory.parts.keys()]]).toEqual([[], []])
  })

  it('are apart again when they are emptied, or when the first is opened anew', async () => {
    const emptied = await joined()
    emptied.truncate()
    expect(emptied.size).toBe(0)
    emptied.close()
    expect(await bytes('a')).toEqual([])
    await sinks.remove('a')
    const part = await joined()
    part.close()
    ;(await sinks.open('a')).close()
    expect(await bytes('a')).toEqual([1, 2, 3])
  })

  it('are no file while one of them is gone', async () => {
    const part = await joined()
    part.close()
    await memory.remove(tailOf('a'))
    expect(await sinks.file('a')).toBeNull()
  })
})

it('a tail without the part it belongs to is found and removed by itself, and takes no other along', async () => {
  for (const id of ['b', tailOf('c')]) (await put(id, 1)).close()
  expect(await ids()).toEqual(['b', tailOf('c')])
  await sinks.remove(tailOf('c'))
  expect(await ids()).toEqual(['b'])
})

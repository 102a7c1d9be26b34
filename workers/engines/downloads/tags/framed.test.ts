import { describe, expect, it } from 'vitest'
import type { Part } from '../sinks/sink.ts'
import { framedFile, framedPart } from './framed.ts'

const numbers = (from: number, to: number) => Uint8Array.from({ length: to - from }, (_, n) => from + n)
/** Ten bytes, 10 to 19; what is used of them is 12 to 17. */
const source = numbers(10, 20)
const wrapped = {
  pieces: [numbers(0, 3), { from: 2, to: 5 }, numbers(50, 51), { from: 5, to: 8 }, numbers(90, 92)],
  size: 12,
}
const whole = [0, 1, 2, 12, 13, 14, 50, 15, 16, 17, 90, 91]
const asked: number[] = []
const part = {
  readInto: async (at: number, into: Uint8Array) => {
    asked.push(into.length)
    const some = source.subarray(at, at + into.length)
    into.set(some)
    return some.length
  },
} as Part

describe('a part with something around it', () => {
  const framed = framedPart(part, wrapped)

  it('reads as one, in pieces of any length', async () => {
    expect(framed.size).toBe(12)
    expect([...(await framed.read(0, 12))]).toEqual(whole)
    for (let at = 0; at < 12; at++)
      for (const length of [1, 2, 5, 20]) expect([...(await framed.read(at, length))]).toEqual(whole.slice(at, at + length)) // biome-ignore format: one line
  })

  it('never reads on behind what is used of the part', async () => {
    const into = new Uint8Array(20)
    asked.length = 0
    const reads = [
      await framed.readInto(3, into),
      await framed.readInto(5, into),
      await framed.readInto(7, into.subarray(0, 2)),
      await framed.readInto(9, into),
    ]
    expect(reads).toEqual([3, 1, 2, 1])
    expect(asked).toEqual([3, 1, 2, 1])
  })

  it('ends where its last piece ends', async () => {
    expect([await framed.readInto(10, new Uint8Array(5)), await framed.readInto(12, new Uint8Array(5))]).toEqual([2, 0])
  })

  it('is only read', () => {
    expect(() => framed.append(source)).toThrow()
    expect(() => framed.rewrite(0, source)).toThrow()
    expect(() => framed.truncate()).toThrow()
  })
})

it('is the same as a file', async () => {
  const file = framedFile(new Blob([source]), wrapped)
  expect([file.type, ...new Uint8Array(await file.arrayBuffer())]).toEqual(['audio/wav', ...whole])
})

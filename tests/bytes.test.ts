// How bytes are compared in unit tests: as vitest does it, but at once.
import { describe, expect, it } from 'vitest'

const many = (last = 0) => new Uint8Array(300_000).fill(7, 0, -1).fill(last, -1)

describe('equal bytes', () => {
  it('are compared by their content, at any offset and in any depth', () => {
    expect(many()).toEqual(many())
    expect(many()).not.toEqual(many(1))
    expect(many()).not.toEqual(many().subarray(1))
    expect(new Uint8Array([0, 1, 2, 3]).subarray(1, 3)).toStrictEqual(new Uint8Array([1, 2]))
    expect({ part: [many()] }).toEqual({ part: [many()] })
    expect({ part: [many()] }).not.toEqual({ part: [many(1)] })
    expect([...'ab']).not.toEqual(Buffer.from('ab'))
  })

  it('of another kind are something else', () => {
    expect(Buffer.from('abc')).not.toEqual(new Uint8Array([97, 98, 99]))
    expect(new Uint8Array([97, 98, 99])).not.toStrictEqual(Buffer.from('abc'))
    expect(new Uint16Array([1])).not.toEqual(new Uint8Array([1, 0]))
  })

  it('of numbers keep what the numbers mean', () => {
    expect(new Float32Array([Number.NaN, 1])).toEqual(new Float32Array([Number.NaN, 1]))
    expect(new Float32Array([0])).not.toEqual(new Float32Array([-0]))
    expect(new Float32Array([0.5])).not.toEqual(new Float32Array([0.25]))
    const [odd, even] = [new Uint32Array([0x7fc00001]), new Uint32Array([0x7fc00000])]
    expect(new Float32Array(odd.buffer)).toEqual(new Float32Array(even.buffer))
  })
})

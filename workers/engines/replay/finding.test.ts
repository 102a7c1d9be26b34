import { describe, expect, test } from 'vitest'
import type { Comparison } from '#core/contracts/replay.ts'
import { compares } from './finding.ts'

/** What of these stands so to what is wanted. */
const fits = (comparison: Comparison, wanted: unknown, ...values: unknown[]) =>
  values.filter((value) => compares(value, comparison, wanted))

describe('what is looked for in a state', () => {
  test('may be equal to a value, however deep it is, or another', () => {
    expect(fits('=', { a: [1] }, { a: [1] }, { a: [2] }, null)).toEqual([{ a: [1] }])
    expect(fits('!=', { a: [1] }, { a: [1] }, { a: [2] }, null)).toEqual([{ a: [2] }, null])
  })

  test('may be smaller or larger: numbers by their size, texts by their letters', () => {
    expect(fits('<', 10, 9, 10, 11)).toEqual([9])
    expect(fits('>', 10, 9, 10, 11)).toEqual([11])
    expect(fits('<', 'b', 'a', 'b', 'c')).toEqual(['a'])
    expect(fits('>', 'b', 'a', 'b', 'c')).toEqual(['c'])
  })

  test('is neither smaller nor larger than what is of another kind', () => {
    const values = ['9', null, undefined, [9], true]
    expect(fits('<', 10, ...values)).toEqual([])
    expect(fits('>', 1, ...values)).toEqual([])
    expect(fits('<', 'b', 1, null)).toEqual([])
    expect(fits('>', 'b', 1, null)).toEqual([])
  })

  test('may be in a text, in a list, or the name of a field', () => {
    expect(fits('contains', 'bc', 'abcd', 'acbd')).toEqual(['abcd'])
    expect(fits('contains', 12, 'a12', 'a1')).toEqual(['a12'])
    expect(fits('contains', { id: 1 }, [{ id: 2 }, { id: 1 }], [{ id: 2 }])).toEqual([[{ id: 2 }, { id: 1 }]])
    expect(fits('contains', 'id', { id: 1 }, { name: 'id' })).toEqual([{ id: 1 }])
    expect(fits('contains', 'toString', {}, null, 7)).toEqual([])
  })
})

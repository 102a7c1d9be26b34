import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterInsertion,
  afterRemoval,
  countPlaces,
  hasPlace,
  placesOf,
  type Ranges,
  withoutRange,
  withRange,
} from './ranges.ts'

const place = fc.integer({ min: 0, max: 40 })
const step = fc.record({
  do: fc.constantFrom('with' as const, 'without' as const, 'removal' as const, 'insertion' as const),
  from: place,
  end: place,
})

test('ranges hold what a plain set of places would, through any history', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let ranges: Ranges = []
      let naive = new Set<number>()
      for (const { do: what, from, end } of steps) {
        if (what === 'removal') {
          ranges = afterRemoval(ranges, from)
          naive = new Set([...naive].filter((at) => at !== from).map((at) => (at > from ? at - 1 : at)))
          continue
        }
        if (what === 'insertion') {
          ranges = afterInsertion(ranges, from)
          naive = new Set([...naive].map((at) => (at >= from ? at + 1 : at)))
          continue
        }
        ranges = what === 'with' ? withRange(ranges, from, end) : withoutRange(ranges, from, end)
        for (let at = from; at < end; at++) what === 'with' ? naive.add(at) : naive.delete(at)
      }
      expect([...placesOf(ranges)]).toEqual([...naive].sort((a, b) => a - b))
      expect(countPlaces(ranges)).toBe(naive.size)
      for (let at = 0; at <= 90; at++) expect(hasPlace(ranges, at)).toBe(naive.has(at))
      // Disjoint and not touching: one set has one form, hence one state hash.
      for (const [i, range] of ranges.entries()) expect(range[0]).toBeGreaterThan(ranges[i - 1]?.[1] ?? -1)
    }),
    { numRuns: 2000 },
  )
})

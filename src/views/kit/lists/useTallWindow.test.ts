import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stretchOf } from './useTallWindow.ts'

const named = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`)

test('of rows of one height those in sight are made, and some around', () => {
  const ids = named(1000)
  expect(stretchOf(ids, () => 64, { top: 0, px: 640 })).toEqual({ first: 0, last: 24 })
  expect(stretchOf(ids, () => 64, { top: 6400, px: 640 })).toEqual({ first: 88, last: 120 })
  expect(stretchOf(ids, () => 64, { top: 64 * 1000 - 640, px: 640 })).toEqual({ first: 976, last: 1000 })
})

test('nothing is made of nothing, and of a list that became shorter its end', () => {
  expect(stretchOf([], () => 64, { top: 0, px: 640 })).toEqual({ first: 0, last: 0 })
  expect(stretchOf(named(10), () => 64, { top: 9000, px: 640 })).toEqual({ first: 0, last: 10 })
})

test('whatever the heights, every row that reaches into what is seen is made', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 40, max: 200 }), { minLength: 1, maxLength: 300 }),
      fc.nat(40_000),
      fc.integer({ min: 50, max: 900 }),
      (heights, top, px) => {
        const ids = named(heights.length)
        const { first, last } = stretchOf(ids, (id) => heights[Number(id.slice(1))] ?? 0, { top, px })
        let y = 0
        for (const [at, height] of heights.entries()) {
          if (y + height > top && y < top + px) expect(at >= first && at < last).toBe(true)
          y += height
        }
        expect(last - first).toBeLessThanOrEqual(px / 40 + 40)
      },
    ),
  )
})

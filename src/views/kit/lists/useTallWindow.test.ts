import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roomsOf, stretchOf } from './useTallWindow.ts'

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

test('a row that is held beyond the stretch stands where it would, with those beside it', () => {
  const px = (from: number, to: number) => Math.max(0, to - from) * 10
  const rooms = (held: number) => roomsOf({ first: 40, last: 60 }, held, 100, px)
  expect(rooms(-1)).toEqual({ first: 40, last: 60, above: 400, below: 400, far: null })
  expect(rooms(45)).toEqual(rooms(-1))
  expect(rooms(0)).toMatchObject({ above: 0, below: 400, far: { first: 0, last: 2, gap: 380 } })
  expect(rooms(39)).toMatchObject({ above: 380, far: { first: 38, last: 40, gap: 0 } })
  expect(rooms(60)).toMatchObject({ below: 380, far: { first: 60, last: 62, gap: 0 } })
  expect(rooms(99)).toMatchObject({ above: 400, below: 0, far: { first: 98, last: 100, gap: 380 } })
})

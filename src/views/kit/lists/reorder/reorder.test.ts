import { describe, expect, it, test } from 'vitest'
import { carry, dropped, edgeSpeed, kept, type Lift, lift } from './reorder.ts'

const held = (id: string, ...ids: string[]) => lift(ids, id) as Lift

test('a lifted row is carried within the list and no further', () => {
  expect(carry(held('a', 'a', 'b', 'c'), 1).ids).toEqual(['b', 'a', 'c'])
  expect(carry(held('a', 'a', 'b', 'c'), 9).ids).toEqual(['b', 'c', 'a'])
  expect(carry(held('c', 'a', 'b', 'c'), -4).ids).toEqual(['c', 'a', 'b'])
  const still = held('b', 'a', 'b', 'c')
  expect(carry(still, 1)).toBe(still)
})
test('a drop names the row that follows, or that it is last', () => {
  expect(dropped(carry(held('c', 'a', 'b', 'c'), 0))).toBe('a')
  expect(dropped(carry(held('a', 'a', 'b', 'c'), 2))).toBeNull()
})
test('a row that came back to its place moved nothing', () => {
  expect(dropped(carry(carry(held('a', 'a', 'b'), 1), 0))).toBeUndefined()
})
test('rows that come and go while one is held are shown as they are', () => {
  const carried = carry(held('a', 'a', 'b', 'c'), 2)
  expect(kept(carried, ['a', 'c', 'd'])?.ids).toEqual(['c', 'a', 'd'])
  expect(kept(carried, ['b', 'c'])).toBeNull()
})

test('a row carried through a list that did not change is looked for once', () => {
  const ids = ['a', 'b', 'c']
  const carried = carry(lift(ids, 'a') as Lift, 2)
  expect(kept(carried, ids)).toBe(carried)
  // Once the list changed it is the new one that is carried through.
  const now = ['a', 'b', 'c', 'd']
  const held = carry(kept(carried, now) as Lift, 0)
  expect(kept(held, now)).toBe(held)
})

describe('a row that may be carried within its stretch of the list alone', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const held = lift(ids, 'c', ['b', 'c', 'd']) as Lift

  it('goes no further than its ends', () => {
    expect(carry(held, 0).ids).toEqual(['a', 'c', 'b', 'd', 'e'])
    expect(carry(held, 4).ids).toEqual(['a', 'b', 'd', 'c', 'e'])
  })

  it('is dropped before the next of its own, or last', () => {
    expect(dropped(carry(held, 0))).toBe('b')
    expect(dropped(carry(held, 4))).toBeNull()
  })
})

test('at an edge a list scrolls by itself the faster the longer a row is held there, and slowly at first', () => {
  expect(edgeSpeed(0, 5000)).toBe(0)
  expect(edgeSpeed(0.5, 0)).toBe(edgeSpeed(1, 0) / 2)
  expect(edgeSpeed(1, 0)).toBeLessThan(1100)
  expect(edgeSpeed(-3, 1000)).toBe(-2 * edgeSpeed(1, 0))
  // Five thousand rows of 56 px.
  let px = 0
  let seconds = 0
  for (; px < 5000 * 56; seconds += 0.016) px += edgeSpeed(1, seconds * 1000) * 0.016
  expect(seconds).toBeLessThan(20)
  expect(edgeSpeed(1, 60_000)).toBeLessThan(30_000)
})

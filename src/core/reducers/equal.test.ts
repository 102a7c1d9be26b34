import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEqual, keepEqual } from './equal.ts'

test('what says the same is what it was', () => {
  const before = { song: { title: 'a', versions: [{ id: 1 }, { id: 2 }] }, volume: 1 }
  expect(keepEqual(before, structuredClone(before))).toBe(before)
  expect(keepEqual([before], [structuredClone(before)])).toEqual([before])
})

test('parts that say the same are what they were, whatever stands beside them', () => {
  const before = { song: { title: 'a' }, rows: [{ id: 1 }, { id: 2 }], volume: 1 }
  const now = { ...structuredClone(before), rows: [{ id: 1 }, { id: 3 }], volume: 2 }
  const kept = keepEqual(before, now) as typeof before
  expect(kept).toEqual(now)
  expect(kept.song).toBe(before.song)
  expect(kept.rows[0]).toBe(before.rows[0])
  expect(kept.rows[1]).not.toBe(before.rows[1])
})

test('a field that went or came is seen, also one that is called as a prototype is', () => {
  expect(keepEqual({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 })
  expect(keepEqual({ a: 1 }, { a: 1, b: 2 })).toEqual({ a: 1, b: 2 })
  const odd = JSON.parse('{"__proto__":{"x":1},"a":1}') as object
  const kept = keepEqual({ a: 1 }, odd) as object
  expect(Object.keys(kept)).toEqual(['__proto__', 'a'])
})

test('whatever stood there, it says what came', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (a, b) => {
      const now: unknown = JSON.parse(b)
      expect(isEqual(keepEqual(JSON.parse(a), now), now)).toBe(true)
      const same: unknown = JSON.parse(b)
      const isHeld = typeof same === 'object' && same !== null
      if (isHeld) expect(keepEqual(same, now)).toBe(same)
    }),
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeInRest, placeInWhole } from './gone.ts'

it('a place in the whole list and one in what is left are the same release', () => {
  const places = fc.uniqueArray(fc.nat(60), { maxLength: 40 }).map((all) => all.sort((a, b) => a - b))
  fc.assert(
    fc.property(places, (gone) => {
      const out = gone.map((place) => ({ place }) as never)
      const left = Array.from({ length: 120 }, (_, n) => n).filter((n) => !gone.includes(n))
      expect(left.map((_, place) => placeInWhole(place, out))).toEqual(left)
      for (let at = 0; at < 120; at++) expect(placeInRest(at, out)).toBe(left.filter((one) => one < at).length)
    }),
  )
})

it('of two thousand that are gone only a few are looked at', () => {
  let looked = 0
  const gone = Array.from({ length: 2000 }, (_, n) => ({
    get place() {
      looked++
      return 2 * n
    },
  })) as never
  expect([placeInWhole(500, gone), placeInRest(1001, gone)]).toEqual([1001, 500])
  expect(looked).toBeLessThan(30)
})

import { expect, it } from 'vitest'
import { grouped } from './numbers.ts'

it('sets thousands apart as English does', () => {
  const english = new Intl.NumberFormat('en')
  for (const count of [0, 7, 999, 1000, 12_345, 100_000, 1_066_684, -1, -999, -1000, Number.MAX_SAFE_INTEGER])
    expect(grouped(count)).toBe(english.format(count))
})

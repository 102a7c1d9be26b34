import { expect, test } from 'vitest'
import { someClaims } from '#tests/support/story.ts'
import { lifetimeOf, NO_TIME } from './lifetime.ts'

const NOW_S = 1_700_000_000

/** A token that this machine's clock takes for good for `seems` s, made for `lifetimeS`; and clocks that can be moved. */
function read(seems: number, lifetimeS: number | null, isFresh: boolean, ahead?: () => number) {
  const clock = { wall: NOW_S * 1000, steady: 500 }
  const token = { claims: { ...someClaims(), exp: NOW_S + seems }, lifetimeS, origin: {} }
  return { clock, life: lifetimeOf(token, isFresh, { now: () => clock.wall, steady: () => clock.steady, ahead }) }
}

test('a token that was handed out just now has the whole of its time, whatever this clock says', () => {
  expect([read(-5000, 300, true).life.leftS(), read(9000, 300, true).life.leftS()]).toEqual([300, 300])
})

test('an older one has what this clock says, unless that is more than it was made for and a minute', () => {
  expect([240, 360, 361].map((seems) => read(seems, 300, false).life.leftS())).toEqual([240, 360, 0])
})

test('of one that does not say what it was made for, this clock is believed', () => {
  expect([read(9000, null, true).life.leftS(), read(-10, null, false).life.leftS()]).toEqual([9000, -10])
})

test('H-592: what the server said of the time comes before this clock', () => {
  const [hour, day] = [() => 3_600_000, () => -86_400_000]
  expect(read(-1800, null, true, hour).life.leftS()).toBe(1800)
  expect(read(86_400 + 1800, null, true, day).life.leftS()).toBe(1800)
  expect(read(86_400 + 240, 300, false, day).life.leftS()).toBe(240)
  expect(read(-1800, 1800, true, hour).life.leftS()).toBe(1800)
})

test('it runs down with the clock that went further, and below nothing', () => {
  const { clock, life } = read(300, 300, false)
  clock.wall += 100_000
  clock.steady += 40_000
  expect(life.leftS()).toBe(200)
  clock.wall -= 3_600_000
  clock.steady += 300_000
  expect(life.leftS()).toBe(-40)
})

test('of what is not known nothing is left', () => {
  expect(NO_TIME.leftS()).toBe(0)
})

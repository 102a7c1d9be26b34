import { afterEach, expect, it, vi } from 'vitest'

const clocks = { wall: 1_000_000, steady: 500 }
vi.spyOn(Date, 'now').mockImplementation(() => clocks.wall)
vi.spyOn(performance, 'now').mockImplementation(() => clocks.steady)
afterEach(() => vi.restoreAllMocks())

it('goes on with whichever clock went further, and never back', async () => {
  const { moment } = await import('./moment.ts')
  const began = moment()
  const after = (wall: number, steady: number) => {
    clocks.wall += wall
    clocks.steady += steady
    return moment() - began
  }
  expect(after(1000, 1000)).toBe(1000)
  // The machine slept, and the steady clock with it.
  expect(after(7_200_000, 0)).toBe(7_201_000)
  // The wall clock was put back by an hour.
  expect(after(-3_600_000, 2000)).toBe(7_203_000)
  expect(after(-10, 0)).toBe(7_203_000)
})

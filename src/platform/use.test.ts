import { expect, it, vi } from 'vitest'
import { watchUse } from './use.ts'

let now = 0
const page = new EventTarget() as Window
/** @param late ms until the page comes to it */
function event(type: string, timeStamp: number, late = 1, more: Partial<KeyboardEvent> = {}) {
  now = timeStamp + late
  page.dispatchEvent(Object.assign(Object.defineProperty(new Event(type), 'timeStamp', { value: timeStamp }), more))
}

it('tells of whoever scrolls, points or types, twice a second at most, and how late the page came to it', () => {
  const tell = vi.fn()
  watchUse(page, tell, () => now)
  event('mousemove', 900)
  expect(tell).not.toHaveBeenCalled()
  event('wheel', 1000)
  event('scroll', 1499)
  expect(tell).toHaveBeenCalledTimes(1)
  for (const [n, type] of ['keydown', 'scroll', 'pointerdown', 'touchmove'].entries()) event(type, 1500 + 500 * n)
  expect(tell).toHaveBeenCalledTimes(5)
  // The longest of all since it was told last.
  event('scroll', 3100, 80)
  event('scroll', 3200, 8)
  event('scroll', 3600, 4)
  expect(tell).toHaveBeenLastCalledWith(1000, 80, false)
  event('scroll', 4200, 3)
  expect(tell).toHaveBeenLastCalledWith(1000, 3, false)
})

it('H-612: a pointer that moves and a focus that goes on count as use, and say nothing of how late the page is', () => {
  const tell = vi.fn()
  watchUse(page, tell, () => now)
  event('pointermove', 10_000, 30)
  expect(tell.mock.calls).toEqual([[1000, null, false]])
  event('focusin', 10_500, 30)
  expect(tell.mock.calls.slice(1)).toEqual([[1000, null, false]])
  // What was late meanwhile is told with the next.
  event('scroll', 10_600, 40)
  event('pointermove', 11_000)
  expect(tell.mock.calls.slice(2)).toEqual([[1000, 40, false]])
})

it('H-612: a press is told at once, also past twice a second, and how late it was with the next that is due', () => {
  const tell = vi.fn()
  watchUse(page, tell, () => now)
  event('pointermove', 20_000)
  tell.mockClear()
  event('pointerdown', 20_100, 50)
  event('pointerup', 20_180)
  event('keydown', 20_300, 1, { key: 'Enter' })
  expect(tell.mock.calls).toEqual(Array(3).fill([1000, null, true]))
  // A key that is held, or only alters another.
  event('keydown', 20_330, 1, { key: 'Enter', repeat: true })
  event('keydown', 20_340, 1, { key: 'Shift' })
  expect(tell).toHaveBeenCalledTimes(3)
  event('keydown', 20_500, 2, { key: 'ArrowDown' })
  expect(tell).toHaveBeenLastCalledWith(1000, 50, true)
})

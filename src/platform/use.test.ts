import { expect, it, vi } from 'vitest'
import { watchUse } from './use.ts'

let now = 0
const page = new EventTarget() as Window
/** @param late ms until the page comes to it */
function event(type: string, timeStamp: number, late = 1) {
  now = timeStamp + late
  page.dispatchEvent(Object.defineProperty(new Event(type), 'timeStamp', { value: timeStamp }))
}

it('tells of whoever scrolls, points or types, twice a second at most, and how late the page came to it', () => {
  const tell = vi.fn()
  watchUse(page, tell, () => now)
  event('mousemove', 900)
  expect(tell).not.toHaveBeenCalled()
  event('wheel', 1000)
  event('keydown', 1499)
  expect(tell).toHaveBeenCalledTimes(1)
  for (const [n, type] of ['keydown', 'scroll', 'pointerdown', 'touchmove'].entries()) event(type, 1500 + 500 * n)
  expect(tell).toHaveBeenCalledTimes(5)
  // The longest of all since it was told last.
  event('scroll', 3100, 80)
  event('scroll', 3200, 8)
  event('scroll', 3600, 4)
  expect(tell).toHaveBeenLastCalledWith(1000, 80)
  event('scroll', 4200, 3)
  expect(tell).toHaveBeenLastCalledWith(1000, 3)
})

import { expect, it, vi } from 'vitest'
import { watchUse } from './use.ts'

const page = new EventTarget() as Window
const event = (type: string, timeStamp: number) =>
  page.dispatchEvent(Object.defineProperty(new Event(type), 'timeStamp', { value: timeStamp }))

it('tells of whoever scrolls, points or types, twice a second at most', () => {
  const tell = vi.fn()
  watchUse(page, tell)
  event('mousemove', 900)
  expect(tell).not.toHaveBeenCalled()
  event('wheel', 1000)
  event('keydown', 1499)
  expect(tell).toHaveBeenCalledTimes(1)
  for (const [n, type] of ['keydown', 'scroll', 'pointerdown', 'touchmove'].entries()) event(type, 1500 + 500 * n)
  expect(tell).toHaveBeenCalledTimes(5)
})

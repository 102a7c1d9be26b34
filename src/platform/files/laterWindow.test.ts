import { expect, test, vi } from 'vitest'
import { windowsOf } from './laterWindow.ts'
import { REVOKE_AFTER_MS } from './objectUrl.ts'

function setUp(isRefused = false) {
  const opened = { close: vi.fn(), closed: false, opener: {} as unknown, location: { replace: vi.fn() } }
  const open = vi.fn(() => (isRefused ? null : opened))
  const timers: [run: () => void, ms: number][] = []
  const url = { createObjectURL: vi.fn(() => 'blob:x'), revokeObjectURL: vi.fn() }
  const openWindow = windowsOf({ open } as unknown as Window, { url, setTimer: (run, ms) => timers.push([run, ms]) })
  return { opened, open, timers, url, openWindow }
}

test('a window opens empty and knows nothing of who opened it', () => {
  const { openWindow, open, opened } = setUp()
  openWindow()
  expect(open).toHaveBeenCalledWith('', '_blank')
  expect(opened.opener).toBeNull()
  expect(opened.location.replace).not.toHaveBeenCalled()
})

test('it is led to the bytes, whose address holds for as long as it is open', () => {
  const { openWindow, opened, timers, url } = setUp()
  openWindow()?.fill(new ArrayBuffer(3), 'application/pdf')
  expect(opened.location.replace).toHaveBeenCalledWith('blob:x')
  expect(timers[0]?.[1]).toBe(REVOKE_AFTER_MS)
  timers[0]?.[0]()
  expect(url.revokeObjectURL).not.toHaveBeenCalled()
  expect(timers[1]?.[1]).toBe(REVOKE_AFTER_MS)
  opened.closed = true
  timers[1]?.[0]()
  expect(url.revokeObjectURL).toHaveBeenCalledWith('blob:x')
})

test('one the person closed meanwhile stays closed', () => {
  const { openWindow, opened, url } = setUp()
  const window = openWindow()
  opened.closed = true
  window?.fill(new ArrayBuffer(3), 'application/pdf')
  expect(opened.location.replace).not.toHaveBeenCalled()
  expect(url.createObjectURL).not.toHaveBeenCalled()
})

test('one the browser refuses is none', () => {
  expect(setUp(true).openWindow()).toBeNull()
})

/** What the shell does while there is no connection. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { appWentOffline, appWentOnline } from '#core/events/app.ts'
import { show } from '#tests/components/stage.tsx'
import { pageName } from '../kit/pageMain.ts'
import { Shell } from './Shell.tsx'

const banner = () => page.getByRole('alert')
/** React has shown what it was told. */
const rendered = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
const isUnder = (element: Element, x: number, y: number) => element.contains(document.elementFromPoint(x, y))

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('H-384: the main part, which has the focus on arrival, is named by the page', async () => {
  pageName.value = ''
  await show(<Shell />)
  await expect.element(page.getByRole('main')).toHaveAccessibleName('')
  pageName.value = 'Flagged'
  await expect.element(page.getByRole('main')).toHaveAccessibleName('Flagged')
  pageName.value = ''
})

it('SESSION-014: while offline the banner is there, and nothing of the page takes a press', async () => {
  const stage = await show(<Shell />)
  const button = page.getByRole('banner').getByRole('button').first().element()
  const { x, y, width, height } = button.getBoundingClientRect()
  const centre = [x + width / 2, y + height / 2] as const
  expect(isUnder(button, ...centre)).toBe(true)
  stage.happens(appWentOffline({}))
  await expect.element(banner()).toHaveTextContent('Not Connected to Play MPE Services')
  expect(isUnder(button, ...centre)).toBe(false)
  expect(button.closest('[inert]')).not.toBeNull()
  expect(stage.host.querySelector('main')?.inert).toBe(true)
  expect([...stage.host.querySelectorAll('nav')].filter((nav) => nav.closest('[inert]') === null)).toEqual([])
})

it('SESSION-015: the banner is hidden half a second after the connection is back, and not before', async () => {
  const stage = await show(<Shell />)
  stage.happens(appWentOffline({}))
  await expect.element(banner()).toBeVisible()
  stage.happens(appWentOnline({}))
  await rendered()
  vi.advanceTimersByTime(499)
  await rendered()
  expect(banner().query()).not.toBeNull()
  expect(stage.host.querySelector('main')?.inert).toBe(true)
  vi.advanceTimersByTime(1)
  await rendered()
  expect(banner().query()).toBeNull()
  expect(stage.host.querySelector('main')?.inert).toBe(false)
})

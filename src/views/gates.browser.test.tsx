import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { keepRedirect } from '#actions/people/redirect.ts'
import { sessionUnreachable } from '#core/events/people/session.ts'
import { keepsNothing } from '#projections/session.ts'
import { show } from '#tests/components/stage.tsx'
import { Story } from '#tests/support/story.ts'
import { Private, Public } from './gates.tsx'

it.each([
  ['who would sign in', Public],
  ['who was signed in', Private],
])('SHELL-053: a server that cannot be reached at the start is said to %s, who can try again', async (_, Gate) => {
  const stage = await show(<Gate />, { story: new Story().happens(sessionUnreachable({})) })
  const heading = page.getByRole('heading', { name: 'Service Unavailable' })
  await expect.element(heading).toHaveFocus()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(stage.of('session.retryRequested')).toEqual([{}])
  await expect.element(heading).not.toBeInTheDocument()
  stage.happens(sessionUnreachable({}))
  await expect.element(heading).toHaveFocus()
})

it('ROUTE-035: a stored redirect is followed 200 ms after load by who is signed in', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stage = await show(<Private />, { path: '/flagged' })
  keepRedirect('/releases?release=r1')
  vi.advanceTimersByTime(199)
  expect(sessionStorage.getItem('redirect')).toBe('/releases?release=r1')
  vi.advanceTimersByTime(1)
  expect(sessionStorage.getItem('redirect')).toBeNull()
  await expect.poll(() => stage.address).toBe('/releases?release=r1')
})

it.each([
  [false, 'The player cannot reach its server. Your downloads and settings on this device are kept.'],
  [true, 'The player cannot reach its server.'],
])('H-491, D-006: what it says of downloads and settings is true; on a public computer: %s', async (isPublic, text) => {
  onTestFinished(() => {
    keepsNothing.value = false
  })
  keepsNothing.value = isPublic
  await show(<Private />, { story: new Story().happens(sessionUnreachable({})) })
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
})

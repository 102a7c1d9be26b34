import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { sessionUnreachable } from '#core/events/people/session.ts'
import { show } from '#tests/components/stage.tsx'
import { Story } from '#tests/support/story.ts'
import { Private, Public } from './gates.tsx'

it.each([
  ['who would sign in', Public],
  ['who was signed in', Private],
])('SHELL-053: a server that cannot be reached at the start is said to %s, who can try again', async (_, Gate) => {
  const stage = await show(<Gate />, { story: new Story().happens(sessionUnreachable({})) })
  await expect.element(page.getByRole('heading', { name: 'Service Unavailable' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(stage.of('session.retryRequested')).toEqual([{}])
})

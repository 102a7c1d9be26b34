import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { sessionStarted } from '#core/events/people/session.ts'
import { show } from '#tests/components/stage.tsx'
import { Story, someClaims } from '#tests/support/story.ts'
import { Who } from './Who.tsx'

const seenBy = (verified: boolean) =>
  show(<Who />, {
    story: new Story().happens(
      sessionStarted({
        claims: someClaims('p1', { verified }),
        accessToken: 'a',
        refreshToken: 'r',
        restored: true,
      }),
    ),
  })

it('SHELL-051: who is not verified sees Verification Pending', async () => {
  await seenBy(false)
  await expect.element(page.getByText('Verification Pending')).toBeVisible()
})

it('SHELL-051: who is verified sees that instead', async () => {
  await seenBy(true)
  await expect.element(page.getByText('Verified', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Verification Pending')).not.toBeInTheDocument()
})

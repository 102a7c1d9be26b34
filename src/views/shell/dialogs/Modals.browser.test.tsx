/** What the dialogs that belong to no screen make happen. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { sessionEnded, sessionExpired } from '#core/events/people/session.ts'
import { playerReleaseChosen } from '#core/events/player.ts'
import { show, signedIn, sounds } from '#tests/components/stage.tsx'
import { aRelease } from '#tests/support/story.ts'
import { Modals } from './Modals.tsx'

it('SESSION-010: OK in the session-expired dialog logs out, and with that the music stops', async () => {
  const story = signedIn()
    .knows(aRelease('r1'))
    .happens(playerReleaseChosen({ releaseid: 'r1', trackid: 'r1.a', itemId: 'i1', requestId: 'q1' }))
  const stage = await show(<Modals />, { story })
  stage.happens(...sounds('q1', 'r1.a', 90), sessionExpired({}))
  expect(stage.state.single('player').isPlaying).toBe(true)
  await page.getByRole('alertdialog', { name: 'Session expired' }).getByRole('button', { name: 'OK' }).click()
  expect(stage.of('session.signOutRequested')).toEqual([{ expired: true }])
  stage.happens(sessionEnded({ reason: 'expired' }))
  expect(stage.state.single('player')).toMatchObject({ isPlaying: false, song: null, handle: null })
  expect(stage.state.single('session').status).toBe('signedOut')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

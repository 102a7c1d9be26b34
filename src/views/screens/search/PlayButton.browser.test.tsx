import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { playerReleaseChosen } from '#core/events/player.ts'
import { show, signedIn, sounds } from '#tests/components/stage.tsx'
import { aRelease } from '#tests/support/story.ts'
import { PlayButton } from './PlayButton.tsx'

it('a result that plays is paused by a button that says so, and is not said to be pressed', async () => {
  const stage = await show(<PlayButton releaseid="r1" title="Tides" size={16} className="" />, {
    story: signedIn().knows(aRelease('r1')),
  })
  await expect.element(page.getByRole('button', { name: 'Play Tides' })).not.toHaveAttribute('data-on')
  stage.happens(
    playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i1', requestId: 'q1' }),
    ...sounds('q1', 'r1.a', 90),
  )
  const pause = page.getByRole('button', { name: 'Pause Tides' })
  await expect.element(pause).toHaveAttribute('data-on')
  await expect.element(pause).not.toHaveAttribute('aria-pressed')
})

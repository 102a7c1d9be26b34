// What the system draws at the edges of the screen covers nothing that is pressed.
import { afterEach, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { downloadRequested } from '#core/events/downloads.ts'
import { playerReleaseChosen } from '#core/events/player.ts'
import { player, playRelease, queue } from '#tests/components/playing.ts'
import { show, signedIn, sounds } from '#tests/components/stage.tsx'
import { aDetail } from '#tests/components/wire.ts'
import { aRequest } from '#tests/support/story.ts'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { queueOpen } from '../shell.state.ts'
import { Toasts } from '../Toasts.tsx'
import { LatePlayBar } from './LatePlayBar.tsx'

/** What the system takes of each edge of the screen, px. */
const takes = (insets: { bottom?: number; left?: number; right?: number }) =>
  cdp().send('Emulation.setSafeAreaInsetsOverride', { insets })
afterEach(() => takes({}))

/** How far what can be pressed in a part keeps from the edges of the window at least, px. */
function kept(part: Element) {
  const buttons = [...part.querySelectorAll('button')].filter((button) => button.checkVisibility())
  const places = [part.getBoundingClientRect(), ...buttons.map((button) => button.getBoundingClientRect())]
  const [whole, ...pressed] = places.map(({ bottom, left, right }) => [innerHeight - bottom, left, innerWidth - right])
  const least = (at: number) => Math.min(...pressed.map((place) => place[at] ?? 0))
  return { whole, bottom: least(0), left: least(1), right: least(2) }
}

async function plays(window: readonly [number, number]) {
  const stage = await show(<LatePlayBar offline={false} />, {
    window,
    story: signedIn()
      .knows(aDetail('r1', 3))
      .happens(playerReleaseChosen({ releaseid: 'r1', trackid: 'r1.a', itemId: 'i1', requestId: 'q1' })),
  })
  stage.happens(...sounds('q1', 'r1.a', 90))
  const player = page.getByRole('region', { name: 'Player' })
  await expect.element(player).toBeVisible()
  return player.element()
}

it('H-481: on a tablet the play bar and the queue stand above its lower edge', async () => {
  await takes({ bottom: 20 })
  await playRelease({ window: [1000, 800] })
  queueOpen.value = true
  const bar = player().element()
  expect(bar.getBoundingClientRect().height).toBe(104)
  expect(kept(bar).bottom).toBeGreaterThanOrEqual(20)
  await expect.element(queue()).toBeVisible()
  expect(kept(queue().element()).whole?.[0]).toBe(104)
})

it('H-481: on a phone on its side the player, dialogs and notifications keep clear of both ends', async () => {
  await takes({ bottom: 21, left: 44, right: 50 })
  const { bottom, left, right } = kept(await plays([740, 360]))
  expect([bottom >= 21, left >= 44, right >= 50]).toEqual([true, true, true])
  await show(
    <>
      <Toasts />
      <Dialog label="Asked" onClose={() => {}}>
        <button type="button">Yes</button>
      </Dialog>
    </>,
    { window: [740, 360], story: signedIn().happens(downloadRequested({ requests: [aRequest('a')] })) },
  )
  const dialog = kept(page.getByRole('dialog', { name: 'Asked' }).element())
  expect([dialog.left >= 44, dialog.right >= 50]).toEqual([true, true])
  const toast = page.css('[data-category="addDownloadQueue"]')
  await expect.element(toast).toBeVisible()
  const { whole } = kept(toast.element())
  expect([(whole?.[0] ?? 0) >= 21, (whole?.[1] ?? 0) >= 44, (whole?.[2] ?? 0) >= 50]).toEqual([true, true, true])
})

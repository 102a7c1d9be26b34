/** What moves for whoever asked their system for less of it. */
import { createRef } from 'react'
import { expect, it } from 'vitest'
import { downloadRequested } from '#core/events/downloads.ts'
import { playerReleaseChosen } from '#core/events/player.ts'
import { type Surroundings, show, signedIn } from '#tests/components/stage.tsx'
import { aRelease, aRequest } from '#tests/support/story.ts'
import { Switch } from '../kit/controls/Switch.tsx'
import { Spinner } from '../kit/graphics/Spinner.tsx'
import { Popover } from '../kit/overlays/Popover.tsx'
import { PlayQueue } from './queue/PlayQueue.tsx'
import { Toasts } from './Toasts.tsx'

const reduced: Surroundings = { reducedMotion: true, window: [1200, 800] }

/** How the only animation of an element runs: its length, ms, how often, and whether it moves anything. */
function coming(selector: string) {
  const [animation] = document.querySelector(selector)?.getAnimations() ?? []
  const effect = animation?.effect as KeyframeEffect | undefined
  const { duration, iterations } = effect?.getTiming() ?? {}
  const moves = effect?.getKeyframes().some(({ transform = 'none' }) => transform !== 'none')
  return { duration, iterations, moves }
}
const FADE = { duration: 80, iterations: 1, moves: false }

it('with reduced motion notifications and what opens beside a button fade in, in 80 ms', async () => {
  const story = signedIn().happens(downloadRequested({ requests: [aRequest('Night Drive')] }))
  const anchor = createRef<HTMLButtonElement>()
  await show(
    <>
      <Toasts />
      <button ref={anchor} type="button">
        Open
      </button>
      <Popover anchor={anchor} role="dialog" label="Lists" onClose={() => {}}>
        a
      </Popover>
    </>,
    { story, ...reduced },
  )
  expect(coming('[role="status"][data-category]')).toEqual(FADE)
  expect(coming('[role="dialog"]')).toEqual(FADE)
})

it.each([
  ['beside the page', [1200, 800]],
  ['over a phone', [390, 844]],
] as const)('with reduced motion the queue %s fades in, in 80 ms', async (_, window) => {
  const story = signedIn()
    .knows(aRelease('r1'))
    .happens(playerReleaseChosen({ releaseid: 'r1', trackid: 'r1.a', itemId: 'i1', requestId: 'q1' }))
  await show(<PlayQueue inert={false} />, { story, ...reduced, window })
  expect(coming('aside')).toEqual(FADE)
})

it('with reduced motion a switch is at its other end at once, and what says that work goes on still does', async () => {
  await show(
    <>
      <Switch label="Autoplay" checked onToggle={() => {}} />
      <Spinner />
    </>,
    reduced,
  )
  const thumb = document.querySelector('[role="switch"] span > span')
  if (!thumb) throw new Error('a switch without a thumb')
  expect(getComputedStyle(thumb).transitionDuration).toBe('0s')
  expect(coming('svg')).toEqual({ duration: 1600, iterations: Number.POSITIVE_INFINITY, moves: false })
})

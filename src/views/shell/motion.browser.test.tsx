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
import { fade } from '../theme/fade.css.ts'
import { PlayQueue } from './queue/PlayQueue.tsx'
import { Toasts } from './Toasts.tsx'

const reduced: Surroundings = { reducedMotion: true, window: [1200, 800] }

/** How an element comes, as its style says it: the animation itself is over before a busy machine looks. */
function coming(selector: string) {
  const element = document.querySelector(selector)
  if (!element) return null
  const { animationName, animationDuration, animationIterationCount } = getComputedStyle(element)
  return [animationName, animationDuration, animationIterationCount]
}
const FADE = [fade, '0.08s', '1']

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
  await expect.poll(() => coming('[role="status"][data-category]')).toEqual(FADE)
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
  const effect = document.querySelector('svg')?.getAnimations()[0]?.effect as KeyframeEffect | undefined
  expect(effect?.getTiming()).toMatchObject({ duration: 1600, iterations: Number.POSITIVE_INFINITY })
  expect(effect?.getKeyframes().filter(({ transform = 'none' }) => transform !== 'none')).toEqual([])
})

import { effect } from '@preact/signals-react'
import { expect, test } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import { playerReleaseChosen, playerVolumeChanged } from '#core/events/player.ts'
import { aRelease, Story } from '#tests/support/story.ts'
import { attach, project } from './entity.ts'
import { player, versions } from './player.ts'

/** How often what follows the versions was told of them, and what they are. */
function following(story: Story) {
  attach(story.state)
  story.order.takeTouched()
  const told: (typeof versions.value)[] = []
  const stop = effect(() => void told.push(versions.value))
  const happens = (...drafts: AppDraft[]) => {
    story.happens(...drafts)
    project(story.order.takeTouched())
  }
  return { told, stop, happens }
}

test('what the player does to a song tells nobody of its versions again', () => {
  const story = new Story().knows(aRelease('r1'))
  const chosen = playerReleaseChosen({ requestId: 'c1', releaseid: 'r1', trackid: null, itemId: 'i1' })
  const { told, stop, happens } = following(story.happens(chosen))
  expect(player.peek().song).not.toBeNull()
  const before = player.peek()
  happens(playerVolumeChanged({ volume: 25 }))
  stop()
  expect(player.peek()).not.toBe(before)
  expect(told).toEqual([[]])
})

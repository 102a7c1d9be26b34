import { beforeEach, expect, test, vi } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import { playerReleaseChosen, playerVolumeChanged } from '#core/events/player.ts'
import { queueItemRemoved, queueReleaseAdded } from '#core/events/queue.ts'
import { sessionEnded, sessionStarted } from '#core/events/session.ts'
import { readLastChanges } from '#core/model/lastChanges.ts'
import { aRelease, Story, someClaims } from '#tests/support/story.ts'
import { attach } from './entity.ts'
import { watchLastChanges } from './lastChanges.ts'

let now = 0
let story: Story
const changed = vi.fn()
const happens = (...drafts: AppDraft[]) => {
  story.happens(...drafts)
  attach(story.state)
}
const began = () => sessionStarted({ claims: someClaims('p1'), accessToken: 'a', refreshToken: 'r', restored: false })

beforeEach(() => {
  story = new Story().knows(aRelease('r1'))
  happens(began())
  changed.mockClear()
})

test('nothing is left behind where nothing changed', () => {
  expect(watchLastChanges({ now: () => now, changed })()).toBeNull()
  expect(changed).not.toHaveBeenCalled()
})

test('a setting that changed is left behind at once, and no longer when it was written long ago', () => {
  const left = watchLastChanges({ now: () => now, changed })
  happens(playerVolumeChanged({ volume: 25 }))
  expect(changed).toHaveBeenCalled()
  expect(readLastChanges(left()).settings).toMatchObject({ volume: 25 })
  expect(readLastChanges(left()).queue).toBeUndefined()
  now += 5000
  expect(left()).toBeNull()
})

test('what a state begins with, before what was kept is read, is no change: it would replace that', () => {
  const left = watchLastChanges({ now: () => now, changed })
  // The first that comes from the worker: equal, and another object.
  story = new Story().happens(began())
  const { state } = story
  attach({
    get: (kind, id) => structuredClone(state.get(kind, id)),
    single: (kind) => structuredClone(state.single(kind)),
    ids: (kind) => state.ids(kind),
  })
  expect(left()).toBeNull()
  expect(changed).not.toHaveBeenCalled()
})

test('nor is the state that begins when a session ends', () => {
  happens(playerVolumeChanged({ volume: 25 }))
  const left = watchLastChanges({ now: () => now, changed })
  now += 5000
  story = new Story()
  happens(began())
  expect(readLastChanges(left()).settings).toBeUndefined()
})

test('a queue that was emptied is left behind empty', () => {
  happens(playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i1', requestId: 'q1' }))
  const left = watchLastChanges({ now: () => now, changed })
  happens(queueItemRemoved({ itemId: 'i1', requestId: 'q2' }))
  expect(readLastChanges(left()).queue).toMatchObject({ playerid: 'p1' })
})

test('so is the queue with what waits for its songs, for the player it belongs to', () => {
  const left = watchLastChanges({ now: () => now, changed })
  happens(
    playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i1', requestId: 'q1' }),
    queueReleaseAdded({ releaseid: 'unknown', itemId: 'i2', place: 'bottom' }),
  )
  expect(readLastChanges(left()).queue).toMatchObject({
    playerid: 'p1',
    kept: { items: [{ uuid: 'i1' }], song: 'i1.1' },
    waiting: [{ kind: 'bottom', releaseid: 'unknown', itemId: 'i2' }],
  })
})

test('who signs out leaves no queue behind', () => {
  const left = watchLastChanges({ now: () => now, changed })
  happens(playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i1', requestId: 'q1' }))
  happens(sessionEnded({ reason: 'signedOut' }))
  expect(readLastChanges(left()).queue).toBeUndefined()
})

test('what cannot be read is nothing', () => {
  for (const text of [null, '', '{', '[]', '{"queue":{"playerid":1}}']) expect(readLastChanges(text)).toEqual({})
})

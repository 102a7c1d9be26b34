import { beforeEach, expect, test, vi } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import { sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import { playerReleaseChosen, playerToggled, playerVolumeChanged } from '#core/events/player.ts'
import { queueItemRemoved, queueReleaseAdded } from '#core/events/queue.ts'
import { settingColumnResized } from '#core/events/settings.ts'
import { readLastChanges } from '#core/model/lastChanges.ts'
import { SETTINGS_DEFAULT } from '#core/model/settings.ts'
import { aRelease, Story, someClaims } from '#tests/support/story.ts'
import { attach } from './entity.ts'
import { watchLastChanges } from './lastChanges.ts'

let now = 0
let story: Story
let text: string | null = null
const leave = vi.fn((now: string | null) => {
  text = now
})
const watch = () => watchLastChanges({ now: () => now, lying: () => text, leave })
/** What a page that ends now leaves behind. */
const left = (page: ReturnType<typeof watch>) => {
  page.leave()
  return readLastChanges(text)
}
const happens = (...drafts: AppDraft[]) => {
  story.happens(...drafts)
  attach(story.state)
}
const began = () => sessionStarted({ claims: someClaims('p1'), accessToken: 'a', refreshToken: 'r', restored: false })

beforeEach(() => {
  story = new Story().knows(aRelease('r1'))
  happens(began())
  text = null
  leave.mockClear()
})

test('nothing is left behind where nothing changed', () => {
  expect(left(watch())).toEqual({})
  expect(text).toBeNull()
})

test('a setting that changed is left behind at once, and no longer when it was written long ago', () => {
  const end = watch()
  happens(playerVolumeChanged({ volume: 25 }))
  expect(left(end).settings).toEqual({ volume: 25 })
  expect(left(end).queue).toBeUndefined()
  text = null
  now += 5000
  expect(left(end)).toEqual({})
})

test('what a state begins with, before what was kept is read, is no change: it would replace that', () => {
  const end = watch()
  // The first that comes from the worker: equal, and another object.
  story = new Story().happens(began())
  const { state } = story
  attach({
    get: (kind, id) => structuredClone(state.get(kind, id)),
    has: (kind, id) => state.has(kind, id),
    single: (kind) => structuredClone(state.single(kind)),
    ids: (kind) => state.ids(kind),
  })
  expect(leave).not.toHaveBeenCalled()
  expect(left(end)).toEqual({})
})

test('nor is the state that begins when a session ends', () => {
  happens(playerVolumeChanged({ volume: 25 }))
  const end = watch()
  now += 5000
  story = new Story()
  happens(began())
  expect(left(end).settings).toBeUndefined()
})

test('a queue that was emptied is left behind empty', () => {
  happens(playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i1', requestId: 'q1' }))
  const end = watch()
  happens(queueItemRemoved({ itemId: 'i1', requestId: 'q2' }))
  expect(left(end).queue).toMatchObject({ playerid: 'p1' })
})

test('so is the queue with what waits for its songs, for the player it belongs to', () => {
  const end = watch()
  happens(
    playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i1', requestId: 'q1' }),
    queueReleaseAdded({ releaseid: 'unknown', itemId: 'i2', place: 'bottom' }),
  )
  expect(left(end).queue).toMatchObject({
    playerid: 'p1',
    kept: { items: [{ uuid: 'i1' }], song: 'i1.1' },
    waiting: [{ kind: 'bottom', releaseid: 'unknown', itemId: 'i2' }],
  })
})

test('what the worker confirms, in another object, and what was read are no changes', () => {
  happens(settingColumnResized({ table: 'songs', column: 'title', width: 200 }))
  const end = watch()
  happens(playerVolumeChanged({ volume: 25 }))
  const { state } = story
  attach({
    get: (kind, id) => structuredClone(state.get(kind, id)),
    has: (kind, id) => state.has(kind, id),
    single: (kind) => structuredClone(state.single(kind)),
    ids: (kind) => state.ids(kind),
  })
  expect(left(end).settings).toEqual({ volume: 25 })
  text = null
  end.read()
  expect(left(end)).toEqual({})
})

test('of a setting that was changed here and in another tab the later one is left, of others both', () => {
  const end = watch()
  happens(playerVolumeChanged({ volume: 25 }))
  text = JSON.stringify({ settings: { theme: 'light', volume: 75 } })
  expect(left(end).settings).toEqual({ theme: 'light', volume: 75 })
  happens(playerVolumeChanged({ volume: 50 }))
  expect(left(end).settings).toEqual({ theme: 'light', volume: 50 })
})

test('who signs out leaves no queue behind', () => {
  const end = watch()
  happens(playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i1', requestId: 'q1' }))
  happens(sessionEnded({ reason: 'signedOut' }))
  expect(left(end).queue).toBeUndefined()
})

test('what another tab left since stays, and a change here takes away what was left of the same kind before', () => {
  const queue = { playerid: 'p1', kept: null, waiting: [] }
  const end = watch()
  happens(playerVolumeChanged({ volume: 25 }))
  text = JSON.stringify({ queue })
  expect(left(end)).toMatchObject({ queue, settings: { volume: 25 } })
  text = JSON.stringify({ queue, settings: { volume: 75 } })
  expect(left(end)).toMatchObject({ queue, settings: { volume: 75 } })
  happens(playerVolumeChanged({ volume: 50 }))
  expect(readLastChanges(text)).toEqual({ queue })
  expect(left(end)).toMatchObject({ queue, settings: { volume: 50 } })
})

test('H-136: the queue of a tab that was closed gives way to that of the tab that is heard since, or goes on', () => {
  happens(playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i1', requestId: 'q1' }))
  const end = watch()
  now += 5000
  const queue = { playerid: 'p1', kept: null, waiting: [] }
  text = JSON.stringify({ queue, settings: { volume: 75 } })
  expect(left(end)).toEqual({ settings: { volume: 75 } })
  happens(playerToggled({ play: false }))
  text = JSON.stringify({ queue })
  expect(left(end)).toEqual({ queue })
  happens(playerToggled({ play: true }))
  expect(readLastChanges(text)).toEqual({})
})

test('a setting that is put back to what it is at first is a change as any other', () => {
  happens(playerVolumeChanged({ volume: 25 }))
  const end = watch()
  happens(playerVolumeChanged({ volume: SETTINGS_DEFAULT.volume }))
  expect(left(end)).toEqual({ settings: { volume: SETTINGS_DEFAULT.volume } })
})

test('what cannot be read is nothing', () => {
  for (const text of [null, '', '{', '[]', '{"queue":{"playerid":1}}']) expect(readLastChanges(text)).toEqual({})
})

import { beforeEach, expect, it } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import {
  libraryClearAnswered,
  libraryClearRequested,
  libraryMarkAnswered,
  libraryMarkFailed,
  libraryMarksKept,
  libraryMarksRequested,
} from '#core/events/library.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import { attach, project } from '#projections/entity.ts'
import { aRelease, Story } from '#tests/support/story.ts'
import { askBeforeMarksGo } from './marks.ts'

let story: Story
let window: EventTarget

beforeEach(() => {
  story = new Story().knows(aRelease('r1'), aRelease('r2'))
  window = new EventTarget()
  attach(story.state)
})

/** They are shown as a page shows them. */
function happens(...drafts: AppDraft[]): void {
  story.happens(...drafts)
  project(story.order.store.takeTouched())
}
const begin = () => askBeforeMarksGo(window as Window)
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const wish = () =>
  libraryMarksRequested({
    requestId: 'w',
    changes: ['r1', 'r2'].map((releaseid) => ({ releaseid, trackid: null, marks: ['flagged'] })),
  })
const of = (releaseid: string) => ({ requestId: 'w', releaseid, trackid: null, mark: 'flagged' }) as const

it('H-518: the browser asks before the page is closed until the last mark of a wish is answered, or refused', () => {
  begin()
  expect(asks()).toBe(false)
  happens(wish())
  expect(asks()).toBe(true)
  happens(libraryMarkAnswered(of('r1')))
  expect(asks()).toBe(true)
  happens(libraryMarkFailed({ ...of('r2'), code: 'INTERNAL' }))
  expect(asks()).toBe(false)
})

it('H-570: it asks for none that is kept on this device, and for another one that is not yet', () => {
  begin()
  happens(wish())
  happens(libraryMarksKept({ requestIds: ['w', 'gone'] }))
  expect(asks()).toBe(false)
  happens(libraryMarkAnswered(of('r1')))
  expect(asks()).toBe(false)
  happens(libraryMarksRequested({ requestId: 'v', changes: [{ releaseid: 'r3', trackid: null, marks: ['flagged'] }] }))
  expect(asks()).toBe(true)
  happens(libraryMarksKept({ requestIds: ['v'] }))
  expect(asks()).toBe(false)
})

it('H-518: it asks as well while all flags are taken away', () => {
  begin()
  happens(libraryClearRequested({ requestId: 'c', list: 'flagged' }))
  expect(asks()).toBe(true)
  happens(libraryClearAnswered({ requestId: 'c', list: 'flagged' }))
  expect(asks()).toBe(false)
})

it('H-518: a session that ends leads the page elsewhere unasked, also before that shows', () => {
  begin()
  happens(wish())
  story.happens(sessionEnded({ reason: 'signedOut' }))
  expect(asks()).toBe(false)
})

it('H-518: nothing is asked when a page that the browser kept whole begins anew', () => {
  begin()
  happens(wish())
  window.dispatchEvent(new Event('pagehide'))
  expect(asks()).toBe(false)
  happens(libraryClearRequested({ requestId: 'c', list: 'flagged' }))
  expect(asks()).toBe(false)
})

it('H-518: marks that waited before are asked about, and those of a session that is over are not', () => {
  happens(wish())
  begin()
  expect(asks()).toBe(true)
  happens(sessionEnded({ reason: 'signedOut' }))
  expect(asks()).toBe(false)
})

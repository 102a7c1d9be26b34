// Stories of details, and of which of them stay.
import { describe, expect, test } from 'vitest'
import { appNavigated } from '#core/events/app.ts'
import { queueReleaseAdded } from '#core/events/queue.ts'
import * as rel from '#core/events/releases.ts'
import { DETAILS_KEPT } from '#core/reducers/catalogue/details.ts'
import { aRelease, Story } from '#tests/support/story.ts'

describe('details', () => {
  test('a release that is opened loads, and is there when it came', () => {
    const story = new Story().happens(rel.releaseOpened({ releaseid: 'r1' }))
    expect(story.state.get('detail', 'r1')).toMatchObject({ status: 'loading', release: null })
    expect(story.knows(aRelease('r1')).state.get('detail', 'r1')).toMatchObject({ status: 'done', error: null })
  })
  test('one that failed keeps its code and is loaded again when it is opened again', () => {
    const failed = rel.releaseDetailFailed({ releaseid: 'r1', code: 'FORBIDDEN' })
    const story = new Story().happens(rel.releaseOpened({ releaseid: 'r1' }), failed)
    expect(story.state.get('detail', 'r1')).toMatchObject({ status: 'error', error: 'FORBIDDEN' })
    expect(story.happens(rel.releaseOpened({ releaseid: 'r1' })).state.get('detail', 'r1')?.status).toBe('loading')
  })
})

describe('details that are let go', () => {
  const many = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => aRelease(`r${from + n}`, 1))
  const held = (story: Story) => [...story.state.ids('detail')]

  test('the one that came longest ago goes where there are more than stay', () => {
    const story = new Story().knows(...many(0, DETAILS_KEPT))
    expect(held(story)).toHaveLength(DETAILS_KEPT)
    story.knows(aRelease('new'))
    expect(held(story)).toHaveLength(DETAILS_KEPT)
    expect(held(story)).not.toContain('r0')
    expect(held(story)).toContain('new')
  })
  test('what is shown stays, and what the queue holds', () => {
    const story = new Story()
      .happens(appNavigated({ path: '/releases/releaseInfo/r0', search: '' }))
      .knows(...many(0, 3))
      .happens(queueReleaseAdded({ itemId: 'i1', releaseid: 'r1', place: 'bottom' }))
      .knows(...many(3, DETAILS_KEPT + 10))
    expect(held(story).slice(0, 3)).toEqual(['r0', 'r1', 'r10'])
  })
  test('while many are awaited for the queue all stay, and what nothing needs goes with the last of them', () => {
    const queued = Array.from({ length: DETAILS_KEPT + 5 }, (_, n) => `q${n}`)
    const add = (releaseid: string) => queueReleaseAdded({ itemId: `i.${releaseid}`, releaseid, place: 'bottom' })
    const story = new Story().knows(...many(0, 3)).happens(...queued.map(add))
    story.knows(...queued.slice(0, 5).map((id) => aRelease(id, 1)))
    expect(held(story)).toContain('r0')
    story.knows(...queued.slice(5).map((id) => aRelease(id, 1)))
    expect(held(story)).toEqual(queued)
  })
  test('one that is on its way is waited for', () => {
    const story = new Story().happens(rel.releaseOpened({ releaseid: 'slow' })).knows(...many(0, DETAILS_KEPT + 5))
    expect(story.state.get('detail', 'slow')?.status).toBe('loading')
  })
  test('one that was let go is asked for when it is opened again', () => {
    const story = new Story().knows(...many(0, DETAILS_KEPT + 1)).happens(rel.releaseOpened({ releaseid: 'r0' }))
    expect(story.state.get('detail', 'r0')).toMatchObject({ status: 'loading' })
  })
})

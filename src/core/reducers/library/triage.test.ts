// Stories of a round of triage: what it counts, what it says, where it goes on.
import { describe, expect, test } from 'vitest'
import { decisionTakenBack, triageBegun, triageEnded } from '#core/events/decisions.ts'
import { downloadRemoved, downloadRequested } from '#core/events/downloads.ts'
import { libraryMarkAnswered, libraryMarkFailed, libraryMarksRequested } from '#core/events/library.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import { playerHookChosen, playerReleaseChosen } from '#core/events/player.ts'
import { NO_TRIAGE } from '#core/model/library/decision.ts'
import type { Mark } from '#core/model/library/library.ts'
import { aRelease, aRequest, Story } from '#tests/support/story.ts'

const chosen = (releaseid: string, n = 1) =>
  playerReleaseChosen({ releaseid, trackid: null, itemId: `i${n}`, requestId: `q${n}`, hook: 0.25 })
const marked = (requestId: string, releaseid: string, mark: Mark) => [
  libraryMarksRequested({ requestId, changes: [{ releaseid, trackid: null, marks: [mark] }] }),
  libraryMarkAnswered({ requestId, releaseid, trackid: null, mark }),
]
const round = () => new Story().knows(aRelease('r1'), aRelease('r2')).happens(triageBegun({ heard: null }))
const counts = (story: Story) => {
  const { heard, flagged, archived, downloaded } = story.state.single('triage')
  return { heard, flagged, archived, downloaded }
}

describe('a round counts', () => {
  test('each release once for what was made of it', () => {
    const story = round().happens(chosen('r1'), chosen('r2', 2), chosen('r1', 3), playerHookChosen({ hook: 0.5 }))
    story.happens(...marked('w1', 'r1', 'flagged'), downloadRequested({ requests: [aRequest('a'), aRequest('b')] }))
    expect(counts(story)).toEqual({ heard: 2, flagged: 1, archived: 0, downloaded: 1 })
  })
  test('the release that sounded already', () => {
    const story = new Story().knows(aRelease('r1')).happens(chosen('r1'), triageBegun({ heard: 'r1' }))
    expect(counts(story).heard).toBe(1)
    expect(counts(story.happens(playerHookChosen({ hook: 0 }))).heard).toBe(1)
  })
  test('what the server took, not what was pressed (D-117)', () => {
    const [wish] = marked('w1', 'r1', 'flagged')
    const story = round().happens(...(wish ? [wish] : []))
    expect(counts(story).flagged).toBe(0)
    story.happens(libraryMarkFailed({ requestId: 'w1', releaseid: 'r1', trackid: null, mark: 'flagged', code: 'X' }))
    expect(counts(story).flagged).toBe(0)
  })
  test('no more what was taken back, or removed by hand', () => {
    const story = round().happens(...marked('w1', 'r1', 'flagged'), ...marked('w2', 'r1', 'archived'))
    story.happens(libraryMarkAnswered({ requestId: 'w2', releaseid: 'r1', trackid: null, mark: 'unflagged' }))
    expect(counts(story)).toMatchObject({ flagged: 0, archived: 1 })
    story.happens(...marked('w3', 'r1', 'restored'), downloadRequested({ requests: [aRequest('a')] }))
    expect(counts(story)).toMatchObject({ archived: 0, downloaded: 1 })
    expect(counts(story.happens(downloadRemoved({ downloadID: 'a' }))).downloaded).toBe(0)
  })
  test('nothing while none is on, and begins anew with each', () => {
    const story = new Story().knows(aRelease('r1')).happens(chosen('r1'), ...marked('w1', 'r1', 'flagged'))
    expect(story.state.single('triage')).toEqual(NO_TRIAGE)
    story.happens(triageBegun({ heard: null }), chosen('r1', 2), triageBegun({ heard: null }))
    expect(counts(story).heard).toBe(0)
    for (const end of [triageEnded({}), sessionEnded({ reason: 'signedOut' })]) {
      const over = round().happens(chosen('r1'), end)
      expect(over.state.single('triage')).toEqual(NO_TRIAGE)
      expect([...over.state.ids('triaged')]).toEqual([])
    }
  })
})

test('it goes on where a decision was taken back', () => {
  const story = round().happens(...marked('w1', 'r1', 'flagged'))
  story.happens(decisionTakenBack({ id: 'w1', requestId: 'u1' }))
  expect(story.state.single('triage').back).toEqual({ releaseid: 'r1', requestId: 'u1' })
  // Of what is no decision any more nothing is taken back.
  story.happens(...marked('w2', 'r2', 'flagged'), decisionTakenBack({ id: 'gone', requestId: 'u2' }))
  expect(story.state.single('triage').back?.requestId).toBe('u1')
})

test('the newest decision is said alone in a round; others keep their notification', () => {
  const two = [...marked('w1', 'r1', 'flagged'), ...marked('w2', 'r2', 'flagged')]
  expect(
    round()
      .happens(...two)
      .notices.map(({ id }) => id),
  ).toEqual(['flag.w2'])
  const story = new Story().knows(aRelease('r1'), aRelease('r2')).happens(...two)
  expect(story.notices.map(({ id }) => id)).toEqual(['flag.w1', 'flag.w2'])
})

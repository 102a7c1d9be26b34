// What is taken back is decided by a plan, whose stories stand in core/reducers/library/decisions.test.ts.
import { expect, test } from 'vitest'
import { decisionTakenBack } from '#core/events/decisions.ts'
import { downloadRequested, downloadStarted } from '#core/events/downloads.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { aRelease, aRequest, Story } from '#tests/support/story.ts'
import { createDecisionsEngine } from './engine.ts'

test('what is carried out is told as a consequence of the wish to take it back', () => {
  const story = new Story().knows(aRelease('r1'))
  story.happens(downloadRequested({ requests: [aRequest('a'), aRequest('b')] }))
  const told: [AppDraft, number | null | undefined][] = []
  const engine = createDecisionsEngine({ report: (draft, cause) => void told.push([draft, cause]) })
  for (const draft of [
    downloadStarted({ downloadID: 'a', totalBytes: null, resumedAt: 0 }),
    decisionTakenBack({ id: 'a', requestId: 'back' }),
  ]) {
    story.happens(draft)
    engine.accept(story.events.at(-1) as AppEvent, story.state)
  }
  const seq = story.events.at(-1)?.seq
  expect(told).toMatchObject([
    [{ type: 'download.removed', payload: { downloadID: 'a' } }, seq],
    [{ type: 'download.removed', payload: { downloadID: 'b' } }, seq],
  ])
})

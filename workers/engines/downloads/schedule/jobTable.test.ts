import { expect, it } from 'vitest'
import { downloadRequested } from '#core/events/downloads.ts'
import type { AppEvent, EventOf } from '#core/events/index.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { aRequest } from '#tests/support/story.ts'
import { JobTable } from './jobTable.ts'

it('what changed for a player whose session ended is no news to the tabs of the next one', () => {
  const table = new JobTable(new FakeClock())
  const placed = { seq: 1, t: 0, source: 'person', cause: null } as const
  const requested = { ...downloadRequested({ requests: [aRequest('a')] }), ...placed } as AppEvent
  table.heard(requested)
  const news = table.news()
  expect(news).toHaveLength(1)
  table.heard({ ...requested, ...downloadRequested({ requests: [aRequest('b')] }) } as AppEvent)
  table.end({ ...sessionEnded({ reason: 'signedOut' }), ...placed } as EventOf<'session.ended'>)
  expect(table.news()).toEqual([])
})

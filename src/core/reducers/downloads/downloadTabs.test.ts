// Stories of a tab that shows what another one downloads.
import { expect, test } from 'vitest'
import * as load from '#core/events/downloads.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { aRequest, Story } from '#tests/support/story.ts'

const requested = (...ids: string[]) => load.downloadRequested({ requests: ids.map((id) => aRequest(id)) })
const started = (downloadID: string) => load.downloadStarted({ downloadID, totalBytes: 1000, resumedAt: 0 })
const rows = (story: Story) => story.state.single('jobOrder').ids.map((id) => `${id} ${story.job(id)?.status}`)
const jobsOf = (story: Story) => story.state.single('jobOrder').ids.map((id) => story.job(id) as DownloadJob)

test('it shows the jobs of the other tab in their order, without its handles', () => {
  const owner = new Story().happens(requested('a', 'b'), load.downloadTokenReceived({ downloadID: 'a', handle: 'h' }))
  const order = ['b', 'a']
  const story = new Story().happens(load.downloadMirrored({ jobs: jobsOf(owner), order }))
  expect(rows(story)).toEqual(['b waiting', 'a waiting'])
  expect(story.job('a')).toMatchObject({ token: null, url: null })
})
test('what the other tab removed goes; what only changed stays in its place', () => {
  const story = new Story().happens(requested('a', 'b', 'c'))
  const [, b] = jobsOf(new Story().happens(requested('a', 'b'), started('b')))
  story.happens(load.downloadMirrored({ jobs: b ? [b] : [], order: null }))
  expect(rows(story)).toEqual(['a waiting', 'b loading', 'c waiting'])
  story.happens(load.downloadMirrored({ jobs: [], order: ['c', 'b', 'unknown'] }))
  expect(rows(story)).toEqual(['c waiting', 'b loading'])
  expect(story.job('a')).toBeUndefined()
})
test('after it took over, what was loading waits again with what it received', () => {
  const story = new Story().happens(requested('a', 'b'), started('a'))
  story.happens(load.downloadProgressed({ downloadID: 'a', receivedBytes: 400 }))
  story.happens(load.downloadTakenOver({ interrupted: [] }))
  expect(rows(story)).toEqual(['a waiting', 'b waiting'])
  expect(story.job('a')).toMatchObject({ receivedBytes: 400, url: null })
})
test('DOWNLOAD-018: what a reload cut off has failed', () => {
  const story = new Story().happens(requested('a', 'b', 'c'), started('a'))
  story.happens(load.downloadTakenOver({ interrupted: ['a', 'b'] }))
  expect(rows(story)).toEqual(['a failed', 'b failed', 'c waiting'])
  expect(story.job('a')).toMatchObject({ reason: 'interrupted' })
})

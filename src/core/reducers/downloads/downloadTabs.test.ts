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
test('jobs of which more follow stand behind those that are known, each once, until the last say where', () => {
  const owner = new Story().happens(requested('a', 'b', 'c'), started('b'))
  const [a, b, c] = jobsOf(owner) as [DownloadJob, DownloadJob, DownloadJob]
  const story = new Story().happens(
    requested('x', 'a'),
    load.downloadMirrored({ jobs: [a, b], order: null, joins: true }),
  )
  expect(rows(story)).toEqual(['x waiting', 'a waiting', 'b loading'])
  story.happens(load.downloadMirrored({ jobs: [c], order: ['c', 'b', 'a'] }))
  expect(rows(story)).toEqual(['c waiting', 'b loading', 'a waiting'])
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

test.each([
  ['what was downloaded before', load.downloadHistoryRestored({ keys: ['song x wav'] })],
  ['which folder was picked', load.downloadFolderChanged({ name: 'Promo', access: 'granted' })],
])('a bundle half of whose songs are known stays as the other tab has it when it is told %s', (_, fact) => {
  const place = { bundle: 'z', folder: '' }
  const gather = { as: 'zip' as const, sources: [{ type: 'release' as const, id: 'r1', duration: 3 }] }
  const owner = new Story().happens(
    load.downloadRequested({ requests: [aRequest('z', { type: 'bundle', mediaID: 'z', gather })] }),
    load.downloadBundlePlanned({
      downloadID: 'z',
      songs: [aRequest('z.1', { place, mediaID: 't1' }), aRequest('z.2', { place, mediaID: 't2' })],
      leftOut: 0,
    }),
    load.downloadFailed({ downloadID: 'z.1', reason: 'missing', receivedBytes: 0 }),
  )
  const [bundle, first, second] = jobsOf(owner) as [DownloadJob, DownloadJob, DownloadJob]
  const story = new Story().happens(
    load.downloadMirrored({ jobs: [bundle, first], order: null, joins: true }),
    fact,
    load.downloadMirrored({ jobs: [second], order: ['z', 'z.1', 'z.2'] }),
  )
  expect(rows(story)).toEqual(rows(owner))
})

// Stories of pausing, resuming, retrying and reordering download jobs.
import { describe, expect, test } from 'vitest'
import * as load from '#core/events/downloads.ts'
import type { AppDraft } from '#core/events/index.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { aRequest, Story } from '#tests/support/story.ts'

const requested = (...ids: string[]) => load.downloadRequested({ requests: ids.map((id) => aRequest(id)) })
const started = (downloadID: string) => load.downloadStarted({ downloadID, totalBytes: 1000, resumedAt: 0 })
const stored = (downloadID: string) =>
  load.downloadStored({ downloadID, bytes: 1000, sha256: 'ab', fileName: 'name.wav' })
const saved = (downloadID: string) => load.downloadSaved({ downloadID })
const failed = (downloadID: string) => load.downloadFailed({ downloadID, reason: 'network', receivedBytes: 0 })
const paused = (downloadID: string) => load.downloadPaused({ downloadID })
const resumed = (downloadID: string) => load.downloadResumed({ downloadID })
const moved = (downloadID: string, before: string | null) => load.downloadMoved({ downloadID, before })
const zip = (id: string) => load.downloadRequested({ requests: [aRequest(id, { type: 'release', mediaID: 'r1' })] })

const told = (...drafts: AppDraft[]) => new Story().happens(...drafts)
const statuses = (story: Story) => order(story).map((id) => story.job(id)?.status)
const order = (story: Story) => story.state.single('jobOrder').ids

describe('a try that waits', () => {
  const delayed = (downloadID: string) => load.downloadDelayed({ downloadID, reason: 'busy', retryInMs: 40_000 })

  test('is known by when it begins, of what waits or loads alone', () => {
    const story = told(requested('w', 'l', 'p'), started('l'), paused('p'), ...['w', 'l', 'p'].map(delayed))
    const { startedAt } = story.state.single('app')
    expect(story.job('l')?.retryAt).toBeGreaterThanOrEqual(startedAt + 40_000)
    expect(story.job('w')?.retryAt).toBeGreaterThanOrEqual(startedAt + 40_000)
    expect(story.job('p')).not.toHaveProperty('retryAt')
  })
  test.each<[string, AppDraft]>([
    ['pauses', paused('l')],
    ['fails', failed('l')],
    ['starts over', started('l')],
    ['is taken over by another tab', load.downloadTakenOver({ interrupted: [] })],
    ['is cut off', load.downloadTakenOver({ interrupted: ['l'] })],
  ])('waits no more when the job %s', (_, what) => {
    expect(told(requested('l'), started('l'), delayed('l'), what).job('l')?.retryAt).toBe(null)
  })
  test('waits no more when the zip lies ready', () => {
    const story = told(zip('z'), delayed('z'), load.downloadZipReady({ downloadID: 'z', handle: 'h' }))
    expect(story.job('z')).toMatchObject({ retryAt: null, zipperReady: true })
  })
})

describe('pausing', () => {
  test('D-127: what waits or loads can be paused, what ended cannot', () => {
    const story = told(requested('w', 'l', 'f', 'x'), started('l'), started('f'), stored('f'), saved('f'), failed('x'))
    story.happens(...['w', 'l', 'f', 'x'].map(paused))
    expect(statuses(story)).toEqual(['paused', 'paused', 'finished', 'failed'])
  })
  test('a paused job keeps what it received and forgets where it came from', () => {
    const story = told(requested('a'), load.downloadTokenReceived({ downloadID: 'a', handle: 'h' }), started('a'))
    story.happens(load.downloadProgressed({ downloadID: 'a', receivedBytes: 550 }), paused('a'))
    expect(story.job('a')).toMatchObject({ receivedBytes: 550, progress: 55, token: null, url: null })
  })
  test('a resumed job waits again where it stood in the line', () => {
    const story = told(requested('a', 'b', 'c'), started('a'), paused('a'), resumed('a'))
    expect([statuses(story), order(story)]).toEqual([
      ['waiting', 'waiting', 'waiting'],
      ['a', 'b', 'c'],
    ])
  })
  test('a resumed release asks for its zip again', () => {
    const story = told(zip('z'), load.downloadZipReady({ downloadID: 'z', handle: 'h' }), paused('z'), resumed('z'))
    expect(story.job('z')).toMatchObject({ status: 'waiting', isZipping: true, zipperReady: false, url: null })
  })
  test('all at once: pause all, resume all', () => {
    const story = told(requested('w', 'l', 'x'), started('l'), failed('x'), load.downloadAllPaused({}))
    expect(statuses(story)).toEqual(['paused', 'paused', 'failed'])
    expect(statuses(story.happens(load.downloadAllResumed({})))).toEqual(['waiting', 'waiting', 'failed'])
  })
  test('resume all takes up what was cut off with an earlier page, where it stood and with what it has', () => {
    const story = afterReload()
    const before = order(story)
    story.happens(load.downloadAllResumed({ interrupted: true }))
    expect([order(story), statuses(story)]).toEqual([before, ['waiting', 'waiting', 'failed']])
    expect(story.job('l')).toMatchObject({ reason: null, receivedBytes: 400, progress: 40 })
  })
  test('a log of before leaves what was cut off as it is', () => {
    expect(statuses(afterReload().happens(load.downloadAllResumed({})))).toEqual(['failed', 'failed', 'failed'])
  })
  test('what was cut off is not among what is retried after a failure', () => {
    const story = afterReload().happens(load.downloadFailedRetried({ interrupted: false }))
    expect(['w', 'l', 'x'].map((id) => story.job(id)?.status)).toEqual(['failed', 'failed', 'waiting'])
  })
  test('a paused item is unfinished: it is not added again', () => {
    const again = (id: string) => load.downloadRequested({ requests: [aRequest(id, { mediaID: 't' })] })
    expect(order(told(again('a'), paused('a'), again('b')))).toEqual(['a'])
  })
  test('DOWNLOAD-018: what was paused in an earlier visit has failed in this one', () => {
    const job = told(requested('a'), started('a'), paused('a')).job('a')
    const story = told(load.downloadRestored({ jobs: job ? [job] : [] }))
    expect(story.job('a')).toMatchObject({ status: 'failed', reason: 'interrupted' })
  })
  test('what the engine said before it heard of the pause still counts', () => {
    expect(statuses(told(requested('a'), started('a'), paused('a'), failed('a')))).toEqual(['failed'])
    expect(statuses(told(requested('a'), started('a'), paused('a'), stored('a'), saved('a')))).toEqual(['finished'])
    expect(statuses(told(requested('a'), started('a'), stored('a'), paused('a'), resumed('a'), saved('a')))).toEqual([
      'finished',
    ])
  })
  test('bytes that arrive late do not wake a paused job', () => {
    const story = told(requested('a'), started('a'), paused('a'))
    story.happens(started('a'), load.downloadProgressed({ downloadID: 'a', receivedBytes: 9 }))
    expect(story.job('a')).toMatchObject({ status: 'paused', receivedBytes: 0 })
  })
})

test('retry all failed restarts them in their order, behind those that wait', () => {
  const story = told(requested('x', 'w', 'y'), failed('x'), failed('y'), load.downloadFailedRetried({}))
  expect([order(story), statuses(story)]).toEqual([
    ['w', 'x', 'y'],
    ['waiting', 'waiting', 'waiting'],
  ])
})

/** One that waited, one that was loading, one that had failed: as a reload leaves them. */
function afterReload(): Story {
  const earlier = told(requested('w', 'l', 'x'), started('l'), failed('x'))
  earlier.happens(load.downloadProgressed({ downloadID: 'l', receivedBytes: 400 }))
  const jobs = ['w', 'l', 'x'].flatMap((id) => (earlier.job(id) as DownloadJob | undefined) ?? [])
  return told(load.downloadRestored({ jobs }))
}

describe('reordering', () => {
  test('a job is put right before another one, or last', () => {
    expect(order(told(requested('a', 'b', 'c'), moved('c', 'a')))).toEqual(['c', 'a', 'b'])
    expect(order(told(requested('a', 'b', 'c'), moved('a', 'c')))).toEqual(['b', 'a', 'c'])
    expect(order(told(requested('a', 'b', 'c'), moved('a', null)))).toEqual(['b', 'c', 'a'])
  })
  test('before a job that is gone it goes last; a job that is gone moves nothing', () => {
    expect(order(told(requested('a', 'b'), moved('a', 'gone')))).toEqual(['b', 'a'])
    expect(order(told(requested('a', 'b'), moved('gone', 'a'), moved('a', 'a')))).toEqual(['a', 'b'])
  })
})

test('what is asked for while something is under way joins its batch; later begins another', () => {
  const story = told(requested('a', 'b'), started('a'), requested('c'), failed('b'), failed('c'))
  story.happens(stored('a'), saved('a'), requested('d'), load.downloadRestarted({ downloadID: 'b' }))
  expect(['a', 'b', 'c', 'd'].map((id) => story.job(id)?.batch)).toEqual(['a', 'a', 'a', 'd'])
})

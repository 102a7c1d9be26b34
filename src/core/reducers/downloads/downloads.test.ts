// Stories of download jobs and of the notifications they raise.
import { describe, expect, test } from 'vitest'
import { appClockPutBack, appOpened, appWorkerFailed, appWorkerRestarted } from '#core/events/app.ts'
import * as load from '#core/events/downloads.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import { settingDownloadsChosen } from '#core/events/settings.ts'
import { type DownloadJob, DownloadJob as Job, JobStatus } from '#core/model/downloads/download.ts'
import { SETTINGS_DEFAULT } from '#core/model/settings.ts'
import { aRequest, Story } from '#tests/support/story.ts'
import { noticeDismissed } from '../../events/notices.ts'

const requested = (...ids: string[]) => load.downloadRequested({ requests: ids.map((id) => aRequest(id)) })
const started = (downloadID: string, totalBytes: number | null = 1000, resumedAt = 0) =>
  load.downloadStarted({ downloadID, totalBytes, resumedAt })
const progressed = (downloadID: string, receivedBytes: number) => load.downloadProgressed({ downloadID, receivedBytes })
const stored = (downloadID: string) =>
  load.downloadStored({ downloadID, bytes: 1000, sha256: 'ab', fileName: 'name.wav' })
const saved = (downloadID: string) => load.downloadSaved({ downloadID })
const failed = (downloadID: string, receivedBytes = 0) =>
  load.downloadFailed({ downloadID, reason: 'network', receivedBytes })

const zip = (id: string) => load.downloadRequested({ requests: [aRequest(id, { type: 'release', mediaID: 'r1' })] })
const status = (story: Story, id: string) => story.job(id)?.status
const finish = (id: string) => [started(id), stored(id), saved(id)]

describe('a server that was asked again by a worker that died', () => {
  const away = () => new Story().happens(load.downloadServerLost({ retryInMs: 30_000 }))
  const retryAt = (story: Story) => story.state.single('downloadServer').retryAt

  test.each([
    ['came again', appWorkerRestarted],
    ['was given up', appWorkerFailed],
  ])('is asked by nobody any more when that %s', (_, of) => {
    const story = away()
    expect(retryAt(story)).not.toBe(null)
    expect(retryAt(story.happens(of({ worker: 'downloads', message: 'gone' })))).toBe(null)
  })
  test('is still asked when another worker died', () => {
    expect(retryAt(away().happens(appWorkerRestarted({ worker: 'log', message: 'gone' })))).not.toBe(null)
  })
})

describe('a clock that is put back', () => {
  const opened = appOpened({ startedAt: 1_000_000, build: '1', language: 'en', width: 1, height: 1, online: true })
  const putBack = appClockPutBack({ byMs: 500_000 })

  test('puts off nothing: the server is asked as soon as before', () => {
    const story = new Story().happens(opened, load.downloadServerLost({ retryInMs: 3000 }), putBack)
    expect(story.state.single('downloadServer').retryAt).toBe(500_000 + 1 + 3000)
    story.happens(load.downloadServerLost({ retryInMs: 3000 }))
    expect(story.state.single('downloadServer').retryAt).toBe(500_000 + 3 + 3000)
  })

  test('puts off no file that tries again by itself', () => {
    const story = new Story().happens(opened, requested('a'), started('a'))
    story.happens(load.downloadDelayed({ downloadID: 'a', reason: 'server', retryInMs: 3000 }))
    const at = story.job('a')?.retryAt ?? 0
    expect(story.happens(putBack).job('a')?.retryAt).toBe(at - 500_000)
  })

  test('has nothing saved later than now, so that what is saved next is the newest', () => {
    const story = new Story().happens(opened, requested('a'), ...finish('a'), putBack)
    const now = 500_000 + story.events.length - 1
    expect(story.job('a')?.savedAt).toBe(now)
    expect(story.happens(requested('b'), ...finish('b')).job('b')?.savedAt).toBeGreaterThan(now)
  })
})

describe('a zip that is no more', () => {
  const ready = () => new Story().happens(zip('z'), load.downloadZipReady({ downloadID: 'z', handle: 'h' }))
  const outdated = load.downloadZipOutdated({ downloadID: 'z' })
  const awaited = { status: 'waiting', isZipping: true, zipperReady: false, url: null, zippingProgress: 0 }

  test('is waited for anew, in line and while it loads, with the bytes that are there', () => {
    expect(ready().happens(outdated).job('z')).toMatchObject(awaited)
    expect(ready().happens(started('z'), progressed('z', 500), outdated).job('z')).toMatchObject({
      ...awaited,
      receivedBytes: 500,
    })
  })

  test('changes nothing of one that stands still, or of a song', () => {
    expect(
      ready()
        .happens(load.downloadPaused({ downloadID: 'z' }), outdated)
        .job('z')?.status,
    ).toBe('paused')
    const song = new Story().happens(requested('z'), started('z'))
    expect(song.happens(outdated).job('z')).toMatchObject({ status: 'loading', isZipping: false })
  })
})

describe('statuses', () => {
  test('DOWNLOAD-003: they are waiting, loading, finished and failed, and paused where a person says so', () => {
    expect(JobStatus.options).toEqual(['waiting', 'loading', 'finished', 'failed', 'paused'])
  })
  test('a job that was just asked for has nothing yet, of bytes or of an address', () => {
    expect(new Story().happens(requested('a')).job('a')).toMatchObject({
      progress: 0,
      receivedBytes: 0,
      totalBytes: null,
      zippingProgress: 0,
      zipperReady: false,
      token: null,
      url: null,
      reason: null,
    })
  })
  test('DOWNLOAD-008: a job waits, loads and is finished', () => {
    const story = new Story().happens(requested('a'))
    const seen = [status(story, 'a')]
    for (const draft of finish('a')) {
      story.happens(draft)
      seen.push(status(story, 'a'))
    }
    expect(seen).toEqual(['waiting', 'loading', 'loading', 'finished'])
  })
  test('H-447, D-129: what was asked for loads without an end, from where it stood; what stands still does not', () => {
    const asked = (downloadID: string) => load.downloadAsked({ downloadID })
    const story = new Story().happens(
      requested('a', 'p'),
      load.downloadPaused({ downloadID: 'p' }),
      asked('a'),
      asked('p'),
    )
    expect([status(story, 'a'), status(story, 'p')]).toEqual(['loading', 'paused'])
    expect(story.job('a')).toMatchObject({ progress: null, receivedBytes: 0, totalBytes: null })
    story.happens(started('a'), progressed('a', 400), load.downloadPaused({ downloadID: 'a' }))
    story.happens(load.downloadResumed({ downloadID: 'a' }), asked('a'))
    expect(story.job('a')).toMatchObject({ status: 'loading', progress: 40, receivedBytes: 400 })
    const zip = new Story().happens(
      load.downloadRequested({ requests: [aRequest('z', { type: 'release', mediaID: 'r1' })] }),
    )
    expect(status(zip.happens(asked('z')), 'z')).toBe('waiting')
  })
  test('DOWNLOAD-008: a job that waits or loads may fail', () => {
    const story = new Story().happens(requested('a', 'b'), started('b'), failed('a'), failed('b'))
    expect([status(story, 'a'), status(story, 'b')]).toEqual(['failed', 'failed'])
  })
  test('DOWNLOAD-022: a failing download is failed and says why', () => {
    const story = new Story().happens(requested('a'), started('a'), progressed('a', 300), failed('a', 300))
    expect(story.job('a')).toMatchObject({ status: 'failed', reason: 'network', receivedBytes: 300, url: null })
  })
  test('DOWNLOAD-018: what an earlier visit did not finish comes back failed', () => {
    const earlier = new Story().happens(
      requested('w', 'l', 'f', 'x'),
      started('l'),
      progressed('l', 400),
      ...finish('f'),
    )
    earlier.happens(load.downloadFailed({ downloadID: 'x', reason: 'quota', receivedBytes: 0 }))
    const jobs = ['w', 'l', 'f', 'x'].flatMap((id) => (earlier.job(id) as DownloadJob | undefined) ?? [])
    const story = new Story().happens(load.downloadRestored({ jobs }))
    expect(story.state.single('jobOrder').ids).toEqual(['w', 'l', 'f', 'x'])
    expect(story.job('w')).toMatchObject({ status: 'failed', reason: 'interrupted' })
    expect(story.job('l')).toMatchObject({ status: 'failed', reason: 'interrupted', receivedBytes: 400 })
    expect(story.job('f')).toMatchObject({ status: 'finished' })
    expect(story.job('x')).toMatchObject({ status: 'failed', reason: 'quota' })
  })
  test('DOWNLOAD-019: restart sets a failed job back to waiting with progress 0', () => {
    const story = new Story().happens(requested('a'), started('a'), progressed('a', 500), failed('a', 500))
    story.happens(load.downloadRestarted({ downloadID: 'a' }))
    expect(story.job('a')).toMatchObject({ status: 'waiting', progress: 0, reason: null })
  })
  test('a restarted job joins the end of the line', () => {
    const story = new Story().happens(requested('a', 'b'), failed('a'), load.downloadRestarted({ downloadID: 'a' }))
    expect(story.state.single('jobOrder').ids).toEqual(['b', 'a'])
  })
  test('a job that did not fail is not restarted', () => {
    const story = new Story().happens(requested('a'), ...finish('a'), load.downloadRestarted({ downloadID: 'a' }))
    expect(status(story, 'a')).toBe('finished')
  })
})

describe('late facts', () => {
  test('a zip that is ready after its job failed changes nothing', () => {
    const story = new Story().happens(zip('z'), failed('z'))
    const before = story.job('z')
    const late = [
      load.downloadZipProgressed({ downloadID: 'z', percent: 40 }),
      load.downloadZipReady({ downloadID: 'z', handle: 'h' }),
      load.downloadTokenReceived({ downloadID: 'z', handle: 'h' }),
      progressed('z', 4),
      stored('z'),
      saved('z'),
    ]
    expect(story.happens(...late).job('z')).toEqual(before)
  })
  test('a finished job stays finished', () => {
    const story = new Story().happens(requested('a'), ...finish('a'))
    const before = story.job('a')
    expect(story.happens(failed('a'), started('a'), progressed('a', 1)).job('a')).toEqual(before)
  })
  test('facts about a job that was removed make no job', () => {
    const story = new Story().happens(requested('a'), load.downloadRemoved({ downloadID: 'a' }), ...finish('a'))
    expect(story.job('a')).toBeUndefined()
    expect(story.state.single('jobOrder').ids).toEqual([])
  })
  test('more bytes than announced do not pass 100 %', () => {
    const story = new Story().happens(requested('a'), started('a', 1000), progressed('a', 5000))
    expect(story.job('a')).toMatchObject({ receivedBytes: 1000, progress: 100 })
  })
  test('without an announced length the progress is unknown', () => {
    const story = new Story().happens(requested('a'), started('a', null), progressed('a', 5000))
    expect(story.job('a')).toMatchObject({ receivedBytes: 5000, progress: null })
  })
})

describe('a downloads worker that is given up for good', () => {
  const gone = (worker: 'downloads' | 'log') => appWorkerFailed({ worker, message: 'why' })
  test('leaves nothing loading: what was not finished broke off', () => {
    const story = new Story().happens(requested('a', 'b', 'c', 'd'), ...finish('a'), started('b'), progressed('b', 300))
    story.happens(load.downloadPaused({ downloadID: 'd' }), gone('log'))
    expect(['a', 'b', 'c', 'd'].map((id) => status(story, id))).toEqual(['finished', 'loading', 'waiting', 'paused'])
    story.happens(gone('downloads'))
    expect(['a', 'b', 'c', 'd'].map((id) => status(story, id))).toEqual(['finished', 'failed', 'failed', 'paused'])
    expect(story.job('b')).toMatchObject({ reason: 'interrupted', receivedBytes: 300, progress: 30 })
  })
  test('DOWNLOAD-011: nothing waits for it afterwards, and each press says that the page has to be loaded anew', () => {
    const story = new Story().happens(requested('a', 'b'), started('a'), progressed('a', 300))
    story.happens(load.downloadPaused({ downloadID: 'b' }), gone('downloads'))
    const presses = [
      load.downloadRestarted({ downloadID: 'a' }),
      load.downloadFailedRetried({}),
      load.downloadResumed({ downloadID: 'b' }),
      load.downloadAllResumed({ interrupted: true }),
      requested('c'),
    ]
    for (const press of presses) {
      story.happens(noticeDismissed({ id: 'worker.downloads' }), press)
      expect(story.notices.map(({ id, detail }) => `${id} ${detail}`)).toContain(
        'worker.downloads workerLost.downloads',
      )
    }
    expect(['a', 'b', 'c'].map((id) => status(story, id))).toEqual(['failed', 'paused', 'failed'])
    expect(story.job('a')).toMatchObject({ reason: 'interrupted', receivedBytes: 300 })
    expect(story.job('c')).toMatchObject({ reason: 'interrupted' })
  })
})

describe('zips', () => {
  test('lists lie in it as they were wanted when it was asked for, and in no single song', () => {
    const wanted = (zipLists: boolean) => settingDownloadsChosen({ choices: { zipLists } })
    const story = new Story().happens(wanted(true), zip('z'), requested('a'))
    expect(story.job('a')?.lists).toBe(undefined)
    story.happens(wanted(false))
    expect(story.job('z')?.lists).toBe(true)
    expect(story.happens(load.downloadRemoved({ downloadID: 'z' }), zip('y')).job('y')?.lists).toBe(undefined)
  })
  test('a release is remembered as downloaded where its zip lacks nothing', () => {
    const lacks = (missing: { name: string; why: 'format' }[]) =>
      new Story().happens(
        zip('z'),
        load.downloadZipPlanned({ downloadID: 'z', missing }),
        load.downloadZipReady({ downloadID: 'z', handle: 'h' }),
        ...finish('z'),
      )
    expect([...lacks([]).state.ids('downloaded')]).toEqual(['release r1 wav'])
    expect([...lacks([{ name: 'Demo', why: 'format' }]).state.ids('downloaded')]).toEqual([])
  })
  test('a release waits zipping until its zip is ready', () => {
    const story = new Story().happens(zip('z'), load.downloadZipProgressed({ downloadID: 'z', percent: 40 }))
    expect(story.job('z')).toMatchObject({
      isZipping: true,
      zipperReady: false,
      zippingProgress: 40,
      status: 'waiting',
    })
    story.happens(load.downloadZipReady({ downloadID: 'z', handle: 'h' }))
    expect(story.job('z')).toMatchObject({ isZipping: false, zipperReady: true, url: 'h', status: 'waiting' })
  })
})

describe('the list', () => {
  test('DOWNLOAD-006: clearing removes finished items, unfinished ones stay', () => {
    const story = new Story().happens(requested('w', 'l', 'x', 'f'), started('l'), failed('x'), ...finish('f'))
    story.happens(load.downloadCompletedCleared({}))
    expect(story.state.single('jobOrder').ids).toEqual(['w', 'l', 'x'])
    expect(story.job('f')).toBeUndefined()
  })
  test('D-127: removal deletes the row', () => {
    const story = new Story().happens(requested('a', 'b'), started('a'), load.downloadRemoved({ downloadID: 'a' }))
    expect(story.state.single('jobOrder').ids).toEqual(['b'])
  })
  test('D-135: an unfinished item of the same format is not added again', () => {
    const same = { mediaID: 't', format: 'wav' } as const
    const again = (id: string, fields = {}) =>
      load.downloadRequested({ requests: [aRequest(id, { ...same, ...fields })] })
    const story = new Story().happens(again('a'), again('b'), again('c', { format: 'mp3' }))
    expect(story.state.single('jobOrder').ids).toEqual(['a', 'c'])
  })
  test('D-135: the same item twice in one wish is added once', () => {
    const requests = [aRequest('a', { mediaID: 't' }), aRequest('b', { mediaID: 't' })]
    expect(new Story().happens(load.downloadRequested({ requests })).state.single('jobOrder').ids).toEqual(['a'])
  })
  test('D-135: a finished or failed item may be added again', () => {
    const again = (id: string) => load.downloadRequested({ requests: [aRequest(id, { mediaID: 't' })] })
    const story = new Story().happens(again('a'), ...finish('a'), again('b'), failed('b'), again('c'))
    expect(story.state.single('jobOrder').ids).toEqual(['a', 'b', 'c'])
  })
  test('DOWNLOAD-026: wav and mp3 are taken, anything else is not, and mp3 is the default', () => {
    const format = (value: string) => Job.shape.format.safeParse(value).success
    expect([format('wav'), format('mp3'), format('flac')]).toEqual([true, true, false])
    expect(SETTINGS_DEFAULT.preferredFormat).toBe('mp3')
  })
  test('the end of the session leaves no job', () => {
    const story = new Story().happens(
      requested('a'),
      ...finish('a'),
      requested('b'),
      sessionEnded({ reason: 'signedOut' }),
    )
    expect(story.state.single('jobOrder').ids).toEqual([])
    expect([...story.state.ids('job')]).toEqual([])
  })
})

describe('notifications', () => {
  test('DOWNLOAD-023: adding to the queue notifies with addDownloadQueue', () => {
    expect(new Story().happens(requested('a')).notices).toMatchObject([
      { category: 'addDownloadQueue', notificationType: 'info', subject: 'Song a' },
    ])
  })
  test('what was not added again is not announced again', () => {
    expect(new Story().happens(zip('a'), zip('b')).notices).toHaveLength(1)
  })
  test('DOWNLOAD-024: a finished download notifies with downloadFinished', () => {
    const story = new Story().happens(requested('a'), started('a'), stored('a'))
    expect(story.notices).toHaveLength(1)
    expect(story.happens(saved('a')).notices.at(-1)).toMatchObject({
      category: 'downloadFinished',
      notificationType: 'success',
      subject: 'Song a',
    })
  })
  test('DOWNLOAD-024: so does a file that reaches the disk while it is paused', () => {
    const story = new Story().happens(requested('a'), started('a'), stored('a'))
    story.happens(load.downloadPaused({ downloadID: 'a' }), saved('a'))
    expect(story.notices.map(({ category }) => category)).toContain('downloadFinished')
  })
  test('a download that is said to be saved twice notifies once', () => {
    const story = new Story().happens(requested('a'), ...finish('a'), saved('a'))
    expect(story.notices.filter((notice) => notice.category === 'downloadFinished')).toHaveLength(1)
  })
  test('a release that holds nothing is dropped and named', () => {
    const story = new Story().happens(zip('z'), load.downloadSkipped({ downloadID: 'z' }))
    expect(story.job('z')).toBeUndefined()
    expect(story.notices.at(-1)).toMatchObject({ category: 'hasError', subject: 'Song z', detail: 'downloadEmpty' })
  })
  test('what comes close together is said once, with the newest title and a count', () => {
    const story = new Story().happens(requested('a'), requested('b'), zip('c'))
    expect(story.notices).toMatchObject([{ category: 'addDownloadQueue', subject: 'Song c', detail: '3' }])
  })
  test('after it was dismissed the count begins anew', () => {
    const story = new Story().happens(requested('a'), noticeDismissed({ id: 'added.a' }), requested('b'))
    expect(story.notices).toMatchObject([{ subject: 'Song b', detail: '' }])
  })
  test('the session remembers the last 20 notifications', () => {
    const empties = Array.from({ length: 25 }, (_, n) => [zip(`j${n}`), load.downloadSkipped({ downloadID: `j${n}` })])
    const story = new Story().happens(...empties.flat())
    expect(story.notices).toHaveLength(20)
    expect(story.notices.at(-1)?.id).toBe('skipped.j24')
    expect([...story.state.ids('notice')]).toHaveLength(20)
  })
})

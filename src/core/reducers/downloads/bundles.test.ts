// Stories of bundles: one job that stands for many songs.
import { describe, expect, test } from 'vitest'
import * as load from '#core/events/downloads.ts'
import type { AppDraft } from '#core/events/index.ts'
import { settingDownloadsChosen } from '#core/events/settings.ts'
import type { Gather } from '#core/model/downloads/bundleWish.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { receiptLines } from '#core/model/downloads/receipt.ts'
import { aRequest, Story } from '#tests/support/story.ts'

const bundled = (n: number, folder = 'A') =>
  aRequest(`z.${n}`, { mediaID: `t${n}`, title: `T${n}`, place: { bundle: 'z', folder } })
const asked = (as: Gather = 'zip') =>
  load.downloadRequested({
    requests: [
      aRequest('z', { type: 'bundle', mediaID: 'z', title: '2 releases', artist: '', ordinal: null, trackcount: 0, gather: { as, sources: [{ type: 'release', id: 'r1', duration: 3 }] } }),
    ],
  }) // biome-ignore format: one request
const planned = (songs = [bundled(1), bundled(2)], leftOut = 0) =>
  load.downloadBundlePlanned({ downloadID: 'z', songs, leftOut })
const started = (downloadID: string) => load.downloadStarted({ downloadID, totalBytes: 1000, resumedAt: 0 })
const held = (downloadID: string) => [
  started(downloadID),
  load.downloadStored({ downloadID, bytes: 1000, sha256: 'ab', fileName: `${downloadID}.wav`, crc32: 7 }),
]
const zipped = load.downloadStored({ downloadID: 'z', bytes: 2300, sha256: null, fileName: '2 releases.zip' })
const saved = load.downloadSaved({ downloadID: 'z' })
const failed = (downloadID: string) => load.downloadFailed({ downloadID, reason: 'missing', receivedBytes: 0 })

const told = (...drafts: AppDraft[]) => new Story().happens(...drafts)
const order = (story: Story) => story.state.single('jobOrder').ids
const statuses = (story: Story) => order(story).map((id) => `${id} ${story.job(id)?.status}`)

describe('what a bundle shows follows from its songs', () => {
  test('it waits for its songs to be known, loads while one does, and is finished when its zip is saved', () => {
    const story = told(asked())
    expect(story.job('z')).toMatchObject({ status: 'waiting', isZipping: true, fileName: '2 releases.zip' })
    story.happens(planned())
    expect(statuses(story)).toEqual(['z waiting', 'z.1 waiting', 'z.2 waiting'])
    story.happens(started('z.1'))
    expect(story.job('z')?.status).toBe('loading')
    story.happens(...held('z.1'), ...held('z.2'))
    expect(statuses(story)).toEqual(['z loading', 'z.1 loading', 'z.2 loading'])
    story.happens(zipped, saved)
    expect(statuses(story)).toEqual(['z finished', 'z.1 finished', 'z.2 finished'])
  })

  test('it has failed when a song has and nothing else is under way', () => {
    const story = told(asked(), planned(), failed('z.1'))
    expect(story.job('z')?.status).toBe('waiting')
    story.happens(...held('z.2'))
    expect(story.job('z')).toMatchObject({ status: 'failed', reason: 'parts' })
  })

  test('a song is never finished before its zip is', () => {
    const story = told(asked(), planned(), ...held('z.1'), load.downloadSaved({ downloadID: 'z.1' }))
    expect(story.job('z.1')?.status).toBe('loading')
  })

  test('a failure of its own stays until it is restarted', () => {
    const state = load.downloadFailed({ downloadID: 'z', reason: 'save', receivedBytes: 0 })
    const story = told(asked(), planned(), ...held('z.1'), ...held('z.2'), zipped, state)
    expect(story.job('z')).toMatchObject({ status: 'failed', reason: 'save' })
    story.happens(load.downloadRestarted({ downloadID: 'z' }))
    expect(statuses(story)).toEqual(['z loading', 'z.1 loading', 'z.2 loading'])
  })

  test('DOWNLOAD-018: after a reload it has failed with all its songs, whose bytes count as unchecked again', () => {
    const before = told(asked(), planned(), ...held('z.1'))
    const jobs = order(before).flatMap((id) => before.job(id) ?? [])
    const story = told(load.downloadRestored({ jobs }))
    expect(statuses(story)).toEqual(['z failed', 'z.1 failed', 'z.2 failed'])
    expect([story.job('z')?.reason, story.job('z.1')?.crc32]).toEqual(['interrupted', null])
  })

  test('after a reload it is resumed with its songs', () => {
    const earlier = told(asked(), planned(), ...held('z.1'))
    const jobs = ['z', 'z.1', 'z.2'].flatMap((id) => (earlier.job(id) as DownloadJob | undefined) ?? [])
    const story = told(load.downloadRestored({ jobs }), load.downloadAllResumed({ interrupted: true }))
    expect(['z', 'z.1', 'z.2'].map((id) => story.job(id)?.status)).toEqual(['waiting', 'waiting', 'waiting'])
    expect(story.job('z')).toMatchObject({ isZipping: false, reason: null })
  })
  test('H-010: after a reload it goes on with what was cut off once the song that had failed is here', () => {
    const earlier = told(asked(), planned([bundled(1), bundled(2), bundled(3)]), failed('z.1'), ...held('z.2'))
    const jobs = ['z', 'z.1', 'z.2', 'z.3'].flatMap((id) => earlier.job(id) ?? [])
    const story = told(load.downloadRestored({ jobs }), load.downloadRestarted({ downloadID: 'z.1' }), ...held('z.1'))
    expect(story.job('z')).toMatchObject({ status: 'failed', reason: 'interrupted' })
    story.happens(load.downloadBundleTrimmed({ downloadID: 'z' }))
    expect(statuses(story)).toEqual(['z failed', 'z.1 loading', 'z.2 failed', 'z.3 failed'])
    story.happens(load.downloadAllResumed({ interrupted: true }))
    expect(['z.2', 'z.3'].map((id) => story.job(id)?.status)).toEqual(['waiting', 'waiting'])
    story.happens(...held('z.2'), ...held('z.3'))
    expect(statuses(story)).toEqual(['z loading', 'z.1 loading', 'z.2 loading', 'z.3 loading'])
  })
  test('H-010: one that waited for a song that failed is cut off with the others when the page is reloaded', () => {
    const earlier = told(asked(), planned(), failed('z.1'), ...held('z.2'))
    const jobs = ['z', 'z.1', 'z.2'].flatMap((id) => earlier.job(id) ?? [])
    const story = told(load.downloadRestored({ jobs }))
    expect(story.job('z')).toMatchObject({ status: 'failed', reason: 'interrupted' })
    story.happens(load.downloadAllResumed({ interrupted: true }), ...held('z.2'))
    expect(story.job('z')).toMatchObject({ status: 'failed', reason: 'parts' })
  })
  test('another tab that takes over checks what was held before', () => {
    const story = told(asked(), planned(), ...held('z.1'), load.downloadTakenOver({ interrupted: [] }))
    expect(statuses(story)).toEqual(['z waiting', 'z.1 waiting', 'z.2 waiting'])
    expect(story.job('z.1')?.crc32).toBeNull()
  })
})

describe('a person', () => {
  test('pauses and resumes it with its songs; what is held stays held', () => {
    const story = told(asked(), planned(), ...held('z.1'), started('z.2'), load.downloadPaused({ downloadID: 'z' }))
    expect(statuses(story)).toEqual(['z paused', 'z.1 loading', 'z.2 paused'])
    story.happens(load.downloadResumed({ downloadID: 'z' }))
    expect(statuses(story)).toEqual(['z loading', 'z.1 loading', 'z.2 waiting'])
    story.happens(load.downloadAllPaused({}), load.downloadAllResumed({}))
    expect(statuses(story)).toEqual(['z loading', 'z.1 loading', 'z.2 waiting'])
  })

  test('pauses it before its songs are known: they are looked up again', () => {
    const story = told(asked(), load.downloadPaused({ downloadID: 'z' }), planned())
    expect(statuses(story)).toEqual(['z paused'])
    story.happens(load.downloadResumed({ downloadID: 'z' }))
    expect(story.job('z')).toMatchObject({ status: 'waiting', isZipping: true })
  })

  test('moves it with its songs, and nothing comes between them', () => {
    const story = told(asked(), planned(), load.downloadRequested({ requests: [aRequest('a'), aRequest('b')] }))
    story.happens(load.downloadMoved({ downloadID: 'z', before: null }))
    expect(order(story)).toEqual(['a', 'b', 'z', 'z.1', 'z.2'])
    story.happens(load.downloadMoved({ downloadID: 'a', before: 'z.2' }))
    expect(order(story)).toEqual(['b', 'a', 'z', 'z.1', 'z.2'])
  })

  test('restarts it: the failed songs wait again, and all of it stands at the end', () => {
    const story = told(asked(), planned(), ...held('z.1'), failed('z.2'))
    story.happens(load.downloadRequested({ requests: [aRequest('a')] }), load.downloadRestarted({ downloadID: 'z' }))
    expect(statuses(story)).toEqual(['a waiting', 'z loading', 'z.1 loading', 'z.2 waiting'])
  })

  test('retries all that failed, or a song alone', () => {
    const story = told(asked(), planned(), ...held('z.1'), failed('z.2'), load.downloadFailedRetried({}))
    expect(statuses(story)).toEqual(['z loading', 'z.1 loading', 'z.2 waiting'])
    story.happens(failed('z.2'), load.downloadRestarted({ downloadID: 'z.2' }))
    expect(statuses(story)).toEqual(['z loading', 'z.1 loading', 'z.2 waiting'])
  })

  test('finishes it without what failed', () => {
    const story = told(asked(), planned(), ...held('z.1'), failed('z.2'))
    story.happens(load.downloadBundleTrimmed({ downloadID: 'z' }))
    expect(statuses(story)).toEqual(['z loading', 'z.1 loading'])
    expect(story.job('z')).toMatchObject({ leftOut: 1, trackcount: 1 })
  })

  test('removes a song of it, and with the last one the bundle goes', () => {
    const story = told(asked(), planned(), load.downloadRemoved({ downloadID: 'z.1' }))
    expect(order(story)).toEqual(['z', 'z.2'])
    story.happens(load.downloadRemoved({ downloadID: 'z.2' }))
    expect(order(story)).toEqual([])
  })

  test('removes it, or clears it once it is finished: its songs go with it', () => {
    expect(order(told(asked(), planned(), load.downloadRemoved({ downloadID: 'z' })))).toEqual([])
    const story = told(asked(), planned(), ...held('z.1'), ...held('z.2'), zipped, saved)
    expect(order(story.happens(load.downloadCompletedCleared({})))).toEqual([])
  })

  test('is told once of all of it', () => {
    const story = told(asked(), planned(), ...held('z.1'), ...held('z.2'), zipped, saved)
    const notices = story.state.single('noticeOrder').ids.map((id) => story.state.get('notice', id))
    expect(notices.map((notice) => [notice?.category, notice?.subject, notice?.detail])).toEqual([
      ['addDownloadQueue', '2 releases', ''],
      ['downloadFinished', '2 releases', ''],
    ])
  })

  test('gets a receipt of every song, by where it lies in the zip', () => {
    const story = told(asked(), planned(), ...held('z.1'), ...held('z.2'), zipped, saved)
    const jobs = order(story).flatMap((id) => story.job(id) ?? [])
    expect(receiptLines(jobs).map(({ name, size, sha256 }) => [name, size, sha256])).toEqual([
      ['A/z.1.wav', 1000, 'ab'],
      ['A/z.2.wav', 1000, 'ab'],
    ])
  })
})

describe('its songs', () => {
  test('that share a name get another in the same folder, and keep it in another', () => {
    const same = (n: number, folder: string) => ({ ...bundled(n, folder), title: 'Same' })
    const story = told(asked(), planned([same(1, 'A'), same(2, 'a'), same(3, 'B')]))
    expect(['z.1', 'z.2', 'z.3'].map((id) => story.job(id)?.fileName)).toEqual([
      'Ana Lumen - 1 - Same.wav',
      'Ana Lumen - 1 - Same (2).wav',
      'Ana Lumen - 1 - Same.wav',
    ])
  })

  test('follow the naming template', () => {
    const template = settingDownloadsChosen({ choices: { nameTemplate: '{title}' } })
    expect(told(template, asked(), planned()).job('z.1')?.fileName).toBe('T1.wav')
  })

  test('are each in it once, and may be wanted alone as well', () => {
    const twice = { ...bundled(1), downloadID: 'z.3' }
    const story = told(asked(), planned([bundled(1), twice]))
    story.happens(load.downloadRequested({ requests: [aRequest('a', { mediaID: 't1' })] }))
    expect(order(story)).toEqual(['z', 'z.1', 'a'])
  })

  test('that are here already are left out where only new ones are wanted', () => {
    const here = load.downloadHistoryRestored({ keys: ['song t1 wav'] })
    const onlyNew = settingDownloadsChosen({ choices: { onlyNew: true } })
    const story = told(here, onlyNew, asked(), planned())
    expect(order(story)).toEqual(['z', 'z.2'])
    expect(story.job('z')?.leftOut).toBe(1)
    const all = load.downloadHistoryRestored({ keys: ['release r1 wav'] })
    expect(told(all, onlyNew, asked(), planned()).job('z')).toMatchObject({ status: 'failed', reason: 'empty' })
  })

  test('as single files they take its place', () => {
    const single = (id: string) => aRequest(id, { mediaID: id })
    const story = told(asked('files'), load.downloadRequested({ requests: [aRequest('a')] }))
    story.happens(planned([single('z.1'), single('z.2')]))
    expect(statuses(story)).toEqual(['z.1 waiting', 'z.2 waiting', 'a waiting'])
  })

  test('as single files its row stays where something cannot be had, and says what', () => {
    const single = (id: string) => aRequest(id, { mediaID: id })
    const gone = { name: 'Bo – Red', why: 'gone' } as const
    const locked = { name: 'Ana – Blue', why: 'locked' } as const
    const found = load.downloadSongsFound({ downloadID: 'z', songs: [single('z.1')], sources: 1, missing: [gone] })
    const last = load.downloadBundlePlanned({
      downloadID: 'z',
      songs: [single('z.1'), single('z.2')],
      leftOut: 1,
      missing: [locked],
    })
    const story = told(asked('files'), found, last)
    expect(statuses(story)).toEqual(['z.1 waiting', 'z.2 waiting', 'z finished'])
    expect(story.job('z')).toMatchObject({ leftOut: 2, missing: [gone, locked], trackcount: 2, isZipping: false })
    expect(receiptLines([story.job('z') as DownloadJob]).map(({ name, missing }) => `${name} ${missing}`)).toEqual([
      'Bo – Red gone',
      'Ana – Blue locked',
    ])
    expect([...story.state.ids('downloaded')]).toEqual([])
  })

  test.each(['zip', 'files'] as const)(
    'as %s, where all of it is here and only new things are wanted, it says so',
    (as) => {
      const all = load.downloadHistoryRestored({ keys: ['release r1 wav'] })
      const onlyNew = settingDownloadsChosen({ choices: { onlyNew: true } })
      const songs = [bundled(1), bundled(2)].map(({ place, ...song }) =>
        as === 'zip' ? { ...song, ...(place && { place }) } : song,
      )
      const last = load.downloadBundlePlanned({ downloadID: 'z', songs, leftOut: 0, missing: [] })
      expect(told(all, onlyNew, asked(as), last).job('z')).toMatchObject({
        status: 'failed',
        reason: 'empty',
        leftOut: 2,
        missing: [{ why: 'here' }, { why: 'here' }],
      })
    },
  )

  describe('as single files they are told of as they are found:', () => {
    const single = (id: string) => aRequest(id, { mediaID: id })
    const found = (...ids: string[]) => load.downloadSongsFound({ downloadID: 'z', songs: ids.map(single) })

    test('each takes its place at once, and what is looked for stands behind them', () => {
      const story = told(asked('files'), load.downloadRequested({ requests: [aRequest('a')] }), found('z.1', 'z.2'))
      expect(statuses(story)).toEqual(['z.1 waiting', 'z.2 waiting', 'z waiting', 'a waiting'])
      story.happens(planned([single('z.3')]))
      expect(statuses(story)).toEqual(['z.1 waiting', 'z.2 waiting', 'z.3 waiting', 'a waiting'])
    })

    test('nothing at all is an empty release', () => {
      expect(told(asked('files'), found(), planned([])).job('z')).toMatchObject({ status: 'failed', reason: 'empty' })
    })

    test('nothing more at the end is no empty release', () => {
      const story = told(asked('files'), found('z.1'), planned([]))
      expect(statuses(story)).toEqual(['z.1 waiting'])
    })

    test('what is found after it was paused is left, and found again after it was resumed', () => {
      const story = told(asked('files'), found('z.1'), load.downloadPaused({ downloadID: 'z' }), found('z.2'))
      expect(statuses(story)).toEqual(['z.1 waiting', 'z paused'])
      story.happens(load.downloadResumed({ downloadID: 'z' }), found('z.1', 'z.2'), planned([]))
      expect(statuses(story)).toEqual(['z.1 waiting', 'z.2 waiting'])
    })

    describe('where some of it is here and only new things are wanted,', () => {
      const onlyNew = settingDownloadsChosen({ choices: { onlyNew: true } })
      const here = load.downloadHistoryRestored({ keys: ['song z.1 wav', 'song z.2 wav'] })
      const slice = (sources: number, ...ids: string[]) =>
        load.downloadSongsFound({ downloadID: 'z', songs: ids.map(single), sources })
      const last = load.downloadBundlePlanned({ downloadID: 'z', songs: [], leftOut: 0, missing: [] })
      const row = (story: Story) => {
        const { status, leftOut, missing, found } = story.job('z') ?? {}
        return { status, leftOut, missing: missing?.map(({ why }) => why), found }
      }

      test('all of it: the row says so, and a restart looks through it anew', () => {
        const story = told(here, onlyNew, asked('files'), slice(1, 'z.1', 'z.2'), last)
        expect(row(story)).toEqual({ status: 'failed', leftOut: 2, missing: ['here', 'here'], found: 1 })
        story.happens(settingDownloadsChosen({ choices: { onlyNew: false } }))
        story.happens(load.downloadRestarted({ downloadID: 'z' }))
        expect(row(story)).toEqual({ status: 'waiting', leftOut: undefined, missing: undefined, found: undefined })
        story.happens(slice(1, 'z.1', 'z.2'), last)
        expect(statuses(story)).toEqual(['z.1 waiting', 'z.2 waiting'])
      })

      test('a source told of in slices: each says what it lacks, and the row stays', () => {
        const story = told(
          here,
          onlyNew,
          asked('files'),
          slice(0, 'z.1'),
          slice(0, 'z.2', 'z.3'),
          slice(1, 'z.4'),
          last,
        )
        expect(row(story)).toMatchObject({ status: 'finished', leftOut: 2, missing: ['here', 'here'] })
      })

      test('a search that is held up within its first source counts nothing twice', () => {
        const story = told(here, onlyNew, asked('files'), slice(0, 'z.1', 'z.3'))
        story.happens(load.downloadPaused({ downloadID: 'z' }), load.downloadResumed({ downloadID: 'z' }))
        story.happens(slice(0, 'z.1', 'z.3'), slice(1, 'z.2'), last)
        expect(row(story)).toMatchObject({ status: 'finished', leftOut: 2 })
      })

      test('what it looked through to no avail is not looked through again when it was paused', () => {
        const story = told(here, onlyNew, asked('files'), slice(1, 'z.1', 'z.2'))
        story.happens(load.downloadPaused({ downloadID: 'z' }), load.downloadResumed({ downloadID: 'z' }))
        expect(row(story)).toEqual({ status: 'waiting', leftOut: 2, missing: ['here', 'here'], found: 1 })
      })

      test('a search that is held up within a later source counts nothing twice', () => {
        const story = told(here, onlyNew, asked('files'), slice(1, 'z.1', 'z.3'), slice(1, 'z.2', 'z.4'))
        expect(row(story)).toMatchObject({ leftOut: 2 })
        story.happens(load.downloadPaused({ downloadID: 'z' }), load.downloadResumed({ downloadID: 'z' }))
        expect(row(story)).toMatchObject({ leftOut: 1, missing: ['here'], found: 1 })
        story.happens(slice(1, 'z.2', 'z.4'), slice(2, 'z.5'), last)
        expect(row(story)).toMatchObject({ status: 'finished', leftOut: 2, missing: ['here', 'here'] })
      })

      test('what it fetched itself before it was held up is not left out of it', () => {
        const story = told(onlyNew, asked('files'), slice(0, 'z.3'), ...held('z.3'))
        story.happens(load.downloadSaved({ downloadID: 'z.3' }))
        story.happens(load.downloadPaused({ downloadID: 'z' }), load.downloadResumed({ downloadID: 'z' }))
        story.happens(slice(0, 'z.3'), slice(1, 'z.4'), last)
        expect(story.job('z')).toBeUndefined()
      })

      test('what it left out of a source is kept when a later one is looked for again', () => {
        const story = told(here, onlyNew, asked('files'), slice(1, 'z.1', 'z.3'))
        story.happens(load.downloadPaused({ downloadID: 'z' }), load.downloadResumed({ downloadID: 'z' }), last)
        expect(row(story)).toMatchObject({ status: 'finished', leftOut: 1, missing: ['here'] })
      })
    })

    test('songs of a zip are known all at once or not at all', () => {
      expect(statuses(told(asked(), found('z.1')))).toEqual(['z waiting'])
    })
  })
})

// What the plans of this build ask, against what was recorded.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appNavigated } from '#core/events/app.ts'
import { decisionTakenBack } from '#core/events/decisions.ts'
import {
  downloadRemoved,
  downloadRequested,
  downloadSaved,
  downloadStarted,
  downloadZipReady,
} from '#core/events/downloads.ts'
import type { AppDraft, Source } from '#core/events/index.ts'
import {
  libraryClearAnswered,
  libraryClearRequested,
  libraryMarkAnswered,
  libraryMarksRequested,
} from '#core/events/library.ts'
import { playerAddressReady, playerReleaseChosen } from '#core/events/player.ts'
import { playlistCreated, playlistCreateRequested, playlistReceived } from '#core/events/playlists.ts'
import { releaseDetailReceived, releaseListOpened, releaseOpened, releasePageReceived } from '#core/events/releases.ts'
import { searchAnswered, searchAsked } from '#core/events/search.ts'
import { EMPTY_RESULT } from '#core/model/search/merge.ts'
import { history } from '#tests/support/histories.ts'
import { finished, recordedLog } from '#tests/support/recordedLog.ts'
import { aCard, aPlaylist, aRelease, aRequest } from '#tests/support/story.ts'
import { ZIPS_MAX } from '../../downloads/schedule/plan.ts'
import { comparePlans } from './compare.ts'

type Given = AppDraft | { draft: AppDraft; cause: number | null; source: Source }
const by = (source: Source, draft: AppDraft, cause: number | null): Given => ({ draft, source, cause })
const compared = (...given: Given[]) => finished(comparePlans(recordedLog(given)))
/** Nothing that matters, often enough that what lies before is not the end of the log. */
const later = Array.from({ length: 20 }, () => appNavigated({ path: '/', search: '' }))

const opened = releaseListOpened({ queryId: 'q' })
const pageOne = releasePageReceived({ queryId: 'q', round: 1, edition: 0, page: 1, total: 80, releases: [aCard('r1')] })
const detail = releaseDetailReceived({ release: aRelease('r1') })

test.each([
  ['a plan', { source: 'search', asks: fails, answers: () => null } as const, new Map(), 'no plan'],
  ['a reducer', { source: 'search', asks: () => [], answers: () => null } as const, null, 'of null'],
])('%s that throws ends it there, with what was found before', (_, engine, skipped, message) => {
  const log = recordedLog([opened, by('releases', pageOne, 1), ...later])
  const events = [...log.events].map((event) =>
    skipped === null && event.seq === 9 ? { ...event, payload: null } : event,
  )
  const found = finished(comparePlans({ ...log, events: events as never }, [engine]))
  expect(found).toMatchObject({ threw: { seq: 9, message: expect.stringContaining(message) }, differences: [] })
})

test('an event this build does not know is not judged by the shape of today', () => {
  const log = recordedLog([opened, by('releases', pageOne, 1), ...later])
  const events = [...log.events].map((event) => (event.seq === 2 ? { ...event, payload: null } : event))
  const skipped = new Map([[2, 'version 9, this build knows 1']])
  const found = finished(comparePlans({ ...log, events: events as never, skipped }))
  expect(found).toMatchObject({ threw: null, differences: [] })
})

describe('an event that is not applied', () => {
  const apart = (why: string, given: readonly Given[]) =>
    finished(comparePlans({ ...recordedLog(given), skipped: new Map([[1, why]]) })).differences
  const wish = downloadRequested({ requests: [aRequest('j1')] })
  const started = by('downloads', downloadStarted({ downloadID: 'j1', totalBytes: 9, resumedAt: 0 }), 1)

  test.each<[string, Given[]]>([
    ['an answer', [opened, by('releases', pageOne, 1), ...later]],
    ['what an engine did in its turn', [wish, started, ...later]],
    ['a report', [decisionTakenBack({ id: 'j1', requestId: 'n' }), by('decisions', downloadRemoved({ downloadID: 'j1' }), 1), ...later]],
  ])('accuses no engine of %s it led to', (_, given) => {
    expect(apart('version 9, this build knows 1', given)).toEqual([])
  }) // biome-ignore format: one line

  test('may be the report that is missing', () => {
    const given = [wish, decisionTakenBack({ id: 'j1', requestId: 'n' }), by('decisions', downloadRemoved({ downloadID: 'j1' }), 2), ...later] // biome-ignore format: one line
    const log = { ...recordedLog(given), skipped: new Map([[3, 'version 9, this build knows 1']]) }
    expect(finished(comparePlans(log)).differences).toEqual([])
  })

  test('excuses no other report of its cause, and none of what an engine did in its turn for a later cause', () => {
    const twice = [wish, decisionTakenBack({ id: 'j1', requestId: 'n' }), by('decisions', downloadRemoved({ downloadID: 'j1' }), 2), by('decisions', downloadRemoved({ downloadID: 'j1' }), 2), ...later] // biome-ignore format: one line
    const log = { ...recordedLog(twice), skipped: new Map([[3, 'version 9, this build knows 1']]) }
    expect(finished(comparePlans(log)).differences).toEqual([])
    const resumed = [wish, appNavigated({ path: '/', search: '' }), by('downloads', downloadStarted({ downloadID: 'j1', totalBytes: 9, resumedAt: 0 }), 2), ...later] // biome-ignore format: one line
    expect(apart('version 9, this build knows 1', resumed)).toEqual([])
  })

  test('excuses nothing that another one led to', () => {
    expect(apart('unknown type', [appNavigated({ path: '/', search: '' }), opened, by('releases', detail, 2), ...later])).toMatchObject([{ seq: 3, kind: 'notAsked' }]) // biome-ignore format: one line
  })
})

function fails(_: unknown, { seq }: { seq: number }): never[] {
  if (seq === 9) throw new Error('no plan')
  return []
}

describe('a fact that the plan asked for after its cause is no difference', () => {
  test.each<[string, Given[], Source]>([
    ['a page', [opened, by('releases', pageOne, 1)], 'releases'],
    ['a release', [releaseOpened({ releaseid: 'r1' }), by('releases', detail, 1)], 'releases'],
    [
      'a mark, and the page that is asked for anew behind it',
      [
        opened,
        by('releases', pageOne, 1),
        libraryMarksRequested({ requestId: 'n', changes: [{ releaseid: 'r1', trackid: null, marks: ['archived'] }] }),
        by('library', libraryMarkAnswered({ requestId: 'n', releaseid: 'r1', trackid: null, mark: 'archived' }), 3),
        by('releases', releasePageReceived({ ...pageOne.payload, edition: 1, page: 2, releases: [] }), 4),
      ],
      'releases',
    ],
    [
      'the address of a song',
      [
        playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i', requestId: 'n' }),
        by('releases', detail, 1),
        by('player', playerAddressReady({ requestId: 'n', trackid: 'r1.a', handle: 'h' }), 2),
      ],
      'player',
    ],
    [
      'an answer of the search',
      [
        searchAsked({ place: 'box', askId: 'a', term: 'noon', section: 'top', profile: null, typing: true }),
        by('search', searchAnswered({ place: 'box', askId: 'a', result: EMPTY_RESULT }), 1),
      ],
      'search',
    ],
    [
      'a playlist that was made, and its tracks',
      [
        playlistCreateRequested({ requestId: 'n', name: 'Noon', desc: '', tracks: [], releases: ['r1'] }),
        by('playlists', playlistCreated({ requestId: 'n', playlist: aPlaylist('p') }), 1),
        by('playlists', playlistReceived({ playlist: aPlaylist('p'), songs: null }), 1),
      ],
      'playlists',
    ],
    [
      'a download whose turn came later',
      [
        downloadRequested({ requests: [aRequest('j1'), aRequest('j2')] }),
        ...later,
        by('downloads', downloadStarted({ downloadID: 'j2', totalBytes: 9, resumedAt: 0 }), 1),
      ],
      'downloads',
    ],
    [
      'a list that was emptied',
      [
        libraryClearRequested({ requestId: 'n', list: 'flagged' }),
        by('library', libraryClearAnswered({ requestId: 'n', list: 'flagged' }), 1),
      ],
      'library',
    ],
    [
      'what is reported at once',
      [
        downloadRequested({ requests: [aRequest('j1')] }),
        decisionTakenBack({ id: 'j1', requestId: 'n' }),
        by('decisions', downloadRemoved({ downloadID: 'j1' }), 2),
        ...later,
      ],
      'decisions',
    ],
  ])('%s', (_, given, source) => {
    const { differences, engines } = compared(...given)
    expect(differences).toEqual([])
    expect(engines.find(({ engine }) => engine === source)?.answered).toBeGreaterThan(0)
  })
})

test('events are gone through with a look at the clock every 64 of them', () => {
  const log = recordedLog(Array.from({ length: 130 }, () => opened))
  expect([...comparePlans(log)]).toEqual([64, 128])
})

describe('a difference is named', () => {
  test('when nothing asked for a fact', () => {
    const { differences } = compared(appNavigated({ path: '/', search: '' }), by('releases', detail, 1))
    expect(differences).toEqual([
      {
        engine: 'releases',
        seq: 2,
        kind: 'notAsked',
        what: 'release.detailReceived answers "release r1", and after event 1 the plan asks for nothing',
      },
    ])
  })

  test('when something else was asked for', () => {
    const { differences } = compared(releaseOpened({ releaseid: 'r2' }), by('releases', detail, 1))
    expect(differences[0]?.what).toContain('the plan asks for release r2')
  })

  test('when a release that is known was asked for all the same', () => {
    const chosen = playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i1', requestId: 'q1' })
    const again = [releaseOpened({ releaseid: 'r1' }), by('releases', detail, 1), chosen]
    expect(compared(...again).differences).toEqual([])
    expect(compared(...again, by('releases', detail, 3)).differences).toMatchObject([{ seq: 4, kind: 'notAsked' }])
  })

  test('when a download began for which no plan asked', () => {
    const started = by('downloads', downloadStarted({ downloadID: 'j2', totalBytes: 9, resumedAt: 0 }), 1)
    const { differences } = compared(downloadRequested({ requests: [aRequest('j1')] }), started)
    expect(differences).toMatchObject([{ engine: 'downloads', seq: 2, kind: 'notAsked' }])
    expect(differences[0]?.what).toContain('"transfer j2", for which no plan asked before')
  })

  test('when a report was not recorded, or another one was', () => {
    const taken = [downloadRequested({ requests: [aRequest('j1')] }), decisionTakenBack({ id: 'j1', requestId: 'n' })]
    expect(compared(...taken, ...later).differences).toEqual([
      {
        engine: 'decisions',
        seq: 2,
        kind: 'missing',
        what: 'the plan reports download.removed, and it was not recorded',
      },
    ])
    expect(
      compared(...taken, by('decisions', downloadRemoved({ downloadID: 'j2' }), 2), ...later).differences,
    ).toMatchObject([
      { seq: 2, kind: 'missing' },
      {
        seq: 3,
        kind: 'notAsked',
        what: 'download.removed was reported, and after event 2 the plan reports something else',
      },
    ])
  })

  test('when of several reports one alone was recorded, or one twice', () => {
    const requests = [aRequest('j1'), aRequest('j2')]
    const taken = [downloadRequested({ requests }), decisionTakenBack({ id: 'j1', requestId: 'n' })]
    const removed = (downloadID: string) => by('decisions', downloadRemoved({ downloadID }), 2)
    expect(compared(...taken, removed('j1'), removed('j2'), ...later).differences).toEqual([])
    expect(compared(...taken, removed('j1'), ...later).differences).toMatchObject([{ seq: 2, kind: 'missing' }])
    const [twice] = compared(...taken, removed('j1'), removed('j2'), removed('j2'), ...later).differences
    expect(twice).toMatchObject({ seq: 5, what: expect.stringContaining('the plan reports nothing') })
  })
})

test('a download is asked for once, whatever is said of it and beside it', () => {
  const saved = by('downloads', downloadSaved({ downloadID: 'j1' }), 1)
  const started = by('downloads', downloadStarted({ downloadID: 'j2', totalBytes: 9, resumedAt: 0 }), 1)
  const { engines } = compared(
    downloadRequested({ requests: [aRequest('j1'), aRequest('j2')] }),
    started,
    saved,
    ...later,
  )
  expect(engines.find(({ engine }) => engine === 'downloads')).toEqual({ engine: 'downloads', asked: 2, answered: 1 })
})

describe('no difference is', () => {
  test('a request without an answer', () => {
    const { differences, engines } = compared(releaseOpened({ releaseid: 'r1' }), ...later)
    expect(differences).toEqual([])
    expect(engines.find(({ engine }) => engine === 'releases')).toMatchObject({ asked: 1, answered: 0 })
  })

  test('a report for which the log ended too soon', () => {
    const { differences } = compared(
      downloadRequested({ requests: [aRequest('j1')] }),
      decisionTakenBack({ id: 'j1', requestId: 'n' }),
    )
    expect(differences).toEqual([])
  })

  test('a fact whose cause was not kept, or of a source that has no plan here', () => {
    expect(compared(by('releases', detail, null)).differences).toEqual([])
    expect(compared(opened, by('downloads', detail, 1)).differences).toEqual([])
  })

  test('a zip far down a list of zips, whose turn at the server nobody here knows', () => {
    const ids = Array.from({ length: ZIPS_MAX + 1 }, (_, n) => `j${n}`)
    const requests = ids.map((id) => aRequest(id, { type: 'release' }))
    const ready = downloadZipReady({ downloadID: `j${ZIPS_MAX}`, handle: 'media:1' })
    expect(compared(downloadRequested({ requests }), by('downloads', ready, 1), ...later).differences).toEqual([])
  })

  test('anything in a history in which no engine took part', () => {
    fc.assert(
      fc.property(history(60), (drafts) => {
        const told = drafts.map((draft): Given => by('platform', draft, null))
        const { differences } = finished(comparePlans(recordedLog(told)))
        expect(differences.filter(({ kind }) => kind === 'notAsked')).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})

import { describe, expect, test } from 'vitest'
import {
  libraryClearAnswered,
  libraryClearFailed,
  libraryClearRequested,
  libraryMarkAnswered,
  libraryMarksRequested,
} from '#core/events/library.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import { releaseListOpened, releasePageReceived } from '#core/events/releases.ts'
import { selectionFilled } from '#core/events/selection.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { type LibraryList, libraryQueryId, type Mark } from '#core/model/library/library.ts'
import { aCard, aRelease, Story } from '#tests/support/story.ts'
import { pageId } from '../catalogue/pages.ts'

const active = 'sort=-date'
const flagged = libraryQueryId('flagged', 'sort=-date')
const archived = libraryQueryId('archived', 'sort=-date')

const load = (queryId: string, releases: ReleaseCard[]) => [
  releaseListOpened({ queryId }),
  releasePageReceived({ queryId, round: 1, edition: 0, page: 1, total: releases.length, releases }),
]
const f1 = aCard('f1', { flagged: true, flaggedtrackcount: 2 })
/** Only one of its songs is flagged. */
const f2 = aCard('f2', { flaggedtrackcount: 1 })
const a1 = aCard('a1', { archived: true })

function begin() {
  const release = aRelease('f2')
  const songs = release.songs.map((song, n) => ({ ...song, flagged: n === 0 }))
  return new Story()
    .happens(...load(active, [f1, f2, aCard('r3')]), ...load(flagged, [f1, f2]), ...load(archived, [a1]))
    .knows({ ...release, flaggedtrackcount: 1, songs })
}
const clear = (list: LibraryList) => ({ requestId: 'c1', list })
const list = (story: Story, queryId: string) => story.state.get('list', queryId)
const card = (story: Story, id: string) => story.state.get('release', id)
const mark = (releaseid: string, what: Mark, requestId = 'm1') => [
  libraryMarksRequested({ requestId, changes: [{ releaseid, trackid: null, marks: [what] }] }),
  libraryMarkAnswered({ requestId, releaseid, trackid: null, mark: what }),
]

describe('clear all flags', () => {
  test('FLAG-012: nothing is changed until the server has answered: the list is being emptied', () => {
    const story = begin().happens(libraryClearRequested(clear('flagged')))
    expect(story.state.get('clearing', 'flagged')).toEqual({ requestId: 'c1' })
    expect([list(story, flagged)?.total, card(story, 'f1')?.flagged]).toEqual([2, true])
  })
  test('FLAG-012: the answer takes every flag, of releases and of songs, and empties the list', () => {
    const story = begin().happens(libraryClearRequested(clear('flagged')), libraryClearAnswered(clear('flagged')))
    for (const id of ['f1', 'f2']) expect(card(story, id)).toMatchObject({ flagged: false, flaggedtrackcount: 0 })
    const detail = story.state.get('detail', 'f2')?.release
    expect([detail?.flaggedtrackcount, detail?.songs.map((song) => song.flagged)]).toEqual([0, [false, false]])
    expect([list(story, flagged)?.total, story.state.get('page', pageId(flagged, 1))?.ids]).toEqual([0, []])
    expect(story.state.get('clearing', 'flagged')).toBeUndefined()
  })
  test('other lists keep what they hold and where it stands', () => {
    const story = begin().happens(libraryClearRequested(clear('flagged')), libraryClearAnswered(clear('flagged')))
    expect([list(story, active)?.total, story.state.get('page', pageId(active, 1))?.ids]).toEqual([
      3,
      ['f1', 'f2', 'r3'],
    ])
    expect([list(story, archived)?.total, card(story, 'a1')?.archived]).toEqual([1, true])
  })
  test('it is said once, without a way back: it was asked before', () => {
    const story = begin().happens(libraryClearRequested(clear('flagged')), libraryClearAnswered(clear('flagged')))
    expect(story.notices).toMatchObject([
      { id: 'unFlag.c1', category: 'unFlag', notificationType: 'success', subject: '', detail: 'all' },
    ])
    expect(story.notices[0]?.undo).toBeUndefined()
  })
  test('a failure leaves everything as it was and says so', () => {
    const story = begin().happens(
      libraryClearRequested(clear('flagged')),
      libraryClearFailed({ ...clear('flagged'), code: 'HTTP_500' }),
    )
    expect([list(story, flagged)?.total, card(story, 'f1')?.flagged]).toEqual([2, true])
    expect(story.state.get('clearing', 'flagged')).toBeUndefined()
    expect(story.notices).toMatchObject([
      { id: 'clear.c1', category: 'hasError', notificationType: 'error', subject: '', detail: 'clear.flagged' },
    ])
  })
  test.each(['TIMEOUT', 'HTTP_502'])(
    'H-037: after %s it is done perhaps: that is said, and the lists are read anew',
    (code) => {
      const story = begin().happens(
        libraryClearRequested(clear('archived')),
        libraryClearFailed({ ...clear('archived'), code }),
      )
      expect(story.notices).toMatchObject([{ id: 'clear.c1', category: 'hasError', detail: 'perhaps' }])
      const held = [archived, active, flagged].map((id) => story.state.get('page', pageId(id, 1)))
      expect(held.map((page) => [page?.ids.length, page?.short])).toEqual([
        [1, true],
        [3, true],
        [2, undefined],
      ])
      expect([list(story, archived)?.total, list(story, archived)?.edition]).toEqual([1, 1])
    },
  )
  test('a second press while the first waits is the same wish', () => {
    const story = begin().happens(libraryClearRequested(clear('flagged')))
    story.happens(libraryClearRequested({ requestId: 'c2', list: 'flagged' }))
    expect(story.state.get('clearing', 'flagged')).toEqual({ requestId: 'c1' })
    story.happens(libraryClearFailed({ requestId: 'c2', list: 'flagged', code: 'TIMEOUT' }))
    expect([story.state.get('clearing', 'flagged'), story.notices]).toEqual([{ requestId: 'c1' }, []])
  })
  test('nothing is being emptied any more when the session has ended', () => {
    const story = begin().happens(libraryClearRequested(clear('flagged')), sessionEnded({ reason: 'signedOut' }))
    expect([...story.state.ids('clearing')]).toEqual([])
  })
  test('a song that was not flagged stays the same one', () => {
    const story = begin()
    const songs = () => story.state.get('detail', 'f2')?.release?.songs ?? []
    const [, plain] = songs()
    story.happens(libraryClearRequested(clear('flagged')), libraryClearAnswered(clear('flagged')))
    expect(songs()[1]).toBe(plain)
  })
  test('an answer nobody waits for changes nothing', () => {
    const story = begin().happens(libraryClearAnswered(clear('flagged')))
    expect([list(story, flagged)?.total, card(story, 'f1')?.flagged, story.notices]).toEqual([2, true, []])
  })
  test('a release that is flagged afterwards stands in the empty list at once', () => {
    const story = begin().happens(
      libraryClearRequested(clear('flagged')),
      libraryClearAnswered(clear('flagged')),
      ...mark('r3', 'flagged'),
    )
    expect([list(story, flagged)?.total, story.state.get('page', pageId(flagged, 1))?.ids]).toEqual([1, ['r3']])
  })
  test('a page that was asked for before the clear does not bring flags back', () => {
    const story = begin().happens(libraryClearRequested(clear('flagged')), libraryClearAnswered(clear('flagged')))
    story.happens(
      releasePageReceived({
        queryId: active,
        round: 1,
        edition: 0,
        page: 1,
        total: 3,
        releases: [f1, f2, aCard('r3')],
      }),
    )
    expect(card(story, 'f1')?.flagged).toBe(false)
  })
})

describe('restore all', () => {
  const restored = () =>
    begin().happens(libraryClearRequested(clear('archived')), libraryClearAnswered(clear('archived')))
  test('ARCHIVE-007: the answer empties the archive and marks every release as active', () => {
    const story = restored()
    expect([list(story, archived)?.total, card(story, 'a1')?.archived]).toEqual([0, false])
    expect(story.notices).toMatchObject([{ category: 'unArchive', detail: 'all' }])
  })
  test('active lists are read anew: nobody knows where the releases stand among them', () => {
    const story = restored()
    expect(story.state.get('page', pageId(active, 1))).toBeUndefined()
    expect([list(story, flagged)?.total, card(story, 'f1')?.flagged]).toEqual([2, true])
  })
  test('a selection in the list that was emptied, or in one that is read anew, ends', () => {
    for (const queryId of [archived, active]) {
      const story = begin().happens(
        selectionFilled({ queryId }),
        libraryClearRequested(clear('archived')),
        libraryClearAnswered(clear('archived')),
      )
      expect(story.state.single('selection').queryId).toBeNull()
    }
  })
})

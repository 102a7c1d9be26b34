// Stories of a selection.
import { describe, expect, test } from 'vitest'
import { libraryMarkAnswered, libraryMarksRequested } from '#core/events/library.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import * as rel from '#core/events/releases.ts'
import * as sel from '#core/events/selection.ts'
import { aCard, Story } from '#tests/support/story.ts'

const q = 'sort=-date'
/** Of a long one its first release alone is loaded; a short one is loaded whole. */
const listed = (total = 200) => {
  const releases = Array.from({ length: total > 40 ? 1 : total }, (_, at) => aCard(`r${at}`))
  return new Story().happens(
    rel.releaseListOpened({ queryId: q }),
    rel.releasePageReceived({ queryId: q, round: 1, page: 1, total, releases }),
  )
}
const toggle = (place: number, on = true) => sel.selectionToggled({ queryId: q, place, on })
const extend = (place: number) => sel.selectionExtended({ queryId: q, place })
const all = sel.selectionFilled({ queryId: q })
const apply = sel.selectionApplied({ runId: 'x', action: 'wav' })
const now = (story: Story) => story.state.single('selection')

describe('what is selected', () => {
  test('checkboxes add and take away', () => {
    expect(now(listed().happens(toggle(3), toggle(5), toggle(4), toggle(3, false))).ranges).toEqual([[4, 6]])
  })
  test('Shift draws a range from the row toggled last, over rows nobody has loaded, downward and upward', () => {
    expect(now(listed().happens(toggle(5), extend(150))).ranges).toEqual([[5, 151]])
    expect(now(listed().happens(toggle(150), extend(90))).ranges).toEqual([[90, 151]])
  })
  test('a second range begins at the same row', () => {
    expect(now(listed().happens(toggle(5), extend(9), extend(2))).ranges).toEqual([[2, 10]])
  })
  test('everything the filter lets through is one range', () => {
    expect(now(listed(2000).happens(toggle(5), all)).ranges).toEqual([[0, 2000]])
  })
  test('places beyond the end are none', () => {
    expect(now(listed(10).happens(toggle(10))).queryId).toBeNull()
    expect(now(listed(10).happens(toggle(5), extend(99))).ranges).toEqual([[5, 10]])
  })
  test('the last checkbox taken away ends the selection', () => {
    expect(now(listed().happens(toggle(3), toggle(3, false))).queryId).toBeNull()
  })
})

describe('what ends it', () => {
  test.each([
    ['clearing', sel.selectionCleared({})],
    ['another list', rel.releaseListOpened({ queryId: 'sort=trend' })],
    ['a refresh', rel.releaseListRefreshed({ queryId: q })],
    ['the end of the session', sessionEnded({ reason: 'signedOut' })],
  ])('%s', (_, event) => {
    expect(now(listed().happens(toggle(3), event)).ranges).toEqual([])
  })
  test('the same list opened again keeps it', () => {
    expect(now(listed().happens(toggle(3), rel.releaseListOpened({ queryId: q }))).ranges).toEqual([[3, 4]])
  })
  const page = (total: number, ...ids: string[]) =>
    rel.releasePageReceived({ queryId: q, round: 1, page: 1, total, releases: ids.map((id) => aCard(id)) })
  test.each([
    ['became longer', page(201, 'new', 'r0')],
    ['became shorter', page(199, 'r1')],
    ['has another release at a place that was known', page(200, 'new', 'r0')],
  ])('a list that %s on the server (H-220)', (_, event) => {
    expect(now(listed().happens(toggle(0), extend(40), event)).queryId).toBeNull()
  })
  test('and a run goes on with what it was given', () => {
    const story = listed().happens(toggle(0), extend(9), apply, page(201, 'new', 'r0'))
    expect(now(story)).toMatchObject({ ranges: [], run: { runId: 'x', total: 10, result: null } })
  })
  const long = () =>
    new Story().happens(
      rel.releaseListOpened({ queryId: q }),
      ...[1, 2, 3].map((n) => pageOf(n, 400)),
      // Published meanwhile: the pages before are old.
      pageOf(4, 401, 1),
    )
  const pageOf = (n: number, total: number, later = 0) => {
    const releases = Array.from({ length: 40 }, (_, at) => aCard(`r${(n - 1) * 40 + at - later}`))
    return rel.releasePageReceived({ queryId: q, round: 1, page: n, total, releases })
  }
  test.each<[string, Parameters<Story['happens']>, number[][]]>([
    ['all of the list', [all], [[0, 401]]],
    ['what lies around it', [toggle(150), extend(30)], [[30, 151]]],
    ['what lies beside it', [toggle(150), toggle(3)], [[3, 4], [150, 151]]], // biome-ignore format: pairs
  ])('H-618: an old page that is read again keeps %s', (_, chosen, ranges) => {
    expect(now(long().happens(...chosen, pageOf(2, 401, 1))).ranges).toEqual(ranges)
  })
  test.each([
    ['begins', [toggle(50), extend(150)]],
    ['ends', [toggle(3), extend(79)]],
  ])('H-618: and ends one that %s on it, for another release stands there', (_, chosen) => {
    expect(now(long().happens(...chosen, pageOf(2, 401, 1))).queryId).toBeNull()
  })
  test('a page that says what was known, or more, keeps it', () => {
    expect(now(listed().happens(toggle(0), page(200, 'r0', 'r1'))).ranges).toEqual([[0, 1]])
  })
})

describe('marks that move the list', () => {
  const ten = Array.from({ length: 10 }, (_, i) => aCard(`r${i}`))
  const whole = () =>
    new Story().happens(
      rel.releaseListOpened({ queryId: q }),
      rel.releasePageReceived({ queryId: q, round: 1, edition: 0, page: 1, total: 10, releases: ten }),
    )
  const mark = (requestId: string, releaseid: string, made: 'archived' | 'restored') => [
    libraryMarksRequested({ requestId, changes: [{ releaseid, trackid: null, marks: [made] }] }),
    libraryMarkAnswered({ requestId, releaseid, trackid: null, mark: made }),
    ...(made === 'archived' ? [libraryMarkAnswered({ requestId, releaseid, trackid: null, mark: 'unflagged' })] : []),
  ]
  test('what stood behind an archived release moves up with its list', () => {
    const story = whole().happens(toggle(1), toggle(5), toggle(8), ...mark('a', 'r5', 'archived'))
    expect(now(story).ranges).toEqual([
      [1, 2],
      [7, 8],
    ])
  })
  test('and back down when it is restored, which selects nothing', () => {
    const story = whole().happens(toggle(1), toggle(5), toggle(8), ...mark('a', 'r5', 'archived'))
    expect(now(story.happens(...mark('b', 'r5', 'restored'))).ranges).toEqual([
      [1, 2],
      [8, 9],
    ])
  })
  test('a release that joins at a place nobody knows ends it: no place names a release any more', () => {
    const flagged = 'flagged?sort=-date'
    const one = (requestId: string, releaseid: string, made: 'flagged' | 'unflagged') => [
      libraryMarksRequested({ requestId, changes: [{ releaseid, trackid: null, marks: [made] }] }),
      libraryMarkAnswered({ requestId, releaseid, trackid: null, mark: made }),
    ]
    const releases = Array.from({ length: 10 }, (_, i) => aCard(`f${i}`, { flagged: true }))
    const story = whole().happens(
      rel.releaseListOpened({ queryId: flagged }),
      rel.releasePageReceived({ queryId: flagged, round: 1, page: 1, total: 10, releases }),
      sel.selectionToggled({ queryId: flagged, place: 1, on: true }),
      sel.selectionExtended({ queryId: flagged, place: 3 }),
      ...one('a', 'r5', 'flagged'),
    )
    expect([now(story).queryId, now(story).ranges]).toEqual([null, []])
  })
  test('a release that leaves from a place nobody has seen ends it too, and a run goes on with what it was given', () => {
    const story = listed().happens(toggle(0), extend(9), apply, ...mark('a', 'r150', 'archived'))
    expect(now(story)).toMatchObject({ queryId: q, ranges: [], run: { runId: 'x', total: 10, result: null } })
    story.happens(sel.selectionRunEnded({ runId: 'x', applied: 10, skipped: 0, failed: 0 }))
    expect(now(story).queryId).toBeNull()
  })
  test('a mark in another list leaves it as it is, whatever is loaded', () => {
    const flag = { releaseid: 'r150', trackid: null }
    const story = listed().happens(
      toggle(3),
      libraryMarksRequested({ requestId: 'a', changes: [{ ...flag, marks: ['flagged'] }] }),
      libraryMarkAnswered({ requestId: 'a', ...flag, mark: 'flagged' }),
    )
    expect(now(story).ranges).toEqual([[3, 4]])
  })
  test('a flag moves nothing in the active list', () => {
    const flag = libraryMarkAnswered({ requestId: 'a', releaseid: 'r2', trackid: null, mark: 'flagged' })
    expect(now(whole().happens(toggle(5), flag)).ranges).toEqual([[5, 6]])
  })
})

describe('a run', () => {
  test('of the archive takes the selection with it', () => {
    const story = listed().happens(all, sel.selectionApplied({ runId: 'x', action: 'archive' }))
    expect(now(story.happens(sel.selectionRunEnded({ runId: 'x', applied: 2, skipped: 0, failed: 0 }))).ranges).toEqual(
      [],
    )
  })
  test('knows how much it has to do, how far it is and how it ended', () => {
    const story = listed().happens(all, apply)
    expect(now(story).run).toMatchObject({ action: 'wav', done: 0, total: 200, result: null })
    expect(now(story.happens(sel.selectionRunProgressed({ runId: 'x', done: 100 }))).run?.done).toBe(100)
    story.happens(sel.selectionRunEnded({ runId: 'x', applied: 150, skipped: 49, failed: 1 }))
    expect(now(story).run?.result).toEqual({ applied: 150, skipped: 49, failed: 1 })
    expect(now(story).ranges).toEqual([[0, 200]])
  })
  test('leaves selected what could not be read, wherever the list moved meanwhile', () => {
    const story = listed().happens(
      rel.releasePageReceived({ queryId: q, round: 1, page: 1, total: 200, releases: [aCard('r0'), aCard('r1')] }),
      all,
      apply,
      sel.selectionRunProgressed({ runId: 'x', done: 100, found: [[0, 50], [60, 100]] }), // biome-ignore format: pairs
      libraryMarksRequested({ requestId: 'a', changes: [{ releaseid: 'r1', trackid: null, marks: ['archived'] }] }),
      libraryMarkAnswered({ requestId: 'a', releaseid: 'r1', trackid: null, mark: 'archived' }),
      sel.selectionRunProgressed({ runId: 'x', done: 200, found: [] }),
      sel.selectionRunEnded({ runId: 'x', applied: 90, skipped: 0, failed: 110 }),
    )
    expect(now(story).ranges).toEqual([[49, 59], [99, 199]]) // biome-ignore format: pairs
    expect(now(story).run).toMatchObject({ done: 200, result: { failed: 110 } })
  })
  test('leaves selected what was chosen anew while it went on, though it has done that', () => {
    const story = listed().happens(
      all,
      apply,
      sel.selectionRunProgressed({ runId: 'x', done: 100, found: [[0, 100]] }),
      toggle(3),
      toggle(3),
      sel.selectionRunEnded({ runId: 'x', applied: 100, skipped: 0, failed: 100 }),
    )
    expect(now(story).ranges).toEqual([[3, 4], [100, 200]]) // biome-ignore format: pairs
  })
  test('only one at a time, and none without a selection', () => {
    expect(now(listed().happens(apply)).run).toBeNull()
    const second = sel.selectionApplied({ runId: 'y', action: 'mp3' })
    expect(now(listed().happens(all, apply, second)).run?.runId).toBe('x')
  })
  test('is forgotten with the next change once it has ended, and goes on while it has not', () => {
    const story = listed().happens(toggle(1), toggle(2), apply, toggle(3))
    expect(now(story).run?.runId).toBe('x')
    story.happens(sel.selectionRunEnded({ runId: 'x', applied: 2, skipped: 0, failed: 0 }), toggle(4))
    expect(now(story).run).toBeNull()
  })
  test('word of another run is not heard', () => {
    const story = listed().happens(all, apply, sel.selectionRunEnded({ runId: 'z', applied: 1, skipped: 0, failed: 0 }))
    expect(now(story).run?.result).toBeNull()
  })
  describe('H-619: whose list is left', () => {
    const other = 'sort=trend'
    const three = [aCard('o1'), aCard('o2'), aCard('o3')]
    const left = () =>
      listed().happens(
        all,
        apply,
        sel.selectionRunProgressed({ runId: 'x', done: 100, found: [[0, 100]] }),
        rel.releaseListOpened({ queryId: other }),
        rel.releasePageReceived({ queryId: other, round: 1, page: 1, total: 3, releases: three }),
      )
    const progress = sel.selectionRunProgressed({ runId: 'x', done: 200, found: [[100, 150]] })
    const ended = (failed: number) => sel.selectionRunEnded({ runId: 'x', applied: 200 - failed, skipped: 0, failed })

    test('goes on with what it was given, and is gone with its end', () => {
      const story = left().happens(progress)
      expect(now(story)).toMatchObject({ ranges: [], run: { runId: 'x', done: 200, total: 200, result: null } })
      expect(now(story.happens(ended(0))).queryId).toBeNull()
      expect(story.notices).toEqual([])
    })
    test('says how many could not be read, and leaves what was selected since in another list', () => {
      const select = sel.selectionToggled({ queryId: other, place: 1, on: true })
      const story = left().happens(select, progress, ended(50))
      expect(now(story)).toMatchObject({ queryId: other, ranges: [[1, 2]], run: null })
      expect(story.notices).toMatchObject([{ category: 'hasError', detail: 'selection.50' }])
    })
    test('goes on where another selection is cleared, and stands in the way of none once it is stopped', () => {
      const select = sel.selectionToggled({ queryId: other, place: 1, on: true })
      const cleared = left().happens(select, sel.selectionCleared({}))
      expect(now(cleared)).toMatchObject({ queryId: null, ranges: [], run: { runId: 'x', done: 100, left: true } })
      expect(now(cleared.happens(select, sel.selectionStopped({})))).toMatchObject({ ranges: [[1, 2]], run: null })
      expect(now(left().happens(sel.selectionStopped({}))).queryId).toBeNull()
    })
    test('where it is loaded anew it counts what it had not found, as where it changed (H-220)', () => {
      const story = listed().happens(all, apply, rel.releaseListRefreshed({ queryId: q }))
      expect(now(story)).toMatchObject({ ranges: [], run: { runId: 'x', result: null } })
      expect(now(story.happens(ended(100))).run?.result).toEqual({ applied: 100, skipped: 0, failed: 100 })
    })
  })
})

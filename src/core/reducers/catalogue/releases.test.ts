// Stories of lists.
import { describe, expect, test } from 'vitest'
import { libraryMarkAnswered, libraryMarksRequested } from '#core/events/library.ts'
import { queueReleaseAdded } from '#core/events/queue.ts'
import * as rel from '#core/events/releases.ts'
import { selectionFilled, selectionToggled } from '#core/events/selection.ts'
import { LISTS } from '#core/log/invariants/lists.ts'
import type { Song } from '#core/model/catalogue/release.ts'
import { LIST_TOTAL_MAX, PAGE_SIZE } from '#core/model/constants.ts'
import type { ReleaseListState } from '#core/model/entities.ts'
import { PAGES_KEPT, PAGES_MAX } from '#core/reducers/catalogue/letGo.ts'
import { loadedPages, pageId, placeOf } from '#core/reducers/catalogue/pages.ts'
import { aCard, aRelease, Story } from '#tests/support/story.ts'

const q = 'sort=-available'
const opened = rel.releaseListOpened({ queryId: q })
const page = (n: number, total = 200, round = 1) =>
  rel.releasePageReceived({ queryId: q, round, page: n, total, releases: [aCard(`${round}.${n}`)] })
const broken = (n: number) => rel.releasePageFailed({ queryId: q, round: 1, page: n, code: 'TIMEOUT' })
const refreshed = rel.releaseListRefreshed({ queryId: q })
const list = (story: Story) => story.state.get('list', q)
const has = (story: Story, n: number) => story.state.get('page', pageId(q, n)) !== undefined

describe('GALLERY-019: the status of loading', () => {
  test('GALLERY-019: one that nobody opened is idle: nothing is known of it', () => {
    expect(list(new Story())).toBeUndefined()
  })
  test('GALLERY-019: a list that was opened is loading', () => {
    expect(list(new Story().happens(opened))).toMatchObject({ status: 'loading', total: null, page: 0 })
  })
  test('GALLERY-019: it is done with its first page', () => {
    expect(list(new Story().happens(opened, page(1)))).toMatchObject({ status: 'done', total: 200, page: 1 })
  })
  test('GALLERY-019: it is in error when its first page failed', () => {
    expect(list(new Story().happens(opened, broken(1)))).toMatchObject({ status: 'error', failedPages: [1] })
  })
  test('a later page that failed leaves the list done', () => {
    expect(list(new Story().happens(opened, page(1), broken(2)))).toMatchObject({ status: 'done', failedPages: [2] })
  })
  test('wanting a failed page again, or opening the list again, loads anew', () => {
    const again = rel.releasePagesWanted({ queryId: q, pages: [1] })
    expect(list(new Story().happens(opened, broken(1), again))).toMatchObject({ status: 'loading', failedPages: [] })
    expect(list(new Story().happens(opened, broken(1), opened))).toMatchObject({ status: 'loading', failedPages: [] })
  })
})

describe('marks that were made elsewhere', () => {
  const read = (fields: Partial<ReturnType<typeof aCard>>) =>
    rel.releasePageReceived({ queryId: q, round: 1, page: 1, total: 1, releases: [aCard('r1', fields)] })
  const detail = (story: Story) => story.state.get('detail', 'r1')?.release
  const isBusy = (story: Story, mark: 'flagged' | 'unflagged' | 'archived' | 'restored') =>
    story
      .happens(libraryMarksRequested({ requestId: 'w', changes: [{ releaseid: 'r1', trackid: null, marks: [mark] }] }))
      .state.get('markRequest', 'w') !== undefined

  test('FLAG-009: a page that says a release is flagged is true of its detail too, which can be unflagged', () => {
    const story = new Story().happens(opened, read({})).knows(aRelease('r1'))
    story.happens(read({ flagged: true, flaggedtrackcount: 2 }))
    expect(detail(story)).toMatchObject({ flagged: true, flaggedtrackcount: 2 })
    expect(detail(story)?.songs.map(({ flagged }) => flagged)).toEqual([true, true])
    expect(isBusy(story, 'unflagged')).toBe(true)
  })
  test('FLAG-009: one that says it is flagged no more lets it be flagged; what it does not say of songs stands', () => {
    const [first, ...others] = aRelease('r1').songs
    const songs = [{ ...(first as Song), flagged: true }, ...others]
    const story = new Story().happens(opened).knows({ ...aRelease('r1'), flagged: true, flaggedtrackcount: 2, songs })
    story.happens(read({ flaggedtrackcount: 1 }))
    expect(detail(story)?.songs.map(({ flagged }) => flagged)).toEqual([true, false])
    story.happens(read({}))
    expect(detail(story)?.songs.map(({ flagged }) => flagged)).toEqual([false, false])
    expect(isBusy(story, 'flagged')).toBe(true)
  })
  test('ARCHIVE-004: a detail that says a release is archived is true of its card too, which can be restored', () => {
    const story = new Story().happens(opened, read({})).knows({ ...aRelease('r1'), archived: true })
    expect(story.state.get('release', 'r1')?.archived).toBe(true)
    expect(isBusy(story, 'restored')).toBe(true)
  })
})

describe('a log that vouches for itself and says anything of a total', () => {
  const huge = 2 ** 53 - 1
  const marked = libraryMarkAnswered({ requestId: 'm', releaseid: '9.9', trackid: null, mark: 'archived' })
  test('costs what is loaded: the list is emptied, cut and searched for a release', () => {
    const story = new Story().happens(opened, page(1, huge), page(3, huge))
    expect(loadedPages(story.state, { queryId: q, total: huge })).toEqual([1, 3])
    expect(placeOf(story.state, list(story) as ReleaseListState, 'r-none')).toBeNull()
    expect(placeOf(story.state, list(story) as ReleaseListState, '1.3')).toBe(2 * PAGE_SIZE)
    story.happens(page(1, 10))
    expect([has(story, 1), has(story, 3)]).toEqual([true, false])
    story.happens(page(1, huge), refreshed)
    expect(has(story, 1)).toBe(false)
    story.happens(page(1, huge, 2), marked)
  })
  test('is no event where nobody vouches for it', () => {
    const { schema } = rel.releasePageReceived
    const payload = page(1, LIST_TOTAL_MAX).payload
    expect(schema.safeParse(payload).success).toBe(true)
    expect(schema.safeParse({ ...payload, total: LIST_TOTAL_MAX + 1 }).success).toBe(false)
  })
})

describe('pages', () => {
  test('TABLE-010: the list advances by the next page alone', () => {
    const story = new Story().happens(opened, page(1), page(3))
    expect(list(story)?.page).toBe(1)
    expect(list(story.happens(page(2)))?.page).toBe(3)
  })
  test('TABLE-010: a page of an older round is dropped (D-073)', () => {
    const story = new Story().happens(opened, refreshed, page(1, 200, 1))
    expect(list(story)).toMatchObject({ page: 0, total: null })
    expect(has(story, 1)).toBe(false)
  })
  test('D-151: the gallery keeps a page that does not follow', () => {
    expect(has(new Story().happens(opened, page(1), page(3)), 3)).toBe(true)
  })
  test('TABLE-011: refreshing resets to page 0 and empties the list', () => {
    const story = new Story().happens(opened, page(1), page(2), page(4), refreshed)
    expect(list(story)).toMatchObject({ page: 0, total: null, round: 2, status: 'loading' })
    expect([...story.state.ids('page')]).toEqual([])
  })
  test('a list that became shorter keeps nothing behind its end', () => {
    const story = new Story().happens(opened, page(1), page(2), page(5, 201), page(3, 81))
    expect(list(story)).toMatchObject({ total: 81, page: 0 })
    expect([1, 2, 3, 4, 5].map((n) => has(story, n))).toEqual([true, true, true, false, false])
    expect([...story.happens(refreshed).state.ids('page')]).toEqual([])
  })
  describe('D-073: a list that ends before its count', () => {
    const cards = (n: number, count: number) => Array.from({ length: count }, (_, at) => aCard(`${n}.${at}`))
    const came = (n: number, count: number, total = 205) =>
      rel.releasePageReceived({ queryId: q, round: 1, page: n, total, releases: cards(n, count) })
    const held = (story: Story) => [1, 2, 3, 4, 5, 6].filter((n) => has(story, n))
    const faults = ({ state }: Story) => LISTS.map((invariant) => invariant.fault(state)).filter(Boolean)
    const whole = [1, 2, 3, 4].map((n) => came(n, PAGE_SIZE))
    const ended = { total: 195, counted: 205, status: 'done' }

    test.each([
      ['after the last that has any', [...whole, came(5, 35), came(6, 0)]],
      ['before it', [...whole, came(6, 0), came(5, 35)]],
      ['and nothing between, as who jumps to the end has it', [came(1, PAGE_SIZE), came(6, 0), came(5, 35)]],
    ])('D-073: ends where an empty page comes %s', (_, pages) => {
      const story = new Story().happens(opened, ...pages)
      expect(list(story)).toMatchObject(ended)
      expect([has(story, 6), faults(story)]).toEqual([false, []])
    })
    test('D-073: ends with a first page that has none', () => {
      expect(list(new Story().happens(opened, came(1, 0, 3)))).toMatchObject({ total: 0, counted: 3 })
    })
    test('goes on where a last page lacks places: the server may have counted while one went', () => {
      expect(list(new Story().happens(opened, ...whole, came(5, 40), came(6, 3)))).toMatchObject({ total: 205 })
    })
    test('H-575: ends with a last page that came twice alike under one count, until one holds more', () => {
      const short = came(6, 3)
      const story = new Story().happens(opened, ...whole, came(5, 40), short, short)
      expect([list(story), faults(story)]).toMatchObject([{ total: 203, counted: 205, page: 6 }, []])
      expect(list(story.happens(came(6, 5)))).toMatchObject({ total: 205 })
    })
    test.each([
      ['others', came(6, 2), 205],
      ['another count', came(6, 3, 204), 204],
    ])('H-575: goes on where it comes again with %s', (_, again, total) => {
      expect(list(new Story().happens(opened, ...whole, came(5, 40), came(6, 3), again))).toMatchObject({ total })
    })
    test('goes on behind a page whose releases all left, which is to be read again', () => {
      const story = new Story().happens(opened, came(1, 40, 200), came(2, 40, 200))
      const changes = [1, 2].flatMap((n) =>
        cards(n, 40).map(({ releaseid }) => ({ releaseid, trackid: null, marks: ['archived' as const] })),
      )
      story.happens(libraryMarksRequested({ requestId: 'm', changes }))
      for (const { releaseid } of changes)
        story.happens(libraryMarkAnswered({ requestId: 'm', releaseid, trackid: null, mark: 'archived' }))
      const { edition, total } = list(story) ?? {}
      expect([total, story.state.get('page', pageId(q, 2))]).toEqual([120, { ids: [], short: true }])
      const next = cards(3, 40)
      story.happens(rel.releasePageReceived({ queryId: q, round: 1, edition, page: 1, total: 120, releases: next }))
      expect(list(story)?.total).toBe(120)
    })
    test('does not walk back from where somebody jumped to: nobody knows what stands before it', () => {
      const story = new Story().happens(opened, came(1, 40, 9000), came(200, 0, 9000))
      expect(list(story)).toMatchObject({ total: 9000 })
      expect(list(story.happens(came(199, 0, 9000)))).toMatchObject({ total: 9000 })
    })
    test('D-073: ends long before its count', () => {
      const story = new Story().happens(opened, came(1, 40, 9000), came(2, 12, 9000), came(3, 0, 9000))
      expect(list(story)).toMatchObject({ total: 52, counted: 9000, page: 2 })
    })
    test('D-073: goes on behind an empty page where more is known', () => {
      const story = new Story().happens(opened, came(1, 40), came(4, 40), came(3, 0))
      expect(list(story)).toMatchObject({ total: 205 })
    })
    test('the same count again is no list that changed: what is loaded stands, and is not read again for ever', () => {
      const story = new Story().happens(opened, ...whole, came(5, 35), came(6, 0), came(1, 40))
      expect(list(story)).toMatchObject({ ...ended, page: 5 })
      expect(held(story).filter((n) => story.state.get('page', pageId(q, n))?.short)).toEqual([])
    })
    test('has what comes behind that end after all, and follows another count', () => {
      const story = new Story().happens(opened, ...whole, came(5, 35), came(6, 0))
      expect(list(story.happens(came(5, 40)))).toMatchObject({ total: 205 })
      const other = new Story().happens(opened, ...whole, came(5, 35), came(6, 0), came(5, 35, 195))
      expect(list(other)).toMatchObject({ total: 195 })
      expect(list(other)).not.toHaveProperty('counted')
    })
    test('a mark that takes one out is counted on both sides', () => {
      const archived = { requestId: 'm', changes: [{ releaseid: '1.3', trackid: null, marks: ['archived' as const] }] }
      const answered = { requestId: 'm', releaseid: '1.3', trackid: null, mark: 'archived' as const }
      const story = new Story().happens(opened, ...whole, came(5, 35), came(6, 0))
      story.happens(libraryMarksRequested(archived), libraryMarkAnswered(answered))
      expect(list(story)).toMatchObject({ total: 194, counted: 204 })
    })
    test('what is selected stays, but for places where nothing is', () => {
      const story = new Story().happens(opened, ...whole, selectionFilled({ queryId: q }), came(5, 35), came(6, 0))
      expect(story.state.single('selection').ranges).toEqual([[0, 195]])
      expect(faults(story)).toEqual([])
    })
  })
  describe('a list that grew by itself', () => {
    const full = (n: number, total: number) => {
      const count = Math.min(PAGE_SIZE, total - (n - 1) * PAGE_SIZE)
      const releases = Array.from({ length: count }, (_, at) => aCard(`${n}.${at}`))
      return rel.releasePageReceived({ queryId: q, round: 1, page: n, total, releases })
    }
    const held = (story: Story, n: number) => story.state.get('page', pageId(q, n))
    const whole = () => new Story().happens(opened, full(1, 87), full(2, 87), full(3, 87))

    test('has a last page that lacks a place, and is whole with its next answer', () => {
      const story = whole().happens(full(1, 88))
      expect(held(story, 3)).toMatchObject({ short: true })
      expect(held(story, 3)?.ids).toHaveLength(7)
      expect(list(story)).toMatchObject({ total: 88, page: 1 })
      story.happens(full(2, 88), full(3, 88))
      expect(held(story, 3)?.short).toBeUndefined()
      expect(list(story)).toMatchObject({ total: 88, page: 3 })
    })
    test('by more than its last page has room for, has one that lacks them all', () => {
      expect(held(whole().happens(full(4, 130)), 3)).toMatchObject({ short: true })
    })
    test('has a last page that lacks nothing where that is the one that says so', () => {
      expect(held(whole().happens(full(3, 88)), 3)?.short).toBeUndefined()
    })
  })
  describe('GALLERY-006: a list that changed between two of its pages shows each release once', () => {
    const server = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`)
    const answer = (ids: readonly string[], n: number) => {
      const releases = ids.slice((n - 1) * PAGE_SIZE, n * PAGE_SIZE).map((id) => aCard(id))
      return rel.releasePageReceived({ queryId: q, round: 1, page: n, total: ids.length, releases })
    }
    const held = (story: Story, n: number) => story.state.get('page', pageId(q, n))
    const old = (story: Story) => [1, 2, 3, 4].filter((n) => held(story, n)?.short)
    const shown = (story: Story) => [1, 2, 3, 4].flatMap((n) => held(story, n)?.ids ?? [])
    /** Asks for what is old until nothing is, as a gallery does that has all of them in sight. */
    function settle(story: Story, ids: readonly string[]): number {
      let asked = 0
      for (let [page] = old(story); page !== undefined && asked < 20; [page] = old(story)) {
        story.happens(answer(ids, page))
        asked++
      }
      return asked
    }
    const before = server(160)
    const begun = () => new Story().happens(opened, ...[1, 2, 3].map((n) => answer(before, n)))

    test.each([
      ['came', ['new', ...before]],
      ['went', before.toSpliced(50, 1)],
    ])('when one %s, the pages read before are old, stay in sight, and are read once more', (_, after) => {
      const story = begun().happens(answer(after, 4))
      expect(old(story)).toEqual([1, 2, 3])
      expect(shown(story).slice(0, 120)).toEqual(before.slice(0, 120))
      expect(list(story)).toMatchObject({ total: after.length, page: 0 })
      expect(settle(story, after)).toBe(3)
      expect(shown(story)).toEqual(after.slice(0, 160))
      expect(list(story)?.page).toBe(4)
    })
    test('when one came and another went, the page before, which holds the same, is old', () => {
      const after = ['new', ...before.toSpliced(140, 1)]
      const story = begun().happens(answer(after, 4))
      expect(old(story)).toEqual([3])
      expect(list(story)?.page).toBe(2)
      expect(settle(story, after)).toBe(1)
      expect(shown(story).slice(80)).toEqual(after.slice(80, 160))
    })
    test('H-409: one that is read anew and holds others makes the rest old', () => {
      const after = ['new', ...before.toSpliced(140, 1)]
      const story = begun().happens(answer(after, 1))
      expect(old(story)).toEqual([2, 3])
      expect(list(story)?.page).toBe(1)
      expect(settle(story, after)).toBe(2)
      expect(shown(story)).toEqual(after.slice(0, 120))
    })
    test('two pages of a server that names one release on both are not read in turns', () => {
      const twice = before.with(120, 'r119')
      const story = begun().happens(answer(twice, 4))
      expect(settle(story, twice)).toBe(1)
    })
    test('an answer that overtook a newer one costs a reading of each', () => {
      const after = ['new', ...before]
      const story = new Story().happens(opened, answer(before, 1), answer(after, 3), answer(before, 2))
      expect(settle(story, after)).toBeLessThan(6)
      expect(shown(story)).toEqual(after.slice(0, 120))
    })
  })
  test('a page of a list nobody opened is dropped', () => {
    expect([...new Story().happens(page(1)).state.ids('page')]).toEqual([])
  })
})

describe('H-482: of a list that is gone through', () => {
  const total = 3000 * PAGE_SIZE
  const whole = (n: number, queryId = q) =>
    rel.releasePageReceived({ queryId, round: 1, page: n, total, releases: [aCard(`${queryId}.${n}`), aCard('every')] })
  const count = (story: Story, kind: 'page' | 'release') => [...story.state.ids(kind)].length
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
  const through = (story: Story, first: number, last: number) => {
    for (const n of from(first, last)) story.happens(whole(n))
    return story
  }
  const other = 'sort=title'
  const faults = ({ state }: Story) => LISTS.map((invariant) => invariant.fault(state))

  test('H-482: the pages around the place stay, and no release that no page names', () => {
    const story = new Story().happens(opened, rel.releaseListOpened({ queryId: other }), whole(1, other))
    through(story, 1, 900)
    expect(count(story, 'page')).toBeLessThanOrEqual(PAGES_MAX)
    expect(count(story, 'release')).toBe(count(story, 'page') + 1)
    expect(from(900 - PAGES_KEPT + 1, 900).every((n) => has(story, n))).toBe(true)
    expect([has(story, 2), list(story)?.page, story.state.get('page', pageId(other, 1))]).toEqual([false, 0, undefined])
    expect(story.state.get('list', other)).toMatchObject({ page: 0, total })
    expect(faults(story)).toEqual(LISTS.map(() => null))
    // What went is had again.
    story.happens(whole(2))
    expect(has(story, 2)).toBe(true)
  })

  test('H-482, H-124: its first page stays, without which it would be a list that changed', () => {
    const own = (n: number) =>
      rel.releasePageReceived({ queryId: q, round: 1, page: n, total, releases: [aCard(`${q}.${n}`)] })
    const story = new Story().happens(opened, ...from(1, PAGES_MAX + 1).map(own))
    expect([has(story, 1), has(story, 2), list(story)?.page]).toEqual([true, false, 1])
  })

  test('H-482: a first page that is read again behind the screen lets go of nothing', () => {
    const story = through(new Story().happens(opened, rel.releaseListOpened({ queryId: other })), 1, PAGES_MAX)
    story.happens(whole(1, other))
    expect(count(story, 'page')).toBe(PAGES_MAX + 1)
  })

  test('H-482: what was opened or queued stays, and so does a list with a selection, and all of it while a mark is on its way', () => {
    const story = through(new Story().happens(opened), 1, 3)
    story.knows(aRelease(`${q}.1`)).happens(queueReleaseAdded({ releaseid: `${q}.2`, itemId: 'i', place: 'bottom' }))
    story.happens(libraryMarksRequested({ requestId: 'w', changes: [{ releaseid: `${q}.3`, trackid: null, marks: ['flagged'] }] })) // biome-ignore format: one line
    through(story, 4, PAGES_MAX + 20)
    expect(count(story, 'page')).toBe(PAGES_MAX + 20)
    story.happens(libraryMarkAnswered({ requestId: 'w', releaseid: `${q}.3`, trackid: null, mark: 'flagged' }))
    story.happens(selectionToggled({ queryId: q, place: 0, on: true }))
    through(story, PAGES_MAX + 21, PAGES_MAX + 40)
    expect(count(story, 'page')).toBe(PAGES_MAX + 40)
    story.happens(rel.releaseListOpened({ queryId: other }), whole(1, other), whole(2, other))
    expect([count(story, 'page'), story.state.get('page', pageId(other, 1)) !== undefined]).toEqual([PAGES_KEPT, true])
    for (const n of [1, 2]) expect([has(story, n), story.state.has('release', `${q}.${n}`)]).toEqual([false, true])
    expect(story.state.has('release', `${q}.3`)).toBe(false)
  })
})

// Pages of lists while releases leave them and come back, against a server that is one array.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import { libraryMarkAnswered, libraryMarksRequested } from '#core/events/library.ts'
import { releaseListOpened, releasePageReceived } from '#core/events/releases.ts'
import { selectionFilled } from '#core/events/selection.ts'
import { Order } from '#core/log/order.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import type { Kind } from '#core/model/entities.ts'
import { libraryQueryId, type Mark } from '#core/model/library/library.ts'
import { aCard, Story } from '#tests/support/story.ts'
import { pageCount, pageId } from '../catalogue/pages.ts'
import { Store } from '../store.ts'
import { GONE_MAX, moveRelease } from './listMoves.ts'

const q = 'sort=-date'

/** A server's list, and a client that loads pages of it. */
class Shelf {
  readonly story = new Story()
  readonly #all: readonly string[]
  readonly #archived = new Set<string>()
  #wishes = 0

  constructor(count: number) {
    this.#all = Array.from({ length: count }, (_, n) => `r${n}`)
    this.story.happens(releaseListOpened({ queryId: q }))
  }

  get ids(): string[] {
    return this.#all.filter((id) => !this.#archived.has(id))
  }

  get list() {
    const list = this.story.state.get('list', q)
    if (!list) throw new Error('the list is not there')
    return list
  }

  page(page: number) {
    return this.story.state.get('page', pageId(q, page))
  }

  /** The answer to a page that is asked for now. */
  ask(page: number) {
    const { ids } = this
    const { round, edition } = this.list
    const shown = ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    const releases = shown.map((id) => aCard(id))
    return releasePageReceived({ queryId: q, round, edition, page, total: ids.length, releases })
  }

  load(...pages: number[]): this {
    for (const page of pages) this.story.happens(this.ask(page))
    return this
  }

  mark(id: string, mark: Mark & ('archived' | 'restored')): this {
    if (this.#archived.has(id) === (mark === 'archived')) return this
    if (mark === 'archived') this.#archived.add(id)
    else this.#archived.delete(id)
    const requestId = `w${++this.#wishes}`
    this.story.happens(
      libraryMarksRequested({ requestId, changes: [{ releaseid: id, trackid: null, marks: [mark] }] }),
      libraryMarkAnswered({ requestId, releaseid: id, trackid: null, mark }),
      // What nobody knows of may have flags: they go with a call of their own.
      libraryMarkAnswered({ requestId, releaseid: id, trackid: null, mark: 'unflagged' }),
    )
    return this
  }

  /** What is loaded is what the server would answer; what a page misses stands at its end and is told. */
  check(): void {
    const { ids, list } = this
    let isAnyLoaded = false
    for (let page = 1; page <= Math.max(pageCount(list), pageCount({ total: ids.length })) + 1; page++) {
      const held = this.page(page)
      if (!held) continue
      isAnyLoaded = true
      const right = ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      expect(held.ids).toEqual(held.short ? right.slice(0, held.ids.length) : right)
      expect(held.short === true).toBe(held.ids.length < right.length)
    }
    if (isAnyLoaded) expect(list.total).toBe(ids.length)
  }
}

describe('ARCHIVE-002: a release that is archived leaves the active list', () => {
  test('ARCHIVE-002: what follows moves up, over the edges of pages', () => {
    const shelf = new Shelf(100).load(1, 2, 3).mark('r3', 'archived')
    expect(shelf.page(1)?.ids.slice(2, 5)).toEqual(['r2', 'r4', 'r5'])
    expect(shelf.page(1)?.ids.at(-1)).toBe('r40')
    expect(shelf.page(2)?.ids[0]).toBe('r41')
    expect(shelf.page(3)?.ids).toHaveLength(19)
    expect(shelf.list).toMatchObject({ total: 99, page: 3, status: 'done', round: 1 })
  })
  test('a last page that becomes empty is gone', () => {
    const shelf = new Shelf(81).load(1, 2, 3).mark('r0', 'archived')
    expect(shelf.page(3)).toBeUndefined()
    expect(shelf.list).toMatchObject({ total: 80, page: 2 })
  })
  test('a page whose follower is not loaded is short and says so, and is whole with the next answer', () => {
    const shelf = new Shelf(100).load(1).mark('r3', 'archived')
    expect(shelf.page(1)).toMatchObject({ short: true })
    expect(shelf.page(1)?.ids).toHaveLength(39)
    expect(shelf.list.page).toBe(0)
    expect(shelf.load(1).page(1)?.ids).toHaveLength(40)
    expect(shelf.page(1)?.short).toBeUndefined()
  })
  test('a page that was asked for before is dropped: it would show somebody twice', () => {
    const shelf = new Shelf(100).load(1)
    const late = shelf.ask(2)
    shelf.mark('r3', 'archived')
    shelf.story.happens(late)
    expect(shelf.page(2)).toBeUndefined()
  })
  test('the last release leaves an empty list that is loaded', () => {
    const shelf = new Shelf(1).load(1).mark('r0', 'archived')
    expect(shelf.list).toMatchObject({ total: 0, status: 'done' })
    expect(shelf.page(1)?.ids).toEqual([])
  })
  test('one at a place nobody has seen leaves pages that must be loaded anew, and the length', () => {
    const shelf = new Shelf(100).load(1, 3).mark('r50', 'archived')
    expect([1, 2, 3].map((page) => shelf.page(page))).toEqual([undefined, undefined, undefined])
    expect(shelf.list.total).toBe(100)
  })
  test('ARCHIVE-002: it stands in the archived list, which is loaded anew', () => {
    const queryId = libraryQueryId('archived', 'sort=-date')
    const shelf = new Shelf(3).load(1)
    shelf.story.happens(
      releaseListOpened({ queryId }),
      releasePageReceived({ queryId, round: 1, edition: 0, page: 1, total: 1, releases: [aCard('old')] }),
    )
    shelf.mark('r1', 'archived')
    expect(shelf.story.state.get('page', pageId(queryId, 1))).toBeUndefined()
    const { edition = 0 } = shelf.story.state.get('list', queryId) ?? {}
    const releases = [aCard('r1', { archived: true }), aCard('old', { archived: true })]
    shelf.story.happens(releasePageReceived({ queryId, round: 1, edition, page: 1, total: 2, releases }))
    shelf.mark('r1', 'restored')
    expect(shelf.story.state.get('page', pageId(queryId, 1))?.ids).toEqual(['old'])
  })
})

describe('ARCHIVE-004: a release that is restored comes back into the active list', () => {
  test('ARCHIVE-004: at the place it had', () => {
    const shelf = new Shelf(100).load(1, 2, 3)
    const before = [1, 2, 3].map((page) => shelf.page(page)?.ids)
    shelf.mark('r3', 'archived').mark('r4', 'archived').mark('r3', 'restored').mark('r4', 'restored')
    expect([1, 2, 3].map((page) => shelf.page(page)?.ids)).toEqual(before)
    expect(shelf.list).toMatchObject({ total: 100, page: 3, gone: [] })
  })
  test('a list that changed by itself meanwhile is loaded anew', () => {
    const shelf = new Shelf(30).load(1).mark('r3', 'archived')
    const { round, edition } = shelf.list
    const fresh = [aCard('new'), ...shelf.ids.map((id) => aCard(id))]
    shelf.story.happens(releasePageReceived({ queryId: q, round, edition, page: 1, total: 30, releases: fresh }))
    expect(shelf.list.gone).toEqual([])
    expect(shelf.mark('r3', 'restored').page(1)).toBeUndefined()
  })
})

describe('a mark that changes nothing of what a list holds', () => {
  const flag = (shelf: Shelf, releaseid: string, mark: Mark) =>
    shelf.story.happens(
      libraryMarksRequested({ requestId: mark, changes: [{ releaseid, trackid: null, marks: [mark] }] }),
      libraryMarkAnswered({ requestId: mark, releaseid, trackid: null, mark }),
    )
  test('FLAG-006: a flag leaves the active list its edition, and the page on its way comes', () => {
    const shelf = new Shelf(100).load(1)
    const { list } = shelf
    const late = shelf.ask(2)
    flag(shelf, 'r3', 'flagged')
    expect(shelf.list).toBe(list)
    shelf.story.happens(late)
    expect(shelf.page(2)?.ids).toHaveLength(40)
  })
  test('FLAG-006: what stands in no place of a list that is known whole does not leave it', () => {
    const queryId = libraryQueryId('flagged', 'sort=-date')
    const shelf = new Shelf(100).load(1)
    const releases = [aCard('flagged', { flagged: true })]
    shelf.story.happens(
      releaseListOpened({ queryId }),
      releasePageReceived({ queryId, round: 1, edition: 0, page: 1, total: 1, releases }),
    )
    shelf.mark('r3', 'archived')
    expect(shelf.story.state.get('list', queryId)).toMatchObject({ edition: 0, total: 1, page: 1 })
  })
  test('ARCHIVE-002: a list whose first page is on its way is another edition, as it may hold what left', () => {
    const shelf = new Shelf(3)
    const late = shelf.ask(1)
    shelf.mark('r1', 'archived')
    shelf.story.happens(late)
    expect(shelf.list).toMatchObject({ edition: 1, total: null })
  })
})

describe('the cost of a mark', () => {
  /** How many pages are read while it happens, with all places of the list selected. */
  function pagesRead(mark: Mark, loaded = 100): number {
    let read = 0
    class Counting extends Store {
      override get<K extends Kind>(kind: K, id: string) {
        if (kind === 'page') read++
        return super.get(kind, id)
      }
    }
    const order = new Order(new Counting())
    const happens = (draft: AppDraft) => order.append(draft, { source: 'platform', t: 0, cause: null })
    happens(releaseListOpened({ queryId: q }))
    const total = 100 * PAGE_SIZE
    for (let page = 1; page <= loaded; page++) {
      const releases = Array.from({ length: PAGE_SIZE }, (_, n) => aCard(`r${page}.${n}`))
      happens(releasePageReceived({ queryId: q, round: 1, edition: 0, page, total, releases }))
    }
    happens(selectionFilled({ queryId: q }))
    const target = { requestId: 'w', releaseid: 'r1.3', trackid: null }
    happens(libraryMarksRequested({ requestId: 'w', changes: [{ ...target, marks: [mark] }] }))
    read = 0
    happens(libraryMarkAnswered({ ...target, mark }))
    return read
  }
  test('FLAG-006: a flag looks at no page of a list it cannot move', () => {
    expect(pagesRead('flagged')).toBe(0)
  })
  test('ARCHIVE-002: pages of a long list that are not loaded are not looked for', () => {
    expect(pagesRead('archived', 2)).toBeLessThan(12)
  })
  test('ARCHIVE-002: what is known of those that are gone has an end, and the newest come back to their places', () => {
    const all = Array.from({ length: GONE_MAX + 100 }, (_, n) => `r${n}`)
    const state = new Store()
    const list = { queryId: q, status: 'done', total: all.length, round: 1, failedPages: [], edition: 0 } as const
    state.set('list', q, { ...list, page: pageCount(list), gone: [] })
    const pageOf = (ids: readonly string[], page: number) => ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    for (let page = 1; page <= pageCount(list); page++) state.set('page', pageId(q, page), { ids: pageOf(all, page) })
    const marked = all.slice(0, GONE_MAX + 1)
    for (const id of marked) moveRelease(state, id, { active: 'leaves' })
    expect(state.get('list', q)?.gone.length).toBeLessThan(GONE_MAX)
    for (const id of marked.slice(-300).reverse()) moveRelease(state, id, { active: 'joins' })
    for (const page of [1, 2, 8, 9, 10])
      expect(state.get('page', pageId(q, page))?.ids).toEqual(pageOf(all.slice(GONE_MAX - 299), page))
    moveRelease(state, 'r0', { active: 'joins' })
    expect(state.get('page', pageId(q, 1))).toBeUndefined()
  })
  test('ARCHIVE-002: twice as many lists that were looked through are twice the work', () => {
    const work = (lists: number) => {
      let asked = 0
      class Counting extends Store {
        override get<K extends Kind>(kind: K, id: string) {
          if (kind === 'page') asked++
          return super.get(kind, id)
        }
        override *ids(kind: Kind) {
          for (const id of super.ids(kind)) {
            if (kind === 'page') asked++
            yield id
          }
        }
      }
      const state = new Counting()
      for (let n = 0; n < lists; n++) {
        const list = { queryId: `artist=${n}`, status: 'done', total: 1, round: 1, page: 1, failedPages: [], edition: 0 } as const // biome-ignore format: one line
        state.set('list', list.queryId, { ...list, gone: [] })
        state.set('page', pageId(list.queryId, 1), { ids: [`r${n}`] })
      }
      asked = 0
      moveRelease(state, 'r0', { active: 'leaves' })
      return asked
    }
    expect(work(200)).toBeLessThan(2.5 * work(100))
  })
  test('ARCHIVE-002: what leaves has each page behind it read twice, to move it and to count the run', () => {
    expect(pagesRead('archived')).toBeLessThan(210)
  })
})

describe('any history of pages and marks', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('load' as const), n: fc.integer({ min: 1, max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('ask' as const), n: fc.integer({ min: 1, max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('answer' as const), n: fc.constant(0) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('archived' as const), n: fc.integer({ min: 0, max: 170 }) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('restored' as const), n: fc.integer({ min: 0, max: 170 }) }) },
    // The same few releases over and over, around the edge of a page.
    { weight: 4, arbitrary: fc.record({ do: fc.constant('toggle' as const), n: fc.integer({ min: 38, max: 42 }) }) },
  )
  test('ARCHIVE-002: leaves neither holes nor doubles, and the length that the server would say', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 170 }), fc.array(step, { maxLength: 60 }), (count, steps) => {
        const shelf = new Shelf(count)
        const late: ReturnType<Shelf['ask']>[] = []
        for (const { do: what, n } of steps) {
          if (what === 'load') {
            if ((n - 1) * PAGE_SIZE < Math.max(1, shelf.ids.length)) shelf.load(n)
          } else if (what === 'ask') late.push(shelf.ask(n))
          else if (what === 'answer') shelf.story.happens(...late.splice(0))
          else if (n < count) {
            const isThere = shelf.ids.includes(`r${n}`)
            shelf.mark(`r${n}`, what === 'toggle' ? (isThere ? 'archived' : 'restored') : what)
          }
          shelf.check()
        }
      }),
      { numRuns: 400 },
    )
  })
})

/**
 * Lists of releases. The gallery's cache takes any page of the current round (D-151);
 * `page` counts the unbroken run from the first page, as TABLE-010 has it.
 */
import type { AppEvent, PayloadOf } from '../../events/index.ts'
import { PAGE_SIZE } from '../../model/constants.ts'
import type { Entities, ReleaseListState } from '../../model/entities.ts'
import type { Store } from '../store.ts'
import { takeCard } from './details.ts'
import { letGoPages } from './letGo.ts'
import { countedTotal, isWholePage, lacksPlaces, loadedPages, pageCount, pageId } from './pages.ts'

const emptyList = (queryId: string, round: number): ReleaseListState => ({
  queryId,
  status: 'loading',
  total: null,
  round,
  page: 0,
  failedPages: [],
  edition: 0,
  gone: [],
})

export function reduceReleases(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'release.listOpened': {
      const { queryId } = event.payload
      const list = state.get('list', queryId)
      if (!list) state.set('list', queryId, emptyList(queryId, 1))
      // Its first page never came: opening it again asks again.
      else if (list.status === 'error') state.set('list', queryId, { ...list, status: 'loading', failedPages: [] })
      return
    }
    case 'release.listRefreshed': {
      const list = state.get('list', event.payload.queryId)
      if (!list) return
      for (const page of loadedPages(state, list)) state.drop('page', pageId(list.queryId, page))
      return state.set('list', list.queryId, emptyList(list.queryId, list.round + 1))
    }
    case 'release.pagesWanted': {
      const list = state.get('list', event.payload.queryId)
      const again = list?.failedPages.filter((page) => !event.payload.pages.includes(page))
      if (list && again && again.length < list.failedPages.length)
        state.set('list', list.queryId, {
          ...list,
          status: list.total === null ? 'loading' : 'done',
          failedPages: again,
        })
      return
    }
    case 'release.pageReceived':
      return takePage(state, event.payload)
    case 'release.newcomersFound': {
      const { queryId, round, count } = event.payload
      const list = state.get('list', queryId)
      if (list?.round === round) state.set('list', queryId, { ...list, newcomers: count })
      return
    }
    case 'release.pageFailed': {
      const { queryId, round, edition, page, code: _, ...wait } = event.payload
      const list = state.get('list', queryId)
      if (!list || !isOf(list, round, edition)) return
      const { retryAfterMs: __, ...free } = list
      const others = list.failedPages.filter((failed) => failed !== page)
      // What the server said of a page that is still missing holds.
      const before = others.length > 0 ? list : free
      const failedPages = [...others, page]
      const status = list.total === null ? 'error' : list.status
      return state.set('list', queryId, { ...before, status, failedPages, ...wait })
    }
  }
}

/** Puts a page into its list, and says of those beside it what it shows of them. */
function takePage(state: Store, received: PayloadOf<'release.pageReceived'>): void {
  const { queryId, round, edition, page, total, releases } = received
  const list = state.get('list', queryId)
  if (!list || !isOf(list, round, edition)) return
  for (const release of releases) takeCard(state, release)
  const known = countedTotal(list)
  const end = endOf(state, list, received)
  const last = pageCount({ total: end })
  const ids = releases.map((release) => release.releaseid)
  const held = state.get('page', pageId(queryId, page))
  // Read anew it holds others, and one that came stands where one went: nobody knows on which page that was.
  const isOther = held && !held.short && held.ids.join() !== ids.join()
  if (page <= last || page === 1) state.set('page', pageId(queryId, page), { ids })
  // The list became shorter: what stood behind its new end is gone.
  if (last < pageCount(list))
    for (const gone of loadedPages(state, list)) if (gone > last) state.drop('page', pageId(queryId, gone))
  let run = Math.min(list.page, last)
  if (isOther || (known !== null && total !== known)) {
    for (const other of loadedPages(state, list)) if (other !== page) outdate(state, queryId, other)
    run = 0
  } else if (!held)
    for (const beside of [page - 1, page + 1]) if (outdate(state, queryId, beside, ids)) run = Math.min(run, beside - 1)
  while (isWholePage(state, queryId, run + 1)) run++
  const { counted: _, ...others } = list
  state.set('list', queryId, {
    ...others,
    status: 'done',
    total: end,
    ...(end < total ? { counted: total } : {}),
    page: run,
    failedPages: list.failedPages.filter((failed) => failed !== page && failed <= last),
    // The list changed by itself: what left it cannot come back to a place that is known.
    gone: total === known && !isOther ? list.gone : [],
    ...(page === 1 && list.newcomers ? { newcomers: 0 } : {}),
  })
  letGoPages(state, queryId, page)
}

/**
 * Where a list ends once this page came: where the server counts, or where its pages give out before (D-073). A page
 * without releases says so where it stands behind one that has some, unless there is more behind it. Of one somebody
 * jumped to nobody knows what stands before it; and a last page that lacks places says nothing, for what the server
 * counted may have changed since, until it came twice alike under one count (H-575).
 */
function endOf(
  state: Store,
  list: Readonly<ReleaseListState>,
  { page, total, releases }: PayloadOf<'release.pageReceived'>,
): number {
  const end = total === countedTotal(list) ? (list.total ?? total) : total
  const first = (page - 1) * PAGE_SIZE
  if (first + releases.length > end) return total
  // One that lacks places is to be read again, and may hold some then.
  const isEmpty = (held: Readonly<Entities['page']> | undefined) =>
    held !== undefined && !held.short && held.ids.length === 0
  const isAgain = () => {
    const held = state.get('page', pageId(list.queryId, page))
    const isAlike = held && !held.short && held.ids.join() === releases.map(({ releaseid }) => releaseid).join()
    return isAlike && total === countedTotal(list) && lacksPlaces(state, list, page)
  }
  if (releases.length > 0) {
    const behind = state.get('page', pageId(list.queryId, page + 1))
    const isLast = isEmpty(behind) && !hasMore(state, list, page + 1)
    return isLast || isAgain() ? Math.min(end, first + releases.length) : end
  }
  if (hasMore(state, list, page)) return end
  if (page === 1) return 0
  const beside = state.get('page', pageId(list.queryId, page - 1))
  if (!beside || beside.short || beside.ids.length === 0) return end
  return Math.min(end, first - PAGE_SIZE + beside.ids.length)
}

/** Whether a page behind this one holds anything. */
const hasMore = (state: Store, list: Readonly<ReleaseListState>, page: number): boolean =>
  loadedPages(state, list).some((other) => other > page && state.get('page', pageId(list.queryId, other))?.ids.length)

/**
 * A page was read while its list was another one on the server, so that a release may stand on two pages or on none: it
 * stays in sight, and is loaded anew when it is seen.
 * @param ids if it names one of these alone. Asked where they came for the first time: two pages of a server that says
 *   the same of both for good would be read in turns for ever
 * @returns whether it is so now
 */
function outdate(state: Store, queryId: string, page: number, ids?: readonly string[]): boolean {
  const held = state.get('page', pageId(queryId, page))
  if (!held || held.short || (ids && !held.ids.some((id) => ids.includes(id)))) return false
  state.set('page', pageId(queryId, page), { ...held, short: true })
  return true
}

/** Whether a page was asked for in this round of the list, after the last mark that moved it. Earlier builds counted more editions. */
function isOf(list: Readonly<ReleaseListState>, round: number, edition: number = list.edition): boolean {
  return list.round === round && edition >= list.edition
}

/**
 * Lists from which a release is taken, and into which it comes back, when a mark changes what they hold.
 *
 * The pages that are loaded follow in place, so that a gallery keeps its position and nothing is shown
 * twice or as a hole. What cannot be known is left out: the last place of a loaded run whose follower
 * is not loaded (its page is short and loaded anew), the first page after a gap that was pushed back.
 * Where a list may hold the release at a place nobody has seen, its pages are dropped and its length stands.
 * Every change makes a new edition of the list: pages asked for before it do not fit it. A mark that changes nothing
 * of what a list holds leaves its edition, so that pages come while many releases are being flagged.
 */
import { placeInRest, placeInWhole } from '../../model/catalogue/gone.ts'
import { PAGE_SIZE } from '../../model/constants.ts'
import type { ReleaseListState, ReleasePage } from '../../model/entities.ts'
import { libraryListOf, type Mark } from '../../model/library/library.ts'
import { isWholePage, loadedPages, pageCount, pageId, placeOf } from '../catalogue/pages.ts'
import type { Store } from '../store.ts'

/** So many of what left a list are known by their place. */
export const GONE_MAX = 2000
/** So many of them stay when there are more: less, so that the next marks do not each forget one. */
const GONE_KEPT = 1000

type Shelf = 'active' | 'flagged' | 'archived'
type List = Readonly<ReleaseListState>

const shelfOf = (queryId: string): Shelf => libraryListOf(queryId) ?? 'active'

/** Whether a mark can move anything in a list: flags leave all but the flagged lists as they are. */
export function isConcerned(queryId: string, mark: Mark): boolean {
  return (shelfOf(queryId) === 'flagged') === (mark === 'flagged' || mark === 'unflagged')
}

/** Moves the release in every list that the mark concerns, and makes a new edition of it. */
export function moveRelease(
  state: Store,
  releaseid: string,
  moves: { readonly [S in Shelf]?: 'leaves' | 'joins' },
): void {
  for (const queryId of [...state.ids('list')]) {
    const list = state.get('list', queryId)
    if (!list) continue
    const move = moves[shelfOf(queryId)]
    if (!move) continue
    const at = placeOf(state, list, releaseid)
    if (move === 'leaves' && at === null && isKnownWhole(list)) continue
    const moved = move === 'leaves' ? leave(state, list, releaseid, at) : join(state, list, releaseid, at)
    // Where it stood already, or nothing is loaded yet, what is on its way may still be of before the mark.
    const next = { ...moved, edition: list.edition + 1 }
    state.set('list', queryId, moved === list ? next : { ...next, page: unbroken(state, next) })
  }
}

/**
 * Every mark of one kind was taken back: the list they made is empty, and what was archived stands among the
 * active releases again, nobody knows where. What is on its way was asked for before.
 */
export function emptyShelf(state: Store, shelf: 'flagged' | 'archived'): void {
  for (const queryId of [...state.ids('list')]) {
    const list = state.get('list', queryId)
    if (!list) continue
    const here = shelfOf(queryId)
    const isEmpty = here === shelf && list.total !== null
    const isFuller = shelf === 'archived' && here === 'active' && list.total !== null
    const next = isEmpty || isFuller ? stale(state, list) : list
    if (isEmpty) setPage(state, queryId, 1, [])
    state.set('list', queryId, {
      ...next,
      ...(isEmpty && { ...ofLength(next, 0), page: 0 }),
      edition: list.edition + 1,
    })
  }
}

/** What a release's card says of marks may be old: the pages it stands on are read again when they are seen. */
export function doubtCard(state: Store, releaseid: string): void {
  for (const queryId of [...state.ids('list')]) {
    const list = state.get('list', queryId)
    const at = list ? placeOf(state, list, releaseid) : null
    if (!list || at === null) continue
    const page = Math.floor(at / PAGE_SIZE) + 1
    const held = heldPage(state, queryId, page)
    if (!held || held.short) continue
    setPage(state, queryId, page, held.ids, true)
    state.set('list', queryId, { ...list, page: Math.min(list.page, page - 1) })
  }
}

/**
 * Nobody knows whether a mark of one kind was made or taken back: what the lists hold stays in sight, for nobody may be
 * there to read it from, and is read anew when it is seen.
 */
export function doubtShelf(state: Store, shelf: 'flagged' | 'archived'): void {
  for (const queryId of [...state.ids('list')]) {
    const list = state.get('list', queryId)
    const here = shelfOf(queryId)
    if (!list || list.total === null || !(here === shelf || (shelf === 'archived' && here === 'active'))) continue
    for (const page of loadedPages(state, list)) {
      const held = heldPage(state, queryId, page)
      if (held && !held.short) setPage(state, queryId, page, held.ids, true)
    }
    state.set('list', queryId, { ...list, page: 0, edition: list.edition + 1 })
  }
}

function leave(state: Store, list: List, releaseid: string, at: number | null): List {
  const { queryId, total } = list
  if (total === null) return list
  if (at === null) return stale(state, list)
  const last = pageCount(list)
  const first = Math.floor(at / PAGE_SIZE) + 1
  // Those that are loaded, however long the list is: nothing else moves.
  const pages = loadedPages(state, list).filter((page) => page >= first)
  let held = heldPage(state, queryId, first)
  for (const [nth, page] of pages.entries()) {
    const following = pages[nth + 1]
    const next = following === undefined ? undefined : heldPage(state, queryId, following)
    const follower = following === page + 1 ? next?.ids[0] : undefined
    if (held) {
      const isShort = held.short || (page < last && follower === undefined)
      const rest = page === first ? held.ids.filter((id) => id !== releaseid) : held.ids.slice(1)
      // A page that is old and full stays full: it is read again when it is seen.
      const isFilled = follower !== undefined && held.ids.length === PAGE_SIZE
      setPage(state, queryId, page, isFilled ? [...rest, follower] : rest, isShort)
    }
    held = next
  }
  if (pageCount({ total: total - 1 }) < last && last > 1) state.drop('page', pageId(queryId, last))
  const place = placeInWhole(at, list.gone)
  const gone = withGone(list.gone, { releaseid, place })
  // The run in front of the place is as it was.
  const page = Math.min(list.page, first - 1)
  return { ...ofLength(list, total - 1), page, gone, failedPages: within(list.failedPages, total - 1) }
}

function join(state: Store, list: List, releaseid: string, stands: number | null): List {
  const { queryId, total } = list
  if (total === null || stands !== null) return list
  // Where nothing stands there is one place only.
  if (total === 0) {
    setPage(state, queryId, 1, [releaseid])
    return { ...ofLength(list, 1), gone: [] }
  }
  const known = list.gone.find((gone) => gone.releaseid === releaseid)
  if (!known) return stale(state, list)
  const gone = list.gone.filter((other) => other !== known)
  const at = placeInRest(known.place, gone)
  const first = Math.floor(at / PAGE_SIZE) + 1
  const offset = at % PAGE_SIZE
  const end = pageCount(list)
  const now = pageCount({ total: total + 1 })
  // Those that are loaded, the one it comes into, and the one that begins at the list's old end.
  const moved = [...new Set([first, ...loadedPages(state, list).filter((page) => page > first), now])]
  /** The page before, as it was. */
  let behind: { readonly page: number; readonly ids: readonly string[] } | undefined
  for (const page of moved) {
    const before = page <= end ? heldPage(state, queryId, page) : undefined
    // A page that begins at the old end of the list is known to be empty so far.
    const held = before ?? ((page - 1) * PAGE_SIZE === total ? NO_PLACES : undefined)
    /** What stood last on the page before, if that was full. */
    const carried = behind?.page === page - 1 ? behind.ids[PAGE_SIZE - 1] : undefined
    if (page === first) {
      // Behind a short page's end nobody knows what stands before it.
      if (held && offset <= held.ids.length) {
        const ids = held.ids.toSpliced(offset, 0, releaseid).slice(0, PAGE_SIZE)
        setPage(state, queryId, page, ids, isStillShort(held, ids))
      }
    } else if (carried === undefined) state.drop('page', pageId(queryId, page))
    else if (held) {
      const ids = [carried, ...held.ids].slice(0, PAGE_SIZE)
      setPage(state, queryId, page, ids, isStillShort(held, ids))
    }
    behind = before && { page, ids: before.ids }
  }
  return { ...ofLength(list, total + 1), page: Math.min(list.page, first - 1), gone }
}

/** The list with another length, which is counted by its server too. */
function ofLength(list: List, total: number): List {
  const { counted } = list
  return { ...list, total, ...(counted === undefined ? {} : { counted: counted + total - (list.total ?? 0) }) }
}

/**
 * What is gone of a list, with one more. Of more than GONE_MAX those stay that stood nearest to it: the list is told
 * with every mark, and who goes through ten thousand releases takes back those around. What is forgotten comes back to a
 * place nobody knows.
 */
function withGone(before: List['gone'], one: List['gone'][number]): List['gone'] {
  const found = before.findIndex((other) => other.place > one.place)
  const at = found < 0 ? before.length : found
  const gone = before.toSpliced(at, 0, one)
  if (gone.length <= GONE_MAX) return gone
  const from = Math.max(0, Math.min(at - GONE_KEPT / 2, gone.length - GONE_KEPT))
  // Places count those that are gone in front of them: of what is forgotten nobody counts any more.
  return gone.slice(from, from + GONE_KEPT).map(({ releaseid, place }) => ({ releaseid, place: place - from }))
}

/** Its pages may be off by one from a place nobody has seen: they are loaded anew when they are shown. */
function stale(state: Store, list: List): List {
  for (const page of loadedPages(state, list)) state.drop('page', pageId(list.queryId, page))
  state.drop('page', pageId(list.queryId, 1))
  return { ...list, page: 0, failedPages: [], gone: [] }
}

/** True when every place of the list is known. */
function isKnownWhole(list: List): boolean {
  return list.total !== null && list.page >= pageCount(list)
}

const NO_PLACES: Readonly<ReleasePage> = { ids: [] }

function heldPage(state: Store, queryId: string, page: number): Readonly<ReleasePage> | undefined {
  return state.get('page', pageId(queryId, page))
}

function setPage(state: Store, queryId: string, page: number, ids: readonly string[], short = false): void {
  state.set('page', pageId(queryId, page), short ? { ids, short } : { ids })
}

/** A page that lacked places has them with what came; one that was full is old as it was. */
function isStillShort(held: Readonly<ReleasePage>, ids: readonly string[]): boolean {
  return held.short === true && (ids.length < PAGE_SIZE || held.ids.length === PAGE_SIZE)
}

function within(pages: readonly number[], total: number): readonly number[] {
  return pages.filter((page) => page <= pageCount({ total }))
}

/** The last page of the unbroken run from the first, of which those up to `list.page` are known. */
function unbroken(state: Store, list: List): number {
  let run = list.page
  while (run < pageCount(list) && isWholePage(state, list.queryId, run + 1)) run++
  return run
}

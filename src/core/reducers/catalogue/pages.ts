// The pages of a list of releases: how they are named, how many there are, which of them are whole.
import { LIST_TOTAL_MAX, PAGE_SIZE } from '../../model/constants.ts'
import type { ReleaseListState, ReleasePage } from '../../model/entities.ts'
import type { ReadonlyStore } from '../store.ts'

/** The id of a page in its table. */
export function pageId(queryId: string, page: number): string {
  return `${queryId}#${page}`
}

/** The list and the page an id names: the last sign of its kind stands between them. */
export function splitPageId(id: string): { readonly queryId: string; readonly page: number } {
  const at = id.lastIndexOf('#')
  return { queryId: id.slice(0, at), page: Number(id.slice(at + 1)) }
}

/**
 * How many pages a list has; 0 while its total is not known. A log that vouches for itself may say anything of a total,
 * and whoever goes through the pages comes to their end all the same.
 */
export function pageCount(list: Pick<ReleaseListState, 'total'>): number {
  return list.total === null ? 0 : Math.ceil(Math.min(list.total, LIST_TOTAL_MAX) / PAGE_SIZE)
}

/** How many a list has as its server counts, which may be more than it gives; null while that is not known. */
export function countedTotal({ total, counted }: Pick<ReleaseListState, 'total' | 'counted'>): number | null {
  return counted ?? total
}

/** A list of so many pages is looked through by its own; most are of a filter or a search, and have one or two. */
const SHORT_MAX = 32

/**
 * Numbers of the pages a list has loaded, ascending: costs what is loaded, however long the list says it is, and of a
 * short one what it has, however many other lists are held: a mark goes through all of them.
 */
export function loadedPages(state: ReadonlyStore, list: Pick<ReleaseListState, 'queryId' | 'total'>): number[] {
  const last = pageCount(list)
  if (last <= SHORT_MAX)
    return Array.from({ length: last }, (_, at) => at + 1).filter((page) =>
      state.get('page', pageId(list.queryId, page)),
    )
  const start = pageId(list.queryId, 0).slice(0, -1)
  const pages: number[] = []
  for (const id of state.ids('page')) {
    const page = id.startsWith(start) ? Number(id.slice(start.length)) : 0
    if (page >= 1 && page <= last) pages.push(page)
  }
  return pages.sort((a, b) => a - b)
}

/** True when a page is loaded with every place it has. */
export function isWholePage(state: ReadonlyStore, queryId: string, page: number): boolean {
  const held = state.get('page', pageId(queryId, page))
  return held !== undefined && !held.short
}

/** As `idAt`, of the page that holds the place. */
export const idOn = (page: Readonly<ReleasePage> | undefined, place: number): string | undefined =>
  page?.short ? undefined : page?.ids[place % PAGE_SIZE]

/**
 * The release at a place of a list (from 0); undefined where its page is not there, lacks it, or is old: who stands there
 * by now is to be read.
 */
export function idAt(state: ReadonlyStore, queryId: string, place: number): string | undefined {
  return idOn(state.get('page', pageId(queryId, Math.floor(place / PAGE_SIZE) + 1)), place)
}

/** True when the last page of a list came and has fewer than its count leaves for it: the count may be wrong. */
export function lacksPlaces(
  state: ReadonlyStore,
  list: Pick<ReleaseListState, 'queryId' | 'total'>,
  page: number,
): boolean {
  const held = state.get('page', pageId(list.queryId, page))
  return held !== undefined && page === pageCount(list) && (page - 1) * PAGE_SIZE + held.ids.length < (list.total ?? 0)
}

/** Where a release stands in a list, from 0; null when it is not there or its page is not loaded. */
export function placeOf(state: ReadonlyStore, list: ReleaseListState, releaseid: string): number | null {
  for (const page of loadedPages(state, list)) {
    const index = state.get('page', pageId(list.queryId, page))?.ids.indexOf(releaseid) ?? -1
    if (index >= 0) return (page - 1) * PAGE_SIZE + index
  }
  return null
}

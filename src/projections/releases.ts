import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import type { DetailState, ReleaseListState, ReleasePage } from '#core/model/entities.ts'
import { idOn, isWholePage, lacksPlaces, pageId } from '#core/reducers/catalogue/pages.ts'
import { entity, peekState, single } from './entity.ts'

/** What the filter menus offer. */
export const releaseOptions = single('options')
/** The filters and the order the gallery shows. */
export const releaseFilter = single('releaseFilter')

/** The list a gallery shows; undefined until it was opened. */
export const releaseList = (queryId: string): ReadonlySignal<Readonly<ReleaseListState> | undefined> =>
  entity('list', queryId)
export const releasePage = (queryId: string, page: number): ReadonlySignal<Readonly<ReleasePage> | undefined> =>
  entity('page', pageId(queryId, page))
export const releaseCard = (releaseid: string): ReadonlySignal<Readonly<ReleaseCard> | undefined> =>
  entity('release', releaseid)
export const releaseDetail = (releaseid: string): ReadonlySignal<Readonly<DetailState> | undefined> =>
  entity('detail', releaseid)

/** Page (from 1) that holds the place `index` (from 0) of a list. */
export const pageOf = (index: number): number => Math.floor(index / PAGE_SIZE) + 1

/**
 * The release at a place of a list, read without subscribing: null while its page is not there.
 * For the gallery's slots, which are bound in the scroll event.
 */
export function peekReleaseAt(queryId: string, index: number): Readonly<ReleaseCard> | null {
  const state = peekState()
  const id = state.get('page', pageId(queryId, pageOf(index)))?.ids[index % PAGE_SIZE]
  return id === undefined ? null : (state.get('release', id) ?? null)
}

/** The release that stands at a place of a list, for who shows it; undefined where its page is not there, or old. */
export function releaseAt(queryId: string, place: number): Readonly<ReleaseCard> | undefined {
  const id = idOn(releasePage(queryId, pageOf(place)).value, place)
  return id === undefined ? undefined : releaseCard(id).value
}

/** True when a page is loaded with every place it has. */
export function hasPage(queryId: string, page: number): boolean {
  return isWholePage(peekState(), queryId, page)
}

/** True when the last page of a list came with fewer than were counted. */
export function lacksPlacesOn(queryId: string, page: number): boolean {
  const list = peekState().get('list', queryId)
  return list !== undefined && lacksPlaces(peekState(), list, page)
}

/** Whether the server allows downloads at all (RELEASE-016). */
export const canDownload = computed(() => entity('app', 'self').value?.canDownload ?? false)
/** Why the server lets nobody download, or that it has not said so far (D-131); null where it does. */
export const downloadRefusal = computed((): 'downloadsOff' | 'downloadsUnknown' | null => {
  if (canDownload.value) return null
  return releaseOptions.value.status === 'done' ? 'downloadsOff' : 'downloadsUnknown'
})

// Flag and archive calls (API-FLAG). All of them may be repeated.

import type { ReleaseList } from '#core/model/catalogue/release.ts'
import { WireReleaseList } from '#core/model/catalogue/releaseWire.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { LibraryList } from '#core/model/library/library.ts'
import { type Api, Nothing } from './transport/client.ts'
import { pageQuery } from './transport/pageQuery.ts'
import { part } from './transport/path.ts'

type Method = 'POST' | 'DELETE'

async function mark(api: Api, method: Method, path: string, signal: AbortSignal | undefined): Promise<void> {
  await api.call(Nothing, { method, path, auth: true, signal })
}

/** API-FLAG-001. Flags a release and its songs. @throws ApiError 409 RELEASE_ARCHIVED */
export async function flagRelease(api: Api, releaseid: string, signal?: AbortSignal): Promise<void> {
  return mark(api, 'POST', `/releases/${part(releaseid)}/flag`, signal)
}

/** API-FLAG-002. Clears a release and its songs (D-118). */
export async function unflagRelease(api: Api, releaseid: string, signal?: AbortSignal): Promise<void> {
  return mark(api, 'DELETE', `/releases/${part(releaseid)}/flag`, signal)
}

/** API-FLAG-003. @throws ApiError 409 RELEASE_ARCHIVED */
export async function flagTrack(api: Api, releaseid: string, trackid: string, signal?: AbortSignal): Promise<void> {
  return mark(api, 'POST', `/releases/${part(releaseid)}/tracks/${part(trackid)}/flag`, signal)
}

/** API-FLAG-004. */
export async function unflagTrack(api: Api, releaseid: string, trackid: string, signal?: AbortSignal): Promise<void> {
  return mark(api, 'DELETE', `/releases/${part(releaseid)}/tracks/${part(trackid)}/flag`, signal)
}

/** API-FLAG-005. Does not unflag: that is a call of its own. */
export async function archiveRelease(api: Api, releaseid: string, signal?: AbortSignal): Promise<void> {
  return mark(api, 'POST', `/releases/${part(releaseid)}/archive`, signal)
}

/** API-FLAG-006. */
export async function restoreRelease(api: Api, releaseid: string, signal?: AbortSignal): Promise<void> {
  return mark(api, 'DELETE', `/releases/${part(releaseid)}/archive`, signal)
}

/** What a list of marked releases is asked by, as URL query text. */
export const LIBRARY_QUERY_KEYS: ReadonlySet<string> = new Set(['sort', 'filter'])

/**
 * API-FLAG-007, API-FLAG-008. One page of the flagged or the archived releases.
 * @param queryId `sort` and `filter` as URL query text; other keys are left out
 * @param page from 1; past the end the list is empty
 */
export function listMarked(
  api: Api,
  list: LibraryList,
  queryId: string,
  page: number,
  signal?: AbortSignal,
  pagesize = PAGE_SIZE,
): Promise<ReleaseList> {
  const query = pageQuery(queryId, LIBRARY_QUERY_KEYS, page, pagesize)
  return api.call(WireReleaseList, { method: 'GET', path: `/${LibraryList.parse(list)}`, query, auth: true, signal })
}

/** API-FLAG-009. Clears every flag of the player, songs included. */
export function clearFlags(api: Api, signal?: AbortSignal): Promise<void> {
  return mark(api, 'DELETE', '/flagged', signal)
}

/** API-FLAG-010. Brings every archived release back. */
export function restoreAll(api: Api, signal?: AbortSignal): Promise<void> {
  return mark(api, 'DELETE', '/archived', signal)
}

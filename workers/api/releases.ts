// Release calls (API-REL).
import { PAGE_SIZE } from '#core/model/constants.ts'
import { Options, ReleaseDetail, ReleaseList } from '#core/model/release.ts'
import type { Api } from './client.ts'
import { pageQuery } from './pageQuery.ts'

/** What a list query may hold besides page and page size (API-REL-001); anything else in a query id is left out. */
const QUERY_KEYS: ReadonlySet<string> = new Set([
  'sort', 'filter', 'artist', 'title', 'label', 'version', 'genre', 'market', 'days',
  'genres', 'markets', 'versions', 'release_types', 'packages', 'explicit',
]) // biome-ignore format: the keys stand as in the contract

/**
 * API-REL-001. One page of a list.
 * @param queryId the list's query as URL query text, e.g. `sort=-date&genres=house`; the page size is not part of it
 * @param page from 1; past the end the list is empty
 */
export function listReleases(
  api: Api,
  queryId: string,
  page: number,
  signal?: AbortSignal,
  pagesize = PAGE_SIZE,
): Promise<ReleaseList> {
  const query = pageQuery(queryId, QUERY_KEYS, page, pagesize)
  return api.call(ReleaseList, { method: 'GET', path: '/releases', query, auth: true, signal })
}

/** API-REL-006. @throws ApiError 404 RELEASE_NOT_FOUND, 403 FORBIDDEN, 410 RELEASE_NOT_AVAILABLE */
export function releaseDetail(api: Api, releaseid: string, signal?: AbortSignal): Promise<ReleaseDetail> {
  const path = `/releases/${encodeURIComponent(releaseid)}`
  return api.call(ReleaseDetail, { method: 'GET', path, auth: true, signal })
}

/** API-REL-002. The filter lists and what the server is able to do. */
export function options(api: Api, signal?: AbortSignal): Promise<Options> {
  return api.call(Options, { method: 'GET', path: '/options', auth: true, signal })
}

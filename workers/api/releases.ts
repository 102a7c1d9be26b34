// Release calls (API-REL).

import { PromoAddress } from '#core/model/catalogue/media.ts'
import {
  type Market,
  Markets,
  type Options,
  type ReleaseDetail,
  type ReleaseList,
} from '#core/model/catalogue/release.ts'
import type { ReportFormat } from '#core/model/catalogue/releaseFile.ts'
import { WireOptions, WireReleaseDetail, WireReleaseList } from '#core/model/catalogue/releaseWire.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { ApiError } from './transport/apiError.ts'
import type { Api, ApiFile } from './transport/client.ts'
import { ownAddress } from './transport/ownAddress.ts'
import { pageQuery } from './transport/pageQuery.ts'
import { part } from './transport/path.ts'

/** What a list query may hold besides page and page size (API-REL-001); anything else in a query id is left out. */
export const RELEASE_QUERY_KEYS: ReadonlySet<string> = new Set([
  'sort', 'filter', 'artist', 'title', 'label', 'version', 'genre', 'market', 'days',
  'genres', 'markets', 'versions', 'release_types', 'packages', 'explicit', 'shared',
]) // biome-ignore format: the keys stand as in the contract

/**
 * API-REL-001. One page of a list.
 * @param queryId the list's query as URL query text, e.g. `sort=-date&genres=house`; the page size is not part of it
 * @param page from 1; past the end the list is empty
 */
export async function listReleases(
  api: Api,
  queryId: string,
  page: number,
  signal?: AbortSignal,
  pagesize = PAGE_SIZE,
): Promise<ReleaseList> {
  const query = pageQuery(queryId, RELEASE_QUERY_KEYS, page, pagesize)
  const list = await api.call(WireReleaseList, { method: 'GET', path: '/releases', query, auth: true, signal })
  // A server that passes over the filter answers with its catalogue, and knows of nothing that was shared (H-533).
  const isAll = query.get('shared') === 'true' && list.releases.some(({ shared }) => shared === undefined)
  return isAll ? { releases: [], total: 0 } : list
}

/** API-REL-006. @throws ApiError 404 RELEASE_NOT_FOUND, 403 FORBIDDEN, 410 RELEASE_NOT_AVAILABLE */
export async function releaseDetail(api: Api, releaseid: string, signal?: AbortSignal): Promise<ReleaseDetail> {
  const path = `/releases/${part(releaseid)}`
  return api.call(WireReleaseDetail, { method: 'GET', path, auth: true, signal })
}

/** API-REL-002. The filter lists and what the server is able to do. */
export function options(api: Api, signal?: AbortSignal): Promise<Options> {
  return api.call(WireOptions, { method: 'GET', path: '/options', auth: true, signal })
}

/** API-REL-004. The markets with the addresses of their logos, an empty one where a market has none. */
export async function markets(api: Api, signal?: AbortSignal): Promise<readonly Market[]> {
  return (await api.call(Markets, { method: 'GET', path: '/markets', auth: true, signal })).items
}

/** API-REL-010. A metadata report, for a window of its own (D-089). */
export function releaseReport(api: Api, releaseid: string, format: ReportFormat): Promise<ApiFile> {
  return api.file({ method: 'GET', path: `/releases/${part(releaseid)}/report`, query: { format }, auth: true })
}

/**
 * API-MEDIA-009. An attachment by the address its release names. One that holds a token of its own is not sent ours.
 * @param url an address of the player API; anything else is refused before the call
 * @param bytes the length the release names; it may be a film, and takes as long as its line needs
 * @throws ApiError MALFORMED also for a file of another length
 */
export async function attachment(api: Api, url: string, bytes: number): Promise<ApiFile> {
  const own = ownAddress(url, api.base)
  if (!own?.path.startsWith(`${api.base}/`)) throw malformed('an attachment outside the player API')
  const { path, query } = own
  const auth = !query.has('token')
  return api.file({ method: 'GET', path: path.slice(api.base.length), query, auth, bytes })
}

/** Where the promotional e-mail of a release can be read for a minute. @throws ApiError 404 when it has none */
export function promoAddress(api: Api, releaseid: string, withImages: boolean): Promise<PromoAddress> {
  const path = `/releases/${part(releaseid)}/promo/address`
  return api.call(PromoAddress, {
    method: 'GET',
    path,
    query: { images: withImages ? 1 : 0 },
    auth: true,
    isExtra: true,
  })
}

function malformed(message: string): ApiError {
  return new ApiError({ status: 0, code: 'MALFORMED', message })
}

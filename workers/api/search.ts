// Search calls (API-SEARCH).
import { SEARCH_CATEGORY_LIMIT, SEARCH_OVERVIEW_LIMIT } from '#core/model/constants.ts'
import type { ProfileReleases, SearchProfile, SearchResult, SearchSection } from '#core/model/search/hits.ts'
import { WireProfileReleases, WireSearchResult } from '#core/model/search/hitsWire.ts'
import type { Api } from './transport/client.ts'
import { part } from './transport/path.ts'

export interface SearchFilters {
  /** Ids. */
  genres?: readonly string[]
  markets?: readonly string[]
  /** Items of each list, 1 to 100, where another number than the section's own is needed: what is sorted out afterwards. */
  pagesize?: number
}

/** API-SEARCH-001. `top` asks for the overview, another section for up to 100 of its kind. */
export function search(
  api: Api,
  filter: string,
  section: SearchSection,
  { genres = [], markets = [], ...other }: SearchFilters = {},
  signal?: AbortSignal,
): Promise<SearchResult> {
  const pagesize = other.pagesize ?? (section === 'top' ? SEARCH_OVERVIEW_LIMIT : SEARCH_CATEGORY_LIMIT)
  const lists = [
    ['genres', genres.join(',')],
    ['markets', markets.join(',')],
  ].filter(([, ids]) => ids !== '')
  const query = { filter, section, pagesize, ...Object.fromEntries(lists) }
  return api.call(WireSearchResult, { method: 'GET', path: '/search', query, auth: true, signal })
}

/** API-SEARCH-002. The releases of exactly this artist or label. */
export function searchProfile(
  api: Api,
  profile: SearchProfile,
  filter: string,
  signal?: AbortSignal,
): Promise<ProfileReleases> {
  const path = `/search/releases/${part(profile)}`
  const query = { filter, pagesize: SEARCH_CATEGORY_LIMIT }
  return api.call(WireProfileReleases, { method: 'GET', path, query, auth: true, signal })
}

// The addresses of the search (ROUTE-021 to ROUTE-024, D-093, D-094).
import { type SearchProfile, SearchSection } from '#core/model/search/hits.ts'
import { cleanTerm } from '#core/model/search/term.ts'

export const SECTIONS: readonly SearchSection[] = SearchSection.options
const CATEGORIES = ['tracks', 'artists', 'labels', 'releases'] as const
export type Category = (typeof CATEGORIES)[number]

/** Where a category's results of a term are shown. @param release lies over them */
export function searchAddress(section: SearchSection, term: string, release?: string): string {
  return `/search/${section}${queryOf(term, release)}`
}

/** Where the releases of an artist or a label are shown. */
export function profileAddress(profile: SearchProfile, name: string, release?: string): string {
  return `/search/releases/${profile}${queryOf(name, release)}`
}

/** Whether results of a term are shown there. */
export const isSearchFor = (term: string, { pathname, search }: { pathname: string; search: string }): boolean =>
  SECTIONS.some((section) => `/search/${section}` === pathname) &&
  cleanTerm(new URLSearchParams(search).get('q') ?? '') === cleanTerm(term)

function queryOf(term: string, release: string | undefined): string {
  const query = `?q=${encodeURIComponent(cleanTerm(term))}`
  return release === undefined ? query : `${query}&release=${encodeURIComponent(release)}`
}

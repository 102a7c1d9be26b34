import { wish } from '#bridge/dispatch.ts'
import { searchAsked, searchCommitted, searchLeft, searchRecentsCleared } from '#core/events/search.ts'
import { PROFILE_NAME_MAX, SEARCH_TERM_MAX } from '#core/model/constants.ts'
import type { SearchPlace } from '#core/model/entities.ts'
import type { SearchProfile, SearchSection } from '#core/model/search/hits.ts'
import { cleanTerm } from '#core/model/search/term.ts'
import { ports } from './ports.ts'

/** Asks while somebody types: what this device knows comes at once, the server once the keys rest. */
export function searchWhileTyping(typed: string): void {
  ask('box', typed, 'top', null, true)
}

/** Asks for a page of results. */
export function searchFor(term: string, section: SearchSection): void {
  ask('page', term, section, null, false)
}

/** Asks for the releases of exactly this artist or label. */
export function searchReleasesOf(profile: SearchProfile, name: string): void {
  ask('page', name, 'releases', profile, false)
}

/** Nobody looks at the answers of this place any more. */
export function leaveSearch(place: SearchPlace): void {
  wish(searchLeft({ place }))
}

/** Enter was pressed: the term becomes a recent search. Nothing happens for an empty one (SEARCH-005). */
export function commitSearch(typed: string): void {
  const term = termOf(typed)
  if (term !== '') wish(searchCommitted({ term }))
}

export function clearRecentSearches(): void {
  wish(searchRecentsCleared({}))
}

/** Cut, no sign is left in half. */
const termOf = (typed: string, most = SEARCH_TERM_MAX): string => cleanTerm(cleanTerm(typed).slice(0, most))

function ask(
  place: SearchPlace,
  typed: string,
  section: SearchSection,
  profile: SearchProfile | null,
  typing: boolean,
): void {
  const term = termOf(typed, profile === null ? SEARCH_TERM_MAX : PROFILE_NAME_MAX)
  wish(searchAsked({ place, askId: ports().mintId(), term, section, profile, typing }))
}

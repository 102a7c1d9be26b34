/**
 * The addresses that are pages, in the router's notation (`:name` a part, `?` an optional one). The client's router
 * takes its routes from here and the server answers 200 to these and 404 to anything else, so that neither knows a
 * page the other does not. The pages of the account stand in `accountPages.ts`: they come after the first screen.
 */
export const PAGES = {
  start: '/',
  login: '/login',
  signUp: '/signup/:token?',
  connect: '/signin/:token',
  magicLink: '/authverify/:token?',
  reset: '/resetpwd/:token?',
  forgot: '/forgot-password',
  merge: '/merge/:token',
  split: '/split/:token',
  releases: '/releases',
  release: '/releases/releaseInfo/:releaseid',
  flagged: '/flagged',
  archived: '/archived',
  history: '/recently_played',
  search: '/search/:category?/:profile?',
  playlists: '/playlists',
  playlist: '/playlists/:playlistid',
} as const

/** What a page of the search shows. */
export interface SearchPlace {
  readonly section: 'top' | 'tracks' | 'artists' | 'labels' | 'releases'
  /** Whose releases are shown; null: results of a term. */
  readonly profile: 'artist' | 'label' | null
}

const SEARCH = /^\/search(?:\/(top|tracks|artists|labels|releases)|\/releases\/(artist|label))?\/?$/

/**
 * What stands at a path; null: no page of the search (D-093), though the router's route for them fits any two words.
 * Whatever the case, with a slash at the end or without.
 */
export function searchPlace(path: string): SearchPlace | null {
  const found = SEARCH.exec(path.toLowerCase())
  if (!found) return null
  const [, section = found[2] ? 'releases' : 'top', profile = null] = found
  return { section, profile } as SearchPlace
}

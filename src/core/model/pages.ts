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

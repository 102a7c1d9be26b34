/**
 * The addresses that are pages, in the router's notation (`:name` a part, `?` an optional one). The client's router
 * takes its routes from here and the server answers 200 to these and 404 to anything else, so that neither knows a
 * page the other does not. A page to come stands here from the moment links to it may exist.
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
  account: '/account',
  accountManagement: '/account-management',
  emailSettings: '/settings/email',
} as const

/** Pages of the requirements (ROUTE-005 to 033) whose screens are not built yet. */
export const PAGES_TO_COME = [
  '/settings',
  '/settings/player',
  '/settings/cancelsession',
  '/settings/logout',
  '/account/profile',
  '/account/my-network',
  '/account/management',
  '/account/settings-preferences',
  '/profile',
  '/settings-preferences',
  '/my-network',
] as const

const patterns = (): RegExp[] =>
  [...Object.values(PAGES), ...PAGES_TO_COME].map((page) => {
    const parts = page.split('/').filter((part) => part !== '')
    const source = parts.map((part) =>
      part.startsWith(':') ? (part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+') : `/${part}`,
    )
    // As the router has it: whatever the case, with a slash at the end or without.
    return new RegExp(`^${source.join('')}/?$`, 'i')
  })
let known: RegExp[] | undefined

/** Whether an address is a page. @param path as it stands in the address, percent-encoded, without query */
export function isPage(path: string): boolean {
  known ??= patterns()
  return known.some((pattern) => pattern.test(path))
}

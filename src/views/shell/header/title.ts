import { matchPath } from 'react-router-dom'
import { accountPlace } from '#core/model/accountPages.ts'
import { PAGES, searchPlace } from '#core/model/pages.ts'

/** The pages that carry their navigation label as a title in the header (D-065). */
const TITLES = {
  '/releases': 'releases',
  '/playlists': 'playlists',
  '/flagged': 'flagged',
  '/archived': 'archived',
  '/recently_played': 'history',
} as const

/**
 * The key of a page's title under `nav` in the words (SHELL-001, SHELL-002).
 * @returns null where the header has no such title: a release's own page has its way there instead
 */
export function titleKey(pathname: string): (typeof TITLES)[keyof typeof TITLES] | null {
  const path = pathname.replace(/\/+$/, '').toLowerCase()
  return TITLES[path as keyof typeof TITLES] ?? null
}

/** Whether an address is that of a page, as the router reads it: whatever the case, slash at the end or not. */
export const isAt = (page: keyof typeof PAGES, pathname: string): boolean =>
  (page === 'search' ? searchPlace(pathname) : matchPath(PAGES[page], pathname)) !== null

/** Whether a page belongs to the account, under either of its addresses; it says itself what it is called (`pageTitle`). */
export const isAccount = (pathname: string): boolean => accountPlace(pathname) !== null

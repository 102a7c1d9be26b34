import { ACCOUNT_ADDRESSES } from './accountPages.ts'
import { PAGES, searchPlace } from './pages.ts'

const patterns = (): RegExp[] =>
  [...Object.values(PAGES).filter((page) => page !== PAGES.search), ...ACCOUNT_ADDRESSES].map((page) => {
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
  return searchPlace(path) !== null || known.some((pattern) => pattern.test(path))
}

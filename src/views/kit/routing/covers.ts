/**
 * Back closes what lies over the page. A phone's Back is its Escape; without this it would leave the page beneath. What
 * it takes comes where the window is a phone's, and late: until then, and where it cannot be had, Back leads where it
 * leads in any browser.
 */
import { media } from '../../theme/tokens.css.ts'
import type { RouterHistory } from './router.ts'

/** What covers the page, the last on top. */
const covers: (() => void)[] = []
let changed = () => {}

/** @param close takes away what covers the page, or leaves it there. @returns what says that it covers nothing any more */
export function covered(close: () => void): () => void {
  covers.push(close)
  changed()
  return () => {
    covers.splice(covers.indexOf(close), 1)
    changed()
  }
}

/** The history of the address bar as the router shall see it: without the entries of what covers a page. */
export function withoutCovers(base: RouterHistory): RouterHistory {
  const seen = Object.create(base) as RouterHistory
  const phone = matchMedia(media.phone)
  const look = async () => {
    if (!phone.matches) return
    phone.removeEventListener('change', look)
    const late = await import('./phoneCovers.ts').catch(() => null)
    if (late) changed = late.keepEntries(seen, base, phone, covers)
    else phone.addEventListener('change', look)
  }
  phone.addEventListener('change', look)
  void look()
  return seen
}

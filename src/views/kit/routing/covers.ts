/**
 * Back closes what lies over the page. A phone's Back is its Escape; without this it would leave the page beneath. What
 * it takes comes where the window is a phone's, either way up, and late: until then, and where it cannot be had, Back leads where it
 * leads in any browser.
 */
import { media } from '../../theme/tokens.css.ts'
import type { Entries } from './phoneCovers.ts'
import type { RouterHistory } from './router.ts'

/** What covers the page, the last on top. */
const covers: (() => void)[] = []
/** What is told of them where the window is, or was, a phone's. */
let entries: Entries | null = null

/** @param close takes away what covers the page, or leaves it there. @returns what says that it covers nothing any more */
export function covered(close: () => void): () => void {
  covers.push(close)
  entries?.changed()
  return () => {
    covers.splice(covers.indexOf(close), 1)
    entries?.changed()
  }
}

/** Of the history that is in use. */
let using = new AbortController()

/** The history of the address bar as the router shall see it: without the entries of what covers a page. The last one is in use. */
export function withoutCovers(base: RouterHistory): RouterHistory {
  const seen = Object.create(base) as RouterHistory
  const phone = matchMedia(media.handheld)
  using.abort()
  using = new AbortController()
  entries = null
  const { signal } = using
  // Before the router's: of one window's listeners the first is heard first.
  window.addEventListener('popstate', (event) => entries?.popped(event), { signal })
  const look = async () => {
    if (!phone.matches) return
    phone.removeEventListener('change', look)
    const late = await import('./phoneCovers.ts').catch(() => null)
    if (signal.aborted) return
    if (late) entries = late.keepEntries(seen, base, { phone, covers, signal })
    else phone.addEventListener('change', look, { signal })
  }
  phone.addEventListener('change', look, { signal })
  void look()
  return seen
}

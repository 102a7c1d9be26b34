// The search view's life in the shell: when it opens, what closes it, and the key that leads to the box.
import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { leaveSearch } from '#actions/search.ts'
import { cleanTerm } from '#core/model/search/term.ts'
import { settings } from '#projections/settings.ts'
import { isTyping } from '../../kit/focus.ts'
import { topDialog } from '../../kit/overlays/layers.state.ts'
import { boxText, boxTyped, searchBox, viewOpen } from '../../screens/search/box.state.ts'
import { isAt } from './title.ts'

/** The box lies over the header of a phone. */
export const searchRowOpen = signal(false, { name: 'searchRowOpen' })

/** What the box asked is given up, and the page that lies under the view is shown again (SEARCH-002). */
export function closeSearchView(): void {
  if (!viewOpen.peek()) return
  viewOpen.value = false
  leaveSearch('box')
}

/** The term of a search's address; empty on other pages. */
export function useTermOfAddress(): string {
  const { pathname, search } = useLocation()
  return isAt('search', pathname) ? cleanTerm(new URLSearchParams(search).get('q') ?? '') : ''
}

/** The entry of the history the page goes to, though another may still be shown. */
export const entryKey = (): string => (history.state as { key?: string } | null)?.key ?? 'default'

/**
 * Somebody types the next words already while the page of the last ones is still being made: that stays. So does what
 * was typed on the way back to an entry; what was typed before somebody went there does not.
 */
export function useTypesAhead(): () => boolean {
  const way = useNavigationType()
  const { key } = useLocation()
  return () => {
    const typed = boxTyped.peek()
    return typed !== null && (way !== 'POP' || typed === key) && document.activeElement === searchBox()
  }
}

/** Another page, or the focus going elsewhere, closes the view; the box then says what the address says. */
export function useSearchViewLife(): void {
  const { key } = useLocation()
  const typesAhead = useTypesAhead()
  const term = useTermOfAddress()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history counts, with the same term too
  useEffect(() => {
    if (typesAhead()) return
    boxTyped.value = null
    boxText.value = term
    searchRowOpen.value = false
    closeSearchView()
  }, [key, term])
  useEffect(() => {
    const elsewhere = (event: FocusEvent) => {
      const target = event.target as Element
      if (!viewOpen.peek() || target.id === 'main') return
      // Menus and dialogs opened in the view lie outside of it.
      if (target.closest('[data-search-view], [data-search-form], [role="menu"], [role="dialog"], dialog')) return
      closeSearchView()
    }
    document.addEventListener('focusin', elsewhere)
    return () => document.removeEventListener('focusin', elsewhere)
  }, [])
}

/** `/` leads to the box from wherever nothing is typed. */
export function useSearchKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key !== '/' ||
        !settings.peek().shortcuts ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return
      const { target } = event
      // A menu that is open keeps its keys, as it does from every other shortcut.
      if (isTyping(target) || (target instanceof Element && target.closest('input, [role="slider"]'))) return
      const box = searchBox()
      if (!box || topDialog.peek() !== null || box.closest('[inert]')) return
      event.preventDefault()
      box.focus()
      box.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

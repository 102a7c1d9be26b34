/** The focus of a result that another answer pushes off the screen. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { forgetsLeft } from '../../kit/lists/leftFocus.ts'
import { searchBox } from './box.state.ts'

/** Who had the focus last, and all that the arrow keys walked through then. */
interface Held {
  readonly target: HTMLElement
  readonly at: number
  readonly items: readonly HTMLElement[]
}

/**
 * The result after the one that went takes the focus, else the one before it, else the box: on the page itself the
 * arrows would be the player's, and Escape nobody's.
 * @param within an element of the search view or page whose results these are
 */
export function useItemFocus(within: RefObject<HTMLElement | null>): void {
  const held = useRef<Held | null>(null)
  useEffect(() => {
    const view = within.current?.closest<HTMLElement>('[data-search-view]')
    if (!view) return
    const came = ({ target }: FocusEvent) => {
      const items = [...view.querySelectorAll<HTMLElement>('[data-search-item]')]
      // A button of a row stands for the row.
      const row = (target as Element).closest('li, [role="row"]')
      const at = items.findIndex((item) => item === target || row?.contains(item))
      held.current = at < 0 ? null : { target: target as HTMLElement, at, items }
    }
    const left = forgetsLeft(held)
    view.addEventListener('focusin', came)
    view.addEventListener('focusout', left)
    return () => {
      view.removeEventListener('focusin', came)
      view.removeEventListener('focusout', left)
    }
  }, [within])
  useLayoutEffect(() => {
    const last = held.current
    if (!last || last.target.isConnected || document.activeElement !== document.body) return
    held.current = null
    const isHere = (item: HTMLElement) => item.isConnected && item.getClientRects().length > 0
    const { at, items } = last
    const to = items.slice(at + 1).find(isHere) ?? items.slice(0, at).findLast(isHere) ?? searchBox()
    to?.focus()
  })
}

// What the search box and the view it opens have in common: state of this page alone.
import { signal } from '@preact/signals-react'

/** What stands in the box. */
export const boxText = signal('', { name: 'boxText' })
/** Key of the history's entry at which somebody typed in it since it was sent or emptied last; null when nobody did. */
export const boxTyped = signal<string | null>(null, { name: 'boxTyped' })
/** The search view lies over the page. */
export const viewOpen = signal(false, { name: 'searchViewOpen' })

/** The box, for what gives the keys back to it. */
export function searchBox(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('input[data-search-box]')
}

const isShown = (element: HTMLElement) => element.getClientRects().length > 0

/** What the arrow keys walk through: the results, recent searches and tips on the screen, in order. */
function searchItems(): HTMLElement[] {
  // A page of results lies hidden under the view that opens over it, and comes before it.
  const view = [...document.querySelectorAll('[data-search-view]')].at(-1)
  return view ? [...view.querySelectorAll<HTMLElement>('[data-search-item]')].filter(isShown) : []
}

/**
 * Moves the focus from the box into the view and through it.
 * @returns whether there was somewhere to go
 */
export function walkItems(key: string): boolean {
  const items = searchItems()
  const at = items.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[key]
  if (to === undefined) return false
  const target = to < 0 ? searchBox() : items[to]
  if (!target) return false
  target.focus()
  target.scrollIntoView({ block: 'nearest' })
  return true
}

/** The focus of a row that is taken out of its list, by its own button or from elsewhere. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useFocusOnLeave } from '../useFocusOnLeave.ts'

/** Who had the focus last, and the rows that stood around it. */
interface Held {
  readonly target: HTMLElement
  readonly row: Element
  readonly rows: readonly Element[]
}

/**
 * The same button of the row after it takes the focus, else of the row before it, else what stays when the list goes.
 * @param list what the rows are in, as its children
 * @param shown what decides which rows there are: changes when one goes, and not when the list is scrolled
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  shown: unknown,
  stays: (list: HTMLElement) => HTMLElement | null | undefined,
): void {
  const held = useRef<Held | null>(null)
  useEffect(() => {
    const box = list.current
    if (!box) return
    const came = ({ target }: FocusEvent) => {
      const rows = [...box.children]
      const row = rows.find((one) => one.contains(target as Element))
      held.current = row ? { target: target as HTMLElement, row, rows } : null
    }
    // A row that goes takes the focus to nowhere; whoever goes elsewhere has left.
    const left = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) held.current = null
    }
    box.addEventListener('focusin', came)
    box.addEventListener('focusout', left)
    return () => {
      box.removeEventListener('focusin', came)
      box.removeEventListener('focusout', left)
    }
  }, [list])
  const before = useRef(shown)
  useLayoutEffect(() => {
    const isSame = before.current === shown
    before.current = shown
    const last = held.current
    if (!last || !list.current || document.activeElement !== document.body) return
    // Scrolled out of sight: what is looked at now stays where it is.
    if (isSame) {
      if (!last.row.isConnected) held.current = null
      return
    }
    // Put elsewhere in the document it lost the focus all the same.
    if (last.target.isConnected) return last.target.focus({ preventScroll: true })
    held.current = null
    const next = neighbour(last)
    next?.scrollIntoView({ block: 'nearest' })
    const to = next ? sameIn(next, last) : stays(list.current)
    to?.focus({ preventScroll: true })
  })
  useFocusOnLeave(list, stays)
}

function neighbour({ row, rows }: Held): Element | undefined {
  const at = rows.indexOf(row)
  const isHere = (one: Element) => one.isConnected
  return rows.slice(at + 1).find(isHere) ?? rows.slice(0, at).findLast(isHere)
}

/** Counted from the end: what removes a row is its last button, and those before it differ. */
function sameIn(next: Element, { row, target }: Held): HTMLElement | undefined {
  const buttons = [...row.querySelectorAll('button')]
  const fromEnd = buttons.length - buttons.indexOf(target as HTMLButtonElement)
  const others = [...next.querySelectorAll('button')]
  return others.at(-fromEnd) ?? others.at(-1)
}

/** The focus of a row that is taken out of its list, by its own button or from elsewhere. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useFocusOnLeave } from '../useFocusOnLeave.ts'
import { forgetsLeft } from './leftFocus.ts'

/** Who had the focus last, and the rows that stood around it. */
interface Held {
  readonly target: HTMLElement
  readonly row: Element
  readonly rows: readonly Element[]
  /** How it was pressed last; null: it was not. */
  readonly by: 'keys' | 'pointer' | null
}

/**
 * The same button of the row after it takes the focus, else of the row before it, else what stays when the list goes.
 * Whoever pressed by pointer goes on with keys that mean something else on a button, Space above all: what stays takes it.
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
      held.current = row ? { target: target as HTMLElement, row, rows, by: null } : null
    }
    const pressed = ({ detail }: MouseEvent) => {
      if (held.current) held.current = { ...held.current, by: detail === 0 ? 'keys' : 'pointer' }
    }
    const left = forgetsLeft(held)
    box.addEventListener('focusin', came)
    box.addEventListener('click', pressed)
    box.addEventListener('focusout', left)
    return () => {
      box.removeEventListener('focusin', came)
      box.removeEventListener('click', pressed)
      box.removeEventListener('focusout', left)
    }
  }, [list])
  const before = useRef(shown)
  useLayoutEffect(() => {
    const isSame = before.current === shown
    before.current = shown
    const last = held.current
    if (!last || last.target.isConnected || !list.current || document.activeElement !== document.body) return
    held.current = null
    // Scrolled out of sight: what is looked at now stays where it is.
    if (isSame) return
    const next = last.by === 'pointer' ? undefined : neighbour(last)
    // Where it went without a press nobody may be looking.
    if (last.by === 'keys') next?.scrollIntoView({ block: 'nearest' })
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
  if (target === row) return next as HTMLElement
  const buttons = [...row.querySelectorAll('button')]
  const fromEnd = buttons.length - buttons.indexOf(target as HTMLButtonElement)
  const others = [...next.querySelectorAll('button')]
  return others.at(-fromEnd) ?? others.at(-1)
}

/** The row of a windowed list that has the focus: it stays there, however far the list is scrolled away from it. */
import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * @param list what the rows are in, as its children
 * @param keys of all rows, in their order
 * @param keyOf the key of a row that is there: the same function at every rendering
 * @returns the place of the row that has the focus, or had it and is gone: what stands there now may take it. -1: none
 */
export function useHeldRow(
  list: RefObject<HTMLElement | null>,
  keys: readonly string[],
  keyOf: (row: HTMLElement) => string | undefined,
): number {
  const [held, setHeld] = useState<string | null>(null)
  useEffect(() => {
    const box = list.current
    if (!box) return
    const came = ({ target }: FocusEvent) => {
      const row = [...box.children].find((one) => one.contains(target as Element))
      setHeld((row && keyOf(row as HTMLElement)) ?? null)
    }
    const left = ({ relatedTarget }: FocusEvent) => {
      // Whoever looks at another window comes back to where the focus was.
      if (relatedTarget === null && !document.hasFocus()) return
      if (!box.contains(relatedTarget as Element | null)) setHeld(null)
    }
    box.addEventListener('focusin', came)
    box.addEventListener('focusout', left)
    return () => {
      box.removeEventListener('focusin', came)
      box.removeEventListener('focusout', left)
    }
  }, [list, keyOf])
  const place = useRef(-1)
  const at = held === null ? -1 : keys.indexOf(held)
  if (held === null || at >= 0) place.current = at
  return Math.min(place.current, keys.length - 1)
}

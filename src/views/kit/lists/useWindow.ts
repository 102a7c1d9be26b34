/** Which rows of a long list are in sight: all of one height, inside something that scrolls. */
import { type RefObject, useEffect, useState } from 'react'
import { onScroll } from './onScroll.ts'

/** Rows beyond each edge: enough that a wheel shows no holes, few enough that a jump makes them in one frame. */
const AROUND = 4

/**
 * @param rowPx height of a row
 * @returns places `first` to `last - 1`
 */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  body: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
): { first: number; last: number } {
  const isEmpty = count === 0
  const [seen, setSeen] = useState({ first: 0, last: 20 })
  // Not before the layout is done: what scrolls may be a parent, whose ref comes after its children's.
  useEffect(() => {
    const box = scroller.current
    const rows = body.current
    if (isEmpty || !box || !rows) return
    const look = () => {
      const above = box.getBoundingClientRect().top - rows.getBoundingClientRect().top
      // In steps, so that most scroll events change nothing.
      const top = Math.floor(Math.max(0, above) / rowPx / AROUND) * AROUND
      const first = Math.max(0, top - AROUND)
      const last = top + Math.ceil(box.clientHeight / rowPx) + 2 * AROUND
      setSeen((now) => (now.first === first && now.last === last ? now : { first, last }))
    }
    return onScroll(box, look)
  }, [scroller, body, rowPx, isEmpty])
  return { first: Math.min(seen.first, Math.max(0, count - 1)), last: Math.min(seen.last, count) }
}

/**
 * The places in sight, and those of rows that stay wherever they are: one that was lifted, however far it is carried,
 * and one that has the focus. -1 stands for none.
 */
export function placesShown({ first, last }: { first: number; last: number }, ...kept: readonly number[]): number[] {
  const places = Array.from({ length: last - first }, (_, n) => first + n)
  const far = [...new Set(kept)].filter((place) => place >= 0).sort((a, b) => a - b)
  return [...far.filter((place) => place < first), ...places, ...far.filter((place) => place >= last)]
}
